"""The table keeps what it shows: one writer, kept before seen, and the same match again after a power cut."""

import json
from collections.abc import Iterator
from pathlib import Path

import doubtful
import pytest

from tracker.domain.book.setup import Setup
from tracker.domain.errors import BookTaken, CallRefused, CuewatchError
from tracker.domain.strokes.alternatives import Alternatives
from tracker.domain.strokes.stroke import Pot, Standing, Stroke
from tracker.domain.table.ball import RED
from tracker.domain.table.plane import Point
from tracker.live.table.keeping import Keeper, Memory, Written
from tracker.live.table.showing import public_state, referee_state
from tracker.live.table.stored import Stored
from tracker.live.table.table import Moment, Table
from tracker.match.book.codec import call_from
from tracker.match.book.entries import Header
from tracker.match.desk.desk import Policy
from tracker.match.steps import (
    Amend,
    BeginFrame,
    BeginMatch,
    ByHand,
    CorrectBeginning,
    GoBackTo,
    MakeCalls,
    Note,
    Redo,
    ReopenFrame,
    See,
    Step,
    StrikeOut,
    Undo,
)
from tracker.rules.desk import Scored
from tracker.rules.novuss.calls import Played as NovussPlayed
from tracker.rules.snooker.frame.calls import Accept, Concede, Foul, Nominate, Played
from tracker.show.screens.state import SCHEMA, Strip, as_json
from tracker.show.screens.vmix import vmix_rows
from tracker.store.database.matches import matches
from tracker.store.database.opening import open_database

SNOOKER = Header(rulebook="snooker-2024", setup=Setup(names=("Anna", "Bo"), frames=3))
RED_IN = MakeCalls(calls=(Played(points=1, potted=(RED,)),))
BLACK_IN = MakeCalls(calls=(Nominate(ball="black"), Played(points=7, potted=("black",))))
MISSED = MakeCalls(calls=(Played(points=0),))


def conceded(side: int) -> MakeCalls:
    return MakeCalls(calls=(Concede(side=side), Accept(side=1 - side)))


@pytest.fixture(params=["memory", "database"])
def memory(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Keeper]:
    if request.param == "memory":
        yield Memory()
        return
    with open_database(tmp_path / "club.db") as database:
        yield Stored(database, lambda: 1_000)


@pytest.fixture
def table(memory: Keeper) -> Table:
    made = Table("1", memory, lambda: 1_000)
    made.do(BeginMatch(header=SNOOKER))
    return made


def points(table: Table) -> tuple[int, int]:
    frame = public_state(table.moment).frame
    assert frame is not None
    return frame.points


def again(memory: Keeper) -> Table:
    fresh = Stored(memory._database, lambda: 2_000) if isinstance(memory, Stored) else memory
    return Table("1", fresh, lambda: 2_000)


def test_what_is_called_is_shown_and_kept(table: Table, memory: Keeper) -> None:
    for step in (RED_IN, BLACK_IN, MISSED):
        table.do(step)
    assert points(table) == points(again(memory)) == (8, 0)
    assert table.moment.at == again(memory).moment.at == (1, 3)


def test_nobody_sees_what_could_not_be_kept(table: Table, memory: Keeper, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Moment] = []
    table.listen(seen.append)

    def full(*_: object) -> None:
        raise CuewatchError("the disk is full")

    monkeypatch.setattr(type(memory), "keep", full)
    with pytest.raises(CuewatchError, match="disk is full"):
        table.do(RED_IN)
    assert not seen
    assert points(table) == (0, 0)


def test_a_listener_is_told_after_it_was_kept(table: Table, memory: Keeper) -> None:
    kept = []
    table.listen(lambda moment: kept.append((moment.at, len(memory.kept("1")[-1][1].entries))))
    table.do(RED_IN)
    table.do(Undo())
    assert kept == [((1, 1), 1), ((1, 2), 2)]


def test_a_step_meant_for_an_older_state_is_refused(table: Table) -> None:
    table.do(RED_IN, seen=(1, 0))
    with pytest.raises(CallRefused, match="changed since"):
        table.do(RED_IN, seen=(1, 0))
    assert points(table) == (1, 0)


RIGHTED = Amend(number=1, calls=MISSED.calls)


