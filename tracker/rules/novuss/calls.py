"""What may be called in novuss. Each call is a value; the law (`law.py`) says when it may be made and what it does."""

from dataclasses import dataclass, field

from tracker.domain.law.call import Call
from tracker.domain.strokes.stroke import Place
from tracker.rules.novuss.position import Pair


@dataclass(frozen=True, slots=True, kw_only=True)
class Off:
    """A puck that left the board, by the edge on `side` (`near`, `far`, `left`, `right`; empty: not known)."""

    ball: str
    side: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class After:
    """How the pucks lie when a stroke is done, before anything is put back; None: counted on from before."""

    light: Pair | None = None
    blind: Pair | None = None
    occupied: tuple[str, ...] | None = None
    lie: tuple[Place, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Played(Call):
    """A stroke: the pucks pocketed of each kind, those off the board in the order first touched, and what it broke."""

    own: int = 0
    opponent: int = 0
    off: tuple[Off, ...] = ()
    backslide: bool = False
    """The striker slid back over the player's own zone line where it may not."""
    penalised: bool = False
    """A penalty puck; only one for a stroke (N6 ¶20)."""
    after: After = field(default_factory=After)


@dataclass(frozen=True, slots=True, kw_only=True)
class PenaltyPuck(Call):
    """A penalty puck for `side` without a stroke: the striker loses his turn, the other side its next one."""

    side: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnLost(Call):
    """A turn is lost without a stroke, and without a penalty puck (N7 ¶6, ¶7)."""

    side: int | None = None
    """Whose; None: the striker's. The other side loses its next one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SetLost(Call):
    """The set goes to the other side at once (N5)."""

    side: int
    because: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameLost(Call):
    """The whole game goes to the other side at once, whatever the sets (N4)."""

    side: int
    because: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Warned(Call):
    """A warning; the third one loses the game (N4 ¶5)."""

    side: int
    what: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Forgotten(Call):
    """The debt of `side` was neither placed nor claimed in time: it is void (N6 ¶22)."""

    side: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WonToss(Call):
    """`side` has won the right to strike first (N10 ¶1 to ¶3)."""

    side: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Picks(Call):
    """Who plays: the player that a pair chooses to strike first (N10 ¶5) or to answer a clearance (N9 ¶7).

    `inferred` where a stroke was seen and nobody had said it.
    """

    side: int
    player: int = 0
    inferred: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Again(Call):
    """The referee stops the set and has it played again: three misses each at blind pucks only (N8 ¶6)."""


VOCABULARY = (Played, PenaltyPuck, TurnLost, SetLost, GameLost, Warned, Forgotten, WonToss, Picks, Again)
"""Every kind of call that novuss knows."""
