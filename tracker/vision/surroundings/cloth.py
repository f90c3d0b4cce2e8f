"""What the bare cloth looks like, learnt from the pictures themselves, and where it can be seen now.

Most of a table is cloth, so the median colour over the playing area is the cloth's, whatever its hue and the light.
Light falls unevenly: the cloth's colour over the table is a smooth surface (a polynomial in the table's coordinates),
fitted to the cells that look like cloth and to no others, and renewed slowly. A pixel is cloth when its colour is the
local one up to shadow: darker or lighter along the cloth's own hue is shading, a turn of hue is something else
(the brightness and chromaticity distortion of Horprasert, Harwood & Davis 1999).
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tracker.domain.table.kit import Kit
from tracker.geometry.camera import Camera
from tracker.geometry.sightings import Openness
from tracker.vision.detector import Picture

Array = NDArray[np.float64]
Single = NDArray[np.float32]

CELL_MM = 25.0
DARKEST, LIGHTEST = 0.45, 1.35
"""Shadow and light on cloth, as shares of its usual brightness."""
LEAST_TURN = 14.0
"""Grey levels away from the cloth's hue that compression alone may cause."""
TURN_SIGMAS = 4.5
BLACKEST = 1.0
"""No cloth is darker, where the surface is drawn on to places at which none was seen."""
LEARN_EVERY = 30
RENEW = 0.2
"""Weight of a new look at the cloth against what was known."""
ENOUGH = 0.2
"""Share of the playing area that must look like cloth before anything is learnt from it."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Cells:
    """Where to look for each cell of the grid: fixed by the camera and the table."""

    rows: int
    columns: int
    u: NDArray[np.intp]
    """(cells,) column of the pixel."""
    v: NDArray[np.intp]
    """(cells,) row of the pixel."""
    shown: NDArray[np.bool_]
    """(cells,) whether the cell lies inside the picture."""
    terms: Single
    """(cells, 6) terms of the polynomial at each cell."""
    scale_mm: tuple[float, float]
    """Width and length of the table."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ClothColours:
    """What the cloth looks like."""

    surface: Single
    """(6, 3) coefficients of its BGR colour over the table."""
    colours: Single
    """(cells, 3) that colour at each cell."""
    turn: float
    """How far bare cloth strays from its own hue, in grey levels (1 sigma)."""

    def near(self, cells: Cells, places_mm: Array) -> Array:
        """Return the (n, 3) colour of the cloth at (n, 2) places."""
        share = np.clip(places_mm / np.array(cells.scale_mm), 0.0, 1.0)
        return np.asarray(np.maximum(polynomial(share[:, 0], share[:, 1]) @ self.surface, BLACKEST), float)


def cells_of(camera: Camera, kit: Kit) -> Cells:
    """Return the grid of cells over the playing area; each looks where the centre of a ball in it would appear."""
    columns, rows = int(-(-kit.width_mm // CELL_MM)), int(-(-kit.length_mm // CELL_MM))
    x, y = np.meshgrid((np.arange(columns) + 0.5) * CELL_MM, (np.arange(rows) + 0.5) * CELL_MM)
    places = np.column_stack([np.minimum(x.ravel(), kit.width_mm), np.minimum(y.ravel(), kit.length_mm)])
    pixels = np.nan_to_num(camera.project_on(places, kit.lies_mm), nan=-1.0, posinf=-1.0, neginf=-1.0)
    u, v = np.round(pixels).astype(np.intp).T
    wide, tall = camera.image_size
    terms = polynomial(places[:, 0] / kit.width_mm, places[:, 1] / kit.length_mm).astype(np.float32)
    return Cells(
        rows=rows, columns=columns, u=np.clip(u, 0, wide - 1), v=np.clip(v, 0, tall - 1),
        shown=(u >= 0) & (u < wide) & (v >= 0) & (v < tall), terms=terms, scale_mm=(kit.width_mm, kit.length_mm),
    )  # fmt: skip


def polynomial(a: Array, b: Array) -> Array:
    """Return the (n, 6) terms of a polynomial of second degree in two coordinates from 0 to 1."""
    return np.stack([np.ones_like(a), a, b, a * b, a * a, b * b], axis=-1)


def look(picture: Picture, cells: Cells) -> Single:
    """Return the (cells, 3) colours that the picture shows in the cells."""
    pixels = picture.reshape(-1, 3).take(cells.v * picture.shape[1] + cells.u, axis=0)
    return np.asarray(pixels, np.float32)


def learn(seen: Single, cells: Cells, known: ClothColours | None) -> ClothColours | None:
    """Return the cloth after another look at it; what was `known` stays where the table is mostly hidden."""
    guess = known.colours if known else np.broadcast_to(np.median(seen[cells.shown], axis=0), seen.shape)
    turn = known.turn if known else LEAST_TURN
    cloth = known
    for _ in range(1 if known else 3):
        bare = cells.shown & is_cloth(seen, guess, turn)
        if bare.mean() < ENOUGH:
            return known
        cloth = _fit(seen, bare, cells)
        guess, turn = cloth.colours, cloth.turn
    return cloth if known is None or cloth is None else _renew(known, cloth)


def is_cloth(seen: Single, colours: Single, turn: float) -> NDArray[np.bool_]:
    """Say for (n, 3) colours seen whether each is the cloth's colour there, up to shading."""
    against = _dot(seen, colours)
    shade = against / (_dot(colours, colours) + 1e-6)
    turned2 = _dot(seen, seen) - shade * against
    bound = max(LEAST_TURN, TURN_SIGMAS * turn)
    return np.asarray((shade > DARKEST) & (shade < LIGHTEST) & (turned2 < bound**2 * np.maximum(shade, 0.6) ** 2))


def openness(seen: Single, cells: Cells, cloth: ClothColours) -> Openness:
    """Return where the bare cloth is seen."""
    bare = cells.shown & is_cloth(seen, cloth.colours, cloth.turn)
    return Openness(cell_mm=CELL_MM, cloth=bare.reshape(cells.rows, cells.columns).astype(np.uint8))


def _fit(seen: Single, bare: NDArray[np.bool_], cells: Cells) -> ClothColours:
    """Return the smooth cloth through the bare cells: least squares by their normal equations, which are but six."""
    terms = cells.terms[bare].astype(float)
    surface = np.linalg.lstsq(terms.T @ terms, terms.T @ seen[bare], rcond=None)[0].astype(np.float32)
    colours = np.maximum(cells.terms @ surface, BLACKEST)
    hue = colours / np.linalg.norm(colours, axis=1, keepdims=True)
    along = np.einsum("nc,nc->n", seen, hue)[:, None] * hue
    stray = np.linalg.norm(seen - along, axis=1)[bare]
    return ClothColours(surface=surface, colours=colours, turn=float(np.median(stray)) / 1.18)


def _dot(one: Single, other: Single) -> Single:
    """Return the (n,) products of (n, 3) colours: `einsum` takes four times as long over three columns."""
    return np.asarray(one[:, 0] * other[:, 0] + one[:, 1] * other[:, 1] + one[:, 2] * other[:, 2])


def _renew(known: ClothColours, new: ClothColours) -> ClothColours:
    surface = (1 - RENEW) * known.surface + RENEW * new.surface
    colours = (1 - RENEW) * known.colours + RENEW * new.colours
    return ClothColours(surface=surface, colours=colours, turn=(1 - RENEW) * known.turn + RENEW * new.turn)
