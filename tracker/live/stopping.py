"""A person ends the watching of a live table with Ctrl-C, and gets what was seen until then."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event
from types import FrameType

ENDS = (signal.SIGINT, signal.SIGTERM)


@contextmanager
def stopped_by_hand() -> Iterator[Event]:
    """Give an event that the first Ctrl-C, or a service's stop, sets; the second ends the program as it always does.

    A signal that is being ignored stays ignored. To be entered in the program's main thread.
    """
    enough = Event()
    before = {end: signal.getsignal(end) for end in ENDS if signal.getsignal(end) != signal.SIG_IGN}

    def restore() -> None:
        for end, way in before.items():
            signal.signal(end, way)

    def first(_number: int, _frame: FrameType | None) -> None:
        enough.set()
        restore()

    try:
        for end in before:
            signal.signal(end, first)
        yield enough
    finally:
        restore()
