"""What a camera that nobody has bought yet would make of a table: how well it would place balls, and what that decides.

Each room is asked for its own part, and by its own measure: `calibrate` how well such a camera would be known, `vision`
how well it would see a ball of that size, `incidents` what gaps so measured tell. Nothing here is measured anew.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from math import ceil, hypot, inf, radians, sqrt, tan
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from tracker.calibrate.fit.finish import MOST_LOOSE_MM
from tracker.calibrate.fit.quality import LEAST_IN_VIEW
from tracker.calibrate.foretold import (
    LEAST_STEEP_DEG,
    is_in_view,
    place_spread_mm2,
    share_in_view,
    steepness_deg,
    will_be_found,
)
from tracker.domain.advice import NARROWEST_DEG, WIDEST_DEG, CameraAdvice, Prospect, Stand, StandChange, StandRemark
from tracker.domain.table.kit import Kit, Pocket
from tracker.domain.table.plane import Point
from tracker.geometry.calibration import Calibration
from tracker.geometry.camera import Camera
from tracker.geometry.stand import camera_of, stand_of
from tracker.incidents.explain.standing import PLACED_MM, SURE, touch_sure
from tracker.vision.foretold import beside_sd_px, foretold, open_sd_px
from tracker.vision.measuring.discs import disc_radii_px

Array = NDArray[np.float64]

CLEARS_MM = tuple(k / 10 for k in range(1, 501))
QUANTILES = tuple(NormalDist().inv_cdf((k + 0.5) / 200) for k in range(200))
"""Errors by chance, in sigmas, each as likely as the next."""
UNSEEN: Mapping[str, float] = {
    "across_mm": inf, "along_mm": inf, "ball_px": 0.0, "sighting_mm": inf, "camera_mm": inf, "error_mm": inf,
    "gap_sd_mm": inf, "touch_told": 0.0, "clear_mm": inf,
}  # fmt: skip
OFTEN = 0.5
"""Touching balls are told, not asked, where so many are."""
RAISE_MM = 500.0
BEHIND_MM = 1500.0
"""How far behind an end a camera is put that is to be moved there, at the least."""
PIXELS = 2
"""How many times as many pixels each way the larger picture has."""
MOST_PIXELS = 3840
HARDLY = 0.85
"""An error that is this share of what it was is worth a change."""
MORE_TOLD = 0.1
"""So is so much larger a share of touching balls that are told."""
MOST_CHANGES = 4
LEAST_OVER_MM = 2200.0
"""A camera that hangs lower over the table is in the players' way."""
FLAT_DEG = 25.0
"""Where a camera looks down less steeply than this it is said how far balls hide each other."""
FRAMED = 1.15
"""By how much more than the table with its rails a fitting lens shows: with 1.03 drawn tables were not found."""


def advise(stand: Stand, kit: Kit) -> CameraAdvice:
    """Return what a camera would make of a table, and what would make it better.

    Raises:
        BadInput: nothing can be seen from there.
    """
    plain = outlook(stand, kit)
    return replace(plain, remarks=tuple(remarks(plain, kit)), changes=changes(plain, kit))


def advise_on(calibration: Calibration, kit: Kit) -> CameraAdvice:
    """Return what a camera that is there already makes of its table, and what would make it better.

    Where it stands, its lens and how well it is known are read off its calibration: how far off that puts balls is as
    was measured, over the table as it would be for a camera there.

    Raises:
        BadInput: the camera is none that advice is given on.
    """
    stand = stand_of(calibration.camera)
    plain = seen_by(calibration.camera, stand, kit, calibration.error_mm)
    return replace(plain, remarks=tuple(remarks(plain, kit)), changes=changes(plain, kit))


def grade(advice: CameraAdvice) -> str:
    """Return what it comes to: `good`, pots and most touching balls are told; `fair`, pots are; `poor`, less."""
    pockets = sum(one.is_pocket for one in advice.prospects)
    if len(advice.pots) < pockets or advice.worst_mm > MOST_LOOSE_MM:
        return "poor"
    return "good" if advice.touch_told >= OFTEN else "fair"


def outlook(stand: Stand, kit: Kit) -> CameraAdvice:
    """Return what a camera would make of each place, without a word on it."""
    return seen_by(camera_of(stand, kit), stand, kit)


