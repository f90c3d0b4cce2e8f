"""Pictures of which most stands still: only what changed since the last one is painted again.

A change reaches as far as the thing that moved, its shadow, and the blur of the lens. Those parts are painted by the
painter itself, through the same camera cut down to them, so a picture made of patches is the picture that the painter
would have made; a test holds it to that. What cannot be kept from picture to picture is added to all of it anew: the
noise of the sensor and the exposure.
"""

from collections.abc import Iterable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from models.training.painter.electronics import exposed, lensed
from models.training.painter.limbs import reach_px
from models.training.painter.paint import FAINT, Drawn, Painter, Painting
from models.training.painter.patch import Patch
from models.training.painter.scene import DrawnBall, Limb
from models.training.truth.changes import Box, merged

Floats = NDArray[np.float32]

GRID_PX = 8
"""Parts begin and end on lines so far apart, so that what is drawn at a quarter of the size falls on the same grid."""
MARGIN_PX = 48
"""So much more than the part is painted round it, and thrown away: how far its edge reaches inward."""
LENS_PX = 8
"""How far the blur of the lens carries a change."""


class Patchwork:
    """Paints picture after picture of one table; strips over the picture are not for it."""

    def __init__(self, painter: Painter) -> None:
        if painter.look.strips:
            raise ValueError("a patchwork has no strips: paint them whole, with the painter")
        self.painter = painter
        width, height = painter.camera.image_size
        self._size = (width, height)
        self._drawn: dict[int, tuple[DrawnBall, Drawn]] = {}
        self._limbs: dict[Limb, Box] = {}
        self._shown: dict[int, float] = {}
        self._light = np.zeros((height, width, 3), np.float32)
        self._soft = np.zeros((height, width, 3), np.float32)
        self._owner = np.full((height, width), -1, np.int16)
        self._taken = np.zeros((height, width), np.float32)
        self._is_new = True

    def paint(
        self, balls: tuple[tuple[int, DrawnBall], ...], limbs: tuple[Limb, ...] = (), seed: int = 0, gain: float = 1.0
    ) -> Painting:
        """Return the picture with these balls, each under its number, and limbs; shares are in the order of `balls`."""
        parts = self._changes(dict(balls), limbs)
        for part in parts:
            self._repaint(part, limbs)
        for number, _ in balls:
            patch = self._drawn[number][1].patch
            if number not in self._shown or any(_meets(part, patch) for part in parts):
                self._shown[number] = self._share(number, patch)
        picture = exposed(self._soft, self.painter.look, seed, gain)
        return Painting(picture=picture, visible=tuple(self._shown[number] for number, _ in balls))

    def _changes(self, balls: dict[int, DrawnBall], limbs: tuple[Limb, ...]) -> tuple[Box, ...]:
        """Take the new balls and limbs over, and return the parts in which the picture differs now."""
        touched: list[Box] = []
        for number in [*self._drawn]:
            if self._drawn[number][0] != balls.get(number):
                touched += _reach(self._drawn.pop(number)[1])
                self._shown.pop(number, None)
        for number, ball in balls.items():
            if number not in self._drawn:
                self._drawn[number] = (ball, self.painter.drawn(ball))
                touched += _reach(self._drawn[number][1])
        now = {limb: self._limbs.get(limb) or self._limb_box(limb) for limb in limbs}
        touched += [box for limb, box in self._limbs.items() if limb not in now]
        touched += [box for limb, box in now.items() if limb not in self._limbs]
        self._limbs = now
        if self._is_new:
            self._is_new = False
            return (Box(0, 0, *self._size),)
        return merged(box for box in map(self._on_grid, touched) if box.x1 > box.x0 and box.y1 > box.y0)

    def _limb_box(self, limb: Limb) -> Box:
        reach = reach_px(self.painter.camera, limb, self.painter.look.lamps)
        if reach is None:
            return Box(0, 0, *self._size)
        low, high = np.clip(reach[:2], -1, 1e5), np.clip(reach[2:], -1, 1e5)
        return Box(int(low[0]), int(low[1]), int(high[0]) + 1, int(high[1]) + 1)

    def _on_grid(self, box: Box) -> Box:
        width, height = self._size
        return Box(
            max(box.x0 // GRID_PX * GRID_PX, 0),
            max(box.y0 // GRID_PX * GRID_PX, 0),
            min(-(-box.x1 // GRID_PX) * GRID_PX, width),
            min(-(-box.y1 // GRID_PX) * GRID_PX, height),
        )

    def _grown(self, box: Box, by: int) -> Box:
        width, height = self._size
        return Box(max(box.x0 - by, 0), max(box.y0 - by, 0), min(box.x1 + by, width), min(box.y1 + by, height))

    def _repaint(self, part: Box, limbs: tuple[Limb, ...]) -> None:
        """Paint a part again, and let it through the lens."""
        wide = self._grown(part, MARGIN_PX)
        near = tuple(limb for limb in limbs if _overlap(self._limbs[limb], wide))
        balls = [(i, ball, _shifted(one, wide)) for i, (ball, one) in self._drawn.items()]
        layers = self.painter.part(*wide).layered(balls, near)
        inner = np.s_[part.y0 - wide.y0 : part.y1 - wide.y0, part.x0 - wide.x0 : part.x1 - wide.x0]
        window = np.s_[part.y0 : part.y1, part.x0 : part.x1]
        self._light[window] = layers.picture[inner]
        self._owner[window], self._taken[window] = layers.owner[inner], layers.taken[inner]
        seen, more = self._grown(part, LENS_PX), self._grown(part, 2 * LENS_PX)
        soft = lensed(self._light[more.y0 : more.y1, more.x0 : more.x1], self.painter.look)
        self._soft[seen.y0 : seen.y1, seen.x0 : seen.x1] = soft[
            seen.y0 - more.y0 : seen.y1 - more.y0, seen.x0 - more.x0 : seen.x1 - more.x0
        ]

    def _share(self, number: int, patch: Patch | None) -> float:
        """Return how much of a ball is left in view, as the painter counts it."""
        if patch is None:
            return 0.0
        tall, wide = patch.cover.shape
        window = np.s_[max(patch.y0, 0) : max(patch.y0 + tall, 0), max(patch.x0, 0) : max(patch.x0 + wide, 0)]
        left = np.count_nonzero((self._owner[window] == number) & (self._taken[window] <= 0.5))
        return float(min(left / max(patch.whole_px, 1.0), 1.0) * min(patch.peak / FAINT, 1.0))


def _reach(one: Drawn) -> Iterable[Box]:
    """Give the parts of the picture that a ball and its shadow change."""
    if one.patch is not None:
        tall, wide = one.patch.cover.shape
        yield Box(one.patch.x0, one.patch.y0, one.patch.x0 + wide, one.patch.y0 + tall)
    if one.shadow is not None:
        x0, y0, amount = one.shadow
        yield Box(x0, y0, x0 + amount.shape[1], y0 + amount.shape[0])


def _overlap(a: Box, b: Box) -> bool:
    return a.x0 < b.x1 and b.x0 < a.x1 and a.y0 < b.y1 and b.y0 < a.y1


def _meets(part: Box, patch: Patch | None) -> bool:
    if patch is None:
        return False
    tall, wide = patch.cover.shape
    return _overlap(part, Box(patch.x0, patch.y0, patch.x0 + wide, patch.y0 + tall))


def _shifted(one: Drawn, part: Box) -> Drawn:
    """Return a ball as it lies in a part of the picture; a shadow is cut to it."""
    patch = one.patch and replace(one.patch, x0=one.patch.x0 - part.x0, y0=one.patch.y0 - part.y0)
    if one.shadow is None:
        return Drawn(patch=patch, shadow=None)
    x0, y0, amount = one.shadow
    left, top = max(part.x0 - x0, 0), max(part.y0 - y0, 0)
    right, low = min(part.x1 - x0, amount.shape[1]), min(part.y1 - y0, amount.shape[0])
    if right <= left or low <= top:
        return Drawn(patch=patch, shadow=None)
    return Drawn(patch=patch, shadow=(x0 + left - part.x0, y0 + top - part.y0, amount[top:low, left:right]))
