"""One PostgreSQL for all tests of the hub, which begin with an empty database each."""

import gc
import warnings
from collections.abc import Iterator

import pytest

from tests.servers import Postgres, nats_program, postgres_server


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    nats_program()
    with postgres_server() as running:
        yield running


@pytest.fixture(autouse=True)
def _sockets_of_servers_that_died() -> Iterator[None]:
    """nats-py leaves a socket to the collector where a server dies while it is being joined: no other test is told."""
    yield
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)
        gc.collect()
