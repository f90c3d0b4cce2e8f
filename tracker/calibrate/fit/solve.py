"""The camera and the cushions that bring a table's edges nearest to where they were seen.

Least squares that forget outliers, with normal distances (Levenberg-Marquardt as in scipy's `least_squares`, Cauchy's
loss).
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import least_squares

from tracker.calibrate.features.edges import Measured
from tracker.calibrate.features.lines import Cushion
from tracker.calibrate.fit.pose import Sensor, prior
from tracker.domain.table.kit import Kit
from tracker.geometry.camera import Camera, projections

Array = NDArray[np.float64]

CUSHION_SPREAD_MM = 12.0
RISE_SPREAD_MM = 8.0
SPREAD_MM = {"nose": 2.0, "wood": 1.5, "mark": 1.0, "pocket": 8.0, "frame": 2.0}
"""How far the true edge of each kind may well lie from its model: noses are round, and shine where the light falls."""
SPREAD_PX = 0.35
"""How far a measured edge may well lie from the true one, however clear it is."""
WORTH = 4.0
"""Samples along one line, in however many ways it was seen, count together as much as this many independent ones: the
line itself may be off."""
MOST_TRIALS = 400


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class CameraFit:
    """A camera and what it was fitted to."""

    camera: Camera
    cushion: Cushion
    seen: tuple[Measured, ...]
    doubt: Array = field(default_factory=lambda: np.eye(10))
    """(10, 10) covariance of the camera's numbers (see `pose.Sensor`)."""
    swayed: Array = field(default_factory=lambda: np.zeros((0, 10)))
    """(k, 10) by how much they would move, were each line that was seen left out in turn."""
    width_spread_mm: float = CUSHION_SPREAD_MM
    """How far (1 sigma) the cushions' width may well be from the kit's."""
    by_regions: bool = False
    """Whether it was found by the outlines of regions first."""


def solve(
    start: CameraFit,
    seen: tuple[Measured, ...],
    sensor: Sensor,
    kit: Kit,
    given: "Spotted | None" = None,
    stiffness: float = 1.0,
) -> CameraFit:
    """Return the camera and cushion that bring the lines, and the `given` points, nearest to where they were seen.

    A line may have been seen in more than one way; what is told of it then shares its errors.
    """
    seen = tuple(sorted(seen, key=_which_line))
    samples = Samples.of(seen)
    knee = 2.0 if stiffness == 1.0 else 8.0

    def believed(numbers: Array, camera: Camera) -> Array:
        cushion = _cushion(numbers)
        width, rise = (cushion.width_mm - kit.cushion_mm) / start.width_spread_mm, cushion.rise_mm / RISE_SPREAD_MM
        points = given.misfit(camera) if given is not None else np.zeros(0)
        return np.concatenate([points, prior(numbers, stiffness), stiffness * np.array([width, rise])])

    def misfits(trials: Array) -> Array:
        cameras = [sensor.camera(numbers[:10]) for numbers in trials]
        rest = [believed(numbers, camera) for numbers, camera in zip(trials, cameras, strict=True)]
        return np.hstack([samples.misfits(cameras, [_cushion(numbers) for numbers in trials], knee), rest])

    def misfit(numbers: Array) -> Array:
        return np.asarray(misfits(numbers[None])[0])

    def slopes(numbers: Array) -> Array:
        step = np.sqrt(np.finfo(float).eps) * np.where(numbers < 0, -1.0, 1.0) * np.maximum(np.abs(numbers), 1.0)
        here, *beside = misfits(np.vstack([numbers, numbers + np.diag(step)]))
        return np.asarray((np.array(beside) - here).T / step)

    first = [*sensor.numbers(start.camera), start.cushion.width_mm / 100.0, start.cushion.rise_mm / 100.0]
    solved = least_squares(
        misfit, first, slopes, method="lm", x_scale="jac", max_nfev=MOST_TRIALS, xtol=1e-6, ftol=1e-6
    )
    doubt = np.linalg.pinv(solved.jac.T @ solved.jac)[:10, :10]
    counts = [sum(len(m.which) for m in some) for _, some in groupby(seen, _which_line)]
    swayed = left_out(solved.jac, solved.fun, counts)[:, :10]
    camera, cushion = sensor.camera(solved.x[:10]), _cushion(solved.x)
    return replace(start, camera=camera, cushion=cushion, seen=seen, doubt=doubt, swayed=swayed)


