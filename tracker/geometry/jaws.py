"""The outline that balls come off: the faces of the cushions, and how they bend into the pockets.

From where a face ends at a pocket's mouth an arc leads into the pocket, tangent to the face, and a straight part goes
on from it: by 45 degrees at a corner, by 90 at a middle pocket, so wide apart that the hole lies between. So much the
kit's mouths and holes give; makers' templates differ in how long the arc is.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import pi, sqrt

import numpy as np
from numpy.typing import NDArray

from tracker.domain.table.kit import Kit, Pocket

Array = NDArray[np.float64]

End = tuple[str, Array, float, Array, Array, float, float]
OVERLAP_MM = 1.0
LEAST_ARC_MM = 12.0
SIDES = {"bottom": (0, 1, -1), "top": (0, 1, 1), "left": (1, 0, -1), "right": (1, 0, 1)}
"""Of each cushion: the axis along it, the axis across it, and which way along that leads off the table."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Outline:
    """The twelve ends of cushions, each with half of its face, as parallel arrays of length m."""

    sides: tuple[str, ...]
    centres: Array
    """(m, 2) of the arcs; they lie in the cushion."""
    radii: Array
    along: Array
    """(m, 2) unit vectors along the face, away from the pocket."""
    outward: Array
    """(m, 2) unit vectors off the table."""
    turns: Array
    """(m,) by how much each arc turns."""
    reach: Array
    """(m,) how far the half of the face reaches from the arc's begin."""

    def near(self, at: Array, within_mm: float) -> "Outline":
        """Return the ends of cushions that a ball may meet within a distance of a place."""
        clear, _ = self.gaps(np.asarray(at)[None], 0.0)
        own = np.flatnonzero((clear[0] < within_mm) & (np.hypot(*(self.centres - at).T) < self.reach + within_mm))
        return Outline(
            sides=tuple(self.sides[i] for i in own), centres=self.centres[own], radii=self.radii[own],
            along=self.along[own], outward=self.outward[own], turns=self.turns[own], reach=self.reach[own],
        )  # fmt: skip

    def gaps(self, places: Array, radius_mm: float) -> tuple[Array, Array]:
        """Return how far (n, 2) balls are clear of each end (n, m), and the ways off it, (n, m, 2) unit vectors."""
        clear, off, u = self._clear(places, radius_mm)
        return np.where(u < self.reach, clear, np.inf), off

    def _clear(self, places: Array, radius_mm: float) -> tuple[Array, Array, Array]:
        """Return the same of faces that go on for ever, and how far along each face, (n, m), a ball is."""
        ahead = places[:, None, :] - self.centres
        u, d = (ahead[..., 0] * way[:, 0] + ahead[..., 1] * way[:, 1] for way in (self.along, self.outward))
        away = np.maximum(np.hypot(u, d), 1e-9)
        sin, cos = -u / away, -d / away
        last_sin, last_cos = np.sin(self.turns), np.cos(self.turns)
        beyond, before = sin * last_cos > cos * last_sin, sin < 0
        sin = np.where(before, 0.0, np.where(beyond, last_sin, sin))
        cos = np.where(before, 1.0, np.where(beyond, last_cos, cos))
        off = -sin[..., None] * self.along - cos[..., None] * self.outward
        return -u * sin - d * cos - self.radii - radius_mm, off, u

    def met(self, places: Array, radius_mm: float) -> tuple[Array, Array, Array, NDArray[np.intp]]:
        """Return of (n, 2) balls how far each is clear of the end nearest to it, the way off that, and which it is.

        The first of the four, (n,), is how far a ball may go, whichever way, before it can meet any.
        """
        clear, off, u = self._clear(places, radius_mm)
        gaps = np.where(u < self.reach, clear, np.inf)
        nearest, rows = np.argmin(gaps, axis=1), np.arange(len(places))
        return np.min(clear, axis=1), gaps[rows, nearest], off[rows, nearest], nearest


def outline_of(kit: Kit) -> Outline:
    """Return the outline of a table."""
    return _outline(kit.pockets, (kit.width_mm, kit.length_mm))


@lru_cache(maxsize=8)
def _outline(pockets: tuple[Pocket, ...], size_mm: tuple[float, float]) -> Outline:
    parts = [part for side in SIDES for part in _ends(side, pockets, size_mm)]
    centres, radii, along, outward, turns, reach = (np.array(one) for one in zip(*(p[1:] for p in parts), strict=True))
    sides = tuple(part[0] for part in parts)
    return Outline(sides=sides, centres=centres, radii=radii, along=along, outward=outward, turns=turns, reach=reach)


def _ends(side: str, pockets: tuple[Pocket, ...], size_mm: tuple[float, float]) -> Iterator[End]:
    """Give the ends of the cushions on one side of the table: two at each face, one at either pocket."""
    axis, across, sign = SIDES[side]
    edge = size_mm[across] if sign > 0 else 0.0
    own = sorted((p for p in pockets if (p.fall[across] - edge) * sign >= 0), key=lambda p: p.fall[axis])
    for low, high in pairwise(own):
        at = [float(np.clip(p.fall[axis], 0.0, size_mm[axis])) for p in (low, high)]
        half = (at[1] - at[0]) / 2
        for pocket, corner, forth in ((low, at[0], 1.0), (high, at[1], -1.0)):
            start, radius, turn = _arc(pocket)
            along, outward, centre = np.zeros(2), np.zeros(2), np.zeros(2)
            along[axis], outward[across] = forth, sign
            centre[axis], centre[across] = corner + forth * start, edge + sign * radius
            yield side, centre, radius, along, outward, turn, half - start + OVERLAP_MM


def _arc(pocket: Pocket) -> tuple[float, float, float]:
    """Return how far from its pocket's middle a face ends (mm), the radius of the arc there, and how far that turns."""
    if pocket.name.startswith("middle"):
        start = pocket.mouth_mm / 2
        return start, max(start - pocket.radius_mm, LEAST_ARC_MM), pi / 2
    start = pocket.mouth_mm / sqrt(2)
    return start, max((start - pocket.radius_mm * sqrt(2)) / (sqrt(2) - 1), LEAST_ARC_MM), pi / 4
