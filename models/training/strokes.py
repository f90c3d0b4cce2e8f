"""A stroke played on a drawn table: a small, honest simulation that keeps an exact log of what met what and when.

Time goes in steps of a millisecond, longer while balls only roll and nothing is near; within a step, meetings are set
back to the moment of contact. What a ball does in a step, and what a touch does to it, are the equations of
`tracker.physics`; cushions and jaws follow the drawn nose; a ball is potted when its centre has passed over the edge of
a hole. A ball that is struck upward, or driven into the bed by one that comes down on it, flies (`airborne`) and may
leave the table. Left out, because pictures hardly show it: side spin, throw and swerve.

The drawn table (`DRAWN`) is a little other than the mean of tables that incidents are told by: its cloth is slower, its
cushions and balls are livelier or duller. So what reckons with the mean is not tested on that very mean.
"""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from models.training import airborne
from models.training.airborne import Left
from models.training.table_shape import cushions
from tracker.domain.table.kit import Kit
from tracker.physics.collide import inward_mm_s, parted, spin_after, thrown_back, touched_ago_s
from tracker.physics.flight import fallen, hop_mm_s, off_nose
from tracker.physics.motion import step
from tracker.physics.surfaces import Surfaces

Array = NDArray[np.float64]

STEP_S = 0.001
LONGEST_STEP_S = 0.02
LONGEST_S = 25.0
STOPPED_MM_S = 3.0
DRAWN = Surfaces(sliding=0.2, rolling=0.0125, balls=0.96, cushions=0.78, grip=0.96, spin_kept=-0.3)


