"""What one piece gives another follows from their masses: no momentum comes or goes."""

import pytest

from tracker.physics.pairs import collision_of
from tracker.physics.sliding import mass_of
from tracker.store.kits import find_kit

BOARD, TABLE = find_kit("novuss"), find_kit()


@pytest.mark.parametrize(("mover", "met"), [("striker", "a"), ("a", "striker"), ("b", "a")])
def test_what_a_disc_loses_is_what_the_other_gets(mover: str, met: str) -> None:
    told = collision_of(BOARD, mover, met)
    assert mass_of(BOARD, mover) * told.lost == pytest.approx(mass_of(BOARD, met))
    assert told.apart_mm == BOARD.radius_of(mover) + BOARD.radius_of(met)


def test_a_striker_gives_a_puck_more_than_a_puck_gives_it() -> None:
    assert collision_of(BOARD, "striker", "a").given > collision_of(BOARD, "a", "striker").given


def test_balls_are_alike() -> None:
    assert collision_of(TABLE, "white", "red") == collision_of(TABLE, "red", "black")
    assert collision_of(TABLE, "white", "red").lost == 1
