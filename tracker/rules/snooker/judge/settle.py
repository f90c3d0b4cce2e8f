"""What a stroke shows by itself about things that nobody said: the ball on, the choice after a foul, the nomination.

Every inference is a call of its own, marked inferred, so that the book shows what was said and what was only seen,
and the referee can correct either. Section 2 Rule 12(a) takes a colour as nominated when the striker indicated it.
"""

from collections.abc import Callable
from dataclasses import dataclass

from tracker.domain.law.call import Call
from tracker.domain.strokes.stroke import Stroke
from tracker.domain.table.ball import RED
from tracker.rules.snooker.frame.calls import BallOn, Choose, Lots, Nominate, NominateFree, Refuse
from tracker.rules.snooker.frame.position import COLOUR, PLAY, REPLACE, UNKNOWN, Position
from tracker.rules.snooker.judge.facts import is_colour


@dataclass(frozen=True, slots=True, kw_only=True)
class Inference:
    """A call that a stroke implies, why, and whether a person should look at it."""

    call: Call
    why: str
    ask: bool = False
    open_start: bool = False
    """True: it only settles where a recording begins."""


def infer_choice(at: Position, stroke: Stroke) -> Inference | None:
    """After a foul the next player plays, unless somebody was heard to ask for something else (SNK-3.3.a)."""
    if not at.choices:
        return None
    if stroke.cue_ball in stroke.moved_between and not at.in_hand and REPLACE in at.choices:
        return Inference(
            call=Choose(what=REPLACE, inferred=True), why="cue-ball put back: taken as the original position", ask=True
        )
    return Inference(call=Choose(what=PLAY, inferred=True), why="no choice was called: the next player plays")


def infer_refusal(at: Position, stroke: Stroke) -> Inference | None:
    """Take playing on as not accepting the concession for which balls were moved (SNK-4.2.a, 4.2.c)."""
    if at.offer is None or at.held is None:
        return None
    return Inference(call=Refuse(side=1 - at.offer), why="play went on: the concession was not accepted")


def infer_lots(at: Position, stroke: Stroke) -> Inference | None:
    """Take the striker as he stands where the re-spotted black is played and nobody named the winner of the lot."""
    if not at.lots:
        return None
    return Inference(call=Lots(side=at.striker, inferred=True), why="nobody said who plays first", ask=True)


def infer_ball_on(at: Position, stroke: Stroke) -> Inference | None:
    """Take the ball on from the first ball met, where a recording begins in the middle."""
    if at.on != UNKNOWN:
        return None
    met_colour = len(stroke.first_hit) == 1 and is_colour(stroke.first_hit[0])
    if met_colour and stroke.first_hit[0] != at.fresh_on:
        why = f"ball on not known: {stroke.first_hit[0]} met first, so a colour is assumed to have been on"
        return Inference(call=BallOn(on=COLOUR), why=why, ask=True, open_start=True)
    why = f"ball on not known: {at.fresh_on} is assumed to have been on"
    return Inference(call=BallOn(on=at.fresh_on), why=why, ask=True, open_start=True)


def infer_nomination(at: Position, stroke: Stroke) -> Inference | None:
    """With a colour of choice on, the colour met first is taken as nominated."""
    if at.on != COLOUR or at.nominated:
        return None
    met = set(stroke.first_hit)
    if len(met) == 1 and is_colour(ball := next(iter(met))):
        return Inference(call=Nominate(ball=ball, inferred=True), why=f"{ball} taken as nominated: it was met first")
    touched = [ball for ball in at.touching if is_colour(ball)]
    if not met and len(touched) == 1:
        why = f"{touched[0]} taken as nominated: the cue-ball was played away from it"
        return Inference(call=Nominate(ball=touched[0], inferred=True), why=why, ask=True)
    return None


def infer_free_ball(at: Position, stroke: Stroke) -> Inference | None:
    """Take a ball not on that is met first as the nominated free ball, where one was called."""
    if not at.free_ball or at.free or len(set(stroke.first_hit)) != 1:
        return None
    ball = stroke.first_hit[0]
    if ball in (at.on, RED) or ball not in at.colours:
        return None
    why = f"{ball} taken as the free ball: it was met first"
    return Inference(call=NominateFree(ball=ball, inferred=True), why=why, ask=True)


INFERENCES: tuple[Callable[[Position, Stroke], Inference | None], ...] = (
    infer_refusal,
    infer_choice,
    infer_lots,
    infer_ball_on,
    infer_free_ball,
    infer_nomination,
)
"""In the order in which things are settled before a stroke."""


def settle(
    at: Position, stroke: Stroke, apply: Callable[[Position, Call], Position]
) -> tuple[Position, tuple[Inference, ...]]:
    """Return the position in which the stroke was played, and the inferences that led to it."""
    made: list[Inference] = []
    for infer in INFERENCES:
        inference = infer(at, stroke)
        if inference is not None:
            made.append(inference)
            at = apply(at, inference.call)
    return at, tuple(made)
