"""The newest picture, for all who ask: lifted out of its slot when the first one asks, dropped when none did."""

import threading

from tracker.capture.picture import Picture
from tracker.capture.process.capture_request import Laid
from tracker.capture.process.life import Life


class Newest:
    """Holds one picture; a newer one takes its place."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._laid: tuple[Laid, Life] | None = None
        self._picture: Picture | None = None
        self._closed = False
        self.dropped = 0
        """How many nobody asked for."""

    def lay(self, laid: Laid, life: Life) -> None:
        """Have a newer picture, which lies in a slot."""
        with self._changed:
            self.dropped += laid.dropped
            if self._laid is not None:
                older, _ = self._laid
                life.give_back(older)
                self.dropped += 1
            self._laid = laid, life
            self._changed.notify_all()

    def get(self, after: int, wait_s: float) -> Picture | None:
        """Return the newest picture once its number is above `after`; None where none comes in time, or ever."""
        with self._changed:
            self._changed.wait_for(lambda: self._closed or self._number() > after, wait_s)
            if self._number() <= after:
                return None
            self._lift()
            return self._picture

    def rescue(self) -> None:
        """Lift what still lies in a slot, before the slots go."""
        with self._changed:
            self._lift()

    def close(self) -> None:
        """Let nobody wait any longer."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def _number(self) -> int:
        if self._laid is not None:
            return self._laid[0].number
        return -1 if self._picture is None else self._picture.number

    def _lift(self) -> None:
        if self._laid is None:
            return
        (laid, life), self._laid = self._laid, None
        image = life.lift(laid)
        image.flags.writeable = False  # it may be given to several
        self._picture = Picture(number=laid.number, at_us=laid.at_us, image=image)
