"""Decode ahead of the eyes: a thread reads pictures while the ones before are being looked at."""

import queue
import threading
from collections.abc import Iterator

from tracker.capture.picture import Picture

DEPTH = 8
"""Pictures held ready; enough to bridge a slow one, few enough to stay small (8 x 6 MB at 1080p)."""
LOOK_UP_S = 0.1
"""How often either side looks up from waiting for the other, to see whether it is enough."""
LAST_S = 1.0
"""How long the reader may take to finish; one that hangs on a silent camera is left behind."""

Ready = queue.Queue[Picture | BaseException | None]


def read_ahead(
    pictures: Iterator[Picture], depth: int = DEPTH, enough: threading.Event | None = None
) -> Iterator[Picture]:
    """Give the same pictures, read in another thread; its errors are raised here, and it ends when we do.

    Setting `enough` ends them, even while no picture comes.
    """
    ready: Ready = queue.Queue(depth)
    enough = enough or threading.Event()
    reader = threading.Thread(target=_fill, args=(pictures, ready, enough), daemon=True)
    reader.start()
    try:
        while (got := _next(ready, enough)) is not None:
            if isinstance(got, BaseException):
                raise got
            yield got
    finally:
        enough.set()
        reader.join(LAST_S)


def _fill(pictures: Iterator[Picture], ready: Ready, enough: threading.Event) -> None:
    last: BaseException | None = None
    try:
        for picture in pictures:
            if not _put(ready, picture, enough):
                return
    except BaseException as trouble:
        last = trouble
    _put(ready, last, enough)


def _put(ready: Ready, item: Picture | BaseException | None, enough: threading.Event) -> bool:
    while not enough.is_set():
        try:
            ready.put(item, timeout=LOOK_UP_S)
            return True
        except queue.Full:
            continue
    return False


def _next(ready: Ready, enough: threading.Event) -> Picture | BaseException | None:
    while not enough.is_set():
        try:
            return ready.get(timeout=LOOK_UP_S)
        except queue.Empty:
            continue
    return None
