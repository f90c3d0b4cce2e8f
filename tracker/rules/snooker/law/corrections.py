"""What the referee puts right on the table: balls put back, colours put up or taken off, errors that come to light.

Theory: Section 3 Rules 7(b)-(d), 8(g), 9 and 15. Nobody pays for any of these.
"""

from tracker.domain.frozen import replace
from tracker.domain.law.call import Call
from tracker.domain.table.ball import BLACK, BLUE, COLOURS, RED
from tracker.rules.snooker.frame.calls import Choose, Foul, Penalty, PutBack, PutUp, TakeOff
from tracker.rules.snooker.frame.position import COLOUR, PLAY_REPLACED, REPLACE, Position


def put_back(at: Position, call: PutBack) -> Position:
    """Return the position with those balls back where they were; all of them: the stroke is played anew."""
    if call.everything:
        return replace(at, nominated="", free="")
    return replace(at, touching=tuple(ball for ball in at.touching if ball not in call.balls))


def why_not_put_up(at: Position, call: PutUp) -> str | None:
    """Only a colour is put on a spot, and none beside the ball that stands there alone to settle the frame."""
    if call.place.ball not in COLOURS:
        return f"{call.place.ball} has no spot"
    alone = BLUE if at.shootout else BLACK if at.respotted else call.place.ball
    return None if call.place.ball == alone else f"the {alone} alone settles the frame"


def put_up(at: Position, call: PutUp) -> Position:
    """Return the position with that colour on the table; play goes on from it."""
    ball = call.place.ball
    up = tuple(colour for colour in COLOURS if colour in at.colours or colour == ball)
    lie = None if at.lie is None else (*(place for place in at.lie if place.ball != ball), call.place)
    return _on_again(replace(at, colours=up, lie=lie))


def why_not_take_off(at: Position, call: TakeOff) -> str | None:
    """Only what is on the table is taken off, and only what was scored is taken back."""
    if call.ball == RED and not at.reds:
        return "no red is on the table"
    scored = at.just.points if at.just and at.just.by == at.striker else 0
    return None if call.unscored <= scored else f"the last stroke scored {scored}, not {call.unscored}"


def take_off(at: Position, call: TakeOff) -> Position:
    """Return the position without that ball; where it stood among several reds is not known any more."""
    less = replace(at, visit=at.visit - call.unscored).awarded(at.striker, -call.unscored)
    if call.ball == RED:
        return _on_again(replace(less, reds=at.reds - 1, lie=None))
    left = tuple(colour for colour in at.colours if colour != call.ball)
    lie = None if at.lie is None else tuple(place for place in at.lie if place.ball != call.ball)
    return _on_again(replace(less, colours=left, lie=lie))


def _on_again(at: Position) -> Position:
    """Return the position with the ball on that the balls now up give; a colour of choice stays one."""
    return at if at.on == COLOUR else replace(at, on=at.fresh_on)


def goes_back_alone(at: Position) -> bool:
    """Tell whether only the cue-ball would be put back now (ED-42)."""
    return bool(at.miss) and not at.terms.replaces_all


ALL, CUE_BALL = "all", "cue-ball"


def balls_back(at: Position, call: Call) -> str | tuple[str, ...] | None:
    """Return what `call` has the referee put back: all balls, the cue-ball, certain balls; None: nothing."""
    match call:
        case PutBack(everything=True) | Penalty(everything=True) | Foul(restored=True):
            return ALL
        case PutBack(balls=balls):
            return balls
        case Penalty(ball=ball) if ball:
            return (ball,)
        case Choose(what=what) if what in (REPLACE, PLAY_REPLACED):
            return CUE_BALL if goes_back_alone(at) else ALL
        case _:
            return None
