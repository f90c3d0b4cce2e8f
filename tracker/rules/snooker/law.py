"""What each call does to a frame, and why it may be refused.

Theory: Section 3 Rules 1, 3, 4, 10, 12, 13 and Section 4 Rule 2; the catalogue's ALG-ON, ALG-END and ALG-OPTIONS.
`why_not` answers in a sentence that a player understands, or None; `after` presumes that it answered None.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, Final

from tracker.domain.ball import BLACK, COLOURS, RED, WHITE
from tracker.domain.call import Call
from tracker.rules.snooker.calls import (
    Accept,
    BallOn,
    Choose,
    Claim,
    Concede,
    Foul,
    FoulBefore,
    Lots,
    Nominate,
    NominateFree,
    Penalty,
    Played,
    Refuse,
    Restart,
)
from tracker.rules.snooker.ends import close_frame, end_frame
from tracker.rules.snooker.misses import after_miss, is_third_after_warning, miss_run_after, warn_on_replacing
from tracker.rules.snooker.position import (
    COLOUR,
    NONE,
    PLACE_ANYWHERE,
    PLAY,
    PLAY_AGAIN,
    REPLACE,
    UNKNOWN,
    VALUE,
    Position,
)

LEAST, MOST = 4, 7


def score_for(at: Position, potted: tuple[str, ...]) -> int:
    """Return the points that these pots make in a fair stroke (SNK-3.3.g, 3.3.h, 3.12.c–e)."""
    if at.on == RED:
        return len(potted)
    if at.on == COLOUR:
        return VALUE[at.nominated] if at.nominated in potted else 0
    return VALUE[at.on] if potted else 0


def why_not_stroke(at: Position, gone: Iterable[str]) -> str | None:
    """Return why no stroke may be called now, or why these balls cannot have left the table."""
    if at.choices:
        return f"a choice comes first: {', '.join(at.choices)}"
    if at.lots:
        return "lots come first: who plays the re-spotted black?"
    if at.on == UNKNOWN:
        return "the ball on is not known: state it first"
    left = Counter(gone)
    if left[RED] > at.reds:
        return f"only {at.reds} reds are on the table"
    missing = [ball for ball in left if ball not in (RED, WHITE) and ball not in at.colours]
    return f"{missing[0]} is not on the table" if missing else None


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
    then = replace(
        _stroke_done(at, call.after.lie, call.after.touching, call.potted),
        colours=tuple(colour for colour in at.colours if colour != gone),
        visit=at.visit + call.points,
    ).awarded(at.striker, call.points)
    if ends:
        return end_frame(then, because="the last black was potted")
    if call.points:
        return replace(then, on=_on_after_pot(at, then, gone))
    return _next_turn(then)


def _on_after_pot(at: Position, then: Position, gone: str) -> str:
    if at.on == RED:
        return COLOUR
    return then.fresh_on if at.on == COLOUR or gone else at.on


def _next_turn(at: Position) -> Position:
    return replace(at, striker=1 - at.striker, visit=0, on=at.fresh_on)


def _stroke_done(at: Position, lie: Any, touching: tuple[str, ...], gone: Iterable[str]) -> Position:
    """Return the position with everything forgotten that holds for one stroke only."""
    reds = at.reds - Counter(gone)[RED]
    return replace(
        at, reds=reds, nominated="", opening=False, in_hand=False, anywhere=False, free_ball=False, free="",
        offender=None, miss=False, run=None, original=None, touching=touching, lie=lie, offer=None,
    )  # fmt: skip


def why_not_foul(at: Position, call: Foul) -> str | None:
    """Refuse a foul that costs less than four or the ball on, or more than seven."""
    return why_not_stroke(at, call.gone) or _why_not_points(at, call.points)


def _why_not_points(at: Position, points: int) -> str | None:
    least = max(LEAST, at.on_value)
    return None if least <= points <= MOST else f"with this ball on it costs {least} to {MOST}, not {points}"


def foul(at: Position, call: Foul) -> Position:
    """Give the penalty to the other side, which then chooses (SNK-3.10)."""
    last = at.is_last_black
    done = _stroke_done(at, call.after.lie, call.after.touching, call.gone)
    then = _next_turn(done.awarded(1 - at.striker, call.points))
    then = replace(then, in_hand=WHITE in call.gone, offender=at.striker, miss=call.miss)
    if last:
        return end_frame(then, because="foul on the last black")
    return judged_miss(at, then, call)


def judged_miss(at: Position, then: Position, call: Foul) -> Position:
    """Lay out what the next player may choose, and what a miss adds (SNK-3.13, 3.14)."""
    run = miss_run_after(at, call.full_ball) if call.miss else None
    if run and is_third_after_warning(run):
        return close_frame(then, 1 - at.striker, because="third miss after the Warning")
    choices = (PLAY, PLAY_AGAIN, *after_miss(at, run, call.points)) if run else (PLAY, PLAY_AGAIN)
    original = replace(at, original=None, nominated="", free="", free_ball=False)
    return replace(then, choices=choices, free_ball=call.free_ball, run=run, original=original)


def foul_before(at: Position, call: FoulBefore) -> Position:
    """Give the penalty for a foul without a stroke; a cue-ball in hand stays so, and so does a run of misses."""
    cleared = replace(at, nominated="", free="", free_ball=False, miss=False, offer=None)
    then = replace(_next_turn(cleared.awarded(1 - at.striker, call.points)), offender=at.striker)
    if at.is_last_black:
        return end_frame(then, because="foul on the last black")
    choices = (PLAY, PLAY_AGAIN, REPLACE) if call.may_restore else (PLAY, PLAY_AGAIN)
    original = replace(cleared, original=None)
    return replace(then, choices=choices, free_ball=call.free_ball, original=original)


def penalise(at: Position, call: Penalty) -> Position:
    """Give the points to the other side; the turn, the break and the ball on are as they were."""
    return at.awarded(1 - call.side, call.points)


def restart(at: Position, call: Restart) -> Position:
    """Begin again with the same player; on a re-spotted black only the black is put back (SNK-3.17.c, d)."""
    if at.respotted:
        return replace(at, striker=at.starter, visit=0, in_hand=True, lie=None, touching=())
    fresh = Position(
        terms=at.terms, names=at.names, striker=at.starter, starter=at.starter, reds=at.all_reds,
        all_reds=at.all_reds, opening=True, in_hand=True, aggregate=at.aggregate, warned=at.warned,
    )  # fmt: skip
    return replace(fresh, on=fresh.fresh_on)


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
    offender = at.offender if at.offender is not None else 1 - at.striker
    if call.what == PLAY_AGAIN:
        return replace(settled, striker=offender, free_ball=False, run=None, original=None)
    return _put_back(settled, offender if call.what == REPLACE else 1 - offender)


def _put_back(at: Position, striker: int) -> Position:
    """All balls go back to the original position, with the ball on as it was (SNK-3.14.b); a free ball is void."""
    before = at.original or at
    back = replace(
        at, striker=striker, reds=before.reds, colours=before.colours, in_hand=before.in_hand,
        anywhere=before.anywhere, lie=before.lie, touching=before.touching, free_ball=False, original=None,
        on=before.on,
    )  # fmt: skip
    if striker != at.offender:
        return replace(back, on=back.fresh_on, run=None)
    return warn_on_replacing(back)


def why_not_nominate(at: Position, call: Nominate) -> str | None:
    """Refuse a nomination unless a colour of choice is on, from those on the table."""
    if at.choices or at.on != COLOUR:
        return "no colour of choice is on"
    return None if call.ball in at.colours else f"{call.ball} is not a colour on the table"


def why_not_free(at: Position, call: NominateFree) -> str | None:
    """Refuse a free ball that was not called, and the ball on itself (SNK-3.12.a)."""
    if not at.free_ball:
        return "no free ball was called"
    if at.choices and PLAY not in at.choices:
        return "the next player has not chosen to play"
    if call.ball == at.on:
        return f"{call.ball} is on: a free ball is another ball"
    return None if call.ball in at.colours else f"{call.ball} is not on the table"


def nominate_free(at: Position, call: NominateFree) -> Position:
    """Name the free ball, which says that the next player plays."""
    played = choose(at, Choose(what=PLAY)) if at.choices else at
    return replace(played, free=call.ball)


def why_not_ball_on(at: Position, call: BallOn) -> str | None:
    """Refuse a ball on that is not there to be hit."""
    if at.choices or at.lots:
        return "the ball on cannot be stated while a choice is open"
    if call.on == RED:
        return None if at.reds else "no red is on the table"
    if call.on == COLOUR or call.on in at.colours:
        return None
    return f"{call.on} is not on the table"


def why_not_claim(at: Position, call: Claim) -> str | None:
    """Only the striker, with only the black left, more than seven ahead, where aggregate points do not decide."""
    if at.aggregate:
        return "aggregate points decide: the black must be played"
    if not at.is_last_black or at.respotted:
        return "a claim needs the black to be the only ball left"
    if call.side != at.striker or at.lead <= MOST:
        return "a claim needs the striker to lead by more than seven"
    return None


def concede(at: Position, call: Accept) -> Position:
    """Close the frame for the side that accepts; conceding before penalties are needed is unsporting (SNK-4.2.b)."""
    other = 1 - call.side
    early = not (at.needs_penalties(0) or at.needs_penalties(1))
    warning = ("frame-awarded" if at.warned[other] else "unsporting") if early else at.warned[other]
    warned = (warning, at.warned[1]) if other == 0 else (at.warned[0], warning)
    return close_frame(replace(at, warned=warned), call.side, because="conceded")


def _only(condition: bool, why: str) -> str | None:
    return None if condition else why


Law = Mapping[type[Call], tuple[Callable[[Position, Any], str | None], Callable[[Position, Any], Position]]]
"""Every call that an edition knows: why it may be refused, and what it does."""

LAW: Final[Law] = {
    Played: (why_not_played, play),
    Foul: (why_not_foul, foul),
    FoulBefore: (lambda at, call: why_not_stroke(at, ()) or _why_not_points(at, call.points), foul_before),
    Penalty: (lambda at, call: _why_not_points(at, call.points), penalise),
    Restart: (lambda at, call: _only(not at.lots, "lots come first: who plays the re-spotted black?"), restart),
    Choose: (why_not_choose, choose),
    Nominate: (why_not_nominate, lambda at, call: replace(at, nominated=call.ball)),
    NominateFree: (why_not_free, nominate_free),
    BallOn: (why_not_ball_on, lambda at, call: replace(at, on=call.on, nominated="")),
    Lots: (
        lambda at, call: _only(at.lots, "no lots are due"),
        lambda at, call: replace(at, lots=False, striker=call.side, starter=call.side, visit=0),
    ),
    Concede: (lambda at, call: None, lambda at, call: replace(at, offer=call.side)),
    Accept: (lambda at, call: _only(at.offer == 1 - call.side, "the other side has not offered the frame"), concede),
    Refuse: (
        lambda at, call: _only(at.offer == 1 - call.side, "the other side has not offered the frame"),
        lambda at, call: replace(at, offer=None),
    ),
    Claim: (why_not_claim, lambda at, call: close_frame(at, call.side, because="claimed with only the black left")),
}
"""The law of the WPBSA's books since 2022."""


def why_not(law: Law, at: Position, call: Call) -> str | None:
    """Return why `call` may not be made, or None."""
    if type(call) not in law:
        return f"{type(call).__name__} is not a call of this rulebook"
    if at.over:
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
