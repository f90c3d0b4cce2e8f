"""How people move in a clip: down to the table, feathering, the strike, up again; and the referee's reach."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from models.training.clips.story import Respot, Story, StoryStroke, hand_of
from models.training.painter.people import player, reaching_arm
from models.training.painter.scene import Limb
from tracker.domain.table.kit import Kit

Array = NDArray[np.float64]

FEATHER_S = 0.7
GETS_UP_S = 0.8


def _smooth(share: float) -> float:
    share = min(max(share, 0.0), 1.0)
    return share * share * (3 - 2 * share)


def pull_mm(stroke: StoryStroke, t_s: float) -> float:
    """Return how far the tip is from the cue-ball's edge: feathering before, through the ball after the strike."""
    since = t_s - stroke.at_s
    back = 90 + 0.025 * stroke.strike.speed_mm_s
    if since < -0.75:
        return float(12 + 45 * (1 - np.cos(2 * np.pi * (since + 0.75) / FEATHER_S)))
    if since < -0.2:
        return 12 + (back - 12) * _smooth((since + 0.75) / 0.5)
    if since < 0:
        return float(back * (1 - ((since + 0.2) / 0.2) ** 2))
    return float(-110 * _smooth(since / 0.16))


def is_down(stroke: StoryStroke, t_s: float) -> float:
    """Return how far the player is down on the stroke, 0 (out of view) to 1."""
    begins = stroke.at_s - 0.75 - stroke.feathers * FEATHER_S
    goes = stroke.at_s + stroke.stays_s
    if t_s < begins:
        return _smooth((t_s - begins + stroke.comes_s) / stroke.comes_s)
    return 1 - _smooth((t_s - goes) / GETS_UP_S)


def moved(limbs: tuple[Limb, ...], by: Array) -> tuple[Limb, ...]:
    """Return limbs shifted by (3,) mm."""
    return tuple(
        replace(
            limb, points_mm=tuple((float(x + by[0]), float(y + by[1]), float(z + by[2])) for x, y, z in limb.points_mm)
        )
        for limb in limbs
    )


def _playing(story: Story, stroke: StoryStroke, t_s: float) -> tuple[Limb, ...]:
    down = is_down(stroke, t_s)
    if down <= 0 or not stroke.is_in_view:
        return ()
    white = stroke.ids[stroke.played.names.index("white")]
    local = stroke.ids.index(white)
    x, y = stroke.played.places_mm[0, local]
    body = player(
        (float(x), float(y), story.kit.ball_radius_mm),
        stroke.strike.angle,
        pull_mm(stroke, t_s),
        stroke.clothes,
        stroke.bridge_mm,
    )
    back = -np.array([np.cos(stroke.strike.angle), np.sin(stroke.strike.angle), 0.0])
    return moved(body, (1 - down) * (1500 * back + np.array([0, 0, 420.0])))


def _spotting(kit: Kit, respot: Respot, t_s: float) -> tuple[Limb, ...]:
    hand = hand_of(kit, respot, t_s)
    if hand is None:
        return ()
    at = (float(hand[0]), float(hand[1]), float(hand[2]))
    arm = reaching_arm(at, respot.shoulder_mm, respot.clothes)
    x, y, z = respot.shoulder_mm
    head = Limb(points_mm=((x, y, z + 150.0),), radii_mm=(98.0,), colour=respot.clothes.hair)
    return (*arm, head)


def limbs_at(story: Story, t_s: float) -> tuple[Limb, ...]:
    """Return everybody who is in view at a moment."""
    people = [limb for stroke in story.told for limb in _playing(story, stroke, t_s)]
    people += [limb for respot in story.respots for limb in _spotting(story.kit, respot, t_s)]
    return tuple(people)
