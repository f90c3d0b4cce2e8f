"""Drop sightings that cannot both be balls: two centres are never nearer than two radii.

A blurred ball is often seen twice along its own way, and a ball half behind another as a third between the two.
"""

import numpy as np
from numpy.typing import NDArray

from tracker.domain.table.kit import Kit
from tracker.geometry.sightings import Sightings

NEAREST_RADII = 1.5
"""Centres nearer than this many radii are one ball, errors of measurement allowed for."""


def distinct(sightings: Sightings, kit: Kit) -> Sightings:
    """Return the sightings without those that lie inside a surer one."""
    away = np.hypot(*(sightings.places_mm[:, None] - sightings.places_mm).transpose(2, 0, 1))
    near = away < NEAREST_RADII * kit.ball_radius_mm
    if np.count_nonzero(near) == len(near):  # each is near itself
        return sightings
    kept: list[int] = []
    for j in np.argsort(-sightings.sure).tolist():
        if not near[j, kept].any():
            kept.append(j)
    return sightings if len(kept) == len(sightings) else chosen(sightings, np.sort(np.array(kept, np.int64)))


def chosen(sightings: Sightings, kept: NDArray[np.int64]) -> Sightings:
    """Return the sightings at the indices `kept`."""
    return Sightings(
        picture=sightings.picture,
        at_us=sightings.at_us,
        places_mm=sightings.places_mm[kept],
        spread_mm2=sightings.spread_mm2[kept],
        centres_px=sightings.centres_px[kept],
        radii_px=sightings.radii_px[kept],
        colour_odds=sightings.colour_odds[kept],
        kinds=sightings.kinds,
        sure=sightings.sure[kept],
        openness=sightings.openness,
        table_seen=sightings.table_seen,
        anew=None if sightings.anew is None else sightings.anew[kept],
    )