def seen_by(camera: Camera, stand: Stand, kit: Kit, measured_mm: float | None = None) -> CameraAdvice:
    """Return what the camera of a stand makes of each place.

    `measured_mm`: how far off (root mean square) its calibration puts balls, where there is one.
    """
    found = prospects(camera, kit, measured_mm)
    pots = tuple(
        pocket.name for pocket, one in zip(kit.pockets, found, strict=False) if tells_pots(one, pocket, camera)
    )
    return CameraAdvice(table=kit.name, stand=stand, in_view=share_in_view(camera, kit), prospects=found, pots=pots)


def prospects(camera: Camera, kit: Kit, measured_mm: float | None = None) -> tuple[Prospect, ...]:
    """Return what a camera makes of the balls in each pocket's jaws and on each spot."""
    names = [pocket.name for pocket in kit.pockets] + list(kit.spots)
    places = np.array([jaws_of(pocket, kit) for pocket in kit.pockets] + list(kit.spots.values()), float).reshape(-1, 2)
    in_view = is_in_view(camera, places, kit.ball_radius_mm)
    rows = np.flatnonzero(in_view).tolist()
    measures = dict(zip(rows, _measures(camera, kit, places[rows], measured_mm), strict=True))
    away = np.linalg.norm(_sight(camera, kit, places), axis=1)
    return tuple(
        Prospect(
            name=name, is_pocket=i < len(kit.pockets), at=Point(*places[i].tolist()), in_view=i in measures,
            away_mm=float(away[i]), **measures.get(i, UNSEEN),
        )
        for i, name in enumerate(names)
    )  # fmt: skip


def _sight(camera: Camera, kit: Kit, places: Array) -> Array:
    """Return the (n, 3) ways from balls at (n, 2) places to the camera (mm)."""
    return np.asarray(camera.centre_mm - np.column_stack([places, np.full(len(places), kit.ball_radius_mm)]))


def _measures(camera: Camera, kit: Kit, places: Array, measured_mm: float | None) -> Iterator[dict[str, float]]:
    """Give of each of (n, 2) places in view what the camera makes of balls there, by the names of `Prospect`."""
    if not len(places):
        return
    known = _known_mm2(camera, kit, places, measured_mm)
    sizes, radii = camera.px_per_mm(places, kit.ball_radius_mm), disc_radii_px(camera, places, kit.ball_radius_mm)
    sight, by = _sight(camera, kit, places), foretold()
    flat = np.hypot(*sight[:, :2].T) / np.linalg.norm(sight, axis=1)
    back = np.linalg.inv(sizes)
    spread = back @ back.transpose(0, 2, 1)
    alone = open_sd_px(radii, by) * np.sqrt(np.trace(spread, axis1=1, axis2=2))
    # Both balls of a pair err, the worst way that they may lie; the camera's own error moves them alike.
    gaps = beside_sd_px(radii, flat, by) * np.sqrt(2 * np.linalg.eigvalsh(spread)[:, -1])
    for i in range(len(places)):
        across, along = (1 / np.linalg.norm(sizes[i], axis=0)).tolist()
        sighting, own, gap = float(alone[i]), sqrt(known[i, 0, 0] + known[i, 1, 1]), float(gaps[i])
        yield {
            "across_mm": across, "along_mm": along, "ball_px": 2 * float(radii[i]), "sighting_mm": sighting,
            "camera_mm": own, "error_mm": hypot(sighting, own), "gap_sd_mm": gap, "touch_told": touch_told(gap),
            "clear_mm": clear_from_mm(gap),
        }  # fmt: skip


def jaws_of(pocket: Pocket, kit: Kit) -> Point:
    """Return where a ball hangs in a pocket's jaws: as near to the fall as it comes between the cushions' faces."""
    low, wide, long = kit.ball_radius_mm, kit.width_mm - kit.ball_radius_mm, kit.length_mm - kit.ball_radius_mm
    return Point(min(max(pocket.fall.x_mm, low), wide), min(max(pocket.fall.y_mm, low), long))


def _known_mm2(camera: Camera, kit: Kit, places: Array, measured_mm: float | None) -> Array:
    """Return the (n, 2, 2) covariances in mm² of how far the camera itself puts balls at (n, 2) places off."""
    if measured_mm is None:
        is_found = will_be_found(camera, kit)
        return place_spread_mm2(camera, kit, places) if is_found else np.full((len(places), 2, 2), np.inf)
    spread = place_spread_mm2(camera, kit, places)
    foretold_mm2 = float(np.mean(np.trace(spread, axis1=1, axis2=2)))
    return spread * (measured_mm**2 / foretold_mm2 if np.isfinite(measured_mm) else 1.0)


