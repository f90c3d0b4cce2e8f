"""Look at several pictures at once, and hand on what was seen in the order in which they were taken.

A bounded pipeline: only a few pictures are under way at any time, so a slow reader is never buried and memory stays
small. The work must not depend on what came before; then what comes out does not depend on how many threads there are.
"""

from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")

AHEAD = 2
"""Pictures under way for each thread: one in work, one ready for when that is done."""


def side_by_side(work: Callable[[T], R], items: Iterable[T], at_once: int) -> Generator[R]:
    """Give `work(item)` for each of `items`, in their order, done by `at_once` threads.

    Items are drawn in the caller's thread. What `work` or `items` raise is raised here. When this is closed or anything
    is raised, what is in work is waited for and nothing more is begun.
    """
    due: deque[Future[R]] = deque()
    threads = ThreadPoolExecutor(at_once, "side by side")
    try:
        for item in items:
            due.append(threads.submit(work, item))
            while due and (len(due) >= AHEAD * at_once or due[0].done()):
                yield due.popleft().result()
        while due:
            yield due.popleft().result()
    finally:
        threads.shutdown(cancel_futures=True)
