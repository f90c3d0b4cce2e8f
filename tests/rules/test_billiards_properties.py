"""Whatever happens on a billiards table, the judge has an answer, the law holds together, and every game ends."""

from typing import cast

from hypothesis import given, settings
from hypothesis import strategies as st

from tracker.domain.book.setup import Setup, Start
from tracker.domain.errors import CallRefused
from tracker.domain.law.call import Call
from tracker.domain.strokes.stroke import Bounce, Doubt, Place, Pot, Standing, Stroke, Touch
from tracker.domain.table.ball import RED, WHITE, YELLOW
from tracker.domain.table.plane import Point
from tracker.match.book.book import Book, replay, struck_out
from tracker.match.book.entries import Called, Header
from tracker.rules import shelf
from tracker.rules.billiards.edition import Billiards
from tracker.rules.billiards.game import calls as said
from tracker.rules.billiards.game.position import BALLS, Position
from tracker.rules.billiards.game.told import Fell, Jump, Told
from tracker.rules.billiards.judge.reports import Report
from tracker.rules.ruleset import apply_all

RULES = cast(Billiards, shelf.find("billiards-2024"))
POINTS = st.builds(Point, st.floats(27, 1751), st.floats(27, 3542))
BALL = st.sampled_from(BALLS)
SIDES = st.integers(0, 1)
MAYBE = st.sampled_from([None, True, False])


@st.composite
def strokes(draw: st.DrawFn) -> tuple[Stroke, Standing]:
    """Any stroke that a camera could report, impossible ones included."""
    cue = draw(st.sampled_from((WHITE, YELLOW)))
    met = draw(st.lists(BALL, max_size=2))
    doubts = draw(st.lists(st.sampled_from(["first_hit", "potted", "cushions"]), max_size=1))
    stroke = Stroke(
        number=1,
        began_us=0,
        ended_us=9,
        cue_ball=cue,
        origin=draw(POINTS),
        in_hand=draw(st.booleans()),
        touches=tuple(Touch(at_us=i, balls=(cue, ball), at=Point(0, 0), sure=0.9) for i, ball in enumerate(met)),
        first_hit=tuple(met[: draw(st.integers(0, 2))]),
        first_hit_sure=draw(st.floats(0, 1)),
        cushions=tuple(
            Bounce(at_us=1, ball=ball, cushion=cushion, sure=1.0)
            for ball, cushion in draw(st.lists(st.tuples(BALL, st.sampled_from(["top", "left", "bottom"])), max_size=2))
        ),
        potted=tuple(Pot(at_us=2, ball=ball, pocket="top-left", sure=0.9) for ball in draw(st.lists(BALL, max_size=3))),
        off_table=tuple(draw(st.lists(BALL, max_size=1))),
        jumped=tuple(draw(st.lists(BALL, max_size=1))),
        doubts=tuple(Doubt(about=about, why="too fast to tell") for about in doubts),
    )
    lie = draw(st.lists(st.tuples(BALL, POINTS), max_size=3))
    places = tuple(Place(ball=ball, at=at, sd_mm=draw(st.sampled_from([0.0, 4.0]))) for ball, at in lie)
    touching = draw(st.sampled_from([(), ((WHITE, RED),), ((YELLOW, WHITE),)]))
    return stroke, Standing(at_us=9, places=places, touching=touching)


TOLD = st.builds(
    Told,
    by=st.sampled_from([None, None, 0, 1]),
    out_of_turn=st.booleans(),
    faults=st.lists(st.sampled_from(["double-hit", "ball-touched", "wrong-cue-ball"]), max_size=1).map(tuple),
    crossed=MAYBE,
    left=MAYBE,
    outside=st.sampled_from([None, frozenset(), frozenset({RED})]),
    into=st.sampled_from([None, "curved", "flat"]),
    early=st.sampled_from([None, None, "rest"]),
    jump=st.sampled_from([None, Jump(over=RED, after_contact=False, beyond=True)]),
    fell=st.sampled_from([None, Fell(ball=RED, would_be_hit=True)]),
    intent=MAYBE,
    unseen=st.booleans(),
)

STARTS = st.builds(
    Start,
    scores=st.tuples(st.integers(0, 150), st.integers(0, 150)),
    striker=SIDES,
    visit=st.integers(0, 200),
    in_hand=st.booleans(),
)
SETUPS = st.builds(
    Setup,
    target=st.sampled_from([None, 200]),
    time_limit_s=st.sampled_from([None, 60.0]),
    players=st.sampled_from([((), ()), (("A1", "A2"), ("B1", "B2"))]),
    starter=SIDES,
    start=st.one_of(st.none(), STARTS),
)


def points_in(call: Call) -> int:
    """Return the points that a call gives, in a game without a target."""
    match call:
        case said.Played(points=points):
            return points
        case said.Foul() | said.FoulBefore() | said.Miss():
            return 2
        case _:
            return 0


def holds_together(at: Position) -> bool:
    """Tell whether every ball is in one place, or off the table."""
    lying = [place.ball for place in at.lie or ()]
    return (
        set(lying).isdisjoint(at.off)
        and set(at.off) <= set(BALLS)
        and len(set(at.off)) == len(at.off)
        and set(at.lost) <= set(at.off)
        and at.counts.hazards >= 0
        and (not at.over or not at.choices)
    )


