"""The panel beside a picture: the score at the top, the table from above, and under it the time, the calls and doubts.

It stands at the right of a wide picture with the Top end up, and below a high one with the Baulk end at the left;
turned by half a turn where the camera sees the table so.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from tracker.domain.book.scoreline import Scoreline
from tracker.domain.law.call import Suggestion
from tracker.domain.table.kit import Kit
from tracker.geometry.camera import Camera
from tracker.show.pictures.board import Board, board_for, draw_board
from tracker.show.pictures.lettering import AMBER, DIM, INK, SHADE, Picture, Type, label, paste, wrapped
from tracker.show.plan import Plan
from tracker.show.run.summary import counted_words, left_words, listed, on_words, say_words, visit_word
from tracker.show.run.timeline import clock, doubt_words, percent
from tracker.show.run.words import PictureView

Box = tuple[int, int, int, int]
"""x, y, width and height in px."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Panel:
    """Where everything of the panel stands on the sheet."""

    sheet: tuple[int, int]
    """Width and height of picture and panel together; both even."""
    score: Box
    table: tuple[int, int]
    """Top left corner of the table from above."""
    foot: Box
    board: Board
    type_px: int
    """Size of small type."""
    blank: Picture = field(repr=False)
    """The sheet with nothing on it: copying it is much faster than filling one with a colour."""


def panel_for(kit: Kit, camera: Camera | None, picture_size: tuple[int, int]) -> Panel:
    """Lay out the panel for pictures of (width, height), the table on it as the `camera` sees it, if that is known."""
    width, high = picture_size
    upright = width >= high
    plan = Plan(kit=kit, upright=upright, turned=camera is not None and is_turned(camera, kit, upright))
    return _beside(plan, width, high) if upright else _below(plan, width, high)


def is_turned(camera: Camera, kit: Kit, upright: bool) -> bool:
    """Say whether the Baulk end is the upper one in the pictures, or where the table lies across, the right one."""
    baulk, top = camera.project([(kit.width_mm / 2, y_mm, 0.0) for y_mm in (0.0, kit.length_mm)])
    right, down = top - baulk
    return bool(down > abs(right) if upright else -right > abs(down))


