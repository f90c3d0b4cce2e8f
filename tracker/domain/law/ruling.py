"""What the judge makes of a stroke: every finding with its paragraph, what to say, and the calls that would follow."""

from dataclasses import dataclass
from typing import Final

from tracker.domain.law.call import Call, Suggestion
from tracker.domain.strokes.stroke import Place

SILENT: Final = "NO SCORE"
"""What a fair stroke without a pot comes to; a referee says nothing then."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One sentence of the book that this stroke breaks."""

    clause: str
    """Id in the rules catalogue: `SNK-3.11.b.iv`."""
    cite: str
    """Paragraph of the edition in force."""
    why: str
    value: int
    """Penalty points that this finding alone would cost."""
    sure: float = 1.0
    ask: bool = False
    """True: only a person can settle it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """Advice; it may be wrong. `calls`, applied in order, are what the suggestions come to when they are accepted."""

    suggestions: tuple[Suggestion, ...]
    calls: tuple[Call, ...]
    findings: tuple[Finding, ...] = ()
    spots: tuple[Place, ...] = ()
    """Where colours must be put before the next stroke."""
    assumed: tuple[str, ...] = ()
    """What was taken for granted because nobody said it and the pictures cannot show it."""
    doubts: tuple[str, ...] = ()
    """Why a person is asked to look; empty: nothing is in doubt."""
    notes: tuple[str, ...] = ()
    """For the referee only, never to be shown to players: other readings, differences in scores, the house view."""

    @property
    def main(self) -> Suggestion | None:
        """What the stroke comes to (a pot, no score, a foul): the first suggestion. The others are said beside it."""
        return self.suggestions[0] if self.suggestions else None

    @property
    def spoken(self) -> tuple[Suggestion, ...]:
        """What is said aloud, and what a person is asked; a fair stroke without a pot is silent."""
        return tuple(one for one in self.suggestions if one.say != SILENT or one.ask)

    @property
    def ask(self) -> bool:
        """True: a person must decide what the stroke comes to."""
        return self.main is None or self.main.ask


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """How a frame ended: who won (None: level, and points of several frames decide) and why."""

    winner: int | None
    because: str
    ends_match: bool = False
    """It is over with all that would have followed: a game of frames, a match of games, a game of sets."""
    match_winner: int | None = None
    """Who won the match that it ends; None: level. What is awarded between frames changes no frame that was played."""
