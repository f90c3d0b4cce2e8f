"""Where a ball ends and the cloth begins, told from what lies just inside and just outside of its own rim.

A ball darkens toward its rim, mirrors the cloth there, and stands in its own shadow: no one colour is the ball's, and
none the cloth's. So along each normal of the outline the picture is taken for two slopes, one on either side of a step
that lens and compression have softened, each slope with a level and a tilt of its own. Of every place at which the step
may lie it is asked how much of the picture two such slopes leave unexplained, which is linear least squares (Nalwa and
Binford, On Detecting Edges, 1986, fit steps so); the place is where least is left, and how sharply the rest grows
beside it says how well the place is known. All normals of a ball then move one outline of known shape together.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

REACH, REACH_PX = (0.4, 0.65), 4.2
"""How far along a normal to look, either way, in radii of the ball."""
STEPS = 17
FARTHEST = 0.24
"""How far from where it is expected an edge may lie, in radii."""
OFFSETS = 21
SIZES_PER_PX = 4
"""Balls that differ by less than this share of a pixel are taken to look alike."""
KINDS = ((slice(0, 1), 0.9, 1.0), (slice(1, 3), 1.8, 0.7))
"""Brightness, and the two colour differences, which video keeps at half the size: how soft (1 sigma, px) their edges
are, and how much they count."""
LOGISTIC = 1.702
"""How steep a logistic curve is that comes nearest to the normal distribution's."""
TILT = 0.0001
"""How much less a tilt explains than a level: the ridge that keeps tilts from explaining a step."""
NOISE = 1.0
"""Grey levels by which a picture differs from slopes and steps, at the least."""
ALIKE = 2.5
"""Samples that say the same thing: they lie closer than pixels do, and lens and compression tie pixels together."""
FLAT = 1e-6
"""What is left beside an edge that is none."""
WITHIN = (0.15, 0.12, 0.09)
"""Edges farther than this, in radii, from where the outline has come to are of something else, by turns."""
LOOSE = 0.05
"""Share of its radius by which a ball may lie from where it is looked for (1 sigma), where that is a network's word."""
SIZE = 0.02
"""Share by which an outline may be larger or smaller than expected (1 sigma), where that is known."""
SHARPEST = 0.015
"""No edge is known better than this, in radii (1 sigma), however sharp it is."""
TO_VIDEO = np.array([[0.114, 0.587, 0.299], [0.5, -0.331, -0.169], [-0.081, -0.419, 0.5]])
"""From BGR to brightness and colour differences (ITU-R BT.601)."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Rims:
    """For n balls and the normals of each: how badly (squared grey levels) each offset explains what is seen."""

    offsets: Array
    """(OFFSETS,) in radii, outward from the expected outline."""
    left: Array
    """(n, normals, OFFSETS) what is left unexplained with the step there."""


def reaches(radii: Array) -> Array:
    """Return (n,) how far along a normal to look, either way, in radii of the ball."""
    return np.clip(REACH_PX / radii, *REACH)


def rims(colours: Array, radii: Array) -> Rims:
    """Return how well edges at each offset explain (n, normals, STEPS, 3) BGR colours across outlines."""
    n, normals = colours.shape[:2]
    video = np.moveaxis(colours @ TO_VIDEO.T, 3, 0)
    sizes = (np.round(radii * SIZES_PER_PX) / SIZES_PER_PX).tolist()
    left = np.zeros((n, normals, OFFSETS))
    for channels, soft_px, worth in KINDS:
        bases = np.array([_basis(size, soft_px) for size in sizes]).reshape(n, STEPS, 4 * OFFSETS)
        for seen in worth * video[channels]:
            left += (seen**2).sum(axis=2)[:, :, None] - _explained(seen, bases)
    return Rims(offsets=_offsets(), left=left)


def _offsets() -> Array:
    return np.linspace(-FARTHEST, FARTHEST, OFFSETS)


@lru_cache(maxsize=512)
def _basis(size: float, soft_px: float) -> Array:
    """Return (STEPS, 4 OFFSETS): for each offset a basis in which what two slopes explain is a sum of squares.

    Balls of one radius, `size` px, share it, in this picture and in the next: it is kept.
    """
    at = np.linspace(-1, 1, STEPS) * reaches(np.array(size))
    slopes = _slopes(at, _offsets(), soft_px / size)
    ridge = np.diag([1e-6, TILT, 1e-6, TILT]) * STEPS
    root = np.linalg.cholesky(np.linalg.inv(slopes.transpose(0, 2, 1) @ slopes + ridge))
    return np.asarray((slopes @ root).transpose(1, 0, 2).reshape(STEPS, 4 * OFFSETS))


def _slopes(at: Array, offsets: Array, soft: float) -> Array:
    """Return the (OFFSETS, STEPS, 4) level and tilt within and without a step at each offset."""
    away = at - offsets[:, None]
    without = 1 / (1 + np.exp(-LOGISTIC * away / soft))
    tilt = away / at[-1]
    return np.stack([1 - without, (1 - without) * tilt, without, without * tilt], axis=-1)


def _explained(seen: Array, bases: Array) -> Array:
    """Return how much of (n, normals, STEPS) values two slopes explain, with the step at each offset."""
    parts = (seen @ bases).reshape(*seen.shape[:2], OFFSETS, 4)
    return np.asarray(np.einsum("bnok,bnok->bno", parts, parts))


def edges(found: Rims, expected: Array, within: float) -> tuple[Array, Array]:
    """Return the (n, normals) best offsets within so many radii of `expected` (n, normals), and how sharp each is.

    Sharpness is half the second derivative of what is left unexplained, by radii squared.
    """
    near = np.abs(found.offsets - expected[:, :, None]) <= within
    near[:, :, 0] = near[:, :, -1] = False
    best = np.where(near, found.left, np.inf).argmin(axis=2).clip(1, OFFSETS - 2)
    before, at, after = (np.take_along_axis(found.left, (best + k)[:, :, None], axis=2)[:, :, 0] for k in (-1, 0, 1))
    # Where more is explained farther out than may be looked, it is something else: no edge.
    bend = np.where((before >= at) & (after >= at), np.maximum(before - 2 * at + after, FLAT), FLAT)
    step = found.offsets[1] - found.offsets[0]
    return found.offsets[best] + step * np.clip(0.5 * (before - after) / bend, -0.5, 0.5), bend / (2 * step**2)


def within(rim: Array, centres: Array, radii: Array, others: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Say which of (n, normals, 2) rim points lie inside a disc that is one of the `others` (n, n) of that ball."""
    if not others.any():
        return np.zeros(rim.shape[:2], bool)
    away = rim[:, :, None] - centres
    inside = away[..., 0] ** 2 + away[..., 1] ** 2 < radii**2
    return np.asarray((inside & others[:, None]).any(axis=2))


