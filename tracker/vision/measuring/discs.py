"""Find the centre of each ball to a fraction of a pixel, from the ball's edge in the picture itself.

A detector's box is good to a pixel or two; a referee needs a millimetre. A sphere's outline in a picture is the image
of the circle where lines of sight touch it, which the calibration predicts: its size and its slightly oval shape. Along
normals of that outline the picture is read, reduced to the one mixture of colours that best tells this ball from the
cloth whatever the shading (Fisher's linear discriminant, 1936, with shading as the unwanted variation), and the
outline is moved to where those profiles step down, by least squares that mistrust outliers (Huber 1964): a touching
ball, a highlight, a cue. Reported is the projection of the ball's centre, which is not quite the middle of its outline.
"""

from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from tracker.domain.table.kit import Kit
from tracker.geometry import rims
from tracker.geometry.camera import Camera
from tracker.geometry.chroma import read_aligned
from tracker.geometry.interpolated import read
from tracker.geometry.lengths import lengths
from tracker.geometry.outlines import NORMALS, directions, outlines_px
from tracker.vision.colours import contrast
from tracker.vision.detector import Picture

Array = NDArray[np.float64]

REACH = 0.5
"""How far along a normal to look, either way, in radii of the ball."""
STEPS = rims.STEPS
LEAST_OWN = 0.2
"""So much of a ball must be in view for its colour to be told from that alone."""
INSIDE_POINTS = 48
GAP = 5
"""Steps: the widest dip that is taken for a highlight or a chink between balls."""
ROUNDS = 2
LEAST_STEP = 0.25
"""An edge counts when it steps down by this share of the whole way from ball to cloth."""
NOISE = 8.0
"""Grey levels by which neighbouring pixels of one colour differ, compression included."""
SHADOW = 0.2
"""Share by which shadow may darken the cloth next to a ball (1 sigma)."""
SHAPE = 0.1
"""Share by which the brightness of lit cloth, and of a ball from its top to its dark underside, may vary."""
DEEP_SHADOW = 0.5
"""Brightness of the cloth in the deepest shadow that is not to be taken for a ball, as a share of its usual one."""
SIZE_FREEDOM = 0.05
"""Share by which an outline may be larger or smaller than those of the clear balls of the same picture (1 sigma)."""
HALF = 0.6
"""Where less than this share of an outline was found it is not what was expected (blur, say), and less is claimed."""
CLEAR_SHARE = 0.6
"""Share of its outline that a clear ball shows."""
NEIGHBOUR, APART, BESIDE = 0.4, 1.2, 1.15
"""What shows so much of its outline, and lies farther than so many radii, is another ball; so near to it, in radii from
its middle, lies no bare cloth."""
LEAST_BARE = 0.5
"""So much of an outline is asked for at least, however little of it lies on bare cloth."""
HUBER_PX = 0.35
NARROWING = (0.4, 0.25, 0.15, 0.1)
"""Edges farther than this share of the radius from where the outline has come to are of something else, by turns."""
LEAST_CLEAR = 0.7
"""Standard deviations between ball and cloth below which nothing can be told."""
FLOOR_PX = 0.08
"""No centre is claimed to be better than this."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Discs:
    """Where balls are in a picture, as parallel arrays of length n."""

    centres_px: Array
    """(n, 2) projections of the balls' centres."""
    cov_px2: Array
    """(n, 2, 2) how far the true ones may lie from them."""
    radii_px: Array
    """(n,) mean radii of the outlines as measured."""
    inside: Array
    """(n, 3) typical BGR colour of each ball."""
    held: Array
    """(n,) share of the outline that was found in the picture, 0 to 1."""
    held_on_cloth: Array
    """(n,) the same of that part of the outline beyond which lies cloth and no other ball, or of a half of it all."""
    contrasts: Array
    """(n,) by how much the colours inside differ from the cloth's (natural log of their ratio); a quarter do more."""
    usual: float = 0.0
    """By how much the clear balls of the picture look larger than they should, as a share."""

    def only(self, keep: NDArray[np.bool_] | NDArray[np.intp]) -> "Discs":
        """Return those that a mask or an index array keeps."""
        return Discs(**{name: getattr(self, name)[keep] for name in ROWS}, usual=self.usual)

    def joined(self, other: "Discs") -> "Discs":
        """Return these and the `other` ones after them, of the same picture."""
        rows = {name: np.concatenate([getattr(self, name), getattr(other, name)]) for name in ROWS}
        return Discs(**rows, usual=other.usual)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Artefacts:
    """How the pictures of a recording show balls otherwise than they are, as far as earlier ones told."""

    larger: float | None = None
    """By which share clear balls look larger than they should; None: that is told from those that are measured."""
    chroma_px: Array = field(default_factory=lambda: np.zeros(2))
    """(2,) by how far colour is shown to the right of where it belongs, and below."""


