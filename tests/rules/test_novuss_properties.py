"""Whatever happens on the novuss board, the judge has an answer, the pucks add up, and every set comes to an end."""

from typing import cast

from hypothesis import given, settings
from hypothesis import strategies as st

from tracker.domain.book.setup import Setup
from tracker.domain.errors import CallRefused
from tracker.domain.law.call import Call
from tracker.domain.strokes.alternatives import Alternatives
from tracker.domain.strokes.stroke import Bounce, Doubt, Place, Pot, Standing, Stroke, Touch
from tracker.domain.table.plane import Point
from tracker.match.book.book import replay
from tracker.match.book.codec import book_from_text, book_to_text
from tracker.match.book.entries import Called, Header
from tracker.match.desk.desk import Desk, Policy, open_desk
from tracker.rules import shelf
from tracker.rules.novuss.calls import (
    Again,
    Forgotten,
    GameLost,
    Off,
    PenaltyPuck,
    Picks,
    Played,
    SetLost,
    TurnLost,
    Warned,
)
from tracker.rules.novuss.edition import Novuss
from tracker.rules.novuss.position import Position
from tracker.rules.novuss.reports import FAULTS, Report
from tracker.rules.novuss.told import BrokenPiece, Told
from tracker.rules.ruleset import apply_all

RULES = cast(Novuss, shelf.find("novuss-2015"))
PIECES = ("a", "b", "a1", "b2", "b3", "striker", "white")
POINTS = st.builds(Point, st.floats(0, 1000), st.floats(0, 1000))
BOARDS = st.sampled_from(["bottom", "top", "left", "right"])
PAIRS = ((), ()), (("A1", "A2"), ("B1", "B2"))
SETUPS = st.builds(Setup, players=st.sampled_from(PAIRS), starter=st.integers(0, 1))


@st.composite
def strokes(draw: st.DrawFn) -> tuple[Stroke, Standing]:
    """Any stroke that a camera could report, impossible counts and balls of other games included."""
    met = draw(st.lists(st.tuples(st.sampled_from(PIECES), POINTS, st.integers(1, 9)), max_size=4))
    bounces = draw(st.lists(st.tuples(BOARDS, st.integers(1, 9)), max_size=2))
    fallen = draw(st.lists(st.sampled_from(PIECES), max_size=6))
    about = draw(st.lists(st.sampled_from(["first_hit", "potted", "cushions"]), max_size=1))
    stroke = Stroke(
        number=1,
        began_us=0,
        ended_us=9,
        cue_ball="striker",
        origin=Point(500, 60),
        touches=tuple(Touch(at_us=at_us, balls=("striker", ball), at=at, sure=1.0) for ball, at, at_us in met),
        first_hit=tuple(ball for ball, _, _ in met[:2]),
        first_hit_sure=draw(st.floats(0, 1)),
        cushions=tuple(Bounce(at_us=at_us, ball="striker", cushion=board, sure=1.0) for board, at_us in bounces),
        potted=tuple(Pot(at_us=1, ball=ball, pocket="top-left", sure=0.9) for ball in fallen),
        off_table=tuple(draw(st.lists(st.sampled_from(PIECES), max_size=3))),
        doubts=tuple(Doubt(about=one, why="too fast to tell") for one in about),
    )
    lie = draw(st.lists(st.tuples(st.sampled_from(PIECES), POINTS), max_size=9))
    return stroke, Standing(at_us=9, places=tuple(Place(ball=ball, at=at, sd_mm=1.0) for ball, at in lie))


FIRST = ["own-light", "own-blind", "own-centre", "opponent", "none", "own+opponent", None]
TOLD = st.builds(
    Told,
    kind=st.sampled_from(["direct", "rebound", None]),
    first=st.sampled_from(FIRST),
    far_edge=st.sampled_from([True, False, None]),
    backslide=st.sampled_from([True, False, None]),
    moved=st.sampled_from([0, 1, 3, None]),
    drove=st.sampled_from(["blind", "centre", "off", "", None]),
    broken=st.one_of(
        st.none(),
        st.builds(BrokenPiece, ball=st.sampled_from(PIECES), part=st.sampled_from(["on", "pocketed", "off", "equal"])),
    ),
    faults=st.lists(st.sampled_from(["double-hit", "puck-touched"]), max_size=1).map(tuple),
    intent=st.sampled_from([True, False, None]),
    by=st.sampled_from([None, (0, 0), (1, 0)]),
    unseen=st.booleans(),
)
OFF = st.builds(Off, ball=st.sampled_from(PIECES), side=st.sampled_from(["near", "far", "left", "right", "", "up"]))
SIDES = st.integers(0, 1)
CALLS = st.one_of(
    st.builds(
        Played,
        own=st.integers(-1, 9),
        opponent=st.integers(-1, 3),
        off=st.lists(OFF, max_size=2).map(tuple),
        backslide=st.booleans(),
        penalised=st.booleans(),
    ),
    st.builds(Played, own=st.integers(0, 4)),
    st.builds(PenaltyPuck, side=SIDES),
    st.builds(TurnLost),
    st.builds(Warned, side=SIDES, what=st.just("time-wasting")),
    st.builds(Forgotten, side=SIDES),
    st.builds(Picks, side=SIDES, player=st.integers(0, 2)),
    st.builds(Again),
)
ENDING = st.one_of(st.builds(SetLost, side=SIDES), st.builds(GameLost, side=SIDES))