def settled(
    found: Rims, normals: Array, own: NDArray[np.bool_], loose: float = LOOSE, size: float = SIZE
) -> tuple[Array, Array]:
    """Return the (n, 3) move in x, y and size, in radii, that brings outlines to their edges, and its covariance.

    `own` (n, normals) tells which normals cross the ball's own rim; `loose` and `size` how far (1 sigma, in radii) a
    ball may lie from where it is looked for, and differ from the size that is expected.
    """
    ways = np.concatenate([normals, np.ones((*own.shape, 1))], axis=2)
    least = found.left.min(axis=2)
    noise2 = np.maximum(np.median(least, axis=1) / (STEPS - 4), NOISE**2) * ALIKE
    prior = np.diag([loose**-2, loose**-2, size**-2])
    move = np.zeros((len(ways), 3))
    for within in WITHIN:
        expected = (ways @ move[:, :, None])[:, :, 0]
        edge, bend = edges(found, expected, within)
        spread2 = noise2[:, None] / bend + SHARPEST**2
        # An edge that strays from the others counts less (Geman and McClure's weights, nearly).
        power = own / (spread2 + (edge - expected) ** 2 / 2)
        precise = (ways * power[:, :, None]).transpose(0, 2, 1) @ ways + prior
        aim = ((power * edge)[:, None] @ ways)[:, 0]
        move = np.linalg.solve(precise, aim[:, :, None])[:, :, 0]
    return move, np.linalg.inv(precise)
