"""How large balls look against the cloth that they lie on: a picture of one plane tells nothing else of its size.

What lies on the bed and is not of the cloth's colour is cut out, each thing at half the height of its own contrast. A
ball is as wide as a ball across its narrower way, whatever shadow trails off the other; hands, cues and heaps of balls
are wider or longer and do not agree with each other, so the width that most things agree on is heard.
"""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from tracker.domain.table.kit import Kit
from tracker.geometry.camera import Camera

Array = NDArray[np.float64]
Picture = NDArray[np.uint8]

WIDEST_PX: Final = 1280
"""Larger pictures are made smaller: balls of a dozen pixels are measured as well."""
SMALLEST, LARGEST = 0.4, 3.0
"""Things narrower or wider than this, in balls of the kit they are measured by, are none: that kit may be far off."""
# The thresholds of this room are set by hand, on the stills and drawn tables of training seeds.
LEAST_CONTRAST: Final = 18.0
LIGHT_WORTH: Final = 0.5
"""A step in lightness counts half as much as one in colour: a shadow has the cloth's colour."""
SHADE: Final = 45.0
"""What is darker than the cloth by less than this may be its shadow."""
LONGEST: Final = 1.6
"""A thing longer than this, in its own widths, is no single ball."""
FULLEST, EMPTIEST = 0.92, 0.62
"""Share of its box that a disc fills: pi / 4, or a little off it where it is drawn in few pixels."""
AGREEING: Final = 0.12
"""Widths whose logarithms lie this near each other agree."""
ROUGH, SCATTER = 0.035, 0.1
"""Spread (logarithm) of how well balls' widths are read as a whole, and of one ball's."""
FEWEST: Final = 3
CUT_PX: Final = 0.73
"""A disc cut at half its contrast comes out so much too narrow, its dark rim left out (45 drawn tables)."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class BallSize:
    """How large balls look, in balls of the kit that a camera was fitted with."""

    ratio: float
    spread: float
    """Of its logarithm (1 sigma)."""
    hues: NDArray[np.uint8]
    """(n, 3) HSV of each ball that agrees."""

    def of_length(self, kit: Kit) -> float:
        """Return the diameter of a ball as a share of the table's length."""
        return self.ratio * 2 * kit.ball_radius_mm / kit.length_mm


@dataclass(frozen=True, slots=True, kw_only=True)
class Thing:
    """Something on the bed: how wide it is in balls, how much like a disc, and its colour."""

    ratio: float
    is_round: bool
    hsv: tuple[int, int, int]


def ball_size(picture: Picture, camera: Camera, kit: Kit) -> BallSize | None:
    """Return how large balls look on the bed that `camera` sees; None where too few things agree."""
    things = [thing for thing in _things(picture, camera, kit) if thing.is_round]
    if len(things) < FEWEST:
        return None
    logs = np.log([thing.ratio for thing in things])
    near = np.abs(logs[:, None] - logs[None]) < AGREEING
    middle = float(np.median(logs[near[int(near.sum(axis=1).argmax())]]))
    agree = np.abs(logs - middle) < AGREEING
    if agree.sum() < FEWEST:
        return None
    spread = float(np.hypot(ROUGH, SCATTER / np.sqrt(agree.sum())))
    hues = np.array([thing.hsv for thing, kept in zip(things, agree, strict=True) if kept], np.uint8)
    return BallSize(ratio=float(np.exp(np.median(logs[agree]))), spread=spread, hues=hues)


def _things(picture: Picture, camera: Camera, kit: Kit) -> list[Thing]:
    scale = min(1.0, WIDEST_PX / max(picture.shape[:2]))
    shrunk = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else picture
    small = np.asarray(shrunk, np.uint8)
    bed, usual_px = _bed(small.shape, camera, kit, scale)
    if usual_px < 1.5 or not np.any(bed):
        return []
    apart = _apart(small, bed, usual_px)
    hsv = np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2HSV), np.uint8)
    count, labels, stats, _ = cv2.connectedComponentsWithStats((apart > LEAST_CONTRAST).astype(np.uint8))
    found = []
    for i in range(1, count):
        x, y, wide, tall, area = (int(v) for v in stats[i])
        if area < 3 or max(wide, tall) > 8 * LARGEST * usual_px:
            continue
        window = np.s_[max(y - 1, 0) : y + tall + 1, max(x - 1, 0) : x + wide + 1]
        thing = _thing(np.where(labels[window] == i, apart[window], 0.0), hsv[window])
        if thing is None:
            continue
        middle, width, is_round, colour = thing
        at = (np.array([[x - (x > 0), y - (y > 0)]]) + middle + 0.5) / scale - 0.5
        due = 2 * scale * float(camera.ball_radius_px(camera.place(at, kit.ball_radius_mm), kit.ball_radius_mm)[0])
        if np.isfinite(due) and SMALLEST < width / due < LARGEST:
            found.append(Thing(ratio=(width + CUT_PX) / due, is_round=is_round, hsv=colour))
    return found


