"""A line of a book as it travels from a hall to the hub, and the digest by which both know that they hold the same.

The digest of a book is chained: that of its header, then of each further line with the digest before it. So two books
with the same digest are the same to the letter, and one digest tells it of thousands of lines.
"""

from dataclasses import dataclass
from hashlib import sha256
from typing import Final

HEADER: Final = 0
"""Number of a book's header; the entries follow from 1."""
NOTHING: Final = -1
"""Number of the last line of which nothing is there."""
LENGTH: Final = 32


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchFacts:
    """What a hall says of a match and its table, with each frame that begins."""

    number: int
    """In the hall's own database."""
    frame: int
    title: str
    rulebook: str
    sides: tuple[tuple[str, ...], tuple[str, ...]]
    best_of: int | None
    begun_us: int
    label: str
    kit: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SentLine:
    """A line of a book."""

    table: str
    epoch: int
    number: int
    """`HEADER`, or that of the entry."""
    text: str
    """To the letter, without the newline."""
    at_us: int
    """When it was written, by the hall's clock."""
    before: str
    """Digest of the book before it; empty before the header."""
    ended_us: int | None = None
    """When its match ended; None: it goes on."""
    match: MatchFacts | None = None
    """With a header."""

    @property
    def book(self) -> tuple[str, int]:
        """Table and epoch, which name the book in its hall."""
        return self.table, self.epoch

    @property
    def after(self) -> str:
        """Digest of the book with it."""
        return digest(self.before, self.text)


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """How far a book has come."""

    table: str
    epoch: int
    sequence: int
    """Number of its last line; `NOTHING`: none is there."""
    digest: str

    @property
    def book(self) -> tuple[str, int]:
        """Table and epoch, which name the book in its hall."""
        return self.table, self.epoch


def digest(before: str, text: str) -> str:
    """Return the digest of a book with one more line."""
    return sha256(f"{before}\n{text}".encode()).hexdigest()[:LENGTH]
