"""See and follow: every picture of a source in turn, while balls are pointed at in the next ones by other threads.

Following looks back, so it takes the pictures one by one, and so does what says where they have changed, ahead of it;
the network does not, and so runs in between, in as many pictures at once as there are cores. What comes out is the same
to the last bit, however many they are.
"""

from collections.abc import Generator, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import partial

from tracker.calibrate.watch import TableWatch, start_watch, table_in_view
from tracker.capture.ahead import read_ahead
from tracker.capture.picture import Picture
from tracker.cli.recording.side_by_side import side_by_side
from tracker.domain.table.kit import Kit
from tracker.geometry.sightings import Sightings, blind
from tracker.pipeline.watched import OnProgress, Watched, watched
from tracker.pipeline.whole import Keep, at_hand
from tracker.vision.looking.changes import Aim
from tracker.vision.looking.pointing import Glimpse
from tracker.vision.seer import Seer

AHEAD = 4
"""Pictures that are aimed at before the network takes them."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PointedPicture:
    """A picture, and where the network saw something like a ball in it; None while the table is out of view."""

    picture: Picture
    pointed: Glimpse | None


def watch(
    pictures: Iterator[Picture], seer: Seer, kit: Kit, told: OnProgress, at_once: int = 1, keep: Keep = at_hand
) -> Watched:
    """Follow all balls through `pictures`, then tell what happened; while the table is out of view all pauses.

    The network looks at `at_once` pictures at the same time. What a live source had shown before it was lost stands.
    `keep` keeps the ways of the balls, which grow with the recording.

    Raises:
        SourceUnreadable: a recording breaks off, or a live source was lost before its first picture.
    """
    calibration = seer.eye.calibration
    with closing(glances(pictures, seer, start_watch(calibration, kit), at_once)) as taken:
        return watched(map(partial(sighted, seer=seer), taken), calibration, kit, told, keep)


def glances(pictures: Iterable[Picture], seer: Seer, view: TableWatch, at_once: int) -> Generator[PointedPicture]:
    """Give the pictures in their order, balls pointed at in those that show the table."""

    def glance(due: tuple[Picture, Aim | None]) -> PointedPicture:
        picture, aim = due
        return PointedPicture(picture=picture, pointed=seer.point(picture.image, aim) if aim else None)

    return side_by_side(glance, read_ahead(aimed(pictures, seer, view), AHEAD), at_once)


def aimed(pictures: Iterable[Picture], seer: Seer, view: TableWatch) -> Iterator[tuple[Picture, Aim | None]]:
    """Give each picture, and what of it is to be looked at: None where it does not show the table in its place."""
    for picture in pictures:
        view, here = table_in_view(view, picture.image)
        yield picture, seer.aim(picture.image, picture.at_us) if here else None


def sighted(glance: PointedPicture, seer: Seer) -> Sightings:
    """Return what a picture shows; to be asked for the pictures in their order."""
    number, at_us = glance.picture.number, glance.picture.at_us
    if glance.pointed is None:
        return blind(number, at_us, seer.eye.kit.kinds)
    return seer.measured(glance.picture.image, glance.pointed, number, at_us)