def _bed(shape: tuple[int, ...], camera: Camera, kit: Kit, scale: float) -> tuple[NDArray[np.uint8], float]:
    """Return the bed (255) a ball within the noses, in a picture made smaller by `scale`, and a ball's radius."""
    rim = 2 * kit.ball_radius_mm
    corners = [(rim, rim), (kit.width_mm - rim, rim), (kit.width_mm - rim, kit.length_mm - rim)]
    corners.append((rim, kit.length_mm - rim))
    ring = np.concatenate([np.linspace(corners[i - 1], corners[i], 12) for i in range(4)])
    at = (camera.project_on(ring, 0.0) + 0.5) * scale - 0.5
    bed = np.zeros(shape[:2], np.uint8)
    if not np.all(np.isfinite(at)) or np.abs(at).max() > 1e5:
        return bed, 0.0
    cv2.fillPoly(bed, [np.round(at).astype(np.int32)], 255)
    middle = (kit.width_mm / 2, kit.length_mm / 2)
    return bed, scale * float(camera.ball_radius_px([middle], kit.ball_radius_mm)[0])


def _apart(picture: Picture, bed: NDArray[np.uint8], usual_px: float) -> NDArray[np.float32]:
    """Return how far (levels of Lab) each pixel of the bed is from the cloth round it; 0 elsewhere."""
    lab = cv2.cvtColor(picture, cv2.COLOR_BGR2LAB).astype(np.float32)
    inside = bed > 0
    usual = np.median(lab[inside], axis=0)
    filled = np.where(inside[..., None], lab, usual).astype(np.uint8)
    step = max(int(usual_px / 3), 1)
    coarse = cv2.resize(filled, None, fx=1 / step, fy=1 / step, interpolation=cv2.INTER_AREA)
    reach = min(int(12 * usual_px / step) | 1, 99)
    ground = cv2.resize(cv2.medianBlur(coarse, max(reach, 3)), lab.shape[1::-1], interpolation=cv2.INTER_LINEAR)
    off = lab - ground.astype(np.float32)
    light = np.where(off[..., 0] > 0, off[..., 0], np.clip(-off[..., 0] - SHADE, 0, None) * 2)
    apart = np.sqrt(off[..., 1] ** 2 + off[..., 2] ** 2 + (LIGHT_WORTH * light) ** 2)
    return np.where(inside, apart, 0).astype(np.float32)


def _thing(apart: Array, hsv: Picture) -> tuple[Array, float, bool, tuple[int, int, int]] | None:
    """Return middle (2,), width (px), whether it is a disc, and HSV of what stands out most in a cut."""
    top = float(np.quantile(apart[apart > 0], 0.8))
    mask = (apart > 0.5 * top).astype(np.uint8)
    contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    contour = max(contours, key=cv2.contourArea, default=None)
    if contour is None or len(contour) < 3:
        return None
    middle, (a, b), _ = cv2.minAreaRect(contour)
    a, b = a + 1.0, b + 1.0  # from the middles of the border's pixels to their outer sides
    whole = np.zeros_like(mask)
    cv2.drawContours(whole, [contour], -1, 1, cv2.FILLED)
    fill = float(whole.sum()) / (a * b)
    is_round = max(a, b) < LONGEST * min(a, b) and EMPTIEST < fill < FULLEST
    clearest = apart >= np.quantile(apart[whole > 0], 0.6)  # not its rim, where the colours of ball and cloth mix
    colour = np.median(hsv[(whole > 0) & clearest], axis=0)
    return np.array(middle), min(a, b), is_round, (int(colour[0]), int(colour[1]), int(colour[2]))
