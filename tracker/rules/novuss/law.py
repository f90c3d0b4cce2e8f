"""What each call does to a set of novuss, and why it may be refused.

Theory: N2 ¶10 (series), N4 to N9; the catalogue's ALG-NOV. `why_not` answers in a sentence that a player understands,
or None; `after` presumes that it answered None, and leaves in the position what the referee says with the call.
"""

from collections.abc import Callable
from typing import Any, Final

from tracker.domain.frozen import replace
from tracker.domain.law.call import Call
from tracker.rules.novuss.calls import (
    Again,
    Forgotten,
    GameLost,
    PenaltyPuck,
    Picks,
    Played,
    SetLost,
    TurnLost,
    Warned,
    WonToss,
)
from tracker.rules.novuss.ends import end_game, end_set, play_again
from tracker.rules.novuss.placing import penalty_pucks, put_back
from tracker.rules.novuss.position import AS_BEFORE, EXCHANGED, OPPOSITE, Pair, Position, changed, set_for

PENALTY_WORDS: Final = ("PENALTY PUCK", "TURN LOST")
TURN_WORDS: Final = ("TURN LOST",)
SET_WORDS: Final = ("SET LOST",)
MISSES: Final = 3
WARNINGS: Final = 3


def side_of(ball: str) -> int | None:
    """Return whose puck this is, `a` or `a3` of the first side; None for the striker and for what is no puck."""
    return {"a": 0, "b": 1}.get(ball[:1]) if ball[1:].isdecimal() or len(ball) == 1 else None


def why_not_turn(at: Position) -> str | None:
    """Return why nobody may play now."""
    return None if at.chooser is None else f"{at.names[at.chooser]} must first say who of the pair plays"


def why_not_played(at: Position, call: Played) -> str | None:
    """Refuse a stroke after which more pucks are gone than lay on the board."""
    if trouble := why_not_turn(at):
        return trouble
    gone = changed((call.opponent, call.opponent), at.striker, call.own - call.opponent)
    for side, name in enumerate(at.names):
        off = sum(side_of(puck.ball) == side for puck in call.off)
        if not 0 <= gone[side] <= at.pucks[side] - off:
            return f"{name} has {at.pucks[side]} pucks on the board, not {gone[side]} to pocket and {off} to drive off"
    strange = next((puck for puck in call.off if side_of(puck.ball) is None or puck.side not in ("", *OPPOSITE)), None)
    return f"{strange.ball} {strange.side} is no puck that leaves the board by an edge" if strange else None


def play(at: Position, call: Played) -> Position:
    """Take the pucks off, and see whether the series goes on, the turn passes, or the set ends (N2, N7, N8)."""
    side, other = at.striker, 1 - at.striker
    then = _stroke_done(at, call)
    if call.own and then.pucks[side] == then.debt[side] == 0:
        return _last_puck(then, call)
    if call.opponent and then.pucks[other] == then.debt[other] == 0:
        said = PENALTY_WORDS if call.penalised else TURN_WORDS
        return end_set(then, other, because="the last puck was pocketed by the opponent", said=said)
    if call.penalised:
        return next_turn(_owing(then, side), PENALTY_WORDS)
    if not _goes_on(call):
        return next_turn(then, TURN_WORDS)
    return then if then.pucks[side] else settle(then, side)


def _last_puck(at: Position, call: Played) -> Position:
    """See what comes of a stroke that pocketed the striker's last puck (N8 ¶4, ¶5)."""
    other = 1 - at.striker
    if call.penalised or call.backslide:
        return end_set(at, other, because="a breach with the last puck", said=SET_WORDS)
    if call.opponent and at.pucks[other] == at.debt[other] == 0:
        return play_again(at, AS_BEFORE)
    return _clear(at)


def _goes_on(call: Played) -> bool:
    return call.own > 0 and not (call.opponent or call.off or call.backslide)


def _stroke_done(at: Position, call: Played) -> Position:
    """Return the position with the pucks gone, and those that left the board back in the circle."""
    side = at.striker
    pucks = changed(changed(at.pucks, side, -call.own), 1 - side, -call.opponent)
    light, blind = call.after.light or _fewer(at, call), call.after.blind or at.blind
    occupied = at.occupied if call.after.occupied is None else call.after.occupied
    puts, occupied = put_back(call.off, occupied)
    then = replace(
        at, strokes=at.strokes + 1, visit=at.visit + call.own, occupied=occupied, lie=call.after.lie, put=puts,
        said=(), replay="",
    )  # fmt: skip
    return then.having(pucks=pucks, light=light, blind=blind)


