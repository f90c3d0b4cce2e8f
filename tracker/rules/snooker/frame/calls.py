"""What may be called in snooker. Each call is a value; `law.law` says when it may be made and what it does."""

from dataclasses import dataclass, field

from tracker.domain.law.call import Call
from tracker.domain.strokes.stroke import Place


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
    hidden: bool = False
    """Of a miss: no part of any ball on could be."""
    free_ball: bool | None = False
    """None: the referee must say."""
    after: After = field(default_factory=After)
    by: str = ""
    """The player, where it was not the one whose turn it was; the older edition knows that with two players too."""
    unscored: int = 0
    """Points of the stroke before that do not count, since its colour was not back yet (SNK-3.3.h.iv)."""
    restored: bool = False
    """All balls go back to where they were: one fell in unhit (SNK-3.9.b.ii)."""
    on_purpose: bool = False
    """The stroke was an unsporting act: the other side chooses as after a ball moved on purpose (SNK-3.16.c)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lay(Call):
    """How the balls lay before the stroke that is called next: the eyes' evidence for what a person keys in."""

    places: tuple[Place, ...] | None
    """None: that is not known."""
    why: str = ""
    """Why not."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FoulBefore(Call):
    """A foul by the striker who has played no stroke: nothing was potted, and the turn ends (SNK-3.10.a, 3.10.i)."""

    points: int
    may_restore: bool = True
    """The balls may be put back where they were and the offender be made to play."""
    free_ball: bool | None = False
    """None: the referee must say."""
    gone: tuple[str, ...] = ()
    """Balls picked up, which are off the table unless all go back (SNK-3.16.a)."""
    after: After = field(default_factory=After)
    """The table if it is left so; used only where a ball is gone."""
    on_purpose: bool = False
    """Done on purpose: the other side may also play itself with all balls put back."""
    in_play: bool = False
    """The cue-ball in hand was played improperly, and is in play where it lies (SNK-2.9.b.ii)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FoulLeaving(Call):
    """A foul by the player whose turn has ended with his stroke, before he has left the table (SNK-3.3.j)."""

    points: int
    free_ball: bool | None = False
    """None: the referee must say."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Penalty(Call):
    """An infringement by `side` out of its turn: points for the other side, and nobody's turn changes (SNK-3.3.k)."""

    side: int
    points: int
    ball: str = ""
    """The ball that it concerns, which goes back where it was."""
    everything: bool = False
    """A stroke was played out of turn: all balls go back."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Restart(Call):
    """The frame, or the re-spotted black, is begun again; or somebody will not have it so."""

    how: str = "agreed"
    """`agreed` or `unchanged`: a stalemate (SNK-3.17); `objected`: play goes on for a stated period (SNK-3.17.a);
    `wrong-order`: the wrong side began (SNK-3.3.d)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PutBack(Call):
    """The referee puts balls back where they were, or would have come to rest; nobody pays (SNK-3.8.g, 3.9, 3.15)."""

    balls: tuple[str, ...] = ()
    everything: bool = False
    """True: all balls, and the stroke counts for nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PutUp(Call):
    """A colour that is missing by mistake, or stands on a wrong spot, is put where it belongs (SNK-3.7.c)."""

    place: Place


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeOff(Call):
    """A ball put up by mistake is taken off the table; `unscored` points that it made do not count (SNK-3.7.b, d)."""

    ball: str
    unscored: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Warn(Call):
    """A Warning to `side` for `what`: `unsporting` conduct or `time-wasting` (SNK-4.1.a, 4.3.a)."""

    side: int
    what: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Forfeit(Call):
    """`side` loses the frame, or the whole game, for `what` (SNK-4.1.b–d, 4.3.b, c)."""

    side: int
    what: str
    game: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Hold(Call):
    """Balls were moved to offer the frame: `call` takes effect only if the offer is not accepted (SNK-4.2.c)."""

    call: Call


@dataclass(frozen=True, slots=True, kw_only=True)
class Pick(Call):
    """Four-handed: the side that plays first at the re-spotted black says which of its players does (FOUR-3.18.d)."""

    player: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BallOn(Call):
    """The ball on is stated, where a book begins in the middle of a frame or has lost it."""

    on: str
    reds: int | None = None
    """How many are on the table, where one was hidden as the book began; None: as many as it has."""


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