ROWS = ("centres_px", "cov_px2", "radii_px", "inside", "held", "held_on_cloth", "contrasts")


def disc_radii_px(camera: Camera, places_mm: Array, radius_mm: float) -> Array:
    """Return the (n,) mean radii in px of the outlines of balls at (n, 2) places.

    Off the camera's axis a ball looks larger than its distance alone would make it, and longer away from the axis.
    """
    centres = np.column_stack([places_mm, np.full(len(places_mm), radius_mm)])
    away = np.linalg.norm(centres - camera.centre_mm, axis=1)
    depth = centres @ camera.rotation_matrix[2] + camera.translation[2]
    focal = np.sqrt(abs(np.linalg.det(camera.matrix[:2, :2])))
    return np.asarray(focal * radius_mm / depth * np.sqrt(away / depth))


def box_sizes_px(camera: Camera, places_mm: Array, kit: Kit, piece: str = "") -> Array:
    """Return the (n, 2) widths and heights in px of the boxes round pieces at (n, 2) places; by default usual ones."""
    radius_mm = kit.radius_of(piece)
    if not kit.disc_mm:
        return np.repeat(2 * disc_radii_px(camera, places_mm, radius_mm)[:, None], 2, axis=1)
    flat = 2 * radius_mm * np.linalg.norm(camera.px_per_mm(places_mm, kit.lies_mm), axis=2)
    rise = camera.project_on(places_mm, kit.disc_mm) - camera.project_on(places_mm, 0.0)
    return np.asarray(flat + np.abs(rise))


