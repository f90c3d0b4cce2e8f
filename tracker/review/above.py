"""From what a camera sees and a book holds to what a stream may show of the table from above."""

from collections.abc import Iterator
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
    """What is shown of one table from above; the ways of a stroke are read once."""

    def __init__(self, table: Table, archive: Archive) -> None:
        self._table, self._archive = table, archive
        self._read: tuple[EntryName, tuple[WayAbove, ...]] | None = None

    def now(self, sight: Sight) -> Above:
        """Return what may be shown, as the camera sees the table."""
        match = self._table.moment.match
        last = last_seen(match)
        live = sight.camera == LIVE and sight.view == SEEN and bool(sight.balls)
        if match is None or last is None:
            return Above(table=self._table.name, live=live, balls=_balls_in(sight) if live else ())
        return Above(
            table=self._table.name, live=live, balls=_balls_in(sight) if live else _balls_of(last.standing),
            stroke=last.stroke.number, ways=self._ways(EntryName(table=self._table.name, epoch=match.epoch,
                                                                 sequence=last.number), last.stroke, last.standing),
            potted=tuple(pot.ball for pot in last.stroke.potted),
        )  # fmt: skip

    def _ways(self, entry: EntryName, stroke: Stroke, rest: Standing) -> tuple[WayAbove, ...]:
        if self._read is None or self._read[0] != entry:
            self._read = entry, tuple(self._kept_ways(entry)) or tuple(ways_told(stroke, rest))
        return self._read[1]

    def _kept_ways(self, entry: EntryName) -> Iterator[WayAbove]:
        try:
            tracks = self._archive.stroke(self._table, entry).tracks
        except CuewatchError:  # without its evidence a stroke is drawn from what the book says of it
            tracks = ()
        return filter(None, map(way_kept, tracks))


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
