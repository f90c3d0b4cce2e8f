"""How well balls in the jaws are seen is told of balls that are there, by a network that ships."""

from pathlib import Path

import numpy as np

from models.training.jaws import IN_JAWS, Look, by_place, line, looks, pictures
from models.training.looking import Network

NETWORK = Path(__file__).parents[2] / "models" / "balls-5.onnx"


def test_most_balls_of_drawn_positions_are_found_in_jaws_and_elsewhere() -> None:
    shown = list(pictures(6))
    every = list(looks(Network(NETWORK), shown))
    assert len(every) == sum(len(rows) for _, rows, _ in shown)
    in_jaws = [one.sure for one in every if one.from_hole < IN_JAWS]
    assert len(in_jaws) >= 5
    assert np.median(in_jaws) > 0.5
    assert np.median([one.sure for one in every]) > 0.5


def test_what_is_deep_in_jaws_is_in_jaws_and_what_is_near_them_is_nowhere() -> None:
    every = [Look(from_hole=away, sure=0.9, named_right=True) for away in (0.5, 1.5, 2.5, 3.5)]
    found = {where: [one.from_hole for one in some] for where, some in by_place(every).items()}
    assert found == {"in jaws": [0.5, 1.5], "deep in jaws": [0.5], "elsewhere": [3.5]}


def test_a_line_counts_what_was_found_and_what_of_it_was_named_wrongly() -> None:
    some = [
        Look(from_hole=1.0, sure=sure, named_right=right) for sure, right in ((0.9, True), (0.8, False), (0.1, True))
    ]
    assert line("a network, in jaws", some) == "| a network, in jaws | 3 | 2 | 1 | 0.80 |"
