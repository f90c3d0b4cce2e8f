"""Flat discs with a hole: a cylinder seen by the camera, its rounded edge, rings and grooves, and what shows through.

A disc is filled at four times its size and scaled down, so that its edges are soft. The hole is a hole: where the
camera sees through both of its rims, the patch covers nothing, and the board with its lines shows, as the referee's
eye has it (a puck is light when the line is seen through its hole).
"""

from itertools import pairwise
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from models.training.painter.balls import reflection
from models.training.painter.canvas import circle, flat
from models.training.painter.patch import Patch, Window, ray_patch, shaded_bed, smeared
from models.training.painter.scene import Colour, DiscLook, DrawnBall, Look
from tracker.domain.table.kit import Kit
from tracker.geometry.camera import Camera

Array = NDArray[np.float64]
Floats = NDArray[np.float32]
Pixels = NDArray[np.uint8]

FINE: Final = 4
SHIFT: Final = 6
RIM_POINTS: Final = 40
GROOVE: Final = 0.025
"""Half width of a turned groove, as a share of the radius."""
SIDE_LIGHT: Final = 0.62
"""How bright the side of a disc is, seen with the light from above, for its face's 1."""
VARNISH: Final = 0.14


def rims_mm(kit: Kit, piece: str, centre: Array, radius_mm: float | None = None) -> tuple[Array, Array]:
    """Return the (n, 3) upper and lower edge of a disc, or of a circle on it, at a (3,) centre."""
    reach = kit.radius_of(piece) if radius_mm is None else radius_mm
    edge, half = circle(centre[:2], reach, count=RIM_POINTS), kit.disc_mm / 2
    return flat(edge, centre[2] + half), flat(edge, centre[2] - half)


def outline_px(kit: Kit, camera: Camera, piece: str, centre: Array) -> Array:
    """Return the (n, 2) pixels of the edge of a disc: the hull of its two rims."""
    seen = camera.project(np.vstack(rims_mm(kit, piece, centre)))
    if not np.all(np.isfinite(seen)):
        return seen
    return np.asarray(cv2.convexHull(seen.astype(np.float32))[:, 0], float)


def box_px(kit: Kit, camera: Camera, piece: str, centre: Array) -> tuple[float, float, float, float]:
    """Return x0, y0, x1, y1 of the box round a disc, in px counted from the centre of the top left pixel."""
    edge = outline_px(kit, camera, piece, centre)
    (x0, y0), (x1, y1) = edge.min(axis=0), edge.max(axis=0)
    return float(x0), float(y0), float(x1), float(y1)


def draw_disc(kit: Kit, camera: Camera, look: Look, piece: DrawnBall, steps: int = 1) -> Patch | None:
    """Return a disc as a patch, smeared over `steps` places while the shutter is open; None where it is not in view."""

    def drawn(window: Window, place: Array) -> tuple[Array, Array]:
        light, cover = _Turned(kit, camera, look, piece.ball, window).at(place)
        return np.asarray(light, float), np.asarray(cover, float)

    return smeared(camera, look, piece, steps, lambda place: box_px(kit, camera, piece.ball, place), drawn)


