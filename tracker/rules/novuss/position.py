"""Where a set of novuss stands in law: pucks on the board, pucks owed, whose turn it is, and what was put where.

Sides are 0 and 1. In the first set of singles A (0) sits at the near edge and B at the far one; in doubles the four sit
round the board in playing order, clockwise. After each set they exchange places. Everything is seen from where A sat.
Sources: N2, N6, N8 and N9 of the book.
"""

from dataclasses import dataclass
from typing import Final

from tracker.domain.book.conduct import BLAMELESS, Conduct
from tracker.domain.frozen import replace
from tracker.domain.strokes.stroke import Place

EACH: Final = 8
"""Pucks of one player (N8 ¶3)."""

EDGES: Final = ("near", "left", "far", "right")
"""The edges of the board clockwise; players of doubles sit there in the order A1, B1, A2, B2."""

OPPOSITE: Final = {"near": "far", "far": "near", "left": "right", "right": "left"}

AS_BEFORE: Final = "as-before"
EXCHANGED: Final = "exchanged"

Pair = tuple[int, int]
"""A number for each side."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Put:
    """A puck that is put on the board: its name (`penalty` for a penalty puck) and the place by name."""

    ball: str
    place: str
    """Empty: the book leaves it to the referee."""
    side: int | None = None
    """Whose penalty puck it is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """Everything that the law remembers."""

    names: tuple[str, str] = ("A", "B")
    players: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    """Players of each side in playing order; empty: one a side."""
    seats: int = 0
    """So many places the players have moved on: each set they exchange theirs, in doubles clockwise (N8 ¶2, N9 ¶1)."""
    starter: int = 0
    rightful: int = 0
    """The side that has the right to strike first."""
    out_of_turn: bool = False
    """True: a player who has not that right is about to strike first."""
    turn: int = 0
    """Turns of this set that are done: the sides take them in turn."""
    opened: int = 0
    """The turn that began the set: 2 where the second player of a pair strikes first."""
    strokes: int = 0
    pucks: Pair = (EACH, EACH)
    """On the board."""
    light: Pair = (EACH, EACH)
    """Of these, pucks outside of the circle and of their player's blind zone: those that may be hit directly."""
    blind: Pair = (0, 0)
    """Pucks in their player's blind zone; the other dark ones lie in the circle."""
    occupied: tuple[str, ...] = ()
    """Named places that are taken."""
    lie: tuple[Place, ...] | None = None
    """Where the pucks are; None: not known."""
    debt: Pair = (0, 0)
    """Penalty pucks owed and not yet placed."""
    boards: tuple[str, str] = ("far", "near")
    """The edge at which each side's owed pucks are to be placed."""
    paid: Pair = (0, 0)
    """Owed pucks that were placed last: they are taken off again where the debt had been forgotten."""
    visit: int = 0
    """Own pucks pocketed in this series."""
    misses: Pair = (0, 0)
    """Turns in succession without a puck while both sides have only blind ones (N8 ¶6)."""
    cleared: int | None = None
    """The side that cleared in the first turn of the set and waits for the other side's answer (N8 ¶5)."""
    chooser: int | None = None
    """The pair that must first say which of its players answers (N9 ¶7)."""
    forfeits: tuple[bool, bool] = (False, False)
    """True: the side's next turn is forfeited (N6 ¶16)."""
    conduct: Conduct = BLAMELESS
    """What each side has been warned for in this game (N4)."""
    sets: Pair = (0, 0)
    """Sets won in this game."""
    agreed: int | None = None
    """Sets of the game (N2 ¶1); None: not agreed, or not known."""
    put: tuple[Put, ...] = ()
    """What the last call put on the board."""
    said: tuple[str, ...] = ()
    """What the referee said with the last call."""
    replay: str = ""
    """The set before was annulled: `as-before` or `exchanged`."""
    over: bool = False
    game_over: bool = False
    """The whole game is over, not only this set."""
    game_winner: int | None = None
    """Who won the game; None: nobody yet, or it is level."""
    winner: int | None = None
    because: str = ""

    @property
    def striker(self) -> int:
        """The side whose turn it is."""
        return (self.starter + self.turn) % 2

    @property
    def team(self) -> int:
        """How many players a side has."""
        return max(1, len(self.players[0]))

    @property
    def player(self) -> int:
        """Index of the striking player on his side."""
        return self.turn // 2 % self.team

    @property
    def all(self) -> int:
        """Pucks that a side starts with: eight for each of its players."""
        return EACH * self.team

    @property
    def edge(self) -> str:
        """The edge at which the striking player sits."""
        return self.edge_of(self.striker, self.player)

    @property
    def first_turn(self) -> bool:
        """True in the first turn of the set."""
        return self.turn == self.opened

    def edge_of(self, side: int, player: int) -> str:
        """Return the edge at which a player sits."""
        apart = 1 if self.team > 1 else 2
        return EDGES[(apart * (side + self.seats) + 2 * player) % len(EDGES)]

    def having(self, **changes: Pair) -> "Position":
        """Return this position with some counts changed, none of them below nothing or above the pucks there are."""
        pucks = changes.get("pucks", self.pucks)
        light = _within(changes.get("light", self.light), pucks)
        dark = (pucks[0] - light[0], pucks[1] - light[1])
        return replace(self, pucks=pucks, light=light, blind=_within(changes.get("blind", self.blind), dark))


def _within(counts: Pair, most: Pair) -> Pair:
    a, b = (max(0, min(count, limit)) for count, limit in zip(counts, most, strict=True))
    return a, b


def changed(pair: Pair, side: int, by: int) -> Pair:
    """Return `pair` with `by` more for `side`."""
    a, b = pair
    return (a + by, b) if side == 0 else (a, b + by)


def set_for(pair: tuple[str, str], side: int, value: str) -> tuple[str, str]:
    """Return `pair` with `value` for `side`."""
    return (value, pair[1]) if side == 0 else (pair[0], value)