@pytest.mark.parametrize(
    ("meanwhile", "is_taken"),
    [
        ((BLACK_IN,), True),
        ((BLACK_IN, MISSED, Note(text="a remark")), True),
        ((Undo(), Redo()), True),
        ((Amend(number=1, calls=(Foul(points=4),)),), False),
        ((StrikeOut(number=1),), False),
        ((BLACK_IN, Undo(), Undo()), False),
    ],
    ids=["a stroke is called", "strokes and a remark", "undone and put back", "amended", "struck out", "undone"],
)
@pytest.mark.parametrize(
    "step",
    [RIGHTED, StrikeOut(number=1), ByHand(deed=Scored(), instead=1)],
    ids=["amended", "struck out", "keyed in instead"],
)
def test_what_puts_an_entry_right_is_taken_as_long_as_nobody_touched_that_one(
    table: Table, step: Step, meanwhile: tuple[Step, ...], is_taken: bool
) -> None:
    seen = table.do(RED_IN).at
    for other in meanwhile:
        table.do(other)
    if is_taken:
        table.do(step, seen=seen)
        (first, *_) = referee_state(table.moment).book
        assert first.replaced or not first.stands
    else:
        before = table.moment
        with pytest.raises(CallRefused, match="changed since"):
            table.do(step, seen=seen)
        assert table.moment == before


def test_a_correction_of_a_frame_that_is_over_is_none_of_the_next_one(table: Table) -> None:
    seen = table.do(RED_IN).at
    for step in (conceded(1), BeginFrame(), RED_IN):
        table.do(step)
    with pytest.raises(CallRefused, match="changed since"):
        table.do(RIGHTED, seen=seen)


def test_a_correction_is_taken_though_the_program_amended_itself_meanwhile(memory: Keeper) -> None:
    table = Table("1", memory, lambda: 1_000, policy=Policy())
    for step in (doubtful.BEGIN, doubtful.RED_IN, doubtful.PINK_UNSURE):
        seen = table.do(step).at
    (pink,) = [line.number for line in referee_state(table.moment).book if line.stands and line.provisional]
    table.do(doubtful.PINK_BACK)
    assert any(line.replaced for line in referee_state(table.moment).book if line.number == pink)
    table.do(Amend(number=pink, calls=(Nominate(ball="pink"), Played(points=0))), seen=seen)
    with pytest.raises(CallRefused, match="changed since"):
        table.do(Amend(number=pink, calls=(Foul(points=6),)), seen=seen)


def test_undoing_the_last_call_is_meant_for_what_was_the_last_one(table: Table) -> None:
    seen = table.do(RED_IN).at
    table.do(BLACK_IN)
    with pytest.raises(CallRefused, match="changed since"):
        table.do(Undo(), seen=seen)


def test_a_match_that_goes_on_is_not_begun_anew_by_mistake(table: Table) -> None:
    with pytest.raises(CallRefused, match="being played"):
        table.do(BeginMatch(header=SNOOKER))
    table.do(BeginMatch(header=SNOOKER, abandon=True))
    assert table.moment.at == (2, 0)


def test_undo_and_redo_go_back_and_forth_over_calls_and_corrections(table: Table) -> None:
    table.do(RED_IN)
    table.do(BLACK_IN)
    table.do(Amend(number=2, calls=(Nominate(ball="pink"), Played(points=6, potted=("pink",)))))
    went = [points(table)]
    for step in (Undo(), Undo(), Undo(), Redo(), Redo(), Redo()):
        table.do(step)
        went.append(points(table))
    assert went == [(7, 0), (8, 0), (1, 0), (0, 0), (1, 0), (8, 0), (7, 0)]
    with pytest.raises(CallRefused, match="nothing to redo"):
        table.do(Redo())


def test_after_a_new_call_there_is_nothing_to_redo(table: Table) -> None:
    table.do(RED_IN)
    table.do(Undo())
    table.do(MISSED)
    with pytest.raises(CallRefused, match="nothing to redo"):
        table.do(Redo())


def test_what_no_longer_fits_falls_with_the_undone_call_is_shown_before_and_comes_back_with_it(
    table: Table, memory: Keeper
) -> None:
    for step in (RED_IN, BLACK_IN, RED_IN):
        table.do(step)
    change = table.preview(StrikeOut(number=1))
    assert change.fall == (1, 2)
    assert change.before is not None
    assert (change.before.points, change.after.points) == ((9, 0), (1, 0))
    table.do(StrikeOut(number=1))
    assert points(table) == points(again(memory)) == (1, 0)
    table.do(BLACK_IN)
    assert points(table) == points(again(memory)) == (8, 0)
    table.do(Undo())
    table.do(Redo())
    assert points(table) == (8, 0)


