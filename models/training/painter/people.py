"""Players and referees as far as a camera over the table sees them: cue, bridge hand, arms, head, a back.

Sizes are those of a grown person (a forearm of 260 mm, an upper arm of 300 mm, a cue of 1450 mm).
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from models.training.painter.scene import Colour, Limb, Vector
from tracker.domain.table.kit import Kit

Array = NDArray[np.float64]

CUE_MM = 1450.0
SLOPE = 0.075
"""How steeply a cue usually rises toward its butt."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Clothes:
    """Colours of a person."""

    skin: Colour = (110.0, 140.0, 200.0)
    sleeve: Colour = (235.0, 235.0, 238.0)
    back: Colour = (40.0, 36.0, 36.0)
    hair: Colour = (35.0, 45.0, 60.0)
    glove: Colour | None = None


def random_clothes(rng: np.random.Generator) -> Clothes:
    """Return colours of a person."""
    skin = np.array([105, 140, 205]) * rng.uniform(0.3, 1.15)
    dark = rng.uniform(10, 60) + rng.uniform(0, 15, 3)
    sleeve = (
        rng.uniform(215, 250) + rng.uniform(-8, 8, 3)
        if rng.random() < 0.4
        else rng.uniform(5, 235, 3) * rng.uniform(0.2, 1)
    )
    hair = np.array([20, 28, 38]) + rng.uniform(0, 120) * np.array([0.8, 0.9, 1.0])
    glove = (235.0, 238.0, 240.0) if rng.random() < 0.25 else None
    return Clothes(skin=_c(skin), sleeve=_c(sleeve), back=_c(dark), hair=_c(hair), glove=glove)


def _c(values: Array) -> tuple[float, float, float]:
    return float(values[0]), float(values[1]), float(values[2])


def jointed(points: list[Array], radii: list[float], colour: Colour, **more: object) -> Limb:
    """Return a limb through (3,) points, so thick at each of them (mm)."""
    places = tuple((float(p[0]), float(p[1]), float(p[2])) for p in points)
    return Limb(points_mm=places, radii_mm=tuple(radii), colour=colour, **more)  # type: ignore[arg-type]


def cue(tip: Array, ahead: Array) -> tuple[Limb, ...]:
    """Return a cue whose tip is at `tip` and which points along the (3,) unit vector `ahead`."""
    wood: Colour = (120.0, 175.0, 215.0)
    at = [tip - ahead * s for s in (0.0, 12.0, 40.0, CUE_MM * 0.70, CUE_MM * 0.72, CUE_MM)]
    return (
        jointed([at[3], at[5]], [12.0, 14.5], (25.0, 25.0, 30.0), shine=0.8),
        jointed([at[2], at[3]], [5.4, 12.0], wood, end_colour=(100.0, 155.0, 200.0), shine=0.6),
        jointed([at[1], at[2]], [4.8, 5.2], (170.0, 215.0, 225.0), shine=0.8),
        jointed([at[0], at[1]], [4.6, 4.8], (150.0, 90.0, 40.0)),
    )


def hand(wrist: Array, ahead: Array, left: Array, clothes: Clothes) -> tuple[Limb, ...]:
    """Return a hand on the cloth: a palm and five spread fingers toward `ahead`."""
    skin = clothes.glove or clothes.skin
    knuckle = wrist + ahead * 70 + np.array([0, 0, 8.0])
    parts = [jointed([wrist, knuckle], [27.0, 33.0], skin)]
    for spread in (-0.75, -0.3, 0.1, 0.5):
        way = ahead + left * spread
        way = way / np.linalg.norm(way)
        root = knuckle + left * spread * 34
        bend, end = root + way * 42 + np.array([0, 0, 6.0]), root + way * 82
        end[2] = 9.0 + 0.3 * max(wrist[2] - 40, 0)
        parts.append(jointed([root, bend, end], [11.0, 9.5, 7.5], skin))
    thumb = knuckle + left * -30 + ahead * 42 + np.array([0, 0, 20.0])
    parts.append(jointed([wrist + ahead * 25, thumb], [13.0, 9.0], skin))
    return tuple(parts)


