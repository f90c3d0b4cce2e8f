"""What a player sees of a table: ways that are free, pots that go, and how likely a hand of some steadiness makes them.

A pot is aimed at a ghost ball (`clips.aiming.ghost`). An error of the cue-ball's direction grows over the way to the
ghost, and again where it is divided by the ball's own size: over a way `d` to the ghost and a cut of `c`, one of `e`
radians becomes `e d / (2 R cos c)` of the object ball's direction. A pot goes where that is within what the mouth lets
through. The chances only order the player's choices; what happens is what the physics says.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import erf, hypot, sqrt

import numpy as np
from numpy.typing import NDArray

from tracker.domain.table.kit import Kit, Pocket

Array = NDArray[np.float64]
Balls = tuple[tuple[str, tuple[float, float]], ...]

SPARE_MM = 3.0
"""How much room a way needs beside the ball itself."""
WIDEST_CUT = float(np.radians(68))
CORNER_ROOM_MM, MIDDLE_ROOM_MM = 30.0, 34.0
"""How far off the middle of a mouth a ball may come and still fall, straight at it."""
WIDEST_AT_MIDDLE = float(np.radians(52))
INSIDE_MM = (39.0, 42.0)
"""How far before the middle of a hole, corner and side, a ball is aimed: where it begins to fall."""
BLUR = 0.004
"""What a pot's direction errs (radians) even from a steady hand."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Chance:
    """A pot that may be tried: which ball into which pocket, from where, and how likely it goes."""

    target: int
    pocket: str
    white: tuple[float, float]
    aim: tuple[float, float]
    """Where the object ball is sent."""
    run_mm: tuple[float, float]
    """How far the cue-ball goes to the ball, and the ball to the pocket."""
    cut: float
    likely: float


def is_free_way(kit: Kit, start: Array, end: Array, others: Array) -> bool:
    """Say whether a ball can roll from one place to another without meeting one of the (n, 2) others."""
    if not len(others):
        return True
    run = end - start
    share = np.clip(((others - start) @ run) / max(float(run @ run), 1e-9), 0, 1)
    gap = others - (start + share[:, None] * run)
    return bool(np.min(np.einsum("ij,ij->i", gap, gap)) > (kit.touching_mm + SPARE_MM) ** 2)


def mouth(kit: Kit, pocket: Pocket) -> Array:
    """Return the place that a ball is sent to for a pocket: on the line from the hole into the table."""
    fall = np.array(pocket.fall)
    middle = np.array([kit.width_mm / 2, fall[1] if is_middle(pocket) else kit.length_mm / 2])
    inward = np.sign(middle - fall)
    size = float(np.linalg.norm(inward))
    return np.asarray(fall + inward / size * INSIDE_MM[is_middle(pocket)])


def is_middle(pocket: Pocket) -> bool:
    """Say whether a pocket is one in the middle of a side."""
    return pocket.name.startswith("middle")


def room(kit: Kit, pocket: Pocket, run: Array) -> float:
    """Return how far off its aim a ball that comes along `run` may be and still fall, in mm; 0: it cannot."""
    if not is_middle(pocket):
        return CORNER_ROOM_MM
    steep = float(np.arctan2(abs(run[1]), abs(run[0])))
    return float(MIDDLE_ROOM_MM * max(0.0, 1 - (steep / WIDEST_AT_MIDDLE) ** 2))


def chances(
    kit: Kit, balls: Balls, white: tuple[float, float], on: Sequence[str], aim_rad: float
) -> tuple[Chance, ...]:
    """Return the pots of the balls `on` from a place of the cue-ball that geometry allows; `balls` are without it."""
    places = np.array([at for _, at in balls], float).reshape(-1, 2)
    start, found = np.array(white), []
    for i, (name, _) in enumerate(balls):
        if name not in on:
            continue
        others = np.delete(places, i, axis=0)
        for pocket in kit.pockets:
            one = _chance(kit, start, (i, places[i]), pocket, (others, aim_rad))
            if one is not None:
                found.append(one)
    return tuple(sorted(found, key=lambda one: -one.likely))


def _chance(kit: Kit, start: Array, ball: tuple[int, Array], pocket: Pocket, of: tuple[Array, float]) -> Chance | None:
    (number, at), (others, aim_rad) = ball, of
    aim = mouth(kit, pocket)
    run = aim - at
    away = max(float(np.hypot(*run)), 1.0)
    ghost = at - run / away * kit.touching_mm
    line = ghost - start
    far = float(np.hypot(*line))
    spare = room(kit, pocket, run)
    if far < 1.0 or spare <= 0:
        return None
    cut = float(np.arccos(np.clip(line @ run / (far * away), -1, 1)))
    if cut > WIDEST_CUT or not is_free_way(kit, at, aim, others) or not is_free_way(kit, start, ghost, others):
        return None
    blur = hypot(aim_rad * far / (kit.touching_mm * np.cos(cut)), BLUR)
    likely = erf(spare / away / blur / sqrt(2))
    return Chance(
        target=number, pocket=pocket.name, white=(float(start[0]), float(start[1])),
        aim=(float(aim[0]), float(aim[1])), run_mm=(far, away), cut=cut, likely=likely,
    )  # fmt: skip


def met_first(kit: Kit, places: Array, start: Array, angle: float, bounces: int) -> tuple[int, float] | None:
    """Return the ball that a cue-ball sent along `angle` meets first, off so many cushions at most, and how far it is.

    Cushions turn a ball back a little flatter than they should; pockets are left out. None: it meets none.
    """
    r, at, gone = kit.ball_radius_mm, start.astype(float), 0.0
    way = np.array([np.cos(angle), np.sin(angle)])
    far = np.array([kit.width_mm, kit.length_mm]) - r
    for _ in range(bounces + 1):
        with np.errstate(divide="ignore"):
            to_wall = np.where(way > 0, (far - at) / way, np.where(way < 0, (r - at) / way, np.inf))
        axis = int(np.argmin(to_wall))
        hit = _first_on_line(kit, places, at, way, float(to_wall[axis]))
        if hit is not None:
            return hit[0], gone + hit[1]
        at, gone = at + way * to_wall[axis], gone + float(to_wall[axis])
        way = way * np.where(np.arange(2) == axis, -0.82, 0.97)
        way /= np.linalg.norm(way)
    return None


def _first_on_line(kit: Kit, places: Array, at: Array, way: Array, reach: float) -> tuple[int, float] | None:
    gap = places - at
    along = gap @ way
    side2 = np.einsum("ij,ij->i", gap, gap) - along**2
    meets = along - np.sqrt(np.clip(kit.touching_mm**2 - side2, 0, None))
    meets[(side2 >= kit.touching_mm**2) | (along <= 0) | (meets > reach)] = np.inf
    if not len(meets) or not np.isfinite(meets.min()):
        return None
    i = int(np.argmin(meets))
    return i, max(float(meets[i]), 0.0)
