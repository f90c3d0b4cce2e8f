"""Is the table still where the calibration says? Cheap enough for every picture.

Along the border of cloth and wood, pairs of pixels on either side of the edge are compared with what they showed
when the view was first seen. Where the differences of most pairs agree, up to one common change of light, the table
is in view: players hide some pairs, a cut spoils nearly all. When the same pairs agree clearly better some pixels
aside, the camera was knocked.
"""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from tracker.calibrate.features.board import frame_edges
from tracker.calibrate.features.lines import Cushion, cushion_lines
from tracker.calibrate.fit.look import look_for
from tracker.calibrate.fit.quality import errors
from tracker.calibrate.fit.softened import softened
from tracker.calibrate.fit.solve import CameraFit
from tracker.domain.table.kit import Kit
from tracker.geometry.calibration import Calibration

Array = NDArray[np.float32]
Picture = NDArray[np.uint8]

PAIR_PX = 2.5
"""Each pair's pixels lie this far to either side of the edge."""
LEAST_CONTRAST = 14.0
"""Grey levels, over all three colours, by which a pair must differ to tell anything."""
LEAST_AGREEING = 0.4
"""Share of the pairs that must agree: the rest may be hidden."""
LEAST_PAIRS = 30
KNOCK_GAIN = 0.15
"""A view that agrees better by this share some pixels aside was knocked."""
KNOCKS_PX = np.array([(dx, dy) for r in (3, 6, 10) for dx in (-r, 0, r) for dy in (-r, 0, r) if dx or dy])
NEARBY_PX = np.array([(dx, dy) for dx in (-2, 0, 2) for dy in (-2, 0, 2) if dx or dy])
HINT = 0.05
"""A gain of this share is looked into: the knock may lie between the places that were tried."""
EDGES = ("nose", "frame")
"""The kinds of edge by which a table is known again: of cushions their noses, of a board its frame."""
HEAL = 0.03
"""Pairs that were hidden at first take on what they show by this share a picture, while all else agrees."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class TableWatch:
    """What the table's border looks like, learned from the first picture that shows it."""

    calibration: Calibration
    kit: Kit
    pairs_px: NDArray[np.intp]
    """(n, 2, 2) columns and rows of the inner and the outer pixel of each pair."""
    shown: Array | None = None
    """(n, 3) inner minus outer colour; None until the view has been seen."""
    agreeing: float = 0.0
    """Share of the pairs that agreed in the last picture."""
    knocked: bool = False
    """Whether the border was found again some pixels aside in the last picture: the camera moved."""


def start_watch(calibration: Calibration, kit: Kit) -> TableWatch:
    """Return a watch that has yet to see its first picture."""
    return TableWatch(calibration=calibration, kit=kit, pairs_px=_no_pairs())


def table_in_view(watch: TableWatch, picture: Picture) -> tuple[TableWatch, bool]:
    """Return the watch after this (h, w, 3) BGR `picture`, and whether the table is where the calibration says."""
    height, width = picture.shape[:2]
    if (width, height) != watch.calibration.camera.image_size:
        return watch, False
    if watch.shown is None:
        return _meet(watch, picture)
    now = _differences(picture, watch.pairs_px)
    agree = _agreeing(now, watch.shown)
    share = _share(agree, watch.shown)
    knocked = share < 0.85 and _knocked(watch, picture, share)
    here = share >= LEAST_AGREEING and not knocked
    healed = _healed(watch.shown, now, agree) if here and share > 0.7 else watch.shown
    return replace(watch, shown=healed, agreeing=share, knocked=knocked), here


def _meet(watch: TableWatch, picture: Picture) -> tuple[TableWatch, bool]:
    """Take the picture as what the view looks like, if the table's edges are seen where the calibration puts them."""
    kit, camera = watch.kit, watch.calibration.camera
    start = CameraFit(camera=camera, cushion=Cushion(width_mm=0.0 if kit.disc_mm else kit.cushion_mm), seen=())
    lines = frame_edges(kit, camera) if kit.disc_mm else cushion_lines(kit)
    fit = replace(start, seen=look_for(softened(picture), start, lines, 25.0))
    edges_seen = [m for m in fit.seen if m.line.kind in EDGES]
    share = sum(len(m.which) for m in edges_seen) / sum(len(li.points_mm) for li in lines if li.kind in EDGES)
    near_px = max(2.0, 3.0 * np.nan_to_num(watch.calibration.error_px))
    if share < LEAST_AGREEING or errors(fit)[0] > near_px:
        return watch, False
    pairs = _pairs(fit, picture.shape)
    if len(pairs) < LEAST_PAIRS:
        return watch, False
    return replace(watch, pairs_px=pairs, shown=_differences(picture, pairs), agreeing=1.0), True


def _pairs(fit: CameraFit, shape: tuple[int, ...]) -> NDArray[np.intp]:
    """Return pairs of pixels astride the measured edges that lie well inside the picture."""
    astride = [np.stack([m.pixels - PAIR_PX * m.normals, m.pixels + PAIR_PX * m.normals], axis=1) for m in fit.seen]
    if not astride:
        return _no_pairs()
    pairs = np.rint(np.concatenate(astride)).astype(np.intp)
    margin = int(KNOCKS_PX.max() + NEARBY_PX.max()) + 1
    inside = np.all((pairs >= margin) & (pairs < [shape[1] - margin, shape[0] - margin]), axis=(1, 2))
    return np.asarray(pairs[inside])


def _no_pairs() -> NDArray[np.intp]:
    return np.zeros((0, 2, 2), np.intp)


def _differences(picture: Picture, pairs_px: NDArray[np.intp]) -> Array:
    colours = picture[pairs_px[..., 1], pairs_px[..., 0]].astype(np.float32)
    return np.asarray(colours[:, 0] - colours[:, 1])


def _agreeing(now: Array, shown: Array) -> NDArray[np.bool_]:
    """Say which pairs differ as they did, but for one common change of light."""
    was = np.einsum("ij,ij->i", shown, shown)
    ratio = np.einsum("ij,ij->i", now, shown) / np.maximum(was, 1.0)
    light = float(np.clip(np.median(ratio[ratio > 0.2]), 0.3, 3.0)) if np.any(ratio > 0.2) else 1.0
    off = now - light * shown
    return np.asarray(np.einsum("ij,ij->i", off, off) < 0.3 * light * light * was)


def _share(agree: NDArray[np.bool_], shown: Array) -> float:
    telling = np.einsum("ij,ij->i", shown, shown) > LEAST_CONTRAST**2
    return float(agree[telling].mean()) if telling.sum() >= LEAST_PAIRS // 2 else 0.0


def _knocked(watch: TableWatch, picture: Picture, share: float) -> bool:
    """Say whether the border is found again some pixels aside."""
    aside = [_share_aside(watch, picture, shift) for shift in KNOCKS_PX]
    best = int(np.argmax(aside))
    if not share + HINT < aside[best] <= share + KNOCK_GAIN:
        return aside[best] > share + KNOCK_GAIN
    return any(_share_aside(watch, picture, KNOCKS_PX[best] + by) > share + KNOCK_GAIN for by in NEARBY_PX)


def _share_aside(watch: TableWatch, picture: Picture, shift_px: NDArray[np.intp]) -> float:
    assert watch.shown is not None
    return _share(_agreeing(_differences(picture, watch.pairs_px + shift_px), watch.shown), watch.shown)


def _healed(shown: Array, now: Array, agree: NDArray[np.bool_]) -> Array:
    return np.asarray(np.where(agree[:, None], shown, shown + HEAL * (now - shown)), np.float32)
