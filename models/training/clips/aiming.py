"""Aiming by geometry: the ghost ball, the thickness of a cut, whether a way is clear."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from models.training.strokes import Played, Strike, play
from tracker.domain.table.kit import Kit, Pocket

Array = NDArray[np.float64]
Balls = tuple[tuple[str, tuple[float, float]], ...]


def ghost(kit: Kit, ball: ArrayLike, target: ArrayLike) -> Array:
    """Return where the cue-ball's centre must be when it meets `ball`, for it to run to `target`."""
    away = np.asarray(ball, float) - np.asarray(target, float)
    return np.asarray(np.asarray(ball, float) + away / np.linalg.norm(away) * kit.touching_mm)


def way_in(kit: Kit, ball: tuple[float, float], pocket: Pocket) -> tuple[float, float] | None:
    """Return the point to send a ball to, so that it falls with the most to spare; None if no line goes."""
    start, fall = np.array(ball), np.array(pocket.fall)
    run = fall - start
    across = np.array([-run[1], run[0]]) / np.linalg.norm(run)
    speed = float(np.sqrt(2 * 125 * np.linalg.norm(run))) + 250
    good = []
    for offset in np.arange(-48.0, 49.0, 6.0):
        alone = (("white", ball),)
        played = play(kit, alone, Strike(angle=angle_to(start, fall + offset * across), speed_mm_s=speed, follow=1.0))
        if played.pots and played.pots[0].pocket == pocket.name and len(played.bounces) == 0:
            good.append(offset)
    if len(good) < 2:
        return None
    x, y = fall + float(np.mean(good)) * across
    return float(x), float(y)


def angle_to(start: ArrayLike, end: ArrayLike) -> float:
    """Return the direction from one place to another, radians from the x axis."""
    dx, dy = np.asarray(end, float) - np.asarray(start, float)
    return float(np.arctan2(dy, dx))


def cut(kit: Kit, white: ArrayLike, ball: ArrayLike, target: ArrayLike) -> float:
    """Return how far the ball must turn off the cue-ball's line, radians; more than pi / 2 cannot be potted."""
    turn = angle_to(ball, target) - angle_to(white, ghost(kit, ball, target))
    return abs(float((turn + np.pi) % (2 * np.pi) - np.pi))


def is_clear(
    kit: Kit, start: ArrayLike, end: ArrayLike, others: list[tuple[float, float]], spare_mm: float = 8.0
) -> bool:
    """Say whether a ball can roll from one place to another without meeting one of `others`."""
    a, b = np.asarray(start, float), np.asarray(end, float)
    run = b - a
    for other in others:
        share = np.clip((np.asarray(other) - a) @ run / max(run @ run, 1e-9), 0, 1)
        if np.linalg.norm(a + share * run - np.asarray(other)) < kit.touching_mm + spare_mm:
            return False
    return True


def stands_well(kit: Kit, white: ArrayLike, angle: float) -> bool:
    """Say whether a player can reach: the shoulders, behind the cue-ball, are over the edge of the table or outside."""
    x, y = np.asarray(white, float) - 1000 * np.array([np.cos(angle), np.sin(angle)])
    inside = min(x, kit.width_mm - x, y, kit.length_mm - y)
    return bool(inside < 230)


def without(balls: Balls, gone: tuple[int, ...]) -> list[tuple[float, float]]:
    """Return the places of all balls but some."""
    return [at for i, (_, at) in enumerate(balls) if i not in gone]


def pot(
    kit: Kit, balls: Balls, target: int, pocket: Pocket, strike: tuple[float, float]
) -> tuple[Strike, Played] | None:
    """Play a pot of ball `target` with (speed, follow); None where geometry already says that it cannot be."""
    start, ball = balls[0][1], balls[target][1]
    others = without(balls, (0, target))
    if cut(kit, start, ball, pocket.fall) > np.radians(55) or not is_clear(kit, ball, pocket.fall, others):
        return None
    aim = way_in(kit, ball, pocket)
    if aim is None:
        return None
    meet = ghost(kit, ball, aim)
    angle = angle_to(start, meet)
    if (
        not is_clear(kit, start, meet, others)
        or cut(kit, start, ball, aim) > np.radians(48)
        or not stands_well(kit, start, angle)
    ):
        return None
    chosen = Strike(angle=angle, speed_mm_s=strike[0], follow=strike[1])
    return chosen, play(kit, balls, chosen)


def potted(played: Played) -> tuple[int, ...]:
    """Return the balls that fell, in order."""
    return tuple(fell.ball for fell in played.pots)


def stirred(played: Played) -> set[int]:
    """Return the balls that moved."""
    first = played.places_mm[0]
    moved = np.nanmax(np.linalg.norm(played.places_mm - first, axis=2), axis=0) > 0.01
    return {int(i) for i in np.flatnonzero(moved)} | set(potted(played))


def rest_of(played: Played) -> tuple[tuple[int, tuple[float, float]], ...]:
    """Return the balls that are left with their places."""
    last = played.places_mm[-1]
    return tuple((i, (float(x), float(y))) for i, (x, y) in enumerate(last) if not np.isnan(x))
