"""What keys come to: what the player must have chosen first, by playing on, is called with it.

A key on the desk is short ("black potted"); a call says all ("black nominated, seven for it").
"""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from tracker.domain.frozen import replace
from tracker.domain.law.call import Call
from tracker.domain.table.ball import RED, WHITE
from tracker.rules.desk import Calls, Deed, Fouled, Places, Scored, Witness
from tracker.rules.snooker.frame import calls
from tracker.rules.snooker.frame.position import COLOUR, PLAY, UNKNOWN, VALUE, Position
from tracker.rules.snooker.law.law import score_for


def calls_for(at: Position, deed: Deed, witness: Witness | None = None) -> Calls:
    """Return the calls that `deed` comes to; a foul says how the balls lay before it, so that they can be put back."""
    return _scored(at, deed) if isinstance(deed, Scored) else _fouled(at, deed, witness)


def _played_on(at: Position) -> tuple[Call, ...]:
    return (calls.Choose(what=PLAY),) if PLAY in at.choices else ()


def _scored(at: Position, deed: Scored) -> tuple[Call, ...]:
    ball = deed.potted[0] if deed.potted else ""
    if at.free_ball and ball not in ("", at.on, at.free):
        free = replace(at, free=ball)
        points = score_for(free, deed.potted)
        return (calls.NominateFree(ball=ball), calls.Played(points=points, potted=deed.potted))
    said = _ball_on(at, ball)
    points = VALUE.get(ball, 0) * deed.potted.count(ball) if ball == RED else VALUE.get(ball, 0)
    return (*_played_on(at), *said, calls.Played(points=points, potted=deed.potted))


def _ball_on(at: Position, ball: str) -> tuple[Call, ...]:
    """Return what must be said of the ball on: the colour that was played for, or what a mid-frame start left open."""
    if at.on == COLOUR and ball in at.colours:
        return (calls.Nominate(ball=ball),)
    if at.on != UNKNOWN or not ball:
        return ()
    if ball == RED or not at.reds:
        return (calls.BallOn(on=ball),)
    return (calls.BallOn(on=COLOUR), calls.Nominate(ball=ball))


def _fouled(at: Position, deed: Fouled, witness: Witness | None) -> tuple[Call, ...]:
    left = witness.left if witness and _is_all(at, deed.gone, witness.left or ()) else None
    foul = calls.Foul(
        points=deed.points, gone=deed.gone, miss=deed.miss, free_ball=deed.free_ball, after=calls.After(lie=left)
    )
    return (*_played_on(at), *_lay(at, witness), foul)


def _lay(at: Position, witness: Witness | None) -> tuple[Call, ...]:
    """Return how the balls lay, or why that is not known where the book does not know it either."""
    if witness is None or (witness.before is None and (at.lie is not None or not witness.why)):
        return ()
    return (calls.Lay(places=witness.before, why=witness.why),)


def _is_all(at: Position, gone: tuple[str, ...], left: Places) -> bool:
    """Tell whether these are all the balls that a foul left on the table: none is hidden, or still to be spotted."""
    due = Counter({RED: at.reds, WHITE: 1} | dict.fromkeys(at.colours, 1))
    due -= Counter(ball for ball in gone if ball in (RED, WHITE))
    return Counter(place.ball for place in left) == due


def laid(at: Position, said: Calls, before: Places) -> Calls:
    """Return calls of a foul with how the balls lay before it, where the book does not know that."""
    if at.lie is not None or any(isinstance(call, calls.Lay) for call in said):
        return said
    lay = calls.Lay(places=before)
    return tuple(one for call in said for one in ((lay, call) if isinstance(call, calls.Foul) else (call,)))


def marked(said: Calls, marks: Mapping[str, bool]) -> Calls | None:
    """Return the calls with a miss or a free ball of their foul set or taken away; None: there is no foul."""
    if not any(isinstance(call, calls.Foul) for call in said):
        return None
    changed: dict[str, Any] = dict(marks)
    return tuple(replace(call, **changed) if isinstance(call, calls.Foul) else call for call in said)


def witness_in(said: Calls) -> Witness | None:
    """Return what the eyes said about a stroke, as its calls hold it; None: nothing."""
    lay = next((call for call in said if isinstance(call, calls.Lay)), None)
    left = next((call.after.lie for call in said if isinstance(call, calls.Foul | calls.Played)), None)
    if lay is None and left is None:
        return None
    return Witness(before=lay.places if lay else None, why=lay.why if lay else "", left=left)


def made_by(call: Call) -> tuple[str, ...]:
    """Return the balls that a fair stroke potted."""
    return call.potted if isinstance(call, calls.Played) else ()
