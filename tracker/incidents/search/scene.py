"""All that a stroke is told from, and one answer to each of its open questions."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from tracker.domain.strokes.stroke import Bounce, Stroke
from tracker.domain.table.kit import Kit
from tracker.geometry.paths import Path
from tracker.incidents.explain.asked import StrokeContext, StrokeEvidence
from tracker.incidents.explain.losses.fates import Fate
from tracker.incidents.explain.stages import FirstMet
from tracker.incidents.noise import Noise
from tracker.incidents.search.later_contacts import LaterContact


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Supposition:
    """One answer to each question so far: a change to what the likeliest says, and how that is said."""

    first: FirstMet | None = None
    unmet: frozenset[int] = frozenset()
    """The tracks of balls that the cue-ball did not meet, unless it met them first, though touches tell so."""
    fates: Mapping[int, Fate] = field(default_factory=dict)
    """What became of the lost balls, by their tracks."""
    names: Mapping[int, str] = field(default_factory=dict)
    """Other names than their own, by track."""
    bounce: Bounce | None = None
    """The only one of the stroke: nothing tells it."""
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class StrokeScene:
    """All that a stroke is told from."""

    base: Stroke
    """As far as no question changes it."""
    asked: StrokeEvidence
    room: StrokeContext
    bounces: tuple[Bounce, ...]
    neared: Bounce | None
    """What may have been a bounce where none is told: in some games it is a foul if no ball meets a cushion."""
    later: tuple[LaterContact, ...]
    """What may have been met after the first contact, where points hang on that."""
    by: Noise

    @property
    def paths(self) -> tuple[Path, ...]:
        """Return the life of every ball."""
        return self.room.paths

    @property
    def kit(self) -> Kit:
        """Return the table."""
        return self.room.kit

    @property
    def ended_us(self) -> int:
        """Return when all that was seen to move had come to rest."""
        return self.base.ended_us


def is_met_by(answer: Supposition, track: int) -> bool:
    """Say whether the cue-ball met a ball by some answers, first or later, if it is told to have met it at all.

    Where no ball was met first, none was met later.
    """
    first = answer.first
    if first is None:
        return track not in answer.unmet
    return bool(first.hit) and (track in first.tracks or track not in answer.unmet)


def renamed(contact: FirstMet, names: Mapping[int, str]) -> tuple[str, ...]:
    """Return what was met first by other names of the balls."""
    if not contact.tracks:
        return contact.hit
    return tuple(sorted(names.get(t, ball) for t, ball in zip(contact.tracks, contact.hit, strict=True)))
