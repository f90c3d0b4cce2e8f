"""Perft for snooker: every way to clear a table, and every line of pots, misses, fouls and free balls, counted.

Theory: perft as in chess programs: a wrong rule changes a count. With n reds there are 6^n clearances, and the points
that they make are the coefficients of x^(n+27) (x^2 + … + x^7)^n; a free ball before them is one red more, for which
any of six colours may stand. Lines of strokes have no such formula: their counts are frozen, and a change to the law
that changes one must be able to say why.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from tracker.domain.book.setup import Setup, Start
from tracker.domain.law.call import Call
from tracker.domain.strokes.stroke import Pot, Standing, Stroke
from tracker.domain.table.ball import COLOURS, RED, WHITE
from tracker.domain.table.plane import Point
from tracker.rules import shelf
from tracker.rules.ruleset import apply_all
from tracker.rules.snooker.frame.calls import Choose, Lots, NominateFree
from tracker.rules.snooker.frame.position import COLOUR, PLAY, Position
from tracker.rules.snooker.frame.told import Told

RULES: Any = shelf.find()
EMPTY = Standing(at_us=2, places=())
OPEN, SNOOKERED = Told(snookered=False), Told(snookered=True)
Ways = Counter[int]
"""How many ways there are to make so many points."""


def stroke(first: str, *potted: str) -> Stroke:
    fallen = tuple(Pot(at_us=1, ball=ball, pocket="top-left", sure=1.0) for ball in potted)
    return Stroke(
        number=1, began_us=0, ended_us=2, cue_ball=WHITE, origin=Point(889, 700), first_hit=(first,), potted=fallen
    )


def played(rules: Any, at: Position, what: Stroke, told: Told = OPEN) -> Position:
    """The position after a stroke that went through the judge and the law."""
    then: Position = apply_all(rules, at, rules.judge(at, what, EMPTY, told).calls)[0]
    return then


def called(rules: Any, at: Position, *calls: Call) -> Position:
    then: Position = apply_all(rules, at, calls)[0]
    return then


def clearances(rules: Any, at: Position, known: dict[Position, Ways]) -> Ways:
    """Every way to clear the table with one lawful pot a stroke; what is to come does not depend on the score."""
    if at.over:
        return Counter({0: 1})
    key = replace(at, scores=(0, 0), visit=0, strokes=1, just=None, original=None)
    if key not in known:
        known[key] = sum((_after_pot(rules, at, ball, known) for ball in _on(at)), Counter())
    return known[key]


def _on(at: Position) -> tuple[str, ...]:
    return COLOURS if at.on == COLOUR else (at.on,)


def _after_pot(rules: Any, at: Position, ball: str, known: dict[Position, Ways]) -> Ways:
    after = played(rules, at, stroke(ball, ball))
    assert after.striker == at.striker
    made = after.scores[at.striker] - at.scores[at.striker]
    return Counter({made + points: ways for points, ways in clearances(rules, after, known).items()})


def expected(reds: int, free: int = 0) -> Ways:
    """The clearances by the formula; a free ball before them is one red more that may be any of six colours."""
    ways: Ways = Counter({reds + free + 27: 6**free})
    for _ in range(reds + free):
        ways = sum((Counter({p + value: n for p, n in ways.items()}) for value in range(2, 8)), Counter())
    return ways


@pytest.mark.parametrize("reds", range(7))
@pytest.mark.parametrize("name", ["snooker-2024", "snooker-2022", "snooker-legacy", "six-reds-2024"])
def test_there_are_six_to_the_n_clearances(name: str, reds: int) -> None:
    rules: Any = shelf.find(name)
    ways = clearances(rules, rules.opening(Setup(reds=reds)), {})
    assert ways == expected(reds)
    assert ways.total() == 6**reds
    assert (min(ways), max(ways)) == (3 * reds + 27, 8 * reds + 27)


def free_ball(reds: int) -> Position:
    """A fouls with nothing on to be seen, and B has a free ball."""
    at = RULES.opening(Setup(reds=reds))
    wrong = "black" if reds else "pink"
    return replace(played(RULES, at, stroke(wrong), SNOOKERED), scores=(0, 0))


@pytest.mark.parametrize("reds", range(1, 7))
def test_a_free_ball_is_a_red_more(reds: int) -> None:
    ways: Ways = Counter()
    for ball in COLOURS:
        named = called(RULES, free_ball(reds), NominateFree(ball=ball))
        ways += _after_pot(RULES, named, ball, {})
    assert ways == expected(reds, free=1)


def test_a_free_ball_with_no_reds_is_worth_the_colour_that_is_on() -> None:
    for ball in COLOURS[1:]:
        named = called(RULES, free_ball(0), NominateFree(ball=ball))
        assert _after_pot(RULES, named, ball, {}) == Counter({29: 1})


def moves(at: Position) -> Iterator[Position]:
    """Every position that one stroke or one word leads to."""
    if at.lots:
        yield from (called(RULES, at, Lots(side=side)) for side in (0, 1))
    elif at.choices:
        yield from (called(RULES, at, Choose(what=what)) for what in at.choices)
        if at.free_ball and PLAY in at.choices:
            others = (ball for ball in at.colours if ball != at.on)
            yield from (called(RULES, at, NominateFree(ball=ball)) for ball in others)
    else:
        yield from strokes(at)


def strokes(at: Position) -> Iterator[Position]:
    """A pot and a miss of each ball on; an in-off, and a ball not on first, each with a free ball and without."""
    aims = (at.free,) if at.free else _on(at)
    for ball in aims:
        yield played(RULES, at, stroke(ball, ball))
        yield played(RULES, at, stroke(ball))
    wrong = next((ball for ball in (*COLOURS, RED) if ball not in aims and _is_up(at, ball)), "")
    for told in (OPEN, SNOOKERED):
        yield played(RULES, at, stroke(aims[0], WHITE), told)
        if wrong:
            yield played(RULES, at, stroke(wrong), told)


def _is_up(at: Position, ball: str) -> bool:
    return ball in at.colours or (ball == RED and at.reds > 0)


def lines(at: Position, depth: int) -> tuple[int, int, int]:
    """Count the lines of so many moves: all, those that end the frame, and the points of both sides in all of them."""
    if at.over or depth == 0:
        return 1, int(at.over), sum(at.scores)
    found = [lines(after, depth - 1) for after in moves(at)]
    total, ended, points = (sum(column) for column in zip(*found, strict=True))
    return total, ended, points


FROZEN = {
    (0, ("black",)): ((4, 3, 21), (7, 6, 42), (10, 9, 63), (13, 12, 84)),
    (0, ("pink", "black")): ((6, 0, 32), (20, 3, 142), (87, 9, 904), (315, 46, 3958)),
    (0, COLOURS): ((6, 0, 18), (30, 0, 121), (166, 0, 1040)),
    (1, COLOURS): ((6, 0, 17), (40, 0, 146), (241, 0, 1445)),
    (2, COLOURS): ((6, 0, 17), (42, 0, 162), (254, 0, 1534)),
}
"""Reds and colours on the table: lines, those that end the frame, and points, for one move, two moves and so on.

The first row can be counted on the fingers: pot and miss of the black, and an in-off with and without a snooker behind
it; all but the miss end the frame for seven points.
"""


@pytest.mark.parametrize(("table", "counts"), FROZEN.items(), ids=lambda value: str(value)[:12])
def test_the_lines_of_strokes_are_those_that_they_always_were(
    table: tuple[int, tuple[str, ...]], counts: tuple[tuple[int, int, int], ...]
) -> None:
    reds, colours = table
    at = RULES.opening(Setup(start=Start(reds=reds, colours=colours, on=RED if reds else colours[0])))
    assert tuple(lines(at, depth) for depth in range(1, len(counts) + 1)) == counts


def test_fifteen_reds_and_blacks_are_147() -> None:
    at = RULES.opening(Setup())
    while not at.over:
        ball = "black" if at.on == COLOUR else at.on
        at = played(RULES, at, stroke(ball, ball))
    assert at.scores == (147, 0)
    assert RULES.scoreline(at).visit == 147
