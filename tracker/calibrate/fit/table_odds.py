"""How sure it is that a camera sees a table: what is seen of it, weighed as drawn tables have taught.

A strip, a rug, a table for something else: each can be fitted with cushions here and there. What tells a table is that
much of it agrees: noses and wood where one camera sees them all, one cloth between, something else beyond, six dark
pockets, marks. Any of it may be hidden, worn or out of the picture, so none is asked for by itself. The weights are
those of a logistic regression, written by `python -m bench.fit_tables --write`.
"""

from dataclasses import astuple, dataclass
from functools import lru_cache
from math import log
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from tracker.calibrate.features.edges import profiles
from tracker.calibrate.features.lines import cushion_lines
from tracker.calibrate.features.pockets import gaps
from tracker.calibrate.features.regions import LEVELS
from tracker.calibrate.fit.ends import evidence
from tracker.calibrate.fit.pose import Sensor, prior, turned
from tracker.calibrate.fit.quality import LEAST_IN_VIEW, errors, share_seen, stands_over
from tracker.calibrate.fit.softened import Softened, region_of
from tracker.calibrate.fit.solve import CameraFit
from tracker.domain import parameters
from tracker.domain.parameters import NATS, of
from tracker.domain.table.kit import Kit
from tracker.geometry.camera import Camera

Array = NDArray[np.float64]
Picture = NDArray[np.uint8]

FILE: Final = "table_odds.toml"
SIDES: Final = ("bottom", "top", "left", "right")
LIKE_CLOTH: Final = 16.0
"""Levels of Lab by which a pixel may differ from the cloth's middle and still be cloth."""
SHADE, OWN_SHADE = 0.12, 0.35
"""Of lightness so much counts: lamps fall off, though less from a cushion to the bed beside it."""
INWARD_MM: Final = 60.0
"""So far within the noses a cushion's bed is looked at."""
BEYOND_MM: Final = 30.0
"""So far beyond the wood's inner edge, and so far within it, colours are compared."""
UNLIKE: Final = 40.0
"""Levels of Lab from which a difference is as clear as any."""
ASIDE: Final = 0.006
"""So far to either side of a line it is asked what a network tells, in lengths of the picture: three of its pixels."""
GAP_MM: Final = (12.0, 36.0)
"""A middle pocket speaks for a table within the first of these from its place, and against it beyond the second."""
HOLE, BED = (0.0, 0.28), (1.5, 0.3)
"""Where a pocket is looked at, in widths of its mouth from its fall toward the table's middle, and how far round that;
and the bed beside it."""
DARK: Final = 6.0
"""Grey levels that any picture adds to black."""
LEAST_MISFIT: Final = 0.1
"""Noses that lie nearer to their places than this, in thousandths of the picture's width, are as good as in place."""
ALL_MARKS: Final = 10.0
"""Log odds of marks and colours on their spots that count as all of them."""
LEAST_SEEN: Final = 0.25
"""Of noses and of wood no less than this share is worth a look for the rest."""
HOPELESS: Final = -60.0
"""What is refused unweighed has log odds below this."""
LEAST_NATS: Final = -0.5
"""Log odds from which a fit is taken for a table. Of 28 drawn rooms without one that nothing was fitted on the
likeliest has -3.0; of 22 television pictures of a table the least likely has 2.6."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableOdds:
    """What speaks for a table."""

    base: float = of(NATS, "that a camera sees a table, with nothing to be seen of it")
    noses: float = of(NATS, "by the share of the noses that is seen (`TableShown.noses`)")
    wood: float = of(NATS, "by the share of the wood's edges that is seen (`TableShown.wood`)")
    worst: float = of(NATS, "by the share that is seen of the side that shows least (`TableShown.worst`)")
    second: float = of(NATS, "by the share that is seen of the side that shows least but one (`TableShown.second`)")
    misfit: float = of("nats per nat", "by how far noses lie from their places (`TableShown.misfit`)")
    cushion: float = of("nats per nat", "by how much wider or narrower the cushions are (`TableShown.cushion`)")
    rise: float = of(NATS, "by how far the wood lies above or below the noses (`TableShown.rise`)")
    cloth: float = of(NATS, "by the share of the bed that looks like cloth (`TableShown.cloth`)")
    beyond: float = of(NATS, "by how much what lies beyond the cushions differs (`TableShown.beyond`)")
    tops: float = of(NATS, "by the share of the cushions' tops that looks like cloth (`TableShown.tops`)")
    spill: float = of(NATS, "by the share of what lies beyond a side that looks like cloth (`TableShown.spill`)")
    holes: float = of("nats per nat", "by how much darker its pockets are than the bed (`TableShown.holes`)")
    gaps: float = of(NATS, "by the gaps of the middle pockets (`TableShown.gaps`)")
    marks: float = of(NATS, "by marks and colours on their spots (`TableShown.marks`)")
    told: float = of(NATS, "by how well a network's regions end where noses and wood are (`TableShown.told`)")
    lens: float = of(NATS, "by how unusual a lens it takes (`TableShown.lens`)")
    out: float = of(NATS, "by the share of the bed that is out of view (`TableShown.out`)")
    large: float = of("nats per nat", "by how much of the picture is bed (`TableShown.large`)")


@dataclass(frozen=True, slots=True, kw_only=True)
class TableShown:
    """What a picture shows of a table where a camera would have it."""

    noses: float
    wood: float
    worst: float
    second: float
    misfit: float
    """Natural logarithm of how far noses lie from their places, in px a thousand px of the picture's width."""
    cushion: float
    """How far the logarithm of the cushions' width is from the kit's, either way."""
    rise: float
    """Of the wood above or below the noses, in balls of the kit."""
    cloth: float
    beyond: float
    """Levels of Lab between cushions and what lies beyond them, 0 to 1."""
    tops: float
    """Of the side where that is least: 0 to 1."""
    spill: float
    """Of the side where that is most: 0 to 1."""
    holes: float
    """By how many nats pockets are darker than the bed beside them: each -0.5 to 1.5, the mean of those in view."""
    gaps: float
    """For each middle pocket 1 where it should be to -1 where it is elsewhere, 0 where none is seen."""
    marks: float
    """0 to 1."""
    told: float
    """How much surer a pixel within noses or wood is told to lie within than one beyond: -1 to 1, on average."""
    lens: float
    """Standard deviations (of the camera's numbers from the usual), squared and summed, in tens."""
    out: float
    large: float


