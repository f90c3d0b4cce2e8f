"""Measure where an edge of the table really runs: profiles across the predicted line, then the best smooth course.

Along the predicted line the picture is sampled crosswise. Of all courses that bend gently (a parabola through three
shifts) the one with the most edge under it wins, as in a Hough transform, so that balls, arms and reflections which
cross the line cannot pull it away; each sample is then placed to a fraction of a pixel at the crest of its own slope.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from tracker.calibrate.features.lines import TableEdge
from tracker.geometry.camera import Camera

Array = NDArray[np.float64]

STEP_PX = 0.5
MOST_SHIFTS = 17
"""Shifts tried at each of the three knots of a course."""
SNAP_PX = 2.0
"""A sample may lie this far from its line's course."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Measured:
    """Where one line was seen: parallel arrays over the samples that show it."""

    line: TableEdge
    which: NDArray[np.intp]
    """(k,) indices into the line's points."""
    pixels: Array
    """(k, 2) where the edge runs."""
    normals: Array
    """(k, 2) unit vectors across it, outward."""
    seen_share: float
    """Share of the samples inside the picture that show the edge."""
    strength: float
    """Mean slope of the grey values over those, in grey levels per pixel."""
    scatter_px: float
    """Root mean square distance of the samples from the line's smooth course: small for an edge, large for noise."""

    px_per_mm: float
    """How large a millimetre across the line appears."""

    is_told: bool = False
    """Whether a network told it, without a look at the picture's slopes."""

    @property
    def clearness(self) -> float:
        """Return the slope averaged over all samples in the picture, those that show nothing counted as none."""
        return self.seen_share * self.strength


