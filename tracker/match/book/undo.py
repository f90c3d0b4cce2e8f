"""Undoing and correcting: nothing is rubbed out, and what no longer fits after a correction falls with it, in writing.

`fitting` makes a book replay to its end. A line that fell with another names it in `along`, so that both come back
together.
"""

from collections.abc import Iterable
from typing import Any

from tracker.domain.errors import CallRefused
from tracker.domain.law.call import Call
from tracker.match.book.book import Book, amended, fallen, replay, struck_out
from tracker.match.book.entries import POLICY, Abandoned, Amended, Called, Entry, StruckOut
from tracker.rules.ruleset import RuleSet


def last_called(entries: tuple[Entry, ...]) -> int | None:
    """Return the last call, amendment or end of the match that stands: what *undo* undoes."""
    struck, made = fallen(entries), (e for e in entries if isinstance(e, Called | Amended | Abandoned))
    return max((entry.number for entry in made if entry.number not in struck), default=None)


def _last_answered(entries: tuple[Entry, ...]) -> int:
    """Return the last call or amendment by a person that stands: after it nothing undone before can come back."""
    struck, made = fallen(entries), (entry for entry in entries if isinstance(entry, Called | Amended))
    return max((entry.number for entry in made if entry.number not in struck and entry.by != POLICY), default=0)


def last_undone(entries: tuple[Entry, ...]) -> int | None:
    """Return the last undoing that stands, with no call made since: what *redo* takes back."""
    struck = fallen(entries)
    kinds = {entry.number: type(entry) for entry in entries}
    undone = max(
        (
            entry.number
            for entry in entries
            if isinstance(entry, StruckOut) and entry.along is None and entry.number not in struck
            if kinds.get(entry.entry) is not StruckOut
        ),
        default=0,
    )
    return undone if undone > _last_answered(entries) else None


def undone(rules: RuleSet[Any], book: Book, number: int) -> Book:
    """Return the book with entry `number` struck out, and what fell with it back.

    Raises:
        CallRefused: there is no such entry, it cannot be undone, or it has been.
    """
    struck = fallen(book.entries)
    if number in struck:
        raise CallRefused(f"entry {number} is struck out already")
    corrected, _ = struck_out(rules, book, number)
    root = len(corrected.entries)
    with_it = (e.number for e in book.entries if isinstance(e, StruckOut) and e.along == number)
    return _falling(corrected, (one for one in with_it if one not in struck), root)


def back_to(rules: RuleSet[Any], book: Book, number: int) -> Book:
    """Return the book with every call and amendment after entry `number` struck out in one go; 0 is its beginning.

    Raises:
        CallRefused: nothing was called after it.
    """
    struck = fallen(book.entries)
    later = [e.number for e in book.entries[number:] if isinstance(e, Called | Amended) and e.number not in struck]
    if not later:
        raise CallRefused(f"nothing was called after entry {number}")
    corrected, _ = struck_out(rules, book, later[-1])
    root = len(corrected.entries)
    return _falling(corrected, reversed(later[:-1]), root)


def redone(rules: RuleSet[Any], book: Book) -> Book:
    """Return the book with the last undoing taken back.

    Raises:
        CallRefused: nothing was undone, or something was called since.
    """
    number = last_undone(book.entries)
    if number is None:
        raise CallRefused("there is nothing to redo: nothing was undone since the last call")
    return undone(rules, book, number)


def corrected(rules: RuleSet[Any], book: Book, number: int, calls: tuple[Call, ...]) -> Book:
    """Return the book with the calls of entry `number` replaced.

    Raises:
        CallRefused: there is no such entry of calls, or the new calls do not fit where the old ones stood.
    """
    if number in fallen(book.entries):
        raise CallRefused(f"entry {number} is struck out: it cannot be amended")
    return amended(rules, book, number, calls)[0]


def _falling(book: Book, numbers: Iterable[int], root: int) -> Book:
    for number in numbers:
        book = book.having(StruckOut(number=0, entry=number, along=root))
    return book


def fitting(rules: RuleSet[Any], book: Book, root: int) -> Book:
    """Return the book with what no longer fits struck out, along with entry `root`, which is why it does not."""
    while (trouble := replay(rules, book).trouble) is not None:
        book = book.having(StruckOut(number=0, entry=trouble.entry, along=root))
    return book
