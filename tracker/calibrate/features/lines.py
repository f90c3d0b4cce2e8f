"""What a table offers to a camera as lines in space: cushion noses, the border of cloth and wood, Baulk-line and D.

The nose of a cushion is the edge that a camera sees, from any side: of a far cushion the lit top ends there above
its own shaded face, of a near one the top ends there before the bed. Behind it, at much the same height, the
cushion's cloth ends at the wooden rail; how far behind differs from maker to maker, so it is measured as well.
"""

from dataclasses import dataclass
from math import pi, sqrt
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from tracker.domain.table.kit import Kit

Array = NDArray[np.float64]
Kind = Literal["nose", "wood", "mark", "pocket", "frame"]

JAW_MM = 25.0
"""A cushion's face bends before its jaw: stay this far away from it."""
STEP_MM = 30.0
LEAN = 0.25
"""A cushion's face meets the bed so far behind its nose, as a share of the nose's height."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cushion:
    """What differs from maker to maker: where the cushion's cloth ends, seen from its nose."""

    width_mm: float
    rise_mm: float = 0.0
    """How far the wood's edge lies above the nose."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class TableEdge:
    """Points along one edge of the table, and the way across it."""

    name: str
    kind: Kind
    points_mm: Array
    """(n, 3); for wood, those of the nose before it, to be moved outward by the cushion's width."""
    outward: Array
    """(n, 3) unit vectors across the line, on the cloth's plane, away from the table's middle (or the D's)."""

    def at(self, cushion: "Cushion") -> Array:
        """Return the (n, 3) points on a table with such cushions."""
        if self.kind != "wood":
            return self.points_mm
        return self.points_mm + self.outward * cushion.width_mm + [0.0, 0.0, cushion.rise_mm]

    def foot(self) -> Array:
        """Return the (n, 3) points, one below each of a nose's, where the cushion's face meets the bed."""
        return foot_of(self.points_mm, self.outward)


def foot_of(noses_mm: Array, outward: Array) -> Array:
    """Return the (n, 3) points where a cushion's face meets the bed, of (n, 3) points of its nose."""
    return (noses_mm + LEAN * noses_mm[:, 2:] * outward) * [1.0, 1.0, 0.0]


def cushion_lines(kit: Kit) -> list[TableEdge]:
    """Return the six noses and the wood behind each."""
    lines = []
    for name, start, end, outward in _cushions(kit):
        count = max(int(np.linalg.norm(end - start) // STEP_MM), 2)
        points = start + np.linspace(0, 1, count)[:, None] * (end - start)
        ways = np.tile(outward, (count, 1))
        lines.append(TableEdge(name=name, kind="nose", points_mm=points, outward=ways))
        lines.append(TableEdge(name=name, kind="wood", points_mm=points, outward=ways))
    return lines


def _cushions(kit: Kit) -> list[tuple[str, Array, Array, Array]]:
    """Return name, start, end and outward direction of the straight part of each of the six cushions."""
    width, length, height = kit.width_mm, kit.length_mm, kit.nose_height_mm
    mouths = {pocket.name: pocket.mouth_mm for pocket in kit.pockets}
    corner = max((mouths.get(n, 0.0) for n in ("bottom-left", "top-left")), default=0.0) / sqrt(2) + JAW_MM
    middle = mouths.get("middle-left", 0.0) / 2 + JAW_MM
    spans = {"bottom": (corner, length / 2 - middle), "top": (length / 2 + middle, length - corner)}
    found = [
        ("bottom", (corner, 0.0), (width - corner, 0.0), (0.0, -1.0)),
        ("top", (corner, length), (width - corner, length), (0.0, 1.0)),
    ]
    for end, (low, high) in spans.items():
        found.append((f"left {end}", (0.0, low), (0.0, high), (-1.0, 0.0)))
        found.append((f"right {end}", (width, low), (width, high), (1.0, 0.0)))
    return [(n, np.array([*a, height]), np.array([*b, height]), np.array([*o, 0.0])) for n, a, b, o in found]


def mark_lines(kit: Kit) -> list[TableEdge]:
    """Return the Baulk-line and the arc of the D, on the cloth."""
    clear = 60.0
    xs = np.arange(clear, kit.width_mm - clear, STEP_MM / 2)
    baulk = np.column_stack([xs, np.full(len(xs), kit.baulk_mm), np.zeros(len(xs))])
    turn = np.linspace(0.06 * pi, 0.94 * pi, 40)
    arc = np.column_stack([np.cos(turn), -np.sin(turn), np.zeros(len(turn))])
    centre = np.array([kit.width_mm / 2, kit.baulk_mm, 0.0])
    return [
        TableEdge(name="baulk", kind="mark", points_mm=baulk, outward=np.tile([0.0, -1.0, 0.0], (len(xs), 1))),
        TableEdge(name="d", kind="mark", points_mm=centre + kit.d_radius_mm * arc, outward=arc),
    ]
