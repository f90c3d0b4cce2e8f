"""Where a frame of snooker stands in law: score, who is at the table, what is on, and what somebody must decide first.

Theory: the catalogue's ALG-ON. `on` is `red`, `colour` (a red has just been potted, the choice is free), a
colour's name, `none` once the frame is over, or `unknown` where a recording begins in the middle and nobody has said
what was on.
"""

from dataclasses import dataclass
from typing import Final

from tracker.domain.book.conduct import BLAMELESS, Conduct
from tracker.domain.frozen import replace
from tracker.domain.law.call import Call
from tracker.domain.strokes.stroke import Place
from tracker.domain.table.ball import BLACK, COLOURS, RED
from tracker.rules.snooker.frame.terms import WPBSA, Terms

VALUE: Final = {RED: 1} | {colour: 2 + i for i, colour in enumerate(COLOURS)}
"""Points of each object ball (SNK-3.1); the cue-ball has none."""

COLOUR: Final = "colour"
NONE: Final = "none"
UNKNOWN: Final = "unknown"

PLAY: Final = "play"
PLAY_AGAIN: Final = "play-again"
REPLACE: Final = "replace"
PLAY_REPLACED: Final = "play-replaced"
PLACE_ANYWHERE: Final = "place-anywhere"


@dataclass(frozen=True, slots=True, kw_only=True)
class MissRun:
    """A run of foul-and-a-miss calls from one original position (SNK-3.14.d)."""

    by: int
    failures: int
    full_ball: bool
    hidden: bool = False
    """No ball on could be hit in a straight line from that position."""
    warned: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Just:
    """What the stroke just played brought, for as long as no other is played."""

    by: int
    """Side that played it."""
    on_value: int
    """Value of the ball that was on."""
    points: int = 0
    potted: tuple[str, ...] = ()
    spotted: tuple[str, ...] = ()
    """Colours that go back on their spots after it."""
    free: str = ""
    """The ball that was its free ball."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockRead:
    """What the clocks of a match against time showed last: since the start, and since this stroke was due."""

    match_us: int
    shot_us: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BlueShootout:
    """How the attempts at the blue stand: who goes first (None: to be chosen) and how many of each side counted."""

    first: int | None = None
    counted: tuple[int, int] = (0, 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """Everything that the law remembers. Sides are 0 and 1."""

    terms: Terms = WPBSA
    """What the edition in force says where editions differ."""
    names: tuple[str, str] = ("A", "B")
    scores: tuple[int, int] = (0, 0)
    handicap: tuple[int, int] = (0, 0)
    """What the sides began with; so they do again where the frame is begun anew."""
    striker: int = 0
    starter: int = 0
    """Side that ought to begin this frame."""
    order: tuple[str, ...] = ()
    """Four-handed: the players in playing order, from the first one of the frame; empty: one a side."""
    seat: int = 0
    """Four-handed: whose turn it is, counted in `order`."""
    stand_in: str = ""
    """Four-handed: who plays in place of that player, asked to play again after playing out of turn."""
    culprit: str = ""
    """Four-handed: the player who committed the foul just called."""
    opener: int | None = None
    """Side that played the opening stroke; None: not played, or not seen."""
    black_opener: tuple[int, int] | None = None
    """Side and seat that opened the re-spotted black, from in hand; None: nobody yet, or not seen."""
    strokes: int | None = 0
    """Strokes played in this frame; None: not known."""
    faulted: bool = False
    """True: somebody has infringed a rule in this frame."""
    just: Just | None = None
    visit: int = 0
    reds: int = 15
    all_reds: int = 15
    """Reds that the frame started with."""
    colours: tuple[str, ...] = COLOURS
    """On the table, in ascending order."""
    on: str = RED
    nominated: str = ""
    opening: bool = False
    in_hand: bool = False
    anywhere: bool = False
    """In hand, the cue-ball may be placed anywhere on the playing area, not in the D alone."""
    free_ball: bool | None = False
    """True: called and not yet used. None: a person was asked whether there is one."""
    free: str = ""
    """The ball nominated as free ball for the stroke to come."""
    choices: tuple[str, ...] = ()
    """What the next player must first choose among after a foul; empty: nothing."""
    offender: int | None = None
    lots: bool = False
    """True: lots must be drawn for the re-spotted black."""
    respotted: bool = False
    miss: bool | None = False
    """Whether the foul just called was a miss; None: a person was asked."""
    run: MissRun | None = None
    original: "Position | None" = None
    """The position before the foul, to which the balls may be put back."""
    touching: tuple[str, ...] = ()
    """Balls that rest against the cue-ball."""
    lie: tuple[Place, ...] | None = None
    """Where the balls are; None: not known."""
    unseen: str = ""
    """Why it is not known where they are, if the eyes said so."""
    offer: int | None = None
    """Side that has offered to concede."""
    held: Call | None = None
    """What is called if the concession is not accepted: balls were moved to offer it (SNK-4.2.c)."""
    conduct: Conduct = BLAMELESS
    """What stands against the sides, for as long as the game lasts (SNK-4.1, 4.3)."""
    aggregate: bool = False
    totals: tuple[int, int] = (0, 0)
    """Points of the frames before, where they count."""
    level: str = "professional"
    """The house view on a failure from a snooker: `professional` or `club`."""
    last_frame: bool = False
    """True: no frame follows this one in the game."""
    clock: ClockRead | None = None
    lag_winner: int | None = None
    """Who won the lag, and so chooses which side plays first."""
    shootout: BlueShootout | None = None
    over: bool = False
    winner: int | None = None
    because: str = ""
    game_winner: int | None = None
    """Side to which the whole game was awarded, not only this frame (SNK-4.1.c, d)."""

    @property
    def started(self) -> bool:
        """True: the frame has begun, with a stroke or with the tip on the placed cue-ball (SNK-3.3.c)."""
        return self.faulted or not self.opening

    @property
    def lowest(self) -> str:
        """The colour of least value on the table; black where the book has lost count."""
        return min(self.colours, key=lambda colour: VALUE[colour], default=BLACK)

    @property
    def fresh_on(self) -> str:
        """Ball on for a turn that begins now."""
        return RED if self.reds else self.lowest

    @property
    def on_value(self) -> int:
        """Value of the ball on; 0 while a colour of choice has not been named."""
        return VALUE.get(self.nominated if self.on == COLOUR else self.on, 0)

    @property
    def is_last_black(self) -> bool:
        """True: the black is the only object ball left."""
        return not self.reds and self.colours == (BLACK,)

    @property
    def player(self) -> str:
        """Who plays next, by name."""
        return self.stand_in or (self.order[self.seat] if self.order else self.names[self.striker])

    @property
    def restores_before_stroke(self) -> bool:
        """True: after a foul before the stroke all balls may be put back.

        Before 2022 that was so in a run of misses only, with a straight path to a ball on (ED-30, ED-45).
        """
        replaying = self.run is not None and self.run.by == self.striker and not self.run.hidden
        return self.terms.restores_before_stroke or replaying

    @property
    def lead(self) -> int:
        """Points by which the striker leads; below 0 he trails."""
        return self.scores[self.striker] - self.scores[1 - self.striker]

    def left(self, side: int) -> int:
        """Return the points that `side` can still score from the balls on the table (ALG-NEEDS; no free ball)."""
        colours = sum(VALUE[colour] for colour in self.colours)
        return 8 * self.reds + colours + (7 if self.on == COLOUR and side == self.striker else 0)

    def needs_penalties(self, side: int) -> bool:
        """Tell whether `side` trails by more than it can still score."""
        return self.scores[1 - side] - self.scores[side] > self.left(side)

    @property
    def snookers(self) -> int:
        """How many fouls at the least price bring the side behind within reach of a tie; 0: it needs none."""
        behind = int(self.scores[0] > self.scores[1])
        short = self.scores[1 - behind] - self.scores[behind] - self.left(behind)
        return max(0, -(-short // self.least_penalty))

    @property
    def decides(self) -> bool:
        """Tell whether the ball on, once potted, puts the other side out of reach; of the colours, the black."""
        other = 1 - self.striker
        worth = VALUE[BLACK] if self.on == COLOUR else VALUE.get(self.on, 0)
        less = 8 if self.on == RED else 0 if self.on == COLOUR else worth
        if not worth or self.over or self.aggregate or self.needs_penalties(other):
            return False
        return self.lead + worth > self.left(other) - less

    @property
    def least_penalty(self) -> int:
        """What a foul costs at least from here to the end of the frame (SNK-3.11)."""
        return max(4, VALUE[self.fresh_on])

    def awarded(self, side: int, points: int) -> "Position":
        """Return this position with `points` more for `side`."""
        a, b = self.scores
        if not points:
            return self
        return replace(self, scores=(a + points, b) if side == 0 else (a, b + points))
