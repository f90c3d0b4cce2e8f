"""Decide where the network looks in each picture: where it has changed, now and then everywhere, now and then closer.

What has changed is told from what the network saw last (`changes`); that the whole is looked at every so often keeps
anything from being missed or mistaken for ever.
"""

from tracker.domain.frozen import replace
from tracker.vision.detector import Picture
from tracker.vision.looking.changes import RIM, Aim, Cells, Known, aim_at, known_after, shrunk
from tracker.vision.looking.crop import Crop

WHOLE_US = 833_000
"""So often the whole table is looked at, changed or not: nothing is missed or mistaken for ever. Held where it was, at
25 pictures of 30 a second: at 24, and at 30, one of 25 television clips lost a ball in a fifth of its pictures."""


class Timer:
    """Tells when it is time for what is done every so often, at once for the first time."""

    def __init__(self, every_us: int) -> None:
        self._every_us = every_us
        self._rang_us: int | None = None

    def rings(self, at_us: int) -> bool:
        """Say whether it is time now; if so it is not for a while."""
        if self._rang_us is not None and 0 <= at_us - self._rang_us < self._every_us:
            return False
        self._rang_us = at_us
        return True


class Aimer:
    """Decides, picture after picture, what the network looks at; remembers what it has seen."""

    def __init__(
        self, crop: Crop, bed: Cells, *, rim: int = RIM, whole_us: int = WHOLE_US,
        closer: tuple[Crop, ...] = (), closer_us: int = 0,
    ) -> None:  # fmt: skip
        """Get ready to decide.

        Args:
            crop: how the network's picture is cut from the camera's.
            bed: the cells of it in which a ball on the table can show.
            rim: so many cells round what changed are looked at and not believed.
            whole_us: so often all of it is looked at, changed or not.
            closer: looks in which balls are larger.
            closer_us: so often those are taken.
        """
        self._crop, self._bed, self._rim, self._looks_closer = crop, bed, rim, closer
        self._whole, self._closer = Timer(every_us=whole_us), Timer(every_us=closer_us)
        self._known: Known | None = None

    def aim(self, picture: Picture, at_us: int) -> Aim:
        """Return what of the next (h, w, 3) BGR picture, taken at `at_us`, the network is to look at."""
        whole = self._whole.rings(at_us)
        aim = aim_at(shrunk(picture, self._crop), self._known, whole=whole, bed=self._bed, rim=self._rim)
        self._known = known_after(self._known, aim)
        return replace(aim, closer=self._looks_closer if self._closer.rings(at_us) else ())
