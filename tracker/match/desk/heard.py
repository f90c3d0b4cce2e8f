"""What a book says happened, in order: strokes as they were seen, and what people called, which nothing overturns."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from tracker.domain.law.call import Call
from tracker.match.book.book import Book, fallen, standing_calls
from tracker.match.book.entries import POLICY, Amended, Called, Noted, RecordingEnded, Seen, StruckOut, Suggested
from tracker.match.decoder.decoder import TableEvent


@dataclass(frozen=True, slots=True, kw_only=True)
class Slot:
    """Where a book holds the calls about a stroke."""

    called: int
    """The entry that called first."""
    struck: int | None
    """The entry that struck it out; None: it stands."""
    by_person: bool
    """A person called, amended or undid it last."""


def slots(book: Book) -> dict[int, Slot]:
    """Return where the calls about each stroke stand, by the entry of the stroke."""
    entries, struck = book.entries, fallen(book.entries)
    strikes = {e.entry: e for e in entries if isinstance(e, StruckOut) and e.number not in struck}
    root: dict[int, int] = {}
    chains: defaultdict[int, list[Called | Amended]] = defaultdict(list)
    for entry in entries:
        if isinstance(entry, Called | Amended):
            root[entry.number] = root[entry.entry] if isinstance(entry, Amended) else entry.number
            chains[root[entry.number]].append(entry)
    found: dict[int, Slot] = {}
    for first, chain in chains.items():
        called = chain[0]
        if not isinstance(called, Called) or called.about is None:
            continue
        stands = [entry for entry in chain if entry.number not in struck]
        undone = any(entry.number in strikes for entry in chain)
        strike = strikes.get(first)
        found[called.about] = Slot(
            called=first, struck=strike.number if strike else None,
            by_person=undone or (bool(stands) and stands[-1].by != POLICY),
        )  # fmt: skip
    return found


def heard(book: Book, positions: Mapping[int, object], *, has_policy: bool) -> tuple[TableEvent, ...]:
    """Return what happened in the order of the book; `positions` are those after each entry of calls that stands.

    Where the owner has set a policy, what it called is no more than what it believed then, and what a person undid
    stays undone. Where a referee sits, what has been called comes first, and what waits for an answer after it.
    """
    where, stands = slots(book), dict(standing_calls(book.entries))
    passed = {entry.about for entry in book.entries if isinstance(entry, Noted)}
    suggested: defaultdict[int, list[int]] = defaultdict(list)
    for entry in book.entries:
        if isinstance(entry, Suggested):
            suggested[entry.about].append(entry.number)
    answered = max((about for about, slot in where.items() if slot.struck is None), default=0)
    found: list[TableEvent] = []
    for entry in book.entries:
        if isinstance(entry, Seen):
            calls = _answer(where.get(entry.number), stands, has_policy=has_policy)
            if calls is None and entry.number not in where:
                calls = () if entry.number < answered or passed.intersection(suggested[entry.number]) else None
            slot = where.get(entry.number)
            position = positions.get(slot.called) if slot else None
            if calls and position is None:
                continue  # the book does not replay so far: it is in trouble before
            found.append(TableEvent(entry=entry.number, seen=entry.alternatives, calls=calls, position=position))
        elif isinstance(entry, Called) and entry.about is None and entry.number in positions:
            position = positions.get(entry.number)
            found.append(TableEvent(entry=entry.number, calls=stands[entry.number], position=position))
        elif isinstance(entry, RecordingEnded):
            found.append(TableEvent(entry=entry.number, calls=(), ended=True))
    return tuple(found if has_policy else sorted(found, key=lambda event: event.calls is None or event.ended))


def _answer(slot: Slot | None, stands: Mapping[int, tuple[Call, ...]], *, has_policy: bool) -> tuple[Call, ...] | None:
    """Return what a person has called about a stroke; None: nobody has, or what the policy called may change."""
    if slot is None:
        return None
    if slot.struck is not None:
        return () if has_policy else None
    return None if has_policy and not slot.by_person else stands[slot.called]


def waiting_in(book: Book) -> tuple[int, ...]:
    """Return the suggestions that nobody has answered, the newest of each stroke; an answer answers those before it."""
    struck = fallen(book.entries)
    called = (entry.about for entry in book.entries if isinstance(entry, Called) and entry.number not in struck)
    answered = max((about for about in called if about is not None), default=0)
    passed = {entry.about for entry in book.entries if isinstance(entry, Noted)}
    newest: dict[int, int] = {}
    closed: set[int] = set()
    for entry in book.entries:
        if isinstance(entry, Suggested) and entry.about > answered:
            newest[entry.about] = entry.number
            closed |= {entry.about} if entry.number in passed else set()
    return tuple(number for about, number in sorted(newest.items()) if about not in closed)
