"""Paint a scene: the still table once per camera and look, then shadows, balls, limbs, strips and the electronics.

While it paints it keeps, for every pixel, which ball is seen there; the share of a ball that is left at the end is
what the labels go by.
"""

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from models.training.painter.canvas import Canvas, circle, flat, rectangle
from models.training.painter.craft import bed_mask, craft_of
from models.training.painter.electronics import developed
from models.training.painter.furniture import outer
from models.training.painter.light import gleaming, ground, pooled, stretched
from models.training.painter.limbs import limb_shadow, paint_limb
from models.training.painter.patch import Patch
from models.training.painter.room import lay_strip, paint_room
from models.training.painter.scene import DrawnBall, Limb, Look, Scene
from tracker.domain.table.kit import Kit
from tracker.geometry.camera import Camera

Array = NDArray[np.float64]
Floats = NDArray[np.float32]
Image = NDArray[np.uint8]

SMEAR_STEP_PX = 1.5
MAX_SMEAR_STEPS = 24
COARSE = 8
FAINT = 0.4
ALMOST_MM = 10.0
"""How far below the rail a ball may fly and still be drawn as above it."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Painting:
    """A finished picture and how much of each ball of the scene is seen in it."""

    picture: Image
    visible: tuple[float, ...]
    """In the order of the scene's balls, 0 to 1."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Layers:
    """A picture in the making."""

    picture: Floats
    owner: NDArray[np.int16]
    """(h, w) which ball is seen there, -1 for none."""
    reach_mm: Floats
    """(h, w) distance of that ball from the camera, infinite where there is none."""
    taken: Floats
    """(h, w) how much people and strips cover."""

    @classmethod
    def on(cls, picture: Floats) -> "Layers":
        """Return a picture on which nothing is laid yet."""
        size = picture.shape[:2]
        return cls(
            picture=picture,
            owner=np.full(size, -1, np.int16),
            reach_mm=np.full(size, np.inf, np.float32),
            taken=np.zeros(size, np.float32),
        )


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Drawn:
    """A ball and its shadow, kept for the next picture: most balls lie still."""

    patch: Patch | None
    shadow: tuple[int, int, Floats] | None


