"""What may be called in snooker. Each call is a value; the law (`law.py`) says when it may be made and what it does."""

from dataclasses import dataclass, field

from tracker.domain.call import Call
from tracker.domain.stroke import Place


@dataclass(frozen=True, slots=True, kw_only=True)
class After:
    """How the table stands when a stroke is done and the colours are back."""

    spots: tuple[Place, ...] = ()
    """Where colours are put."""
    lie: tuple[Place, ...] | None = None
    """All balls, the spotted ones included; None: not known."""
    touching: tuple[str, ...] = ()
    """Balls that rest against the cue-ball."""
    says: tuple[str, ...] = ()
    """`TOUCHING BALL`, `DECLARE`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Played(Call):
    """A fair stroke: the points that it made (0: the turn passes) and the balls that were potted."""

    points: int
    potted: tuple[str, ...] = ()
    after: After = field(default_factory=After)


@dataclass(frozen=True, slots=True, kw_only=True)
class Foul(Call):
    """A foul stroke by the striker: penalty points, and what left the table."""

    points: int
    gone: tuple[str, ...] = ()
    """Balls pocketed or forced off the table; the cue-ball among them is in hand."""
    miss: bool | None = False
    """None: the referee must say."""
    full_ball: bool = False
    """Of a miss: the whole of a ball on could be hit in a straight line."""
    free_ball: bool | None = False
    """None: the referee must say."""
    after: After = field(default_factory=After)


@dataclass(frozen=True, slots=True, kw_only=True)
class FoulBefore(Call):
    """A foul by the striker who has played no stroke: nothing was potted, and the turn ends (SNK-3.10.a, 3.10.i)."""

    points: int
    may_restore: bool = True
    """The balls may be put back where they were and the offender be made to play."""
    free_ball: bool | None = False
    """None: the referee must say."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Penalty(Call):
    """An infringement by `side` out of its turn: points for the other side, and nobody's turn changes (SNK-3.3.k)."""

    side: int
    points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Restart(Call):
    """A stalemate: both sides agree to begin the frame, or the re-spotted black, again (SNK-3.17)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BallOn(Call):
    """The ball on is stated, where a book begins in the middle of a frame or has lost it."""

    on: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Nominate(Call):
    """The striker's colour of choice; `inferred` from the first contact where nobody heard it."""

    ball: str
    inferred: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class NominateFree(Call):
    """The ball that the striker takes as his free ball."""

    ball: str
    inferred: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Choose(Call):
    """The next player's choice after a foul; `inferred` where a stroke was seen and nobody had called one."""

    what: str
    inferred: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Lots(Call):
    """Who plays first at the re-spotted black."""

    side: int
    inferred: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Concede(Call):
    """`side` offers the frame."""

    side: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Accept(Call):
    """`side` accepts the concession that the other one offered."""

    side: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Refuse(Call):
    """`side` refuses the concession: the frame goes on."""

    side: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim(Call):
    """`side` claims the frame with only the black left."""

    side: int


VOCABULARY = (
    Played, Foul, FoulBefore, Penalty, Restart, BallOn, Nominate, NominateFree, Choose, Lots, Concede, Accept, Refuse,
    Claim,
)  # fmt: skip
"""Every kind of call that snooker knows."""
