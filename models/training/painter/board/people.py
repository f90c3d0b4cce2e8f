"""Players of novuss as far as a camera over the board sees them: upright behind their edge, the cue on its board."""

import numpy as np
from numpy.typing import NDArray

from models.training.painter.board.furniture import frame_height_mm
from models.training.painter.furniture import outer
from models.training.painter.people import Clothes, cue, jointed
from models.training.painter.scene import Limb, Vector
from tracker.domain.table.kit import Kit

Array = NDArray[np.float64]

TIP_MM = 7.0
"""How high the tip meets the striker."""
OVER_MM = 12.0
"""How high the cue's middle lies above the edge board on which it rests."""
LEAST_SLOPE = 0.05
STANDS_OFF_MM = 230.0
"""How far behind the frame a player's body is."""
UP = np.array([0.0, 0.0, 1.0])


def crossing_mm(kit: Kit, at: tuple[float, float], angle: float) -> float:
    """Return how far behind a place, against a direction (rad), the middle of the frame is crossed."""
    back = -np.array([np.cos(angle), np.sin(angle)])
    half = (kit.cushion_mm + kit.rail_mm) / 2
    gaps = [(at[0] + half, -back[0]), (kit.width_mm + half - at[0], back[0]),
            (at[1] + half, -back[1]), (kit.length_mm + half - at[1], back[1])]  # fmt: skip
    return min(float(gap / pace) for gap, pace in gaps if pace > 1e-6)


def board_player(kit: Kit, striker: Vector, angle: float, pull_mm: float, clothes: Clothes) -> tuple[Limb, ...]:
    """Return a player at the stroke: the cue's tip is `pull_mm` short of the striker's edge, its shaft on the frame.

    `angle` is the direction of the stroke (radians from the x axis). The hand lies on the edge board and never on the
    playing area (N2 ¶6, ¶7).
    """
    flat_ahead = np.array([np.cos(angle), np.sin(angle), 0.0])
    left = np.array([-np.sin(angle), np.cos(angle), 0.0])
    reach = kit.radius_of("striker") + pull_mm
    behind = crossing_mm(kit, striker[:2], angle)
    height = frame_height_mm(kit)
    rest = np.array(striker) - flat_ahead * behind
    rest[2] = height + OVER_MM
    slope = max((rest[2] - TIP_MM) / max(behind - reach, 40.0), LEAST_SLOPE)
    ahead = flat_ahead - slope * UP
    ahead = ahead / np.linalg.norm(ahead)
    tip = rest + ahead * (behind - reach) / float(np.hypot(ahead[0], ahead[1]))
    return (*bridge(rest, flat_ahead, left, height, clothes), *cue(tip, ahead),
            *_body(kit, rest, tip - ahead * 900, flat_ahead, left, clothes))  # fmt: skip


def bridge(rest: Array, ahead: Array, left: Array, height_mm: float, clothes: Clothes) -> tuple[Limb, ...]:
    """Return the hand that guides the cue: it lies on the edge board, the fingers round the shaft."""
    skin = clothes.glove or clothes.skin
    knuckle = rest - ahead * 30 + left * 30
    knuckle[2] = height_mm + 26
    wrist = knuckle - ahead * 75 + left * 30 + UP * 14
    fingers = []
    for i, aside in enumerate((-18.0, 2.0, 22.0, 40.0)):
        root = knuckle + left * (aside - 10)
        end = root + ahead * (38 - 5 * i) - left * 12
        end[2] = height_mm + 9
        fingers.append(jointed([root, (root + end) / 2 + UP * 8, end], [11.0, 10.0, 8.0], skin))
    thumb = rest - left * 14 - ahead * 6
    thumb[2] = height_mm + 16
    return (jointed([wrist, knuckle], [27.0, 33.0], skin), *fingers, jointed([knuckle, thumb], [12.0, 9.0], skin))


def _body(kit: Kit, rest: Array, grip: Array, ahead: Array, left: Array, clothes: Clothes) -> tuple[Limb, ...]:
    """Return arms, torso and head of somebody who stands behind the edge board and bends over it a little."""
    hips = rest - ahead * ((kit.cushion_mm + kit.rail_mm) / 2 + STANDS_OFF_MM)
    hips[2] = 40.0
    shoulders = hips + ahead * 190 + UP * 430
    front, rear = shoulders + left * 175, shoulders - left * 175
    wrist = rest - ahead * 105 + left * 60 + UP * 30
    elbow = (wrist + front) / 2 + left * 90 - UP * 10
    back_elbow = (grip + rear) / 2 - left * 120 + UP * 30
    head = shoulders + ahead * 120 + UP * 130
    return (
        jointed([wrist, elbow, front], [34.0, 48.0, 64.0], clothes.sleeve),
        jointed([grip, grip + UP * 10], [40.0, 38.0], clothes.skin),
        jointed([grip + UP * 30, back_elbow, rear], [36.0, 50.0, 66.0], clothes.sleeve),
        jointed([front, rear], [80.0, 80.0], clothes.back),
        jointed([hips + left * 90, hips + left * 100 - UP * 850], [95.0, 65.0], clothes.back, stands=True),
        jointed([hips - left * 90, hips - left * 100 - UP * 850], [95.0, 65.0], clothes.back, stands=True),
        jointed([shoulders, hips], [170.0, 165.0], clothes.back, shine=0.1),
        jointed([shoulders, head - ahead * 20], [60.0, 58.0], clothes.skin),
        jointed([head + ahead * 30 - UP * 25], [82.0], clothes.skin),
        jointed([head - ahead * 8 + UP * 18], [93.0], clothes.hair, shine=0.1),
    )


def waiting(kit: Kit, side: float, at: float, clothes: Clothes, off_mm: float = 420.0) -> tuple[Limb, ...]:
    """Return somebody who stands upright at an edge and waits.

    Args:
        kit: the board.
        side: direction from the board's middle to that edge (rad).
        at: how far along that edge, mm from its middle.
        clothes: what he wears.
        off_mm: how far behind the frame.
    """
    out = np.array([np.cos(side), np.sin(side), 0.0])
    along = np.array([-out[1], out[0], 0.0])
    half = abs(out[0]) * kit.width_mm / 2 + abs(out[1]) * kit.length_mm / 2
    feet = np.array([kit.width_mm / 2, kit.length_mm / 2, 0.0]) + out * (half + outer(kit) + off_mm) + along * at
    hips, neck = feet + UP * 60, feet + UP * 560
    parts = [
        jointed([hips + along * 85, feet + along * 95 - UP * 830], [92.0, 65.0], clothes.back, stands=True),
        jointed([hips - along * 85, feet - along * 95 - UP * 830], [92.0, 65.0], clothes.back, stands=True),
        jointed([hips, neck], [165.0, 165.0], clothes.back, shine=0.1, stands=True),
        jointed([neck - UP * 40], [70.0], clothes.skin),
        jointed([neck + UP * 150], [96.0], clothes.skin),
        jointed([neck + UP * 185], [92.0], clothes.hair, shine=0.1),
    ]
    for turn in (-1.0, 1.0):
        shoulder = neck + along * 205 * turn - UP * 60
        parts.append(jointed([shoulder, shoulder + along * 30 * turn - UP * 420], [60.0, 42.0], clothes.sleeve))
    return tuple(parts)
