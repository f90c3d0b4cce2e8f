"""Look again for balls that were seen a picture ago and that the network misses now, each by its own picture.

A network that sees a ball in most pictures misses it in some: beside another ball, half behind one, small at the far
end of the table. What it looked like a picture ago is known, so the picture is searched about its place, and where its
way leads, for just that (`likeness`). What is found is a proposal like a detector's, a little less sure each time: the
ball's own outline must still hold it, and its colour. A ball that has gone, or that an arm covers, looks like nothing
there and is not proposed; what it looks like is not learnt from where it was only found again, or it would come to look
like the arm.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tracker.geometry.lengths import lengths
from tracker.geometry.sightings import Sightings
from tracker.vision.detector import Detections, Picture
from tracker.vision.measuring.likeness import Patch, grid, likeness, patches

Array = NDArray[np.float64]

SAMPLES, HALF = 6, 8
"""A ball's radius, and half a patch's side, in samples."""
RIM = 1.2
"""So much of a ball's surroundings, in radii from its middle, belongs to what it looks like."""
LOOKS = grid(HALF, SAMPLES)
OWN = np.linalg.norm(LOOKS, axis=2) <= RIM
HELD = 0.5
"""Only what is at least so sure to be a ball is remembered."""
TAKEN = 1.1
"""A detection so near to where a ball should be, in radii, is that ball; and no other is found so near to one."""
REACH = 2.5
"""How far from where it should be a ball is looked for, in radii, more by the step that it last took."""
ALIKE = 0.75
"""Correlation from which it is the same ball."""
FADING = 0.97
"""How much of its score is left when only this found a ball again."""
GONE_US = 400_000
"""What was seen longer ago than this is forgotten."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Remembered:
    """The balls of the last picture, as parallel arrays of length n."""

    at_us: int
    centres_px: Array
    """(n, 2)."""
    steps_px: Array
    """(n, 2) how far each had come since the picture before; 0 where that is not known."""
    radii_px: Array
    odds: Array
    """(n, k)."""
    kinds: tuple[str, ...]
    scores: Array
    """(n,) how sure the detector was."""
    patches: Patch
    """(n, side, side, 3) what each looked like when a detector pointed at it last."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Pointed:
    """How the balls that were seen had been pointed at, as parallel arrays of length n."""

    scores: Array
    """(n,) how sure the detector was, or would be; 0: it was a guess, which is not remembered."""
    again: NDArray[np.intp]
    """(n,) which of the remembered ones this is that was found again; -1: none."""


def remembered(picture: Picture, seen: Sightings, pointed: Pointed, before: Remembered | None) -> Remembered:
    """Return what to keep of a picture in which balls were seen where a detector, or this, had pointed."""
    sure = (seen.sure >= HELD) & (pointed.scores > 0)
    centres, radii = seen.centres_px[sure], seen.radii_px[sure]
    looks = patches(picture, centres, radii, LOOKS)
    again = np.flatnonzero(pointed.again[sure] >= 0)
    if before is not None:
        looks[again] = before.patches[pointed.again[sure][again]]
    return Remembered(
        at_us=seen.at_us,
        centres_px=centres,
        steps_px=steps(centres, radii, before),
        radii_px=radii,
        odds=seen.colour_odds[sure],
        kinds=seen.kinds,
        scores=pointed.scores[sure],
        patches=looks,
    )


def steps(centres: Array, radii: Array, before: Remembered | None) -> Array:
    """Return (n, 2) how far balls came since the picture before: from the nearest ball of that, if that is near."""
    if before is None or not len(before.centres_px) or not len(centres):
        return np.zeros((len(centres), 2))
    away = centres[:, None] - before.centres_px[None]
    nearest = lengths(away).argmin(axis=1)
    step = away[np.arange(len(centres)), nearest]
    return np.where((lengths(step) < REACH * radii)[:, None], step, 0.0)


def seen_again(
    picture: Picture, at_us: int, found: Detections, known: Remembered
) -> tuple[Detections, NDArray[np.intp]]:
    """Return the balls of the last picture that no detection of this one is, where they are found again, and which."""
    if at_us - known.at_us > GONE_US:
        return found.only(np.zeros(0, np.intp)), np.zeros(0, np.intp)
    rows = [row for k in missing(found, known) if (row := sought(picture, found, known, k)) is not None]
    middles = np.array([middle for middle, _ in rows]).reshape(-1, 2)
    which = np.array([k for _, k in rows], np.intp)
    radii = known.radii_px[which, None]
    boxes = np.hstack([middles - radii, middles + radii])
    again = Detections(boxes_px=boxes, odds=known.odds[which], sure=FADING * known.scores[which], kinds=known.kinds)
    return again, which


def missing(found: Detections, known: Remembered) -> list[int]:
    """Return the indices of the balls at whose place, and where their way leads, nothing was detected."""
    if not len(found):
        return list(range(len(known.radii_px)))
    due = np.stack([known.centres_px, known.centres_px + known.steps_px])
    away = lengths(due[:, :, None] - found.centres_px).min(axis=(0, 2))
    return np.flatnonzero(away > TAKEN * known.radii_px).tolist()


def sought(picture: Picture, found: Detections, known: Remembered, k: int) -> tuple[Array, int] | None:
    """Return where one ball is found again, and which it is; None where nothing looks like it."""
    radius, step = known.radii_px[k : k + 1], known.steps_px[k]
    reach = int(np.ceil((REACH + float(np.hypot(*step) / radius[0])) * SAMPLES))
    about = known.centres_px[k] + step / 2
    window = patches(picture, about[None], radius, grid(reach + HALF, SAMPLES))[0]
    like = likeness(window, known.patches[k], OWN)
    middles = about + radius * grid(reach, SAMPLES)
    if len(found):
        free = lengths(middles[:, :, None] - found.centres_px).min(axis=2) > TAKEN * radius
        like = np.where(free, like, 0.0)
    best = np.unravel_index(int(like.argmax()), like.shape)
    return (middles[best], k) if like[best] > ALIKE else None
