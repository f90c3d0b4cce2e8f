"""How much bare cloth each picture showed, part by part of the bed: where it was in view no ball can be hidden."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from tracker.geometry.sightings import Openness

Array = NDArray[np.float64]

PART_MM = 300.0
"""Who stands before a part of this size hides most of it, and balls that lie there little."""
NEAR_MM = 450.0
"""A ball that is lost somewhere is hidden, if it is, no farther from there, or from where it went."""
CLEAR_SHARE = 0.5
"""Of the most cloth of a part that was in view at once. Set by hand, as the sizes above: who leans over a table is half
a metre wide, and a ball and what it hides take a fifth of a part at most."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ClothShown:
    """How much of each part of the bed some pictures showed as bare cloth."""

    at_us: NDArray[np.int64]
    """(t,) times of the pictures, in order."""
    shares: NDArray[np.float32]
    """(t, rows along y, columns along x) of parts of about `PART_MM`, the first of which begins at the origin."""

    @classmethod
    def of(cls, pictures: Sequence[tuple[int, NDArray[np.float32]]]) -> Self:
        """Return what pictures showed, by the time of each and its parts (`parts_of`)."""
        shares = np.stack([parts for _, parts in pictures]) if pictures else np.zeros((0, 1, 1), np.float32)
        return cls(at_us=np.array([at_us for at_us, _ in pictures], np.int64), shares=shares)

    def clear_us(self, start: Array, end: Array) -> NDArray[np.int64]:
        """Return when nobody stood before the cloth near a (2,) way (mm): no part showed much less than it ever did."""
        shown = self.shares[:, self._near(start, end)]
        is_clear = (shown >= CLEAR_SHARE * shown.max(axis=0, initial=0.0)).all(axis=1)
        return np.asarray(self.at_us[is_clear])

    def _near(self, start: Array, end: Array) -> NDArray[np.bool_]:
        """Say (rows, columns) which parts lie near a way, so far as it lies on the bed; at least one does."""
        rows, columns = self.shares.shape[1:]
        y, x = ((np.indices((rows, columns)) + 0.5) * PART_MM).reshape(2, -1)
        middles, size = np.column_stack([x, y]), np.array([columns, rows]) * PART_MM
        start, end = np.clip(start, 0.0, size), np.clip(end, 0.0, size)
        run = end - start
        along = np.clip((middles - start) @ run / max(float(run @ run), 1e-9), 0.0, 1.0)
        away = np.hypot(*(middles - start - along[:, None] * run).T)
        return np.asarray(away <= max(NEAR_MM, float(away.min()))).reshape(rows, columns)


def parts_of(openness: Openness) -> NDArray[np.float32]:
    """Return how much bare cloth (rows, columns) parts of about `PART_MM` show: as many as the bed has room for."""
    cells = PART_MM / openness.cell_mm
    starts = [np.linspace(0, n, max(round(n / cells), 1), endpoint=False).astype(int) for n in openness.cloth.shape]
    whole = np.add.reduceat(np.add.reduceat(openness.cloth.astype(np.float32), starts[0], axis=0), starts[1], axis=1)
    sizes = [np.diff(np.append(at, length)) for at, length in zip(starts, openness.cloth.shape, strict=True)]
    return np.asarray(whole / np.outer(*sizes), np.float32)
