"""What the pictures of a stroke left open stays a doubt of it until something that was seen later settles it."""

from dataclasses import replace

import pytest
from doubtful import BEGIN, CUE, PINK_BACK, PINK_UNSURE, RED_IN, RULES, quiet, seen, stroke, table

from tracker.domain.strokes.alternatives import Alternatives, Reading
from tracker.domain.strokes.stroke import Doubt, Stroke
from tracker.match.steps import See
from tracker.pipeline.judging import judge
from tracker.pipeline.watched import Watched


def doubted(told: See, about: str) -> See:
    """Return what was seen with a doubt of its likeliest reading about a fact in which the readings differ."""
    first, *others = told.seen.readings
    doubts = (*first.stroke.doubts, Doubt(about=about, why="cannot be told"))
    likeliest = replace(first, stroke=replace(first.stroke, doubts=doubts))
    return See(seen=replace(told.seen, readings=(likeliest, *others)))


def rather(likeliest: Stroke, log_odds: float, other: Stroke) -> See:
    """Return a stroke that may have been either; the balls lie alike after both."""
    lies = table(6, CUE[1])
    read = Reading(stroke=likeliest, standing=lies, log_odds=log_odds), Reading(stroke=other, standing=lies)
    return See(seen=Alternatives(readings=read, before=table(6, CUE[0])))


def by_the_same(told: See) -> See:
    """Return what was seen, played by somebody who looks like who played the stroke before."""
    return See(seen=replace(told.seen, same_player=4.0))


BLUE_IN = seen(table(4, CUE[3]), (stroke(4, "blue", "blue"), table(4, CUE[4], ["blue"]), 0.0, ""))
RED_FIRST, BLUE_FIRST = stroke(1, "red"), stroke(1, "blue")


@pytest.mark.parametrize(
    ("sentence", "told", "number", "left"),
    [
        (
            "that a foul is rare settles nothing: of a first contact 3 to 1 in doubt a referee is told",
            [doubted(rather(RED_FIRST, 1.1, BLUE_FIRST), "first_hit"), *quiet(2, 2)], 1, ("first_hit",),
        ),
        (
            "nor does it make a contact doubtful that the pictures tell by far",
            [doubted(rather(RED_FIRST, 5.0, BLUE_FIRST), "first_hit"), *quiet(2, 2)], 1, (),
        ),
        (
            "two fouls of four points differ in what was met, though the law has them come to the same",
            [doubted(rather(stroke(1, "yellow"), 1.1, stroke(1, "green")), "first_hit"), *quiet(2, 2)],
            1, ("first_hit",),
        ),
        (
            "a pink that was not seen to fall is in doubt",
            [RED_IN, doubted(PINK_UNSURE, "potted")], 2, ("potted",),
        ),
        (
            "once it lies on its spot again, and who played it plays on, it was potted",
            [RED_IN, doubted(PINK_UNSURE, "potted"), by_the_same(PINK_BACK), by_the_same(BLUE_IN)], 2, (),
        ),
        (
            "what no reading tells apart stays in doubt",
            [doubted(rather(RED_FIRST, 5.0, BLUE_FIRST), "cushions"), *quiet(2, 2)], 1, ("cushions",),
        ),
    ],
)  # fmt: skip
def test_a_doubt_stays_until_what_was_seen_settles_it(
    sentence: str, told: list[See], number: int, left: tuple[str, ...]
) -> None:
    header = BEGIN.header
    watched = Watched(
        paths=(), opening=table(6, CUE[0]), alternatives=tuple(one.seen for one in told), seen_us=(0,),
        lost_us=frozenset(), is_part=True,
    )  # fmt: skip
    judged = judge(watched, RULES.kit, header.rulebook, (0, 0), "red")
    (doubts,) = [one.doubts for one, _ in judged.strokes if one.number == number]
    assert tuple(doubt.about for doubt in doubts) == left, sentence
