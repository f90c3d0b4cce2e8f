"""What may have happened in one stroke: not one answer but all that the pictures leave open, each with its odds.

Theory: nobody decides early. What was seen travels to the law as readings with log-odds; the frame as a whole (what
lies on the table afterwards, what is put back, who plays next, what the law makes of it) decides between them
(`match.decoder.decoder`).
"""

from dataclasses import dataclass, replace
from math import exp, log
from typing import Self

from tracker.domain.strokes.incident_kind import IncidentKind
from tracker.domain.strokes.incidents import declared
from tracker.domain.strokes.stroke import Standing, Stroke


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """One way to read what was seen of a stroke."""

    stroke: Stroke
    standing: Standing
    """The balls at rest after it, by this reading."""
    log_odds: float = 0.0
    """Natural logarithm of its probability given the pictures, up to a constant that the readings of a stroke share."""
    why: str = ""
    """What sets it apart from the likeliest, as a person reads it: `the pink fell, too, behind the player`."""
    renamed: tuple[tuple[str, str], ...] = ()
    """Balls that it takes for others than the balls at rest before it are named: (as named there, what it was)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Alternatives:
    """The readings of one stroke, the likeliest first, and what else the pictures say about it."""

    readings: tuple[Reading, ...]
    """At least one."""
    hand: float | None = None
    """Log-odds, on the scale of the readings, that nobody struck and hands moved the balls; None: no question of it."""
    before: Standing | None = None
    """The balls at rest just before the cue-ball was struck; None: not seen."""
    same_player: float = 0.0
    """Log-odds that who played it also played the stroke before, by side of the table, dress, hand; 0: not known."""
    earlier_players: tuple[float, ...] = ()
    """The same of the strokes before that one, one after the other, back into the frame."""

    def __post_init__(self) -> None:
        if not self.readings:
            raise ValueError("alternatives without a reading: a stroke that was seen has one at least")

    @classmethod
    def certain(cls, stroke: Stroke, standing: Standing) -> Self:
        """Return what leaves nothing open."""
        return cls(readings=(Reading(stroke=stroke, standing=standing),))

    @property
    def likeliest(self) -> Reading:
        """The reading that the pictures alone speak for."""
        return self.readings[0]

    @property
    def players(self) -> tuple[float, ...]:
        """Log-odds that who played it also played the stroke before, the one before that, and so on back."""
        return (self.same_player, *self.earlier_players)

    @property
    def settled(self) -> tuple[Stroke, ...]:
        """The stroke of each reading, without doubts about what the readings tell apart."""
        strokes = [reading.stroke for reading in self.readings]
        apart = {kind.fact for kind in kinds_in_question() if len({told_of(stroke, kind) for stroke in strokes}) > 1}
        return tuple(
            replace(stroke, doubts=tuple(doubt for doubt in stroke.doubts if doubt.about not in apart))
            for stroke in strokes
        )

    @property
    def log_probabilities(self) -> tuple[float, ...]:
        """The logarithm of each reading's probability, and last that of a hand where one is in question."""
        weights = [reading.log_odds for reading in self.readings] + ([] if self.hand is None else [self.hand])
        most = max(weights)
        total = most + log(sum(exp(weight - most) for weight in weights))
        return tuple(weight - total for weight in weights)


def kinds_in_question() -> tuple[IncidentKind, ...]:
    """Return the kinds of incidents in which readings of a stroke may differ: what was met first, what fell."""
    return tuple(kind for kind in declared() if kind.balls_in_question)


def told_of(stroke: Stroke, kind: IncidentKind) -> tuple[str, ...]:
    """Return the balls that a stroke names for a kind of incident in which readings may differ, by their names."""
    return tuple(sorted(kind.balls_in_question(stroke) if kind.balls_in_question else ()))