@dataclass(frozen=True, slots=True, kw_only=True)
class FitVerdict:
    """Whether a fit is a table, how likely (log odds, nats), and what it lacks most."""

    good: bool
    nats: float
    why: str

    @property
    def was_weighed(self) -> bool:
        """Return whether enough of a table was seen to weigh the rest."""
        return self.nats > HOPELESS


UNSEEN: Final = FitVerdict(good=False, nats=-80.0, why="too little of its cushions can be made out")
NOTHING: Final = FitVerdict(good=False, nats=-99.0, why="no large even patch of cloth is seen")


@lru_cache(maxsize=1)
def table_odds() -> TableOdds:
    """Return the parameters that the file holds; read once."""
    return parameters.shipped("tracker.calibrate.fit", FILE, "table", TableOdds)


def shown_of(soft: Softened, fit: CameraFit, kit: Kit) -> TableShown:
    """Return what a picture shows of a table that a fitted camera would see."""
    tops, spill = _rims(soft, fit, kit)
    sides = sorted(share_seen(fit, kit, ("nose", "wood"), side) for side in SIDES)
    away = [abs(gap.at_mm) for gap in gaps(soft.picture, fit.camera, fit.cushion, kit)]
    sensor = Sensor(width_px=fit.camera.image_size[0], height_px=fit.camera.image_size[1])
    return TableShown(
        noses=share_seen(fit, kit, ("nose",)), wood=share_seen(fit, kit, ("wood",)), worst=sides[0], second=sides[1],
        misfit=log(max(1000 * errors(fit)[0] / sensor.width_px, LEAST_MISFIT)) if fit.seen else 2.0,
        cushion=abs(log(max(fit.cushion.width_mm, 1.0) / kit.cushion_mm)),
        rise=min(abs(fit.cushion.rise_mm) / (2 * kit.ball_radius_mm), 1.0),
        cloth=_clothed(soft, fit.camera, kit), beyond=_beyond(soft, fit, kit), tops=tops, spill=spill,
        holes=_holes(soft, fit.camera, kit),
        gaps=float(np.interp(away, GAP_MM, (1.0, -1.0)).sum()),
        marks=min(max(marks_of(soft, fit, kit), 0.0) / ALL_MARKS, 1.0), told=_told(soft, fit, kit),
        lens=min(float(np.sum(prior(sensor.numbers(fit.camera)) ** 2)) / 10, 3.0), out=out_of_view(fit.camera, kit),
        large=log(max(_large(fit.camera, kit), 1e-3)),
    )  # fmt: skip


