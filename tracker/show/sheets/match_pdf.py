"""The match sheet on paper: the same frames, breaks, fouls, calls and strokes as the HTML one, on A4 pages.

The same match gives the same bytes: the file holds no clock and no random name.
"""

from collections.abc import Iterable, Iterator, Sequence
from io import BytesIO
from typing import Any, Final

from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.platypus import CondPageBreak, SimpleDocTemplate, Table

from tracker.domain.table.kit import Kit
from tracker.show.plan import Plan
from tracker.show.run.timeline import incident_words, incidents
from tracker.show.sheets.match_view import (
    CALLS,
    FOULS,
    CallView,
    Column,
    FrameView,
    MatchView,
    call_words,
    high_break,
    points_words,
    winner_words,
)
from tracker.show.sheets.pdf_map import pdf_map
from tracker.show.sheets.pdf_type import ACCENT, FAINT, LINE, PLAIN, faces, words

MARGIN: Final = 16 * mm
WIDTH: Final = A4[0] - 2 * MARGIN
IN_A_ROW: Final = 2
"""Drawings of strokes beside each other."""
GAP: Final = 4 * mm
WITH_TITLE: Final = 30 * mm
"""A title with less room than this below it goes over to the next page."""
RULES: Final = (
    ("LINEBELOW", (0, 0), (-1, -1), 0.4, LINE),
    ("VALIGN", (0, 0), (-1, -1), "TOP"),
    ("LEFTPADDING", (0, 0), (-1, -1), 0),
    ("TOPPADDING", (0, 0), (-1, -1), 2),
    ("BOTTOMPADDING", (0, 0), (-1, -1), 2),
)


def match_pdf(match: MatchView) -> bytes:
    """Return the whole match sheet as a PDF."""
    faces()
    paper = BytesIO()
    document = SimpleDocTemplate(
        paper,
        pagesize=A4,
        leftMargin=MARGIN,
        rightMargin=MARGIN,
        topMargin=MARGIN,
        bottomMargin=MARGIN,
        title=f"Match sheet: {match.name}",
        author="cuewatch",
        invariant=1,
    )
    document.build(list(_story(match)), onFirstPage=_numbered, onLaterPages=_numbered)
    return paper.getvalue()


def _numbered(canvas: Any, document: Any) -> None:
    canvas.setFont(PLAIN, 7)
    canvas.setFillColor(FAINT)
    canvas.drawRightString(A4[0] - MARGIN, MARGIN / 2, str(document.page))


def _story(match: MatchView) -> Iterator[Any]:
    yield words("MATCH SHEET", 7.5, bold=True, ink=ACCENT)
    yield words(f"{match.names[0]} {points_words(match.frames_won)} {match.names[1]}", 20, bold=True)
    yield words(" · ".join(match.facts), ink=FAINT)
    if match.frames:
        yield from _title("Frames", 13)
        yield _table(("Frame", *match.names, "Winner", "Highest break"), map(_frame_row, match.frames))
    for frame in match.frames:
        yield from _frame(frame, match.kit)


def _frame_row(frame: FrameView) -> tuple[str, ...]:
    best = high_break(frame)
    first, second = frame.score.points
    made = f"{best.points} ({best.player})" if best else "–"
    return str(frame.number), str(first), str(second), winner_words(frame), made


def _frame(frame: FrameView, kit: Kit | None) -> Iterator[Any]:
    names = frame.score.names
    yield from _title(f"Frame {frame.number}: {names[0]} {points_words(frame.score.points)} {names[1]}", 13)
    for line in filter(None, (frame.because, frame.trouble)):
        yield words(line, ink=FAINT)
    made = [(one.player, str(one.points), ", ".join(one.made)) for one in frame.breaks]
    if made:
        yield from _title("Breaks", 10)
        yield _table(("Player", "Break", "With"), made, (3, 1, 9))
    yield from _calls("Fouls", frame.fouls, FOULS)
    yield from _calls("Calls", frame.calls, CALLS)
    if kit and frame.strokes:
        yield from _title("Strokes", 10)
        yield _maps(frame.strokes, Plan(kit=kit, upright=False))


def _title(text: str, size: float) -> Iterator[Any]:
    yield CondPageBreak(WITH_TITLE)
    yield words(text, size, bold=True, before=size)


def _calls(title: str, calls: Sequence[CallView], columns: Sequence[Column]) -> Iterator[Any]:
    if calls:
        yield from _title(title, 10)
        rows = [tuple(column.say(call) for column in columns) for call in calls]
        yield _table(tuple(column.head for column in columns), rows, tuple(column.share for column in columns))


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]], shares: Sequence[float] = ()) -> Any:
    """Return a table across the page, its head on every page that it runs over."""
    parts = shares or (1,) * len(heads)
    widths = [WIDTH * part / sum(parts) for part in parts]
    head = [words(name, 7, ink=FAINT) for name in heads]
    body = [[words(text) for text in row] for row in rows]
    return Table([head, *body], colWidths=widths, repeatRows=1, splitInRow=1, style=RULES, hAlign="LEFT")


def _maps(calls: Sequence[CallView], plan: Plan) -> Any:
    width = (WIDTH - (IN_A_ROW - 1) * GAP) / IN_A_ROW
    drawn = [_map(call, plan, width) for call in calls]
    drawn += [""] * (-len(drawn) % IN_A_ROW)
    rows = [drawn[first : first + IN_A_ROW] for first in range(0, len(drawn), IN_A_ROW)]
    style = [*RULES[1:], ("RIGHTPADDING", (0, 0), (-1, -1), GAP)]
    return Table(rows, colWidths=[width + GAP] * IN_A_ROW, style=style, hAlign="LEFT")


def _map(call: CallView, plan: Plan, width: float) -> Any:
    told = f"{call.entry} · {call.player}: {call_words(call)} · {points_words(call.after.points)}"
    if call.stroke is None:
        return words(told)
    happened = incident_words(incidents(call.stroke, plan.kit))
    return [pdf_map(call.stroke, plan, width), words(told, 7, bold=True), words(happened, 6.5, ink=FAINT)]
