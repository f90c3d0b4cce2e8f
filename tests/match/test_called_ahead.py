"""Whoever keys in a stroke before the camera has told it scores it once, and a frame begins when it is begun."""

import doubtful
import pytest

from tracker.domain.book.setup import Setup
from tracker.domain.errors import CallRefused
from tracker.domain.frozen import replace
from tracker.domain.strokes.alternatives import Alternatives
from tracker.domain.strokes.stroke import Standing
from tracker.live.table.keeping import Memory
from tracker.live.table.showing import public_state, referee_state
from tracker.live.table.table import Table
from tracker.match.desk.called_ahead import may_be_about
from tracker.match.desk.desk import Policy
from tracker.match.steps import BeginFrame, ByHand, MakeCalls, MarkFoul, See, Step, Undo
from tracker.rules import shelf
from tracker.rules.desk import Deed, Fouled, Scored
from tracker.rules.snooker.frame.calls import Accept, Concede, Warn

RED, BLACK, MISS = Scored(potted=("red",)), Scored(potted=("black",)), Scored()
FOUL = Fouled(points=4)
WARNED = MakeCalls(calls=(Warn(side=0, what="unsporting"),))
RED_TOLD = doubtful.RED_IN
BLACK_TOLD = doubtful.seen(
    doubtful.table(5, doubtful.CUE[1]),
    (doubtful.stroke(2, "black", "black"), doubtful.table(5, doubtful.CUE[2]), 0.0, ""),
)
HARDLY_SAFE_TOLD, MAYBE_SAFE_TOLD = (
    doubtful.seen(
        doubtful.table(6, doubtful.CUE[0]),
        (doubtful.stroke(1, "red", "red"), doubtful.table(5, doubtful.CUE[1]), 0.0, ""),
        (doubtful.stroke(1, "red"), doubtful.table(6, doubtful.CUE[1]), log_odds, "the red did not fall"),
    )
    for log_odds in (-3.6, -1.2)
)
HARDLY_RED_TOLD = doubtful.seen(
    doubtful.table(5, doubtful.CUE[1]),
    (doubtful.stroke(2, "black", "black"), doubtful.table(5, doubtful.CUE[2]), 0.0, ""),
    (doubtful.stroke(2, "red", "red"), doubtful.table(5, doubtful.CUE[2]), -14.0, "the red fell"),
)
IN_OFF_TOLD = doubtful.seen(
    doubtful.table(6, doubtful.CUE[0]),
    (doubtful.stroke(1, "red", "white"), doubtful.table(6, doubtful.CUE[1]), 0.0, ""),
)
SAFETY_TOLD = doubtful.quiet(1, 1)[0]


def keyed(deed: Deed, at_s: float) -> tuple[Deed, float]:
    """Return what is keyed in, and when by the camera's clock; strokes begin at 20 s, 40 s, … in these tests."""
    return deed, at_s


def rolling(told: See, for_s: float) -> See:
    """Return a stroke that is told, with balls that roll on for so long."""
    (reading,) = told.seen.readings
    stroke = replace(reading.stroke, ended_us=reading.stroke.began_us + round(1e6 * for_s))
    return See(seen=replace(told.seen, readings=(replace(reading, stroke=stroke),)))


def played(policy: Policy | None, *happens: "Step | tuple[Deed, float]") -> Table:
    table = Table("1", Memory(), lambda: 1_000, policy=policy)
    table.do(doubtful.BEGIN)
    lie = doubtful.table(6, doubtful.CUE[0])
    for one in happens:
        if isinstance(one, Step):
            table.do(one)
        else:
            deed, at_s = one
            table.balls_lie(replace(lie, at_us=round(1e6 * at_s)), frozenset({"white"}))
            table.do(ByHand(deed=deed))
    return table


