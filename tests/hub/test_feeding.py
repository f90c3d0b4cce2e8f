"""What is called in a hall is in the hub soon after, to the letter, by way of its leaf node or without one."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from halls import Federation, HallAccount, assert_alike, at_work

from tests.servers import Postgres

CROWN = HallAccount(name="crown", password="crown-word", hub_password="hub-crown", is_leaf=True)
GATE = HallAccount(name="gate", password="gate-word", hub_password="hub-gate")


@pytest.fixture
def federation(postgres: Postgres, tmp_path: Path) -> Iterator[Federation]:
    made = Federation(folder=tmp_path, postgres=postgres, halls=(CROWN, GATE))
    made.start()
    yield made
    made.stop()


def test_the_books_of_two_halls_are_at_the_hub(federation: Federation, tmp_path: Path) -> None:
    with (
        federation.hub() as hub,
        at_work("crown", tmp_path / "crown.db", federation.feed_order("crown")) as crown,
        at_work("gate", tmp_path / "gate.db", federation.feed_order("gate")) as gate,
    ):
        crown.puts_right(*crown.plays("maximum"))
        gate.plays("six-reds", table="1")
        gate.plays("novuss-set", table="2")
        crown.plays("four-handed")
        assert_alike(hub, crown, gate)
