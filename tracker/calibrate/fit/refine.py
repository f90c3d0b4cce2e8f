"""From a first guess to the full camera: measure the table's edges where it predicts them, solve, and look again.

Each round measures all lines in a narrower band and solves for focal length, lens, pose and the width of the cushions
by least squares that forget outliers (iterated closest points with normal distances; Levenberg-Marquardt as in
scipy's `least_squares`, Cauchy's loss).
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray
from scipy.optimize import least_squares

from tracker.calibrate.features.edges import STEP_PX, Measured, Profile, measure, profiles
from tracker.calibrate.features.lines import Cushion, TableEdge, cushion_lines
from tracker.calibrate.features.pockets import measured_gaps
from tracker.calibrate.features.regions import NOSES, WOOD, regions_of
from tracker.calibrate.features.tint import tint_of
from tracker.calibrate.fit.ends import softened_grey
from tracker.calibrate.fit.pose import Sensor, prior
from tracker.domain.table.kit import Kit
from tracker.geometry.camera import Camera, projections

Array = NDArray[np.float64]
Picture = NDArray[np.uint8]

CUSHION_SPREAD_MM = 12.0
RISE_SPREAD_MM = 8.0
SPREAD_MM = {"nose": 2.0, "wood": 1.5, "mark": 1.0, "pocket": 8.0, "frame": 2.0}
"""How far the true edge of each kind may well lie from its model: noses are round, and shine where the light falls."""
SPREAD_PX = 0.35
"""How far a measured edge may well lie from the true one, however clear it is."""
LEAST_SLOPE = {"nose": 0.8, "wood": 1.5, "mark": 0.35, "frame": 1.5}
"""Slopes in grey levels per pixel under which an edge is not to be told from noise."""
LEAST_TOLD = 0.1
"""The same of a region's outline, in `LEVELS` of all of them: one that fades over so much of the picture is none."""
TOLD_REACH = (0.01, 0.1)
"""No less and no more than these shares of the picture's width an outline is looked for away from its place."""
COLOURED = ("wood", "frame")
"""Edges at which a colour ends: the cloth's before the wood, a board's bed before its frame."""


SHORT_OF_WOOD, SHORT_WHERE_KNOWN = 0.6, 0.35
"""A nose is looked for outward only this share of the cushion's width, or of one that was seen: the wood's edge is the
stronger."""
CLEAR_NOSE = 0.6
"""A nose with shade below it along this share of its length is not in question."""
GREY = (0.114, 0.587, 0.299)
"""Weights of blue, green and red in it (ITU-R BT.601)."""
CLOTH_SHADE = 0.62
"""Weights of the colours along a green cloth's are then about those of grey, by which slopes were set."""
MOST_IN_GREY = 0.8
"""Grey shows the shade of a colour so near to its weights (the cosine between them; green 0.95, red 0.6, blue 0.5)."""
STEP_OVER_SHADE = 2.5
"""How much clearer a step must be than a shade to be taken for the nose."""
FACE_PX = 2.0
"""A face that is seen as wider than this is a shade of its own: a step there is its foot, on the bed."""
WORTH = 4.0
"""Samples along one line count together as much as this many independent ones: the line itself may be off."""
MOST_TRIALS = 400
FEWEST_LINES = 4
"""With fewer lines in sight a first guess is not worth refining."""

