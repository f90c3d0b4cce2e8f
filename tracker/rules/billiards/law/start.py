"""How a game of billiards begins: the string, who plays first, which of several players, and a wrong starter.

Theory: Section 2 Rule 5, Section 3 Rules 2 and 18(a).
"""

from dataclasses import dataclass

from tracker.domain.frozen import replace
from tracker.rules.billiards.game.calls import Pick, PlaysFirst, Restart, WonString
from tracker.rules.billiards.game.position import Position, fresh, order_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Strung:
    """One player's stroke in a string: where his ball finished, and whether he forfeited by how it went."""

    from_bottom_mm: float
    """Distance of the ball from the Bottom cushion."""
    clean: bool = True
    """It met the flat faces of Top and Bottom cushion only, and kept to its own half."""


def string_winner(a: Strung, b: Strung) -> int | None:
    """Return which side wins the string; None: string again (both forfeited it, or finished level)."""
    if a.clean != b.clean:
        return int(b.clean)
    if not a.clean or a.from_bottom_mm == b.from_bottom_mm:
        return None
    return int(b.from_bottom_mm < a.from_bottom_mm)


def why_not_before_start(at: Position, call: WonString | PlaysFirst) -> str | None:
    """Refuse the string and its choice once the game has begun, be it with a foul before the opening stroke."""
    return "the game has begun: the order of play stays as it is" if at.started else None


def win_string(at: Position, call: WonString) -> Position:
    """`side` may choose its ball and who plays first."""
    return replace(at, chooser=call.side)


def play_first(at: Position, call: PlaysFirst) -> Position:
    """`side` plays the opening stroke."""
    order = order_of(at.players, call.side)
    return replace(at, striker=call.side, starter=call.side, chooser=None, order=order, turn=0)


def why_not_pick(at: Position, call: Pick) -> str | None:
    """Refuse a pick after the side's first stroke: the order stays for the whole game."""
    if not at.order:
        return "there is one player a side"
    if at.begun[at.striker]:
        return "the order of play is fixed for the game"
    side = at.players[at.striker]
    return None if call.player in side else f"{call.player} does not play now: {' or '.join(side)} does"


def pick(at: Position, call: Pick) -> Position:
    """Turn the side's own part of the order so that the player picked comes now."""
    count = len(at.order)
    places = [(at.turn + step) % count for step in range(0, count, 2)]
    side = [at.order[place] for place in places]
    shift = side.index(call.player)
    turned = dict(zip(places, side[shift:] + side[:shift], strict=True))
    return replace(at, order=tuple(turned.get(place, player) for place, player in enumerate(at.order)))


def why_not_restart(at: Position, call: Restart) -> str | None:
    """Refuse to put a wrong start right after more than one stroke, or after a foul (3.2(d))."""
    if at.begun[at.starter]:
        return "the right side began, or has played since: the game goes on"
    if at.strokes != 1 or at.fouled:
        return "too late: the game goes on, and the order is put right in the next game"
    return None


def restart(at: Position, call: Restart) -> Position:
    """Begin again with the right side, without penalty."""
    return fresh(at, at.starter)
