"""Every edition of snooker holds together whatever is seen, reported, said and read from the clocks, in any order."""

from contextlib import suppress
from dataclasses import fields
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rules.test_snooker_properties import OBJECT_BALLS, POINTS, STARTS, strokes
from tracker.domain.book.setup import Setup, Start
from tracker.domain.errors import CallRefused
from tracker.domain.law.call import Call
from tracker.domain.strokes.stroke import Place, Pot, Standing, Stroke
from tracker.domain.table.ball import COLOURS, WHITE
from tracker.domain.table.plane import Point
from tracker.rules import shelf
from tracker.rules.ruleset import apply_all
from tracker.rules.snooker.edition import Snooker
from tracker.rules.snooker.frame.calls import After, FoulBefore
from tracker.rules.snooker.frame.position import PLACE_ANYWHERE, PLAY, PLAY_AGAIN, PLAY_REPLACED, REPLACE, Position
from tracker.rules.snooker.frame.told import Fault, Told
from tracker.rules.snooker.judge.faults import DISTURBED, FAULTS
from tracker.rules.snooker.judge.reports import Report
from tracker.rules.snooker.law.clocks import Clock
from tracker.rules.snooker.law.conduct import CONDUCT

BOOKS = [rules for name in shelf.names() if isinstance(rules := shelf.find(name), Snooker)]
BALLS = st.sampled_from((*OBJECT_BALLS, WHITE))
SIDES = st.integers(0, 1)
MAYBE = st.sampled_from([None, False, True])
CHOICES = st.sampled_from([PLAY, PLAY_AGAIN, REPLACE, PLAY_REPLACED, PLACE_ANYWHERE])
PLACES = st.builds(Place, ball=BALLS, at=POINTS, sd_mm=st.just(0.0))
AWAY = st.one_of(st.none(), st.floats(0, 3000))
WORDS: dict[str, st.SearchStrategy[Any]] = {
    "side": SIDES, "points": st.integers(0, 9), "unscored": st.integers(0, 7), "what": CHOICES, "ball": BALLS,
    "on": st.sampled_from(["red", "colour", *COLOURS]), "by": st.just(""), "player": st.sampled_from(["A", "B", "A1"]),
    "how": st.sampled_from(["agreed", "objected", "unchanged", "wrong-order"]), "place": PLACES,
    "call": st.builds(FoulBefore, points=st.integers(4, 7)), "after": st.builds(After),
    "potted": st.lists(BALLS, max_size=2).map(tuple), "gone": st.lists(BALLS, max_size=2).map(tuple),
    "balls": st.lists(BALLS, max_size=2).map(tuple), "away_mm": st.tuples(AWAY, AWAY),
    "match_us": st.integers(0, 700_000_000), "shot_us": st.integers(0, 20_000_000),
    "miss": MAYBE, "free_ball": MAYBE, "places": st.lists(PLACES, max_size=3).map(tuple), "why": st.just(""),
}  # fmt: skip
"""What stands in the fields of calls, by the fields' names; any other field is true or false."""

FAULT_WORDS = (*FAULTS, *DISTURBED, *CONDUCT, "time-expired")
REPORTS = st.builds(
    Report,
    fault=st.sampled_from(FAULT_WORDS),
    by=SIDES,
    ball=st.one_of(st.just(""), BALLS),
    snookered=MAYBE,
    when=st.sampled_from(["before", "during", "after", "consultation"]),
)
TOLD = st.builds(
    Told,
    path=st.sampled_from([None, "full", "part", "none"]),
    snookered=MAYBE,
    snookered_by=st.one_of(st.none(), BALLS, st.just("curved-cushion")),
    moved_touching=MAYBE,
    early=st.sampled_from([None, "rest", "spotting", "cleaning"]),
    early_ball=BALLS,
    by=st.one_of(st.none(), SIDES),
    unseen=st.booleans(),
    faults=st.lists(st.builds(Fault, name=st.sampled_from(FAULT_WORDS), ball=BALLS), max_size=1).map(tuple),
    effort=st.sampled_from([None, "best", "poor"]),
    intent=MAYBE,
    possible=MAYBE,
    into=st.sampled_from([None, "curved", "flat", "other-curved"]),
)


def calls(kind: type[Call]) -> st.SearchStrategy[Call]:
    return st.builds(kind, **{item.name: WORDS.get(item.name, st.booleans()) for item in fields(kind)})


@st.composite
def steps(draw: st.DrawFn, rules: Snooker) -> tuple[str, Any]:
    what = draw(st.sampled_from(["stroke", "stroke", "stroke", "report", "call", "clock"]))
    if what == "stroke":
        return what, (draw(strokes()), draw(TOLD))
    if what == "report":
        return what, draw(REPORTS)
    if what == "clock":
        return what, draw(calls(Clock))
    return what, draw(st.sampled_from(rules.vocabulary).flatmap(calls))


def taken(rules: Snooker, at: Position, what: str, value: Any) -> tuple[Call, ...]:
    match what:
        case "stroke":
            (stroke, standing), told = value
            return rules.judge(at, stroke, standing, told).calls
        case "report":
            return rules.report(at, value).calls
        case "clock":
            return rules.clock(at, value).calls
        case _:
            return (value,)


@pytest.mark.parametrize("rules", BOOKS, ids=lambda rules: rules.name)
@settings(max_examples=60, deadline=None)
@given(data=st.data(), start=STARTS)
def test_any_order_of_steps_is_taken_or_refused(rules: Snooker, data: st.DataObject, start: Start) -> None:
    at = rules.opening(Setup(start=start))
    for what, value in data.draw(st.lists(steps(rules), max_size=10)):
        with suppress(CallRefused):
            for call in taken(rules, at, what, value):
                said = rules.words(at, call)
                at = rules.apply(at, call)
                assert all(said)
        assert min(at.scores) >= 0 or any(record.lost for record in at.conduct.records)
        assert 0 <= at.reds <= 15
        assert len(set(at.colours)) == len(at.colours)
        remaining = rules.scoreline(at).remaining
        assert remaining is not None
        assert remaining >= 0


@pytest.mark.parametrize("rules", BOOKS, ids=lambda rules: rules.name)
def test_a_player_of_the_other_side_is_out_of_turn_though_only_his_name_is_told(rules: Snooker) -> None:
    at = rules.opening(Setup(players=(("A1", "A2"), ("B1", "B2"))))
    pot = Stroke(
        number=1, began_us=0, ended_us=2, cue_ball=WHITE, origin=Point(889, 700), first_hit=("red",),
        potted=(Pot(at_us=1, ball="red", pocket="top-left", sure=1.0),),
    )  # fmt: skip
    scored, _ = apply_all(rules, at, rules.judge(at, pot, Standing(at_us=2, places=())).calls)
    told = Told(player="B1", early="spotting", snookered=False)
    ruling = rules.judge(scored, pot, Standing(at_us=2, places=()), told)
    after, _ = apply_all(rules, scored, ruling.calls)
    assert after.scores[0] > scored.scores[0]
