"""Scoring without a camera: a person says what was scored or fouled, and the calls that this comes to are worked out.

What a key comes to is the game's to say (`rules.desk`); the law may still refuse, with its reason.
"""

from typing import Any

from tracker.domain.errors import CallRefused
from tracker.domain.law.call import Call
from tracker.match.book.book import Book, calls_of, standing_calls
from tracker.rules.desk import Witness
from tracker.rules.ruleset import RuleSet


def foul_marked(
    rules: RuleSet[Any], book: Book, *, miss: bool | None, free_ball: bool | None
) -> tuple[int, tuple[Call, ...]]:
    """Return the entry of the foul just called and its calls with a miss or a free ball added or taken away.

    Raises:
        CallRefused: the last call was no foul of snooker.
    """
    number, calls = (standing_calls(book.entries) or ((0, ()),))[-1]
    marks = {key: value for key, value in (("miss", miss), ("free_ball", free_ball)) if value is not None}
    marked = rules.desk.marked(calls, marks)
    if marked is None:
        raise CallRefused("a miss or a free ball is called with a foul, and the last call was none")
    return number, marked


def witness_in(rules: RuleSet[Any], book: Book, number: int) -> Witness | None:
    """Return what the eyes said about the stroke that entry `number` calls, as its calls hold it; None: nothing."""
    return rules.desk.witness_in(calls_of(book, number))


def offered(rules: RuleSet[Any], at: Any) -> tuple[Call, ...]:
    """Return the calls without a stroke that may be made now, from those that a person chooses among."""
    return tuple(call for call in rules.desk.candidates if _may(rules, at, call))


def _may(rules: RuleSet[Any], at: Any, call: Call) -> bool:
    try:
        rules.verify(at, call)
    except CallRefused:
        return False
    return True