def test_one_undoing_of_many_calls_is_taken_back_in_one(table: Table) -> None:
    for step in (RED_IN, BLACK_IN, RED_IN, MISSED):
        table.do(step)
    table.do(GoBackTo(number=1))
    assert points(table) == (1, 0)
    table.do(Redo())
    assert points(table) == (9, 0)
    assert table.preview(GoBackTo(number=0)).fall == (1, 2, 3, 4)


def test_frames_are_begun_in_turn_and_won_frames_decide_the_match(table: Table, memory: Keeper) -> None:
    with pytest.raises(CallRefused, match="not over yet"):
        table.do(BeginFrame())
    table.do(conceded(1))
    table.do(BeginFrame())
    state = public_state(table.moment)
    assert state.match is not None
    assert state.frame is not None
    assert (state.match.won, state.frame.number, state.frame.striker, state.epoch) == ((1, 0), 2, 1, 2)
    table.do(conceded(1))
    over = public_state(table.moment).match
    assert over is not None
    assert (over.won, over.over, over.winner) == ((2, 0), True, 0)
    assert public_state(again(memory).moment).match == over
    with pytest.raises(CallRefused, match="match is over"):
        table.do(BeginFrame())


def test_a_frame_begun_too_soon_is_taken_back_and_the_one_before_goes_on(table: Table, memory: Keeper) -> None:
    table.do(conceded(0))
    table.do(BeginFrame())
    table.do(ReopenFrame())
    table.do(Undo())
    table.do(RED_IN)
    for one in (table, again(memory)):
        state = public_state(one.moment)
        assert state.match is not None
        assert state.frame is not None
        assert (state.match.won, state.frame.number, state.frame.points) == ((0, 0), 1, (1, 0))


def test_names_are_corrected_with_the_score_kept(table: Table, memory: Keeper) -> None:
    table.do(RED_IN)
    table.do(CorrectBeginning(changes={"names": ("Anna", "Bob")}))
    for one in (table, again(memory)):
        state = public_state(one.moment)
        assert state.match is not None
        assert (state.match.names, points(one), state.epoch) == (("Anna", "Bob"), (1, 0), 2)


def test_the_state_tells_the_break_its_balls_and_what_was_said(table: Table) -> None:
    for step in (RED_IN, BLACK_IN, RED_IN):
        table.do(step)
    frame = public_state(table.moment).frame
    assert frame is not None
    assert (frame.visit, frame.made, frame.on, frame.remaining) == (9, (RED, "black", RED), "colour", 8 * 13 + 27 + 7)
    table.do(MakeCalls(calls=(Foul(points=5, free_ball=True),)))
    frame = public_state(table.moment).frame
    assert frame is not None
    assert frame.strips == (Strip(kind="foul", value=5), Strip(kind="free-ball"))
    assert (frame.points, frame.striker, frame.player, frame.visit, frame.made) == ((9, 5), 1, "Bo", 0, ())
    assert frame.high is not None
    assert (frame.high.player, frame.high.points) == ("Anna", 9)


def test_the_state_of_a_set_of_novuss_counts_pucks(memory: Keeper) -> None:
    table = Table("1", memory, lambda: 1)
    table.do(BeginMatch(header=Header(rulebook="novuss-2015", setup=Setup(names=("Ance", "Juris")), table="novuss")))
    table.do(MakeCalls(calls=(NovussPlayed(own=2),)))
    frame = public_state(table.moment).frame
    assert frame is not None
    assert (frame.unit, frame.part, frame.points, frame.made) == ("pucks", "set", (2, 0), ("puck", "puck"))


def test_a_public_state_is_told_as_json(table: Table) -> None:
    for step in (RED_IN, MakeCalls(calls=(Foul(points=5),))):
        table.do(step)
    told = json.loads(as_json(public_state(table.moment)))
    assert (told["schema"], told["sequence"], told["match"]["names"]) == (SCHEMA, 2, ["Anna", "Bo"])
    assert (told["frame"]["points"], told["frame"]["strips"]) == ([1, 5], [{"kind": "foul", "value": 5}])


def test_only_the_referee_is_told_what_stands_in_the_book(table: Table) -> None:
    table.do(RED_IN)
    table.do(Undo())
    state = referee_state(table.moment)
    assert [(line.kind, line.stands) for line in state.book] == [("called", False), ("struck-out", True)]
    assert (state.undo, state.redo) == (None, 2)
    assert b'"book"' not in as_json(state.public)