@settings(max_examples=400, deadline=None)
@given(SETUPS, st.sampled_from([None, 0, 1]), st.lists(st.tuples(strokes(), TOLD), max_size=6))
def test_the_judge_never_raises_and_points_given_are_points_called(
    setup: Setup, won: int | None, played: list[tuple[tuple[Stroke, Standing], Told]]
) -> None:
    at = RULES.opening(setup)
    if not at.strokes and won is not None:
        at = RULES.apply(at, said.WonString(side=won))
    for (stroke, standing), told in played:
        ruling = RULES.judge(at, stroke, standing, told)
        before = sum(at.scores)
        at, _ = apply_all(RULES, at, ruling.calls)
        given_points = sum(at.scores) - before
        if setup.target is None:
            assert given_points == sum(map(points_in, ruling.calls))
        assert at.over or ruling.suggestions
        assert holds_together(at)


@settings(max_examples=100, deadline=None)
@given(SETUPS, strokes(), TOLD)
def test_the_same_stroke_gets_the_same_ruling(setup: Setup, played: tuple[Stroke, Standing], told: Told) -> None:
    at = RULES.opening(setup)
    assert RULES.judge(at, *played, told) == RULES.judge(at, *played, told)


CALLS = st.one_of(
    st.builds(
        said.Played,
        points=st.integers(0, 10),
        cannon=st.booleans(),
        potted=st.lists(BALL, max_size=2).map(tuple),
        in_off=st.sampled_from(["", "", RED, WHITE, YELLOW]),
        crossed=st.booleans(),
    ),
    st.sampled_from(
        [
            said.Played(points=2, cannon=True),
            said.Played(points=3, potted=(RED,)),
            said.Played(points=3, in_off=RED),
            said.Played(points=0),
            said.Choose(what="as-left"),
            said.Choose(what="in-hand-spotted"),
            said.Annul(),
            said.Restart(),
        ]
    ),
    st.builds(said.Miss, pocketed=st.booleans()),
    st.builds(said.Foul, by=SIDES, gone=st.lists(BALL, max_size=2).map(tuple), restored=st.booleans()),
    st.builds(said.FoulBefore, by=SIDES, gone=st.lists(BALL, max_size=1).map(tuple)),
    st.builds(said.Announce, what=st.sampled_from(["TEN HAZARDS", "SEVENTY CANNONS", "BAULK-LINE WARNING AT 80"])),
    st.builds(said.Time, last=st.booleans()),
    st.builds(said.WonString, side=SIDES),
    st.builds(said.PlaysFirst, side=SIDES),
    st.builds(said.Pick, player=st.sampled_from(["A1", "A2", "B2"])),
    st.builds(said.Concede, side=SIDES),
    st.builds(said.Accept, side=SIDES),
    st.builds(said.Refuse, side=SIDES),
    st.builds(
        said.Misconduct, side=SIDES, kind=st.sampled_from(["unsporting", "serious-unsporting", "time-wasting", "rude"])
    ),
)


@settings(max_examples=400, deadline=None)
@given(SETUPS, st.lists(CALLS, max_size=30))
def test_any_order_of_calls_is_taken_or_refused_with_a_reason(setup: Setup, calls: list[Call]) -> None:
    at = RULES.opening(setup)
    reasons: list[str] = []
    for call in calls:
        try:
            after = RULES.apply(at, call)
        except CallRefused as refusal:
            reasons.append(str(refusal))
            continue
        if setup.target is None and not isinstance(call, said.Restart):
            assert sum(after.scores) - sum(at.scores) == points_in(call)
        assert all(isinstance(word, str) for word in RULES.words(at, call))
        assert holds_together(after)
        at = after
    assert all(reasons)


FAULTS = st.sampled_from(["ball-touched", "ball-picked-up", "measured", "unsporting", "time-wasting", "referee-moved"])


@settings(max_examples=100, deadline=None)
@given(SETUPS, st.lists(st.tuples(FAULTS, SIDES, st.sampled_from((*BALLS, ""))), max_size=5))
def test_any_report_has_a_ruling_that_the_law_takes(setup: Setup, told: list[tuple[str, int, str]]) -> None:
    at = RULES.opening(setup)
    for fault, by, ball in told:
        ruling = RULES.report(at, Report(fault=fault, by=by, ball=ball))
        if not at.over:
            at, _ = apply_all(RULES, at, ruling.calls)
        assert holds_together(at)


@settings(max_examples=60, deadline=None)
@given(st.lists(CALLS, min_size=1, max_size=20))
def test_striking_out_the_last_call_restores_the_position_before_it(calls: list[Call]) -> None:
    at = RULES.opening(Setup())
    book = Book(header=Header(rulebook="billiards-2024"))
    positions = [at]
    for call in calls:
        try:
            at = RULES.apply(at, call)
        except CallRefused:
            continue
        book = book.having(Called(number=0, calls=(call,)))
        positions.append(at)
    assert replay(RULES, book).position == positions[-1]
    if book.entries:
        undone, trouble = struck_out(RULES, book, len(book.entries))
        assert trouble is None
        assert replay(RULES, undone).position == positions[-2]


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(strokes(), TOLD), min_size=1, max_size=4))
def test_a_game_to_points_ends_if_it_is_played_on(played: list[tuple[tuple[Stroke, Standing], Told]]) -> None:
    """Whatever went before, a side that only misses loses: its opponent gets two points every time."""
    at = RULES.opening(Setup(target=60))
    for (stroke, standing), told in played:
        at, _ = apply_all(RULES, at, RULES.judge(at, stroke, standing, told).calls)
    for _ in range(200):
        if at.over:
            break
        if at.choices:
            at = RULES.apply(at, said.Choose(what="in-hand-spotted"))
        at = RULES.apply(at, said.Foul(by=at.striker))
    assert at.over
    assert at.winner is not None
    assert max(at.scores) == 60
