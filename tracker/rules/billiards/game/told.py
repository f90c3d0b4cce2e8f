"""What officials tell the judge about a stroke: the things that no camera sees, or that are said in place of it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Jump:
    """The cue-ball passed over a ball: after it had met an object ball or not, and landing beyond the ball or not."""

    over: str
    after_contact: bool
    beyond: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Fell:
    """A ball fell in without being hit while the stroke was in progress (BIL-3.12)."""

    ball: str
    would_be_hit: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """None everywhere means that nobody said so; the judge then looks at the places, or asks."""

    by: int | None = None
    """Side that played the stroke; None: the striker's."""
    out_of_turn: bool = False
    """Somebody played whose turn it was not: the other side, or the striker's partner."""
    faults: tuple[str, ...] = ()
    """Faults that officials report, by the words of the case format (`double-hit`, `push-stroke` …)."""
    crossed: bool | None = None
    """The cue-ball crossed the Baulk-line into Baulk."""
    left: bool | None = None
    """The cue-ball, or the greater part of it, left Baulk."""
    outside: frozenset[str] | None = None
    """Object balls that lay out of Baulk before the stroke."""
    into: str | None = None
    """What the cue-ball met before the pocket: its own `curved` face, a `flat` face, or `other-curved`."""
    early: str | None = None
    """Struck too early: `rest` (a ball moved), `spotting`, `cleaning`."""
    jump: Jump | None = None
    fell: Fell | None = None
    intent: bool | None = None
    """The stroke was played on purpose, although a foul had ended the right to play."""
    unseen: bool = False
    """Nobody saw the foul in it."""


NOTHING = Told()
"""No official has said anything."""
