"""What one picture showed, in millimetres: the seam between seeing and following."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tracker.geometry.mouths import MouthsLook

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Openness:
    """Where the bare cloth can be seen, as a grid over the playing area: 1 cloth, 0 something else."""

    cell_mm: float
    cloth: NDArray[np.uint8]
    """(rows along y, columns along x); cell (0, 0) begins at the table's origin."""

    def at(self, x_mm: float, y_mm: float) -> bool:
        """Say whether the cloth is seen at a place; outside of the playing area it is not."""
        row, column = int(y_mm // self.cell_mm), int(x_mm // self.cell_mm)
        rows, columns = self.cloth.shape
        return 0 <= row < rows and 0 <= column < columns and bool(self.cloth[row, column])


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Stray:
    """Something like a ball, seen beyond the cushions: no ball in play is there, but one that leaves the table is."""

    at_us: int
    place_mm: Array
    """(2,) where its line of sight meets the plane of the ball centres; what flies over the bed lies nearer."""
    colour_odds: Array
    """(k,) as those of a sighting."""
    kinds: tuple[str, ...]
    sure: float

    def looks_like(self, ball: str) -> float:
        """Return the odds that it is of a kind."""
        return float(self.colour_odds[self.kinds.index(ball)])


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Bystander:
    """Who stands by the cue-ball, by the colours of dress, hair and skin: enough to tell two people apart."""

    at_us: int
    colours: NDArray[np.float32]
    """(bins,) how many of the pixels looked at have each coarse colour (`vision.surroundings.bystanders`)."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Sightings:
    """The balls seen in one picture, as parallel arrays of length n, and what of the cloth was open to view."""

    picture: int
    at_us: int
    places_mm: Array
    """(n, 2) centres on the plane of the ball centres."""
    spread_mm2: Array
    """(n, 2, 2) covariances of those places."""
    centres_px: Array
    """(n, 2)."""
    radii_px: Array
    """(n,)."""
    colour_odds: Array
    """(n, k) odds of each of the `kinds`; rows sum to 1."""
    kinds: tuple[str, ...]
    """The kinds of ball of the game that is watched (`Kit.kinds`)."""
    sure: Array
    """(n,) how sure it is that this is a ball at all, 0 to 1."""
    openness: Openness | None = None
    table_seen: bool = True
    """False while the table is not where the calibration says: a cut, or a camera that was knocked."""
    strays: tuple[Stray, ...] = ()
    bystander: Bystander | None = None
    """Who stands by the cue-ball; None: nobody was seen there, or it was not looked."""
    mouths: MouthsLook | None = None
    """What the mouths of the pockets look like; None: it was not looked."""
    anew: NDArray[np.bool_] | None = None
    """(n,) which were measured in this picture; the others look just as they did when they were. None: all were."""

    def __post_init__(self) -> None:
        n = len(self.places_mm)
        shapes = {
            "places_mm": (n, 2), "spread_mm2": (n, 2, 2), "centres_px": (n, 2), "radii_px": (n,),
            "colour_odds": (n, len(self.kinds)), "sure": (n,),
        }  # fmt: skip
        for name, shape in shapes.items():
            got = np.shape(getattr(self, name))
            if got != shape:
                raise ValueError(f"sightings.{name} must have shape {shape}, got {got}")
        if self.anew is not None and np.shape(self.anew) != (n,):
            raise ValueError(f"sightings.anew must have shape {(n,)}, got {np.shape(self.anew)}")

    def __len__(self) -> int:
        return len(self.places_mm)

    def is_anew(self, j: int) -> bool:
        """Say whether sighting `j` was measured in this picture."""
        return self.anew is None or bool(self.anew[j])


def blind(picture: int, at_us: int, kinds: tuple[str, ...]) -> Sightings:
    """Return what a picture shows in which the table is not where it should be: nothing."""
    return Sightings(
        picture=picture,
        at_us=at_us,
        places_mm=np.zeros((0, 2)),
        spread_mm2=np.zeros((0, 2, 2)),
        centres_px=np.zeros((0, 2)),
        radii_px=np.zeros(0),
        colour_odds=np.zeros((0, len(kinds))),
        kinds=kinds,
        sure=np.zeros(0),
        table_seen=False,
    )