ROUNDS = ((40.0, 6.0), (25.0, 6.0), (35.0, 3.0), (20.0, 1.0), (12.0, 1.0))
"""Round by round, how far (mm) from its prediction a line is looked for, and how stiffly lens and principal point are
held to the usual; the first two rounds look for the wood alone, the clearest edge of all."""
WOOD_ALONE = 2
NEAR_REGIONS_MM = 15.0
"""Where regions told a line's place, it is looked for no farther (mm) from there."""


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


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Softened:
    """A picture as edges are looked for in it: softened a little, once, however often it is asked."""

    picture: Picture
    colours: NDArray[np.float32]
    """(h, w, 3)."""
    grey: NDArray[np.float32]
    """(h, w)."""
    marked: NDArray[np.float32]
    """(h, w) as marks are looked for in it."""
    tint: NDArray[np.float32] | None = None
    """(h, w, 4) in which wood is looked for first, where that is known: see `with_tint`."""
    regions: NDArray[np.float32] | None = None
    """(3, h, w) what a network tells of the picture, where it was asked: see `with_regions`."""
    by_regions: bool = False
    """Lines are looked for by the outlines of the regions first, and then near these alone."""
    in_grey: bool = False
    """Noses are looked for in grey, if that shows the cloth's shade, and not in its own colour: JPEG and video keep
    grey in full, and colours at half the size, so that edges are placed better in it, and seen less often."""


def softened(picture: Picture) -> Softened:
    """Return a picture to look for edges in."""
    colours = cv2.GaussianBlur(picture, (0, 0), 0.8).astype(np.float32)
    grey = np.asarray(cv2.cvtColor(colours, cv2.COLOR_BGR2GRAY), np.float32)
    return Softened(picture=picture, colours=colours, grey=grey, marked=softened_grey(picture))


def with_tint(soft: Softened) -> Softened:
    """Return a picture with its tints, by which wood is told from cloth that lies in shade."""
    return replace(soft, tint=tint_of(soft.colours))


def with_regions(soft: Softened) -> Softened:
    """Return a picture with the regions that a network tells of it."""
    return replace(soft, regions=regions_of(soft.picture))


def both_ways(soft: Softened) -> tuple[Softened, Softened]:
    """Return a picture as a table is looked for in it by regions first, and by its colours alone."""
    return replace(soft, by_regions=True), replace(soft, by_regions=False)


def refine(
    soft: Softened, start: CameraFit, sensor: Sensor, kit: Kit, given: "Spotted | None" = None, astray: str = ""
) -> CameraFit:
    """Return `start` after all rounds of measuring the cushions and solving; `given` points keep their say.

    `astray` names a side of the table that `start` may have quite wrong: it is asked last, when the others, and the
    middle pockets, have said where it should be.
    """
    return _refined(soft, start, sensor, kit, _Hints(given=given, astray=astray), len(ROUNDS))


def on_wood_alone(soft: Softened, start: CameraFit, sensor: Sensor, kit: Kit) -> CameraFit:
    """Return `start` after the first rounds, which look for the wood; nothing is `seen` where too little of it is."""
    return _refined(soft, start, sensor, kit, _Hints(knows_width=False), WOOD_ALONE)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Hints:
    """What is known besides the picture."""

    given: "Spotted | None" = None
    astray: str = ""
    knows_width: bool = True
    """Whether the cushions may be as wide as the kit has them, so that it is known where to look for noses."""


def _refined(soft: Softened, start: CameraFit, sensor: Sensor, kit: Kit, hints: _Hints, rounds: int) -> CameraFit:
    lines = cushion_lines(kit)
    fit = start
    for number, (reach_mm, stiffness) in enumerate(ROUNDS[:rounds]):
        is_early = number < WOOD_ALONE
        has_noses = soft.by_regions and hints.knows_width
        wanted = lines if has_noses or not is_early else [line for line in lines if line.kind == "wood"]
        if hints.astray and number < 3:
            wanted = [line for line in wanted if not line.name.startswith(hints.astray)]
        if is_early and soft.by_regions:
            seen = look_in_regions(soft, fit, wanted, reach_mm)
        else:
            near_mm = min(reach_mm, NEAR_REGIONS_MM) if soft.by_regions else reach_mm
            seen = look_for(soft, fit, wanted, near_mm, by_tint=is_early)
        seen += tuple(measured_gaps(soft.picture, fit.camera, fit.cushion, kit)) if number >= 1 else ()
        if sum(m.seen_share > 0.5 for m in seen) < FEWEST_LINES and hints.given is None:
            return replace(fit, seen=())
        fit = solve(fit, seen, sensor, kit, hints.given, stiffness) if seen else fit
    return replace(fit, by_regions=soft.by_regions)


