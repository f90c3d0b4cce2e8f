"""Which of the balls that were pointed at and measured are believed, where, how surely, and of what kind.

An outline that holds is believed before the middle of a box; no two balls are in one place; and what was only proposed
by its likeness must look like what it was proposed as.
"""

import numpy as np
from numpy.typing import NDArray

from tracker.geometry.lengths import lengths
from tracker.geometry.sightings import Openness, Sightings
from tracker.vision.colours import beside_its_like, blend, contrast
from tracker.vision.detector import Detections
from tracker.vision.eye import Eye, alike_kinds
from tracker.vision.flat_kinds import kinds_by_size
from tracker.vision.measured import MeasuredBalls, Spots
from tracker.vision.measuring.crowded import NEAREST, likeliest_together
from tracker.vision.measuring.discs import Discs, disc_radii_px
from tracker.vision.sureness import POINTED, Proposed, how_sure

Array = NDArray[np.float64]

BOX_SD, FLAT_BOX_SD = 0.12, 0.04
"""How far a box's middle lies from a ball's, or a flat piece's, as a share of its diameter (1 sigma)."""
HELD_ENOUGH = 0.2
LIKE_ITSELF = 0.5
"""What was proposed as a red, say, is one where red is at least so likely as the likeliest kind."""
CLEAR_HELD = 0.5
"""Of its outline so much shows of a ball that none hides."""
STRAY = 0.6
"""A fitted centre this many radii from its box's middle is not believed."""


def see_balls(
    eye: Eye,
    found: Detections,
    source: NDArray[np.intp],
    measures: tuple[MeasuredBalls, Spots],
    at: tuple[int, int, Openness | None],
) -> tuple[Sightings, NDArray[np.intp]]:
    """Return the sightings of balls pointed at and measured, and which of those pointed at they are.

    What was only proposed by its likeness, as the (n,) `source` says, must look like the kind of ball that it was
    proposed as. `measures` holds what was measured, and where it was pointed at; `at` picture number, time, and where
    the cloth is open to view.
    """
    number, at_us, open_cloth = at
    measured, spots = measures
    camera, radius_mm, lies_mm = eye.calibration.camera, eye.kit.ball_radius_mm, eye.kit.lies_mm
    places = spots.places_mm
    discs, radii, least_mm = measured.discs, measured.radii_px, NEAREST * eye.kit.touching_mm
    is_flat = eye.kit.disc_mm > 0  # the outlines that are fitted are those of balls
    boxes = boxed(found, radii, FLAT_BOX_SD if is_flat else BOX_SD)
    centres, cov = (found.centres_px, boxes) if is_flat else believe(discs, found, boxes, radii)
    fitted = camera.place(centres, lies_mm)
    odds = kinds_by_size(found, places, camera, eye.kit) if is_flat else found.odds
    odds = blend(odds, measured.kinds) if eye.colours else odds
    proposed = Proposed(
        score=found.sure, held=discs.held_on_cloth, source=source, places=fitted, contrasts=discs.contrasts
    )
    sure = how_sure(proposed, eye.kit)
    strayed = drawn_in((places, fitted), discs.held, sure, least_mm)
    centres = np.where(strayed[:, None], found.centres_px, centres)
    cov = np.where(strayed[:, None, None], boxes, cov)
    places = np.where(strayed[:, None], places, fitted)
    own = np.flatnonzero((source == POINTED) | as_proposed(found.odds, odds))
    back = np.linalg.inv(camera.px_per_mm(places, lies_mm))
    spread = back @ cov @ back.transpose(0, 2, 1)
    keep = own[likeliest_together(places[own], mean_axis(spread[own]), sure[own], eye.kit.touching_mm)]
    places, centres = places[keep], centres[keep]
    odds, looks, clear = odds[keep], contrast(discs.inside, spots.ground)[keep], discs.held_on_cloth[keep] > CLEAR_HELD
    for kind in alike_kinds(eye.kit):
        odds = beside_its_like(odds, looks, sure[keep], found.kinds.index(kind), clear)
    seen = Sightings(
        picture=number, at_us=at_us, places_mm=places, spread_mm2=spread[keep],
        centres_px=centres, radii_px=disc_radii_px(camera, places, radius_mm), colour_odds=odds, kinds=found.kinds,
        sure=sure[keep], openness=open_cloth, anew=measured.anew[keep],
    )  # fmt: skip
    return seen, keep


def as_proposed(proposed: Array, read: Array) -> NDArray[np.bool_]:
    """Say whether what each was proposed as is nearly as likely as any other kind, by (n, k) odds as they are read."""
    kinds = proposed.argmax(axis=1)
    return np.asarray(read[np.arange(len(read)), kinds] > LIKE_ITSELF * read.max(axis=1))


def mean_axis(spread: Array) -> Array:
    """Return the (n,) variance along an axis, on average, of (n, 2, 2) covariances."""
    return np.asarray(np.trace(spread, axis1=1, axis2=2) / 2)


def drawn_in(places: tuple[Array, Array], held: Array, sure: Array, least_mm: float) -> NDArray[np.bool_]:
    """Say which discs followed the edge of a surer ball into its room; `places` (n, 2) are those of boxes and of fits.

    Of a ball half hidden in a pack little shows beside its neighbours' edges; where its box had room, that is believed.
    """
    middles, fitted = places
    surer = sure > sure[:, None]

    def has_room(own: Array) -> NDArray[np.bool_]:
        near = lengths(own[:, None] - fitted) < least_mm
        return np.asarray(~(near & surer).any(axis=1))

    return np.asarray((held < CLEAR_HELD) & has_room(middles) & ~has_room(fitted))


def believe(discs: Discs, found: Detections, boxes: Array, radii: Array) -> tuple[Array, Array]:
    """Return (n, 2) centres and (n, 2, 2) covariances in px: the fitted disc where it holds, else the box's middle.

    `boxes`: the (n, 2, 2) covariances of those middles.
    """
    near = found.centres_px
    astray = lengths(discs.centres_px - near) > STRAY * radii
    use = (discs.held > HELD_ENOUGH) & ~astray
    return (
        np.where(use[:, None], discs.centres_px, near),
        np.where(use[:, None, None], discs.cov_px2, boxes),
    )


def boxed(found: Detections, radii: Array, box_sd: float) -> Array:
    """Return the (n, 2, 2) covariances in px of the middles of boxes, which are longer than a ball that lies still.

    `box_sd`: how far they err otherwise, in diameters of the balls.
    """
    loose = np.maximum(box_sd * 2 * radii[:, None], 0.25 * (found.sizes_px - 2 * radii[:, None]))
    return np.asarray(np.eye(2) * (loose**2)[:, None, :])