def nats_of(shown: TableShown, odds: TableOdds) -> float:
    """Return the log odds that it is a table."""
    base, *weights = astuple(odds)
    return float(base + np.dot(weights, astuple(shown)))


def judge(soft: Softened, fit: CameraFit, kit: Kit) -> FitVerdict:
    """Return whether the picture bears out that `fit` sees a table."""
    if not stands_over(fit, kit):
        return FitVerdict(good=False, nats=-90.0, why="what looks like cloth has not the shape of a table")
    if min(share_seen(fit, kit, ("nose",)), share_seen(fit, kit, ("wood",))) < LEAST_SEEN:
        return UNSEEN
    in_view = 1 - out_of_view(fit.camera, kit)
    if in_view < LEAST_IN_VIEW:
        return FitVerdict(good=False, nats=-70.0, why=f"only {100 * in_view:.0f} % of its bed is in view")
    shown = shown_of(soft, fit, kit)
    nats = nats_of(shown, table_odds())
    return FitVerdict(good=nats > LEAST_NATS, nats=nats, why="" if nats > LEAST_NATS else lacking(shown))


def lacking(shown: TableShown) -> str:
    """Return what a fit lacks the most of what a table shows, in a person's words: how much is set by hand."""
    lacks = {
        "too little of its cushions can be made out": 2 - shown.noses - shown.wood,
        "its cushions do not fit those of a table": shown.misfit + 0.5,
        "what frames it is no cushion": max(shown.spill, 1 - shown.tops),
        "the bed is hidden, or is not of one colour": 1.5 * (1 - shown.cloth),
        "neither pockets nor marks are seen where they should be": 0.75 - shown.marks / 2 - shown.gaps / 8,
    }
    return max(lacks, key=lambda why: lacks[why])


def _grid(kit: Kit) -> Array:
    xs, ys = np.meshgrid(np.linspace(0.03, 0.97, 20) * kit.width_mm, np.linspace(0.02, 0.98, 40) * kit.length_mm)
    return np.column_stack([xs.ravel(), ys.ravel()])


def out_of_view(camera: Camera, kit: Kit) -> float:
    """Return which share of the bed is out of the picture."""
    at = camera.project_on(_grid(kit), 0.0)
    return 1 - float(np.mean(np.all((at >= 0) & (at <= np.array(camera.image_size) - 1), axis=1)))


def marks_of(soft: Softened, fit: CameraFit, kit: Kit) -> float:
    """Return what marks and colours on their spots say (log odds) for a fit, whichever way round."""
    ways = (fit.camera, turned(fit.camera, kit.width_mm, kit.length_mm))
    return max(evidence(soft.picture, camera, kit, soft.marked).weight for camera in ways)


def _clothed(soft: Softened, camera: Camera, kit: Kit) -> float:
    """Return which share of the bed in view looks like its cloth."""
    colours = _read(soft, camera.project_on(_grid(kit), 0.0))
    seen = colours[np.isfinite(colours[:, 0])]
    return float(np.mean(_apart(seen, np.median(seen, axis=0)) < LIKE_CLOTH)) if len(seen) else 0.0


def _apart(some: Array, other: Array, shade: float = SHADE) -> Array:
    """Return how far (levels of Lab) (n, 3) colours are from others, lightness counting little."""
    off = some - other
    return np.asarray(np.sqrt(off[:, 1] ** 2 + off[:, 2] ** 2 + (shade * off[:, 0]) ** 2))


def _read(soft: Softened, at: Array) -> Array:
    """Return the (n, 3) colours (Lab) at (n, 2) pixels; nan out of the picture."""
    height, width = soft.colours.shape[:2]
    inside = np.all((at >= 0) & (at <= [width - 1, height - 1]), axis=1)
    places = np.where(inside[:, None], at, 0.0).astype(np.float32)[None]
    read = cv2.remap(soft.colours, places[..., 0], places[..., 1], cv2.INTER_LINEAR)
    lab = cv2.cvtColor(np.clip(np.rint(read), 0, 255).astype(np.uint8), cv2.COLOR_BGR2LAB)[0].astype(float)
    return np.where(inside[:, None], lab, np.nan)