def fit_discs(
    picture: Picture, camera: Camera, near_px: Array, radius_mm: float, cloth: Array, artefacts: Artefacts | None = None
) -> Discs:
    """Return the balls whose detector's boxes have their middles at (n, 2) `near_px`.

    `cloth` (n, 3) is the BGR colour of the bare cloth round each of them; `artefacts` is what earlier pictures told.
    """
    artefacts = artefacts or Artefacts()
    places = camera.place(near_px, radius_mm)
    around = outlines_px(camera, places, radius_mm) - near_px[:, None]
    normals, radii = directions(around)
    # Of a ball's whole disc: told by what is in view alone, its edge was placed no better on drawn clips.
    points = inner_points(near_px, radii)
    colours = read(picture, points)
    inside, within = typical_colours(colours, np.ones(colours.shape[:2], bool))
    axis, clear, dark = discriminant(inside, within, cloth)
    foot = (camera.project_on(places, 0.0) - near_px) / radii[:, None]
    lit = 1 - np.clip(2 * dark[:, None] * (normals @ foot[:, :, None])[:, :, 0], 0.0, 1.0)
    centres, grown = near_px, np.zeros(len(near_px))
    held = np.zeros(len(near_px))
    trust = np.zeros(normals.shape[:2])
    larger = 0.0
    for again in range(ROUNDS):
        larger = artefacts.larger if again and artefacts.larger is not None else _usual(grown, held)
        outline = centres[:, None] + around * (1 + grown)[:, None, None]
        profile = _profiles(_across(picture, outline, normals, REACH * radii, artefacts.chroma_px), axis)
        edge, weight = edges(profile, radii)
        wanted = (larger - grown) * radii
        move, trust = _settle(normals, radii, (edge, weight * clear[:, None] * lit), wanted)
        held = trust.sum(axis=1) / np.maximum(lit.sum(axis=1), 1.0)
        centres, grown = centres + move[:, :2], np.clip(grown + move[:, 2] / radii, -SIZE_FREEDOM * 2, SIZE_FREEDOM * 2)
    away2 = ((places - camera.centre_mm[:2]) ** 2).sum(axis=1)
    hidden_by = away2 < away2[:, None]
    rim = centres[:, None] + around
    across = _across(picture, rim, normals, rims.reaches(radii) * radii, artefacts.chroma_px)
    move, cov = _refined(across, normals, radii, ~rims.within(rim, centres, radii, hidden_by))
    cov = cov / np.clip(held / HALF, 0.05, 1.0)[:, None, None] ** 2
    bare = ~rims.within(rim, centres, BESIDE * radii, _neighbours(places, held, radius_mm))
    own = _in_view(points, near_px, radii, hidden_by)
    return Discs(
        centres_px=centres + move[:, :2], cov_px2=cov, radii_px=radii + move[:, 2], held=held,
        inside=inside if own.all() else typical_colours(colours, own)[0],
        held_on_cloth=_held_where(bare, trust, lit), contrasts=contrasts(colours, cloth), usual=larger,
    )  # fmt: skip


def _neighbours(places: Array, held: Array, radius_mm: float) -> NDArray[np.bool_]:
    """Say (n, n) for each of n balls which others are clearly there, and not the same ball pointed at twice."""
    apart = lengths(places[:, None] - places)
    return np.asarray((apart > APART * radius_mm) & (held > NEIGHBOUR))


def _held_where(bare: NDArray[np.bool_], trust: Array, lit: Array) -> Array:
    """Return (n,) which share is found of that part of outlines beyond which bare cloth lies, `LEAST_BARE` at least."""
    asked = np.maximum((lit * bare).sum(axis=1), LEAST_BARE * lit.sum(axis=1))
    return np.asarray((trust * bare).sum(axis=1) / np.maximum(asked, 1.0))


def _across(picture: Picture, outline: Array, normals: Array, reach_px: Array, chroma_px: Array) -> Array:
    """Return the (n, NORMALS, STEPS, 3) colours across outlines, from so far (n,) within to so far without."""
    along = np.linspace(-1, 1, STEPS) * reach_px[:, None]
    return read_aligned(picture, outline[:, :, None] + along[:, None, :, None] * normals[:, :, None], chroma_px)


def _refined(colours: Array, normals: Array, radii: Array, own: NDArray[np.bool_]) -> tuple[Array, Array]:
    """Return the (n, 3) move in x, y and size, in px, that lays outlines on the colours that are seen across them.

    `own` (n, NORMALS) tells which points of a ball's rim none hides. Also the covariance of the centres.
    """
    move, spread = rims.settled(rims.rims(colours, radii), normals, own)
    return move * radii[:, None], spread[:, :2, :2] * (radii**2)[:, None, None] + np.eye(2) * FLOOR_PX**2


def _usual(grown: Array, held: Array) -> float:
    """Return by how much the clearly seen balls of this picture look larger than they should."""
    clear = grown[held > CLEAR_SHARE]
    return float(np.median(clear)) if len(clear) >= 3 else 0.0


