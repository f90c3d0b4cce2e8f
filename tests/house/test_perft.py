"""Perft for snooker: with n reds there are 6^n ways to clear the table, worth 3n+27 to 8n+27 points."""

from collections.abc import Iterator

import pytest

from tracker.domain.ball import COLOURS, RED, WHITE
from tracker.domain.plane import Point
from tracker.domain.setup import Setup
from tracker.domain.stroke import Pot, Standing, Stroke
from tracker.match.book import apply_all
from tracker.rules import shelf
from tracker.rules.snooker.position import COLOUR, Position

RULES = shelf.find()
EMPTY = Standing(at_us=2, places=())


def pots(ball: str) -> Stroke:
    fallen = (Pot(at_us=1, ball=ball, pocket="top-left", sure=1.0),)
    return Stroke(
        number=1, began_us=0, ended_us=2, cue_ball=WHITE, origin=Point(889, 700), first_hit=(ball,), potted=fallen
    )


def clearances(at: Position) -> Iterator[Position]:
    """Every way to clear the table from here with one legal pot a stroke."""
    if at.over:
        yield at
        return
    for ball in COLOURS if at.on == COLOUR else (at.on,):
        ruling = RULES.judge(at, pots(ball), EMPTY)
        assert not ruling.findings
        after, _ = apply_all(RULES, at, ruling.calls)
        assert after.striker == at.striker
        yield from clearances(after)


@pytest.mark.parametrize("reds", [0, 1, 2, 3])
def test_there_are_six_to_the_n_clearances(reds: int) -> None:
    ends = list(clearances(RULES.opening(Setup(reds=reds))))
    points = [end.scores[0] for end in ends]
    assert len(ends) == 6**reds
    assert min(points) == 3 * reds + 27
    assert max(points) == 8 * reds + 27
    assert all(end.winner == 0 and not end.colours and not end.reds for end in ends)


def test_fifteen_reds_and_blacks_are_147() -> None:
    at = RULES.opening(Setup())
    while not at.over:
        ball = "black" if at.on == COLOUR else at.on
        at, _ = apply_all(RULES, at, RULES.judge(at, pots(ball), EMPTY).calls)
    assert at.scores == (147, 0)
    assert RULES.scoreline(at).visit == 147
    assert at.on != RED
