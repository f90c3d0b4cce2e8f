"""How the players behave: Warnings, frames and games lost for it, and conceding.

Theory: Section 4 Rules 1 to 4. Unsporting conduct and time wasting are two ladders of their own: a Warning,
then the frame; then for conduct the game, for time wasting another frame each time.
"""

from typing import Final

from tracker.domain.book.conduct import Record
from tracker.domain.frozen import replace
from tracker.domain.law.call import Call
from tracker.domain.table.ball import COLOURS
from tracker.rules.snooker.frame.calls import Accept, Forfeit, Hold, Refuse, Warn
from tracker.rules.snooker.frame.position import COLOUR, VALUE, Position
from tracker.rules.snooker.law.ends import close_frame

UNSPORTING, SERIOUS, TIME_WASTING, REFUSES = "unsporting", "serious-unsporting", "time-wasting", "refuses-to-play"
LADDERS: Final = (UNSPORTING, TIME_WASTING)
"""What is counted, each on a ladder of its own: a Warning comes before a frame."""

CONDUCT: Final = {
    UNSPORTING: ("SNK-4.1.a", "4.1(a)"),
    REFUSES: ("SNK-4.1.a.iv", "4.1(a)(iv)"),
    SERIOUS: ("SNK-4.1.d", "4.1(d)"),
    TIME_WASTING: ("SNK-4.3.a", "4.3(a)"),
}
"""Conduct that an official reports, with the paragraph that forbids it."""


def answer_to(at: Position, side: int, conduct: str) -> Call:
    """Return what the referee does about `conduct` of `side`: a Warning, or the frame, or the game (SNK-4.1, 4.3).

    The older edition takes time wasting after its caution for unsporting conduct (ED-52).
    """
    record = at.conduct.records[side]
    if conduct == TIME_WASTING and (at.terms.warns_first or not stands(record, TIME_WASTING)):
        again = stands(record, TIME_WASTING)
        return Forfeit(side=side, what=TIME_WASTING) if again else Warn(side=side, what=TIME_WASTING)
    if UNSPORTING in record.lost:
        return Forfeit(side=side, what=UNSPORTING, game=True)
    if stands(record, UNSPORTING) or conduct == SERIOUS or not at.terms.warns_first:
        return Forfeit(side=side, what=UNSPORTING)
    return Warn(side=side, what=UNSPORTING)


def stands(record: Record, kind: str) -> bool:
    """Tell whether a side was Warned, or lost a frame, for this kind of conduct."""
    return kind in (*record.warned, *record.lost)


def why_not_conduct(at: Position, call: Warn | Forfeit) -> str | None:
    """Refuse a Warning, or a lost frame, for what is none of the two kinds of conduct that are counted."""
    if call.what in LADDERS:
        return None
    return f"{call.what!r} is no conduct that brings a Warning: say {' or '.join(LADDERS)}"


def warn(at: Position, call: Warn) -> Position:
    """Put the Warning on record."""
    return replace(at, conduct=at.conduct.warned(call.side, call.what))


def forfeit(at: Position, call: Forfeit) -> Position:
    """Close the frame for the other side; between frames it is the next one that is lost (SNK-4.1.b, 4.4)."""
    marked = replace(at, conduct=at.conduct.lost(call.side, call.what, ahead=at.over and not call.game))
    if call.game:
        marked = replace(marked, game_winner=1 - call.side)
    because = f"{'game' if call.game else 'frame'} awarded: {call.what}"
    if at.over:
        return replace(marked, because=f"{at.because}; {'' if call.game else 'next '}{because}")
    return _lost(marked, call.side, because)


def lost_ahead(at: Position, side: int) -> Position:
    """Return the frame that `side` had lost before it began, over as it opens (SNK-4.1.b, 4.2.b)."""
    return _lost(at, side, because="frame awarded before it began")


def _lost(at: Position, side: int, because: str) -> Position:
    counts = at.aggregate or at.terms.forfeits_always
    return close_frame(_forfeits_points(at, side) if counts else at, 1 - side, because)


def _forfeits_points(at: Position, side: int) -> Position:
    """Take the offender's points away and give the other side the value of the balls left (SNK-4.4.a.ii)."""
    won = at.scores[1 - side] + value_left(at)
    return replace(at, scores=(0, won) if side == 0 else (won, 0))


def value_left(at: Position) -> int:
    """Return what the balls on the table are worth when a frame is given up (SNK-4.2.f, 4.4.a).

    A red counts eight; a colour that is off the table by mistake counts as if it were spotted.
    """
    lowest = COLOURS[0] if at.reds or at.on == COLOUR else at.lowest
    return 8 * at.reds + sum(VALUE[colour] for colour in COLOURS if VALUE[colour] >= VALUE[lowest])


def is_early_to_concede(at: Position) -> bool:
    """Tell whether giving the frame up now is unsporting: nobody needs penalty points yet (SNK-4.2.b)."""
    return at.terms.concession_rules and not (at.needs_penalties(0) or at.needs_penalties(1))


def concede(at: Position, call: Accept) -> Position:
    """Close the frame for the side that accepts; conceding too early is warned, or costs the next frame (SNK-4.2.b)."""
    other = 1 - call.side
    if is_early_to_concede(at):
        again = stands(at.conduct.records[other], UNSPORTING)
        conduct = at.conduct.lost(other, UNSPORTING, ahead=True) if again else at.conduct.warned(other, UNSPORTING)
        at = replace(at, conduct=conduct)
    left = value_left(at) if at.aggregate else 0
    return close_frame(replace(at, held=None).awarded(call.side, left), call.side, because="conceded")


def why_not_hold(at: Position, call: Hold) -> str | None:
    """Balls are moved to offer a concession only by a side that offers one; what that breaks is held back, no more."""
    if at.offer is None:
        return "nobody has offered the frame"
    answer = isinstance(call.call, Accept | Refuse | Hold)
    return "an answer to the offer cannot be held back" if answer else None