def _beside(plan: Plan, width: int, high: int) -> Panel:
    across, along = plan.size_mm
    pad = max(6, high // 60)
    board = board_for(plan, width_px=max(40, round(high * 0.68 * across / along)))
    wide, tall = board.empty.shape[1], board.empty.shape[0]
    top = round(high * 0.13)
    foot = top + tall + pad // 2
    sheet = (_even(width + wide + 2 * pad), _even(high))
    return Panel(
        sheet=sheet,
        blank=_blank(sheet),
        score=(width + pad, pad, wide, top - pad),
        table=(width + pad, top),
        foot=(width + pad, foot, wide, high - foot),
        board=board,
        type_px=max(11, round(high / 50)),
    )


def _below(plan: Plan, width: int, high: int) -> Panel:
    pad = max(6, width // 60)
    board = board_for(plan, width_px=max(80, width - 2 * pad))
    tall, top, type_px = board.empty.shape[0], round(width * 0.13), max(11, round(width / 45))
    foot = high + top + tall + pad // 2
    low = type_px * 7
    sheet = (_even(width), _even(foot + low))
    return Panel(
        sheet=sheet,
        blank=_blank(sheet),
        score=(pad, high + pad, width - 2 * pad, top - pad),
        table=(pad, high + top),
        foot=(pad, foot, width - 2 * pad, low),
        board=board,
        type_px=type_px,
    )


def _blank(size: tuple[int, int]) -> Picture:
    return np.full((size[1], size[0], 3), SHADE, np.uint8)


def _even(length_px: int) -> int:
    return length_px + length_px % 2


def draw_panel(sheet: Picture, view: PictureView, panel: Panel) -> None:
    """Draw the panel for one picture into the sheet."""
    if view.scoreline:
        _draw_score(sheet, view.scoreline, panel)
    x, y = panel.table
    paste(sheet, draw_board(panel.board, view.marks, view.trails, view.captions), x, y)
    _draw_foot(sheet, view, panel)


def _draw_score(sheet: Picture, line: Scoreline, panel: Panel) -> None:
    """Set each name with its points in its half; the striker's half has a bar over it, and says so by a mark."""
    x, y, wide, high = panel.score
    half = wide // 2
    for side in (0, 1):
        left = x + side * half
        at_table = line.striker == side and not line.over
        sheet[y : y + 3, left : left + half - 4] = AMBER if at_table else (62, 72, 66)
        name = Type(size_px=panel.type_px, ink=INK if at_table else DIM, weight=700 if at_table else 500, pad_px=2)
        text = wrapped(f"{'> ' if at_table else ''}{line.names[side]}", name, half - 8, 1)
        _set_lines(sheet, text, name, left, y + 5)
        points = Type(size_px=round(high * 0.42), ink=INK, weight=700, pad_px=2)
        top = y + 5 + round(panel.type_px * 1.25)
        patch = label(str(line.points[side]), points)
        paste(sheet, patch, left, top)
        if line.provisional:
            _draw_dashes(sheet, left + points.pad_px, top + patch.shape[0], patch.shape[1] - 2 * points.pad_px)


def _draw_dashes(sheet: Picture, x: int, y: int, wide: int) -> None:
    """Draw the broken line under points that may yet be amended."""
    dash = max(3, wide // 7)
    for left in range(x, x + max(wide, 5 * dash) - dash + 1, 2 * dash):
        sheet[y : y + 2, left : left + dash] = INK


def _draw_foot(sheet: Picture, view: PictureView, panel: Panel) -> None:
    """Set the time, then calls and doubts, from the top until the room is used up."""
    x, y, wide, high = panel.foot
    limit = y + high
    small = Type(size_px=panel.type_px, ink=DIM, pad_px=2)
    y = _set_lines(sheet, [_time_words(view)], small, x, y)
    for text, type_ in _sentences(view, panel.type_px):
        room = (limit - y) // _line_px(type_)
        y = _set_lines(sheet, wrapped(text, type_, wide - 4, max(0, room)), type_, x, y)


def _sentences(view: PictureView, type_px: int) -> list[tuple[str, Type]]:
    """Return what to read under the table, the most urgent first, each with its type."""
    said = [sentence for call in view.calls for sentence in _call_words(call, type_px)]
    amber = Type(size_px=type_px, ink=AMBER, weight=600, pad_px=2)
    doubts = [(f"Please look: {doubt_words(doubt)}", amber) for doubt in view.doubts]
    line = view.scoreline
    faint = Type(size_px=type_px, ink=DIM, pad_px=2)
    if line is None or line.over:
        return said + doubts
    return [
        *said,
        *doubts,
        (listed(on_words(line), f"{visit_word(line)} {line.visit}", left_words(line), *counted_words(line)), faint),
    ]


def _call_words(call: Suggestion, type_px: int) -> list[tuple[str, Type]]:
    ink = AMBER if call.ask else INK
    big = Type(size_px=round(type_px * 1.5), ink=ink, weight=700, pad_px=2)
    small = Type(size_px=type_px, ink=ink, pad_px=2)
    say = f"{say_words(call)} ?" if call.ask else say_words(call)
    asked = "Please look: " if call.ask else ""
    return [(say, big), (f"{asked}{call.why} ({call.cite}, {percent(call.sure)})", small)]


def _time_words(view: PictureView) -> str:
    stroke = f"stroke {view.stroke_number}" if view.stroke_number is not None else ""
    mark = "provisional" if view.scoreline and view.scoreline.provisional else ""
    return "   ".join(filter(None, (clock(view.at_us), stroke, mark)))


def _set_lines(sheet: Picture, lines: Sequence[str], type_: Type, x: int, y: int) -> int:
    """Set lines one under another and return where the next would begin."""
    for text in lines:
        paste(sheet, label(text, type_), x, y)
        y += _line_px(type_)
    return y


def _line_px(type_: Type) -> int:
    return round(type_.size_px * 1.3) + type_.pad_px