def look_for(
    soft: Softened, fit: CameraFit, lines: list[TableEdge], reach_mm: float, by_tint: bool = False
) -> tuple[Measured, ...]:
    """Return those of `lines` that the picture shows within `reach_mm` of where `fit` predicts them.

    Wood is looked for `by_tint` where tints are known: there the shaded face of a cushion is no edge.
    """
    colours = soft.tint if by_tint and soft.tint is not None else soft.colours
    found, shade = [], shade_of_cloth(soft, fit.camera, lines)
    for line in lines:
        points = line.at(fit.cushion)
        scale = _px_per_mm(fit.camera, points, line.outward)
        reach = float(np.clip(reach_mm * scale, 3.5, 30.0))
        shown = soft.grey if line.kind == "mark" else colours
        band = profiles(shown, fit.camera, points, line.outward, reach)
        if line.kind == "nose":
            band = replace(band, values=band.values @ shade)
        short = SHORT_OF_WOOD if fit.width_spread_mm >= CUSHION_SPREAD_MM else SHORT_WHERE_KNOWN
        furthest_px = max(short * fit.cushion.width_mm * scale, 2.0)
        seen = _clearest(line, band, furthest_px, may_step=not shows_face(fit.camera, line, band))
        if seen is not None:
            found.append(seen)
    return tuple(found)


def look_in_regions(soft: Softened, fit: CameraFit, lines: list[TableEdge], reach_mm: float) -> tuple[Measured, ...]:
    """Return those of `lines` that are told to run within `reach_mm` of where `fit` predicts them."""
    found = []
    for line in lines:
        points = line.at(fit.cushion)
        reach = reach_mm * _px_per_mm(fit.camera, points, line.outward)
        reach = float(np.clip(reach, *(share * soft.grey.shape[1] for share in TOLD_REACH)))
        band = profiles(region_of(soft, line), fit.camera, points, line.outward, reach)
        seen = measure(line, band, -np.gradient(band.values, STEP_PX, axis=1), LEAST_TOLD)
        if seen is not None:
            found.append(seen)
    return tuple(found)


def region_of(soft: Softened, line: TableEdge) -> NDArray[np.float32]:
    """Return the (h, w) region whose outline a line is; nothing anywhere where no network was asked."""
    if soft.regions is None:
        return np.zeros_like(soft.grey)
    return np.asarray(soft.regions[NOSES if line.kind == "nose" else WOOD])


def shade_of_cloth(soft: Softened, camera: Camera, lines: list[TableEdge]) -> Array:
    """Return the (3,) weights of the colours in what tells light from shade on a cloth of the colour between `lines`.

    Red or blue cloth hardly shows its shade in grey, which is mostly green.
    """
    noses = [line.points_mm[:, :2] for line in lines if line.kind == "nose"]
    if not noses:
        return np.full(3, CLOTH_SHADE / np.sqrt(3))
    low, high = np.concatenate(noses).min(axis=0), np.concatenate(noses).max(axis=0)
    xs, ys = np.meshgrid(np.linspace(0.1, 0.9, 7), np.linspace(0.1, 0.9, 13))
    at = camera.project_on(low + np.column_stack([xs.ravel(), ys.ravel()]) * (high - low), 0.0)
    height, width = soft.grey.shape
    columns, rows = np.rint(at[np.all((at >= 0) & (at <= [width - 1, height - 1]), axis=1)]).astype(int).T
    cloth = np.median(soft.colours[rows, columns], axis=0) if len(rows) else np.ones(3)
    way = cloth / max(float(np.linalg.norm(cloth)), 1e-6)
    grey = np.array(GREY)
    shows = way @ grey > MOST_IN_GREY * np.linalg.norm(grey)
    return grey if soft.in_grey and shows else np.asarray(CLOTH_SHADE * way)


