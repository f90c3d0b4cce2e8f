"""A frame as it was played: its strokes as facts, what the referee said of each, and what hands did in between."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from models.training.frames.player import Plan, Skill
from models.training.strokes import Played, Strike
from tracker.domain.book.setup import Setup
from tracker.domain.law.call import Call
from tracker.domain.law.ruling import Outcome, Ruling
from tracker.domain.strokes.stroke import Standing, Stroke
from tracker.domain.table.kit import Kit

Place = tuple[float, float]

SPOTTED: Final = "spotted"
"""A colour that comes back from a pocket, in the referee's hand."""
IN_HAND: Final = "in hand"
"""The cue-ball is placed, by the player."""
PUT_BACK: Final = "put back"
"""A ball goes back to where it was before a miss."""
TAKEN: Final = "taken"
"""A ball is taken off the table, to make room for another."""
CLEANED: Final = "cleaned"
"""A ball is lifted, cleaned and replaced."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand:
    """A hand that brings one ball to a place."""

    what: str
    ball: int
    to_mm: Place | None
    """None: it is taken away."""
    from_mm: Place | None
    """Where the hand takes it up; None: it comes from a pocket."""
    at_s: float
    """When it stands there, or is gone."""
    by: str = ""
    """The player whose hand it is; empty: the referee."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Turn:
    """One stroke of a frame and all that led to it."""

    number: int
    striker: int
    player: str
    hands: tuple[Hand, ...]
    """What hands did since the stroke before."""
    before: tuple[Call, ...]
    """What was said since the stroke before: choices, lots, nominations."""
    plan: Plan
    cue: str
    ids: tuple[int, ...]
    """The frame's ball for each ball of `played`."""
    strike: Strike
    played: Played
    at_s: float
    stroke: Stroke
    standing: Standing
    ruling: Ruling
    points: tuple[int, int]
    """After the stroke."""

    @property
    def rest_s(self) -> float:
        """When the last ball came to rest."""
        return self.at_s + self.played.lasts_s


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Frame:
    """A whole frame, or its beginning."""

    rules: str
    seed: int
    kit: Kit
    setup: Setup
    names: tuple[str, ...]
    """Every ball that is ever on the table."""
    start: Mapping[int, Place]
    """Where the balls lie when the film begins."""
    skills: Mapping[str, Skill]
    """By player."""
    turns: tuple[Turn, ...]
    end_hands: tuple[Hand, ...]
    """What hands did after the last stroke."""
    outcome: Outcome | None
    """None: it was not played to its end."""
    scoreline: tuple[int, int]

    @property
    def lasts_s(self) -> float:
        """When the last ball lies still and the last hand is gone."""
        last = max([hand.at_s + 1.0 for hand in self.end_hands], default=0.0)
        return max(last, self.turns[-1].rest_s if self.turns else 0.0) + END_S


END_S = 2.5
"""How long the film goes on after all is still."""