def discriminant(inside: Array, within: Array, cloth: Array) -> tuple[Array, Array, Array]:
    """Return the (n, 4) mixture of colour (3 weights, 1 offset) that is 1 on a ball's colour and 0 on the cloth's.

    `within` (n, 3, 3) is how each ball's own colour varies. Also (n,) how clearly that tells them apart and
    how much like the ball the cloth's own shadow looks, both 0 to 1.
    """
    apart = inside - cloth
    darker = (apart * cloth).sum(axis=1) < 0
    shade = np.where(darker, SHADOW, SHAPE)[:, None, None]
    within = within + np.eye(3) * NOISE**2 + SHAPE**2 * _outer(inside) + shade**2 * _outer(cloth)
    axis = np.linalg.solve(within, apart[:, :, None])[:, :, 0]
    power = np.einsum("nc,nc->n", axis, apart)
    axis = axis / np.maximum(power, 1e-9)[:, None]
    mixture = np.column_stack([axis, -np.einsum("nc,nc->n", axis, cloth)])
    in_shadow = np.clip((DEEP_SHADOW - 1) * np.einsum("nc,nc->n", axis, cloth), 0.0, 0.6)
    mixture = (mixture - in_shadow[:, None] * [0.0, 0.0, 0.0, 1.0]) / (1 - in_shadow[:, None])
    return mixture, np.clip(np.sqrt(power) - LEAST_CLEAR, 0.0, 1.0), in_shadow / 0.6


def edges(profile: Array, radii: Array) -> tuple[Array, Array]:
    """Return where (n, NORMALS, STEPS) profiles step down, in px from the outline outward, and how clearly (0 to 1).

    The place is the middle of the fall's mass about its steepest point, which uses every sample and so trembles little.
    """
    profile = closed(profile)
    fall = np.maximum(profile[:, :, :-1] - profile[:, :, 1:], 0.0)
    at = np.linspace(-REACH, REACH, STEPS)
    at = (at[:-1] + at[1:]) / 2
    trust = fall * np.exp(-0.5 * (at / (REACH * 0.6)) ** 2)
    peak = at[np.argmax(trust[:, :, :-1] + trust[:, :, 1:], axis=2)][:, :, None]
    near = fall * (np.abs(at - peak) < 0.22)
    mass = near.sum(axis=2)
    place = (near * at).sum(axis=2) / np.maximum(mass, 1e-9)
    weight = np.clip((mass - LEAST_STEP) / (0.8 - LEAST_STEP), 0.0, 1.0)
    return place * radii[:, None], weight


def closed(profile: Array) -> Array:
    """Return (n, NORMALS, STEPS) profiles without dips narrower than GAP: highlights, chinks between balls."""
    if not profile.size:
        return profile
    rows = cv2.morphologyEx(profile.reshape(-1, STEPS), cv2.MORPH_CLOSE, np.ones((1, GAP), np.uint8))
    return np.asarray(rows, float).reshape(profile.shape)


def inner_points(centres: Array, radii: Array) -> Array:
    """Return (n, INSIDE_POINTS, 2) points within 0.75 of the radii of balls."""
    return np.asarray(centres[:, None] + SUNFLOWER * (0.75 * radii)[:, None, None])


def typical_colours(colours: Array, own: NDArray[np.bool_]) -> tuple[Array, Array]:
    """Return the (n, 3) typical colour of each ball by (n, INSIDE_POINTS, 3) in it, and its (n, 3, 3) covariance.

    Of those that are its `own` the third that is farthest from the median is left out: highlights, and a neighbour in
    front.
    """
    middle = _median(colours, own)
    apart = np.where(own, np.linalg.norm(colours - middle[:, None], axis=2), np.inf)
    nearest = np.take_along_axis(colours, np.argsort(apart, axis=1)[..., None], axis=1)
    count = 2 * own.sum(axis=1, keepdims=True) // 3
    share = ((np.arange(INSIDE_POINTS) < count) / count)[:, None]
    strays = nearest - middle[:, None]
    return (share @ nearest)[:, 0], (share * strays.transpose(0, 2, 1)) @ strays


