"""Whatever is called, corrected and undone, a book replays to its end, and a desk is what its book says."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tracker.domain.book.setup import Setup
from tracker.domain.errors import CallRefused
from tracker.domain.law.call import Call
from tracker.domain.strokes.alternatives import Alternatives
from tracker.domain.strokes.stroke import Pot, Standing, Stroke
from tracker.domain.table.plane import Point
from tracker.match.book.book import replay, standing_calls
from tracker.match.book.entries import Header, Suggested
from tracker.match.desk.desk import resume_desk
from tracker.match.frames import Match, begin_match, resumed
from tracker.match.steps import (
    AcceptSuggestion,
    Amend,
    ByHand,
    GoBackTo,
    MarkFoul,
    Note,
    PassOver,
    Redo,
    See,
    Step,
    StrikeOut,
    Undo,
    added,
    change_by,
    taken,
)
from tracker.rules import shelf
from tracker.rules.desk import Fouled, Scored
from tracker.rules.ruleset import RuleSet
from tracker.rules.snooker.frame.calls import Foul, Played

RULES = shelf.find()
NUMBERS = st.integers(0, 12)
BALLS = st.sampled_from(["red", "black", "yellow"])
SEEN = Stroke(
    number=1, began_us=1, ended_us=2, cue_ball="white", origin=Point(889, 700), first_hit=("red",),
    potted=(Pot(at_us=1, ball="red", pocket="top-left", sure=1.0),),
)  # fmt: skip
CALLS = st.sampled_from(
    [
        (Played(points=1, potted=("red",)),),
        (Played(points=0),),
        (Foul(points=4),),
        (Played(points=2, potted=("red",) * 2),),
    ]
)
STEPS = st.one_of(
    BALLS.map(lambda ball: ByHand(deed=Scored(potted=(ball,)))),
    st.builds(
        lambda free, miss: ByHand(deed=Fouled(points=4, free_ball=free, miss=miss)), st.booleans(), st.booleans()
    ),
    st.sampled_from([ByHand(deed=Scored()), Undo(), Redo(), Note(text="a remark"), MarkFoul(free_ball=True)]),
    st.just(See(seen=Alternatives.certain(SEEN, Standing(at_us=2, places=())))),
    NUMBERS.map(lambda number: StrikeOut(number=number)),
    NUMBERS.map(lambda number: GoBackTo(number=number)),
    NUMBERS.map(lambda number: AcceptSuggestion(number=number)),
    NUMBERS.map(lambda number: PassOver(number=number)),
    st.builds(lambda number, calls: Amend(number=number, calls=calls), NUMBERS, CALLS),
)


def rules_for(_header: Header) -> RuleSet[Any]:
    return RULES


def match_after(steps: list[Step]) -> tuple[Match, list[tuple[Match, Step, Match]]]:
    match = begin_match(rules_for, Header(rulebook=RULES.name, setup=Setup()), 1)
    went = []
    for step in steps:
        try:
            after = taken(match, step, rules_for)
        except CallRefused:
            continue
        went.append((match, step, after))
        match = after
    return match, went


@pytest.mark.slow
@settings(max_examples=150, deadline=None)
@given(st.lists(STEPS, max_size=14))
def test_a_desk_is_what_its_book_says_and_every_book_replays_to_its_end(steps: list[Step]) -> None:
    match, went = match_after(steps)
    for before, _, after in went:
        desk = after.frame.desk
        assert replay(RULES, desk.book).trouble is None
        assert resume_desk(RULES, desk.book)[0] == desk
        assert desk.book.entries == (*before.frame.desk.book.entries, *added(before, after))
    assert resumed(rules_for, [(1, match.frame.desk.book)]) == match


def waits(match: Match) -> list[tuple[int, tuple[Call, ...], bool]]:
    """Return what waits for an answer, whenever it was suggested: how sure that was then stays as it was written."""
    entries = [match.frame.desk.book.entry(number) for number in match.frame.desk.waiting]
    return [(one.about, one.ruling.calls, one.ruling.ask) for one in entries if isinstance(one, Suggested)]


@settings(max_examples=150, deadline=None)
@given(st.lists(STEPS, max_size=14))
def test_redo_takes_an_undoing_back_whole(steps: list[Step]) -> None:
    _, went = match_after(steps)
    for before, step, after in went:
        if isinstance(step, Undo | GoBackTo):
            again = taken(after, Redo(), rules_for)
            assert again.frame.desk.position == before.frame.desk.position
            assert waits(again) == waits(before)


@settings(max_examples=100, deadline=None)
@given(st.lists(STEPS, max_size=14))
def test_what_a_step_changes_is_told_of_all_calls_and_of_the_score(steps: list[Step]) -> None:
    _, went = match_after(steps)
    for before, _, after in went:
        change = change_by(before, after)
        old = dict(standing_calls(before.frame.desk.book.entries))
        new = dict(standing_calls(after.frame.desk.book.entries))
        assert {number for number in {*old, *new} if old.get(number) != new.get(number)} == {
            *change.fall, *change.rise, *change.change
        }  # fmt: skip
        assert (change.before, change.after) == (before.frame.desk.scoreline, after.frame.desk.scoreline)
