"""What may be called in English billiards. Each call is a value; the law (`law.law`) says when it may be made."""

from dataclasses import dataclass, field

from tracker.domain.law.call import Call
from tracker.domain.strokes.stroke import Place


@dataclass(frozen=True, slots=True, kw_only=True)
class After:
    """How the balls came to rest; what must be spotted follows from it by law."""

    lie: tuple[Place, ...] | None = None
    """Balls on the table, before any is spotted; None: not known, then no spot counts as occupied."""
    touching: tuple[tuple[str, str], ...] = ()
    """Pairs of balls that rest against each other."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Played(Call):
    """A legal stroke: what was made in it and the points for all of it (0: the turn passes)."""

    points: int
    cannon: bool = False
    potted: tuple[str, ...] = ()
    in_off: str = ""
    """The ball that the cue-ball went in-off; empty: it did not."""
    crossed: bool = False
    """The cue-ball crossed the Baulk-line into Baulk."""
    red_hit: bool = False
    """The red was contacted, so that it no longer counts as spotted (BIL-3.9.g)."""
    condoned: bool = False
    """It went beyond a limit, and nobody noticed (BIL-3.16.d)."""
    after: After = field(default_factory=After)


@dataclass(frozen=True, slots=True, kw_only=True)
class Miss(Call):
    """From in-hand, with no ball out of Baulk, the cue-ball met none: two points, and no foul (BIL-2.16)."""

    pocketed: bool = False
    """The cue-ball went into a pocket without running a coup."""
    after: After = field(default_factory=After)


@dataclass(frozen=True, slots=True, kw_only=True)
class Foul(Call):
    """A foul in a stroke that side `by` played: two points for the other side."""

    by: int
    gone: tuple[str, ...] = ()
    """Balls pocketed or forced off the table."""
    red_hit: bool = False
    restored: bool = False
    """All balls are put back where they were before the stroke (BIL-3.12.b.ii)."""
    after: After = field(default_factory=After)


@dataclass(frozen=True, slots=True, kw_only=True)
class FoulBefore(Call):
    """A foul without a stroke, by the striker or by an offender who has not left the table: two points."""

    by: int
    gone: tuple[str, ...] = ()
    """Balls that he picked up, which are forced off the table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Annul(Call):
    """All balls are put back and the striker plays again: a ball fell in that would have been hit (BIL-3.12.b.i)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Announce(Call):
    """The referee announces what the striker must be told, such as `TEN HAZARDS`; it counts from when it is called."""

    what: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Choose(Call):
    """The next player's choice after a foul; `inferred` where a stroke was seen and nobody had called one."""

    what: str
    inferred: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Time(Call):
    """The time of a session is up; `last`: it was the last one, and the game is over."""

    last: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class AddTime(Call):
    """Wasted time, in which the clock could not be paused, is added at the end of the game (Section 4 Rule 2(b))."""

    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class WonString(Call):
    """`side` won the string, and with it the choice of ball and of who plays first."""

    side: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaysFirst(Call):
    """`side` plays the opening stroke; `inferred` where nobody was heard to say so."""

    side: int
    inferred: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Pick(Call):
    """A side of several players says which of them plays its first stroke; the order is fixed by it."""

    player: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Restart(Call):
    """The wrong side began: the game starts again with the right one (BIL-3.2.d.i)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Concede(Call):
    """`side` offers the game."""

    side: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Accept(Call):
    """`side` accepts the concession that the other one offered."""

    side: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Refuse(Call):
    """`side` chooses to play on: the offer is void."""

    side: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PutUp(Call):
    """An object ball is missing, or stands on a wrong spot: it goes where it is due, and nobody pays (BIL-3.9.h)."""

    ball: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeOff(Call):
    """The other player's ball was spotted by mistake: it comes off, and is in-hand again (BIL-3.9.e)."""

    ball: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Misconduct(Call):
    """`side` wasted time or was unsporting: a Warning, then the game, then the match (Section 4 Rules 1 and 2)."""

    side: int
    kind: str
    """`unsporting`, `serious-unsporting` or `time-wasting`."""
    match: bool = False
    """Conduct so serious that the referee awards the match, and not only the game (1(d))."""


VOCABULARY = (
    Played, Miss, Foul, FoulBefore, Annul, Announce, Choose, Time, AddTime, WonString, PlaysFirst, Pick, Restart,
    Concede, Accept, Refuse, PutUp, TakeOff, Misconduct,
)  # fmt: skip
"""Every kind of call that billiards knows."""
