"""A stroke played on a drawn board: discs that slide, with an exact log of what met what and when.

The board's sibling of `strokes`: steps of a millisecond, longer while nothing is near; meetings are set back to the
moment of contact. What a disc does in a step, and what a touch does to it, are the equations of
`tracker.physics.sliding`; the edge boards are met as they are drawn. A striker that is struck upward flies: over pucks,
or over an edge board and off.

The drawn board (`DRAWN_BOARD`) is a little other than the usual one that incidents are told by.
"""

from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray

from models.training.airborne import IN_VIEW_S, Left, side_of
from models.training.board_shape import SIDES, inner
from models.training.strokes import Bounced, Fell, Met, Played, Strike, nearest
from tracker.domain.table.kit import Kit
from tracker.physics.collide import inward_mm_s, thrown_back, touched_ago_s
from tracker.physics.flight import fallen
from tracker.physics.sliding import SlidingSurfaces, discs_parted, mass_of, pocket_under, slid

Array = NDArray[np.float64]

STEP_S: Final = 0.001
LONGEST_STEP_S: Final = 0.02
LONGEST_S: Final = 15.0
ROUNDS: Final = 6
"""So often a step looks for pairs that still close in: a push goes through a row of discs that touch."""
FLOOR_MM: Final = -850.0
DRAWN_BOARD: Final = SlidingSurfaces(sliding=0.13, discs=0.84, edges=0.68, grip=0.88)


@dataclass(slots=True)
class _Discs:
    """All discs of a stroke as it goes on."""

    kit: Kit
    place: Array
    speed: Array
    height: Array
    climb: Array
    radius: Array
    mass: Array
    is_on: NDArray[np.bool_]
    walls: list[tuple[str, Array, Array, int]]
    """Each edge board: its name, its pieces' starts and ends, and which of them is the face."""
    least_s: float
    now_s: float = 0.0
    step_s: float = STEP_S
    touches: list[Met] = field(default_factory=list)
    bounces: list[Bounced] = field(default_factory=list)
    pots: list[Fell] = field(default_factory=list)
    left: list[Left] = field(default_factory=list)

    @property
    def moving(self) -> NDArray[np.int_]:
        """Numbers of the discs that move."""
        return np.flatnonzero((np.any(self.speed, axis=1) | (self.height != 0) | (self.climb != 0)) & self.is_on)


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
    state = _laid(kit, discs, least_step_s)
    first = [name for name, _ in discs].index(cue)
    state.speed[first] = strike.speed_mm_s * np.array([np.cos(strike.angle), np.sin(strike.angle)])
    state.climb[first] = strike.lift_mm_s
    times, trail, heights, energy = [0.0], [_seen(state)], [state.height.copy()], [_energy(state)]
    while len(state.moving) and state.now_s < LONGEST_S:
        _step(state)
        times.append(state.now_s)
        trail.append(_seen(state))
        heights.append(state.height.copy())
        energy.append(_energy(state))
    return Played(
        names=tuple(name for name, _ in discs), times_s=np.array(times), places_mm=np.array(trail),
        heights_mm=np.array(heights), energy=np.array(energy), touches=tuple(state.touches),
        bounces=tuple(state.bounces), pots=tuple(state.pots), left=tuple(state.left),
    )  # fmt: skip


def _laid(kit: Kit, discs: tuple[tuple[str, tuple[float, float]], ...], least_step_s: float) -> _Discs:
    names, count = [name for name, _ in discs], len(discs)
    state = _Discs(
        kit=kit, place=np.array([at for _, at in discs], float), speed=np.zeros((count, 2)), height=np.zeros(count),
        climb=np.zeros(count), radius=np.array([kit.radius_of(name) for name in names]),
        mass=np.array([mass_of(kit, name) for name in names]), is_on=np.ones(count, bool), walls=_walls(kit),
        least_s=least_step_s,
    )  # fmt: skip
    i, j, apart = _nearest_pair(state)
    if apart < -1e-3:
        raise ValueError(f"discs {i} and {j} overlap by {-apart:.2f} mm: move one of them")
    return state


def _nearest_pair(state: _Discs) -> tuple[int, int, float]:
    gaps = np.hypot(*(state.place[:, None] - state.place[None]).transpose(2, 0, 1))
    gaps -= state.radius[:, None] + state.radius[None]
    gaps[np.diag_indices(len(gaps))] = np.inf
    i, j = np.unravel_index(np.argmin(gaps), gaps.shape)
    return int(i), int(j), float(gaps[i, j])


def _walls(kit: Kit) -> list[tuple[str, Array, Array, int]]:
    walls = []
    for side, name in enumerate(SIDES):
        edge = inner(kit, side)
        starts, ends = edge[:-1], edge[1:]
        walls.append((name, starts, ends, int(np.argmax(np.linalg.norm(ends - starts, axis=1)))))
    return walls


