"""What is true of a frame, in the shapes that the program itself writes: strokes, calls, points, winner, places."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from models.training.frames.timeline import Timeline
from models.training.frames.turns import Frame, Hand, Turn
from tracker.calibrate.fit.facing import end_of
from tracker.domain.table.ball import COLOURS
from tracker.domain.table.kit import Kit
from tracker.geometry.calibration import Calibration
from tracker.geometry.camera import Camera
from tracker.match.book.book import Book
from tracker.match.book.codec import book_to_text, plain
from tracker.match.book.entries import REFEREE, Called, Header, Seen
from tracker.store.calibrations import calibration_record
from tracker.store.strokes import stroke_record


def frame_record(frame: Frame, view: str) -> dict[str, Any]:
    """Return what the frame as a whole comes to: how it began, who played, how it ended."""
    start = frame.setup.start
    return {
        "rules": frame.rules,
        "seed": frame.seed,
        "view": view,
        "reds": list(frame.names).count("red"),
        "start": None if start is None else {
            "reds": start.reds, "colours": list(COLOURS if start.colours is None else start.colours), "on": start.on,
            "striker": start.striker, "scores": list(start.scores), "in_hand": start.in_hand,
        },
        "winner": None if frame.outcome is None else frame.outcome.winner,
        "over": frame.outcome is not None,
        "because": None if frame.outcome is None else frame.outcome.because,
        "score": list(frame.scoreline),
        "players": [
            {"name": name, "side": side, **{key: round(part, 5) for key, part in asdict(frame.skills[name]).items()}}
            for side, names in enumerate(sides(frame))
            for name in names
        ],
        "reaches": [_hand(frame, hand) for hand in frame.end_hands],
    }  # fmt: skip


def sides(frame: Frame) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the players of each side."""
    a, b = frame.setup.players
    return (a, b) if a else ((frame.setup.names[0],), (frame.setup.names[1],))


def applied(kit: Kit, camera: Camera, on: str | None) -> dict[str, Any]:
    """Return what a person says of the film, for no picture shows it: of a board, on which side of it player A sits."""
    return {"on": on, "score": [0, 0], **({"baulk": end_of(camera, kit)} if kit.disc_mm else {})}


def strokes_of(frame: Frame) -> list[dict[str, Any]]:
    """Return the strokes as lines of strokes.jsonl, with who played, what was called, and what hands did before."""
    return [_stroke(frame, turn) for turn in frame.turns]


def _stroke(frame: Frame, turn: Turn) -> dict[str, Any]:
    return {
        **stroke_record(turn.stroke, turn.standing, turn.ruling.suggestions),
        "striker": turn.striker,
        "player": turn.player,
        "points_after": list(turn.points),
        "aimed_at": turn.plan.ball,
        "kind": turn.plan.kind,
        "said": [plain(call) for call in turn.before],
        "between": [_hand(frame, hand) for hand in turn.hands],
    }


def _hand(frame: Frame, hand: Hand) -> dict[str, Any]:
    return {
        "t_s": round(hand.at_s, 3), "what": hand.what, "ball": frame.names[hand.ball],
        "from_mm": None if hand.from_mm is None else [round(part, 1) for part in hand.from_mm],
        "at_mm": None if hand.to_mm is None else [round(part, 1) for part in hand.to_mm],
    }  # fmt: skip


def book_of(frame: Frame) -> str:
    """Return the match book of the frame as it truly was seen and called, in the program's own codec."""
    book = Book(header=Header(rulebook=frame.rules, setup=frame.setup, table=frame.kit.name))
    for turn in frame.turns:
        seen = Seen(number=0, at_us=turn.stroke.began_us, stroke=turn.stroke, standing=turn.standing)
        book = book.having(seen)
        calls = (*turn.before, *turn.ruling.calls)
        about, ended_us = len(book.entries), turn.stroke.ended_us
        book = book.having(Called(number=0, at_us=ended_us, calls=calls, about=about, by=REFEREE))
    return book_to_text(book)


def pictures_of(
    timeline: Timeline, times_s: Sequence[float], visible: Sequence[Sequence[float]]
) -> list[dict[str, Any]]:
    """Return for each picture its time, where the balls on the table are, and how much of each is seen."""
    return [
        {"picture": i, "t_s": round(t, 6), "places_mm": places(timeline, t), "visible": list(visible[i])}
        for i, t in enumerate(times_s)
    ]


def places(timeline: Timeline, t_s: float) -> list[list[float] | None]:
    """Return for each ball its place in mm while it counts on the table, else None."""
    rows: list[list[float] | None] = []
    for ball in range(len(timeline.names)):
        at = timeline.place(ball, t_s) if timeline.is_on_table(ball, t_s) else None
        rows.append(None if at is None else [round(at[0], 2), round(at[1], 2)])
    return rows


def truth_of(
    frame: Frame, name: str, view: str, camera: Camera, rate: float, pictures: list[dict[str, Any]]
) -> dict[str, Any]:
    """Return all that is true of a film of a frame."""
    start = frame.setup.start
    calibration = Calibration(table=frame.kit.name, camera=camera, error_px=0.0, error_mm=0.0, found_by="points")
    spotted = [hand for turn in frame.turns for hand in turn.hands if hand.what == "spotted" and hand.to_mm is not None]
    return {
        "schema": 1,
        "clip": name,
        "table": frame.kit.name,
        "apply": applied(frame.kit, camera, None if start is None else start.on),
        "rate": rate,
        "frame": frame_record(frame, view),
        "calibration": calibration_record(calibration, frame.kit),
        "balls": list(frame.names),
        "pictures": pictures,
        "respots": [
            {"t_s": round(hand.at_s, 3), "ball": frame.names[hand.ball], "at_mm": list(hand.to_mm or ())}
            for hand in (*spotted, *(hand for hand in frame.end_hands if hand.what == "spotted"))
        ],
        "strokes": strokes_of(frame),
    }
