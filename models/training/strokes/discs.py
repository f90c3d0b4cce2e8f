"""A stroke played on a drawn board: discs that slide, with an exact log of what met what and when.

The board's sibling of `balls`: steps of a millisecond, longer while nothing is near. What a disc does in a step, and
what a touch does to it, are the equations of `tracker.physics.sliding`; the edge boards are met as they are drawn. A
striker that is struck upward flies: over pucks, or over an edge board and off.

The drawn board (`DRAWN_BOARD`) is a little other than the usual one that incidents are told by.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from models.training.airborne import FLOOR_MM, outside_mm
from models.training.board_shape import SIDES, inner
from models.training.strokes.moving import (
    LONGEST_STEP_S,
    STEP_S,
    Edge,
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
from tracker.domain.table.kit import Kit
from tracker.physics.collide import thrown_back
from tracker.physics.flight import fallen
from tracker.physics.sliding import SlidingSurfaces, discs_parted, mass_of, pocket_under, slid

Array = NDArray[np.float64]

LONGEST_S: Final = 15.0
ROUNDS: Final = 6
"""So often a step looks for pairs that still close in: a push goes through a row of discs that touch."""
DRAWN_BOARD: Final = SlidingSurfaces(sliding=0.13, discs=0.84, edges=0.68, grip=0.88)


@dataclass(slots=True, kw_only=True)
class _Discs(Moving):
    """All discs of a stroke as it goes on."""

    radius: Array
    """(n,) mm."""
    mass: Array
    """(n,) in those of a puck without its hole."""


def play_discs(
    kit: Kit,
    discs: tuple[tuple[str, tuple[float, float]], ...],
    strike: Strike,
    cue: str = "striker",
    least_step_s: float = STEP_S,
) -> Played:
    """Return what happens when the disc called `cue` among `discs` (name, place in mm) is struck.

    Raises:
        ValueError: there is no such disc, or two overlap.
    """
    names, count = tuple(name for name, _ in discs), len(discs)
    state = _Discs(
        kit=kit, place=np.array([at for _, at in discs], float), speed=np.zeros((count, 2)), height=np.zeros(count),
        climb=np.zeros(count), is_on=np.ones(count, bool), radius=np.array([kit.radius_of(name) for name in names]),
        mass=np.array([mass_of(kit, name) for name in names]), least_step_s=least_step_s,
        edges=[Edge.along(name, inner(kit, side)) for side, name in enumerate(SIDES)],
    )  # fmt: skip
    refuse_overlap(state.place, state.radius)
    struck = names.index(cue)
    state.speed[struck] = strike.speed_mm_s * np.array([np.cos(strike.angle), np.sin(strike.angle)])
    state.climb[struck] = strike.lift_mm_s
    return logged(state, names, LONGEST_S, lambda: _step(state), lambda: _energy(state))


def _energy(state: _Discs) -> float:
    return float(np.sum(state.mass[state.is_on] * np.sum(state.speed[state.is_on] ** 2, axis=1)))


def _step(state: _Discs) -> None:
    state.step_s = _room_s(state)
    state.now_s += state.step_s
    _move(state)
    for _ in range(ROUNDS):
        if not _meet_discs(state):
            break
    for i in state.moving:
        _meet_board(state, int(i))


def _room_s(state: _Discs) -> float:
    """Return how long a step may be: until a disc could have come to another, or to an edge board."""
    moving = state.moving
    if np.any(state.aloft):
        return state.least_step_s
    at, far = state.place[moving], np.array([state.kit.width_mm, state.kit.length_mm])
    reach = state.radius[moving]
    free = min(float(np.min(at.min(axis=1) - reach)), float(np.min((far - at).min(axis=1) - reach)))
    away = np.hypot(*(at[:, None] - state.place[None]).transpose(2, 0, 1)) - reach[:, None] - state.radius[None]
    away[np.arange(len(moving)), moving] = np.inf
    away[:, ~state.is_on] = np.inf
    free = min(free, float(np.min(away)) / 2)
    fast = float(np.max(np.hypot(*state.speed[moving].T)))
    return float(np.clip(free / max(fast, 1e-9), state.least_step_s, LONGEST_STEP_S))


def _move(state: _Discs) -> None:
    """Move all discs for one step: those on the board as it slows them, those in the air as they fall."""
    aloft, way = state.aloft, state.speed * state.step_s
    on = ~aloft & state.is_on
    way[on], state.speed[on] = slid(state.speed[on], state.step_s, DRAWN_BOARD)
    state.place[state.is_on] += way[state.is_on]
    for i in np.flatnonzero(aloft & state.is_on):
        ground = 0.0 if not any(one.ball == i for one in state.left) else FLOOR_MM
        state.height[i], state.climb[i] = fallen(state.height[i], state.climb[i], ground, state.step_s)


def _meet_discs(state: _Discs) -> bool:
    """Part every pair that has run into each other in this step; say whether there was one."""
    moving = state.moving
    away = np.hypot(*(state.place[moving, None] - state.place[None]).transpose(2, 0, 1))
    near = away < state.radius[moving, None] + state.radius[None]
    near &= np.abs(state.height[moving, None] - state.height[None]) < state.kit.disc_mm
    near[:, ~state.is_on] = False
    near[np.arange(len(moving)), moving] = False
    met = False
    for row, other in zip(*np.nonzero(near), strict=True):
        met |= _collide(state, int(moving[row]), int(other))
    return met


def _collide(state: _Discs, i: int, j: int) -> bool:
    masses = float(state.mass[i]), float(state.mass[j])
    apart_mm = float(state.radius[i] + state.radius[j])
    return collide(state, i, j, apart_mm, lambda line, *speeds: discs_parted(line, speeds, masses, DRAWN_BOARD))


def _meet_board(state: _Discs, i: int) -> None:
    """Let a disc fall into a hole, come off an edge board, or leave the board over one."""
    if has_left(state, i):
        return
    if state.height[i] >= state.kit.nose_height_mm:
        if outside_mm(state.kit, state.place[i]) >= 0:
            leave(state, i)
        return
    pocket = pocket_under(state.kit, state.place[i])
    if pocket is not None and state.height[i] <= 0:
        fall(state, i, pocket.name, state.now_s)
        return
    come_off(
        state, i, float(state.radius[i]),
        lambda normal: thrown_back(state.speed[i], normal, DRAWN_BOARD.edges, DRAWN_BOARD.grip),
    )  # fmt: skip
