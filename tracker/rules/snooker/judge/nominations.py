"""Which colour a striker meant, where nobody heard him name one and what he met first does not show it.

Section 2 Rule 12(a) takes a colour as nominated when the striker indicated it, and nobody plays at a ball without: he
plays the cue-ball towards it. So a colour is the likelier to have been meant the nearer its direction is to the one in
which the cue-ball left, and of those about as near the one that is chosen more often; and the less likely none was.

Any direction in which the cue-ball meets a ball, thin or full, may be aimed at, one as likely as another, and the hand
errs about that. A far ball is met in few directions: who misses it by a hair meant it rather than a near one that is
missed by as much.
"""

from math import asin, erf, pi, remainder, sqrt
from typing import Final

from tracker.domain.strokes.stroke import Stroke
from tracker.domain.table.kit import Kit
from tracker.domain.table.plane import Point, distance_mm, heading
from tracker.rules.snooker.frame.position import COLOUR, Position
from tracker.rules.snooker.judge.settle import infer_nomination

CHOSEN: Final = {"black": 0.4, "pink": 0.2, "blue": 0.2, "brown": 0.07, "green": 0.07, "yellow": 0.06}
"""Shares of the colours of choice that are played at; set by hand: the dear ones, and the blue in the middle."""
AIM_SD: Final = 0.02
"""How far (radians, 1 sigma) the cue-ball leaves from the direction in which it was to hit a ball that it does not; set
by hand: ten times as far as steady hands err, for whoever missed has erred, and a ball may swerve."""
ROUNDABOUT: Final = 0.1
"""Share of strokes at a colour that go another way, by a cushion."""
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
    towards = _first_way(stroke)
    meant = _meant(at, stroke, towards, kit.touching_mm)
    if infer_nomination(at, stroke) is not None:
        others = sum(meant.values())
        return ("", _liked(at, stroke)), *((colour, SLIPS * weight / others) for colour, weight in meant.items())
    weights = {"": (1.0 - NAMED) * _left_towards(stroke.origin, towards)}
    weights |= {colour: NAMED * weight for colour, weight in meant.items()}
    return tuple((colour, weight / sum(weights.values())) for colour, weight in weights.items())


def _liked(at: Position, stroke: Stroke) -> float:
    """Return how many times as often the colour met first is chosen as one of those up that is met by chance."""
    met = next((colour for colour in at.colours if stroke.first_hit == (colour,)), None)
    return 1.0 if met is None else CHOSEN[met] * len(at.colours) / sum(CHOSEN[colour] for colour in at.colours)


def _meant(at: Position, stroke: Stroke, towards: Point | None, ball_mm: float) -> dict[str, float]:
    """Return the colours that were not met first which the striker may have meant, each with its weight.

    That is its share of the strokes at a colour times how well the way of the cue-ball `towards` a place agrees.
    """
    lies = {place.ball: place.at for place in at.lie or ()}
    up = [colour for colour in at.colours if colour not in stroke.first_hit]
    chosen = sum(CHOSEN[colour] for colour in up)
    weights = {c: CHOSEN[c] / chosen * _left_towards(stroke.origin, towards, lies.get(c), ball_mm) for c in up}
    return {colour: weight for colour, weight in weights.items() if weight > LEAST * sum(weights.values())}


def _first_way(stroke: Stroke) -> Point | None:
    """Return to where the cue-ball went straight until it met a ball or a cushion; None: not known."""
    if not stroke.is_origin_known:
        return None
    met = (
        *((touch.at_us, touch.at) for touch in stroke.touches if stroke.cue_ball in touch.balls),
        *((bounce.at_us, bounce.at) for bounce in stroke.cushions if bounce.ball == stroke.cue_ball),
    )
    return min(met, key=lambda moment: moment[0])[1] if met else None


def _left_towards(origin: Point, towards: Point | None, lies: Point | None = None, ball_mm: float = 0.0) -> float:
    """Return how likely (for a radian) the cue-ball leaves so where a colour that `lies` so was meant.

    A colour that lies nobody knows where is as well meant as one that lies elsewhere, and so is none.
    """
    if towards is None or not distance_mm(origin, towards):
        return 1.0
    anyhow = ROUNDABOUT / (2 * pi)
    if lies is None:
        return anyhow
    off = remainder(heading(origin, towards) - heading(origin, lies), 2 * pi)
    meets = asin(min(ball_mm / max(distance_mm(origin, lies), ball_mm), 1.0))
    return anyhow + (1 - ROUNDABOUT) * (_errs_below(off + meets) - _errs_below(off - meets)) / (2 * meets)


def _errs_below(off: float) -> float:
    return (1 + erf(off / (AIM_SD * sqrt(2)))) / 2
