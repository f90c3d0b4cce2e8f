"""Fill in the last way of a ball that fell unseen: from where it was seen last to the pocket it was told to fall into.

Between two known places and times a ball is put on the straight way; these points are predicted, not seen.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from tracker.domain.strokes.stroke import Pot, Standing, Stroke
from tracker.domain.table.kit import Kit
from tracker.domain.table.plane import Point
from tracker.geometry.camera import Camera
from tracker.geometry.paths import Path

Array = NDArray[np.float64]


def completed(
    paths: Sequence[Path], strokes: Sequence[tuple[Stroke, Standing]], kit: Kit, camera: Camera | None = None
) -> tuple[Path, ...]:
    """Return the paths, those of potted balls drawn on to their pockets; the camera puts them in the picture too."""
    stamps = sorted({(int(n), int(at)) for p in paths for n, at in zip(p.picture, p.at_us, strict=True)})
    pots = [pot for stroke, _ in strokes for pot in stroke.potted]
    drawn = list(paths)
    for pot in pots:
        i = fallen(drawn, pot)
        if i is not None:
            drawn[i] = drawn_on(drawn[i], pot, stamps, kit, camera)
    return tuple(drawn)


def fallen(paths: Sequence[Path], pot: Pot) -> int | None:
    """Return which path is that of a potted ball: of its name, and seen last shortly before it fell."""
    waits = [
        (pot.at_us - int(p.at_us[p.last_seen]), i)
        for i, p in enumerate(paths)
        if p.ball == pot.ball and int(p.at_us[p.last_seen]) <= pot.at_us
    ]
    return min(waits)[1] if waits else None


def drawn_on(path: Path, pot: Pot, stamps: Sequence[tuple[int, int]], kit: Kit, camera: Camera | None) -> Path:
    """Return a path with predicted points in the pictures between its last sighting and its fall."""
    last = path.last_seen
    from_us = int(path.at_us[last])
    new = [(n, at) for n, at in stamps if from_us < at < pot.at_us]
    fall = next(p.fall for p in kit.pockets if p.name == pot.pocket)
    share = np.array([(at - from_us) / max(pot.at_us - from_us, 1) for _, at in new])
    places = np.array(path.places_mm[last]) + share[:, None] * (np.array(fall) - path.places_mm[last])
    return extended(path, last, new, places.reshape(-1, 2), discs(path, places.reshape(-1, 2), kit, camera))


def discs(path: Path, places: Array, kit: Kit, camera: Camera | None) -> tuple[Array, Array]:
    """Return (n, 2) centres and (n,) radii in the picture of balls at n places; the last measured without a camera."""
    if camera is None or not len(places):
        last = path.last_seen
        return np.tile(path.centres_px[last], (len(places), 1)), np.full(len(places), path.radii_px[last])
    return camera.project_on(places, kit.ball_radius_mm), camera.ball_radius_px(places, kit.ball_radius_mm)


def extended(path: Path, last: int, new: Sequence[tuple[int, int]], places: Array, disc: tuple[Array, Array]) -> Path:
    """Return a path cut after its last sighting and lengthened by unseen points."""
    n, kept = len(new), slice(0, last + 1)
    start = Point(*path.places_mm[last].tolist())
    away = np.hypot(*(places - np.array(start)).T) if n else np.zeros(0)
    return replace(
        path,
        picture=np.concatenate([path.picture[kept], np.array([p for p, _ in new], np.int64)]),
        at_us=np.concatenate([path.at_us[kept], np.array([at for _, at in new], np.int64)]),
        places_mm=np.vstack([path.places_mm[kept], places]),
        sd_mm=np.concatenate([path.sd_mm[kept], path.sd_mm[last] + 0.2 * away]),
        raw_mm=np.vstack([path.raw_mm[kept], np.full((n, 2), np.nan)]),
        raw_sd_mm=np.concatenate([path.raw_sd_mm[kept], np.zeros(n)]),
        centres_px=np.vstack([path.centres_px[kept], disc[0]]),
        radii_px=np.concatenate([path.radii_px[kept], disc[1]]),
        seen=np.concatenate([path.seen[kept], np.zeros(n, bool)]),
        open_cloth=np.concatenate([path.open_cloth[kept], np.zeros(n, bool)]),
        sures=np.concatenate([path.sures[kept], np.full(n, 0.5 * path.sures[last])]),
        raw_shape=None,
    )