@pytest.mark.parametrize("policy", [Policy(), None], ids=["the camera calls", "a referee calls"])
@pytest.mark.parametrize(
    ("happens", "points", "striker"),
    [
        ((keyed(RED, 20.5), RED_TOLD), (1, 0), 0),
        ((keyed(RED, 23.0), RED_TOLD), (1, 0), 0),
        ((keyed(RED, 22.0), rolling(RED_TOLD, 6.0)), (1, 0), 0),
        ((keyed(RED, 20.5), keyed(BLACK, 40.5), RED_TOLD, BLACK_TOLD), (8, 0), 0),
        ((keyed(RED, 20.5), RED_TOLD, keyed(BLACK, 40.5), BLACK_TOLD), (8, 0), 0),
        ((keyed(RED, 20.5), SAFETY_TOLD), (1, 0), 0),
        ((keyed(MISS, 20.5), SAFETY_TOLD), (0, 0), 1),
        ((keyed(MISS, 20.5), MAYBE_SAFE_TOLD), (0, 0), 1),
        ((keyed(FOUL, 20.5), SAFETY_TOLD), (0, 4), 1),
        ((keyed(FOUL, 20.5), MarkFoul(free_ball=True), SAFETY_TOLD), (0, 4), 1),
        ((keyed(MISS, 20.5), IN_OFF_TOLD), (0, 0), 1),
        ((keyed(RED, 20.5), WARNED, RED_TOLD), (1, 0), 0),
        ((WARNED, keyed(RED, 20.5), RED_TOLD), (1, 0), 0),
    ],
    ids=[
        "as it falls", "when all lie still", "while other balls roll on", "two before either is told",
        "one after the other", "a pot that no camera sees", "nothing scored",
        "nothing scored, and the camera is not sure", "a foul that no camera sees",
        "with a free ball", "an in-off that a person lets pass", "a warning after it", "a warning before it",
    ],
)  # fmt: skip
def test_a_stroke_that_was_keyed_in_before_it_is_told_counts_once(
    policy: Policy | None, happens: "tuple[Step | tuple[Deed, float], ...]", points: tuple[int, int], striker: int
) -> None:
    state = referee_state(played(policy, *happens).moment)
    assert state.public.frame is not None
    assert (state.public.frame.points, state.public.frame.striker) == (points, striker)
    assert not state.waiting
    assert not [line for line in state.book if line.kind == "called" and line.by == "policy" and line.stands]


@pytest.mark.parametrize(
    ("happens", "points", "striker"),
    [
        ((keyed(MISS, 12.0), SAFETY_TOLD), (0, 0), 0),
        ((keyed(MISS, 55.0), SAFETY_TOLD), (0, 0), 0),
        ((keyed(RED, 40.5), BLACK_TOLD), (8, 0), 0),
        ((keyed(MISS, 40.5), *doubtful.quiet(1, 2)), (0, 0), 0),
        ((keyed(MISS, 20.5), RED_TOLD), (0, 1), 1),
        ((keyed(MISS, 20.5), HARDLY_SAFE_TOLD), (0, 1), 1),
        ((keyed(RED, 40.5), HARDLY_RED_TOLD), (8, 0), 0),
        ((keyed(RED, 20.5), Undo(), RED_TOLD), (1, 0), 0),
        ((WARNED, RED_TOLD), (1, 0), 0),
    ],
    ids=[
        "before this one began", "long after it ended", "it scored what this one did not",
        "it was about the one before, though this one had begun",
        "the turn was wrong, and is put right while the right player scores", "the same, hardly in doubt",
        "it scored what this one hardly can have", "taken back",
        "a warning is no stroke",
    ],
)  # fmt: skip
def test_what_was_called_for_another_stroke_or_for_none_takes_nothing_from_this_one(
    happens: "tuple[Step | tuple[Deed, float], ...]", points: tuple[int, int], striker: int
) -> None:
    frame = public_state(played(Policy(), *happens).moment).frame
    assert frame is not None
    assert (frame.points, frame.striker) == (points, striker)


def test_a_stroke_that_was_keyed_in_before_it_is_told_is_undone_like_any_other() -> None:
    table = played(None, keyed(RED, 20.5), RED_TOLD, Undo())
    state = referee_state(table.moment)
    assert state.public.frame is not None
    assert state.public.frame.points == (0, 0)
    assert [one.stroke for one in state.waiting] == [1]  # and the camera's word of it waits for an answer


def test_the_last_stroke_of_a_frame_that_is_told_in_the_next_one_is_none_of_it() -> None:
    table = played(Policy(), RED_TOLD, MakeCalls(calls=(Concede(side=1), Accept(side=0))))
    table.balls_lie(replace(doubtful.table(5, doubtful.CUE[1]), at_us=40_500_000), frozenset({"white"}))
    table.do(BeginFrame())
    with pytest.raises(CallRefused, match="before this frame began"):
        table.do(BLACK_TOLD)
    table.do(replace(BLACK_TOLD, seen=later(BLACK_TOLD.seen, 60_000_000)))
    assert referee_state(table.moment).book


@pytest.mark.parametrize(
    ("lay", "counts"),
    [(doubtful.table(6, doubtful.CUE[0]), True), (doubtful.table(4, doubtful.CUE[0]), False), (None, False)],
    ids=["as the frame begins", "with fewer reds: practice", "unseen"],
)
def test_a_match_may_be_begun_while_its_first_stroke_is_played(lay: Standing | None, *, counts: bool) -> None:
    table = Table("1", Memory(), lambda: 1_000, policy=Policy())
    table.balls_lie(replace(doubtful.table(6, doubtful.CUE[0]), at_us=20_500_000), frozenset({"white"}))
    table.do(doubtful.BEGIN)
    told = replace(RED_TOLD, seen=replace(RED_TOLD.seen, before=lay))
    if counts:
        assert (frame := public_state(table.do(told)).frame) is not None
        assert frame.points == (1, 0)
    else:
        with pytest.raises(CallRefused, match="before this frame began"):
            table.do(told)


