"""The positions that the calls of a desk led from."""

from collections.abc import Iterator

from tracker.match.book.book import ReplayedEntry
from tracker.match.desk.desk import Desk
from tracker.rules.ruleset import S


def with_before(desk: Desk[S]) -> Iterator[tuple[S, ReplayedEntry[S]]]:
    """Give each step of a frame in order, with the position before it."""
    before = desk.rules.opening(desk.book.header.setup)
    for step in desk.steps:
        yield before, step
        before = step.position
