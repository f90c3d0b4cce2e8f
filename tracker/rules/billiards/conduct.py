"""Conduct: a Warning, then the game, then the match; and what a forfeited game counts.

Theory: Section 4 Rules 1, 2 and 3. The two ladders, unsporting conduct and time wasting, are climbed separately: a
match is lost by the kind of offence that has lost a game before.
"""

from dataclasses import replace
from typing import Final

from tracker.rules.billiards.calls import Misconduct
from tracker.rules.billiards.ends import close
from tracker.rules.billiards.position import AWARDED, SERIOUS, TIME_WASTING, UNSPORTING, Position

KINDS: Final = (UNSPORTING, SERIOUS, TIME_WASTING)


def why_not_misconduct(at: Position, call: Misconduct) -> str | None:
    """Refuse a kind of misconduct that the book does not know, and a match for what is not serious."""
    if call.kind not in KINDS:
        return f"{call.kind!r} is no misconduct that the book knows: {', '.join(KINDS)}"
    return "the match is awarded at once for serious misconduct only" if call.match and call.kind != SERIOUS else None


def is_first(at: Position, call: Misconduct) -> bool:
    """Tell whether this offence brings a Warning only."""
    stands = at.warned[call.side]
    return call.kind != SERIOUS and call.kind not in stands and not _loses_match(stands, call)


def warns_for_match(at: Position, call: Misconduct) -> bool:
    """Tell whether the game is awarded and the player Warned that the match is at stake (1(b)(ii), 2(c))."""
    climbs = at.several_games and call.kind != SERIOUS and not is_first(at, call)
    return climbs and not _loses_match(at.warned[call.side], call)


def _loses_match(stands: tuple[str, ...], call: Misconduct) -> bool:
    """Tell whether a game has been lost by this kind of offence; an award of which no kind is known counts for both."""
    kind = UNSPORTING if call.kind == SERIOUS else call.kind
    return AWARDED in stands and (kind in stands or not {UNSPORTING, TIME_WASTING} & set(stands))


def misconduct(at: Position, call: Misconduct) -> Position:
    """Warn, or award the game or the match to the other side; between games only the record moves."""
    kind = UNSPORTING if call.kind == SERIOUS else call.kind
    words = (kind,) if is_first(at, call) else (kind, AWARDED)
    record = (*(word for word in at.warned[call.side] if word not in words), *words)
    warned = (record, at.warned[1]) if call.side == 0 else (at.warned[0], record)
    then = replace(at, warned=warned)
    if is_first(at, call) or at.over:
        return then
    whole = call.match or _loses_match(at.warned[call.side], call)
    lost = forfeited(then, call.side, f"{'match' if whole else 'game'} awarded: {call.kind.replace('-', ' ')}")
    return replace(lost, match_over=whole)


def forfeited(at: Position, side: int, because: str) -> Position:
    """Return the position after `side` has forfeited: where points decide, it keeps none and loses to nil (Rule 3)."""
    if at.target is not None:
        at = replace(at, scores=(0, at.target) if side == 0 else (at.target, 0))
    return close(at, 1 - side, because)
