"""What is shown of a match between its frames: how the frames went, and what each side has done."""

from collections.abc import Sequence
from dataclasses import dataclass

from tracker.domain.time import SECOND_US
from tracker.match.frames import Match
from tracker.match.statistics import FrameRecord, frame_record

LARGE, CENTURY = 50, 100


@dataclass(frozen=True, slots=True, kw_only=True)
class FrameFigures:
    """A frame in a line."""

    number: int
    points: tuple[int, int]
    winner: int | None
    breaks: tuple[int, int]
    """The highest of each side; 0: none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SideFigures:
    """What a side has done."""

    points: int
    highest: int
    """Highest break; 0: none."""
    large: int
    """Breaks of 50 and more."""
    centuries: int
    fouls: int
    watched: int
    """Strokes that a camera watched; 0: none did."""
    scored: int
    """Of these, those that scored."""
    mean_time_s: float | None
    """From the balls at rest to the stroke; None: no camera has told."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchFigures:
    """What is shown between frames."""

    frames: tuple[FrameFigures, ...] = ()
    """Those that have begun."""
    sides: tuple[SideFigures, ...] = ()
    """Of the match; empty: there is none."""
    last: tuple[SideFigures, ...] = ()
    """Of the present frame, or the one that has just ended."""


def figures_of(match: Match | None) -> MatchFigures:
    """Return what is shown of a match between its frames."""
    if match is None:
        return MatchFigures()
    records = [frame_record(frame.desk.book) for frame in match.frames]
    return MatchFigures(
        frames=tuple(map(_frame, records)), sides=_sides(records), last=_sides(records[-1:]),
    )  # fmt: skip


def _frame(record: FrameRecord) -> FrameFigures:
    highest = [max((made.points for made in record.breaks if made.side == side), default=0) for side in (0, 1)]
    return FrameFigures(
        number=record.number, points=record.points, winner=record.winner, breaks=(highest[0], highest[1])
    )


def _sides(records: Sequence[FrameRecord]) -> tuple[SideFigures, ...]:
    return _side(records, 0), _side(records, 1)


def _side(records: Sequence[FrameRecord], side: int) -> SideFigures:
    made = [visit.points for record in records for visit in record.breaks if visit.side == side]
    strokes = [stroke for record in records for stroke in record.watched if stroke.side == side]
    times = [stroke.took_us for stroke in strokes if stroke.took_us is not None]
    return SideFigures(
        points=sum(record.points[side] for record in records), highest=max(made, default=0),
        large=sum(points >= LARGE for points in made), centuries=sum(points >= CENTURY for points in made),
        fouls=sum(record.fouls[side] for record in records), watched=len(strokes),
        scored=sum(stroke.scored for stroke in strokes),
        mean_time_s=round(sum(times) / len(times) / SECOND_US, 1) if times else None,
    )  # fmt: skip