class _Turned:
    """Draws one disc into its own small window of the picture."""

    def __init__(self, kit: Kit, camera: Camera, look: Look, piece: str, window: tuple[int, int, int, int]) -> None:
        self.kit, self.camera, self.look, self.piece, self.window = kit, camera, look, piece, window
        if look.board is None:
            raise ValueError("discs are drawn by a look that says how they are: Look.board")
        self.disc: DiscLook = look.board.discs[piece]
        self.tall, self.wide = window[3] - window[1], window[2] - window[0]

    def at(self, centre: Array) -> tuple[Floats, Floats]:
        """Return the light (h, w, 3) of a disc at a (3,) centre, as far as it covers a pixel, and that cover (h, w)."""
        colour = np.zeros((self.tall * FINE, self.wide * FINE, 3), np.uint8)
        cover = np.zeros(colour.shape[:2], np.uint8)
        face = np.zeros(colour.shape[:2], np.uint8)
        self._fill(cover, outline_px(self.kit, self.camera, self.piece, centre), (255.0,))
        self._side(colour, centre)
        self._face(colour, face, centre)
        self._hole(colour, cover, face, centre)
        size = (self.wide, self.tall)
        small, share, up = (cv2.resize(one, size, interpolation=cv2.INTER_AREA) for one in (colour, cover, face))
        lit = small.astype(np.float32) * np.float32(self._light(centre))
        gleam = self._gleam(centre) * (up / np.float32(255))
        return lit + gleam[..., None].astype(np.float32), share / np.float32(255)

    def _fill(self, canvas: Pixels, outline_px_: Array, colour: tuple[float, ...]) -> None:
        corner = np.array(self.window[:2], float)
        fixed = ((outline_px_ - corner + 0.5) * FINE - 0.5) * (1 << SHIFT)
        cv2.fillPoly(canvas, [np.round(fixed).astype(np.int32)], colour, shift=SHIFT)

    def _side(self, colour: Pixels, centre: Array) -> None:
        high, low = (self.camera.project(rim) for rim in rims_mm(self.kit, self.piece, centre))
        hull = np.asarray(cv2.convexHull(np.vstack([high, low]).astype(np.float32))[:, 0], float)
        self._fill(colour, hull, _dimmed(self.disc.edge, SIDE_LIGHT))
        eye = self.camera.centre_mm[:2] - centre[:2]
        turn = np.linspace(0, 2 * np.pi, RIM_POINTS, endpoint=False)
        lamp = self._lamp_way(centre)
        for i, angle in enumerate(turn):
            out = np.array([np.cos(angle), np.sin(angle)])
            if out @ eye > 0:
                j = (i + 1) % RIM_POINTS
                light = SIDE_LIGHT * (1 + 0.35 * float(out @ lamp))
                self._fill(colour, np.array([high[i], high[j], low[j], low[i]]), _dimmed(self.disc.edge, light))

    def _face(self, colour: Pixels, face: Pixels, centre: Array) -> None:
        disc, radius = self.disc, self.kit.radius_of(self.piece)
        whole = self._circle(centre, radius)
        self._fill(face, whole, (255.0,))
        self._fill(colour, whole, _dimmed(disc.face, 1.0))
        self._bevel(colour, centre, radius)
        if disc.ring is not None:
            self._fill(colour, self._circle(centre, disc.ring_to * radius), _dimmed(disc.ring, 1.0))
            self._fill(colour, self._circle(centre, disc.ring_from * radius), _dimmed(disc.face, 1.0))
        for share in disc.grooves:
            is_ring = disc.ring is not None and disc.ring_from < share < disc.ring_to
            under = disc.ring if is_ring and disc.ring is not None else disc.face
            self._annulus(colour, centre, (radius * (share - GROOVE), radius * (share + GROOVE)), _dimmed(under, 0.68))

    def _circle(self, centre: Array, radius_mm: float) -> Array:
        return self.camera.project(rims_mm(self.kit, self.piece, centre, radius_mm)[0])

    def _annulus(self, colour: Pixels, centre: Array, radii_mm: tuple[float, float], paint: tuple[float, ...]) -> None:
        for a, b in self._pieces(centre, radii_mm):
            self._fill(colour, np.vstack([a, b[::-1]]), paint)

    def _pieces(self, centre: Array, radii_mm: tuple[float, float]) -> list[tuple[Array, Array]]:
        """Return an annulus in short pieces, each as its inner and its outer edge, (2, 2) px."""
        near, far = (self._circle(centre, radius) for radius in radii_mm)
        order = [*range(RIM_POINTS), 0]
        return [(near[[i, j]], far[[i, j]]) for i, j in pairwise(order)]

    def _bevel(self, colour: Pixels, centre: Array, radius: float) -> None:
        """Draw the rounded edge, brighter where it turns to the light."""
        lamp = self._lamp_way(centre)
        turn = (np.arange(RIM_POINTS) + 0.5) * 2 * np.pi / RIM_POINTS
        lean = np.column_stack([np.cos(turn), np.sin(turn)]) @ lamp
        for (a, b), out in zip(self._pieces(centre, (radius * (1 - self.disc.bevel), radius)), lean, strict=True):
            self._fill(colour, np.vstack([a, b[::-1]]), _dimmed(self.disc.face, 0.9 + 0.3 * float(out)))

    def _hole(self, colour: Pixels, cover: Pixels, face: Pixels, centre: Array) -> None:
        reach = self.kit.hole_of(self.piece)
        if reach <= 0:
            return
        high, low = (self.camera.project(rim) for rim in rims_mm(self.kit, self.piece, centre, reach))
        self._fill(face, high, (0.0,))
        self._fill(colour, high, _dimmed(self.disc.edge, 0.45))
        area, both = cv2.intersectConvexConvex(high.astype(np.float32), low.astype(np.float32))
        if area > 0 and both is not None:
            self._fill(colour, np.asarray(both[:, 0], float), (0.0, 0.0, 0.0))
            self._fill(cover, np.asarray(both[:, 0], float), (0.0,))

    def _lamp_way(self, centre: Array) -> Array:
        """Return the (2,) way to the lamps, seen from above; the shorter the steeper the light falls."""
        total = np.zeros(2)
        for lamp in self.look.lamps:
            way = np.array(lamp.centre_mm) - centre
            total += lamp.power * way[:2] / np.linalg.norm(way)
        return total

    def _light(self, centre: Array) -> float:
        """Return how bright a face is that looks up."""
        look, bright = self.look, self.look.ambient
        for lamp in look.lamps:
            way = np.array(lamp.centre_mm) - centre
            bright += (1 - look.ambient) * lamp.power * (way[2] / float(np.linalg.norm(way)) + 0.15) / 1.15
        return float(np.clip(bright, 0.02, 1.25))

    def _gleam(self, centre: Array) -> Array:
        """Return (h, w) the lamps that the face mirrors."""
        if not self.look.lamps:
            return np.zeros((self.tall, self.wide))
        rays = ray_patch(self.camera, self.window)
        steep = np.clip(-rays[..., 2], 0, 1)
        up = rays * np.array([1, 1, -1.0])
        bright = sum(
            (reflection(lamp.centre_mm, lamp.half_size_mm, centre, up) for lamp in self.look.lamps),
            np.zeros(rays.shape[:2]),
        )
        share = VARNISH + (1 - VARNISH) * (1 - steep) ** 5
        return np.asarray(255 * self.look.gloss * share * np.clip(bright, 0, 1))