def _which_line(seen: Measured) -> tuple[str, str]:
    return seen.line.kind, seen.line.name


def left_out(slopes: Array, misfit: Array, counts: Sequence[int]) -> Array:
    """Return (k, numbers) how the solution moves when each group of the first rows is left out, to first order.

    That is the jackknife over groups whose rows share their errors (Quenouille 1949; Tukey 1958; for least squares,
    Cook 1977), a witness of the error that does not believe what was believed of the lines.
    """
    normal = slopes.T @ slopes
    rows = np.split(np.arange(sum(counts)), np.cumsum(counts)[:-1]) if counts else []
    moves = [np.linalg.pinv(normal - slopes[r].T @ slopes[r]) @ (slopes[r].T @ misfit[r]) for r in rows]
    return np.array(moves).reshape(-1, slopes.shape[1])


def _cushion(numbers: Array) -> Cushion:
    return Cushion(width_mm=100.0 * float(numbers[10]), rise_mm=100.0 * float(numbers[11]))


def believed_px(seen: Measured) -> float:
    """Return how far (1 sigma) samples of a line may lie from its model."""
    line_px = SPREAD_MM[seen.line.kind] * seen.px_per_mm
    return float(np.sqrt(line_px**2 + SPREAD_PX**2 + seen.scatter_px**2))


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Samples:
    """All samples of all measured lines in one row, so that any number of trials costs one projection."""

    points_mm: Array
    """(n, 3) on the noses and marks."""
    behind: Array
    """(n, 3) the way outward where the sample is wood, else zero."""
    pixels: Array
    normals: Array
    spread_px: Array
    """(n,)."""
    weight: Array
    """(n,) neighbours along a line share their errors: however many, they count no more than a few."""

    @classmethod
    def of(cls, seen: tuple[Measured, ...]) -> "Samples":
        """Return the samples of these lines."""
        rows = [m.which for m in seen]
        ways = Counter(_which_line(m) for m in seen)
        return cls(
            points_mm=np.concatenate(
                [m.line.points_mm[r] for m, r in zip(seen, rows, strict=True)] or [np.zeros((0, 3))]
            ),
            behind=np.concatenate(
                [m.line.outward[r] * (m.line.kind == "wood") for m, r in zip(seen, rows, strict=True)]
                or [np.zeros((0, 3))]
            ),
            pixels=np.concatenate([m.pixels for m in seen] or [np.zeros((0, 2))]),
            normals=np.concatenate([m.normals for m in seen] or [np.zeros((0, 2))]),
            spread_px=np.concatenate([np.full(len(m.which), believed_px(m)) for m in seen] or [np.zeros(0)]),
            weight=np.concatenate(
                [
                    np.full(len(r), np.sqrt(min(WORTH / ways[_which_line(m)] / len(r), 1.0)))
                    for m, r in zip(seen, rows, strict=True)
                ]
                or [np.zeros(0)]
            ),
        )

    def misfits(self, cameras: Sequence[Camera], cushions: Sequence[Cushion], knee: float) -> Array:
        """Return the (k, n) weighted misfits of k trials; those beyond `knee` standard deviations are held back."""
        is_wood = np.any(self.behind != 0, axis=1)[:, None]
        width, rise = np.array([(cushion.width_mm, cushion.rise_mm) for cushion in cushions]).T[:, :, None, None]
        points = self.points_mm + width * self.behind + rise * is_wood * np.array([0.0, 0.0, 1.0])
        away = np.sum((self.pixels - projections(cameras, points)) * self.normals, axis=2)
        return np.asarray(self.weight * _soft(np.nan_to_num(away, nan=60.0) / self.spread_px, knee))


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Spotted:
    """Points whose places are known: balls on their spots, or corners that a person gave."""

    points_mm: Array
    """(n, 3)."""
    pixels: Array
    """(n, 2)."""
    spread_px: float

    def misfit(self, camera: Camera) -> Array:
        """Return the (2 n,) misfits in standard deviations."""
        return np.asarray((camera.project(self.points_mm) - self.pixels).ravel() / self.spread_px)


def _soft(values: Array, knee: float) -> Array:
    """Return residuals that hardly grow beyond `knee`: their squares are Cauchy's loss, which lets go of outliers."""
    return np.asarray(np.sign(values) * knee * np.sqrt(np.log1p((values / knee) ** 2)))
