"""Conduct: a Warning, then the game, then the match; and what a forfeited game counts.

Theory: Section 4 Rules 1, 2 and 3. The two ladders, unsporting conduct and time wasting, are climbed separately: a
match is lost by the kind of offence that has lost a game before.
"""

from typing import Final

from tracker.domain.frozen import replace
from tracker.rules.billiards.game.calls import Misconduct
from tracker.rules.billiards.game.position import SERIOUS, TIME_WASTING, UNSPORTING, Position
from tracker.rules.billiards.law.ends import close

KINDS: Final = (UNSPORTING, SERIOUS, TIME_WASTING)


def why_not_misconduct(at: Position, call: Misconduct) -> str | None:
    """Refuse a kind of misconduct that the book does not know, and a match for what is not serious."""
    if call.kind not in KINDS:
        return f"{call.kind!r} is no misconduct that the book knows: {', '.join(KINDS)}"
    return "the match is awarded at once for serious misconduct only" if call.match and call.kind != SERIOUS else None


def is_first(at: Position, call: Misconduct) -> bool:
    """Tell whether this offence brings a Warning only."""
    record = at.conduct.records[call.side]
    return call.kind != SERIOUS and call.kind not in (*record.warned, *record.lost)


def warns_for_match(at: Position, call: Misconduct) -> bool:
    """Tell whether the game is awarded and the player Warned that the match is at stake (1(b)(ii), 2(c))."""
    climbs = at.several_games and call.kind != SERIOUS and not is_first(at, call)
    return climbs and not _loses_match(at, call)


def _ladder(call: Misconduct) -> str:
    return UNSPORTING if call.kind == SERIOUS else call.kind


def _loses_match(at: Position, call: Misconduct) -> bool:
    """Tell whether a game has been lost by this kind of offence."""
    return _ladder(call) in at.conduct.records[call.side].lost


def misconduct(at: Position, call: Misconduct) -> Position:
    """Warn, or award the game or the match to the other side; between games it is the next one that is lost."""
    at = replace(at, wasted=at.wasted or call.kind == TIME_WASTING)
    if is_first(at, call):
        return replace(at, conduct=at.conduct.warned(call.side, call.kind))
    whole = call.match or _loses_match(at, call)
    then = replace(
        at, conduct=at.conduct.lost(call.side, _ladder(call), ahead=at.over and not whole),
        match_winner=1 - call.side if whole else at.match_winner,
    )  # fmt: skip
    because = f"{'match' if whole else 'game'} awarded: {call.kind.replace('-', ' ')}"
    if at.over:
        return replace(then, because=f"{at.because}; {'' if whole else 'next '}{because}")
    return forfeited(then, call.side, because)


def lost_ahead(at: Position, side: int) -> Position:
    """Return the game that `side` had lost before it began, over as it opens (1(b)(ii))."""
    return forfeited(at, side, "game awarded before it began")


def forfeited(at: Position, side: int, because: str) -> Position:
    """Return the position after `side` has forfeited: where points decide, it keeps none and loses to nil (Rule 3)."""
    if at.target is not None:
        at = replace(at, scores=(0, at.target) if side == 0 else (at.target, 0))
    return close(at, 1 - side, because)
