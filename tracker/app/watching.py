"""See and follow: every picture of a source in turn, while balls are pointed at in the next ones by other threads.

Following looks back, so it takes the pictures one by one, and so does what says where they have changed, ahead of it;
the network does not, and so runs in between, in as many pictures at once as there are cores. What comes out is the same
to the last bit, however many they are.
"""

from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import partial

from tracker.app.side_by_side import side_by_side
from tracker.calibrate.watch import TableWatch, start_watch, table_in_view
from tracker.capture.ahead import read_ahead
from tracker.capture.picture import Picture
from tracker.domain.alternatives import Alternatives
from tracker.domain.errors import SourceLost
from tracker.domain.kit import Kit
from tracker.domain.stroke import Standing, Stroke
from tracker.geometry.calibration import Calibration
from tracker.geometry.paths import Path
from tracker.geometry.sightings import Sightings, blind
from tracker.pipeline.live_window import begin
from tracker.pipeline.recorded import gathered, recorded
from tracker.vision.changes import Aim
from tracker.vision.seer import Glimpse, Seer

AHEAD = 4
"""Pictures that are aimed at before the network takes them."""
Told = Callable[[int], None]
"""Is told how many pictures are done."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Watched:
    """All that a source showed."""

    paths: tuple[Path, ...]
    """The ways of the balls."""
    opening: Standing
    """The balls at rest before the first stroke."""
    alternatives: tuple[Alternatives, ...]
    """What each stroke may have been."""
    seen_us: tuple[int, ...]
    """Times of the pictures."""
    lost_us: frozenset[int]
    """Those of them that did not show the table where it should be."""
    cut_short: str = ""
    """Why a live source gave no more, unless it was asked to end."""
    surplus: tuple[Path, ...] = ()
    """What was taken for a ball while the set was complete without it."""

    @property
    def strokes(self) -> tuple[tuple[Stroke, Standing], ...]:
        """Each stroke and the balls at rest after it, as the pictures alone have it."""
        return tuple((seen.likeliest.stroke, seen.likeliest.standing) for seen in self.alternatives)

    @property
    def length_us(self) -> int:
        """Time of the last picture."""
        return self.seen_us[-1] if self.seen_us else 0


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Glance:
    """A picture, and where the network saw something like a ball in it; None while the table is out of view."""

    picture: Picture
    pointed: Glimpse | None


def watch(pictures: Iterator[Picture], seer: Seer, kit: Kit, told: Told, at_once: int = 1) -> Watched:
    """Follow all balls through `pictures`, then tell what happened; while the table is out of view all pauses.

    The network looks at `at_once` pictures at the same time. What a live source had shown before it was lost stands.

    Raises:
        SourceUnreadable: a recording breaks off, or a live source was lost before its first picture.
    """
    calibration = seer.eye.calibration
    with closing(glances(pictures, seer, start_watch(calibration, kit), at_once)) as taken:
        return watched(map(partial(sighted, seer=seer), taken), calibration, kit, told)


def watched(seen: Iterable[Sightings], calibration: Calibration, kit: Kit, told: Told) -> Watched:
    """Follow all balls through what the pictures showed, one after another, then tell what happened.

    Raises:
        SourceLost: a live source was lost before its first picture.
    """
    shown = Shown()
    recording = gathered(recorded(shown.noting(seen, told), begin(kit, calibration)), kit, calibration.sd_mm)
    return Watched(
        paths=recording.paths,
        opening=recording.opening,
        alternatives=recording.told,
        seen_us=tuple(shown.seen_us),
        lost_us=frozenset(shown.lost_us),
        cut_short=shown.cut_short,
        surplus=recording.surplus,
    )


class Shown:
    """Which pictures came, and what became of their source."""

    def __init__(self) -> None:
        self.seen_us: list[int] = []
        self.lost_us: set[int] = set()
        self.cut_short = ""

    def noting(self, seen: Iterable[Sightings], told: Told) -> Iterator[Sightings]:
        """Give what the pictures show; that a live source is lost ends them.

        Raises:
            SourceLost: before the first of them.
        """
        try:
            for done, sightings in enumerate(seen, 1):
                self.seen_us.append(sightings.at_us)
                self.lost_us |= set() if sightings.table_seen else {sightings.at_us}
                yield sightings
                told(done)
        except SourceLost as trouble:
            if not self.seen_us:
                raise
            self.cut_short = str(trouble)


def glances(pictures: Iterable[Picture], seer: Seer, view: TableWatch, at_once: int) -> Generator[Glance]:
    """Give the pictures in their order, balls pointed at in those that show the table."""

    def glance(due: tuple[Picture, Aim | None]) -> Glance:
        picture, aim = due
        return Glance(picture=picture, pointed=seer.point(picture.image, aim) if aim else None)

    return side_by_side(glance, read_ahead(aimed(pictures, seer, view), AHEAD), at_once)


def aimed(pictures: Iterable[Picture], seer: Seer, view: TableWatch) -> Iterator[tuple[Picture, Aim | None]]:
    """Give each picture, and what of it is to be looked at: None where it does not show the table in its place."""
    for picture in pictures:
        view, here = table_in_view(view, picture.image)
        yield picture, seer.aim(picture.image) if here else None


def sighted(glance: Glance, seer: Seer) -> Sightings:
    """Return what a picture shows; to be asked for the pictures in their order."""
    number, at_us = glance.picture.number, glance.picture.at_us
    if glance.pointed is None:
        return blind(number, at_us)
    return seer.measured(glance.picture.image, glance.pointed, number, at_us)
