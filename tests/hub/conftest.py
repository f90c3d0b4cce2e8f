"""One PostgreSQL for all tests of the hub, which begin with an empty database each."""

from collections.abc import Iterator

import pytest

from tests.servers import Postgres, nats_program, postgres_server


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    nats_program()
    with postgres_server() as running:
        yield running
