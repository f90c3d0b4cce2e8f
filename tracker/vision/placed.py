"""Where on the table it lies what was pointed at, and whether a ball can be there, so large as it looks.

What lies beyond the cushions is no ball in play: one that has left the table (`strays`), or nothing.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tracker.domain.table.kit import Kit
from tracker.geometry.jaws import outline_of
from tracker.geometry.lengths import lengths
from tracker.geometry.sightings import Stray
from tracker.vision.detector import Detections
from tracker.vision.eye import Eye
from tracker.vision.measuring.discs import box_sizes_px

Array = NDArray[np.float64]

EDGE_SHARE = 0.4
"""A ball's centre is never nearer to a cushion face than its radius; this share of it allows for calibration."""
FALLEN_SHARE = 0.5
"""A ball this near to the middle of a pocket, as a share of the pocket's radius, has fallen."""
SMALLEST, LARGEST = 0.5, 1.6
"""Narrow side of a ball's box, as a share of the diameter it must have there."""
LONGEST = 4.0
"""Long side of a moving ball's box, likewise."""
AROUND_MM = 700.0
"""How far beyond the cushions a ball that leaves the table is looked for."""
STRAY_SURE = 0.2


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Placed:
    """Where detections lie, and whether they can be balls, as parallel arrays of length n."""

    places: Array
    """(n, 2) in mm, on the plane of the ball centres."""
    sized: NDArray[np.bool_]
    """(n,) whether their boxes are as large as those of balls there."""
    on_table: NDArray[np.bool_]
    """(n,) whether a ball's centre can be there."""
    near: NDArray[np.bool_]
    """(n,) whether they lie on the table, or not far beyond its cushions."""

    @classmethod
    def of(cls, found: Detections, eye: Eye) -> "Placed":
        """Return this of detections in a picture."""
        places = eye.calibration.camera.place(found.centres_px, eye.kit.lies_mm)
        area = np.array([eye.kit.width_mm, eye.kit.length_mm])
        near = ((places > -AROUND_MM) & (places < area + AROUND_MM)).all(axis=1)
        return cls(
            places=places, sized=sized(found, places, eye), on_table=on_table(places, eye.kit), near=np.asarray(near)
        )

    @property
    def can_be(self) -> NDArray[np.bool_]:
        """Say (n,) which can be balls in play by their place and size."""
        return np.asarray(self.sized & self.on_table)


def sized(found: Detections, places: Array, eye: Eye) -> NDArray[np.bool_]:
    """Say whether the boxes are as large as those of balls at (n, 2) places."""
    shares = found.sizes_px / box_sizes_px(eye.calibration.camera, places, eye.kit)
    narrow, long = shares.min(axis=1), shares.max(axis=1)
    return np.asarray((narrow > SMALLEST) & (narrow < LARGEST) & (long < LONGEST))


def strays(found: Detections, placed: Placed, at_us: int) -> tuple[Stray, ...]:
    """Return what looks like a ball not far beyond the cushions."""
    beyond = placed.sized & placed.near & ~placed.on_table & (found.sure > STRAY_SURE)
    return tuple(
        Stray(
            at_us=at_us, place_mm=placed.places[i], colour_odds=found.odds[i], kinds=found.kinds,
            sure=float(found.sure[i]),
        )
        for i in np.flatnonzero(beyond)
    )  # fmt: skip


def on_bed(places: Array, kit: Kit) -> NDArray[np.bool_]:
    """Say for (n, 2) places on the table whether they are clear of the pockets, in whose leather is no pack."""
    falls = np.array([pocket.fall for pocket in kit.pockets])
    reach = np.array([pocket.radius_mm + kit.ball_radius_mm for pocket in kit.pockets])
    return np.asarray((lengths(places[:, None] - falls) > reach).all(axis=1))


def on_table(places: Array, kit: Kit) -> NDArray[np.bool_]:
    """Say for (n, 2) places whether a ball's centre can be there: between the cushions, or in a pocket's jaws.

    Between the jaws it may be beyond the line of the faces. Over the middle of a pocket it is no longer in play: it
    lies in the net below.
    """
    size, edge = np.array([kit.width_mm, kit.length_mm]), EDGE_SHARE * kit.ball_radius_mm
    inside = ((places > edge) & (places < size - edge)).all(axis=1)
    gaps, _ = outline_of(kit).gaps(places, edge)
    is_clear = np.asarray((gaps > 0).all(axis=1))
    falls = np.array([pocket.fall for pocket in kit.pockets])
    mouths, holes = np.array([(pocket.mouth_mm, pocket.radius_mm) for pocket in kit.pockets]).T
    off = places[:, None] - falls
    away = lengths(off)
    before_hole = (off * (np.clip(falls, 0.0, size) - falls)).sum(axis=2) > 0
    in_jaws = (away < mouths) & is_clear[:, None] & before_hole
    inside |= (in_jaws | (away < holes + kit.ball_radius_mm / 2)).any(axis=1)
    return np.asarray(inside & (away > holes * FALLEN_SHARE).all(axis=1))
