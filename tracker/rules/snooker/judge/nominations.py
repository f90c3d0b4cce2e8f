"""Which colour a striker meant, where nobody heard him name one and what he met first does not show it.

Section 2 Rule 12(a) takes a colour as nominated when the striker indicated it, and nobody plays at a ball without: he
plays the cue-ball towards it. So a colour is the likelier to have been meant the nearer its direction is to the one in
which the cue-ball left, and of those about as near the one that is chosen more often; and the less likely none was.

Any direction in which the cue-ball meets a ball, thin or full, may be aimed at, one as likely as another, and the hand
errs about that; a ball that can be hit straight is hardly played at by a cushion. A far ball is met in few directions:
who misses it by a hair meant it rather than a near one that is missed by as much.
"""

from math import asin, erf, pi, remainder, sqrt
from typing import Final

from tracker.domain.strokes.stroke import Stroke
from tracker.domain.table.kit import Kit
from tracker.domain.table.plane import Point, distance_mm, heading
from tracker.rules.snooker.frame.position import COLOUR, Position
from tracker.rules.snooker.judge.settle import infer_nomination
from tracker.rules.snooker.places.sight import path_to, split

CHOSEN: Final = {"black": 0.4, "pink": 0.2, "blue": 0.2, "brown": 0.07, "green": 0.07, "yellow": 0.06}
"""Shares of the colours of choice that are played at; set by hand: the dear ones, and the blue in the middle."""
AIM_SD: Final = 0.02
"""How far (radians, 1 sigma) the cue-ball leaves from the direction in which it was to hit a ball that it does not; set
by hand: ten times as far as steady hands err, for whoever missed has erred, and a ball may swerve."""
ROUNDABOUT, ROUND_IN_VIEW = 0.1, 0.01
"""Share of strokes at a colour that go another way, by a cushion; and of those at one which can be hit straight. Set by
hand."""
MISTAKEN_ROUND: Final = 0.2
"""Share of the colours met first with a red on to which the cue-ball came by a cushion: 2 of 12 in 87 frames of
training seeds, 3 in 14 by the rule of succession; 242 strokes that met the colour nominated all came straight. Counted
once, by no command that is kept."""
NAMED: Final = 0.8
"""Share of strokes at a colour that meet none first, before which it was shown or said which one was meant."""
SLIPS: Final = 0.1
"""Share of fouls on a ball not on that are such because another colour is met than the one meant; set by hand."""
LEAST: Final = 0.05
"""A colour less likely meant than this is not thought of."""


def nominations(at: Position, stroke: Stroke, kit: Kit) -> tuple[tuple[str, float], ...]:
    """Return what may have been nominated for a stroke on a table, each with its share.

    The empty name comes first: what the stroke shows by itself (`settle`), or nothing. Where it shows a colour, any
    other would make a foul of the stroke, and how rare fouls are is weighed elsewhere: the shares then do not sum to 1.
    Nor do they because a colour that players choose speaks more for a colour of choice being on than one that a stroke
    meets by mistake, which may be any: a colour shown counts by how much oftener it is chosen than met by mistake.
    """
    if at.on != COLOUR or at.nominated:
        return (("", 1.0),)
    meant, anyhow = _meant(at, stroke, kit.touching_mm)
    if infer_nomination(at, stroke) is not None:
        slip = SLIPS / sum(meant.values()) if meant else 0.0
        liked = _liked(at, stroke, kit.touching_mm)
        return ("", liked), *((colour, slip * weight) for colour, weight in meant.items())
    weights = {"": (1.0 - NAMED) * anyhow} | {colour: NAMED * weight for colour, weight in meant.items()}
    return tuple((colour, weight / sum(weights.values())) for colour, weight in weights.items())


