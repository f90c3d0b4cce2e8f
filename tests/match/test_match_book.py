"""The book: same book, same score; nothing is rubbed out; what no longer fits is named."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tracker.domain.book.setup import Setup
from tracker.domain.errors import BadInput, CallRefused
from tracker.domain.law.ruling import Ruling
from tracker.domain.strokes.alternatives import Alternatives
from tracker.domain.strokes.stroke import Bounce, Doubt, Place, Pot, Standing, Stroke, Touch
from tracker.domain.table.ball import RED, WHITE
from tracker.domain.table.plane import Point
from tracker.match.book.book import Book, amended, replay, struck_out
from tracker.match.book.codec import book_from_text, book_to_text, entry_line, header_line
from tracker.match.book.entries import (
    ENTRIES,
    Abandoned,
    Amended,
    Asked,
    Called,
    CameraCalls,
    Entry,
    Header,
    Noted,
    RecordingEnded,
    Seen,
    StruckOut,
    Suggested,
)
from tracker.match.book.replaying import replay_text
from tracker.match.desk.desk import Desk, Policy, open_desk, resume_desk
from tracker.rules import shelf
from tracker.rules.snooker.frame.calls import Foul, Nominate, Played
from tracker.rules.snooker.frame.position import Position

RULES = shelf.find()
HEADER = Header(rulebook="snooker-2024", setup=Setup(names=("Anna", "Bo")), software="cuewatch 0")
NOWHERE = Standing(at_us=2, places=())
RED_IN = Played(points=1, potted=(RED,))


def stroke(*first: str, pots: tuple[str, ...] = (), sure: float = 1.0) -> Stroke:
    return Stroke(
        number=1,
        began_us=10,
        ended_us=20,
        cue_ball=WHITE,
        origin=Point(889, 700),
        first_hit=first,
        potted=tuple(Pot(at_us=1, ball=ball, pocket="top-left", sure=sure) for ball in pots),
        touches=(Touch(at_us=12, balls=(WHITE, RED), at=Point(1.5, 2), sure=0.9),),
        cushions=(Bounce(at_us=13, ball=WHITE, cushion="top", sure=1.0),),
        doubts=(Doubt(about="cushions", why="hidden", candidates=((RED,),)),),
        rest={WHITE: (Point(640.1, 3011.7),), RED: (Point(1, 2), Point(3, 4))},
    )


def written(*calls: object) -> Book:
    book = Book(header=HEADER)
    for call in calls:
        many = call if isinstance(call, tuple) else (call,)
        book = book.having(Called(number=0, calls=many))
    return book


def test_the_score_is_a_fold_over_the_calls() -> None:
    book = written(RED_IN, (Nominate(ball="black"), Played(points=7, potted=("black",))), Foul(points=4))
    played = replay(RULES, book)
    assert played.position.scores == (8, 4)
    assert [step.said for step in played.steps] == [(), (), ("FOUL", "4")]
    assert played.trouble is None


def test_undoing_the_last_call_restores_the_score_before_it() -> None:
    book, trouble = struck_out(RULES, written(RED_IN, Foul(points=4)), 2)
    assert trouble is None
    assert replay(RULES, book).position == replay(RULES, written(RED_IN)).position
    again, _ = struck_out(RULES, book, 3)
    assert replay(RULES, again).position.scores == (1, 4)
    assert len(again.entries) == 4


def test_a_correction_stands_where_the_mistake_stood() -> None:
    book = written(RED_IN, (Nominate(ball="pink"), Played(points=6, potted=("pink",))), RED_IN)
    fixed, trouble = amended(RULES, book, 2, (Nominate(ball="black"), Played(points=7, potted=("black",))))
    assert trouble is None
    assert replay(RULES, fixed).position.scores == (9, 0)
    twice, _ = amended(RULES, fixed, 4, (Nominate(ball="blue"), Played(points=5, potted=("blue",))))
    assert replay(RULES, twice).position.scores == (7, 0)
    back, _ = struck_out(RULES, twice, 5)
    assert replay(RULES, back).position.scores == (9, 0)


def test_a_correction_that_breaks_what_follows_names_the_entry_and_keeps_the_good_half() -> None:
    book = written(RED_IN, (Nominate(ball="pink"), Played(points=6, potted=("pink",))), RED_IN)
    fixed, trouble = amended(RULES, book, 1, (Foul(points=4),))
    assert trouble is not None
    assert trouble.entry == 2
    assert trouble.why
    assert replay(RULES, fixed).position.scores == (0, 4)


def test_a_correction_that_cannot_stand_where_it_should_is_refused() -> None:
    with pytest.raises(CallRefused, match="entry 1 cannot become this"):
        amended(RULES, written(RED_IN), 1, (Played(points=7, potted=("black",)),))
    with pytest.raises(CallRefused, match="no entry 9"):
        struck_out(RULES, written(RED_IN), 9)


NO_RULING = Ruling(suggestions=(), calls=())
STRIKABLE: tuple[Entry, ...] = (
    Called(number=0, calls=(RED_IN,)), Amended(number=0, entry=1, calls=(Foul(points=4),)),
    StruckOut(number=0, entry=1), Abandoned(number=0),
)  # fmt: skip
LASTING: tuple[Entry, ...] = (
    Seen(number=0, stroke=stroke(RED), standing=NOWHERE), Suggested(number=0, about=1, ruling=NO_RULING),
    Asked(number=0, about=1, text="red or not?"), Noted(number=0, text="a remark"), CameraCalls(number=0, on=True),
    RecordingEnded(number=0),
)  # fmt: skip


def test_only_what_was_called_or_undone_can_be_struck_out() -> None:
    assert {type(entry) for entry in (*STRIKABLE, *LASTING)} == set(ENTRIES)
    for entry in STRIKABLE:
        book = written(RED_IN).having(entry)
        assert struck_out(RULES, book, 2)[0].entries == (*book.entries, StruckOut(number=3, entry=2))
    for entry in LASTING:
        with pytest.raises(CallRefused, match="entry 2 is not a call"):
            struck_out(RULES, written(RED_IN).having(entry), 2)


def test_the_policy_calls_every_stroke_at_once_however_unsure_the_eyes_are() -> None:
    desk, _ = open_desk(RULES, HEADER, Policy()).see(Alternatives.certain(stroke(RED, pots=(RED,)), NOWHERE))
    assert desk.scoreline.points == (1, 0)
    desk, _ = desk.see(Alternatives.certain(stroke("blue", pots=("blue",), sure=0.5), NOWHERE))
    assert desk.scoreline.points == (6, 0)
    assert desk.waiting == ()


def test_without_a_policy_only_people_call() -> None:
    desk, _ = open_desk(RULES, HEADER).see(Alternatives.certain(stroke(RED, pots=(RED,)), NOWHERE))
    assert desk.scoreline.points == (0, 0)
    assert desk.accept(desk.waiting[0]).scoreline.points == (1, 0)


def test_the_referee_may_call_otherwise_than_was_suggested() -> None:
    desk, _ = open_desk(RULES, HEADER).see(Alternatives.certain(stroke(RED, pots=(RED,)), NOWHERE))
    desk = desk.call((Foul(points=4, gone=(RED,)),), about=desk.waiting[0])
    assert desk.scoreline.points == (0, 4)
    assert desk.waiting == ()
    desk = desk.strike_out(len(desk.book.entries))
    assert desk.scoreline.points == (0, 0)
    assert desk.waiting == (2,)


def test_a_refused_call_changes_nothing() -> None:
    desk = open_desk(RULES, HEADER)
    with pytest.raises(CallRefused):
        desk.call((RED_IN, RED_IN))
    assert desk.scoreline.points == (0, 0)
    assert desk.book.entries == ()


def whole_book() -> Book:
    desk: Desk[Position] = open_desk(RULES, HEADER, Policy())
    lie = Standing(at_us=3, places=(Place(ball=WHITE, at=Point(5, 6.25), sd_mm=0.4),), touching=((WHITE, "blue"),))
    for seen in (stroke(RED, pots=(RED,)), stroke("blue", pots=("blue", WHITE)), stroke("pink", sure=0.4)):
        desk, _ = desk.see(Alternatives.certain(seen, lie))
    desk = desk.note("the pink was cleaned")
    number = next(e.number for e in desk.book.entries if isinstance(e, Called))
    return desk.strike_out(number).book


def test_a_book_goes_to_text_and_back_unchanged() -> None:
    book = whole_book()
    assert {type(entry).__name__ for entry in book.entries} >= {"Seen", "Suggested", "Called", "StruckOut", "Noted"}
    text = book_to_text(book)
    assert book_from_text(text) == book
    assert book_to_text(book_from_text(text)) == text
    assert text.splitlines() == [header_line(book.header), *map(entry_line, book.entries)]


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (lambda lines: [], "empty"),
        (lambda lines: lines[1:], "line 1: the first line must be the header"),
        (lambda lines: [lines[0].replace('"schema":1', '"schema":9'), *lines[1:]], "schema 9"),
        (lambda lines: [*lines[:2], lines[2][:-9], *lines[3:]], "line 3"),
        (lambda lines: [*lines[:2], *lines[3:]], "entry 3 stands where 2 should"),
        (lambda lines: [line.replace("StruckOut", "Rubbed") for line in lines], "'Rubbed' is no entry"),
        (lambda lines: [*lines[:-1], lines[-1].replace('"entry":', '"enrty":')], "has no 'enrty'"),
        (lambda lines: [*lines[:-1], lines[-1].replace('"number":', '"number":"x","numbr":')], "has no 'numbr'"),
    ],
)
def test_a_broken_book_is_bad_input_that_names_the_line(spoil: object, says: str) -> None:
    lines = book_to_text(whole_book()).splitlines()
    assert callable(spoil)
    with pytest.raises(BadInput, match=says):
        book_from_text("\n".join(spoil(lines)), where="book.jsonl")


def test_replay_gives_the_score_from_the_text_alone() -> None:
    book = written(RED_IN, (Nominate(ball="black"), Played(points=7, potted=("black",))), Foul(points=4))
    replayed = replay_text(book_to_text(book))
    assert replayed.score.points == (8, 4)
    assert replayed.score.names == ("Anna", "Bo")
    assert replayed.as_json()["points"] == [8, 4]
    assert replayed.trouble is None
    assert replayed.steps[-1] == (3, ("FOUL", "4"), (8, 4))


def test_a_desk_can_go_on_with_a_book_that_was_written_before() -> None:
    book = written(RED_IN)
    desk, trouble = resume_desk(RULES, book_from_text(book_to_text(book)))
    assert trouble is None
    assert desk.call((Foul(points=4),)).scoreline.points == (1, 4)


SEEN = st.lists(
    st.builds(
        stroke,
        st.sampled_from(["red", "blue", "black", "yellow"]),
        pots=st.sampled_from([(), ("red",), ("blue",), (WHITE,), ("red", "red"), ("yellow",)]),
        sure=st.sampled_from([1.0, 0.95, 0.5]),
    ),
    max_size=8,
)


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(SEEN, st.integers(0, 30))
def test_same_book_same_score_and_undo_restores(seen: list[Stroke], pick: int) -> None:
    desk = open_desk(RULES, HEADER, Policy())
    for one in seen:
        desk, _ = desk.see(Alternatives.certain(one, NOWHERE))
    assert replay(RULES, desk.book).position == desk.position
    assert replay(RULES, book_from_text(book_to_text(desk.book))).position == desk.position
    called = [entry.number for entry in desk.book.entries if isinstance(entry, Called)]
    if not called:
        return
    undone = desk.strike_out(called[pick % len(called)])
    assert replay(RULES, undone.book).trouble is None
    assert undone.redo().position == desk.position


def test_what_was_suggested_stands_in_the_book_beside_the_call() -> None:
    desk, ruling = open_desk(RULES, HEADER, Policy()).see(Alternatives.certain(stroke(RED, pots=(RED,)), NOWHERE))
    suggested = desk.book.entries[1]
    assert isinstance(suggested, Suggested)
    assert suggested.ruling == ruling
    assert not isinstance(desk.book.entries[-1], Noted)
