"""Beginning a frame again: a stalemate, or the wrong side began (Section 3 Rules 3(d) and 17)."""

from tracker.domain.frozen import replace
from tracker.rules.snooker.frame.calls import Restart
from tracker.rules.snooker.frame.position import Position

OBJECTED, WRONG_ORDER = "objected", "wrong-order"


def why_not_restart(at: Position, call: Restart) -> str | None:
    """Refuse to begin again with the other side once a second stroke was played or somebody infringed (SNK-3.3.d)."""
    if at.lots:
        return "lots come first: who plays the re-spotted black?"
    if call.how != WRONG_ORDER:
        return None
    began = at.striker if at.opening else at.opener
    if began == at.starter:
        return "the right side began this frame"
    if at.faulted or at.strokes is None or at.strokes > 1:
        return "another stroke was played or a rule was infringed: the frame goes on as it is"
    return None


def restart(at: Position, call: Restart) -> Position:
    """Begin again with the same player; on a re-spotted black only the black is put back (SNK-3.17.c, d)."""
    if call.how == OBJECTED:
        return at
    if at.respotted and at.terms.restarts_black:
        side, seat = at.black_opener or (at.striker, at.seat)
        return replace(
            at, striker=side, seat=seat, stand_in="", visit=0, in_hand=True, lie=None, touching=(), choices=(),
            free_ball=False, just=None,
        )  # fmt: skip
    fresh = Position(
        terms=at.terms, names=at.names, striker=at.starter, starter=at.starter, reds=at.all_reds,
        all_reds=at.all_reds, opening=True, in_hand=True, aggregate=at.aggregate, conduct=at.conduct,
        totals=at.totals, level=at.level, last_frame=at.last_frame, order=at.order,
        lag_winner=at.lag_winner, clock=at.clock, scores=at.handicap, handicap=at.handicap,
    )  # fmt: skip
    return replace(fresh, on=fresh.fresh_on)
