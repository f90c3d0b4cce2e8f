"""What a match sheet is written from: each call that stands, who made it come about, and the score before and after.

A ledger is read off the replay of a book, so it can say nothing that the score does not rest on.
"""

from dataclasses import dataclass

from tracker.domain.book.scoreline import Scoreline
from tracker.domain.law.call import Call
from tracker.domain.law.ruling import Outcome
from tracker.match.book.book import Book, Trouble, replay, standing_calls
from tracker.match.book.entries import Called, Entry, Seen
from tracker.rules import shelf


@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerLine:
    """The calls of one entry that stand, in order."""

    entry: int
    at_us: int | None
    """Capture time; None where no camera ran."""
    calls: tuple[Call, ...]
    made: tuple[str, ...]
    """What a fair stroke scored with: balls potted; in billiards cannons and in-offs too; in novuss pucks."""
    said: tuple[str, ...]
    """What the referee said aloud."""
    before: Scoreline
    after: Scoreline
    seen: Seen | None
    """The stroke as the cameras saw it, if they did."""
    by: str
    is_amended: bool

    @property
    def gains(self) -> tuple[int, int]:
        """Points that each side made by it."""
        (a, b), (c, d) = self.before.points, self.after.points
        return c - a, d - b

    @property
    def player(self) -> str:
        """Who was at the table."""
        return at_table(self.before)

    @property
    def is_foul(self) -> bool:
        """Whether a foul was called."""
        return any("FOUL" in word for word in self.said)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ledger:
    """All that was called in a frame, and what it came to."""

    opening: Scoreline
    lines: tuple[LedgerLine, ...]
    outcome: Outcome | None
    trouble: Trouble | None
    """The entry that no longer fits; the ledger ends before it."""

    @property
    def score(self) -> Scoreline:
        """The score after the last line."""
        return self.lines[-1].after if self.lines else self.opening


def ledger(book: Book) -> Ledger:
    """Return the ledger of a book under its own rulebook.

    Raises:
        UnknownName: there is no such rulebook.
    """
    rules = shelf.find(book.header.rulebook)
    played = replay(rules, book)
    opening = rules.scoreline(rules.opening(book.header.setup))
    calls = dict(standing_calls(book.entries))
    lines: list[LedgerLine] = []
    for step in played.steps:
        entry, before = book.entry(step.entry), lines[-1].after if lines else opening
        lines.append(
            LedgerLine(
                entry=step.entry,
                at_us=entry.at_us,
                calls=calls[step.entry],
                made=tuple(thing for call in calls[step.entry] for thing in rules.desk.made_by(call)),
                said=step.said,
                before=before,
                after=rules.scoreline(step.position),
                seen=_seen(book, entry),
                by=entry.by if isinstance(entry, Called) else "",
                is_amended=isinstance(entry, Called) and calls[step.entry] != entry.calls,
            )
        )
    outcome = rules.outcome(played.position)
    return Ledger(opening=opening, lines=tuple(lines), outcome=outcome, trouble=played.trouble)


def at_table(line: Scoreline) -> str:
    """Return who is at the table: the player, where a side has several."""
    return line.player or line.names[line.striker]


def _seen(book: Book, entry: Entry) -> Seen | None:
    about = entry.about if isinstance(entry, Called) else None
    seen = None if about is None else book.entry(about)
    return seen if isinstance(seen, Seen) else None
