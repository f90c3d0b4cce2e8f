"""What officials tell the judge about a stroke: the things that no camera sees, or that are said in place of it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """A fault that an official reports, by the words of the case format (`double-hit`, `push-stroke` …)."""

    name: str
    ball: str = ""
    """The ball concerned, where one is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Jump:
    """The cue-ball passed over a ball: after it had met an object ball or not, and landing beyond the ball or not."""

    over: str
    after_contact: bool
    beyond: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Fall:
    """A ball fell into a pocket unhit during the stroke (SNK-3.9)."""

    ball: str
    would_be_hit: bool
    """A ball of this stroke would have hit it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """None everywhere means that nobody said so; the judge then looks at the places, or asks."""

    path: str | None = None
    """Best straight path to a ball on before the stroke: `full`, `part`, `none`."""
    snookered: bool | None = None
    """Whether the next player is snookered."""
    snookered_by: str | None = None
    into: str | None = None
    """Of the blue that decides a match: which cushion face it met before the pocket (`curved`: that pocket's own)."""
    moved_touching: bool | None = None
    """A touching ball was moved by the striking of the cue-ball."""
    jump: Jump | None = None
    early: str | None = None
    """Struck too early: `rest` (balls moved), `spotting`, `cleaning`."""
    early_ball: str = ""
    rest_condoned: bool = False
    """The referee lets it pass that a ball was not at rest."""
    by: int | None = None
    """Side that played the stroke, where it was not the one at the table."""
    player: str = ""
    turn_taken: bool = False
    """The stroke is judged as one of the side that took the other one's turn (before 2022)."""
    """Four-handed: who played the stroke."""
    fell: Fall | None = None
    unseen: bool = False
    """No official saw the foul in it."""
    faults: tuple[Fault, ...] = ()
    effort: str | None = None
    """The referee's finding: `best` or `poor`."""
    intent: bool | None = None
    """The failure was meant."""
    possible: bool | None = None
    """A ball on could be hit at all, directly or off cushions."""
    strength: str | None = None
    """`enough` to have reached the ball on, or `short`."""


NOTHING = Told()
"""No official has said anything."""