def touch_told(gap_sd_mm: float) -> float:
    """Return how often balls that touch are told to, where the gap between them errs so (1 sigma)."""
    if gap_sd_mm >= PLACED_MM:
        return 0.0
    return sum(touch_sure(gap_sd_mm * by, gap_sd_mm) >= SURE for by in QUANTILES) / len(QUANTILES)


def clear_from_mm(gap_sd_mm: float) -> float:
    """Return from how far apart balls are told, more often than not, to lie clear of each other."""
    return next((gap for gap in CLEARS_MM if touch_sure(gap, gap_sd_mm) <= 1 - SURE), inf)


def tells_pots(one: Prospect, pocket: Pocket, camera: Camera) -> bool:
    """Say whether pots at a pocket are told: all of it is in view, and balls before it are placed well enough."""
    reach = np.array([[dx, dy] for dx in (-1.0, 1.0) for dy in (-1.0, 1.0)]) * pocket.radius_mm
    seen = bool(is_in_view(camera, np.array(pocket.fall) + reach, 0.0).all())
    return one.in_view and seen and one.error_mm < MOST_LOOSE_MM


def remarks(advice: CameraAdvice, kit: Kit) -> Iterator[StandRemark]:
    """Give what there is to say of a stand, the most telling first."""
    unseen = tuple(p.name for p in advice.prospects if not p.in_view)
    seen = [p for p in advice.prospects if p.in_view]
    found = any(np.isfinite(p.camera_mm) for p in seen)
    share, is_cut = {"share": advice.in_view}, bool(unseen) or advice.in_view < 1
    yield StandRemark(kind="cut", numbers=share, names=unseen) if is_cut else StandRemark(kind="whole")
    steep_deg = steepness_deg(camera_of(advice.stand, kit), kit)
    if not found:
        is_flat = advice.in_view >= LEAST_IN_VIEW and steep_deg < LEAST_STEEP_DEG
        flat = StandRemark(kind="flat", numbers={"deg": steep_deg, "least_deg": LEAST_STEEP_DEG})
        yield flat if is_flat else StandRemark(kind="not-found", numbers={**share, "least": LEAST_IN_VIEW})
        yield from hiding(advice, seen, kit) if seen else ()
        return
    best, worst = min(seen, key=lambda p: p.error_mm), max(seen, key=lambda p: p.error_mm)
    errors_mm = {"best": best.error_mm, "worst": worst.error_mm}
    yield StandRemark(kind="placed", numbers=errors_mm, names=(best.name, worst.name))
    yield touching(advice, seen)
    asked = tuple(p.name for p in advice.prospects if p.is_pocket and p.name not in advice.pots)
    yield StandRemark(kind="pots-some" if asked else "pots-all", names=asked)
    yield from hiding(advice, seen, kit)
    smallest = min(p.ball_px for p in seen)
    if smallest < 2 * foretold().least_px:
        yield StandRemark(kind="tiny", numbers={"px": smallest})


def touching(advice: CameraAdvice, seen: Sequence[Prospect]) -> StandRemark:
    """Return where it is told that balls touch, and how often."""
    told = tuple(p.name for p in seen if p.touch_told >= OFTEN)
    near, far = min(seen, key=lambda p: p.away_mm), max(seen, key=lambda p: p.away_mm)
    numbers = {
        "near": near.touch_told, "far": far.touch_told, "near_mm": near.clear_mm, "far_mm": far.clear_mm,
        "worst_mm": max(p.clear_mm for p in seen),
    }  # fmt: skip
    kind = "touch-all" if len(told) == len(advice.prospects) else "touch-some" if told else "touch-none"
    return StandRemark(kind=kind, numbers=numbers, names=told)


