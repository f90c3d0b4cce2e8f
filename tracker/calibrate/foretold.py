"""How well a table will be found in a picture that nobody has taken yet, by a camera whose place and lens are known.

All edges of the table that will lie in the picture are taken to be seen where they are, each as well as is believed of
its kind; then the camera is solved for as if it were found there (`refine`), and what that leaves open of its numbers
is how far it will place balls off. This is the first of the two witnesses of `quality.place_error_mm`.
"""

from math import atan2, degrees, hypot

import numpy as np
from numpy.typing import NDArray

from tracker.calibrate.features.edges import Measured, profiles
from tracker.calibrate.features.lines import Cushion, cushion_lines, mark_lines
from tracker.calibrate.features.pockets import as_measured, middle_pockets
from tracker.calibrate.fit.pose import Sensor
from tracker.calibrate.fit.quality import LEAST_IN_VIEW, moves_mm
from tracker.calibrate.fit.refine import FEWEST_LINES
from tracker.calibrate.fit.solve import CameraFit, solve
from tracker.domain.table.kit import Kit
from tracker.geometry.camera import Camera

Array = NDArray[np.float64]

MARGIN_PX = 3.5
"""An edge is looked for so far to either side at least, and all of that must lie in the picture."""
FEWEST_SAMPLES = 3
COLUMNS, ROWS = 25, 50
LEAST_STEEP_DEG = 18.0
"""A camera that looks down on the table's middle less steeply than this may find it several times as far off as is
foretold: read off drawn tables (`python -m bench.stands`)."""


def share_in_view(camera: Camera, kit: Kit) -> float:
    """Return the share of the playing area that the picture shows, 0 to 1."""
    xs, ys = np.meshgrid(np.linspace(0, kit.width_mm, COLUMNS), np.linspace(0, kit.length_mm, ROWS))
    return float(is_in_view(camera, np.column_stack([xs.ravel(), ys.ravel()]), 0.0).mean())


def is_in_view(camera: Camera, places_mm: Array, height_mm: float) -> NDArray[np.bool_]:
    """Say (n,) which of (n, 2) places at a height the picture shows."""
    at = camera.project_on(places_mm, height_mm)
    with np.errstate(invalid="ignore"):
        return np.asarray(((at >= 0) & (at <= np.array(camera.image_size) - 1)).all(axis=1))


def will_be_found(camera: Camera, kit: Kit) -> bool:
    """Say whether enough of the table is in the picture, seen steeply enough, for it to be found without help."""
    enough = share_in_view(camera, kit) >= LEAST_IN_VIEW and steepness_deg(camera, kit) >= LEAST_STEEP_DEG
    return enough and len(edges_ahead(camera, kit)) >= FEWEST_LINES


def steepness_deg(camera: Camera, kit: Kit) -> float:
    """Return how steeply a camera looks down on the table's middle, in degrees."""
    x, y, z = camera.centre_mm.tolist()
    return degrees(atan2(z, hypot(x - kit.width_mm / 2, y - kit.length_mm / 2)))


def edges_ahead(camera: Camera, kit: Kit) -> tuple[Measured, ...]:
    """Return the table's edges, marks and middle pockets that will lie in the picture, as if they had been measured."""
    wide, high = camera.image_size
    blank, cushion = np.zeros((high, wide), np.float32), Cushion(width_mm=kit.cushion_mm)
    found = []
    for line in [*cushion_lines(kit), *(mark_lines(kit) if kit.baulk_mm else [])]:
        band = profiles(blank, camera, line.at(cushion), line.outward, MARGIN_PX)
        which = np.flatnonzero(band.inside)
        if len(which) >= FEWEST_SAMPLES:
            found.append(
                Measured(
                    line=line, which=which, pixels=band.at[which], normals=band.normals[which], seen_share=1.0,
                    strength=1.0, scatter_px=0.0, px_per_mm=band.px_per_mm,
                )
            )  # fmt: skip
    gaps = [as_measured(pocket, 0.0, camera, cushion, kit) for pocket in middle_pockets(kit)]
    return (*found, *(gap for gap in gaps if np.all((gap.pixels > 1) & (gap.pixels < np.array([wide, high]) - 2))))


def place_spread_mm2(camera: Camera, kit: Kit, places_mm: Array) -> Array:
    """Return the (n, 2, 2) covariances in mm² of how far balls at (n, 2) places will lie off for the camera's error."""
    wide, high = camera.image_size
    sensor = Sensor(width_px=wide, height_px=high)
    start = CameraFit(camera=camera, cushion=Cushion(width_mm=kit.cushion_mm), seen=())
    fit = solve(start, edges_ahead(camera, kit), sensor, kit)
    axes, squares, _ = np.linalg.svd(fit.doubt)
    # Cholesky's factor, as `quality` has it, but found where the covariance is hardly positive, too.
    ways = np.linalg.qr((axes * np.sqrt(squares)).T).R
    moves = moves_mm(fit.camera, ways, sensor, places_mm, kit.ball_radius_mm)
    return np.asarray(np.einsum("kni,knj->nij", moves, moves))