def _beyond(soft: Softened, fit: CameraFit, kit: Kit) -> float:
    """Return how much (0 to 1) what lies beyond the wood's edges differs from what lies within them."""
    differ = []
    for line in cushion_lines(kit):
        if line.kind == "wood":
            edge = line.at(fit.cushion)
            within, beyond = (
                _read(soft, fit.camera.project(edge + side * BEYOND_MM / 2 * line.outward)) for side in (-1, 1)
            )
            both = np.isfinite(within[:, 0]) & np.isfinite(beyond[:, 0])
            if np.any(both):
                differ.append(min(float(np.median(np.linalg.norm((beyond - within)[both], axis=1))) / UNLIKE, 1.0))
    return float(np.mean(differ)) if differ else 0.0


def _told(soft: Softened, fit: CameraFit, kit: Kit) -> float:
    """Return by how much, on average, what a network tells falls from one side of noses and wood to the other."""
    falls, reach_px = [], ASIDE * max(soft.grey.shape)
    for line in cushion_lines(kit):
        band = profiles(region_of(soft, line), fit.camera, line.at(fit.cushion), line.outward, reach_px)
        falls.append((band.values[band.inside, 0] - band.values[band.inside, -1]) / LEVELS)
    seen = np.concatenate(falls)
    return float(seen.mean()) if len(seen) else 0.0


def _rims(soft: Softened, fit: CameraFit, kit: Kit) -> tuple[float, float]:
    """Return how much looks like the bed beside it of the tops of cushions, and of what lies as far beyond the wood."""
    tops, spill = dict[str, list[float]](), dict[str, list[float]]()
    for line in cushion_lines(kit):
        if line.kind == "wood":
            nose, wide = line.points_mm, fit.cushion.width_mm
            flat = nose - line.outward * INWARD_MM
            bed = _read(soft, fit.camera.project(flat * [1.0, 1.0, 0.0]))
            rise = np.array([0.0, 0.0, fit.cushion.rise_mm])
            for share, found in ((0.5, tops), (1.6, spill)):
                at = nose + share * wide * line.outward + min(share, 1.0) * rise
                there = _read(soft, fit.camera.project(at))
                both = np.isfinite(bed[:, 0]) & np.isfinite(there[:, 0])
                if np.any(both):
                    alike = _apart(there[both], bed[both], OWN_SHADE) < LIKE_CLOTH
                    found.setdefault(line.name.split()[0], []).append(float(np.mean(alike)))
    if not tops:
        return 0.0, 0.0
    return min(float(np.mean(some)) for some in tops.values()), max(float(np.mean(some)) for some in spill.values())


def _holes(soft: Softened, camera: Camera, kit: Kit) -> float:
    """Return by how many nats pockets are darker than the bed beside them, on average."""
    middle = np.array([kit.width_mm, kit.length_mm]) / 2
    dark = []
    for pocket in kit.pockets:
        at = np.array(pocket.fall)
        way = middle - at
        if pocket.name.startswith("middle"):
            way = way * [1.0, 0.0]
        inward = pocket.mouth_mm * way / np.linalg.norm(way)
        hole, bed = (_light(soft, camera, at + away * inward, reach * pocket.mouth_mm) for away, reach in (HOLE, BED))
        if hole is not None and bed is not None:
            dark.append(float(np.clip(log((bed + DARK) / (hole + DARK)), -0.5, 1.5)))
    return float(np.mean(dark)) if dark else 0.0


def _light(soft: Softened, camera: Camera, at: Array, reach_mm: float) -> float | None:
    """Return the median brightness about a place on the bed; None outside of the picture."""
    x, y = np.meshgrid(np.linspace(-1, 1, 5), np.linspace(-1, 1, 5))
    places = at + reach_mm * np.column_stack([x.ravel(), y.ravel()])
    pixels = camera.project_on(places, 0.0)
    height, width = soft.grey.shape
    if not np.all((pixels >= 0) & (pixels <= [width - 1, height - 1])):
        return None
    columns, rows = np.rint(pixels).astype(int).T
    return float(np.median(soft.grey[rows, columns]))


def _large(camera: Camera, kit: Kit) -> float:
    """Return which share of the picture the bed takes."""
    corners = [(0, 0), (kit.width_mm, 0), (kit.width_mm, kit.length_mm), (0, kit.length_mm)]
    at = camera.project_on(corners, 0.0)
    area = float(cv2.contourArea(at.astype(np.float32))) if np.all(np.isfinite(at)) else 0.0
    return area / float(np.prod(camera.image_size))
