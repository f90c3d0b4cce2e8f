"""Whose turn it is: two players by turns, or four in the order of the frame.

Theory: Section 3 Rules 3(a) and 18. In four-handed play a turn belongs to a seat in the order; who plays out of turn
plays in his partner's seat, so that the partner loses a turn, and asked to play again he plays in that seat once more.
"""

from tracker.domain.frozen import replace
from tracker.rules.snooker.frame.calls import Lots, Pick
from tracker.rules.snooker.frame.position import Position


def next_turn(at: Position) -> Position:
    """Return the position in which the other side's next player begins a turn."""
    return replace(seated(at, at.seat + 1), visit=0, on=at.fresh_on)


def same_turn_again(at: Position) -> Position:
    """Return the position in which the player who fouled plays again, the order as it was (SNK-3.13, FOUR-3.18.c)."""
    back = replace(seated(at, at.seat - 1), visit=0)
    if not at.order or at.culprit == back.order[back.seat]:
        return back
    return replace(back, stand_in=at.culprit)


def seated(at: Position, seat: int) -> Position:
    """Return the position with the player of that seat at the table; the sides sit by turns."""
    side = (at.striker + seat - at.seat) % 2
    return replace(at, striker=side, seat=seat % len(at.order) if at.order else 0, stand_in="")


def why_not_lots(at: Position, call: Lots) -> str | None:
    """Lots are drawn for the opening stroke and for the first one at the re-spotted black, and for nothing else."""
    return None if at.lots or at.opening or (at.respotted and at.just is None) else "no lots are due"


def turn_taken(at: Position, player: str) -> Position:
    """Return the position with the side of `player` at the table, though it is the other one's turn (ED-34)."""
    if side_of(at, player) == at.striker:
        return at
    return seated(at, at.order.index(player) if at.order else at.seat + 1)


def side_of(at: Position, player: str) -> int:
    """Return the side that `player` plays for; the one at the table for a name that nobody has."""
    if player in at.order:
        return (at.striker + at.order.index(player) - at.seat) % 2
    return at.names.index(player) if player in at.names and not at.order else at.striker


def draw_lots(at: Position, call: Lots) -> Position:
    """Return the frame, or the re-spotted black, with the side to play that the lot has named (SNK-3.3, 3.4.b.ii)."""
    if at.opening and call.side != at.striker:
        return replace(at, order=_other_side_first(at.order), seat=0, striker=call.side, starter=call.side)
    drawn = at if call.side == at.striker else seated(at, at.seat + 1)
    starter = at.starter if at.respotted else call.side
    return replace(drawn, lots=False, starter=starter, visit=0)


def _other_side_first(order: tuple[str, ...]) -> tuple[str, ...]:
    """Return the order of play with the players of the other side each before his neighbour."""
    return tuple(player for pair in zip(order[1::2], order[::2], strict=True) for player in pair)


def why_not_pick(at: Position, call: Pick) -> str | None:
    """Only a side of two, about to play first in the frame or at its re-spotted black, picks one of its players."""
    if not at.order:
        return "there is one player a side: nobody to pick"
    if not (at.opening or at.respotted) or at.lots or at.just is not None:
        return "a player is picked for the opening stroke and for the first one at the re-spotted black only"
    own = at.order[at.seat % 2 :: 2]
    return None if call.player in own else f"{call.player} does not play for this side: pick {' or '.join(own)}"


def pick(at: Position, call: Pick) -> Position:
    """Return the position with that player at the table; the order of the frame goes on, or begins, from there."""
    seat = at.order.index(call.player)
    return replace(at, order=at.order[seat:] + at.order[:seat]) if at.opening else seated(at, seat)