def holds_together(at: Position) -> None:
    """Check that no count is one that cannot be."""
    for side in (0, 1):
        assert 0 <= at.pucks[side] <= at.all
        assert at.light[side] >= 0
        assert at.blind[side] >= 0
        assert at.light[side] + at.blind[side] <= at.pucks[side]
        assert at.debt[side] >= 0
    assert at.over == (at.winner is not None)
    assert at.over == (RULES.outcome(at) is not None)
    remaining = RULES.scoreline(at).remaining
    assert remaining is not None
    assert remaining >= 0


def gone(before: Position, call: Call) -> tuple[int, int]:
    """The pucks of each side that a call takes off the board."""
    own, other = (call.own, call.opponent) if isinstance(call, Played) else (0, 0)
    return (own, other) if before.striker == 0 else (other, own)


def adds_up(before: Position, call: Call, after: Position) -> None:
    """Check that the board has the pucks it had, less those pocketed, with the penalty pucks that were put out."""
    if (after.replay and after.replay != before.replay) or after.strokes == 0 < before.strokes:
        assert after.pucks == (after.all, after.all)
        return
    for side in (0, 1):
        owed = sum(put.side == side for put in after.put)
        void = before.paid[side] if isinstance(call, Forgotten) and call.side == side else 0
        owed = 0 if isinstance(call, Forgotten) else owed
        assert after.pucks[side] == before.pucks[side] - gone(before, call)[side] + owed - void


@settings(max_examples=250, deadline=None)
@given(SETUPS, st.lists(st.tuples(strokes(), TOLD), max_size=6))
def test_the_judge_never_raises_and_the_pucks_add_up(
    setup: Setup, played: list[tuple[tuple[Stroke, Standing], Told]]
) -> None:
    at = RULES.opening(setup)
    for (stroke, standing), told in played:
        ruling = RULES.judge(at, stroke, standing, told)
        assert ruling == RULES.judge(at, stroke, standing, told)
        assert ruling.suggestions or ruling.doubts
        for call in ruling.calls:
            then = RULES.apply(at, call)
            adds_up(at, call, then)
            holds_together(then)
            at = then


@settings(max_examples=250, deadline=None)
@given(SETUPS, st.lists(st.one_of(CALLS, CALLS, ENDING), max_size=30))
def test_any_order_of_calls_is_taken_or_refused_with_a_reason(setup: Setup, calls: list[Call]) -> None:
    at = RULES.opening(setup)
    reasons: list[str] = []
    for call in calls:
        try:
            then = RULES.apply(at, call)
        except CallRefused as refusal:
            reasons.append(str(refusal))
            continue
        adds_up(at, call, then)
        holds_together(then)
        at = then
    assert all(reasons)


WORDS = sorted({fault for rule in FAULTS for fault in rule.faults})
REPORTS = st.builds(
    Report,
    fault=st.sampled_from(WORDS),
    by=SIDES,
    ball=st.sampled_from(["", *PIECES]),
    intent=st.sampled_from([True, False, None]),
)


@settings(max_examples=150, deadline=None)
@given(SETUPS, st.lists(st.one_of(CALLS, REPORTS), max_size=20))
def test_whatever_is_reported_fits_the_law(setup: Setup, steps: list[Call | Report]) -> None:
    at = RULES.opening(setup)
    for step in steps:
        if isinstance(step, Report):
            calls = () if at.chooser is not None else RULES.report(at, step).calls
            at, _ = apply_all(RULES, at, calls)
        else:
            try:
                at = RULES.apply(at, step)
            except CallRefused:
                continue
        holds_together(at)


@settings(max_examples=150, deadline=None)
@given(SETUPS, st.lists(CALLS, max_size=20))
def test_a_set_always_ends_when_pucks_are_pocketed(setup: Setup, calls: list[Call]) -> None:
    at = RULES.opening(setup)
    for call in calls:
        try:
            at = RULES.apply(at, call)
        except CallRefused:
            continue
    for _ in range(4 * at.all):
        if at.over:
            break
        if at.chooser is not None:
            at = RULES.apply(at, Picks(side=at.chooser))
        at = RULES.apply(at, Played(own=1 if at.turn > 1 else 0))
    assert at.over


@settings(max_examples=100, deadline=None)
@given(SETUPS, st.lists(st.one_of(strokes(), CALLS), max_size=8))
def test_the_same_book_gives_the_same_score_and_undoing_restores(
    setup: Setup, steps: list[tuple[Stroke, Standing] | Call]
) -> None:
    desk: Desk[Position] = open_desk(RULES, Header(rulebook=RULES.name, setup=setup, table="novuss"), Policy())
    for step in steps:
        before = desk
        try:
            desk = desk.call((step,)) if isinstance(step, Call) else desk.see(Alternatives.certain(*step))[0]
        except CallRefused:
            continue
        last = desk.book.entries[-1]
        if isinstance(last, Called):
            assert desk.strike_out(last.number).position == before.position
    again = book_from_text(book_to_text(desk.book))
    assert again == desk.book
    assert replay(RULES, again).position == desk.position
