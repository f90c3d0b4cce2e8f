"""Which colour a striker meant, where nobody heard him name one and what he met first does not show it.

Section 2 Rule 12(a) takes a colour as nominated when the striker indicated it, and nobody plays at a ball without: he
plays the cue-ball towards it. So a colour is the likelier to have been meant the nearer its direction is to the one in
which the cue-ball left, and of those about as near the one that is chosen more often; and the less likely none was.
"""

from math import exp, pi, remainder
from typing import Final

from tracker.domain.strokes.stroke import Stroke
from tracker.domain.table.plane import Point, distance_mm, heading
from tracker.rules.snooker.frame.position import COLOUR, Position
from tracker.rules.snooker.judge.settle import infer_nomination

CHOSEN: Final = {"black": 0.4, "pink": 0.2, "blue": 0.2, "brown": 0.07, "green": 0.07, "yellow": 0.06}
"""Shares of the colours of choice that are played at; set by hand: the dear ones, and the blue in the middle."""
AIM_SD: Final = 0.12
"""How far (radians, 1 sigma) the cue-ball leaves from the direction of a ball that it was to hit and does not; set by
hand: some balls' widths at the length of the table, swerve and a thin contact among them."""
ROUNDABOUT: Final = 0.1
"""Share of strokes at a colour that go another way, by a cushion."""
NAMED: Final = 0.8
"""Share of strokes at a colour that meet none first, before which it was shown or said which one was meant."""
SLIPS: Final = 0.1
"""Share of fouls on a ball not on that are such because another colour is met than the one meant; set by hand."""
LEAST: Final = 0.05
"""A colour less likely meant than this is not thought of."""


def nominations(at: Position, stroke: Stroke) -> tuple[tuple[str, float], ...]:
    """Return what may have been nominated for a stroke, each with its share.

    The empty name comes first: what the stroke shows by itself (`settle`), or nothing. Where it shows a colour, any
    other would make a foul of the stroke, and how rare fouls are is weighed elsewhere: the shares then do not sum to 1.
    Nor do they because a colour that players choose speaks more for a colour of choice being on than one that a stroke
    meets by mistake, which may be any: a colour shown counts by how much oftener it is chosen than met by mistake.
    """
    if at.on != COLOUR or at.nominated:
        return (("", 1.0),)
    towards = _first_way(stroke)
    meant = _meant(at, stroke, towards)
    if infer_nomination(at, stroke) is not None:
        others = sum(meant.values())
        return ("", _liked(at, stroke)), *((colour, SLIPS * weight / others) for colour, weight in meant.items())
    weights = {"": (1.0 - NAMED) * _aimed(stroke.origin, towards, None)}
    weights |= {colour: NAMED * weight for colour, weight in meant.items()}
    return tuple((colour, weight / sum(weights.values())) for colour, weight in weights.items())


def _liked(at: Position, stroke: Stroke) -> float:
    """Return how many times as often the colour met first is chosen as one of those up that is met by chance."""
    met = next((colour for colour in at.colours if stroke.first_hit == (colour,)), None)
    return 1.0 if met is None else CHOSEN[met] * len(at.colours) / sum(CHOSEN[colour] for colour in at.colours)


def _meant(at: Position, stroke: Stroke, towards: Point | None) -> dict[str, float]:
    """Return the colours that were not met first which the striker may have meant, each with its weight.

    That is its share of the strokes at a colour times how well the way of the cue-ball `towards` a place agrees.
    """
    lies = {place.ball: place.at for place in at.lie or ()}
    up = [colour for colour in at.colours if colour not in stroke.first_hit]
    chosen = sum(CHOSEN[colour] for colour in up)
    weights = {c: CHOSEN[c] / chosen * _aimed(stroke.origin, towards, lies.get(c)) for c in up}
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


def _aimed(origin: Point, towards: Point | None, lies: Point | None) -> float:
    """Return how well it agrees with the way that the cue-ball went that a colour which `lies` so was meant, 1 at best.

    A colour that lies nobody knows where is as well meant as one that lies elsewhere, and so is none.
    """
    if towards is None or not distance_mm(origin, towards):
        return 1.0
    if lies is None:
        return ROUNDABOUT
    off = remainder(heading(origin, towards) - heading(origin, lies), 2 * pi)
    return ROUNDABOUT + (1 - ROUNDABOUT) * exp(-((off / AIM_SD) ** 2) / 2)