def hiding(advice: CameraAdvice, seen: Sequence[Prospect], kit: Kit) -> Iterator[StandRemark]:
    """Give what hides balls: cushions on the camera's side, and other balls where it looks flatly over the cloth."""
    x, y, z = advice.stand.at_mm
    radius, nose = kit.ball_radius_mm, kit.nose_height_mm
    outside = {"bottom": -y, "top": y - kit.length_mm, "left": -x, "right": x - kit.width_mm}
    # The middle of a ball at the face lies a radius behind the nose: the line of sight over that must come down to it.
    low = tuple(side for side, mm in outside.items() if mm > 0 and (z - nose) / mm < (nose - radius) / radius)
    if low:
        yield StandRemark(kind="cushion", names=low)
    far = max(seen, key=lambda p: p.away_mm)
    steep = (z - radius) / far.away_mm
    if steep < np.sin(np.radians(FLAT_DEG)):
        yield StandRemark(kind="behind", numbers={"mm": 2 * radius / steep - 2 * radius}, names=(far.name,))


def changes(advice: CameraAdvice, kit: Kit) -> tuple[StandChange, ...]:
    """Return what would make a stand clearly better, what costs least first."""
    better = (
        StandChange(
            kind=kind,
            stand=stand,
            end=end,
            worst_mm=there.worst_mm,
            touch_told=there.touch_told,
            pots_told=len(there.pots),
        )
        for kind, stand, end in alternatives(advice.stand, kit)
        for there in (outlook(stand, kit),)
        if is_better(there, advice)
    )
    return tuple(islice(better, MOST_CHANGES))


def is_better(there: CameraAdvice, here: CameraAdvice) -> bool:
    """Say whether one outlook decides more than another, or places balls much better and decides no less."""
    if len(there.pots) != len(here.pots):
        return len(there.pots) > len(here.pots)
    more = there.touch_told - here.touch_told
    return more > MORE_TOLD or (more > -MORE_TOLD and there.worst_mm < HARDLY * here.worst_mm)


def alternatives(stand: Stand, kit: Kit) -> Iterator[tuple[str, Stand, str]]:
    """Give what else may be tried: another lens, higher, behind an end, over the table, more pixels."""
    lens = fitting_lens(stand, kit)
    fits = replace(stand, lens_deg=lens) if lens else None
    if fits and abs(fits.lens_deg - stand.lens_deg) >= 1:
        yield ("wider" if fits.lens_deg > stand.lens_deg else "narrower"), fits, ""
    x, y, z = stand.at_mm
    middle = Point(kit.width_mm / 2, kit.length_mm / 2)
    end, behind = ("bottom", min(y, -BEHIND_MM)) if y < middle.y_mm else ("top", max(y, kit.length_mm + BEHIND_MM))
    least_mm = steep_enough_mm(stand, kit)
    for kind, at_mm, of in (
        ("raise", (x, y, max(z + RAISE_MM, least_mm)), ""),
        ("end", (middle.x_mm, behind, z), end),
        ("over", (*middle, z), ""),
    ):
        moved = replace(stand, at_mm=at_mm, towards_mm=stand.towards_mm if kind == "raise" else middle)
        lens = fitting_lens(moved, kit) if kind != "over" or z >= LEAST_OVER_MM else None
        if lens and at_mm != stand.at_mm:
            yield kind, replace(moved, lens_deg=lens), of
    if max(stand.size_px) * PIXELS <= MOST_PIXELS:
        wide, high = stand.size_px
        yield "pixels", replace(fits or stand, size_px=(PIXELS * wide, PIXELS * high)), ""


def steep_enough_mm(stand: Stand, kit: Kit) -> float:
    """Return how high above the cloth a camera there must stand to look down steeply enough, in whole decimetres."""
    x, y, _ = stand.at_mm
    return 100.0 * ceil(
        hypot(x - kit.width_mm / 2, y - kit.length_mm / 2) * tan(radians(LEAST_STEEP_DEG)) / 100.0 + 0.1
    )


def fitting_lens(stand: Stand, kit: Kit) -> float | None:
    """Return the narrowest lens, in whole degrees, that shows the table and its rails from there; None: none does."""
    out = kit.cushion_mm + kit.rail_mm
    corners = np.array([(x, y) for x in (-out, kit.width_mm + out) for y in (-out, kit.length_mm + out)])
    half = (np.array(stand.size_px) - 1) / 2
    camera = camera_of(stand, kit)
    off = camera.project_on(corners, kit.nose_height_mm) - half
    if not np.all(np.isfinite(off)):
        return None
    widest = FRAMED * float(np.max(np.abs(off) / half)) * np.tan(np.radians(stand.lens_deg) / 2)
    lens = float(np.ceil(2 * np.degrees(np.arctan(widest))))
    return max(lens, NARROWEST_DEG) if lens <= WIDEST_DEG else None
