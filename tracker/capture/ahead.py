"""Work ahead of who takes what comes: a thread reads pictures, say, while the ones before are being looked at."""

import queue
import threading
from collections.abc import Iterator
from typing import TypeVar

T = TypeVar("T")

DEPTH = 8
"""Pictures held ready; enough to bridge a slow one, few enough to stay small (8 x 6 MB at 1080p)."""
LOOK_UP_S = 0.1
"""How often either side looks up from waiting for the other, to see whether it is enough."""
LAST_S = 1.0
"""How long the reader may take to finish; one that hangs on a silent camera is left behind."""


def read_ahead(items: Iterator[T], depth: int = DEPTH, enough: threading.Event | None = None) -> Iterator[T]:
    """Give the same items, read in another thread; its errors are raised here, and it ends when we do.

    Setting `enough` ends them, even while none comes.
    """
    ready: queue.Queue[T | BaseException | None] = queue.Queue(depth)
    enough = enough or threading.Event()
    reader = threading.Thread(target=_fill, args=(items, ready, enough), daemon=True)
    reader.start()
    try:
        while (got := _next(ready, enough)) is not None:
            if isinstance(got, BaseException):
                raise got
            yield got
    finally:
        enough.set()
        reader.join(LAST_S)


def _fill(items: Iterator[T], ready: queue.Queue[T | BaseException | None], enough: threading.Event) -> None:
    last: BaseException | None = None
    try:
        for item in items:
            if not _put(ready, item, enough):
                return
    except BaseException as trouble:
        last = trouble
    _put(ready, last, enough)


def _put(ready: queue.Queue[T | BaseException | None], item: T | BaseException | None, enough: threading.Event) -> bool:
    while not enough.is_set():
        try:
            ready.put(item, timeout=LOOK_UP_S)
            return True
        except queue.Full:
            continue
    return False


def _next(ready: queue.Queue[T | BaseException | None], enough: threading.Event) -> T | BaseException | None:
    while not enough.is_set():
        try:
            return ready.get(timeout=LOOK_UP_S)
        except queue.Empty:
            continue
    return None