@dataclass(frozen=True, slots=True, kw_only=True)
class Strike:
    """How the cue-ball is struck."""

    angle: float
    """Direction in radians from the x axis."""
    speed_mm_s: float
    follow: float = 0.0
    """Spin along the way: 1 rolls at once, 0 slides, below 0 is screw."""
    lift_mm_s: float = 0.0
    """Upward speed: the cue-ball jumps."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Met:
    """Two balls met: indices, mover first, and where the mover's centre was."""

    at_s: float
    balls: tuple[int, int]
    at_mm: tuple[float, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Bounced:
    """A ball met a cushion or one of its jaws."""

    at_s: float
    ball: int
    cushion: str
    is_jaw: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Fell:
    """A ball passed the edge of a hole, with the speed it had."""

    at_s: float
    ball: int
    pocket: str
    at_mm: tuple[float, float]
    velocity_mm_s: tuple[float, float]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Played:
    """All that happened from the strike to the rest of all balls."""

    names: tuple[str, ...]
    times_s: Array
    """(steps,) seconds after the strike, rising."""
    places_mm: Array
    """(steps, n, 2) at those times; nan once a ball is potted, or has left the table and is out of view."""
    heights_mm: Array
    """(steps, n) of the balls' centres above where they lie on the cloth."""
    energy: Array
    """(steps,) sum of v² + 2/5 (R omega)² of all balls on the table, mm²/s²."""
    touches: tuple[Met, ...]
    bounces: tuple[Bounced, ...]
    pots: tuple[Fell, ...]
    left: tuple[Left, ...] = ()

    @property
    def lasts_s(self) -> float:
        """Return the time from the strike to rest."""
        return float(self.times_s[-1])

    def at(self, t_s: float) -> Array:
        """Return the (n, 2) places `t_s` after the strike; at rest after the end."""
        return self._between(self.places_mm, t_s)

    def heights_at(self, t_s: float) -> Array:
        """Return the (n,) heights `t_s` after the strike."""
        return self._between(self.heights_mm, t_s)

    def _between(self, trail: Array, t_s: float) -> Array:
        high = int(np.clip(np.searchsorted(self.times_s, t_s), 1, len(self.times_s) - 1))
        begin, end = self.times_s[high - 1], self.times_s[high]
        share = min(max((t_s - begin) / (end - begin), 0.0), 1.0)
        return np.asarray(trail[high - 1] + share * (trail[high] - trail[high - 1]))


@dataclass(slots=True)
class _State:
    kit: Kit
    place: Array
    speed: Array
    roll: Array
    """(n, 2) speed of the surface through spin: equal to `speed` when rolling."""
    is_on: NDArray[np.bool_]
    height: Array
    """(n,) above where a ball lies on the cloth."""
    climb: Array
    """(n,) upward speed."""
    now_s: float = 0.0
    step_s: float = STEP_S
    least_step_s: float = STEP_S
    touches: list[Met] = field(default_factory=list)
    bounces: list[Bounced] = field(default_factory=list)
    pots: list[Fell] = field(default_factory=list)
    left: list[Left] = field(default_factory=list)
    edges: list[tuple[str, Array, Array, Array]] = field(default_factory=list)

    @property
    def aloft(self) -> NDArray[np.bool_]:
        """Return the (n,) balls that do not lie on the cloth."""
        return np.asarray((self.height != 0) | (self.climb != 0))


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
    names = tuple(name for name, _ in balls)
    state = _State(
        kit=kit,
        place=np.array([at for _, at in balls], float),
        speed=np.zeros((len(balls), 2)),
        roll=np.zeros((len(balls), 2)),
        is_on=np.ones(len(balls), bool),
        height=np.zeros(len(balls)),
        climb=np.zeros(len(balls)),
        edges=_edges(kit),
        least_step_s=least_step_s,
    )
    _refuse_overlap(state)
    white = names.index(cue)
    state.speed[white] = strike.speed_mm_s * np.array([np.cos(strike.angle), np.sin(strike.angle)])
    state.roll[white] = strike.follow * state.speed[white]
    state.climb[white] = strike.lift_mm_s
    times, trail, heights, energy = [0.0], [_seen(state)], [state.height.copy()], [_energy(state)]
    while np.any(state.speed) and state.now_s < LONGEST_S:
        _step(state)
        times.append(state.now_s)
        trail.append(_seen(state))
        heights.append(state.height.copy())
        energy.append(_energy(state))
    return Played(
        names=names, times_s=np.array(times), places_mm=np.array(trail), heights_mm=np.array(heights),
        energy=np.array(energy), touches=tuple(state.touches), bounces=tuple(state.bounces), pots=tuple(state.pots),
        left=tuple(state.left),
    )  # fmt: skip


def _edges(kit: Kit) -> list[tuple[str, Array, Array, Array]]:
    """Return for each cushion its side, the starts and ends of its nose's pieces, and which of them is the face."""
    edges = []
    for cushion in cushions(kit):
        starts, ends = cushion.nose[:-1], cushion.nose[1:]
        longest = np.argmax(np.linalg.norm(ends - starts, axis=1))
        edges.append((cushion.side, starts, ends, np.arange(len(starts)) == longest))
    return edges


def _refuse_overlap(state: _State) -> None:
    away = np.linalg.norm(state.place[:, None] - state.place[None], axis=2)
    away[np.diag_indices(len(away))] = np.inf
    if away.min() < state.kit.touching_mm - 1e-6:
        i, j = np.unravel_index(np.argmin(away), away.shape)
        raise ValueError(f"balls {i} and {j} overlap by {state.kit.touching_mm - away.min():.2f} mm: move one of them")


def _seen(state: _State) -> Array:
    return np.where(state.is_on[:, None], state.place, np.nan)


def _energy(state: _State) -> float:
    return float(np.sum(state.speed[state.is_on] ** 2) + 0.4 * np.sum(state.roll[state.is_on] ** 2))


def _step(state: _State) -> None:
    state.step_s = _room_s(state)
    state.now_s += state.step_s
    _slow(state)
    for _ in range(4):
        if not _meet_balls(state):
            break
    _meet_table(state)


def _room_s(state: _State) -> float:
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


def _slow(state: _State) -> None:
    """Move all balls for one step: those on the cloth as it slows them, those in the air as they fall."""
    aloft, way = state.aloft, state.speed * state.step_s
    on = ~aloft
    way[on], state.speed[on], state.roll[on] = step(state.speed[on], state.roll[on], state.step_s, DRAWN, STOPPED_MM_S)
    state.place = state.place + way
    for i in np.flatnonzero(aloft & state.is_on):
        ground = airborne.ground_mm(state.kit, state.place[i])
        state.height[i], state.climb[i] = fallen(state.height[i], state.climb[i], ground, state.step_s)


def _meet_balls(state: _State) -> bool:
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


def _collide(state: _State, i: int, j: int) -> bool:
    """Set a pair back to its moment of contact, exchange speed along the line of centres, and go on from there."""
    if state.aloft[i] or state.aloft[j]:
        return _collide_aloft(state, i, j)
    gap, closing = state.place[j] - state.place[i], state.speed[j] - state.speed[i]
    ago_s = touched_ago_s(gap, closing, state.kit.touching_mm)
    if ago_s is None:
        return False
    back = min(ago_s, state.step_s)
    state.place[[i, j]] -= state.speed[[i, j]] * back
    line = state.place[j] - state.place[i]
    line /= np.linalg.norm(line)
    first, second = (i, j) if abs(state.speed[i] @ line) >= abs(state.speed[j] @ line) else (j, i)
    at = (float(state.place[first, 0]), float(state.place[first, 1]))
    state.touches.append(Met(at_s=state.now_s - back, balls=(first, second), at_mm=at))
    state.speed[i], state.speed[j] = parted(line, state.speed[i], state.speed[j], DRAWN)
    state.place[[i, j]] += state.speed[[i, j]] * back
    return True


def _collide_aloft(state: _State, i: int, j: int) -> bool:
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


def _meet_table(state: _State) -> None:
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


def _meet_edge_aloft(state: _State, i: int) -> None:
    """Let a ball in the air strike a nose, or leave the table over it; one that has left is soon out of view."""
    gone = next((one for one in state.left if one.ball == i), None)
    if gone is not None:
        if state.now_s - gone.at_s > airborne.IN_VIEW_S:
            _take_away(state, i)
        return
    kit = state.kit
    if state.height[i] < airborne.rail_mm(kit) and _falls(state, i):
        return
    if airborne.outside_mm(kit, state.place[i]) > 0 and state.height[i] > 0:
        at = (float(state.place[i, 0]), float(state.place[i, 1]))
        cushion = airborne.side_of(kit, state.place[i])
        state.left.append(Left(at_s=state.now_s, ball=i, cushion=cushion, at_mm=at))
        return
    above_mm = state.height[i] + kit.ball_radius_mm - kit.nose_height_mm
    for side, starts, ends, is_face in state.edges:
        k, gap = nearest(state.place[i], starts, ends)
        after = off_nose(gap, above_mm, np.array([*state.speed[i], state.climb[i]]), kit.ball_radius_mm, DRAWN)
        if after is not None:
            state.bounces.append(Bounced(at_s=state.now_s, ball=i, cushion=side, is_jaw=not bool(is_face[k])))
            state.speed[i], state.climb[i] = after[:2], after[2]


def nearest(place: Array, starts: Array, ends: Array) -> tuple[int, Array]:
    """Return which piece of a nose is nearest to a place, and the way from it to the place."""
    run = ends - starts
    share = np.clip(np.sum((place - starts) * run, axis=1) / np.sum(run**2, axis=1), 0, 1)
    gap = place - (starts + share[:, None] * run)
    k = int(np.argmin(np.hypot(gap[:, 0], gap[:, 1])))
    return k, gap[k]


def _take_away(state: _State, i: int) -> None:
    state.is_on[i] = False
    state.speed[i] = state.roll[i] = 0.0
    state.height[i] = state.climb[i] = 0.0


def _falls(state: _State, i: int) -> bool:
    for pocket in state.kit.pockets:
        inside = pocket.radius_mm - float(np.hypot(*(state.place[i] - np.array(pocket.fall))))
        if inside > 0:
            fast = float(np.hypot(*state.speed[i]))
            at_s = state.now_s - min(inside / max(fast, 1.0), state.step_s)
            at, speed = state.place[i], state.speed[i]
            state.pots.append(
                Fell(at_s=at_s, ball=i, pocket=pocket.name, at_mm=(float(at[0]), float(at[1])),
                     velocity_mm_s=(float(speed[0]), float(speed[1])))
            )  # fmt: skip
            _take_away(state, i)
            return True
    return False


def _comes_off(state: _State, i: int) -> None:
    """Turn a ball back that has met a nose."""
    r = state.kit.ball_radius_mm
    for side, starts, ends, is_face in state.edges:
        k, gap = nearest(state.place[i], starts, ends)
        away = float(np.hypot(gap[0], gap[1]))
        if away >= r or away < 1e-9:
            continue
        normal = gap / away
        inward = float(inward_mm_s(state.speed[i], normal))
        if inward >= 0:
            continue
        back = min((r - away) / -inward, state.step_s)
        state.bounces.append(Bounced(at_s=state.now_s - back, ball=i, cushion=side, is_jaw=not bool(is_face[k])))
        state.place[i] -= state.speed[i] * back
        state.speed[i] = thrown_back(state.speed[i], normal, DRAWN.cushions, DRAWN.grip)
        state.roll[i] = spin_after(state.roll[i], normal, DRAWN.spin_kept)
        state.place[i] += state.speed[i] * back
