"""What each call does to a game of billiards, and why it may be refused.

Theory: Section 3 Rules 2 to 5, 10 to 12 and 14 to 18, Section 4 Rule 4. `why_not` answers in a sentence that a player
understands, or None; `after` presumes that it answered None.
"""

from collections.abc import Callable
from typing import Any, Final

from tracker.domain.frozen import replace
from tracker.domain.law.call import Call
from tracker.domain.strokes.stroke import Place
from tracker.domain.table.ball import RED
from tracker.rules.billiards.game import baulk
from tracker.rules.billiards.game.calls import (
    Accept,
    AddTime,
    Announce,
    Annul,
    Choose,
    Concede,
    Foul,
    FoulBefore,
    Misconduct,
    Miss,
    Pick,
    Played,
    PlaysFirst,
    PutUp,
    Refuse,
    Restart,
    TakeOff,
    Time,
    WonString,
)
from tracker.rules.billiards.game.position import BALLS, CHOICES, CUE_BALLS, IN_HAND_SPOTTED, Counts, Position
from tracker.rules.billiards.law import ends, limits, start
from tracker.rules.billiards.law.conduct import misconduct, why_not_misconduct
from tracker.rules.billiards.law.spotting import (
    pots_after,
    rests_touching,
    with_ball_due,
    with_balls_spotted,
    with_lost_ball_back,
    with_red_back,
)

PENALTY: Final = 2
"""Points of every foul and every miss (BIL-3.16.c, 3.17)."""
RED_VALUE, WHITE_VALUE, CANNON_VALUE = 3, 2, 2


def score_of(cannon: bool, potted: tuple[str, ...], in_off: str) -> int:
    """Return the points of all that was made in one stroke (BIL-3.4)."""
    hazards = (*potted, *((in_off,) if in_off else ()))
    return CANNON_VALUE * cannon + sum(RED_VALUE if ball == RED else WHITE_VALUE for ball in hazards)


def why_not_stroke(at: Position) -> str | None:
    """Return why the striker may not play now."""
    if at.chooser is not None:
        return "the winner of the string chooses first who plays"
    return f"a choice comes first: {', '.join(at.choices)}" if at.choices else None


def why_not_gone(at: Position, gone: tuple[str, ...], by: int) -> str | None:
    """Return why these balls cannot have left the table in a stroke by side `by`."""
    absent = set(at.off) - {CUE_BALLS[by]}
    wrong = [ball for ball in gone if ball not in BALLS or ball in absent]
    if wrong:
        return f"{wrong[0]} is not on the table"
    return "a ball cannot leave the table twice in a stroke" if len(set(gone)) < len(gone) else None


def why_not_played(at: Position, call: Played) -> str | None:
    """Refuse a stroke that could not be, that scores other than the book gives, or that breaks a limit."""
    if trouble := why_not_stroke(at) or why_not_gone(at, call.potted, at.striker):
        return trouble
    if at.cue_ball in call.potted or call.in_off == at.cue_ball:
        return "the cue-ball goes in-off a ball: it is not potted"
    met = (*((at.other_ball, RED) if call.cannon else ()), *((call.in_off,) if call.in_off else ()))
    if trouble := why_not_gone(at, tuple(dict.fromkeys(met)), at.striker):
        return trouble
    due = score_of(call.cannon, call.potted, call.in_off)
    if due != call.points:
        return f"this stroke scores {due}, not {call.points}"
    return None if call.condoned else limits.why_beyond(at, call)


def play(at: Position, call: Played) -> Position:
    """Score the stroke; the striker goes on, from in-hand after an in-off, or the turn passes."""
    gone = (*call.potted, *((at.cue_ball,) if call.in_off else ()))
    hit = call.red_hit or call.cannon or call.in_off == RED
    struck = _struck(at, at.striker, gone, hit, call.after.lie)
    if not call.points:
        return _touching_settled(_next_player(with_red_back(struck, Counts())), call.after.touching)
    counts = _counts_after(at, call)
    scored = replace(
        with_red_back(struck, counts), visit=at.visit + call.points, counts=counts,
        scores=at.scores_with(at.striker, call.points),
    )  # fmt: skip
    if counts.hazards == limits.HAZARDS:
        scored = with_lost_ball_back(scored)
    return _touching_settled(ends.end_on_target(scored), call.after.touching)


