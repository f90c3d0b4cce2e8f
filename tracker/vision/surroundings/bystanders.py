"""Tell by its colours who stands by the cue-ball: a shirt, a waistcoat, hair. Nobody is known by it, only told apart.

Background subtraction on every few pixels: what stands still is the median of pictures taken seconds apart (Cucchiara
et al. 2003), whatever differs from it is somebody, or a ball that moved, unless it is the cloth in shadow (the same
colour, darker: Horprasert, Harwood & Davis 1999). Of that, what hangs together with something near the cue-ball counts,
as a histogram over coarse colours, finer near grey, where most dress is.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from tracker.domain.table.kit import Kit
from tracker.geometry.camera import Camera
from tracker.geometry.sightings import Bystander, Sightings
from tracker.vision.detector import Picture

Array = NDArray[np.float64]
Thin = NDArray[np.uint8]
"""(h, w, 3) every few pixels of a picture, BGR."""
Mask = NDArray[np.bool_]

ACROSS = 160
"""So many pixels of a picture's width are looked at: a sleeve is still a few of them wide."""
EVERY_US = 180_000
"""No more often is it looked: a player is down for a second and more."""
TAKEN, FIRST_US, LATER_US = 9, 900_000, 3_900_000
"""So many pictures make what stands still, the first three taken so far apart, those after them so far: who stays in
one place for less than a quarter of a minute is not among it."""
LEAST_TAKEN = 2
DIFFERS = 26.0
"""Grey levels, in any channel, by which something else is there. Drift of exposure by a tenth is less."""
TURNED, SHADED, VIVID = 14.0, (0.4, 1.15), 40.0
"""A shadow turns a colour by no more grey levels, and leaves such a share of its brightness; on grey, which is less
vivid than so many grey levels between channels, dark dress looks the same and is no shadow."""
NEAR_MM, FAR_MM = 550.0, 1300.0
"""A hand of a player who is down is so near to the cue-ball; of what hangs together with it, so much is looked at."""
ITSELF_MM = 60.0
"""Nearer than this is the cue-ball itself."""
FEWEST = 12
"""Fewer pixels are no look at anybody."""
LIGHT = (20, 60, 110, 165, 230)
GREEN_RED = (98, 112, 121, 128, 135, 144, 158)
BLUE_YELLOW = (88, 108, 120, 128, 136, 148, 168)
"""Middles of the bins along each axis of CIE L*a*b* (8 bits a channel, a grey is 128, 128)."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Backdrop:
    """What stands still behind everybody."""

    taken: tuple[Thin, ...] = ()
    taken_us: int = 0
    """When the last of them was."""
    still: Thin | None = None
    """Their median."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CueBallInPicture:
    """Where the cue-ball lies in a thinned picture."""

    x: float
    y: float
    px_per_mm: float
    """Of what is upright there."""


class Lookout:
    """Looks, picture after picture, who stands by the cue-ball; remembers what stands still, and where the ball lay."""

    def __init__(self, camera: Camera, kit: Kit) -> None:
        """Get ready to look at one table through one camera."""
        self._camera, self._height_mm = camera, kit.lies_mm
        self._kinds = [kit.kinds.index(ball) for ball in kit.cue_balls]
        self._backdrop = Backdrop()
        self._places: dict[int, Array] = {}
        self._looked_us: int | None = None

    def look(self, picture: Picture, seen: Sightings) -> Bystander | None:
        """Return who stands by the cue-ball in (h, w, 3) BGR picture, in which these balls are seen; None: nobody.

        None as well where it was looked a moment ago.
        """
        looks_like = seen.colour_odds.argmax(axis=1) if len(seen) else np.zeros(0, np.int64)
        for kind in self._kinds:
            alike = np.flatnonzero(looks_like == kind)
            if len(alike):
                self._places[kind] = seen.places_mm[alike[seen.sure[alike].argmax()]]
        if self._looked_us is not None and 0 <= seen.at_us - self._looked_us < EVERY_US:
            return None
        self._looked_us = seen.at_us
        thin = thinned(picture)
        self._backdrop = renewed(self._backdrop, thin, seen.at_us)
        still = self._backdrop.still
        if still is None:
            return None
        spots = (spot_of(self._camera, place, self._height_mm) for place in self._places.values())
        shown = [colours for spot in spots if (colours := seen_by(thin, still, spot)) is not None]
        return Bystander(at_us=seen.at_us, colours=np.sum(shown, axis=0)) if shown else None