def _px_per_mm(camera: Camera, points_mm: Array, ways: Array) -> float:
    across = np.linalg.norm(camera.project(points_mm + ways) - camera.project(points_mm), axis=1)
    return float(np.nanmedian(across)) if np.any(np.isfinite(across)) else 0.0


def shows_face(camera: Camera, line: TableEdge, band: Profile) -> bool:
    """Say whether a cushion turns its face to the camera, so that its shade lies between nose and bed."""
    if line.kind != "nose" or not band.inside.any():
        return False
    off_px = np.sum((camera.project(line.foot()) - band.at) * band.normals, axis=1)
    return bool(np.median(off_px[band.inside]) < -FACE_PX)


def _clearest(line: TableEdge, band: Profile, furthest_px: float, may_step: bool) -> Measured | None:
    """Return where the line is seen; a nose no further outward than `furthest_px`, where the wood may be.

    A nose is where, coming from outside, the lit top gives way to shade. Where its face does not show, it `may_step`:
    the top may also be the darker side of a mere step, which must be far the clearer of the two.
    """
    slope, least = _slope(line, band), LEAST_SLOPE[line.kind]
    if line.kind == "nose":
        slope[:, band.offsets > furthest_px] = 0.0
    usual = measure(line, band, slope, least)
    if not may_step or line.kind != "nose" or (usual is not None and usual.seen_share > CLEAR_NOSE):
        return usual
    stepped = measure(line, band, -slope, least)
    if stepped is None or (usual is not None and stepped.clearness < STEP_OVER_SHADE * usual.clearness):
        return usual
    return stepped


def _slope(line: TableEdge, band: Profile) -> Array:
    """Return the (n, m) slope that an edge of this kind has, in grey levels per pixel.

    Wood is where the colour of the cloth ends; a mark is a thin ridge, lighter or darker than the cloth.
    """
    values = band.values
    if line.kind == "nose":
        return np.asarray(np.gradient(values, STEP_PX, axis=1))
    if line.kind in COLOURED:
        return np.asarray(-np.gradient(_cloth_like(values), STEP_PX, axis=1))
    ridge = values - (np.roll(values, 6, axis=1) + np.roll(values, -6, axis=1)) / 2
    ridge[:, :6] = ridge[:, -6:] = 0
    inner = ridge[:, 6:-6]
    dark = np.median(inner.min(axis=1)) + np.median(inner.max(axis=1)) < 0 if inner.size else False
    return np.asarray(-ridge if dark else ridge)


def _cloth_like(values: Array) -> Array:
    """Return (n, m) values that tell cloth from wood: colours projected on the way from the outer to the inner ends."""
    tenth = max(values.shape[1] // 5, 2)
    inner = np.median(values[:, :tenth].reshape(-1, values.shape[2]), axis=0)
    outer = np.median(values[:, -tenth:].reshape(-1, values.shape[2]), axis=0)
    way = (inner - outer) / max(float(np.linalg.norm(inner - outer)), 1e-6)
    return np.asarray(values @ way)


def solve(
    start: CameraFit,
    seen: tuple[Measured, ...],
    sensor: Sensor,
    kit: Kit,
    given: "Spotted | None" = None,
    stiffness: float = 1.0,
) -> CameraFit:
    """Return the camera and cushion that bring the lines, and the `given` points, nearest to where they were seen."""
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
    swayed = left_out(solved.jac, solved.fun, [len(m.which) for m in seen])[:, :10]
    camera, cushion = sensor.camera(solved.x[:10]), _cushion(solved.x)
    return replace(start, camera=camera, cushion=cushion, seen=seen, doubt=doubt, swayed=swayed)


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
            weight=np.concatenate([np.full(len(r), np.sqrt(min(WORTH / len(r), 1.0))) for r in rows] or [np.zeros(0)]),
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


def _away(camera: Camera, seen: Measured, cushion: Cushion) -> Array:
    predicted = camera.project(seen.line.at(cushion)[seen.which])
    return np.asarray(np.sum((seen.pixels - predicted) * seen.normals, axis=1))
