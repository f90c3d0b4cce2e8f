"""What is agreed before the first stroke: who plays, with how many reds, and from where the book starts."""

from dataclasses import dataclass
from math import isfinite

from tracker.domain.book.conduct import BLAMELESS, Conduct
from tracker.domain.errors import BadInput
from tracker.domain.strokes.stroke import Place

MOST_HANDICAP = 10_000
"""As many points as a game is played to."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Start:
    """A frame that is picked up in the middle: what the table and the people say about what went before."""

    scores: tuple[int, int] = (0, 0)
    striker: int = 0
    player: int = 0
    """Which of the striker's side is at the table, where places tell (novuss): the first of it, or his partner (1)."""
    visit: int = 0
    """The striker's break so far."""
    reds: int | None = None
    """Reds on the table; None: all that the frame starts with."""
    colours: tuple[str, ...] | None = None
    """Colours on the table once the reds are gone; while a red is up every colour is (one may be hidden from view).

    None: all.
    """
    on: str | None = None
    """Ball on (`red`, `colour` or a colour's name); None: not known, the judge infers it from the first stroke."""
    in_hand: bool = False
    places: tuple[Place, ...] = ()
    """Where the balls lie; empty: not known."""
    touching: tuple[str, ...] = ()
    """Balls that rest against the cue-ball."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """Two sides, the frame's own terms, and where it starts."""

    names: tuple[str, str] = ("A", "B")
    players: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    """Players of each side in playing order; empty: one a side, called as the side is."""
    reds: int | None = None
    """Reds that the frame starts with; None: as many as the kit has."""
    starter: int = 0
    aggregate: bool = False
    """True: points of several frames added together decide, so that no frame needs a winner."""
    totals: tuple[int, int] = (0, 0)
    """Points of the frames before, where they count; in novuss, sets won before."""
    frame: int = 1
    """Number of this frame in the game."""
    frames: int | None = None
    """Frames of the game; None: not agreed, or not known."""
    target: int | None = None
    """Points that win the game; None: no number was agreed."""
    time_limit_s: float | None = None
    """Time after which the game ends; None: it is not played to time."""
    baulk_line_crossing: bool = True
    """In billiards, whether the event applies the Baulk-line crossing rule."""
    level: str = "professional"
    """`professional` or `club`: how strictly a failure from a snooker is taken where the book leaves it open."""
    conduct: Conduct = BLAMELESS
    """What stands against the sides from the frames before; a frame that is lost ahead is over as it begins."""
    handicap: tuple[int, int] = (0, 0)
    """Points that each side has as every frame begins, without having made them."""
    start: Start | None = None
    """None: the frame is seen from its opening stroke."""

    @property
    def sides(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Players of each side in playing order: the side itself where none are named."""
        return self.players[0] or (self.names[0],), self.players[1] or (self.names[1],)


def must_be_possible(setup: Setup) -> None:
    """Do nothing if a frame can be begun so, whatever the game.

    Raises:
        BadInput: a side is none of the two, a number of frames is below what can be, or a name cannot be shown.
    """
    sides = (setup.starter, setup.start.striker if setup.start else 0)
    if any(side not in (0, 1) for side in sides):
        raise BadInput(
            f"setup: starter and striker are 0 or 1, not {next(side for side in sides if side not in (0, 1))}"
        )
    if setup.frame < 1 or (setup.frames is not None and setup.frames < 1):
        raise BadInput("setup: frame and frames are counted from 1")
    if setup.time_limit_s is not None and not isfinite(setup.time_limit_s):
        raise BadInput("setup: time_limit_s is no number of seconds")
    if not all(0 <= points <= MOST_HANDICAP for points in setup.handicap):
        raise BadInput(f"setup: a handicap is 0 to {MOST_HANDICAP} points for a side, not {setup.handicap}")
    names = (*setup.names, *setup.players[0], *setup.players[1])
    if unfit := next((name for name in names if not (name and name.isprintable())), None):
        raise BadInput(f"setup: the name {unfit!a} holds what cannot be shown: write it without")
    if "" in names:
        raise BadInput("setup: a name is empty")