def thinned(picture: Picture) -> Thin:
    """Return every few pixels of a picture."""
    step = _step(picture.shape[1])
    return np.ascontiguousarray(picture[step // 2 :: step, step // 2 :: step])


def renewed(backdrop: Backdrop, thin: Thin, at_us: int) -> Backdrop:
    """Return the backdrop after one more thinned picture, which is taken in if the last was long enough ago."""
    wait_us = FIRST_US if len(backdrop.taken) <= LEAST_TAKEN else LATER_US
    if backdrop.taken and 0 <= at_us - backdrop.taken_us < wait_us:
        return backdrop
    taken = (*backdrop.taken, thin)[-TAKEN:]
    middle = len(taken) // 2
    still = np.partition(np.stack(taken), middle, axis=0)[middle] if len(taken) >= LEAST_TAKEN else None
    return Backdrop(taken=taken, taken_us=at_us, still=still)


def spot_of(camera: Camera, place_mm: Array, height_mm: float) -> CueBallInPicture:
    """Return where a ball at (2,) `place_mm`, its centre at `height_mm`, lies in the thinned pictures of a camera."""
    step = _step(camera.image_size[0])
    x, y = (camera.project_on(place_mm, height_mm)[0] - step // 2) / step
    wide = np.linalg.svd(camera.px_per_mm(place_mm[None], height_mm)[0], compute_uv=False)[0]
    return CueBallInPicture(x=float(x), y=float(y), px_per_mm=float(wide) / step)


def seen_by(thin: Thin, still: Thin, spot: CueBallInPicture) -> NDArray[np.float32] | None:
    """Return how many pixels of each colour belong to who stands by the cue-ball; None: nobody does."""
    rows, columns = _around(thin, spot)
    now, before = thin[rows, columns], still[rows, columns]
    if not now.size:
        return None
    y, x = np.ogrid[rows, columns]
    away_mm = np.hypot(x - spot.x, y - spot.y) / spot.px_per_mm
    within = (away_mm < FAR_MM) & (away_mm > ITSELF_MM)
    differs = within & (cv2.absdiff(now, before).max(axis=2) > DIFFERS)
    if np.count_nonzero(differs & (away_mm < NEAR_MM)) == 0 or np.count_nonzero(differs) < FEWEST:
        return None
    differs &= ~is_shaded(now, before)
    body = together(differs, near=away_mm < NEAR_MM)
    return colours_of(now[body]) if np.count_nonzero(body) >= FEWEST else None


def is_shaded(now: Thin, before: Thin) -> Mask:
    """Say for each of (h, w) pixels whether it shows what it showed before, in shadow or a little brighter."""
    seen, still = now.astype(np.float32), before.astype(np.float32)
    along = np.einsum("ijk,ijk->ij", seen, still)
    shade = along / (np.einsum("ijk,ijk->ij", still, still) + 1.0)
    turned2 = np.einsum("ijk,ijk->ij", seen, seen) - shade * along
    vivid = still.max(axis=2) - still.min(axis=2) > VIVID
    return np.asarray(vivid & (turned2 < TURNED**2) & (shade > SHADED[0]) & (shade < SHADED[1]))


def together(differs: Mask, near: Mask) -> Mask:
    """Return those of the pixels that hang together, gaps of one closed, with one that is near."""
    closed = cv2.morphologyEx(differs.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    count, part = cv2.connectedComponents(closed, connectivity=8)
    chosen = np.zeros(count, bool)
    chosen[part[differs & near]] = True
    chosen[0] = False
    return np.asarray(differs & chosen[part])


def colours_of(pixels: Thin) -> NDArray[np.float32]:
    """Return how many of (n, 3) BGR pixels have each coarse colour; between two bins one counts for both in part."""
    lab = cv2.cvtColor(pixels.reshape(1, -1, 3), cv2.COLOR_BGR2LAB)[0].astype(np.float32)
    shares = [_shares(lab[:, k], middles) for k, middles in enumerate((LIGHT, GREEN_RED, BLUE_YELLOW))]
    return np.asarray(np.einsum("ni,nj,nk->ijk", *shares, optimize=True).ravel(), np.float32)


def _shares(values: NDArray[np.float32], middles: tuple[int, ...]) -> NDArray[np.float32]:
    """Return (n, bins) how much each value counts for each bin; rows sum to 1."""
    at = np.interp(values, middles, np.arange(len(middles)))
    return np.asarray(np.maximum(0.0, 1.0 - np.abs(at[:, None] - np.arange(len(middles)))), np.float32)


def _around(thin: Thin, spot: CueBallInPicture) -> tuple[slice, slice]:
    """Return the rows and the columns that may show what is not too far from the cue-ball."""
    reach = FAR_MM * spot.px_per_mm
    high, wide = thin.shape[:2]
    spans = ((spot.y, high), (spot.x, wide))
    rows, columns = (slice(max(0, int(at - reach)), max(0, min(size, int(at + reach) + 2))) for at, size in spans)
    return rows, columns


def _step(wide_px: int) -> int:
    return max(1, wide_px // ACROSS)
