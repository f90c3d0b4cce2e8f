"""Where a network sees noses and wood run along the cushions of a table that is nearly found.

Most of what leads a fit astray lies within a cushion's width of it: the shade below a nose, the foot of its face, a
strip along the wood. A network that was shown thousands of cushions (`models.training.cushions`) tells them apart by
all six.
"""

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from tracker.calibrate.features.cushions.bands import COLUMNS, ROWS, along, bands_of, noses
from tracker.calibrate.features.edges import Measured, crossing
from tracker.calibrate.features.lines import Cushion, Kind, TableEdge
from tracker.domain.table.kit import Kit
from tracker.geometry.camera import Camera
from tracker.networks.onnx_runtime import OnnxNetwork
from tracker.networks.registry import CUSHIONS

Array = NDArray[np.float64]

TOLD: Final[tuple[Kind, ...]] = ("nose", "wood")
"""What is told, in the network's order."""
MOST_SPREAD: Final = 2.0
"""A place of which the row is not known to so many (1 sigma) is not told: those in view are to half a row and one, and
those behind somebody to three or four, which is where the fit already had them."""
FEWEST: Final = 5
"""Of so few places no line is told."""


def cushion_edges(colours: NDArray[np.float32], camera: Camera, kit: Kit, cushion: Cushion) -> tuple[Measured, ...]:
    """Return where noses and wood run in a softened picture.

    Args:
        colours: (h, w, 3 BGR) the picture, 0 to 255.
        camera: what it was nearly taken by.
        kit: the table.
        cushion: nearly its cushions.

    Raises:
        BadInput: the network is missing, or not the one that the registry names.
    """
    bands = bands_of(colours, camera, kit, cushion)
    at, in_view = _paired(bands.at, 2), _paired(bands.seen[:, 3], 2) > 0.5
    odds = np.asarray(OnnxNetwork.usual(CUSHIONS).answer(bands.seen), float)
    rows = np.arange(ROWS)[:, None]
    usual = np.sum(odds * rows, axis=2)
    spread = np.sqrt(np.sum(odds * (rows - usual[:, :, None]) ** 2, axis=2))
    found = []
    for n, nose in enumerate(noses(kit)):
        points = _paired(along(nose), 0)
        for m, kind in enumerate(TOLD):
            outward = np.tile(nose.outward[0], (len(points), 1))
            edge = TableEdge(name=nose.name, kind=kind, points_mm=points, outward=outward)
            pixels, row_px = _between(at[n], usual[n, m])
            shown = in_view[n, np.rint(usual[n, m]).astype(int), np.arange(len(points))]
            which = np.flatnonzero(shown & (spread[n, m] < MOST_SPREAD))
            if len(which) >= FEWEST:
                normals, across = crossing(camera, edge.at(cushion), edge.outward)
                found.append(
                    Measured(
                        line=edge, which=which, pixels=pixels[which], normals=normals[which],
                        seen_share=len(which) / int(shown.sum()), strength=0.0,
                        scatter_px=float(np.sqrt(np.mean((spread[n, m] * row_px)[which] ** 2))),
                        px_per_mm=float(np.median(across[which])), is_told=True,
                    )
                )  # fmt: skip
    return tuple(found)


def _paired(values: NDArray[Any], axis: int) -> Array:
    """Return the means of each two along an axis, that of the columns: the network tells one row of two."""
    return np.asarray((values.take(range(0, COLUMNS, 2), axis) + values.take(range(1, COLUMNS, 2), axis)) / 2, float)


def _between(at: Array, rows: Array) -> tuple[Array, Array]:
    """Return (n, 2) the pixels of (rows, n, 2) at a row of each column, and (n,) how many lie from it to the next."""
    low, columns = np.minimum(rows.astype(int), len(at) - 2), np.arange(at.shape[1])
    step = at[low + 1, columns] - at[low, columns]
    return at[low, columns] + (rows - low)[:, None] * step, np.linalg.norm(step, axis=1)