class Painter:
    """Paints pictures of one table from one camera in one light; the still parts are drawn once."""

    def __init__(self, kit: Kit, camera: Camera, look: Look, behind: tuple[Limb, ...] = ()) -> None:
        self.kit, self.camera, self.look = kit, camera, look
        self._light = brightness(kit, camera, look)
        self._still = _still(kit, camera, look, behind) * self._light[..., None]
        self._still += craft_of(kit).gleam(kit, camera, look)
        self._still += gleaming(camera, look)
        self._hiding = _mask(kit, camera, look)
        self._cloth = bed_mask(kit, camera)
        self._hole = _hole_mask(kit, camera)
        self._body = _body_mask(kit, camera)
        self._last: dict[DrawnBall, Drawn] = {}

    def paint(
        self, balls: tuple[DrawnBall, ...], limbs: tuple[Limb, ...] = (), seed: int = 0, gain: Floats | float = 1.0
    ) -> Painting:
        """Return the picture with these balls and limbs; `seed` is that of its noise, `gain` that of its exposure.

        The gain is one number, or (h, 1, 1) one for each line.
        """
        self._last = {ball: self._last.get(ball) or self.drawn(ball) for ball in balls}
        drawn = [(i, ball, self._last[ball]) for i, ball in enumerate(balls)]
        layers = self.layered(drawn, limbs)
        for strip in self.look.strips:
            lay_strip(layers.picture, layers.taken, strip)
        patches = [one.patch for _, _, one in drawn]
        return Painting(picture=developed(layers.picture * gain, self.look, seed), visible=_shares(layers, patches))

    def layered(self, balls: Sequence[tuple[int, DrawnBall, "Drawn"]], limbs: tuple[Limb, ...]) -> "Layers":
        """Return the picture before the electronics: balls (number, what, how it is drawn) and limbs on the table."""
        layers = Layers.on(self._still.copy())
        self._shadows(layers.picture, balls, limbs)
        self._balls(layers, balls)
        for limb in limbs:
            if not limb.is_behind:
                hidden = limb.stands and is_beyond(self.kit, self.camera, np.mean(limb.points_mm, axis=0))
                reach = np.where(self._body, np.float32(0), layers.reach_mm) if hidden else layers.reach_mm
                paint_limb(layers.picture, reach, layers.taken, self.camera, limb)
        return layers

    def part(self, x0: int, y0: int, x1: int, y1: int) -> "Painter":
        """Return a painter of a part of the picture, x0 … x1 - 1 and y0 … y1 - 1 px: the same camera, cut down."""
        one, window = copy(self), np.s_[y0:y1, x0:x1]
        axis = self.camera.matrix - np.array([[0, 0, x0], [0, 0, y0], [0, 0, 0.0]])
        one.camera = replace(self.camera, matrix=axis, image_size=(x1 - x0, y1 - y0))
        one._light, one._still, one._hiding = self._light[window], self._still[window], self._hiding[window]
        one._cloth, one._hole, one._body = self._cloth[window], self._hole[window], self._body[window]
        one._last = {}
        return one

    def drawn(self, ball: DrawnBall) -> "Drawn":
        """Return a ball with its shadow, as this camera sees them."""
        craft = craft_of(self.kit)
        patch = craft.piece(self.kit, self.camera, self.look, ball, self._steps(ball))
        return Drawn(patch=patch, shadow=craft.shadow(self.kit, self.camera, self.look, ball))

    def _shadows(
        self, picture: Floats, balls: Sequence[tuple[int, DrawnBall, "Drawn"]], limbs: tuple[Limb, ...]
    ) -> None:
        dark = limb_shadow(self.camera, limbs, self.look.lamps, 0.5)
        if dark is not None:
            picture *= (1 - dark * self._cloth)[..., None]
        for _, _, one in balls:
            if one.shadow is not None:
                x0, y0, amount = one.shadow
                window = np.s_[y0 : y0 + amount.shape[0], x0 : x0 + amount.shape[1]]
                picture[window] *= (1 - amount * self._cloth[window])[..., None]

    def _balls(self, layers: "Layers", balls: Sequence[tuple[int, DrawnBall, "Drawn"]]) -> None:
        shown = [(one.patch.distance_mm, i, ball, one.patch) for i, ball, one in balls if one.patch is not None]
        for _, i, ball, patch in sorted(shown, key=lambda entry: -entry[0]):
            self._lay(layers, patch, i, self._whereabouts(ball))

    def _whereabouts(self, ball: DrawnBall) -> str:
        """Say what may hide a ball: it lies on the `bed`, falls into a `hole`, is `above` or `behind` the table."""
        kit, (x, y, z) = self.kit, ball.at_mm
        reach, rail_mm = outer(kit), craft_of(kit).rail_height_mm(kit)
        is_over = -reach < x < kit.width_mm + reach and -reach < y < kit.length_mm + reach
        if not is_over and z < rail_mm and is_beyond(kit, self.camera, np.array(ball.at_mm)):
            return "behind"
        if not is_over or z - kit.lies_mm > rail_mm - ALMOST_MM:
            return "above"
        return "hole" if z < 0.9 * kit.lies_mm else "bed"

    def _lay(self, layers: Layers, patch: Patch, number: int, whereabouts: str) -> None:
        height, width = layers.owner.shape
        tall, wide = patch.cover.shape
        x0, y0 = max(patch.x0, 0), max(patch.y0, 0)
        x1, y1 = min(patch.x0 + wide, width), min(patch.y0 + tall, height)
        if x1 <= x0 or y1 <= y0:
            return
        window = np.s_[y0:y1, x0:x1]
        inner = np.s_[y0 - patch.y0 : y1 - patch.y0, x0 - patch.x0 : x1 - patch.x0]
        cover = patch.cover[inner]
        if whereabouts in ("bed", "hole"):
            cover = cover * (1 - self._hiding[window])
        if whereabouts == "hole":
            cover = cover * self._hole[window]
        if whereabouts == "behind":
            cover = cover * ~self._body[window]
        bright = np.float32(0.45 if whereabouts == "hole" else 1.0)
        lit = patch.colour[inner] * self._light[window][..., None] * bright
        layers.picture[window] += cover[..., None] * (lit - layers.picture[window])
        layers.owner[window][cover > patch.peak / 2] = number
        layers.reach_mm[window][cover > patch.peak / 2] = patch.distance_mm

    def _steps(self, ball: DrawnBall) -> int:
        """Return over how many places a moving ball is smeared."""
        step = np.array(ball.velocity_mm_s) * self.look.shutter_s
        ends = self.camera.project(np.array([ball.at_mm, np.array(ball.at_mm) + step]))
        length = float(np.linalg.norm(ends[1] - ends[0]))
        return int(np.clip(np.ceil(length / SMEAR_STEP_PX), 1, MAX_SMEAR_STEPS)) if np.isfinite(length) else 1


def _shares(layers: Layers, patches: list[Patch | None]) -> tuple[float, ...]:
    """Return how much of each ball is left in view; less still for one that is smeared to a faint streak."""
    owner = layers.owner[layers.taken <= 0.5]
    left = np.bincount(owner[owner >= 0], minlength=len(patches))
    return tuple(
        float(min(n / max(patch.whole_px, 1.0), 1.0) * min(patch.peak / FAINT, 1.0)) if patch is not None else 0.0
        for n, patch in zip(left, patches, strict=True)
    )


def paint(scene: Scene) -> Image:
    """Return a scene as (h, w, 3) BGR uint8."""
    return painted(scene).picture