def test_what_a_step_adds_is_all_that_is_kept(table: Table, memory: Keeper, monkeypatch: pytest.MonkeyPatch) -> None:
    kept: list[Written] = []
    monkeypatch.setattr(type(memory), "keep", lambda self, name, written: kept.append(written))
    table.do(RED_IN)
    table.do(conceded(0))
    table.do(BeginFrame())
    assert [(w.epoch, w.header is None, len(w.entries)) for w in kept] == [(1, True, 1), (1, True, 1), (2, False, 0)]


def test_the_owner_says_what_is_called_without_a_person(memory: Keeper) -> None:
    stroke = Stroke(
        number=1, began_us=1, ended_us=2, cue_ball="white", origin=Point(889, 700), first_hit=(RED,),
        potted=(Pot(at_us=1, ball=RED, pocket="top-left", sure=1.0),),
    )  # fmt: skip
    seen = See(seen=Alternatives.certain(stroke, Standing(at_us=2, places=())))
    for policy, expected in ((Policy(), (1, 0)), (None, (0, 0))):
        table = Table("1", Memory(), lambda: 1, policy=policy)
        table.do(BeginMatch(header=SNOOKER))
        table.do(seen)
        assert points(table) == expected
    assert [one.number for one in referee_state(table.moment).waiting] == [2]


def test_everybody_is_told_that_a_score_is_provisional_and_the_referee_alone_why() -> None:
    table = Table("1", Memory(), lambda: 1, policy=Policy())
    for step in (doubtful.BEGIN, doubtful.RED_IN, doubtful.PINK_UNSURE):
        table.do(step)
    told = referee_state(table.moment)
    assert told.public.frame is not None
    assert (told.public.frame.points, told.public.frame.provisional) == ((1, 0), 1)
    assert vmix_rows(told.public)[0]["provisional"] == "1"
    assert b"pink" not in as_json(told.public)
    (open_line,) = [line for line in told.book if line.provisional]
    assert "(1–0)" in open_line.provisional
    assert "(7–0)" in open_line.provisional
    table.do(doubtful.PINK_BACK)
    (amended,) = [line for line in referee_state(table.moment).book if line.kind == "amended"]
    assert (amended.by, amended.why) == ("policy", "the pink fell into the top-left pocket")


def test_an_answer_to_what_stays_even_is_one_step_and_is_never_touched() -> None:
    table = Table("1", Memory(), lambda: 1, policy=Policy())
    for step in (doubtful.BEGIN, doubtful.EVEN, *doubtful.quiet(2, 7)):
        table.do(step)
    (question,) = referee_state(table.moment).asked
    likelier, other = question.options
    assert (likelier.points, other.points, likelier.sure > other.sure) == ((0, 0), (0, 5), True)
    calls = tuple(call_from(call, "snooker-2024") for call in other.calls)
    table.do(Amend(number=question.called, calls=calls))
    assert (points(table), referee_state(table.moment).asked) == ((0, 5), ())
    table.do(doubtful.quiet(9, 1)[0])
    assert points(table) == (0, 5)


@pytest.mark.parametrize("memory", ["database"], indirect=True)
def test_a_second_writer_at_a_table_is_refused(table: Table, memory: Keeper) -> None:
    other = again(memory)
    table.do(RED_IN)
    with pytest.raises(BookTaken):
        other.do(MISSED)
    with pytest.raises(BookTaken):
        other.do(CorrectBeginning(changes={"names": ("X", "Y")}))
    assert points(again(memory)) == (1, 0)


@pytest.mark.parametrize("memory", ["database"], indirect=True)
def test_the_database_knows_when_a_match_ended(table: Table, memory: Stored) -> None:
    for _ in range(2):
        table.do(conceded(1))
        if table.moment.match and not table.moment.match.over:
            table.do(BeginFrame())
    (match,) = matches(memory._database)
    assert (match.names, match.best_of, match.ended_us) == (("Anna", "Bo"), 3, 1_000_000)
    table.do(Undo())
    (match,) = matches(memory._database)
    assert match.ended_us is None
    table.do(BeginMatch(header=SNOOKER, abandon=True))
    newest, abandoned = matches(memory._database)
    assert (newest.ended_us, abandoned.ended_us) == (None, 1_000_000)


def test_a_remark_does_not_start_the_clock_of_a_stroke_again() -> None:
    times = iter((10, 20, 30, 40))
    table = Table("1", Memory(), lambda: next(times))
    due = []
    for step in (BeginMatch(header=SNOOKER), RED_IN, Note(text="the red was cleaned"), Undo()):
        due.append(table.do(step).due_ms)
    assert due == [10, 20, 20, 30]
