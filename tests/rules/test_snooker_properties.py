"""Whatever happens on the table, the judge has an answer, the law holds together, and points are what was called."""

from typing import cast

from hypothesis import given, settings
from hypothesis import strategies as st

from tracker.domain.book.setup import Setup, Start
from tracker.domain.errors import CallRefused
from tracker.domain.law.call import Call
from tracker.domain.strokes.stroke import Doubt, Place, Pot, Standing, Stroke
from tracker.domain.table.ball import COLOURS, RED, WHITE
from tracker.domain.table.plane import Point
from tracker.rules import shelf
from tracker.rules.ruleset import apply_all
from tracker.rules.snooker.edition import Snooker
from tracker.rules.snooker.frame.calls import Choose, Foul, Nominate, NominateFree, Played
from tracker.rules.snooker.frame.position import Position

RULES = cast(Snooker, shelf.find())
OBJECT_BALLS = (*COLOURS, RED)
POINTS = st.builds(Point, st.floats(27, 1751), st.floats(27, 3542))


@st.composite
def strokes(draw: st.DrawFn) -> tuple[Stroke, Standing]:
    """Any stroke that a camera could report, impossible counts included."""
    met = draw(st.lists(st.sampled_from(OBJECT_BALLS), max_size=2))
    fallen = draw(st.lists(st.sampled_from((*OBJECT_BALLS, WHITE)), max_size=4))
    gone = draw(st.lists(st.sampled_from((*OBJECT_BALLS, WHITE)), max_size=2))
    doubts = draw(st.lists(st.sampled_from(["first_hit", "potted", "cushions"]), max_size=1))
    stroke = Stroke(
        number=1,
        began_us=0,
        ended_us=2,
        cue_ball=WHITE,
        origin=draw(POINTS),
        first_hit=tuple(met),
        first_hit_sure=draw(st.floats(0, 1)),
        potted=tuple(Pot(at_us=1, ball=ball, pocket="top-left", sure=0.9) for ball in fallen),
        off_table=tuple(gone),
        jumped=tuple(draw(st.lists(st.sampled_from(OBJECT_BALLS), max_size=1))),
        doubts=tuple(Doubt(about=about, why="too fast to tell") for about in doubts),
    )
    lie = draw(st.lists(st.tuples(st.sampled_from((*OBJECT_BALLS, WHITE)), POINTS), max_size=8))
    places = tuple(Place(ball=ball, at=at, sd_mm=1.0) for ball, at in lie)
    touching = draw(st.sampled_from([(), ((WHITE, RED),), (("blue", WHITE),)]))
    return stroke, Standing(at_us=2, places=places, touching=touching)


STARTS = st.builds(
    Start,
    scores=st.tuples(st.integers(0, 60), st.integers(0, 60)),
    striker=st.integers(0, 1),
    reds=st.integers(0, 4),
    on=st.sampled_from([None, "colour"]),
)


def points_in(call: Call) -> int:
    return call.points if isinstance(call, Played | Foul) else 0


@settings(max_examples=150, deadline=None)
@given(STARTS, st.lists(strokes(), max_size=6))
def test_the_judge_never_raises_and_points_given_are_points_called(
    start: Start, played: list[tuple[Stroke, Standing]]
) -> None:
    at = RULES.opening(Setup(start=start))
    for stroke, standing in played:
        ruling = RULES.judge(at, stroke, standing)
        before = sum(at.scores)
        at, _ = apply_all(RULES, at, ruling.calls)
        assert sum(at.scores) - before == sum(map(points_in, ruling.calls))
        assert at.over or ruling.suggestions
        assert 0 <= at.reds <= 4
        assert set(at.colours) <= set(COLOURS)
        remaining = RULES.scoreline(at).remaining
        assert remaining is not None
        assert remaining >= 0


@settings(max_examples=150, deadline=None)
@given(STARTS, st.lists(strokes(), min_size=1, max_size=3))
def test_the_same_stroke_gets_the_same_ruling(start: Start, played: list[tuple[Stroke, Standing]]) -> None:
    at = RULES.opening(Setup(start=start))
    for stroke, standing in played:
        assert RULES.judge(at, stroke, standing) == RULES.judge(at, stroke, standing)
        at, _ = apply_all(RULES, at, RULES.judge(at, stroke, standing).calls)


CALLS = st.one_of(
    st.builds(Played, points=st.integers(0, 7), potted=st.lists(st.sampled_from(OBJECT_BALLS), max_size=3).map(tuple)),
    st.builds(
        Foul,
        points=st.integers(0, 9),
        gone=st.lists(st.sampled_from((*OBJECT_BALLS, WHITE)), max_size=3).map(tuple),
        miss=st.sampled_from([True, False, None]),
        full_ball=st.booleans(),
        free_ball=st.sampled_from([True, False, None]),
    ),
    st.builds(Nominate, ball=st.sampled_from(OBJECT_BALLS)),
    st.builds(NominateFree, ball=st.sampled_from(OBJECT_BALLS)),
    st.builds(Choose, what=st.sampled_from(["play", "play-again", "replace", "play-replaced"])),
)


@settings(max_examples=200, deadline=None)
@given(st.lists(CALLS, max_size=25))
def test_any_order_of_calls_is_taken_or_refused_with_a_reason(calls: list[Call]) -> None:
    at: Position = RULES.opening(Setup(reds=3))
    reasons: list[str] = []
    for call in calls:
        try:
            after = RULES.apply(at, call)
        except CallRefused as refusal:
            reasons.append(str(refusal))
            continue
        assert sum(after.scores) - sum(at.scores) == points_in(call)
        assert 0 <= after.reds <= 3
        at = after
    assert all(reasons)
