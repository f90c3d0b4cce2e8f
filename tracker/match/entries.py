"""The lines of a match book. Nothing is ever rubbed out: a mistake is struck out, or amended, by a later line.

Only `Called` and `Amended` move a score; what was seen and suggested stands beside them, so that anyone can check why.
"""

from dataclasses import dataclass, field

from tracker.domain.call import Call
from tracker.domain.ruling import Ruling
from tracker.domain.setup import Setup
from tracker.domain.stroke import Standing, Stroke

SCHEMA = 1

REFEREE = "referee"
POLICY = "policy"


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryName:
    """What an entry is named by, among those of all books of a club."""

    table: str
    epoch: int
    sequence: int
    """Its number in the book of that epoch."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Header:
    """What the book was written under; a book replays under it for ever."""

    rulebook: str
    setup: Setup = field(default_factory=Setup)
    table: str = "snooker-12ft"
    software: str = ""
    schema: int = SCHEMA


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A line of the book. `number` counts from 1; `at_us` is capture time, or None where no camera ran."""

    number: int
    at_us: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen(Entry):
    """A stroke, as the cameras saw it, and how the balls stood after it."""

    stroke: Stroke
    standing: Standing


@dataclass(frozen=True, slots=True, kw_only=True)
class Suggested(Entry):
    """What the judge made of the stroke in entry `about`."""

    about: int
    ruling: Ruling


@dataclass(frozen=True, slots=True, kw_only=True)
class Called(Entry):
    """Calls with effect, in order; `about` is the entry of the stroke, or None for a call without one."""

    calls: tuple[Call, ...]
    about: int | None = None
    by: str = REFEREE


@dataclass(frozen=True, slots=True, kw_only=True)
class Amended(Entry):
    """The calls of `entry` were wrong: these stand in their place."""

    entry: int
    calls: tuple[Call, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class StruckOut(Entry):
    """`entry` counts for nothing: a call is undone, or an amendment, or another striking out."""

    entry: int
    along: int | None = None
    """The correction with which this line fell: it no longer fitted after that one, or was undone in one go with it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Noted(Entry):
    """A remark for people."""

    text: str
    about: int | None = None
    """The suggestion that was left uncalled."""


ENTRIES: tuple[type[Entry], ...] = (Seen, Suggested, Called, Amended, StruckOut, Noted)
"""Every kind of line."""
