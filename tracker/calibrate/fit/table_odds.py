"""How sure it is that a camera sees a table: what its cushions, cloth, pockets and marks say, weighed as drawn tables teach.

A strip, a rug, a table for something else: each can be fitted with cushions here and there. What tells a table is that
much of it agrees: noses and wood where one camera sees them all, one cloth between, something else beyond, six dark
pockets, marks. Any of it may be hidden, worn or out of the picture, so none is asked for by itself. The weights are
those of a logistic regression, written by `python -m bench.fit_tables --write`.
"""

from dataclasses import astuple, dataclass
from functools import lru_cache
from importlib.resources import files
from math import exp, log
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from tracker.calibrate.features.lines import cushion_lines
from tracker.calibrate.features.pockets import gaps
from tracker.calibrate.fit.pose import Sensor, prior
from tracker.calibrate.fit.quality import errors, share_seen
from tracker.calibrate.fit.refine import CameraFit, Softened
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
SHADE: Final = 0.12
"""Of lightness so much counts: lamps fall off."""
BEYOND_MM: Final = 30.0
"""So far beyond the wood's inner edge, and so far within it, colours are compared."""
UNLIKE: Final = 40.0
"""Levels of Lab from which a difference is as clear as any."""
GAP_MM: Final = (12.0, 36.0)
"""A middle pocket speaks for a table within the first of these from its place, and against it beyond the second."""
HOLE, BED = (0.0, 0.28), (1.5, 0.3)
"""Where a pocket is looked at, in widths of its mouth from its fall toward the table's middle, and how far round that;
and the bed beside it."""
DARK: Final = 6.0
"""Grey levels that any picture adds to black."""
LEAST_STRAIN: Final = 0.1


@dataclass(frozen=True, slots=True, kw_only=True)
class TableOdds:
    """What speaks for a table."""

    base: float = of(NATS, "that a camera sees a table, with nothing to be seen of it")
    noses: float = of(NATS, "by the share of the noses that is seen (`Shown.noses`)")
    wood: float = of(NATS, "by the share of the wood's edges that is seen (`Shown.wood`)")
    worst: float = of(NATS, "by the share that is seen of the side that shows least (`Shown.worst`)")
    second: float = of(NATS, "by the share that is seen of the side that shows least but one (`Shown.second`)")
    misfit: float = of("nats per nat", "by how far noses lie from their places (`Shown.misfit`)")
    cushion: float = of("nats per nat", "by how much wider or narrower the cushions are (`Shown.cushion`)")
    rise: float = of(NATS, "by how far the wood lies above or below the noses (`Shown.rise`)")
    cloth: float = of(NATS, "by the share of the bed that looks like cloth (`Shown.cloth`)")
    beyond: float = of(NATS, "by how much what lies beyond the cushions differs (`Shown.beyond`)")
    holes: float = of("nats per nat", "by how much darker its pockets are than the bed (`Shown.holes`)")
    gaps: float = of(NATS, "by the gaps of the middle pockets (`Shown.gaps`)")
    marks: float = of(NATS, "by marks and colours on their spots (`Shown.marks`)")
    lens: float = of(NATS, "by how unusual a lens it takes (`Shown.lens`)")
    out: float = of(NATS, "by the share of the bed that is out of view (`Shown.out`)")
    large: float = of("nats per nat", "by how much of the picture is bed (`Shown.large`)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
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
    holes: float
    """By how many nats pockets are darker than the bed beside them: each -0.5 to 1.5, the mean of those in view."""
    gaps: float
    """For each middle pocket 1 where it should be to -1 where it is elsewhere, 0 where none is seen."""
    marks: float
    """0 to 1."""
    lens: float
    """Standard deviations (of the camera's numbers from the usual), squared and summed, in tens."""
    out: float
    large: float


@lru_cache(maxsize=1)
def table_odds() -> TableOdds:
    """Return the parameters that the file holds; read once."""
    text = (files("tracker.calibrate.fit") / FILE).read_text("utf-8")
    return parameters.parsed(text, {"table": TableOdds})["table"]


def shown_of(soft: Softened, fit: CameraFit, kit: Kit, marks: float) -> Shown:
    """Return what a picture shows of a table that a fitted camera would see; `marks` (0 to 1) is known before."""
    sides = sorted(share_seen(fit, kit, ("nose", "wood"), side) for side in SIDES)
    away = [abs(gap.at_mm) for gap in gaps(soft.picture, fit.camera, fit.cushion, kit)]
    sensor = Sensor(width_px=fit.camera.image_size[0], height_px=fit.camera.image_size[1])
    inside, cloth = _bed(soft, fit.camera, kit)
    return Shown(
        noses=share_seen(fit, kit, ("nose",)), wood=share_seen(fit, kit, ("wood",)), worst=sides[0], second=sides[1],
        misfit=log(max(1000 * errors(fit)[0] / sensor.width_px, LEAST_STRAIN)) if fit.seen else 2.0,
        cushion=abs(log(max(fit.cushion.width_mm, 1.0) / kit.cushion_mm)),
        rise=min(abs(fit.cushion.rise_mm) / (2 * kit.ball_radius_mm), 1.0),
        cloth=cloth, beyond=_beyond(soft, fit, kit), holes=_holes(soft, fit.camera, kit),
        gaps=float(np.interp(away, GAP_MM, (1.0, -1.0)).sum()), marks=marks,
        lens=min(float(np.sum(prior(sensor.numbers(fit.camera)) ** 2)) / 10, 3.0), out=1 - inside,
        large=log(max(_large(fit.camera, kit), 1e-3)),
    )  # fmt: skip


def how_sure(shown: Shown, odds: TableOdds) -> float:
    """Return how likely it is a table, 0 to 1."""
    base, *weights = astuple(odds)
    nats = base + float(np.dot(weights, astuple(shown)))
    return 1 / (1 + exp(-nats)) if nats > -500 else 0.0


def _grid(kit: Kit) -> Array:
    xs, ys = np.meshgrid(np.linspace(0.03, 0.97, 20) * kit.width_mm, np.linspace(0.02, 0.98, 40) * kit.length_mm)
    return np.column_stack([xs.ravel(), ys.ravel()])


def _bed(soft: Softened, camera: Camera, kit: Kit) -> tuple[float, float]:
    """Return which share of the bed is in view, and which share of that looks like its cloth."""
    colours = _read(soft, camera.project_on(_grid(kit), 0.0))
    seen = colours[np.isfinite(colours[:, 0])]
    return len(seen) / len(colours), float(np.mean(_apart(seen, np.median(seen, axis=0)) < LIKE_CLOTH)) if len(seen) else 0.0


def _apart(some: Array, other: Array) -> Array:
    """Return how far (levels of Lab) (n, 3) colours are from others, lightness counting little."""
    off = some - other
    return np.asarray(np.sqrt(off[:, 1] ** 2 + off[:, 2] ** 2 + (SHADE * off[:, 0]) ** 2))


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
