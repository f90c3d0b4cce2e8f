"""From what a camera sees and a book holds to what a stream may show of the table from above."""

from collections.abc import Iterator
from contextlib import suppress
from itertools import groupby

from tracker.domain.errors import CuewatchError
from tracker.domain.strokes.stroke import Standing, Stroke
from tracker.domain.table.plane import Point
from tracker.live.table.table import Table
from tracker.match.book.entries import EntryName, Seen
from tracker.match.frames import Match
from tracker.review.archive import Archive
from tracker.review.titles import strokes_seen
from tracker.show.run.route import MOVED_MM, thinned
from tracker.show.screens.above import Above, BallAbove, WayAbove
from tracker.show.screens.review import BallWay
from tracker.show.screens.sight import SEEN, Sight
from tracker.show.screens.state import LIVE


class FromAbove:
    """What is shown of tables from above; the ways of a stroke are read once, whoever looks."""

    def __init__(self, archive: Archive) -> None:
        self._archive = archive
        self._read: dict[str, tuple[EntryName, tuple[WayAbove, ...]]] = {}
        """By table, the ways of the last stroke whose evidence was there."""

    def is_read(self, table: Table) -> bool:
        """Tell whether nothing of the last stroke of a table is to be read any more."""
        last = last_entry(table)
        return last is None or self._ways(last[0]) is not None

    def read(self, table: Table) -> None:
        """Read the ways of the last stroke of a table, if they are kept; it takes the database a moment.

        A stroke is shown before its evidence is kept: until then nothing is, so that it is read again.
        """
        last = last_entry(table)
        if last is None or self._ways(last[0]) is not None:
            return
        entry, seen = last
        with suppress(CuewatchError):  # without its evidence a stroke is drawn from what the book says of it
            kept = self._archive.ways(entry)
            if kept is not None:
                ways = tuple(filter(None, map(way_kept, kept))) or tuple(ways_told(seen.stroke, seen.standing))
                self._read[table.name] = entry, ways

    def now(self, table: Table, sight: Sight) -> Above:
        """Return what may be shown, as the camera sees the table, with the ways that were read."""
        last = last_entry(table)
        live = sight.camera == LIVE and sight.view == SEEN and bool(sight.balls)
        if last is None:
            return Above(table=table.name, live=live, balls=_balls_in(sight) if live else ())
        entry, seen = last
        read = self._ways(entry)
        return Above(
            table=table.name, live=live, balls=_balls_in(sight) if live else _balls_of(seen.standing),
            stroke=seen.stroke.number, ways=tuple(ways_told(seen.stroke, seen.standing)) if read is None else read,
            potted=tuple(pot.ball for pot in seen.stroke.potted),
        )  # fmt: skip

    def _ways(self, entry: EntryName) -> tuple[WayAbove, ...] | None:
        known, ways = self._read.get(entry.table, (None, None))
        return ways if known == entry else None


def last_entry(table: Table) -> tuple[EntryName, Seen] | None:
    """Return the last stroke of the present frame that a camera saw, with the entry that it is."""
    match = table.moment.match
    last = last_seen(match)
    if match is None or last is None:
        return None
    return EntryName(table=table.name, epoch=match.epoch, sequence=last.number), last


def last_seen(match: Match | None) -> Seen | None:
    """Return the last stroke of the present frame that a camera saw."""
    return None if match is None else next(iter([*strokes_seen(match.frame.desk)][::-1]), None)


def way_kept(track: BallWay) -> WayAbove | None:
    """Return the way of a ball from the evidence of its stroke; None: it stayed where it was."""
    points = [Point(point[3], point[4]) for point in track.points]
    if len(points) < 2 or all(abs(p.x_mm - points[0].x_mm) + abs(p.y_mm - points[0].y_mm) < MOVED_MM for p in points):
        return None
    return WayAbove(ball=track.ball, points=_whole(thinned(points)))


def ways_told(stroke: Stroke, rest: Standing) -> Iterator[WayAbove]:
    """Give the way of the cue-ball as straight lines between where it is known to have been."""
    ends = [place.at for place in rest.places if place.ball == stroke.cue_ball]
    met = [touch.at for touch in stroke.touches if touch.balls[0] == stroke.cue_ball]
    points = [point for point, _ in groupby(_whole((stroke.origin, *met, *ends[:1])))]
    if len(points) > 1:
        yield WayAbove(ball=stroke.cue_ball, points=tuple(points))


def _whole(points: tuple[Point, ...]) -> tuple[tuple[int, int], ...]:
    return tuple((round(point.x_mm), round(point.y_mm)) for point in points)


def _balls_in(sight: Sight) -> tuple[BallAbove, ...]:
    return tuple(
        BallAbove(ball=one.ball, x_mm=round(one.x_mm), y_mm=round(one.y_mm), moving=one.moving) for one in sight.balls
    )


def _balls_of(standing: Standing) -> tuple[BallAbove, ...]:
    return tuple(BallAbove(ball=one.ball, x_mm=round(one.at.x_mm), y_mm=round(one.at.y_mm)) for one in standing.places)
