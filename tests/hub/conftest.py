"""One PostgreSQL for all tests of the hub, which begin with an empty database each; a hall and a hub without a wire."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from halls import HallAtWork, at_work

from tests.servers import Postgres, nats_program, postgres_server
from tracker.store.database.opening import Database, open_database
from tracker.store.mirror.halls import know_halls


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    nats_program()
    with postgres_server() as running:
        yield running


@pytest.fixture
def crown(tmp_path: Path) -> Iterator[HallAtWork]:
    with at_work("crown", tmp_path / "crown.db", None) as hall:
        yield hall


@pytest.fixture
def hub(tmp_path: Path) -> Iterator[Database]:
    with open_database(tmp_path / "hub.db") as opened:
        know_halls(opened, [("crown", "The Crown"), ("gate", "The Gate")])
        yield opened