def _liked(at: Position, stroke: Stroke, ball_mm: float) -> float:
    """Return how many times as often the colour met first is chosen as one of those up that is met by chance.

    Who came to it by a cushion chose it seldom, and met it by chance often.
    """
    met = next((colour for colour in at.colours if stroke.first_hit == (colour,)), None)
    if met is None:
        return 1.0
    chosen = CHOSEN[met] * len(at.colours) / sum(CHOSEN[colour] for colour in at.colours)
    by_cushion = _round_by(met, at, stroke, ball_mm)
    if _came_by_cushion(stroke):
        return chosen * by_cushion / MISTAKEN_ROUND
    return chosen * (1 - by_cushion) / (1 - MISTAKEN_ROUND)


def _came_by_cushion(stroke: Stroke) -> bool:
    """Say whether the cue-ball met a cushion before a ball."""
    cue = stroke.cue_ball
    met_us = min((touch.at_us for touch in stroke.touches if cue in touch.balls), default=stroke.began_us)
    return any(bounce.at_us < met_us for bounce in stroke.cushions if bounce.ball == cue)


def _meant(at: Position, stroke: Stroke, ball_mm: float) -> tuple[dict[str, float], float]:
    """Return the colours that were not met first which the striker may have meant, each with its weight.

    That is its share of the strokes at a colour times how likely (for a radian) the cue-ball leaves so where it is
    played at that one. And how likely it does where it is played at none of them in particular.
    """
    lies = {place.ball: place.at for place in at.lie or ()}
    up = [colour for colour in at.colours if colour not in stroke.first_hit]
    weights = {colour: CHOSEN[colour] / sum(CHOSEN[c] for c in up) for colour in up}
    way, anyhow = _left(stroke), 1.0
    if way is not None:
        round_by = {c: _round_by(c, at, stroke, ball_mm) for c in up}
        anyhow = sum(share * round_by[c] for c, share in weights.items()) / (2 * pi)
        weights = {
            c: share * (round_by[c] / (2 * pi) + (1 - round_by[c]) * _aimed(stroke.origin, way, lies.get(c), ball_mm))
            for c, share in weights.items()
        }
    return {colour: weight for colour, weight in weights.items() if weight > LEAST * sum(weights.values())}, anyhow


def _round_by(colour: str, at: Position, stroke: Stroke, ball_mm: float) -> float:
    """Return the share of strokes at a colour that go by a cushion, as it lies."""
    return ROUND_IN_VIEW if _is_in_view(colour, at, stroke, ball_mm) else ROUNDABOUT


def _is_in_view(colour: str, at: Position, stroke: Stroke, ball_mm: float) -> bool:
    """Say whether a colour could be hit straight from where the cue-ball lay, as far as the balls are known to lie."""
    on, others = split(at.lie or (), frozenset({colour}), stroke.cue_ball)
    return bool(on) and path_to(stroke.origin, on, others, ball_mm) != "none"


def _left(stroke: Stroke) -> float | None:
    """Return which way (a heading, radians) the cue-ball left until it met a ball or a cushion; None: not known."""
    if not stroke.is_origin_known:
        return None
    met = (
        *((touch.at_us, touch.at) for touch in stroke.touches if stroke.cue_ball in touch.balls),
        *((bounce.at_us, bounce.at) for bounce in stroke.cushions if bounce.ball == stroke.cue_ball),
    )
    towards = min(met, key=lambda moment: moment[0])[1] if met else None
    if towards is None or not distance_mm(stroke.origin, towards):
        return None
    return heading(stroke.origin, towards)


def _aimed(origin: Point, way: float, lies: Point | None, ball_mm: float) -> float:
    """Return how likely (for a radian) the cue-ball leaves so where it is played straight at a colour that `lies` so.

    Nobody plays straight at one that lies nobody knows where.
    """
    if lies is None:
        return 0.0
    off = remainder(way - heading(origin, lies), 2 * pi)
    meets = asin(min(ball_mm / max(distance_mm(origin, lies), ball_mm), 1.0))
    return (_errs_below(off + meets) - _errs_below(off - meets)) / (2 * meets)


def _errs_below(off: float) -> float:
    return (1 + erf(off / (AIM_SD * sqrt(2)))) / 2
