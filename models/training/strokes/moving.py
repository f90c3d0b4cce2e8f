"""What every drawn stroke shares, whether balls roll or discs slide: its log, its clock, and how pieces meet.

What meets within a step is set back to the moment of contact, parted, and goes on from there. How a piece moves, and
what a touch does to it, its own kind says (`balls`, `discs`).
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray

from models.training.airborne import IN_VIEW_S, Left, side_of
from tracker.domain.table.kit import Kit
from tracker.physics.collide import inward_mm_s, touched_ago_s

Array = NDArray[np.float64]

STEP_S: Final = 0.001
LONGEST_STEP_S: Final = 0.02
LEAST_OVERLAP_MM: Final = 1e-3
"""Pieces that touch may overlap by so much, for their places are rounded."""


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
    """All that happened from the strike to the rest of all pieces."""

    names: tuple[str, ...]
    times_s: Array
    """(steps,) seconds after the strike, rising."""
    places_mm: Array
    """(steps, n, 2) at those times; nan once a piece is potted, or has left the table and is out of view."""
    heights_mm: Array
    """(steps, n) of the centres above where pieces lie on the bed."""
    energy: Array
    """(steps,) of all on the table, mm²/s²: of balls the sum of v² + 2/5 (R omega)², of discs of m v², m in pucks."""
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


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Edge:
    """Where pieces come off: a cushion's nose, or an edge board, with the jaws at its ends."""

    side: str
    starts: Array
    """(n, 2) of its straight parts, mm."""
    ends: Array

    @classmethod
    def along(cls, side: str, outline: Array) -> "Edge":
        """Return the edge along a (n + 1, 2) outline."""
        return cls(side=side, starts=outline[:-1], ends=outline[1:])

    @property
    def face(self) -> int:
        """Return which of its parts is the face; the others are its jaws."""
        return int(np.argmax(np.linalg.norm(self.ends - self.starts, axis=1)))

    def nearest(self, place: Array) -> tuple[int, Array]:
        """Return which part is nearest to a place, and the way from it to the place."""
        run = self.ends - self.starts
        share = np.clip(np.sum((place - self.starts) * run, axis=1) / np.sum(run**2, axis=1), 0, 1)
        gap = place - (self.starts + share[:, None] * run)
        k = int(np.argmin(np.hypot(gap[:, 0], gap[:, 1])))
        return k, gap[k]


@dataclass(slots=True, kw_only=True)
class Moving:
    """All pieces of a stroke as it goes on."""

    kit: Kit
    place: Array
    """(n, 2) mm."""
    speed: Array
    """(n, 2) mm/s."""
    height: Array
    """(n,) above where a piece lies on the bed, mm."""
    climb: Array
    """(n,) upward speed, mm/s."""
    is_on: NDArray[np.bool_]
    edges: list[Edge]
    least_step_s: float
    now_s: float = 0.0
    step_s: float = STEP_S
    touches: list[Met] = field(default_factory=list)
    bounces: list[Bounced] = field(default_factory=list)
    pots: list[Fell] = field(default_factory=list)
    left: list[Left] = field(default_factory=list)

    @property
    def aloft(self) -> NDArray[np.bool_]:
        """Return the (n,) pieces that do not lie on the bed."""
        return np.asarray((self.height != 0) | (self.climb != 0))

    @property
    def moving(self) -> NDArray[np.int_]:
        """Return the numbers of the pieces that move."""
        return np.flatnonzero((np.any(self.speed, axis=1) | self.aloft) & self.is_on)


def refuse_overlap(place: Array, radius: Array) -> None:
    """Refuse pieces at (n, 2) places, of (n,) radii, two of which overlap.

    Raises:
        ValueError: two do.
    """
    gaps = np.hypot(*(place[:, None] - place[None]).transpose(2, 0, 1)) - (radius[:, None] + radius[None])
    gaps[np.diag_indices(len(gaps))] = np.inf
    i, j = np.unravel_index(np.argmin(gaps), gaps.shape)
    if gaps[i, j] < -LEAST_OVERLAP_MM:
        raise ValueError(f"pieces {i} and {j} overlap by {-gaps[i, j]:.2f} mm: move one of them")