def _fewer(at: Position, call: Played) -> Pair:
    """Return the light pucks left where nobody looked: those that went were light, as long as there were any."""
    gone = changed((call.opponent, call.opponent), at.striker, call.own - call.opponent)
    off = [side_of(puck.ball) for puck in call.off]
    a, b = (at.light[side] - gone[side] - off.count(side) for side in (0, 1))
    return a, b


def _clear(at: Position) -> Position:
    """Give the set to the striker, who has pocketed all, but for a clearance in the first turn (N8 ¶5, N9 ¶7)."""
    side = at.striker
    if at.cleared is not None:
        return play_again(at, EXCHANGED)
    if not at.first_turn or at.forfeits[1 - side]:
        return end_set(at, side, because="all pucks pocketed", said=())
    answered = next_turn(at, ())
    return replace(answered, cleared=side, chooser=1 - side if at.team > 1 else None)


def next_turn(at: Position, said: tuple[str, ...]) -> Position:
    """End the striker's turn: owed pucks are placed, and the other side plays unless it forfeits (N6 ¶16, ¶23)."""
    if at.cleared is not None:
        lost = SET_WORDS if at.team > 1 and said else said
        return end_set(at, at.cleared, because="all pucks pocketed in the first turn", said=lost)
    missed = _missed(at)
    if min(missed) >= MISSES:
        return replace(play_again(at, AS_BEFORE), said=said)
    then = replace(at, turn=at.turn + 1, visit=0, misses=missed, said=said)
    if then.forfeits[then.striker]:
        a, b = then.forfeits
        kept = (False, b) if then.striker == 0 else (a, False)
        then = replace(then, turn=then.turn + 1, forfeits=kept)
    return settle(settle(then, 0), 1)


def _missed(at: Position) -> Pair:
    """Count the turns without a puck while both sides have only blind ones (N8 ¶6)."""
    if at.visit or at.blind != at.pucks:
        return (0, 0)
    return changed(at.misses, at.striker, 1)


def _owing(at: Position, side: int) -> Position:
    """Return the position with one penalty puck more owed by `side`, for the edge opposite its player (N9 ¶5)."""
    player = at.player if side == at.striker else (at.turn + 1) // 2 % at.team
    edge = OPPOSITE[at.edge_of(side, player)]
    return replace(at, debt=changed(at.debt, side, 1), boards=set_for(at.boards, side, edge))


def settle(at: Position, side: int) -> Position:
    """Place all owed pucks of `side` that are available; the rest stays owed (N6 ¶22 to ¶24).

    A pair waits until the pucks before that board have moved (N9 ¶6), unless it has none left to play (N6 ¶23).
    """
    count = min(at.debt[side], at.all - at.pucks[side])
    edge = at.boards[side]
    waits = at.team > 1 and at.pucks[side] > 0 and f"{edge}-board" in at.occupied
    if count <= 0 or waits:
        return at
    placed = replace(
        at, debt=changed(at.debt, side, -count), paid=changed(at.paid, side, count - at.paid[side]),
        put=(*at.put, *penalty_pucks(count, edge, side)),
    )  # fmt: skip
    return placed.having(pucks=changed(at.pucks, side, count), light=changed(at.light, side, count))


def penalise(at: Position, call: PenaltyPuck) -> Position:
    """Charge a puck without a stroke: the striker's turn ends; the other side pays at once and forfeits (N6 ¶16)."""
    owing = replace(_owing(at, call.side), put=(), replay="")
    if call.side == at.striker:
        return _unseen(next_turn(owing, PENALTY_WORDS))
    paid = _unseen(replace(settle(owing, call.side), said=PENALTY_WORDS))
    if at.cleared == call.side:
        return replace(paid, cleared=None, chooser=None)
    return replace(paid, forfeits=_with_forfeit(at, call.side))


def _unseen(at: Position) -> Position:
    """Forget where the pucks lie if one was put out that no stroke has shown."""
    return replace(at, lie=None) if at.put else at


def turn_lost(at: Position, call: TurnLost) -> Position:
    """End the striker's turn; the other side loses its next one, as it does for a puck that it moved (N6 ¶16)."""
    called = replace(at, put=(), replay="")
    if call.side in (None, at.striker):
        return _unseen(next_turn(called, TURN_WORDS))
    return replace(called, forfeits=_with_forfeit(at, 1 - at.striker), said=TURN_WORDS)


