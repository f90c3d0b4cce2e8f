"""The server's side of the eyes' window: a picture is asked for while somebody looks, one after the other."""

import os
from typing import Protocol

from tracker.capture.process.shared_memory import shared_memory
from tracker.live.messages import LOOK, LOOK_WHOLE, Pictured
from tracker.show.pictures.still import Still


class Screens(Protocol):
    """The screens that may look."""

    @property
    def viewers(self) -> int:
        """How many do."""
        ...

    def tell(self, newest: Still, /) -> None:
        """Show a picture."""
        ...


class Pane:
    """What comes through the window of one pair of eyes after the other."""

    def __init__(self, screens: Screens, wholes: Screens) -> None:
        """Show pictures to `screens`, and such as have all their pixels to `wholes`."""
        self._screens, self._wholes, self._asked = screens, wholes, False
        self.memory = shared_memory()
        """Where the eyes lay a picture."""

    def begin(self) -> None:
        """Have new eyes, of which nothing was asked yet."""
        self._asked = False

    def asks(self) -> bytes | None:
        """Return the line that asks for the picture that is wanted now, which counts as asked for; None: none is."""
        wanted = LOOK_WHOLE if self._wholes.viewers else LOOK if self._screens.viewers else None
        if self._asked or wanted is None:
            return None
        self._asked = True
        return wanted

    def take(self, news: Pictured) -> None:
        """Show the picture that was asked for."""
        jpeg, self._asked = os.pread(self.memory, news.bytes, 0), False
        still = Still(jpeg=jpeg, width=news.width, height=news.height, taken_ms=news.taken_ms)
        (self._wholes if news.whole else self._screens).tell(still)

    def close(self) -> None:
        """Let the memory go."""
        os.close(self.memory)
