"""What tests of this room begin with."""

from collections.abc import Iterator

import pytest
from browsing import BEGIN, free_port, served
from room_fixtures import browser, cuewatch, database, table_picture

from tracker.live.table.keeping import Memory
from tracker.live.table.table import Table

__all__ = ["browser", "cuewatch", "database", "table_picture"]


@pytest.fixture
def port() -> int:
    """Where a hall is served for this test."""
    return free_port()


@pytest.fixture
def table(port: int) -> Iterator[Table]:
    """Table 1 of a hall that is served, with a match begun."""
    with served(Memory(), port) as hall:
        hall.table("1").do(BEGIN)
        yield hall.table("1")
