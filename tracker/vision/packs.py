"""Find the balls inside a pack, of which little shows, by what the clear ones of the same picture look like.

Lamps hang over the whole table, so every red wears its highlights in the same place, and so do all balls of a kind of
which there are several. The upper part of those that are clearly seen is averaged into a template, and where they crowd
together the picture is searched for it (`likeness`). What is
found is a proposal like a detector's: it must still find room on the cloth.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from tracker.geometry.interpolated import read
from tracker.vision.detector import Detections, Picture, nothing
from tracker.vision.eye import Eye, alike_kinds
from tracker.vision.measured import Before
from tracker.vision.measuring.discs import disc_radii_px
from tracker.vision.measuring.likeness import Patch, grid, likeness, patches

Array = NDArray[np.float64]

SAMPLES = 8
"""Radius of the template, and half its side, in samples."""
WITHIN, LOWEST = 0.85, 0.25
"""What of it counts: so much of the disc's square radius; how far below its middle a ball in a pack may be hidden."""
LOOKS = grid(SAMPLES, SAMPLES)
OWN = ((LOOKS**2).sum(axis=2) < WITHIN) & (LOOKS[:, :, 1] < LOWEST)
MOST_CLEAR = 12
TYPICAL_SCORE = 0.5
"""A ball that the network is so sure of may teach what its kind looks like."""
LEAST_LIKE = 0.62
"""Correlation from which a place is proposed."""
LIKE_TO_SCORE = 0.25
"""A proposal's score is its correlation less this, on the scale of the detector's."""
OTHERWISE = 0.02
"""Odds of each other kind for what looks like one of a kind."""
CROWD = 4.5
"""Two of them nearer than this, in radii across the picture, are of one crowd."""
SAME_PX = 0.5
"""A crowd each of whose balls is pointed at no farther than this from before is the same."""
NOWHERE = np.zeros((0, 2))


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Alike:
    """The balls of one kind in a picture as a detector saw them, parallel arrays of length n."""

    kind: str
    centres_px: Array
    """(n, 2)."""
    radii_px: Array
    """(n,) as the calibration expects them there."""
    clear: NDArray[np.bool_]
    """(n,) whether the ball is seen without doubt."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Searched:
    """A crowd of balls of one kind that was searched."""

    kind: str
    balls_px: Array
    """(n, 2) where its balls were."""
    region: Array
    """Left, top, right, bottom and ball radius (px)."""
    found: Array
    """(k, 4) middles u, v, radius in px and correlation of what looks like one of them."""

    def holds(self, balls_px: Array, changed_px: Array) -> bool:
        """Say whether the crowd of these (n, 2) balls is this one, and nothing in it is among the (m, 2) changes."""
        if balls_px.shape != self.balls_px.shape or np.abs(balls_px - self.balls_px).max() > SAME_PX:
            return False
        inside = (changed_px > self.region[:2]) & (changed_px < self.region[2:4])
        return not bool(inside.all(axis=1).any())


def searched_packs(
    eye: Eye, picture: Picture, found: Detections, searched_before: tuple[Searched, ...], known: Before | None
) -> tuple[Searched, ...]:
    """Return where balls of a kind of which there are several crowd together, and what else looks like one there."""
    camera, radius_mm, lies_mm = eye.calibration.camera, eye.kit.ball_radius_mm, eye.kit.lies_mm
    looks_like, crowds = found.odds.argmax(axis=1), tuple[Searched, ...]()
    for kind in alike_kinds(eye.kit):
        own = np.flatnonzero(looks_like == found.kinds.index(kind))
        clear = found.sure[own] > TYPICAL_SCORE
        if clear.all():  # no crowd is searched of which all balls are clear
            continue
        centres = found.centres_px[own]
        radii = disc_radii_px(camera, camera.place(centres, lies_mm), radius_mm)
        alike = Alike(kind=kind, centres_px=centres, radii_px=radii, clear=clear)
        crowds += searched(picture, alike, searched_before, known.changed_px) if known else searched(picture, alike)
    return crowds


def searched(
    picture: Picture, balls: Alike, before: tuple[Searched, ...] = (), changed_px: Array = NOWHERE
) -> tuple[Searched, ...]:
    """Return the crowds of balls of a kind with what else in them looks like one.

    Those searched `before` are not searched again unless something changed in them, at one of (m, 2) `changed_px`.
    """
    template: Patch | None = None
    same_kind = [one for one in before if one.kind == balls.kind]
    told: list[Searched] = []
    for members, region in _crowds(balls):
        same = next((one for one in same_kind if one.holds(balls.centres_px[members], changed_px)), None)
        if same is None and template is None:
            template = _template(picture, balls)
            if template is None:
                return tuple(told)
        if same is None and template is not None:
            found = _search(picture, template, region)
            same = Searched(kind=balls.kind, balls_px=balls.centres_px[members], region=region, found=found)
        told += [same] if same is not None else []
    return tuple(told)


def proposals(crowds: tuple[Searched, ...], kinds: tuple[str, ...]) -> Detections:
    """Return what else in crowds looks like one of them, in odds of these kinds."""
    if not any(len(crowd.found) for crowd in crowds):
        return nothing(kinds)
    rows = np.vstack([np.zeros((0, 4)), *(crowd.found for crowd in crowds)])
    boxes = np.hstack([rows[:, :2] - rows[:, 2:3], rows[:, :2] + rows[:, 2:3]])
    own = np.array([kinds.index(crowd.kind) for crowd in crowds for _ in crowd.found], np.intp)
    odds = np.full((len(rows), len(kinds)), OTHERWISE)
    odds[np.arange(len(rows)), own] = 1 - OTHERWISE * (len(kinds) - 1)
    return Detections(boxes_px=boxes, odds=odds, kinds=kinds, sure=np.clip(rows[:, 3] - LIKE_TO_SCORE, 0.05, 0.6))


def _template(picture: Picture, balls: Alike) -> Patch | None:
    """Return the (2 SAMPLES + 1, ..., 3) typical picture of a clear one, or None where none is seen."""
    clear = np.flatnonzero(balls.clear)[:MOST_CLEAR]
    if not len(clear):
        return None
    looks = patches(picture, balls.centres_px[clear], balls.radii_px[clear], LOOKS)
    return np.asarray(np.median(looks, axis=0), np.float32)


def _crowds(balls: Alike) -> list[tuple[list[int], Array]]:
    """Return for each crowd that holds a ball not clearly seen which balls it has, and its region (`Searched`)."""
    apart = np.linalg.norm(balls.centres_px[:, None] - balls.centres_px[None], axis=2)
    joined = (apart < CROWD * balls.radii_px[:, None]).astype(np.uint8)
    left = set(range(len(joined)))
    crowds: list[tuple[list[int], Array]] = []
    while left:
        members, fresh = set[int](), {left.pop()}
        while fresh:
            members |= fresh
            fresh = set(np.flatnonzero(joined[sorted(fresh)].any(axis=0)).tolist()) - members
        left -= members
        inside = sorted(members)
        if not balls.clear[inside].all():
            radius = float(np.mean(balls.radii_px[inside]))
            low, high = balls.centres_px[inside].min(axis=0), balls.centres_px[inside].max(axis=0)
            crowds.append((inside, np.array([*(low - 3 * radius), *(high + 3 * radius), radius])))
    return crowds


def _search(picture: Picture, template: Patch, region: Array) -> Array:
    """Return (k, 4) middles u, v, radius in px and correlation of what looks like the template in a region."""
    scale = SAMPLES / region[4]
    columns = np.arange(region[0], region[2], 1 / scale)
    rows = np.arange(region[1], region[3], 1 / scale)
    sampled = read(picture, np.stack(np.meshgrid(columns, rows), axis=-1)).astype(np.float32)
    like = likeness(sampled, template, OWN)
    peak = (like == cv2.dilate(like, np.ones((SAMPLES + 1, SAMPLES + 1)))) & (like > LEAST_LIKE)
    at = np.argwhere(peak)
    middles = np.array([region[0], region[1]]) + (at[:, ::-1] + SAMPLES) / scale
    return np.column_stack([middles, np.full(len(at), region[4]), like[peak]])
