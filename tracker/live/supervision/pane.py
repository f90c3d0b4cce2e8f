"""The server's side of the eyes' window: a picture is asked for while a desk looks, one after the other."""

import os
from typing import Protocol

from tracker.capture.process.shared_memory import shared_memory
from tracker.live.messages import Pictured
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

    def __init__(self, screens: Screens) -> None:
        self._screens, self._asked = screens, False
        self.memory = shared_memory()
        """Where the eyes lay a picture."""

    def begin(self) -> None:
        """Have new eyes, of which nothing was asked yet."""
        self._asked = False

    def asks(self) -> bool:
        """Tell whether a picture is to be asked for now; it counts as asked for."""
        if self._asked or not self._screens.viewers:
            return False
        self._asked = True
        return True

    def take(self, news: Pictured) -> None:
        """Show the picture that was asked for."""
        jpeg, self._asked = os.pread(self.memory, news.bytes, 0), False
        self._screens.tell(Still(jpeg=jpeg, width=news.width, height=news.height, taken_ms=news.taken_ms))

    def close(self) -> None:
        """Let the memory go."""
        os.close(self.memory)