def player(
    cue_ball: Vector,
    angle: float,
    pull_mm: float,
    clothes: Clothes,
    bridge_mm: float = 260.0,
    hips_mm: Vector | None = None,
) -> tuple[Limb, ...]:
    """Return a player down on the stroke: the cue's tip is `pull_mm` short of the cue-ball's edge.

    `angle` is the direction of the stroke (radians from the x axis). The bridge hand stays, whatever the pull. The
    player stands behind the stroke, or where `hips_mm` says, and leans over the table from there.
    """
    flat_ahead = np.array([np.cos(angle), np.sin(angle), 0.0])
    left = np.array([-np.sin(angle), np.cos(angle), 0.0])
    ahead = flat_ahead - np.array([0, 0, SLOPE])
    ahead = ahead / np.linalg.norm(ahead)
    ball = np.array(cue_ball)
    tip = ball - ahead * (26.25 + pull_mm)
    knuckle = ball - flat_ahead * bridge_mm
    wrist = np.array([*(knuckle - flat_ahead * 105 + left * 25)[:2], 42.0])
    shoulders = ball - flat_ahead * (bridge_mm + 720) + np.array([0, 0, 330.0])
    front, rear = shoulders + left * 190, shoulders - left * 170
    elbow = (wrist + front) / 2 + left * 40 - np.array([0, 0, 20.0])
    grip = tip - ahead * (CUE_MM - 230)
    back_elbow = rear - flat_ahead * 300 + np.array([0, 0, 120.0]) - left * 60
    hips = shoulders - flat_ahead * 620 - np.array([0, 0, 120.0]) if hips_mm is None else np.array(hips_mm)
    head = shoulders + flat_ahead * 130 + np.array([0, 0, 70.0])
    cuff = wrist - flat_ahead * 40
    body = [
        *hand(wrist, flat_ahead, left, clothes),
        *cue(tip, ahead),
        jointed([cuff, elbow, front], [36.0, 50.0, 68.0], clothes.sleeve),
        jointed([grip, grip + np.array([0, 0, 10.0])], [42.0, 38.0], clothes.skin),
        jointed([grip + np.array([0, 0, 40.0]), back_elbow, rear], [38.0, 52.0, 70.0], clothes.sleeve),
        jointed([front, rear], [85.0, 85.0], clothes.back),
        jointed(
            [hips + left * 90, hips + left * 110 - np.array([0, 0, 950.0])], [95.0, 70.0], clothes.back, stands=True
        ),
        jointed(
            [hips - left * 90, hips - left * 110 - np.array([0, 0, 950.0])], [95.0, 70.0], clothes.back, stands=True
        ),
        jointed([shoulders, hips], [180.0, 170.0], clothes.back, shine=0.1),
        jointed([shoulders, head - flat_ahead * 20], [62.0, 60.0], clothes.skin),
        jointed([head + flat_ahead * 30 - np.array([0, 0, 25.0])], [84.0], clothes.skin),
        jointed([head - flat_ahead * 8 + np.array([0, 0, 18.0])], [95.0], clothes.hair, shine=0.1),
    ]
    return tuple(body)


def reaching_arm(hand_at: Vector, shoulder: Vector, clothes: Clothes) -> tuple[Limb, ...]:
    """Return an arm from a shoulder to a hand that holds something at `hand_at`."""
    end, root = np.array(hand_at), np.array(shoulder)
    way = root - end
    way = way / np.linalg.norm(way)
    wrist = end + way * 95 + np.array([0, 0, 55.0])
    elbow = wrist + (root - wrist) * 0.48 + np.array([0, 0, 45.0])
    skin = clothes.glove or clothes.skin
    side = np.cross(way, [0.0, 0.0, 1.0])
    side = side / max(float(np.linalg.norm(side)), 1e-6)
    fingers = [
        jointed(
            [
                wrist,
                (wrist + end) / 2 + side * s + np.array([0, 0, 25.0]),
                end + side * s * 1.1 + np.array([0, 0, 12.0]),
            ],
            [16.0, 11.0, 8.0],
            skin,
        )
        for s in (-28.0, -10.0, 10.0, 28.0)
    ]
    return (
        *fingers,
        jointed([wrist + way * 10, wrist + (end - wrist) * 0.35 + np.array([0, 0, 12.0])], [30.0, 34.0], skin),
        jointed([wrist + way * 25, elbow, root], [36.0, 50.0, 66.0], clothes.sleeve),
        jointed([root, root + way * 60], [120.0, 150.0], clothes.back),
    )


def nearest_side(kit: Kit, at: tuple[float, float], reach_mm: float = 330.0, height_mm: float = 480.0) -> Vector:
    """Return where the shoulder of somebody would be who reaches to a place from the nearest side of the table."""
    x, y = at
    gaps = {(-reach_mm, y): x, (kit.width_mm + reach_mm, y): kit.width_mm - x,
            (x, -reach_mm): y, (x, kit.length_mm + reach_mm): kit.length_mm - y}  # fmt: skip
    shoulder = min(gaps, key=lambda place: gaps[place])
    return float(shoulder[0]), float(shoulder[1]), height_mm


def bystander(at: tuple[float, float], clothes: Clothes, height_mm: float = 1720.0) -> tuple[Limb, ...]:
    """Return somebody who stands on the floor behind the table."""
    x, y = at
    foot, hip, neck = -850.0, -850.0 + height_mm * 0.52, -850.0 + height_mm * 0.84
    top = -850.0 + height_mm * 0.93
    parts = [
        ([(x - 90, y, foot), (x - 70, y, hip)], [65.0, 85.0], clothes.back),
        ([(x + 90, y, foot), (x + 70, y, hip)], [65.0, 85.0], clothes.back),
        ([(x, y, hip), (x, y, neck)], [150.0, 165.0], clothes.back),
        ([(x - 215, y, neck - 60), (x - 240, y, hip)], [55.0, 45.0], clothes.sleeve),
        ([(x + 215, y, neck - 60), (x + 240, y, hip)], [55.0, 45.0], clothes.sleeve),
        ([(x, y, top)], [98.0], clothes.skin),
        ([(x, y, top + 35)], [90.0], clothes.hair),
    ]
    return tuple(
        Limb(points_mm=tuple(points), radii_mm=tuple(radii), colour=colour, is_behind=True)
        for points, radii, colour in parts
    )