def _dimmed(colour: Colour, by: float) -> tuple[float, ...]:
    return tuple(float(min(max(one * by, 0.0), 255.0)) for one in colour)


def draw_shadow(kit: Kit, camera: Camera, look: Look, piece: DrawnBall) -> tuple[int, int, Floats] | None:
    """Return x0, y0 and (h, w) how much light a disc takes from the board round it; None where that is not in view."""
    x, y, z = piece.at_mm
    top, radius = z + kit.disc_mm / 2, kit.radius_of(piece.ball)
    if z < kit.lies_mm - 1:
        return None
    at = np.array([x, y, top])
    return shaded_bed(camera, (x, y), radius + 4 + 2.5 * top, lambda ground: _darkness(look, at, radius, ground))


def _darkness(look: Look, at: Array, radius: float, ground: Array) -> Array:
    near = np.hypot(ground[..., 0] - at[0], ground[..., 1] - at[1])
    dark = 0.35 * np.clip((radius + 3 - near) / 6, 0, 1) * np.exp(-max(at[2] - 12, 0) / 20)
    total = sum(lamp.power for lamp in look.lamps) or 1.0
    for lamp in look.lamps:
        lx, ly, lz = lamp.centre_mm
        slip = min(at[2] / max(lz - at[2], 1.0), 0.5)
        aside = np.clip(np.array([at[0] - lx, at[1] - ly]) * slip, -2.2 * at[2], 2.2 * at[2])
        away = np.hypot(ground[..., 0] - at[0] - aside[0], ground[..., 1] - at[1] - aside[1])
        soft = 2.0 + 2 * max(lamp.half_size_mm) * slip
        dark = dark + look.shadow * lamp.power / total * np.clip((radius - away) / soft + 0.5, 0, 1)
    return np.asarray(np.clip(dark, 0, 0.85))