def _counts_after(at: Position, call: Played) -> Counts:
    pots_from, pots = pots_after(at, call)
    before, after = at.visit, at.visit + call.points
    windows = baulk.still_open(at.counts.windows, before, after, call.crossed) if at.crossing_rule else ()
    return replace(limits.counted(at.counts, call), pots_from=pots_from, pots=pots, windows=windows)


def _struck(at: Position, by: int, gone: tuple[str, ...], red_hit: bool, lie: tuple[Place, ...] | None) -> Position:
    """Return the position once side `by` has played its ball and `gone` have left the table."""
    cue = CUE_BALLS[by]
    off = (*(ball for ball in at.off if ball != cue and ball not in gone), *gone)
    return replace(
        at, off=off, lost=tuple(ball for ball in at.lost if ball != cue and ball in off),
        lie=None if lie is None else tuple(place for place in lie if place.ball not in off),
        red_on="" if red_hit else at.red_on, begun=(True, at.begun[1]) if by == 0 else (at.begun[0], True),
        strokes=at.strokes + 1, offer=None, spotted=(), choices=(), offender=None, touching=False, lifted=False,
    )  # fmt: skip


def _next_player(at: Position) -> Position:
    """Return the position with the other side at the table; what the striker lost in this stroke is remembered."""
    lost = (*at.lost, at.cue_ball) if at.cue_ball in at.off and at.cue_ball not in at.lost else at.lost
    turn = (at.turn + 1) % len(at.order) if at.order else 0
    return replace(at, striker=1 - at.striker, turn=turn, visit=0, counts=Counts(), lost=lost)


def _touching_settled(at: Position, pairs: tuple[tuple[str, str], ...]) -> Position:
    """Return the position after TOUCHING BALL, where the ball of whoever plays next rests against another."""
    due = not at.over and rests_touching(at, pairs, at.striker)
    return replace(with_balls_spotted(at, wherever=False), lifted=True) if due else at


def why_not_miss(at: Position, call: Miss) -> str | None:
    """Refuse a miss that was not played from in-hand."""
    if trouble := why_not_stroke(at):
        return trouble
    return None if at.in_hand else "the cue-ball was in play: failing to hit a ball with it is a foul, not a miss"


def miss(at: Position, call: Miss) -> Position:
    """Charge a miss: the other side plays from where the balls rest (BIL-3.17)."""
    gone = (at.cue_ball,) if call.pocketed else ()
    struck = with_red_back(_struck(at, at.striker, gone, False, call.after.lie), Counts())
    passed = replace(_next_player(struck), scores=at.scores_with(1 - at.striker, PENALTY))
    return _touching_settled(ends.end_on_target(passed), call.after.touching)


def why_not_foul(at: Position, call: Foul) -> str | None:
    """Refuse a foul that could not be; nobody but the offender may skip the choice."""
    plays_on = bool(at.choices) and call.by == at.offender
    return (None if plays_on else why_not_stroke(at)) or why_not_gone(at, call.gone, call.by)


def foul(at: Position, call: Foul) -> Position:
    """Charge a foul: the other side has the choice of Rule 16(c)."""
    struck = _struck(at, call.by, call.gone, call.red_hit and not call.restored, call.after.lie)
    if call.restored:
        return _penalised(replace(struck, off=at.off, lost=at.lost, lie=at.lie), call.by)
    done = _penalised(with_red_back(struck, Counts()), call.by)
    return replace(done, touching=not done.over and rests_touching(done, call.after.touching, done.striker))


def _penalised(at: Position, by: int) -> Position:
    """Return the position with a foul of side `by` charged: the other side is next, and chooses."""
    then = _next_player(at) if by == at.striker else at
    scores = at.scores_with(1 - by, PENALTY)
    charged = replace(then, scores=scores, choices=CHOICES, offender=by, fouled=True, stopped=False)
    return ends.end_on_target(charged)


