"""The lines of a match book. Nothing is ever rubbed out: a mistake is struck out, or amended, by a later line.

Only `Called` and `Amended` move a score; what was seen and suggested stands beside them, so that anyone can check why.
"""

from dataclasses import dataclass, field
from typing import Self

from tracker.domain.book.setup import Setup
from tracker.domain.law.call import Call
from tracker.domain.law.ruling import Ruling
from tracker.domain.strokes.alternatives import Alternatives, Reading
from tracker.domain.strokes.stroke import Standing, Stroke

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
    camera_calls: bool | None = None
    """Nobody sits at the desk: what the camera tells is called at once; None: as the owner has it for the table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A line of the book. `number` counts from 1; `at_us` is capture time, or None where no camera ran."""

    number: int
    at_us: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen(Entry):
    """A stroke as the cameras saw it: the likeliest reading, and what else it may have been."""

    stroke: Stroke
    standing: Standing
    log_odds: float = 0.0
    others: tuple[Reading, ...] = ()
    """The other readings."""
    hand: float | None = None
    before: Standing | None = None
    same_player: float = 0.0
    earlier_players: tuple[float, ...] = ()
    """As in `Alternatives`."""

    @classmethod
    def of(cls, seen: Alternatives) -> Self:
        """Return the line for what was seen of a stroke."""
        first, *others = seen.readings
        return cls(
            number=0, at_us=first.stroke.began_us, stroke=first.stroke, standing=first.standing,
            log_odds=first.log_odds, others=tuple(others), hand=seen.hand, before=seen.before,
            same_player=seen.same_player, earlier_players=seen.earlier_players,
        )  # fmt: skip

    @property
    def alternatives(self) -> Alternatives:
        """All that may have been seen."""
        first = Reading(stroke=self.stroke, standing=self.standing, log_odds=self.log_odds)
        return Alternatives(
            readings=(first, *self.others), hand=self.hand, before=self.before, same_player=self.same_player,
            earlier_players=self.earlier_players,
        )  # fmt: skip


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
    by: str = REFEREE
    why: str = ""
    """What the program learnt since, where it amends itself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StruckOut(Entry):
    """`entry` counts for nothing: a call is undone, or an amendment, or another striking out."""

    entry: int
    along: int | None = None
    """The correction with which this line fell: it no longer fitted after that one, or was undone in one go with it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked(Entry):
    """What a stroke came to stays even, whatever followed: a person is asked once, and the frame goes on meanwhile."""

    about: int
    """The entry of the stroke."""
    text: str
    """One sentence, with both scores."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Noted(Entry):
    """A remark for people."""

    text: str
    about: int | None = None
    """The suggestion that was left uncalled."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CameraCalls(Entry):
    """From here on what the camera tells is called at once, or (`on` false) waits for a referee."""

    on: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordingEnded(Entry):
    """The recording ends here: of the frame nothing more was seen."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Abandoned(Entry):
    """The match ends here, as it stands."""


ENTRIES: tuple[type[Entry], ...] = (
    Seen, Suggested, Called, Amended, StruckOut, Asked, Noted, CameraCalls, RecordingEnded, Abandoned,
)  # fmt: skip
"""Every kind of line."""
