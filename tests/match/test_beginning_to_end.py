"""A match from beginning to end: the camera calls where nobody sits at the desk, intervals, a match abandoned."""

from dataclasses import replace

import doubtful
import pytest

from tracker.domain.errors import CallRefused
from tracker.live.table.keeping import Memory
from tracker.live.table.showing import public_state, referee_state
from tracker.live.table.table import Table
from tracker.match.book.codec import book_from_text, book_to_text, header_line
from tracker.match.frames import Match
from tracker.match.steps import (
    AbandonMatch,
    BeginFrame,
    BeginMatch,
    ByHand,
    CorrectBeginning,
    Interval,
    LetCameraCall,
    MakeCalls,
    Step,
    StrikeOut,
    Undo,
)
from tracker.rules.desk import Scored
from tracker.rules.snooker.frame.calls import Accept, Concede

CONCEDED = MakeCalls(calls=(Concede(side=1), Accept(side=0)))
RED = ByHand(deed=Scored(potted=("red",)))


@pytest.fixture
def memory() -> Memory:
    return Memory()


@pytest.fixture
def table(memory: Memory) -> Table:
    return Table("1", memory, lambda: 1_000)


def match_at(table: Table) -> Match:
    assert table.moment.match is not None
    return table.moment.match


def begun(*, camera_calls: bool | None = None) -> BeginMatch:
    return replace(doubtful.BEGIN, header=replace(doubtful.BEGIN.header, camera_calls=camera_calls))


def test_without_a_referee_the_camera_calls_and_does_so_in_the_next_frame_and_after_a_restart(
    table: Table, memory: Memory
) -> None:
    table.do(begun(camera_calls=True))
    table.do(doubtful.RED_IN)
    assert match_at(table).frame.desk.scoreline.points == (1, 0)
    table.do(CONCEDED)
    table.do(BeginFrame())
    assert referee_state(table.moment).camera_calls
    assert referee_state(Table("1", memory, lambda: 1_000).moment).camera_calls


def test_the_switch_calls_what_waits_and_back_again_has_the_next_stroke_wait(table: Table, memory: Memory) -> None:
    table.do(begun())
    table.do(doubtful.RED_IN)
    assert match_at(table).frame.desk.scoreline.points == (0, 0)
    table.do(LetCameraCall(on=True))
    state = referee_state(table.moment)
    assert (state.waiting, state.camera_calls) == ((), True)
    assert match_at(table).frame.desk.scoreline.points == (1, 0)
    table.do(LetCameraCall(on=False))
    table.do(doubtful.PINK_UNSURE)
    again = referee_state(Table("1", memory, lambda: 1_000).moment)
    for state in (referee_state(table.moment), again):
        assert not state.camera_calls
        assert [one.stroke for one in state.waiting] == [2]
        assert state.public.frame is not None
        assert state.public.frame.points == (1, 0)
    kinds = [line.kind for line in referee_state(table.moment).book]
    assert kinds == ["camera-calls", "called", "referee-calls"]


def test_the_switch_holds_in_the_next_frame(table: Table) -> None:
    table.do(begun())
    table.do(LetCameraCall(on=True))
    table.do(CONCEDED)
    table.do(BeginFrame())
    assert match_at(table).frame.header.camera_calls
    assert match_at(table).frame.desk.policy is not None


@pytest.mark.parametrize("keep", [True, False])
@pytest.mark.parametrize("said", [(True,), (False,), (True, False), ()])
@pytest.mark.parametrize("before", [None, True, False])
def test_who_calls_holds_once_the_beginning_is_corrected_and_after_a_restart(
    before: bool | None, said: tuple[bool, ...], keep: bool, table: Table, memory: Memory
) -> None:
    table.do(begun(camera_calls=before))
    for on in said:
        table.do(LetCameraCall(on=on))
    calls = referee_state(table.moment).camera_calls
    table.do(CorrectBeginning(changes={"starter": 1}, keep=keep))
    assert referee_state(table.moment).camera_calls == calls
    assert referee_state(Table("1", memory, lambda: 1_000).moment).camera_calls == calls


def test_what_a_referee_refused_stays_so_when_the_camera_calls(table: Table) -> None:
    table.do(begun())
    table.do(RED)
    table.do(LetCameraCall(on=True))
    assert match_at(table).frame.desk.scoreline.points == (1, 0)


def test_an_abandoned_match_is_over_until_that_is_undone(table: Table, memory: Memory) -> None:
    table.do(begun())
    table.do(RED)
    table.do(AbandonMatch())
    state = public_state(table.moment)
    assert state.match is not None
    assert (state.match.over, state.match.abandoned, state.match.winner) == (True, True, None)
    refused: tuple[Step, ...] = (RED, AbandonMatch(), LetCameraCall(on=True), BeginFrame())
    for step in refused:
        with pytest.raises(CallRefused, match="abandoned"):
            table.do(step)
    assert match_at(Table("1", memory, lambda: 1_000)).over
    table.do(Undo())
    assert not match_at(table).over
    table.do(AbandonMatch())
    number = match_at(table).sequence
    table.do(StrikeOut(number=number))
    assert not match_at(table).over


def test_an_interval_is_between_two_frames_and_ends_with_the_next(table: Table) -> None:
    table.do(begun())
    with pytest.raises(CallRefused, match="between two frames"):
        table.do(Interval(minutes=15))
    table.do(CONCEDED)
    before = table.moment.at
    table.do(Interval(minutes=15))
    assert public_state(table.moment).interval_ms == 1_000 + 15 * 60_000
    assert table.moment.at == before
    table.do(BeginFrame())
    assert public_state(table.moment).interval_ms is None


@pytest.mark.parametrize(
    ("scores", "on", "reds", "best_of", "ball"),
    [
        ((60, 24), "red", 1, 9, ""), ((61, 26), "red", 1, 9, "frame"), ((61, 26), "red", 1, 1, "match"),
        ((10, 0), "red", 10, 9, ""), ((90, 0), "red", 1, 9, ""),
    ],
)  # fmt: skip
def test_the_ball_that_puts_the_other_side_out_of_reach_is_told(
    table: Table, scores: tuple[int, int], on: str, reds: int, best_of: int, ball: str
) -> None:
    start = replace(doubtful.BEGIN.header.setup.start, scores=scores, on=on, reds=reds, places=())  # type: ignore[type-var]
    setup = replace(doubtful.BEGIN.header.setup, start=start, frames=best_of)
    table.do(replace(doubtful.BEGIN, header=replace(doubtful.BEGIN.header, setup=setup)))
    frame = public_state(table.moment).frame
    assert frame is not None
    assert frame.ball == ball


def test_who_calls_and_that_a_match_was_abandoned_come_out_of_a_book_as_they_went_in(table: Table) -> None:
    for step in (begun(camera_calls=True), doubtful.RED_IN, LetCameraCall(on=False), AbandonMatch()):
        table.do(step)
    book = match_at(table).frame.desk.book
    assert book_from_text(book_to_text(book)) == book
    assert "camera_calls" not in header_line(replace(book.header, camera_calls=None))
