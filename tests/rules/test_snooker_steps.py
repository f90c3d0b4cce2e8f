"""Any order of steps, strokes and reports is taken, or refused with a reason: nothing else comes out of the law."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tracker.domain.book.setup import Setup, Start
from tracker.domain.errors import CallRefused
from tracker.domain.law.call import Call
from tracker.domain.law.ruling import Ruling
from tracker.domain.strokes.stroke import Place, Pot, Standing, Stroke
from tracker.domain.table.ball import COLOURS, RED, WHITE
from tracker.domain.table.plane import Point
from tracker.rules import shelf
from tracker.rules.ruleset import apply_all
from tracker.rules.snooker.edition import Snooker
from tracker.rules.snooker.frame import calls as c
from tracker.rules.snooker.frame.position import Position
from tracker.rules.snooker.frame.told import Fall, Fault, Jump, Told
from tracker.rules.snooker.judge.faults import DISTURBED, FAULTS
from tracker.rules.snooker.judge.finds import FINDS, Find
from tracker.rules.snooker.judge.reports import Report
from tracker.rules.snooker.law.conduct import CONDUCT

BOOKS = [rules for name in shelf.names() if isinstance(rules := shelf.find(name), Snooker)]
BALLS = st.sampled_from((*COLOURS, RED))
ANY_BALL = st.sampled_from((*COLOURS, RED, WHITE))
SIDES = st.integers(0, 1)
PLAYERS = st.sampled_from(["A1", "A2", "B1", "B2"])
PLACES = st.builds(
    Place, ball=ANY_BALL, at=st.builds(Point, st.floats(27, 1751), st.floats(27, 3542)), sd_mm=st.just(0.0)
)
STANDINGS = st.builds(
    Standing,
    at_us=st.just(2),
    places=st.lists(PLACES, max_size=6).map(tuple),
    touching=st.sampled_from([(), ((WHITE, RED),), ((WHITE, "blue"), (WHITE, RED))]),
)
STROKES = st.builds(
    Stroke,
    number=st.just(1),
    began_us=st.just(0),
    ended_us=st.just(2),
    cue_ball=st.just(WHITE),
    origin=st.builds(Point, st.floats(300, 1500), st.floats(100, 1500)),
    first_hit=st.lists(BALLS, max_size=2).map(tuple),
    potted=st.lists(
        st.builds(Pot, at_us=st.just(1), ball=ANY_BALL, pocket=st.just("top-left"), sure=st.just(0.9)), max_size=2
    ).map(tuple),
    off_table=st.sampled_from([(), (), (), ("blue",), (WHITE,)]),
)
maybe = st.sampled_from([None, True, False])
TOLD = st.builds(
    Told,
    path=st.sampled_from([None, "full", "part", "none"]),
    snookered=maybe,
    moved_touching=maybe,
    jump=st.one_of(st.none(), st.builds(Jump, over=BALLS, after_contact=st.booleans(), beyond=st.booleans())),
    early=st.sampled_from([None, None, "rest", "spotting", "cleaning"]),
    early_ball=st.sampled_from(["", "black"]),
    by=st.sampled_from([None, None, 0, 1]),
    player=st.sampled_from(["", "", "A1", "B2"]),
    fell=st.one_of(st.none(), st.none(), st.builds(Fall, ball=BALLS, would_be_hit=st.booleans())),
    unseen=st.booleans(),
    faults=st.lists(
        st.builds(Fault, name=st.sampled_from(["double-hit", "unsporting", "deliberate-foul", "push-stroke"])),
        max_size=1,
    ).map(tuple),
    effort=st.sampled_from([None, "best", "poor"]),
    intent=maybe,
)
REPORTS = st.builds(
    Report,
    fault=st.sampled_from([*FAULTS, *DISTURBED, *CONDUCT, "double-hit"]),
    by=SIDES,
    ball=st.sampled_from(["", RED, "blue", WHITE]),
    snookered=maybe,
    when=st.sampled_from(["before", "before", "during", "after", "consultation"]),
)
FOUND = st.builds(
    Find, what=st.sampled_from([*FINDS]), ball=st.sampled_from(COLOURS), identified=st.booleans(), gone=st.booleans()
)
CALLS = st.one_of(
    st.builds(c.Played, points=st.integers(0, 3), potted=st.lists(BALLS, max_size=2).map(tuple)),
    st.builds(
        c.Foul,
        points=st.integers(3, 8),
        gone=st.lists(ANY_BALL, max_size=2).map(tuple),
        miss=maybe,
        full_ball=st.booleans(),
        free_ball=maybe,
        unscored=st.integers(0, 7),
        restored=st.booleans(),
        on_purpose=st.booleans(),
    ),
    st.builds(
        c.FoulBefore, points=st.integers(3, 8), may_restore=st.booleans(), free_ball=maybe, on_purpose=st.booleans()
    ),
    st.builds(c.FoulLeaving, points=st.integers(3, 8), free_ball=maybe),
    st.builds(c.Penalty, side=SIDES, points=st.integers(3, 8)),
    st.builds(c.Restart, how=st.sampled_from(["agreed", "objected", "unchanged", "wrong-order"])),
    st.builds(c.BallOn, on=st.sampled_from(["red", "colour", "blue"])),
    st.builds(c.Nominate, ball=BALLS),
    st.builds(c.NominateFree, ball=BALLS),
    st.builds(c.Choose, what=st.sampled_from(["play", "play-again", "replace", "play-replaced", "place-anywhere"])),
    st.builds(c.Lots, side=SIDES),
    st.builds(c.Pick, player=PLAYERS),
    st.builds(c.Concede, side=SIDES),
    st.builds(c.Accept, side=SIDES),
    st.builds(c.Refuse, side=SIDES),
    st.builds(c.Claim, side=SIDES),
    st.builds(c.PutBack, balls=st.lists(BALLS, max_size=1).map(tuple), everything=st.booleans()),
    st.builds(c.PutUp, place=PLACES),
    st.builds(c.TakeOff, ball=BALLS, unscored=st.integers(0, 7)),
    st.builds(c.Warn, side=SIDES, what=st.sampled_from(["unsporting", "time-wasting"])),
    st.builds(c.Forfeit, side=SIDES, what=st.sampled_from(["unsporting", "time-wasting"]), game=st.booleans()),
    st.builds(c.Hold, call=st.builds(c.Penalty, side=SIDES, points=st.integers(4, 7))),
)
STEPS = st.one_of(CALLS, CALLS, st.tuples(STROKES, STANDINGS, TOLD), REPORTS, FOUND)
SETUPS = st.builds(
    Setup,
    reds=st.integers(0, 3),
    players=st.sampled_from([((), ()), (("A1", "A2"), ("B1", "B2"))]),
    aggregate=st.booleans(),
    start=st.one_of(st.none(), st.builds(Start, reds=st.integers(0, 2), scores=st.just((30, 37)))),
)


def ruled(rules: Snooker, at: Position, step: Any) -> Ruling:
    match step:
        case Report():
            return rules.report(at, step)
        case Find():
            return rules.find(at, step)
        case (Stroke() as stroke, Standing() as standing, Told() as told):
            return rules.judge(at, stroke, standing, told)
        case _:
            return Ruling(suggestions=(), calls=(step,))


def taken(rules: Snooker, at: Position, step: Any) -> Position:
    """Return the position after a step; the calls of our own rulings fit while a frame goes on."""
    ruling = said_of(rules, at, step)
    if isinstance(step, Call):
        return after(rules, at, step)
    for call in ruling.calls:
        at = at if at.over else rules.apply(at, call)
    return at


def said_of(rules: Snooker, at: Position, step: Any) -> Ruling:
    """Return the ruling; an empty one where a report is refused."""
    try:
        return ruled(rules, at, step)
    except CallRefused:
        return Ruling(suggestions=(), calls=())


def after(rules: Snooker, at: Position, call: Call) -> Position:
    """Return the position after a call, or as it was where the call is refused."""
    try:
        return rules.apply(at, call)
    except CallRefused:
        return at


def holds_together(at: Position) -> None:
    assert at.reds >= 0
    assert len(set(at.colours)) == len(at.colours) <= len(COLOURS)
    assert not (at.over and at.choices)
    assert at.striker in (0, 1)
    assert not at.order or at.player in at.order
    assert at.winner is None or at.over


@pytest.mark.parametrize("rules", BOOKS, ids=lambda rules: rules.name)
def test_any_order_of_steps_is_taken_or_refused(rules: Snooker) -> None:
    @settings(max_examples=150, deadline=None)
    @given(SETUPS, st.lists(STEPS, max_size=12))
    def plays(setup: Setup, steps: list[Any]) -> None:
        at = rules.opening(setup)
        for step in steps:
            at = taken(rules, at, step)
            holds_together(at)
            assert rules.scoreline(at).over == at.over

    plays()


@settings(max_examples=150, deadline=None)
@given(SETUPS, st.lists(STEPS, max_size=10))
def test_the_same_steps_give_the_same_position(setup: Setup, steps: list[Any]) -> None:
    def play() -> Position:
        at = BOOKS[0].opening(setup)
        for step in steps:
            at = taken(BOOKS[0], at, step)
        return at

    assert play() == play()


@settings(max_examples=100, deadline=None)
@given(SETUPS, st.lists(st.tuples(STROKES, STANDINGS, TOLD), max_size=8))
def test_rulings_name_their_paragraphs_and_fit_the_law(setup: Setup, steps: list[Any]) -> None:
    rules = BOOKS[0]
    at = rules.opening(setup)
    for stroke, standing, told in steps:
        ruling = rules.judge(at, stroke, standing, told)
        assert all(finding.cite and finding.why for finding in ruling.findings)
        assert all(said.cite or not said.say for said in ruling.suggestions)
        at, _ = apply_all(rules, at, ruling.calls)
