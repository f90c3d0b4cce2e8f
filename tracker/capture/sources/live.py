"""A camera as a source like any other: its pictures in order of time, the newest whenever one is asked for."""

from collections.abc import Iterator
from dataclasses import dataclass

from tracker.capture.addresses import shown_name
from tracker.capture.picture import Picture
from tracker.capture.process.camera import CameraStream
from tracker.capture.process.state import Patience
from tracker.domain.errors import SourceLost, SourceUnreadable

AWAY_S = 10.0
"""So long a camera may be away and come back; then it is lost."""
PATIENCE = Patience()
LOOK_UP_S = 0.2
"""How often it is seen whether a camera that is being opened has failed."""
PROBED = 12
"""Pictures over which the rate is measured."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Live:
    """A camera that answers; what it shows goes by, and cannot be read twice."""

    source: str
    size: tuple[int, int]
    rate: float
    total: int | None = None

    @property
    def name(self) -> str:
        """The address without user name, password and query, or `camera:N`."""
        return shown_name(self.source)

    def pictures(self) -> Iterator[Picture]:
        """Give the newest picture again and again; those that come in between are left out.

        Raises:
            SourceLost: no picture came for a while, or they came in another size.
        """
        with CameraStream(self.source, patience=PATIENCE) as camera:
            picture = camera.newest(wait_s=AWAY_S + PATIENCE.opening_s)
            while picture is not None:
                if picture.size != self.size:
                    raise SourceLost(f"{self.name} now sends {picture.size[0]}x{picture.size[1]}: begin anew")
                yield picture
                picture = camera.newest(after=picture.number, wait_s=AWAY_S)
        raise SourceLost(f"{self.name} has sent no picture for {AWAY_S:g} s: check the camera and its network")


def open_live(source: str) -> Live:
    """Return the camera at an address, or `camera:N`.

    Raises:
        SourceUnreadable: there is none, it does not answer, or it sends no video.
    """
    with CameraStream(source, patience=PATIENCE) as camera:
        picture = None
        while picture is None or picture.number < PROBED:
            state = camera.state
            if state.state in ("lost", "ended"):
                raise SourceUnreadable(state.why)
            picture = camera.newest(after=-1 if picture is None else picture.number, wait_s=LOOK_UP_S) or picture
        return Live(source=source, size=picture.size, rate=camera.state.rate)
