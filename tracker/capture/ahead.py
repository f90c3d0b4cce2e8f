"""Decode ahead of the eyes: a thread reads pictures while the ones before are being looked at."""

import queue
import threading
from collections.abc import Iterator

from tracker.capture.picture import Picture

DEPTH = 8
"""Pictures held ready; enough to bridge a slow one, few enough to stay small (8 x 6 MB at 1080p)."""


def read_ahead(pictures: Iterator[Picture], depth: int = DEPTH) -> Iterator[Picture]:
    """Give the same pictures, read in another thread; its errors are raised here, and it ends when we do."""
    ready: queue.Queue[Picture | BaseException | None] = queue.Queue(depth)
    enough = threading.Event()
    reader = threading.Thread(target=_fill, args=(pictures, ready, enough), daemon=True)
    reader.start()
    try:
        while (got := ready.get()) is not None:
            if isinstance(got, BaseException):
                raise got
            yield got
    finally:
        enough.set()
        _drain(ready)
        reader.join()


def _fill(
    pictures: Iterator[Picture], ready: "queue.Queue[Picture | BaseException | None]", enough: threading.Event
) -> None:
    last: BaseException | None = None
    try:
        for picture in pictures:
            if not _put(ready, picture, enough):
                return
    except BaseException as trouble:
        last = trouble
    _put(ready, last, enough)


def _put(
    ready: "queue.Queue[Picture | BaseException | None]", item: Picture | BaseException | None, enough: threading.Event
) -> bool:
    while not enough.is_set():
        try:
            ready.put(item, timeout=0.1)
            return True
        except queue.Full:
            continue
    return False


def _drain(ready: "queue.Queue[Picture | BaseException | None]") -> None:
    while not ready.empty():
        ready.get_nowait()
