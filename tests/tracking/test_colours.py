"""Naming a whole table: one of each colour, at most fifteen reds, whatever a single look says."""

from dataclasses import replace

import numpy as np
import pytest

from tracker.domain.table.ball import COLOURS, SNOOKER
from tracker.store.kits import find_kit
from tracker.tracking.colours import assign_colours, name_table


def odds(**shares: float) -> list[float]:
    row = np.array([shares.get(name, 0.01) for name in SNOOKER])
    return list(row / row.sum())


TABLES = {
    "each ball as it looks": (["white", "red", "red"], [odds(white=0.9), odds(red=0.9), odds(red=0.8)]),
    "of two browns the one more like red is a red": (
        ["brown", "red"], [odds(brown=0.6, red=0.4), odds(brown=0.55, red=0.45)],
    ),
    "a brown that looks a little more like red stays brown beside fifteen reds": (
        ["brown"] + ["red"] * 15, [odds(red=0.55, brown=0.45)] + [odds(red=0.9)] * 15,
    ),
    "of two whites the pinker one is the pink": (
        ["white", "pink"], [odds(white=0.7, pink=0.3), odds(white=0.55, pink=0.45)],
    ),
    "a second blue that is like nothing else stays a blue": (["blue", "blue"], [odds(blue=0.97), odds(blue=0.96)]),
    "what looks red under violet light is the brown that must be up while reds are": (
        [*COLOURS, "red", "red"],
        [odds(**{ball: 0.9}) if ball != "brown" else odds(red=0.85, brown=0.06) for ball in COLOURS]
        + [odds(red=0.95, brown=0.005)] * 2,
    ),
    "with a colour hidden no clear red is taken for it": (
        ["red"] * 3 + ["yellow", "green", "blue", "pink", "black"],
        [odds(red=0.95, brown=0.004)] * 3 + [odds(**{ball: 0.9}) for ball in COLOURS if ball != "brown"],
    ),
    "when the reds are gone what looks redder than brown is the brown below blue, pink and black": (
        ["brown", "blue", "pink", "black"],
        [odds(red=0.6, brown=0.3)] + [odds(**{ball: 0.9}) for ball in ("blue", "pink", "black")],
    ),
    "a clear red with blue, pink and black alone is a red, though no frame comes to that": (
        ["red", "blue", "pink", "black"],
        [odds(red=0.95, brown=0.01)] + [odds(**{ball: 0.9}) for ball in ("blue", "pink", "black")],
    ),
    "with black and pink alone left neither is a red": (
        ["pink", "black", "white"], [odds(red=0.5, pink=0.4), odds(black=0.9), odds(white=0.9)],
    ),
    "a line-up of reds needs no colours": (["red"] * 4, [odds(red=0.8, brown=0.2)] * 4),
    "an orange ball beside a whole set takes no place of another": (
        [*COLOURS, *["red"] * 15, "yellow"],
        [odds(**{ball: 0.9}) for ball in COLOURS] + [odds(red=0.9)] * 15 + [odds(yellow=0.6, red=0.3)],
    ),
    "a lone red may be red though the brown's place is free": (["red"], [odds(red=0.6, brown=0.4)]),
}  # fmt: skip


@pytest.mark.parametrize("sentence", TABLES)
def test_naming(sentence: str) -> None:
    names, looks = TABLES[sentence]
    told, sures = assign_colours(np.array(looks), find_kit())
    assert list(told) == names
    assert len(sures) == len(names)
    assert all(0 <= s <= 1 for s in sures)


def test_a_yellow_long_taken_for_a_second_brown_is_the_yellow_that_is_missing() -> None:
    """Ten looks that err together: none says more than the first."""
    looks = np.log([odds(yellow=0.28, brown=0.61), odds(brown=0.92)])
    assert name_table(10 * looks, find_kit(), np.ones(2))[0] == ("yellow", "brown")


def test_a_second_ball_that_for_long_was_like_nothing_but_a_brown_is_no_yellow() -> None:
    looks = np.log([odds(brown=0.9), odds(brown=0.92)])
    assert name_table(10 * looks, find_kit(), np.ones(2))[0] == ("brown", "brown")


def test_a_doubtful_ball_does_not_take_a_name_from_a_sure_one() -> None:
    looks = np.array([odds(white=0.9, pink=0.05), odds(white=0.9, pink=0.05)])
    told, _ = assign_colours(looks, find_kit(), np.array([0.2, 0.95]))
    assert told[1] == "white"


def test_a_clear_look_is_surer_than_a_torn_one() -> None:
    _, sures = assign_colours(np.array([odds(blue=0.95), odds(red=0.5, brown=0.5)]), find_kit())
    assert sures[0] > 0.9
    assert sures[1] < 0.7


def test_an_empty_table_has_no_names() -> None:
    assert assign_colours(np.zeros((0, 8)), find_kit())[0] == ()


def test_a_game_of_two_balls_names_each_once() -> None:
    kit = replace(find_kit(), pieces={"white": 1, "yellow": 1})
    told, _ = assign_colours(np.array([[0.55, 0.45], [0.9, 0.1]]), kit)
    assert told == ("yellow", "white")
