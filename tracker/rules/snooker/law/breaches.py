"""Breaches without a stroke, and what every breach has in common: what it costs and what may be chosen after it.

Theory: Section 3 Rules 3(j)-(l), 10, 11(e)-(g) and 16; the catalogue's ALG-OPTIONS.
"""

from collections import Counter
from collections.abc import Iterable

from tracker.domain.frozen import replace
from tracker.domain.table.ball import RED, WHITE
from tracker.rules.snooker.frame.calls import FoulBefore, FoulLeaving, Penalty
from tracker.rules.snooker.frame.position import PLAY, PLAY_AGAIN, PLAY_REPLACED, REPLACE, UNKNOWN, Position
from tracker.rules.snooker.frame.told import Told
from tracker.rules.snooker.law.ends import end_frame
from tracker.rules.snooker.law.turns import next_turn

LEAST, MOST = 4, 7


def why_not_stroke(at: Position, gone: Iterable[str]) -> str | None:
    """Return why no stroke may be called now, or why these balls cannot have left the table."""
    if at.choices:
        return f"a choice comes first: {', '.join(at.choices)}"
    if at.lots:
        return f"lots come first: who plays the re-spotted {at.on}?"
    if at.on == UNKNOWN:
        return "the ball on is not known: state it first"
    left = Counter(gone)
    if left[RED] > at.reds:
        return f"only {at.reds} reds are on the table"
    missing = [ball for ball in left if ball not in (RED, WHITE) and ball not in at.colours]
    return f"{missing[0]} is not on the table" if missing else None


def why_not_points(on_value: int, points: int) -> str | None:
    """Refuse a breach that costs less than four or the ball on, or more than seven."""
    least = max(LEAST, on_value)
    return None if least <= points <= MOST else f"with this ball on it costs {least} to {MOST}, not {points}"


def why_not_claim_foul(told: Told | None, at: Position, side: int) -> str | None:
    """Refuse a claim of a foul that officials did not see: it must be in the last stroke, by the other side (3.10(c)).

    `told` is what was said about that stroke, `at` the position after it.
    """
    if told is None or not told.unseen or at.just is None:
        return "there is no unseen foul in the last stroke: one before it is condoned"
    return "a foul is claimed by the other side" if side == at.just.by else None


def choices_after(on_purpose: bool, more: tuple[str, ...]) -> tuple[str, ...]:
    """Return what the other side may choose after a foul; `more` is what this foul adds (ALG-OPTIONS)."""
    return (PLAY, PLAY_AGAIN, REPLACE, PLAY_REPLACED) if on_purpose else (PLAY, PLAY_AGAIN, *more)


def why_not_foul_before(at: Position, call: FoulBefore) -> str | None:
    """Refuse what a foul with a stroke would be refused for."""
    return why_not_stroke(at, call.gone) or why_not_points(at.on_value, call.points)


def foul_before(at: Position, call: FoulBefore) -> Position:
    """Give the penalty for a foul without a stroke; a cue-ball in hand stays so, and so does a run of misses."""
    cleared = replace(
        at, nominated="", free="", free_ball=False, miss=False, offer=None, held=None, faulted=True, culprit=at.player
    )
    paid = replace(cleared, reds=at.reds - Counter(call.gone)[RED]).awarded(1 - at.striker, call.points)
    then = replace(next_turn(paid), offender=at.striker, in_hand=_in_hand_after(at, call))
    if call.gone:
        then = replace(then, lie=call.after.lie, touching=call.after.touching)
    if at.is_last_black:
        return end_frame(then, because="foul on the last black")
    choices = choices_after(call.on_purpose, (REPLACE,) if call.may_restore else ())
    original = replace(cleared, original=None)
    return replace(then, choices=choices, free_ball=call.free_ball, original=original)


def _in_hand_after(at: Position, call: FoulBefore) -> bool:
    """Tell whether it stays in hand, not having been played, or was picked up and is off the table (SNK-2.9)."""
    placed = at.terms.foul_ends_in_hand and any(place.ball == WHITE for place in at.lie or ())
    return WHITE in call.gone or (at.in_hand and not (call.in_play or placed))


def why_not_foul_leaving(at: Position, call: FoulLeaving) -> str | None:
    """Only the player whose stroke has just ended his turn can foul while he leaves the table."""
    if at.just is None or at.just.by == at.striker:
        return "nobody is leaving the table: the last stroke did not end a turn"
    return why_not_points(at.just.on_value, call.points)


def foul_leaving(at: Position, call: FoulLeaving) -> Position:
    """Give this penalty as well; the next player, who may already choose after a foul, chooses now (SNK-3.3.j)."""
    then = replace(at.awarded(at.striker, call.points), offender=1 - at.striker, faulted=True)
    if at.is_last_black:
        return end_frame(then, because="foul on the last black")
    original = at.original or replace(at, striker=1 - at.striker)
    choices = at.choices or (PLAY, PLAY_AGAIN)
    return replace(then, choices=choices, free_ball=call.free_ball, original=original)


def penalise(at: Position, call: Penalty) -> Position:
    """Give the points to the other side; the turn, the break and the ball on are as they were (SNK-3.3.k).

    Any infringement ends the frame at the re-spotted black, in the Shoot Out at the last black (SNK-3.4.b, SHO-13).
    """
    just = None if at.just is None else replace(at.just, points=0)  # they count for good now (SNK-3.7.b)
    then = replace(at.awarded(1 - call.side, call.points), faulted=True, just=just)
    ends = at.respotted or (at.is_last_black and at.terms.blue_shootout)
    return end_frame(then, because="infringement with the black alone") if ends else then
