"""A match book and its replay: the score is a fold over the calls that stand, from the first line, every time.

Theory: event sourcing as in Chassaing's decider (initial, decide, evolve): the fold is `RuleSet.apply`. A replay that
meets a call which no longer fits keeps the good half, and names the entry and the reason.
"""

from dataclasses import dataclass
from typing import Any, Final, Generic

from tracker.domain.errors import CallRefused, CuewatchError
from tracker.domain.frozen import replace
from tracker.domain.law.call import Call
from tracker.match.book.entries import (
    POLICY,
    Abandoned,
    Amended,
    Called,
    Entry,
    Header,
    Seen,
    StruckOut,
    Suggested,
)
from tracker.rules.ruleset import RuleSet, S, apply_all

UNREADABLE: Final = (CuewatchError, LookupError, ValueError, TypeError)
"""What a book that this program cannot play may raise: where many are told of, it hides no other."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Book:
    """A header and lines, append only."""

    header: Header
    entries: tuple[Entry, ...] = ()

    @property
    def next_number(self) -> int:
        """Number of the line that comes next."""
        return len(self.entries) + 1

    def entry(self, number: int) -> Entry:
        """Return the line with that number.

        Raises:
            CallRefused: there is none.
        """
        if not 1 <= number <= len(self.entries):
            raise CallRefused(f"the book has no entry {number}: it has {len(self.entries)}")
        return self.entries[number - 1]

    def having(self, entry: Entry) -> "Book":
        """Return the book with one more line, numbered as the next."""
        return replace(self, entries=(*self.entries, replace(entry, number=self.next_number)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Trouble:
    """Where a replay stopped."""

    entry: int
    """The entry that no longer fits."""
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayedEntry(Generic[S]):
    """An entry whose calls were applied, the words that were said, and the position after it."""

    entry: int
    said: tuple[str, ...]
    position: S


@dataclass(frozen=True, slots=True, kw_only=True)
class Replay(Generic[S]):
    """The position that the calls lead to, every step on the way, and the trouble that stopped it, if any did."""

    position: S
    steps: tuple[ReplayedEntry[S], ...] = ()
    trouble: Trouble | None = None


def fallen(entries: tuple[Entry, ...]) -> frozenset[int]:
    """Return the numbers of the entries that are struck out now."""
    struck: set[int] = set()
    for entry in reversed(entries):
        if isinstance(entry, StruckOut) and entry.number not in struck:
            struck.add(entry.entry)
    return frozenset(struck)


def is_abandoned(entries: tuple[Entry, ...]) -> bool:
    """Tell whether the match was ended as it stood."""
    struck = fallen(entries)
    return any(isinstance(entry, Abandoned) and entry.number not in struck for entry in entries)


def standing_calls(entries: tuple[Entry, ...]) -> tuple[tuple[int, tuple[Call, ...]], ...]:
    """Return the entries of calls that count, in order, each with the calls that stand for it now."""
    struck = fallen(entries)
    live = [entry for entry in entries if entry.number not in struck]
    root = {e.number: e.entry for e in entries if isinstance(e, Amended)}
    stands = {entry.number: entry.calls for entry in live if isinstance(entry, Called)}
    for entry in live:
        if isinstance(entry, Amended) and (first := _first(entry.entry, root)) in stands:
            stands[first] = entry.calls
    return tuple(stands.items())


def replacing(entries: tuple[Entry, ...]) -> dict[int, int]:
    """Return, for each entry of calls, the one whose calls stand in its place now: itself where nothing amended it."""
    struck = fallen(entries)
    root = {entry.number: entry.entry for entry in entries if isinstance(entry, Amended)}
    made = [entry.number for entry in entries if isinstance(entry, Called | Amended) and entry.number not in struck]
    newest = {_first(number, root): number for number in made}
    return {number: newest[_first(number, root)] for number in made}


def stands_since(entries: tuple[Entry, ...], number: int, since: int) -> bool:
    """Say whether nobody has touched what entry `number` called after entry `since`; the program alone may have."""
    then, now = (replacing(some).get(number) for some in (entries[:since], entries))
    newest = entries[now - 1] if now is not None else None
    return isinstance(newest, Called | Amended) and (now == then or newest.by == POLICY)


def _first(number: int, root: dict[int, int]) -> int:
    """Follow amendments of amendments back to the call that they amend."""
    while number in root:
        number = root[number]
    return number


def replay(rules: RuleSet[S], book: Book) -> Replay[S]:
    """Return where the book leads under `rules`: its own rulebook, or another one to compare with."""
    position = rules.opening(book.header.setup)
    steps: list[ReplayedEntry[S]] = []
    for number, calls in standing_calls(book.entries):
        try:
            position, said = apply_all(rules, position, calls)
        except CallRefused as refusal:
            return Replay(position=position, steps=tuple(steps), trouble=Trouble(entry=number, why=str(refusal)))
        steps.append(ReplayedEntry(entry=number, said=said, position=position))
    return Replay(position=position, steps=tuple(steps))


def _root(book: Book, number: int) -> int:
    return _first(number, {entry.number: entry.entry for entry in book.entries if isinstance(entry, Amended)})


def calls_of(book: Book, number: int) -> tuple[Call, ...]:
    """Return the calls that stand for entry `number`, or for what it amends; nothing where none do."""
    return dict(standing_calls(book.entries)).get(_root(book, number), ())


def seen_for(book: Book, suggestion: int) -> Seen | None:
    """Return the stroke that the suggestion of that entry is about; None: there is none.

    Raises:
        CallRefused: there is no such entry.
    """
    entry = book.entry(suggestion)
    seen = book.entry(entry.about) if isinstance(entry, Suggested) else None
    return seen if isinstance(seen, Seen) else None


def seen_about(book: Book, number: int) -> Seen | None:
    """Return the stroke that entry `number`, or what it amends, called; None: it is about none.

    Raises:
        CallRefused: there is no such entry.
    """
    called = book.entry(_root(book, number))
    about = called.about if isinstance(called, Called) else None
    seen = None if about is None else book.entry(about)
    return seen if isinstance(seen, Seen) else None


def position_before(rules: RuleSet[S], book: Book, number: int) -> S:
    """Return the position in which the calls that stand for entry `number`, or for what it amends, were made.

    Raises:
        CallRefused: there is no such entry, or it is no call that stands.
    """
    book.entry(number)
    first = _root(book, number)
    position = rules.opening(book.header.setup)
    for step in replay(rules, book).steps:
        if step.entry == first:
            return position
        position = step.position
    raise CallRefused(f"entry {number} is no call that stands")


def amended(rules: RuleSet[Any], book: Book, number: int, calls: tuple[Call, ...]) -> tuple[Book, Trouble | None]:
    """Return the book with entry `number` corrected, and the first later entry that no longer fits because of it.

    Raises:
        CallRefused: there is no such entry of calls, or the new calls do not fit where the old ones stood.
    """
    if not isinstance(book.entry(number), Called | Amended):
        raise CallRefused(f"entry {number} is not a call: only calls can be amended")
    corrected = book.having(Amended(number=0, entry=number, calls=calls))
    trouble = replay(rules, corrected).trouble
    root = {e.number: e.entry for e in corrected.entries if isinstance(e, Amended)}
    if trouble is not None and trouble.entry == _first(number, root):
        raise CallRefused(f"entry {number} cannot become this: {trouble.why}")
    return corrected, trouble


def struck_out(rules: RuleSet[Any], book: Book, number: int) -> tuple[Book, Trouble | None]:
    """Return the book with entry `number` undone, and the first later entry that no longer fits because of it.

    Raises:
        CallRefused: there is no such entry, or it is not one that can be undone.
    """
    if not isinstance(book.entry(number), Called | Amended | StruckOut | Abandoned):
        allowed = "calls, amendments, strikings and the end of a match"
        raise CallRefused(f"entry {number} is not a call: only {allowed} can be struck out")
    struck = book.having(StruckOut(number=0, entry=number))
    return struck, replay(rules, struck).trouble
