"""See and follow: every picture of a source in turn, while the next ones are decoded in another thread."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from tracker.calibrate.watch import start_watch, table_in_view
from tracker.capture.picture import Picture
from tracker.domain.kit import Kit
from tracker.domain.stroke import Standing, Stroke
from tracker.geometry.calibration import Calibration
from tracker.geometry.paths import Path, TrackPoint
from tracker.geometry.sightings import blind
from tracker.incidents.complete import completed
from tracker.incidents.strokes import opening, strokes
from tracker.tracking.follow import follow, start
from tracker.tracking.mend import mend
from tracker.vision.seer import Seer

Told = Callable[[int], None]
"""Is told how many pictures are done."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Watched:
    """All that a source showed."""

    paths: tuple[Path, ...]
    """The ways of the balls."""
    opening: Standing
    """The balls at rest before the first stroke."""
    strokes: tuple[tuple[Stroke, Standing], ...]
    """Each stroke and the balls at rest after it."""
    seen_us: tuple[int, ...]
    """Times of the pictures."""
    lost_us: frozenset[int]
    """Those of them that did not show the table where it should be."""

    @property
    def length_us(self) -> int:
        """Time of the last picture."""
        return self.seen_us[-1] if self.seen_us else 0


def watch(pictures: Iterator[Picture], seer: Seer, calibration: Calibration, kit: Kit, told: Told) -> Watched:
    """Follow all balls through `pictures`, then tell what happened; while the table is out of view all pauses."""
    state, view = start(kit, calibration.camera), start_watch(calibration, kit)
    points: list[tuple[TrackPoint, ...]] = []
    seen_us: list[int] = []
    lost_us: set[int] = set()
    for done, picture in enumerate(pictures, 1):
        view, here = table_in_view(view, picture.image)
        number, at_us = picture.number, picture.at_us
        state = follow(state, seer.see(picture.image, number, at_us) if here else blind(number, at_us))
        points.append(state.points)
        seen_us.append(at_us)
        lost_us |= set() if here else {at_us}
        told(done)
    paths = mend(points, state)
    told_strokes = tuple(strokes(paths, kit))
    return Watched(
        paths=completed(paths, told_strokes, kit, calibration.camera),
        opening=opening(paths, kit),
        strokes=told_strokes,
        seen_us=tuple(seen_us),
        lost_us=frozenset(lost_us),
    )
