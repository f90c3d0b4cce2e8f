"""What each call does to a frame, and why it may be refused.

Theory: Section 3 Rules 1, 3, 4, 10, 12, 13 and Section 4 Rule 2; the catalogue's ALG-ON, ALG-END and ALG-OPTIONS.
`why_not` answers in a sentence that a player understands, or None; `after` presumes that it answered None.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from tracker.domain.frozen import replace
from tracker.domain.law.call import Call
from tracker.domain.table.ball import BLACK, COLOURS, RED, WHITE
from tracker.rules.snooker.frame.calls import (
    Accept,
    After,
    BallOn,
    Choose,
    Claim,
    Concede,
    Forfeit,
    Foul,
    FoulBefore,
    FoulLeaving,
    Hold,
    Lay,
    Lots,
    Nominate,
    NominateFree,
    Penalty,
    Pick,
    Played,
    PutBack,
    PutUp,
    Refuse,
    Restart,
    TakeOff,
    Warn,
)
from tracker.rules.snooker.frame.position import (
    COLOUR,
    NONE,
    PLACE_ANYWHERE,
    PLAY,
    PLAY_AGAIN,
    PLAY_REPLACED,
    UNKNOWN,
    VALUE,
    Just,
    Position,
)
from tracker.rules.snooker.law.breaches import (
    MOST,
    choices_after,
    foul_before,
    foul_leaving,
    penalise,
    why_not_foul_before,
    why_not_foul_leaving,
    why_not_points,
    why_not_stroke,
)
from tracker.rules.snooker.law.conduct import concede, forfeit, warn, why_not_conduct, why_not_hold
from tracker.rules.snooker.law.corrections import (
    goes_back_alone,
    put_back,
    put_up,
    take_off,
    why_not_put_up,
    why_not_take_off,
)
from tracker.rules.snooker.law.ends import close_frame, end_frame
from tracker.rules.snooker.law.misses import after_miss, is_third_after_warning, miss_run_after, warn_on_replacing
from tracker.rules.snooker.law.restarts import restart, why_not_restart
from tracker.rules.snooker.law.turns import draw_lots, next_turn, pick, same_turn_again, why_not_lots, why_not_pick


def score_for(at: Position, potted: tuple[str, ...]) -> int:
    """Return the points that these pots make in a fair stroke (SNK-3.3.g, 3.3.h, 3.12.c–e)."""
    if at.on == RED:
        return len(potted)
    if at.on == COLOUR:
        return VALUE[at.nominated] if at.nominated in potted else 0
    return VALUE[at.on] if potted else 0


def why_not_played(at: Position, call: Played) -> str | None:
    """Refuse a fair stroke that scores other than the book gives for its pots."""
    if trouble := why_not_stroke(at, call.potted):
        return trouble
    target = at.nominated if at.on == COLOUR else at.on
    wrong = [ball for ball in call.potted if ball not in (target, at.free)]
    if wrong:
        return f"{wrong[0]} is not on: potting it is a foul"
    due = score_for(at, call.potted)
    return f"these pots score {due}, not {call.points}" if due != call.points else None


def play(at: Position, call: Played) -> Position:
    """Score the pots; the striker stays, or the turn passes."""
    ends = at.on == BLACK and at.is_last_black and BLACK in call.potted
    gone = at.on if at.on in COLOURS and at.on in call.potted else ""
    done = _stroke_done(at, call.after, call.potted)
    just = replace(_just(at, call.after), points=call.points, potted=call.potted)
    then = replace(
        done,
        just=just,
        colours=tuple(colour for colour in at.colours if colour != gone),
        visit=at.visit + call.points,
    ).awarded(at.striker, call.points)
    if ends:
        return end_frame(then, because="the last black was potted")
    if call.points:
        return replace(then, on=_on_after_pot(at, then, gone))
    return next_turn(then)


def _on_after_pot(at: Position, then: Position, gone: str) -> str:
    if at.on == RED:
        return COLOUR
    return then.fresh_on if at.on == COLOUR or gone else at.on


def _stroke_done(at: Position, after: After, gone: Iterable[str]) -> Position:
    """Return the position with everything forgotten that holds for one stroke only."""
    reds = at.reds - Counter(gone)[RED]
    return replace(
        at, reds=reds, nominated="", opening=False, in_hand=False, anywhere=False, free_ball=False, free="",
        offender=None, miss=False, run=None, original=None, touching=after.touching, lie=after.lie, unseen="",
        offer=None, held=None, opener=at.striker if at.opening else at.opener, just=_just(at, after), culprit=at.player,
        black_opener=(at.striker, at.seat) if at.respotted and at.in_hand else at.black_opener,
        strokes=None if at.strokes is None else at.strokes + 1,
    )  # fmt: skip


def _just(at: Position, after: After) -> Just:
    spotted = tuple(place.ball for place in after.spots)
    return Just(by=at.striker, on_value=at.on_value, spotted=spotted, free=at.free)


def why_not_foul(at: Position, call: Foul) -> str | None:
    """Refuse a foul that costs less than four or the ball on, or more than seven, or that takes back too much."""
    if at.order and call.by and call.by not in at.order:
        return f"{call.by} does not play in this frame: {', '.join(at.order)} do"
    scored = at.just.points if at.just and at.just.by == at.striker else 0
    if call.unscored > scored:
        return f"the stroke before scored {scored}, not {call.unscored}"
    return why_not_stroke(at, call.gone) or why_not_points(at.on_value, call.points)


def foul(at: Position, call: Foul) -> Position:
    """Give the penalty to the other side, which then chooses (SNK-3.10)."""
    last = at.is_last_black
    done = _stroke_done(at, call.after, call.gone)
    paid = done.awarded(1 - at.striker, call.points).awarded(at.striker, -call.unscored)
    then = replace(
        next_turn(paid), faulted=True, culprit=call.by or at.player, in_hand=WHITE in call.gone, offender=at.striker,
        miss=call.miss,
    )  # fmt: skip
    if call.restored:
        then = replace(then, in_hand=at.in_hand, lie=at.lie, touching=at.touching)
    if last:
        return end_frame(then, because="foul on the last black")
    return judged_miss(at, then, call)


def judged_miss(at: Position, then: Position, call: Foul) -> Position:
    """Lay out what the next player may choose, and what a miss adds (SNK-3.13, 3.14)."""
    run = miss_run_after(at, call) if call.miss else None
    if run and is_third_after_warning(at, run):
        return close_frame(then, 1 - at.striker, because="third miss after the Warning")
    more = after_miss(at, run, then) if run else ()
    choices = choices_after(call.on_purpose, more)
    original = replace(at, original=None, nominated="", free="", free_ball=False)
    return replace(then, choices=choices, free_ball=call.free_ball, run=run, original=original)


def why_not_choose(at: Position, call: Choose) -> str | None:
    """Only what the foul left open may be chosen, once."""
    if not at.choices:
        return "there is nothing to choose"
    return None if call.what in at.choices else f"{call.what} may not be chosen: {', '.join(at.choices)}"


def choose(at: Position, call: Choose) -> Position:
    """Settle who plays from which position (ALG-OPTIONS)."""
    settled = replace(at, choices=(), visit=0)
    if call.what == PLAY:
        return replace(settled, run=None, original=None)
    if call.what == PLACE_ANYWHERE:
        return replace(settled, in_hand=True, anywhere=True, free_ball=False, touching=(), run=None, original=None)
    if call.what == PLAY_AGAIN:
        kept = at.run if PLAY_REPLACED in at.choices or (at.terms.warning_stays and not at.miss) else None
        return replace(same_turn_again(settled), free_ball=False, run=kept, original=None)
    if call.what == PLAY_REPLACED:
        back = _put_back(settled)
        return replace(back, on=back.fresh_on, run=None)
    return warn_on_replacing(same_turn_again(_put_back(settled)))


def _put_back(at: Position) -> Position:
    """All balls go back to the original position, with the ball on as it was (SNK-3.14.b); a free ball is void."""
    before = at.original or at
    if goes_back_alone(at):
        return _cue_ball_put_back(at, before)
    return replace(
        at, reds=before.reds, colours=before.colours, in_hand=before.in_hand, anywhere=before.anywhere, lie=before.lie,
        touching=before.touching, free_ball=False, original=None, on=before.on, unseen=before.unseen,
    )  # fmt: skip


def _cue_ball_put_back(at: Position, before: Position) -> Position:
    """Only the cue-ball goes back, the other balls stay where they came to rest (SNK-OLD-3.14.f)."""
    on = at.fresh_on if before.on == RED and not at.reds else before.on
    lie = None
    if at.lie is not None and before.lie is not None:
        cue = tuple(place for place in before.lie if place.ball == WHITE)
        lie = (*cue, *(place for place in at.lie if place.ball != WHITE))
    return replace(
        at, in_hand=before.in_hand, lie=lie, touching=before.touching, free_ball=False, original=None, on=on,
        unseen=before.unseen,
    )  # fmt: skip


def why_not_nominate(at: Position, call: Nominate) -> str | None:
    """Refuse a nomination unless a colour of choice is on, from those on the table; saying what is on is no harm."""
    if at.choices or at.on not in (COLOUR, call.ball):
        return "no colour of choice is on"
    if call.ball == at.on:
        return None
    return None if call.ball in at.colours else f"{call.ball} is not a colour on the table"


def why_not_free(at: Position, call: NominateFree) -> str | None:
    """Refuse a free ball that was not called, and the ball on itself (SNK-3.12.a)."""
    if not at.free_ball:
        return "no free ball was called"
    if at.choices and PLAY not in at.choices:
        return "the next player has not chosen to play"
    if call.ball == at.on:
        return None if at.terms.free_ball_on else f"{call.ball} is on: a free ball is another ball"
    return None if call.ball in at.colours else f"{call.ball} is not on the table"


def nominate_free(at: Position, call: NominateFree) -> Position:
    """Name the free ball, which says that the next player plays."""
    played = choose(at, Choose(what=PLAY)) if at.choices else at
    return played if call.ball == at.on else replace(played, free=call.ball)


def why_not_ball_on(at: Position, call: BallOn) -> str | None:
    """Refuse a ball on that is not there to be hit."""
    if at.choices or at.lots:
        return "the ball on cannot be stated while a choice is open"
    if call.reds is not None and (at.on != UNKNOWN or call.reds < at.reds):
        return f"how many reds there are is stated only as a book begins, and then no fewer than the {at.reds} seen"
    if call.on == RED:
        return None if at.reds or call.reds else "no red is on the table"
    if call.on == COLOUR or call.on in at.colours:
        return None
    return f"{call.on} is not on the table"


def state_ball_on(at: Position, call: BallOn) -> Position:
    """Return the position with the ball on as stated, and with as many reds."""
    return replace(at, on=call.on, nominated="", reds=at.reds if call.reds is None else call.reds)


def refuse(at: Position, call: Refuse) -> Position:
    """Return the frame going on; what was held back while the offer stood is called now (SNK-4.2.c)."""
    going_on = replace(at, offer=None, held=None)
    match at.held:
        case FoulBefore() as held:
            return foul_before(going_on, held)
        case Penalty() as held:
            return penalise(going_on, held)
        case _:
            return going_on


def why_not_claim(at: Position, call: Claim) -> str | None:
    """Only the striker, with only the black left, more than seven ahead, where aggregate points do not decide."""
    if at.aggregate:
        return "aggregate points decide: the black must be played"
    if not at.is_last_black or at.respotted:
        return "a claim needs the black to be the only ball left"
    if call.side != at.striker or at.lead <= MOST:
        return "a claim needs the striker to lead by more than seven"
    return None


def _only(condition: bool, why: str) -> str | None:
    return None if condition else why


Law = Mapping[type[Call], tuple[Callable[[Position, Any], str | None], Callable[[Position, Any], Position]]]
"""Every call that an edition knows: why it may be refused, and what it does."""

LAW: Final[Law] = {
    Played: (why_not_played, play),
    Foul: (why_not_foul, foul),
    FoulBefore: (why_not_foul_before, foul_before),
    FoulLeaving: (why_not_foul_leaving, foul_leaving),
    Penalty: (lambda at, call: why_not_points(0, call.points), penalise),
    Restart: (why_not_restart, restart),
    Choose: (why_not_choose, choose),
    Nominate: (why_not_nominate, lambda at, call: replace(at, nominated=call.ball) if at.on == COLOUR else at),
    NominateFree: (why_not_free, nominate_free),
    BallOn: (why_not_ball_on, state_ball_on),
    Lay: (lambda at, call: None, lambda at, call: replace(at, lie=call.places, unseen=call.why)),
    Lots: (why_not_lots, draw_lots),
    Pick: (why_not_pick, pick),
    Concede: (lambda at, call: None, lambda at, call: replace(at, offer=call.side)),
    Accept: (lambda at, call: _only(at.offer == 1 - call.side, "the other side has not offered the frame"), concede),
    Refuse: (lambda at, call: _only(at.offer == 1 - call.side, "the other side has not offered the frame"), refuse),
    Hold: (why_not_hold, lambda at, call: replace(at, held=call.call)),
    Claim: (why_not_claim, lambda at, call: close_frame(at, call.side, because="claimed with only the black left")),
    PutBack: (lambda at, call: _only(not (call.everything and at.over), "the frame is over"), put_back),
    PutUp: (why_not_put_up, put_up),
    TakeOff: (why_not_take_off, take_off),
    Warn: (why_not_conduct, warn),
    Forfeit: (why_not_conduct, forfeit),
}
"""The law of the WPBSA's books since 2022."""


def why_not(law: Law, at: Position, call: Call) -> str | None:
    """Return why `call` may not be made, or None."""
    if type(call) not in law:
        return f"{type(call).__name__} is not a call of this rulebook"
    if at.over and type(call) not in (Warn, Forfeit, PutBack):
        return "the frame is over"
    return law[type(call)][0](at, call)


def after(law: Law, at: Position, call: Call) -> Position:
    """Return the position after a call that may be made; a leading non-striker wins on the last black (SNK-2.1.c)."""
    then = law[type(call)][1](at, call)
    decided = then.is_last_black and not (then.over or then.respotted or then.aggregate or then.choices)
    decided = decided and at.terms.black_award
    if decided and then.on == BLACK and -then.lead > MOST:
        return close_frame(then, 1 - then.striker, because="awarded: more than seven ahead with only the black left")
    return replace(then, on=NONE) if then.over else then
