"""Keeps the table in view: finds it at first, and anew when it is not where it was: the camera moved, or was set anew.

A calibration that is known, from an earlier day or a person's hand, holds while the picture bears it out
(`calibrate.watch`). Where it does not for a few pictures half a second apart, these are searched for the table; until
it is found, or comes back to where it was, nothing is seen.

Pointing at balls is by far the most work and needs no memory, so it runs ahead in a thread of its own: balls are
pointed at in one picture while those of the picture before are measured and followed.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from tracker.calibrate.find import TOGETHER, TRY_EVERY_S, find_table
from tracker.calibrate.points import from_points
from tracker.calibrate.watch import TableWatch, start_watch, table_in_view
from tracker.capture.ahead import read_ahead
from tracker.capture.picture import Picture
from tracker.domain.errors import TableNotFound
from tracker.domain.table.kit import End, Kit
from tracker.geometry.calibration import Calibration
from tracker.geometry.sightings import Sightings, blind
from tracker.live.messages import Found, Sought
from tracker.live.vision_process.memory import give_back_memory
from tracker.live.vision_process.window import Taken
from tracker.store.calibrations import calibration_text
from tracker.vision.detector import Detector
from tracker.vision.looking.pointing import Glimpse
from tracker.vision.seer import Seer

MOVED: Final = "camera moved: finding the table again"
GONE: Final = "the table is not where it was: finding it again"
RESIZED: Final = "the camera now sends pictures of {}x{}: finding the table again"
AHEAD: Final = 2
"""Pictures that may wait for what comes after pointing, which takes less time: none does, but for a moment."""
AHEAD_S: Final = 30.0
"""Of a recording that is yet to be played so much is searched; beyond that it is sought while it plays."""
Tell = Callable[[Sought | Found], None]
Corners = tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Observation:
    """What a picture shows, and how the camera saw the table then."""

    calibration: Calibration
    sightings: Sightings
    taken_ms: float
    """When the picture came (Unix, ms)."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class DetectedPicture:
    """A picture in which balls were pointed at, and who did."""

    seer: Seer
    picture: Picture
    taken_ms: float
    pointed: Glimpse | None
    """None: the table is not where it was."""

    def observation(self) -> Observation:
        """Return what the picture shows; to be asked for one picture after the other."""
        number, at_us, image = self.picture.number, self.picture.at_us, self.picture.image
        if self.pointed is None:
            sightings = blind(number, at_us, self.seer.eye.kit.kinds)
        else:
            sightings = self.seer.measured(image, self.pointed, number, at_us)
        return Observation(calibration=self.seer.eye.calibration, sightings=sightings, taken_ms=self.taken_ms)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ViewState:
    """A camera that sees the table, or saw it last."""

    seer: Seer
    watch: TableWatch

    def on(self, taken: Taken) -> tuple["ViewState", DetectedPicture]:
        """Return this after a picture, and what the network sees in it: nothing while the table is not where it was."""
        picture, taken_ms = taken
        watch, here = table_in_view(self.watch, picture.image)
        pointed = self.seer.point(picture.image, self.seer.aim(picture.image, picture.at_us)) if here else None
        return replace(self, watch=watch), DetectedPicture(
            seer=self.seer, picture=picture, taken_ms=taken_ms, pointed=pointed
        )


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Search:
    """Pictures of a table that is not where it should be, half a second apart."""

    kit: Kit
    corners: Corners = ()
    """Where a person says that the corners of the playing area are (px); empty: nobody has said."""
    baulk: End | None = None
    """Where in the picture they say that Baulk lies, or side A of a board."""
    group: tuple[Picture, ...] = ()

    @property
    def is_full(self) -> bool:
        """Whether there are as many as it takes to look for the table."""
        return len(self.group) >= (1 if self.corners else TOGETHER)

    def among(self, picture: Picture) -> "Search":
        """Return this with one picture more, unless it comes too soon after the last; another size begins anew."""
        if self.group and picture.size != self.group[-1].size:
            # Corners, too, were those of pictures of another size.
            return replace(self, corners=(), group=(picture,))
        if self.group and picture.at_us - self.group[-1].at_us < TRY_EVERY_S * 1e6:
            return self
        return replace(self, group=(*self.group, picture))

    def found(self) -> Calibration:
        """Return how the camera sees the table.

        Raises:
            TableNotFound: the pictures show none that can be trusted.
        """
        if self.corners:
            return from_points(self.group[-1].image, self.kit, self.corners, self.baulk)
        return find_table([picture.image for picture in self.group], self.kit, self.baulk)


def found_ahead(pictures: Iterable[Picture], search: Search, tell: Tell) -> Calibration | None:
    """Return how the table is seen in the first pictures of a recording that is yet to be played; None: in none.

    Played in its own time it would run on, and might run out, while the table is sought.
    """
    for picture in pictures:
        if picture.at_us > AHEAD_S * 1e6:
            return None
        search = search.among(picture)
        if search.is_full:
            try:
                calibration = search.found()
            except TableNotFound as trouble:
                tell(Sought(why=str(trouble)))
                search = replace(search, group=())
            else:
                tell(Found(calibration=calibration_text(calibration, search.kit)))
                return calibration
    return None


def observations(
    pictures: Iterable[Taken], known: Calibration | None, search: Search, detector: Detector, tell: Tell
) -> Iterator[Observation]:
    """Give what each picture shows, from the first on after which the table is known or found."""
    for picture in read_ahead(detected(pictures, known, search, detector, tell), AHEAD):
        yield picture.observation()


def detected(
    pictures: Iterable[Taken], known: Calibration | None, search: Search, detector: Detector, tell: Tell
) -> Iterator[DetectedPicture]:
    """Give what the network sees in each picture, as `observations` wants it."""
    view = view_state(known, search.kit, detector) if known else None
    for taken in pictures:
        if view is not None:
            view, picture = view.on(taken)
            yield picture
            if picture.pointed is not None:
                # Corners, too, were those of a view that may be gone one day.
                search = replace(search, corners=(), group=())
                continue
        search = search.among(taken[0])
        if search.is_full:
            view, search = sought(view, search, detector, tell), replace(search, group=())


def sought(view: ViewState | None, search: Search, detector: Detector, tell: Tell) -> ViewState | None:
    """Return the view of the table where it is found; the one before, which it may come back to, where it is not."""
    if view is not None:
        tell(Sought(why=why_sought(view, search.group[-1]), again=True))
    try:
        calibration = search.found()
    except TableNotFound as trouble:
        if view is None:
            tell(Sought(why=str(trouble)))
        return view
    tell(Found(calibration=calibration_text(calibration, search.kit)))
    return view_state(calibration, search.kit, detector)


def why_sought(view: ViewState, picture: Picture) -> str:
    """Return why a table that was in view is sought in a picture."""
    if picture.size != view.seer.eye.calibration.camera.image_size:
        return RESIZED.format(*picture.size)
    return MOVED if view.watch.knocked else GONE


def view_state(calibration: Calibration, kit: Kit, detector: Detector) -> ViewState:
    """Return a view that has yet to see its first picture, and will not keep it waiting.

    A network takes half a second over the first picture of a size, so it is shown empty ones. To find a table takes
    some 50 MB for a moment, as to prepare a network does, which would be kept for ever.
    """
    seer = Seer(calibration, kit, detector)
    seer.wake()
    give_back_memory()
    return ViewState(seer=seer, watch=start_watch(calibration, kit))