def painted(scene: Scene) -> Painting:
    """Return a scene's picture and how much of each ball is seen in it."""
    behind = tuple(limb for limb in scene.limbs if limb.is_behind)
    return Painter(scene.kit, scene.camera, scene.look, behind).paint(scene.balls, scene.limbs, scene.seed)


def _still(kit: Kit, camera: Camera, look: Look, behind: tuple[Limb, ...]) -> Floats:
    """Return room and table without light and shade, as (h, w, 3) floats."""
    canvas, craft = Canvas(camera), craft_of(kit)
    paint_room(canvas, kit, look)
    for slab in look.slabs:
        canvas.fill(slab.points_mm, slab.colour)
    for limb in behind:
        paint_behind(canvas, limb)
    for at_mm in (*look.beside_mm, (0.0, 0.0)):
        for layer in craft.furniture:
            layer(canvas.aside(at_mm), kit, look)
    return np.asarray(canvas.finished() * craft.grain(kit, camera, look)[..., None], np.float32)


def paint_behind(canvas: Canvas, limb: Limb) -> None:
    """Draw a bystander onto the large canvas, flat."""
    seen = canvas.camera.project(np.array(limb.points_mm)) * 2
    if np.any(~np.isfinite(seen)) or np.abs(seen).max() > 12000:
        return
    away = np.linalg.norm(np.array(limb.points_mm) - canvas.camera.centre_mm, axis=1)
    wide = 2 * canvas.camera.matrix[0, 0] * np.array(limb.radii_mm) / away
    for i in range(max(len(seen) - 1, 1)):
        a, b = seen[i], seen[min(i + 1, len(seen) - 1)]
        thick = max(int(wide[i] + wide[min(i + 1, len(seen) - 1)]), 1)
        cv2.line(
            canvas.pixels, (int(a[0]), int(a[1])), (int(b[0]), int(b[1])), limb.colour, min(thick, 32000), cv2.LINE_AA
        )


def brightness(kit: Kit, camera: Camera, look: Look) -> Floats:
    """Return (h, w) how bright the lamps make each pixel's place, 1 in the middle of the table."""
    places = ground(camera, COARSE)
    place = places.reshape(-1, 2)
    away = (place - np.array([kit.width_mm, kit.length_mm]) / 2) / np.array([kit.width_mm, kit.length_mm]) * 2
    bright = 1 - look.falloff * np.clip(np.sum(away**2, axis=1) / 2, 0, 1.0)
    bright = bright + np.clip(away, -1.5, 1.5) @ np.array(look.slope)
    small = bright.reshape(places.shape[:2]).astype(np.float32)
    return np.asarray(stretched(small, COARSE, camera.image_size) * pooled(camera, look), np.float32)


def _mask(kit: Kit, camera: Camera, look: Look) -> Floats:
    canvas = Canvas(camera, channels=1)
    craft_of(kit).hiding(canvas, kit, look)
    return canvas.finished().astype(np.float32) / np.float32(255)


def is_beyond(kit: Kit, camera: Camera, at: Array) -> bool:
    """Say whether the table stands between the camera and a (3,) place outside of it."""
    eye, reach = camera.centre_mm, outer(kit)
    for axis, length in ((0, kit.width_mm), (1, kit.length_mm)):
        for edge, side in ((-reach, -1), (length + reach, 1)):
            if (at[axis] - edge) * side > 0 >= (eye[axis] - edge) * side:
                return True
    return False


def _body_mask(kit: Kit, camera: Camera) -> NDArray[np.bool_]:
    """Return where the table's body stands in the picture, as far as it hides somebody behind it."""
    reach, craft = outer(kit), craft_of(kit)
    top = rectangle(-reach, -reach, kit.width_mm + reach, kit.length_mm + reach)
    both = camera.project(np.vstack([flat(top, craft.rail_height_mm(kit)), flat(top, -craft.skirt_mm)]))
    canvas = Canvas(camera, channels=1)
    if np.all(np.isfinite(both)):
        canvas.fill_px(np.asarray(cv2.convexHull(both.astype(np.float32))[:, 0], float), [255])
    return np.asarray(canvas.finished() > 127)


def _hole_mask(kit: Kit, camera: Camera) -> Floats:
    """Return where a ball that falls may still be seen: over a hole and up to the height of the rail behind it."""
    canvas = Canvas(camera, channels=1)
    for pocket in kit.pockets:
        rim = circle(pocket.fall, pocket.radius_mm + 4)
        both = np.vstack([flat(rim, 0), flat(rim, craft_of(kit).rail_height_mm(kit))])
        hull = cv2.convexHull(camera.project(both).astype(np.float32))[:, 0]
        canvas.fill_px(np.asarray(hull, float), [255])
    return canvas.finished().astype(np.float32) / np.float32(255)
