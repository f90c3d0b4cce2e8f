"""Where a game of billiards stands in law: score, who is at the table, which balls are off it, and every count.

White is side 0's cue-ball and yellow (or spot white) is side 1's; the other's ball and the red are the object balls
(Section 2 Rule 3). A player's ball is in-hand while it is not in play (Rules 13 and 14).
"""

from dataclasses import dataclass, field
from typing import Final

from tracker.domain.book.conduct import BLAMELESS, Conduct
from tracker.domain.strokes.stroke import Place
from tracker.domain.table.ball import RED, WHITE, YELLOW
from tracker.domain.table.kit import Kit
from tracker.rules.billiards.game.baulk import CrossingWindow
from tracker.rules.billiards.game.table import BILLIARDS_TABLE, SPOT

CUE_BALLS: Final = (WHITE, YELLOW)
BALLS: Final = (WHITE, YELLOW, RED)

AS_LEFT: Final = "as-left"
IN_HAND_SPOTTED: Final = "in-hand-spotted"
CHOICES: Final = (AS_LEFT, IN_HAND_SPOTTED)
"""What the next player may choose among after a foul (BIL-3.16.c)."""

UNSPORTING: Final = "unsporting"
SERIOUS: Final = "serious-unsporting"
TIME_WASTING: Final = "time-wasting"


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """What is counted within one break; a new turn starts from nothing."""

    hazards: int = 0
    """Hazards in succession without a cannon; `hazard_limit` is the last one allowed, once TEN HAZARDS was called."""
    hazard_limit: int | None = None
    cannons: int = 0
    """Cannons in succession without a hazard."""
    cannon_limit: int | None = None
    pots: int = 0
    """Pots of the red in succession off `pots_from`, with no other score."""
    pots_from: str = ""
    windows: tuple[CrossingWindow, ...] = ()
    """Stretches of the break in which the Baulk-line must still be crossed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """Everything that the law remembers. Sides are 0 and 1."""

    kit: Kit = field(default_factory=lambda: BILLIARDS_TABLE)
    names: tuple[str, str] = ("A", "B")
    players: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    """Players of each side; empty: one a side."""
    target: int | None = None
    """Points that win the game."""
    timed: bool = False
    added_s: float = 0.0
    """Wasted time that the referee has added to the end of the game."""
    crossing_rule: bool = True
    several_games: bool = False
    """The match is an agreed number of games."""
    carried: tuple[int, int] = (0, 0)
    """Points of the games before, in the last game of a match that aggregate points decide."""
    starter: int = 0
    """Side that ought to begin."""

    scores: tuple[int, int] = (0, 0)
    handicap: tuple[int, int] = (0, 0)
    """What the sides began with; so they do again where the game is begun anew."""
    striker: int = 0
    visit: int = 0
    counts: Counts = field(default_factory=Counts)
    order: tuple[str, ...] = ()
    """Players in the order of play; empty: one a side."""
    turn: int = 0
    """Whose turn in `order` it is."""
    begun: tuple[bool, bool] = (False, False)
    """Sides that have played a stroke."""
    strokes: int = 0
    fouled: bool = False
    """A foul has been committed in this game."""
    chooser: int | None = None
    """Side that won the string and may choose."""

    off: tuple[str, ...] = CUE_BALLS
    """Balls that are not on the table: a player's ball is then in-hand."""
    lost: tuple[str, ...] = ()
    """Of these, the balls that left in the last stroke of their own player's last turn (BIL-3.11.c)."""
    lie: tuple[Place, ...] | None = None
    """Where the balls are; None: not known."""
    red_on: str = SPOT
    """Spot on which the red stands as spotted; empty: it has been contacted since."""
    spotted: tuple[Place, ...] = ()
    """What the last call put on a spot."""

    choices: tuple[str, ...] = ()
    """What the next player must first choose among after a foul; empty: nothing."""
    offender: int | None = None
    stopped: bool = False
    """The foul came before a stroke: the offender who plays on is penalised again only if he means it."""
    touching: bool = False
    """The ball of the player who must choose rests against another."""
    lifted: bool = False
    """The last call ended with TOUCHING BALL, and the balls have been lifted and spotted."""
    offer: int | None = None
    """Side that has offered to concede."""
    conduct: Conduct = BLAMELESS
    """What stands against the sides, for as long as the match lasts (Section 4 Rules 1 and 2)."""
    wasted: bool = False
    """Time Wasting has been dealt with in this game."""
    over: bool = False
    winner: int | None = None
    because: str = ""
    match_winner: int | None = None
    """Side to which the whole match was awarded, not only this game (Section 4 Rules 1 and 2)."""

    @property
    def started(self) -> bool:
        """True: the game has begun, with a stroke or with a foul (BIL-3.2.b)."""
        return self.fouled or self.strokes > 0

    @property
    def cue_ball(self) -> str:
        """The striker's ball."""
        return CUE_BALLS[self.striker]

    @property
    def other_ball(self) -> str:
        """The non-striker's ball, an object ball of this stroke."""
        return CUE_BALLS[1 - self.striker]

    @property
    def in_hand(self) -> bool:
        """The striker plays from in-hand."""
        return self.cue_ball in self.off

    @property
    def in_play(self) -> tuple[int | None, ...]:
        """Sides whose infringements are fouls: none while it is not settled who plays first (BIL-2.6.b, 2.18)."""
        return () if self.chooser is not None else (self.striker, self.offender)

    @property
    def player(self) -> str:
        """Name of the player at the table."""
        return self.order[self.turn] if self.order else self.names[self.striker]

    def scores_with(self, side: int, points: int) -> tuple[int, int]:
        """Return the scores with `points` more for `side`; beyond the target none counts (BIL-3.5.d)."""
        total = self.scores[side] + points
        total = total if self.target is None else min(total, max(self.target, self.scores[side]))
        return (total, self.scores[1]) if side == 0 else (self.scores[0], total)


def order_of(players: tuple[tuple[str, ...], tuple[str, ...]], first: int) -> tuple[str, ...]:
    """Return the players in turn, side `first` beginning; empty where there is one a side."""
    if max(map(len, players)) < 2:
        return ()
    return tuple(player for pair in zip(players[first], players[1 - first], strict=True) for player in pair)


def fresh(at: Position, first: int) -> Position:
    """Return the position before the opening stroke, which side `first` plays: the red on the Spot, all else off."""
    red = Place(ball=RED, at=at.kit.spots[SPOT], sd_mm=0.0)
    return Position(
        kit=at.kit, names=at.names, players=at.players, target=at.target, timed=at.timed,
        crossing_rule=at.crossing_rule, several_games=at.several_games, carried=at.carried, starter=at.starter,
        striker=first, order=order_of(at.players, first), lie=(red,), conduct=at.conduct, wasted=at.wasted,
        scores=at.handicap, handicap=at.handicap,
    )  # fmt: skip
