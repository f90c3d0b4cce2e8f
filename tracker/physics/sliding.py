"""How a flat disc moves on a board: it slides straight on, slowed evenly by dry friction, and never rolls.

Friction of dry surfaces is a share of the weight, whatever the pace (Coulomb): a disc set going at v slows down by µg
and lies still after v / µg, v² / 2µg away. Discs push each other along the line of centres alone, each by its mass, and
part at a share of the speed at which they closed in; an edge board throws back a share of the speed across its face.
What a disc spins is left out: it changes neither its way nor its pace, and the friction of two rims is small. A disc
falls as soon as its centre is over a hole, for then its weight tips it in.

Sources: Coulomb, Théorie des machines simples (1785); Newton's law of restitution, as in Goldsmith, Impact (1960). The
numbers are in `constants`.
"""

from dataclasses import dataclass
from math import sqrt
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tracker.domain.table.kit import Kit, Pocket
from tracker.physics.constants import DISCS, EDGE_GRIP, EDGES, GRAVITY_MM_S2, SLIDING_DISC

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class SlidingSurfaces:
    """One board, its discs and its edges, as numbers: each as `constants` describes it, none with a unit."""

    sliding: float = SLIDING_DISC
    discs: float = DISCS
    edges: float = EDGES
    grip: float = EDGE_GRIP

    @property
    def slowing_mm_s2(self) -> float:
        """Return how much of its speed a disc loses in a second."""
        return self.sliding * GRAVITY_MM_S2


USUAL_SLIDING: Final = SlidingSurfaces()


def pace_to_slide(way_mm: float, on: SlidingSurfaces = USUAL_SLIDING) -> float:
    """Return how fast (mm/s) a disc was set going that came to rest so far away."""
    return sqrt(2 * on.slowing_mm_s2 * way_mm)


def slid(speeds: Array, took_s: float, on: SlidingSurfaces = USUAL_SLIDING) -> tuple[Array, Array]:
    """Return the (n, 2) ways in mm, and the (n, 2) speeds after them, of discs that nothing meets for a while."""
    pace = np.hypot(speeds[:, 0], speeds[:, 1])
    sliding_s = np.minimum(took_s, pace / on.slowing_mm_s2)
    kept = 1 - on.slowing_mm_s2 * sliding_s / np.maximum(pace, 1e-12)
    after = np.where((sliding_s < took_s)[:, None], 0.0, speeds * kept[:, None])
    return np.asarray((speeds + after) / 2 * sliding_s[:, None]), np.asarray(after)


def mass_of(kit: Kit, piece: str) -> float:
    """Return the mass of a disc, in parts of that of a full one as large as a puck: all are as thick, of like wood."""
    return (kit.radius_of(piece) ** 2 - kit.hole_of(piece) ** 2) / kit.ball_radius_mm**2


def discs_parted(
    line: Array, speeds: tuple[Array, Array], masses: tuple[float, float], on: SlidingSurfaces = USUAL_SLIDING
) -> tuple[Array, Array]:
    """Return the speeds of two discs after they met, each (2,).

    Args:
        line: the unit vector from the first one's centre to the second one's.
        speeds: of the first and of the second before.
        masses: theirs, in any unit.
        on: the board.
    """
    (first, second), (one, other) = speeds, masses
    push = (1 + on.discs) * float((first - second) @ line) / (one + other)
    return first - other * push * line, second + one * push * line


def pocket_under(kit: Kit, place: Array) -> Pocket | None:
    """Return the hole into which a disc tips whose centre is at a (2,) place; None where the board carries it."""
    for pocket in kit.pockets:
        if float(np.hypot(place[0] - pocket.fall.x_mm, place[1] - pocket.fall.y_mm)) < pocket.radius_mm:
            return pocket
    return None
