"""What a scoreboard shows, whatever the game."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """Something that a game counts beside the score, and that players go by."""

    kind: str
    """`owed` penalty pucks; `hazards` or `cannons` in succession; `crossing`: the break at which the Baulk-line must
    have been crossed; `red-to-centre`: so many pots of the red send it to the Centre Spot."""
    number: int
    most: int | None = None
    """How many may be made; None: there is no such limit."""
    side: int | None = None
    """Whose it is; None: the striker's."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scoreline:
    """The score after the last entry of the book."""

    names: tuple[str, str]
    points: tuple[int, int]
    striker: int
    """0 or 1: who is at the table."""
    on: str
    """Ball on: `red`, `colour`, a colour's name, or `none` when the frame is over; empty in a game that has none."""
    visit: int
    """The striker's break so far."""
    remaining: int | None
    """Points left on the table; None in a game where there is always more to score."""
    over: bool = False
    winner: int | None = None
    unit: str = "points"
    part: str = "frame"
    """What is being played and ends: a frame, a set, a game."""
    player: str = ""
    """Who plays next, where a side has several players; empty: the side."""
    free_ball: bool = False
    """A free ball was called and has not been used."""
    snookers: int = 0
    """Penalties of the least value that the side behind needs to draw level with what the table holds; 0: none."""
    nominated: str = ""
    """The colour, or the free ball, that the striker has named for the stroke to come."""
    respotted: bool = False
    """The black alone decides, put up again since the frame ended level."""
    decides: bool = False
    """The ball on, once potted, leaves the other side more behind than the table holds."""
    counts: tuple[Tally, ...] = ()
    provisional: tuple[str, ...] = ()
    """What is called and not settled yet, a sentence for each stroke with both scores."""