def contrasts(colours: Array, cloth: Array) -> Array:
    """Return by how much (n,) the (n, INSIDE_POINTS, 3) colours in balls differ from (n, 3) the cloth's, as `Discs`."""
    apart = np.linalg.norm(contrast(colours, cloth[:, None]), axis=2)
    return np.asarray(np.sort(apart, axis=1)[:, 3 * INSIDE_POINTS // 4])


def _in_view(points: Array, centres: Array, radii: Array, hidden_by: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Say which of (n, points, 2) points of balls no ball hides that `hidden_by` (n, n) names.

    All of a ball of which too little is in view.
    """
    apart = lengths(centres[:, None] - centres)
    before = hidden_by & (apart < radii + radii[:, None])
    own = np.ones(points.shape[:2], bool)
    behind = np.flatnonzero(before.any(axis=1))
    own[behind] = ~rims.within(points[behind], centres, radii, before[behind])
    own[own.mean(axis=1) < LEAST_OWN] = True
    return own


def _median(colours: Array, own: NDArray[np.bool_]) -> Array:
    """Return the (n, 3) median of those (n, points, 3) colours that are a ball's `own` (n, points)."""
    ranked = np.sort(np.where(own[..., None], colours, np.inf), axis=1)
    count, rows = own.sum(axis=1), np.arange(len(own))
    return np.asarray((ranked[rows, (count - 1) // 2] + ranked[rows, count // 2]) / 2)


def _sunflower(count: int) -> Array:
    """Return (count, 2) points spread evenly over the unit disc."""
    k = np.arange(count) + 0.5
    angle = k * np.pi * (3 - 5**0.5)
    return np.column_stack([np.cos(angle), np.sin(angle)]) * np.sqrt(k / count)[:, None]


SUNFLOWER = _sunflower(INSIDE_POINTS)


def _profiles(colours: Array, axis: Array) -> Array:
    """Return the (n, NORMALS, STEPS) ball-or-cloth profiles of the colours across outlines."""
    mixed = (colours.reshape(len(axis), NORMALS * STEPS, 3) @ axis[:, :3, None]).reshape(colours.shape[:3])
    return np.asarray(np.clip(mixed + axis[:, None, None, 3], -0.1, 1.1))


def _settle(normals: Array, radii: Array, found: tuple[Array, Array], wanted: Array) -> tuple[Array, Array]:
    """Return the (n, 3) move in x, y and size that brings outlines to their edges, and how far each edge is trusted."""
    edge, weight = found
    ways = np.concatenate([normals, np.ones_like(edge)[:, :, None]], axis=2)
    crossed = (ways[:, :, :, None] * ways[:, :, None, :]).reshape(*edge.shape, 9)
    prior = np.zeros((len(radii), 3, 3))
    prior[:, 2, 2] = 1 / (SIZE_FREEDOM * radii) ** 2
    prior[:, 0, 0] = prior[:, 1, 1] = 1 / (0.5 * radii) ** 2
    move = np.zeros((len(radii), 3))
    scatter = np.full(len(radii), HUBER_PX)
    for share in NARROWING:
        left = np.abs(edge - (ways @ move[:, :, None])[:, :, 0])
        bound = np.maximum(HUBER_PX, scatter)[:, None]
        trust = (
            weight
            * np.minimum(1.0, bound / np.maximum(left, 1e-9))
            * (left < np.maximum(share * radii, 2 * HUBER_PX)[:, None])
        )
        scatter = np.sqrt((trust * left**2).sum(axis=1) / np.maximum(trust.sum(axis=1), 1e-9) + FLOOR_PX**2)
        power = trust[:, None] / scatter[:, None, None] ** 2
        precise = (power @ crossed).reshape(-1, 3, 3) + prior
        aim = ((power * edge[:, None]) @ ways)[:, 0] + prior[:, 2] * wanted[:, None]
        move = np.linalg.solve(precise, aim[:, :, None])[:, :, 0]
    return move, trust


def _outer(rows: Array) -> Array:
    return rows[:, :, None] * rows[:, None, :]