def later(seen: Alternatives, by_us: int) -> Alternatives:
    (reading,) = seen.readings
    stroke = reading.stroke
    moved = replace(stroke, began_us=stroke.began_us + by_us, ended_us=stroke.ended_us + by_us)
    return replace(seen, readings=(replace(reading, stroke=moved),))


def after_a_safety(*, left: bool, camera: str = "live") -> Table:
    """Return a table at which the camera has called a safety stroke; then the cue-ball has `left`, or lies still."""
    table = Table("1", Memory(), lambda: 1_000, policy=Policy())
    table.camera_is(camera)
    for step in (doubtful.BEGIN, SAFETY_TOLD):
        table.do(step)
    table.balls_lie(replace(doubtful.table(6, doubtful.CUE[1]), at_us=25_000_000))
    table.balls_lie(replace(doubtful.table(6, doubtful.CUE[2 if left else 1]), at_us=45_000_000))
    return table


@pytest.mark.parametrize("deed", [MISS, FOUL], ids=["the end of a turn", "a foul"])
def test_what_the_camera_has_called_already_is_taken_from_a_person_who_keys_it_in_twice(deed: Deed) -> None:
    table = after_a_safety(left=False)
    before = table.moment
    with pytest.raises(CallRefused, match="saw none since"):
        table.do(ByHand(deed=deed))
    assert table.moment == before
    table.do(ByHand(deed=deed))
    assert public_state(table.moment).frame != public_state(before).frame


@pytest.mark.parametrize(
    ("left", "camera"), [(True, "live"), (False, "lost")], ids=["the cue-ball left its place", "nobody looks"]
)
def test_what_the_camera_cannot_have_called_is_taken_at_once(camera: str, *, left: bool) -> None:
    table = after_a_safety(left=left, camera=camera)
    before = table.moment
    table.do(ByHand(deed=MISS))
    assert public_state(table.moment).frame != public_state(before).frame


@pytest.mark.parametrize(
    "step", [ByHand(deed=RED), ByHand(deed=FOUL, instead=3)], ids=["a pot", "in place of what the camera called"]
)
def test_what_cannot_be_meant_twice_is_taken_at_once(step: ByHand) -> None:
    table = after_a_safety(left=False)
    (called,) = [line.number for line in referee_state(table.moment).book if line.kind == "called"]
    assert called == 3
    table.do(step)


def test_what_was_marked_of_a_foul_stays_marked() -> None:
    table = played(Policy(), keyed(FOUL, 20.5), MarkFoul(free_ball=True), SAFETY_TOLD)
    assert table.moment.match is not None
    assert table.moment.match.frame.desk.position.free_ball


def test_the_moment_is_that_of_the_last_picture_that_showed_the_table() -> None:
    table = played(None)
    table.balls_lie(replace(doubtful.table(6, doubtful.CUE[0]), at_us=20_500_000), frozenset({"white"}))
    table.balls_lie(None)
    for step in (ByHand(deed=RED), RED_TOLD):
        table.do(step)
    assert not referee_state(table.moment).waiting


def test_what_a_person_called_is_not_what_the_camera_called_already() -> None:
    table = after_a_safety(left=False)
    (called,) = [line.number for line in referee_state(table.moment).book if line.kind == "called"]
    table.do(ByHand(deed=MISS, instead=called))
    table.do(ByHand(deed=MISS))


def test_the_book_of_it_replays_to_the_same_score() -> None:
    keeper = Memory()
    table = Table("1", keeper, lambda: 1_000, policy=Policy())
    table.do(doubtful.BEGIN)
    table.balls_lie(replace(doubtful.table(6, doubtful.CUE[0]), at_us=20_500_000), frozenset({"white"}))
    for step in (ByHand(deed=RED), RED_TOLD, BLACK_TOLD):
        table.do(step)
    again = Table("1", keeper, lambda: 1_000, policy=Policy())
    assert referee_state(again.moment).book == referee_state(table.moment).book
    assert [line.points for line in referee_state(again.moment).book if line.points][-1] == (8, 0)


@pytest.mark.parametrize(
    ("deed", "is_about"),
    [(Scored(potted=("puck",)), True), (Fouled(), True), (Scored(), False)],
    ids=["a puck is any that the camera tells", "a penalty", "the turn ends, and a puck fell"],
)
def test_at_novuss_what_was_keyed_in_is_about_the_stroke_that_is_told(deed: Deed, *, is_about: bool) -> None:
    novuss = shelf.find("novuss-2015")
    before = novuss.opening(Setup())
    told = Alternatives.certain(doubtful.stroke(1, "a", "a"), Standing(at_us=0, places=()))
    assert may_be_about(novuss, before, novuss.desk.calls_for(before, deed, None), told) is is_about