def profiles(picture: NDArray[np.float32], camera: Camera, points_mm: Array, ways: Array, reach_px: float) -> "Profile":
    """Return the picture sampled across a line, `reach_px` to either side.

    Args:
        picture: (h, w) or (h, w, c) float32.
        camera: where the line is believed to be.
        points_mm: (n, 3) points of the line.
        ways: (n, 3) directions across it.
        reach_px: half length of each profile.
    """
    at = camera.project(points_mm)
    normals, across = crossing(camera, points_mm, ways)
    offsets = np.arange(-reach_px, reach_px + STEP_PX / 2, STEP_PX)
    places = at[:, None] + offsets[None, :, None] * normals[:, None]
    height, width = picture.shape[:2]
    inside = np.all((places[:, [0, -1]] >= 1) & (places[:, [0, -1]] <= [width - 2, height - 2]), axis=(1, 2))
    safe = np.nan_to_num(places, nan=-9.0).astype(np.float32)
    values = cv2.remap(picture, safe[..., 0], safe[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    scale = float(np.median(across[inside])) if inside.any() else 0.0
    return Profile(
        values=np.asarray(values, float), at=at, normals=normals, offsets=offsets, inside=inside, px_per_mm=scale
    )


def crossing(camera: Camera, points_mm: Array, ways: Array) -> tuple[Array, Array]:
    """Return (n, 2) unit vectors across a line as it is seen, the way that `ways` go, and (n,) pixels to a mm there."""
    with np.errstate(invalid="ignore"):
        at = camera.project(points_mm)
        out = camera.project(points_mm + 5.0 * ways) - at
        along = np.gradient(at, axis=0)
        normals = np.column_stack([-along[:, 1], along[:, 0]])
        normals *= np.sign(np.sum(normals * out, axis=1))[:, None] / np.linalg.norm(normals, axis=1)[:, None]
        return normals, np.abs(np.sum(normals * out, axis=1)) / 5.0


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Profile:
    """A picture sampled across a line: values (n, m) or (n, m, c) at `offsets` (m,) outward of `at` (n, 2)."""

    values: Array
    at: Array
    normals: Array
    offsets: Array
    inside: NDArray[np.bool_]
    """(n,) whether the whole profile lies in the picture."""
    px_per_mm: float
    """How large a millimetre across the line appears, usually."""


def smooth(values: Array, share: Array) -> Array:
    """Return the parabola through (k,) values at (k,) shares of the way along a line, by least squares."""
    terms = _weights(share)
    return np.asarray(terms @ np.linalg.lstsq(terms, values, rcond=None)[0])


def measure(line: TableEdge, profile: Profile, slope: Array, least: float) -> Measured | None:
    """Return where `line` is seen, given the (n, m) `slope` of its profiles (positive where the edge may be).

    `least` is the slope, per pixel, under which nothing counts as an edge. None where the edge is not seen.
    """
    which = np.flatnonzero(profile.inside)
    if len(which) < 5:
        return None
    rise = np.clip(slope[which], 0, None)
    usual = max(float(np.quantile(rise.max(axis=1), 0.5)), least)
    share = which / max(len(profile.at) - 1, 1)
    course = _best_course(np.clip(rise / usual, 0, 1), share)
    shift, height = _crests(rise, course)
    good = height > max(0.3 * usual, least)
    if good.sum() < 5:
        return None
    kept = which[good]
    offset = profile.offsets[0] + STEP_PX * shift[good]
    stray = shift[good] - smooth(shift[good], share[good])
    return Measured(
        line=line,
        which=kept,
        pixels=profile.at[kept] + offset[:, None] * profile.normals[kept],
        normals=profile.normals[kept],
        seen_share=float(good.mean()),
        strength=float(height[good].mean()),
        scatter_px=STEP_PX * float(np.sqrt(np.mean(stray**2))),
        px_per_mm=profile.px_per_mm,
    )


def _best_course(rise: Array, share: Array) -> Array:
    """Return for each sample the column of the gently bent course that gathers the most of `rise` (n, m)."""
    columns = rise.shape[1]
    knots = np.unique(np.linspace(2, columns - 3, MOST_SHIFTS).round())
    wide = max(int(knots[1] - knots[0]) | 1, 3)
    smooth = np.asarray(cv2.blur(rise, (wide, 1), borderType=cv2.BORDER_REPLICATE), float)
    first, middle, last = (k.ravel() for k in np.meshgrid(knots, knots, knots, indexing="ij"))
    gentle = np.abs(middle - (first + last) / 2) <= 0.25 * columns
    trial = np.column_stack([first[gentle], middle[gentle], last[gentle]])
    best = trial[np.argmax(_gathered(smooth, _weights(share), trial))]
    for step in (2.0, 1.0):
        near = best + step * _NEIGHBOURS
        best = near[np.argmax(_gathered(np.asarray(cv2.blur(rise, (3, 1)), float), _weights(share), near))]
    course: Array = _weights(share) @ best
    return course


_NEIGHBOURS = np.stack(np.meshgrid(*[np.arange(-2, 3)] * 3, indexing="ij"), axis=-1).reshape(-1, 3).astype(float)


def _weights(share: Array) -> Array:
    """Return the (n, 3) weights of a parabola's values at 0, 1/2 and 1 in its value at each share of the way."""
    return np.column_stack([(1 - share) * (1 - 2 * share), 4 * share * (1 - share), share * (2 * share - 1)])


def _gathered(rise: Array, weights: Array, trial: Array) -> Array:
    """Return how much of `rise` (n, m) each trial course (k, 3) runs over."""
    thin = slice(None, None, max(len(rise) // 40, 1))
    columns = np.clip(np.rint(trial @ weights[thin].T), 0, rise.shape[1] - 1).astype(np.intp)
    rows = np.arange(len(rise))[thin]
    return np.asarray(rise[rows[None], columns].sum(axis=1))


def _crests(rise: Array, course: Array) -> tuple[Array, Array]:
    """Return column (with fraction) and height of the crest of each row of `rise` that lies nearest its course."""
    rows = np.arange(len(rise))
    columns = np.arange(rise.shape[1])
    near = np.abs(columns[None] - course[:, None]) <= SNAP_PX / STEP_PX
    peak = np.clip(np.argmax(np.where(near, rise, -1.0), axis=1), 1, rise.shape[1] - 2)
    before, top, after = rise[rows, peak - 1], rise[rows, peak], rise[rows, peak + 1]
    bend = np.maximum(2 * top - before - after, 1e-9)
    return peak + np.clip((after - before) / (2 * bend), -0.5, 0.5), top