def _seen(state: _Discs) -> Array:
    return np.where(state.is_on[:, None], state.place, np.nan)


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
    if np.any(state.height) or np.any(state.climb):
        return state.least_s
    at, far = state.place[moving], np.array([state.kit.width_mm, state.kit.length_mm])
    reach = state.radius[moving]
    free = min(float(np.min(at.min(axis=1) - reach)), float(np.min((far - at).min(axis=1) - reach)))
    away = np.hypot(*(at[:, None] - state.place[None]).transpose(2, 0, 1)) - reach[:, None] - state.radius[None]
    away[np.arange(len(moving)), moving] = np.inf
    away[:, ~state.is_on] = np.inf
    free = min(free, float(np.min(away)) / 2)
    fast = float(np.max(np.hypot(*state.speed[moving].T)))
    return float(np.clip(free / max(fast, 1e-9), state.least_s, LONGEST_STEP_S))


def _move(state: _Discs) -> None:
    """Move all discs for one step: those on the board as it slows them, those in the air as they fall."""
    aloft = (state.height != 0) | (state.climb != 0)
    on = ~aloft & state.is_on
    way = state.speed * state.step_s
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
    """Set a pair back to its moment of contact, let it part, and go on from there."""
    gap, closing = state.place[j] - state.place[i], state.speed[j] - state.speed[i]
    ago_s = touched_ago_s(gap, closing, float(state.radius[i] + state.radius[j]))
    if ago_s is None:
        return False
    back = min(ago_s, state.step_s)
    state.place[[i, j]] -= state.speed[[i, j]] * back
    line = state.place[j] - state.place[i]
    line /= np.linalg.norm(line)
    first, second = (i, j) if abs(state.speed[i] @ line) >= abs(state.speed[j] @ line) else (j, i)
    at = (float(state.place[first, 0]), float(state.place[first, 1]))
    state.touches.append(Met(at_s=state.now_s - back, balls=(first, second), at_mm=at))
    state.speed[i], state.speed[j] = discs_parted(
        line, (state.speed[i], state.speed[j]), (float(state.mass[i]), float(state.mass[j])), DRAWN_BOARD
    )
    state.place[[i, j]] += state.speed[[i, j]] * back
    return True


def _meet_board(state: _Discs, i: int) -> None:
    """Let a disc fall into a hole, come off an edge board, or leave the board over one."""
    gone = next((one for one in state.left if one.ball == i), None)
    if gone is not None:
        if state.now_s - gone.at_s > IN_VIEW_S:
            _take_away(state, i)
        return
    if state.height[i] >= state.kit.nose_height_mm:
        if not _is_inside(state, i):
            _leaves(state, i)
        return
    pocket = pocket_under(state.kit, state.place[i])
    if pocket is not None and state.height[i] <= 0:
        at, speed = state.place[i], state.speed[i]
        state.pots.append(
            Fell(at_s=state.now_s, ball=i, pocket=pocket.name, at_mm=(float(at[0]), float(at[1])),
                 velocity_mm_s=(float(speed[0]), float(speed[1])))
        )  # fmt: skip
        _take_away(state, i)
        return
    _comes_off(state, i)


def _is_inside(state: _Discs, i: int) -> bool:
    x, y = state.place[i]
    return bool(0 < x < state.kit.width_mm and 0 < y < state.kit.length_mm)


def _leaves(state: _Discs, i: int) -> None:
    at = (float(state.place[i, 0]), float(state.place[i, 1]))
    state.left.append(Left(at_s=state.now_s, ball=i, cushion=side_of(state.kit, state.place[i]), at_mm=at))


def _take_away(state: _Discs, i: int) -> None:
    state.is_on[i] = False
    state.speed[i] = 0.0
    state.height[i] = state.climb[i] = 0.0


def _comes_off(state: _Discs, i: int) -> None:
    """Turn a disc back that has met an edge board."""
    radius = float(state.radius[i])
    for name, starts, ends, face in state.walls:
        k, gap = nearest(state.place[i], starts, ends)
        away = float(np.hypot(gap[0], gap[1]))
        if away >= radius or away < 1e-9:
            continue
        normal = gap / away
        inward = float(inward_mm_s(state.speed[i], normal))
        if inward >= 0:
            continue
        back = min((radius - away) / -inward, state.step_s)
        state.bounces.append(Bounced(at_s=state.now_s - back, ball=i, cushion=name, is_jaw=k != face))
        state.place[i] -= state.speed[i] * back
        state.speed[i] = thrown_back(state.speed[i], normal, DRAWN_BOARD.edges, DRAWN_BOARD.grip)
        state.place[i] += state.speed[i] * back