def why_not_foul_before(at: Position, call: FoulBefore) -> str | None:
    """Refuse a foul that is not the striker's, nor that of an offender still at the table (BIL-2.6.b, 2.18)."""
    if call.by not in at.in_play:
        return "only the striker's infringements are fouls: balls that another moved are put back"
    absent = [ball for ball in call.gone if ball not in BALLS or ball in at.off]
    return f"{absent[0]} is not on the table" if absent else None


def foul_before(at: Position, call: FoulBefore) -> Position:
    """End the turn without a stroke; a cue-ball that was placed but not played is in play where it lies."""
    placed = [place.ball for place in at.lie or ()]
    off = tuple(ball for ball in at.off if ball not in placed or ball in call.gone)
    lie = None if at.lie is None else tuple(place for place in at.lie if place.ball not in call.gone)
    lifted = replace(at, off=(*off, *call.gone), lie=lie, spotted=(), offer=None)
    return replace(_penalised(with_red_back(lifted, Counts()), call.by), stopped=True)


def why_not_choose(at: Position, call: Choose) -> str | None:
    """Refuse what is not on offer, and a second thought."""
    if not at.choices:
        return "there is nothing to choose: a request once made cannot be withdrawn"
    return None if call.what in at.choices else f"{call.what!r} is not on offer: {', '.join(at.choices)}"


def choose(at: Position, call: Choose) -> Position:
    """Play as the balls lie, the red back and TOUCHING BALL settled, or from in-hand with both balls spotted."""
    settled = replace(at, choices=(), offender=None, touching=False, spotted=())
    if call.what == IN_HAND_SPOTTED:
        return with_balls_spotted(settled, wherever=True)
    if at.touching:
        return replace(with_balls_spotted(settled, wherever=False), lifted=True)
    return with_red_back(settled, Counts())


def why_not_put_up(at: Position, call: PutUp) -> str | None:
    """Refuse to spot the striker's own ball."""
    return None if call.ball in (RED, at.other_ball) else f"the {call.ball} is no object ball now: it is not spotted"


def why_not_take_off(at: Position, call: TakeOff) -> str | None:
    """Refuse to take off what belongs on the table, or is not there."""
    return None if call.ball == at.other_ball and call.ball not in at.off else f"the {call.ball} cannot come off"


def take_off(at: Position, call: TakeOff) -> Position:
    """Lift a ball that should not have been spotted."""
    lie = None if at.lie is None else tuple(place for place in at.lie if place.ball != call.ball)
    return replace(at, off=(*at.off, call.ball), lie=lie, spotted=())


LAW: Final[dict[type[Call], tuple[Callable[[Position, Any], str | None], Callable[[Position, Any], Position]]]] = {
    Played: (why_not_played, play),
    Miss: (why_not_miss, miss),
    Foul: (why_not_foul, foul),
    FoulBefore: (why_not_foul_before, foul_before),
    Annul: (lambda at, call: why_not_stroke(at), lambda at, call: replace(at, offer=None, spotted=())),
    Announce: (limits.why_not_announce, limits.announce),
    Choose: (why_not_choose, choose),
    Time: (ends.why_not_time, ends.call_time),
    AddTime: (ends.why_not_add_time, ends.add_time),
    WonString: (start.why_not_before_start, start.win_string),
    PlaysFirst: (start.why_not_before_start, start.play_first),
    Pick: (start.why_not_pick, start.pick),
    Restart: (start.why_not_restart, start.restart),
    Concede: (ends.why_not_concede, ends.concede),
    Accept: (ends.why_not_answer, ends.accept),
    Refuse: (ends.why_not_answer, ends.refuse),
    PutUp: (why_not_put_up, lambda at, call: with_ball_due(at, call.ball)),
    TakeOff: (why_not_take_off, take_off),
    Misconduct: (why_not_misconduct, misconduct),
}
"""Every call: why it may be refused, and what it does."""


def why_not(at: Position, call: Call) -> str | None:
    """Return why `call` may not be made, or None."""
    if type(call) not in LAW:
        return f"{type(call).__name__} is not a call of billiards"
    if at.over and not isinstance(call, Misconduct):
        return "the game is over"
    return LAW[type(call)][0](at, call)


def after(at: Position, call: Call) -> Position:
    """Return the position after a call that may be made."""
    return LAW[type(call)][1](at, call)
