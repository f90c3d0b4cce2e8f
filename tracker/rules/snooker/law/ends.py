"""How a frame ends: on the last black, by a tie and its re-spotted black, or by somebody's word.

Theory: Section 2 Rule 1, Section 3 Rule 4, Shoot Out Rules 13 and 14; the catalogue's ALG-END.
"""

from tracker.domain.frozen import replace
from tracker.domain.law.call import Call
from tracker.domain.table.ball import BLACK, BLUE
from tracker.rules.snooker.frame.calls import Restart
from tracker.rules.snooker.frame.position import NONE, BlueShootout, Position


def end_frame(at: Position, because: str) -> Position:
    """Return the position after the last pot or foul: over, or tied with the black back on its spot (SNK-3.4).

    Where points of several frames decide, only the last frame can be tied, and then on the sum of them (3.4(c)).
    """
    a, b = at.scores
    if a == b and at.terms.blue_shootout:
        return begin_shootout(at)
    if at.aggregate and (at.last_frame or at.respotted):
        a, b = a + at.totals[0], b + at.totals[1]
        tied = a == b
    else:
        tied = a == b and not at.aggregate
    if tied:
        return replace(_alone(at, BLACK), respotted=True)
    return close_frame(at, None if a == b else int(b > a), because)


def put_up_alone(at: Position, call: Call, then: Position) -> str:
    """Return the ball that `call` leaves alone on its spot, or nothing: a tie's black, the blue of a level match.

    The black of a tie goes up again when a stalemate on it is broken (SNK-3.17.d).
    """
    begins = then.lots and not at.lots
    again = isinstance(call, Restart) and then.respotted and then is not at
    return then.on if begins or again else ""


def begin_shootout(at: Position) -> Position:
    """Return the position in which the blue stands alone on its spot; who won the lag says who goes first (SHO-14)."""
    return replace(_alone(at, BLUE), shootout=BlueShootout())


def _alone(at: Position, ball: str) -> Position:
    """Return the position with `ball` alone on its spot and lots to be drawn; nothing said of a stroke stands on."""
    return replace(
        at, lots=True, in_hand=True, anywhere=False, reds=0, colours=(ball,), on=ball, nominated="", free="",
        free_ball=False, choices=(), miss=False, run=None, original=None, visit=0, lie=None, just=None, touching=(),
    )  # fmt: skip


def close_frame(at: Position, winner: int | None, because: str) -> Position:
    """Return the position with the frame over for `winner` (None: level where points of several frames decide)."""
    return replace(
        at, over=True, winner=winner, because=because, on=NONE, choices=(), lots=False, free_ball=False, original=None
    )
