"""Snookers that the side behind needs: fouls at the least price until what lies on the table can level the score."""

import pytest

from tracker.domain.book.setup import Setup, Start
from tracker.domain.table.ball import COLOURS
from tracker.rules import shelf


@pytest.mark.parametrize(
    ("reds", "colours", "scores", "needs"),
    [
        (0, COLOURS, (60, 33), 0),  # 27 behind, 27 on the table: a tie is in reach
        (0, COLOURS, (60, 32), 1),
        (0, COLOURS, (25, 60), 2),  # 8 short
        (0, ("pink", "black"), (50, 30), 2),  # 7 short, and a foul on the pink costs 6
        (0, ("black",), (50, 30), 2),
        (15, COLOURS, (0, 0), 0),
        (1, COLOURS, (80, 40), 2),  # 5 short with a red on
    ],
)
def test_snookers_required(reds: int, colours: tuple[str, ...], scores: tuple[int, int], needs: int) -> None:
    rules = shelf.find("snooker-2024")
    at = rules.opening(Setup(start=Start(reds=reds, colours=colours, scores=scores, on="red" if reds else colours[0])))
    assert rules.scoreline(at).snookers == needs


def test_other_games_know_no_snookers() -> None:
    for rulebook in ("billiards-2024", "novuss-2015"):
        rules = shelf.find(rulebook)
        assert rules.scoreline(rules.opening(Setup())).snookers == 0