def logged(
    state: Moving, names: tuple[str, ...], longest_s: float, step: Callable[[], None], energy: Callable[[], float]
) -> Played:
    """Return what happens step by step until all pieces lie, or for so long at most."""
    times, trail, heights, energies = [0.0], [_seen(state)], [state.height.copy()], [energy()]
    while len(state.moving) and state.now_s < longest_s:
        step()
        times.append(state.now_s)
        trail.append(_seen(state))
        heights.append(state.height.copy())
        energies.append(energy())
    return Played(
        names=names, times_s=np.array(times), places_mm=np.array(trail), heights_mm=np.array(heights),
        energy=np.array(energies), touches=tuple(state.touches), bounces=tuple(state.bounces), pots=tuple(state.pots),
        left=tuple(state.left),
    )  # fmt: skip


def _seen(state: Moving) -> Array:
    return np.where(state.is_on[:, None], state.place, np.nan)


def collide(
    state: Moving, i: int, j: int, apart_mm: float, part: Callable[[Array, Array, Array], tuple[Array, Array]]
) -> bool:
    """Set a pair back to when it was `apart_mm` from centre to centre, let it part, go on; say whether it had met.

    `part` gives the speeds after, from the unit vector from the first to the second and the speeds before.
    """
    gap, closing = state.place[j] - state.place[i], state.speed[j] - state.speed[i]
    ago_s = touched_ago_s(gap, closing, apart_mm)
    if ago_s is None:
        return False
    back = min(ago_s, state.step_s)
    state.place[[i, j]] -= state.speed[[i, j]] * back
    line = state.place[j] - state.place[i]
    line /= np.linalg.norm(line)
    first, second = (i, j) if abs(state.speed[i] @ line) >= abs(state.speed[j] @ line) else (j, i)
    state.touches.append(Met(at_s=state.now_s - back, balls=(first, second), at_mm=_at(state, first)))
    state.speed[i], state.speed[j] = part(line, state.speed[i], state.speed[j])
    state.place[[i, j]] += state.speed[[i, j]] * back
    return True


def come_off(state: Moving, i: int, radius_mm: float, throw: Callable[[Array], Array]) -> None:
    """Turn a piece back that has met an edge; `throw` gives its speed after, from the edge's unit normal."""
    for edge in state.edges:
        k, gap = edge.nearest(state.place[i])
        away = float(np.hypot(gap[0], gap[1]))
        if away >= radius_mm or away < 1e-9:
            continue
        normal = gap / away
        inward = float(inward_mm_s(state.speed[i], normal))
        if inward >= 0:
            continue
        back = min((radius_mm - away) / -inward, state.step_s)
        state.bounces.append(Bounced(at_s=state.now_s - back, ball=i, cushion=edge.side, is_jaw=k != edge.face))
        state.place[i] -= state.speed[i] * back
        state.speed[i] = throw(normal)
        state.place[i] += state.speed[i] * back


def fall(state: Moving, i: int, pocket: str, at_s: float) -> None:
    """Let a piece fall into a pocket."""
    velocity = (float(state.speed[i, 0]), float(state.speed[i, 1]))
    state.pots.append(Fell(at_s=at_s, ball=i, pocket=pocket, at_mm=_at(state, i), velocity_mm_s=velocity))
    _take_away(state, i)


def leave(state: Moving, i: int) -> None:
    """Note that a piece has left the table, over the side that it is beyond."""
    cushion = side_of(state.kit, state.place[i])
    state.left.append(Left(at_s=state.now_s, ball=i, cushion=cushion, at_mm=_at(state, i)))


def has_left(state: Moving, i: int) -> bool:
    """Say whether a piece has left the table; after a while it is out of view."""
    gone = next((one for one in state.left if one.ball == i), None)
    if gone is not None and state.now_s - gone.at_s > IN_VIEW_S:
        _take_away(state, i)
    return gone is not None


def _take_away(state: Moving, i: int) -> None:
    state.is_on[i] = False
    state.speed[i] = 0.0
    state.height[i] = state.climb[i] = 0.0


def _at(state: Moving, i: int) -> tuple[float, float]:
    return float(state.place[i, 0]), float(state.place[i, 1])