def _with_forfeit(at: Position, side: int) -> tuple[bool, bool]:
    a, b = at.forfeits
    return (True, b) if side == 0 else (a, True)


def warn(at: Position, call: Warned) -> Position:
    """Note a warning; the third one loses the game (N4 ¶5)."""
    then = replace(at, conduct=at.conduct.warned(call.side, call.what), put=(), said=("WARNING",))
    if len(then.conduct.records[call.side].warned) < WARNINGS:
        return then
    return end_game(then, 1 - call.side, because="third warning")


def forget(at: Position, call: Forgotten) -> Position:
    """Annul a debt; owed pucks that the book has placed since are taken off again (N6 ¶22)."""
    side, paid = call.side, at.paid[call.side]
    then = replace(
        at, debt=changed(at.debt, side, -at.debt[side]), paid=changed(at.paid, side, -paid), put=(), said=(),
        lie=None if paid else at.lie,
    )  # fmt: skip
    return then.having(pucks=changed(at.pucks, side, -paid), light=changed(at.light, side, -paid))


def why_not_forgotten(at: Position, call: Forgotten) -> str | None:
    """Refuse to annul a debt that there is not, or a puck that has been pocketed since."""
    if not (at.debt[call.side] or at.paid[call.side]):
        return f"{at.names[call.side]} owes no penalty puck"
    return None if at.pucks[call.side] > at.paid[call.side] else "the penalty puck has been played since"


def pick(at: Position, call: Picks) -> Position:
    """Say who plays: the one that answers a clearance, or the one that strikes first (N9 ¶7, N10 ¶5).

    Who is only seen to strike first had to be the player whose right it was (N5 ¶9, ¶11).
    """
    if at.chooser is not None:
        return replace(at, chooser=None, turn=1 + 2 * call.player, put=(), said=())
    wrong = call.side != at.rightful or (call.inferred and 2 * call.player != at.opened)
    seat = 2 * call.player
    return replace(at, starter=call.side, turn=seat, opened=seat, out_of_turn=wrong, put=(), said=())


def win_toss(at: Position, call: WonToss) -> Position:
    """Give `side` the right to strike first."""
    return replace(at, starter=call.side, rightful=call.side, turn=0, opened=0, out_of_turn=False, put=(), said=())


def why_not_pick(at: Position, call: Picks) -> str | None:
    """Refuse a choice that nobody has."""
    if not 0 <= call.player < at.team:
        return f"{at.names[call.side]} has {at.team} players"
    if at.chooser is None and at.strokes:
        return "the players play in turn: nobody is chosen"
    wrong = at.chooser is not None and at.chooser != call.side
    return f"it is {at.names[1 - call.side]} who chooses" if wrong else None


def why_not_again(at: Position, call: Again) -> str | None:
    """Refuse to play again while somebody has a puck outside of the blind zones."""
    return None if at.blind == at.pucks else "a set is stopped only when both sides have nothing but blind pucks"


_Check = Callable[[Position, Any], str | None]
_Deed = Callable[[Position, Any], Position]

LAW: Final[dict[type[Call], tuple[_Check, _Deed]]] = {
    Played: (why_not_played, play),
    PenaltyPuck: (lambda at, call: why_not_turn(at) if call.side == at.striker else None, penalise),
    TurnLost: (lambda at, call: why_not_turn(at) if call.side in (None, at.striker) else None, turn_lost),
    SetLost: (
        lambda at, call: None,
        lambda at, call: end_set(replace(at, put=()), 1 - call.side, because=call.because, said=SET_WORDS),
    ),
    GameLost: (
        lambda at, call: None,
        lambda at, call: end_game(replace(at, put=(), said=()), 1 - call.side, because=call.because),
    ),
    Warned: (lambda at, call: None, warn),
    Forgotten: (why_not_forgotten, forget),
    WonToss: (lambda at, call: "the set has begun" if at.strokes else None, win_toss),
    Picks: (why_not_pick, pick),
    Again: (why_not_again, lambda at, call: play_again(at, AS_BEFORE)),
}  # fmt: skip
"""Every call: why it may be refused, and what it does."""


def why_not(at: Position, call: Call) -> str | None:
    """Return why `call` may not be made, or None."""
    if type(call) not in LAW:
        return f"{type(call).__name__} is not a call of novuss"
    if at.game_over:
        return "the game is over"
    if at.over and type(call) is not GameLost:
        return "the set is over"
    return LAW[type(call)][0](at, call)


def after(at: Position, call: Call) -> Position:
    """Return the position after a call that may be made."""
    return LAW[type(call)][1](at, call)
