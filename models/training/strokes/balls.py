"""A stroke played on a drawn table: a small, honest simulation that keeps an exact log of what met what and when.

Time goes in steps of a millisecond, longer while balls only roll and nothing is near; within a step, meetings are set
back to the moment of contact. What a ball does in a step, and what a touch does to it, are the equations of
`tracker.physics`; cushions and jaws follow the drawn nose; a ball is potted when its centre has passed over the edge of
a hole. A ball that is struck upward, or driven into the bed by one that comes down on it, flies (`airborne`) and may
leave the table. Left out, because pictures hardly show it: side spin, throw and swerve.

The drawn table (`DRAWN`) is a little other than the mean of tables that incidents are told by: its cloth is slower, its
cushions and balls are livelier or duller. So what reckons with the mean is not tested on that very mean.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from models.training import airborne
from models.training.strokes.moving import (
    LONGEST_STEP_S,
    STEP_S,
    Bounced,
    Edge,
    Met,
    Moving,
    Played,
    Strike,
    collide,
    come_off,
    fall,
    has_left,
    leave,
    logged,
    refuse_overlap,
)
from models.training.table_shape import cushions
from tracker.domain.table.kit import Kit
from tracker.physics.collide import parted, spin_after, thrown_back
from tracker.physics.flight import fallen, hop_mm_s, off_nose
from tracker.physics.motion import step
from tracker.physics.surfaces import Surfaces

Array = NDArray[np.float64]

LONGEST_S = 25.0
STOPPED_MM_S = 3.0
DRAWN = Surfaces(sliding=0.2, rolling=0.0125, balls=0.96, cushions=0.78, grip=0.96, spin_kept=-0.3)


@dataclass(slots=True, kw_only=True)
class _Balls(Moving):
    """All balls of a stroke as it goes on."""

    roll: Array
    """(n, 2) speed of the surface through spin: equal to `speed` when rolling."""


def play(
    kit: Kit,
    balls: tuple[tuple[str, tuple[float, float]], ...],
    strike: Strike,
    cue: str = "white",
    least_step_s: float = STEP_S,
) -> Played:
    """Return what happens when the ball called `cue` among `balls` (name, place in mm) is struck.

    A longer least step than usual is quicker and rougher: enough to see about what a stroke will come to.

    Raises:
        ValueError: there is no such ball, or two balls overlap.
    """
    names, count = tuple(name for name, _ in balls), len(balls)
    state = _Balls(
        kit=kit, place=np.array([at for _, at in balls], float), speed=np.zeros((count, 2)), roll=np.zeros((count, 2)),
        height=np.zeros(count), climb=np.zeros(count), is_on=np.ones(count, bool),
        edges=[Edge.along(cushion.side, cushion.nose) for cushion in cushions(kit)], least_step_s=least_step_s,
    )  # fmt: skip
    refuse_overlap(state.place, np.full(count, kit.ball_radius_mm))
    white = names.index(cue)
    state.speed[white] = strike.speed_mm_s * np.array([np.cos(strike.angle), np.sin(strike.angle)])
    state.roll[white] = strike.follow * state.speed[white]
    state.climb[white] = strike.lift_mm_s
    return logged(state, names, LONGEST_S, lambda: _step(state), lambda: _energy(state))


def _energy(state: _Balls) -> float:
    return float(np.sum(state.speed[state.is_on] ** 2) + 0.4 * np.sum(state.roll[state.is_on] ** 2))


def _step(state: _Balls) -> None:
    state.step_s = _room_s(state)
    state.now_s += state.step_s
    _slow(state)
    for _ in range(4):
        if not _meet_balls(state):
            break
    _meet_table(state)


def _room_s(state: _Balls) -> float:
    """Return how long a step may be: short while a ball slides or is near something, longer when all roll freely."""
    moving = np.flatnonzero(np.any(state.speed, axis=1))
    if np.any(state.speed[moving] != state.roll[moving]) or np.any(state.aloft):
        return state.least_step_s
    fast = float(np.sqrt(np.max(np.sum(state.speed[moving] ** 2, axis=1))))
    at, edge = state.place[moving], state.kit.ball_radius_mm
    far = np.array([state.kit.width_mm, state.kit.length_mm])
    free = min(float(np.min(at)) - edge, float(np.min(far - at)) - edge)
    away = np.linalg.norm(at[:, None] - state.place[None], axis=2)
    away[np.arange(len(moving)), moving] = np.inf
    away[:, ~state.is_on] = np.inf
    free = min(free, (float(np.min(away)) - state.kit.touching_mm) / 2)
    return float(np.clip(free / fast, state.least_step_s, LONGEST_STEP_S))


def _slow(state: _Balls) -> None:
    """Move all balls for one step: those on the cloth as it slows them, those in the air as they fall."""
    aloft, way = state.aloft, state.speed * state.step_s
    on = ~aloft & state.is_on
    way[on], state.speed[on], state.roll[on] = step(state.speed[on], state.roll[on], state.step_s, DRAWN, STOPPED_MM_S)
    state.place = state.place + way
    for i in np.flatnonzero(aloft & state.is_on):
        ground = airborne.ground_mm(state.kit, state.place[i])
        state.height[i], state.climb[i] = fallen(state.height[i], state.climb[i], ground, state.step_s)


def _meet_balls(state: _Balls) -> bool:
    """Part every pair that has run into each other in this step; say whether there was one."""
    moving = np.flatnonzero(np.any(state.speed, axis=1) & state.is_on)
    gap = state.place[moving, None] - state.place[None]
    near2 = np.sum(gap**2, axis=2) + (state.height[moving, None] - state.height[None]) ** 2
    near2[:, ~state.is_on] = np.inf
    near2[np.arange(len(moving)), moving] = np.inf
    met = False
    for row, other in zip(*np.nonzero(near2 < state.kit.touching_mm**2), strict=True):
        met |= _collide(state, int(moving[row]), int(other))
    return met


def _collide(state: _Balls, i: int, j: int) -> bool:
    """Set a pair back to its moment of contact, exchange speed along the line of centres, and go on from there."""
    if state.aloft[i] or state.aloft[j]:
        return _collide_aloft(state, i, j)
    return collide(state, i, j, state.kit.touching_mm, lambda line, one, other: parted(line, one, other, DRAWN))


def _collide_aloft(state: _Balls, i: int, j: int) -> bool:
    """Part two balls of which one at least is in the air; what is driven into the bed, the bed throws up."""
    line = np.array([*(state.place[j] - state.place[i]), state.height[j] - state.height[i]])
    line /= np.linalg.norm(line)
    before = [np.array([*state.speed[k], state.climb[k]]) for k in (i, j)]
    if float((before[0] - before[1]) @ line) <= 0:
        return False
    at = (float(state.place[i, 0]), float(state.place[i, 1]))
    state.touches.append(Met(at_s=state.now_s, balls=(i, j), at_mm=at))
    after = parted(line, before[0], before[1], DRAWN)
    for k, (x, y, climb) in zip((i, j), after, strict=True):
        state.speed[k] = x, y
        state.climb[k] = hop_mm_s(climb) if state.height[k] == 0 and climb < 0 else climb
    return True


def _meet_table(state: _Balls) -> None:
    """Let balls near the edge fall into pockets or come off cushions."""
    kit = state.kit
    r = kit.ball_radius_mm
    x, y = state.place[:, 0], state.place[:, 1]
    outside = (x < r) | (x > kit.width_mm - r) | (y < r) | (y > kit.length_mm - r)
    aloft = state.aloft
    for i in np.flatnonzero(outside & state.is_on & np.any(state.speed, axis=1)):
        if aloft[i]:
            _meet_edge_aloft(state, int(i))
        elif not _falls(state, int(i)):
            _comes_off(state, int(i))


def _meet_edge_aloft(state: _Balls, i: int) -> None:
    """Let a ball in the air strike a nose, or leave the table over it; one that has left is soon out of view."""
    if has_left(state, i):
        return
    kit = state.kit
    if state.height[i] < airborne.rail_mm(kit) and _falls(state, i):
        return
    if airborne.outside_mm(kit, state.place[i]) > 0 and state.height[i] > 0:
        leave(state, i)
        return
    above_mm = state.height[i] + kit.ball_radius_mm - kit.nose_height_mm
    for edge in state.edges:
        k, gap = edge.nearest(state.place[i])
        after = off_nose(gap, above_mm, np.array([*state.speed[i], state.climb[i]]), kit.ball_radius_mm, DRAWN)
        if after is not None:
            state.bounces.append(Bounced(at_s=state.now_s, ball=i, cushion=edge.side, is_jaw=k != edge.face))
            state.speed[i], state.climb[i] = after[:2], after[2]


def _falls(state: _Balls, i: int) -> bool:
    for pocket in state.kit.pockets:
        inside = pocket.radius_mm - float(np.hypot(*(state.place[i] - np.array(pocket.fall))))
        if inside > 0:
            fast = float(np.hypot(*state.speed[i]))
            at_s = state.now_s - min(inside / max(fast, 1.0), state.step_s)
            fall(state, i, pocket.name, at_s)
            return True
    return False


def _comes_off(state: _Balls, i: int) -> None:
    """Turn a ball back that has met a nose."""

    def thrown(normal: Array) -> Array:
        state.roll[i] = spin_after(state.roll[i], normal, DRAWN.spin_kept)
        return thrown_back(state.speed[i], normal, DRAWN.cushions, DRAWN.grip)

    come_off(state, i, state.kit.ball_radius_mm, thrown)
