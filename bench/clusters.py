"""Balls in clusters, drawn with exact places: what `bench.touching` measures by.

Each seed gives a table in a light and from a camera of its own: clusters of two to fifteen balls whose neighbours lie
0, 0.5, 1, 2 or 4 mm apart, and balls that stand alone. Every other table is lit mainly from one side.
"""

import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import av
import numpy as np
from numpy.typing import NDArray

from models.training.clips.takes import hall
from models.training.painter import DrawnBall, Lamp, Look, Painter, Scene
from models.training.painter.cameras import camera_at
from models.training.painter.layouts import Placed
from models.training.painter.looks import random_look
from models.training.truth.views import stand
from tracker.domain.table.ball import COLOURS, RED, WHITE
from tracker.domain.table.kit import Kit
from tracker.store.kits import find_kit

Array = NDArray[np.float64]
Picture = NDArray[np.uint8]

VIEWS: dict[str, tuple[str, tuple[int, int]]] = {
    "overhead 1080p": ("overhead", (1920, 1080)),
    "overhead 1080p, any look": ("overhead", (1920, 1080)),
    "broadcast 1080p": ("broadcast", (1920, 1080)),
    "broadcast 720p": ("broadcast", (1280, 720)),
    "corner 1080p": ("corner", (1920, 1080)),
}
ANY = "any look"
"""Views so named are of cloths, balls, lamps and electronics by chance; the others are those of the truth clips."""
CLOTHS = ((22.0, 150.0, 20.0), (60.0, 120.0, 30.0), (150.0, 100.0, 24.0))
CRFS = (20, 30)
"""Cloths and compression of the truth clips."""
GAPS_MM = (0.0, 0.5, 1.0, 2.0, 4.0)
SIZES = ((2, 2, 2, 2, 3, 5), (2, 2, 3, 3, 8), (15, 2, 2), (4, 4, 5, 2, 2))
"""Balls of the clusters on a table; the rest of the 22 stand alone."""
ALONE_MM = 160.0
"""How far clusters and single balls keep from each other, edge to edge at least."""
TIGHT = 8
"""Clusters from this size on are packs: pieces of the triangle of a frame's beginning."""
ASIDE_POWER, HANGING_SHARE = 0.65, 0.4
"""Power of a lamp beside the table, and what is left of those above it."""
TRIES = 400
RATE = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Posed:
    """A drawn table and its truth."""

    seed: int
    view: str
    scene: Scene

    @property
    def places_mm(self) -> Array:
        """Return the (n, 2) true places of its balls."""
        return np.array([ball.at_mm[:2] for ball in self.scene.balls])


def posed(view: str, seed: int) -> Posed:
    """Return the table of a seed from one of `VIEWS`."""
    kind, size = VIEWS[view]
    rng = np.random.default_rng([seed, list(VIEWS).index(view), 15])
    kit = find_kit()
    camera = camera_at(kit, stand(rng, kind), size)
    look = random_look(rng, kit, kind, size) if view.endswith(ANY) else hall_look(rng, kit, kind)
    look = replace(lit_aside(rng, look) if seed % 2 else look, strips=(), thrown=())
    balls = tuple(
        DrawnBall(ball=name, at_mm=(float(x), float(y), kit.ball_radius_mm)) for name, (x, y) in layout(rng, kit)
    )
    return Posed(seed=seed, view=view, scene=Scene(kit=kit, camera=camera, look=look, balls=balls, seed=seed))


def hall_look(rng: np.random.Generator, kit: Kit, kind: str) -> Look:
    """Return the look of a truth clip: one of its cloths and ball sets."""
    return replace(
        hall(kit, 11 * int(rng.integers(1, 3)), is_overhead=kind == "overhead"), cloth=CLOTHS[rng.integers(len(CLOTHS))]
    )


def lit_aside(rng: np.random.Generator, look: Look) -> Look:
    """Return a look in which most of the light comes from beside the table."""
    side = (float(rng.choice([-1500.0, 3300.0])), float(rng.uniform(0, 3569)), float(rng.uniform(1500, 2600)))
    aside = Lamp(centre_mm=side, half_size_mm=(300.0, 300.0), power=ASIDE_POWER)
    hanging = tuple(replace(lamp, power=HANGING_SHARE * lamp.power) for lamp in look.lamps)
    return replace(look, lamps=(*hanging, aside))


def layout(rng: np.random.Generator, kit: Kit) -> Placed:
    """Return 22 balls in clusters and alone; colours and reds are dealt by lot."""
    names = [str(name) for name in rng.permutation([WHITE, *COLOURS, *[RED] * 15])]
    sizes = SIZES[rng.integers(len(SIZES))]
    placed: list[Array] = []
    for size in (*sizes, *[1] * (len(names) - sum(sizes))):
        placed += room_for(rng, kit, cluster(rng, kit.touching_mm, size), placed)
    return [(name, (float(x), float(y))) for name, (x, y) in zip(names, placed, strict=False)]


def room_for(rng: np.random.Generator, kit: Kit, shape: Array, placed: list[Array]) -> list[Array]:
    """Return where the balls of a cluster come to lie, clear of the others; nothing where there is no room."""
    edge = kit.ball_radius_mm + 15.0
    low, high = np.array([edge, edge]), np.array([kit.width_mm, kit.length_mm]) - edge
    for _ in range(TRIES):
        at = rng.uniform(low, high) + shape
        inside = bool(np.all((at > low) & (at < high)))
        apart = np.linalg.norm(at[:, None] - np.array(placed).reshape(1, -1, 2), axis=2)
        if inside and apart.min(initial=np.inf) > ALONE_MM:
            return list(at)
    return []


def cluster(rng: np.random.Generator, touching_mm: float, size: int) -> Array:
    """Return (size, 2) places of a cluster about its first ball, turned by lot."""
    turn = rng.uniform(0, 2 * np.pi)
    across, up = np.array([np.cos(turn), np.sin(turn)]), np.array([-np.sin(turn), np.cos(turn)])
    if size >= TIGHT:
        step = touching_mm + float(rng.choice(GAPS_MM))
        rows = [(i - row / 2, row * np.sqrt(0.75)) for row in range(5) for i in range(row + 1)][:size]
        return step * np.array([x * across + y * up for x, y in rows])
    places = [np.zeros(2)]
    while len(places) < size:
        angle, gap = rng.uniform(0, 2 * np.pi), float(rng.choice(GAPS_MM))
        at = places[rng.integers(len(places))] + (touching_mm + gap) * np.array([np.cos(angle), np.sin(angle)])
        if np.linalg.norm(at - places, axis=1).min() > touching_mm - 1e-6:
            places.append(at)
    return np.array(places)


def pairs(places_mm: Array, touching_mm: float, most_mm: float) -> Iterator[tuple[int, int, float]]:
    """Give the pairs of balls at most `most_mm` apart, and the gap between them."""
    gaps = np.linalg.norm(places_mm[:, None] - places_mm[None], axis=2) - touching_mm
    for i, j in np.argwhere(np.triu(gaps < most_mm, 1)).tolist():
        yield i, j, float(gaps[i, j])


def pictures(table: Posed, count: int) -> list[Picture]:
    """Return `count` pictures of a table at rest, as a recording keeps them."""
    scene = table.scene
    painter = Painter(scene.kit, scene.camera, scene.look)
    painted = [painter.paint(scene.balls, (), 100 * table.seed + k).picture for k in range(count)]
    return recorded(painted, CRFS[table.seed // 2 % len(CRFS)])


def recorded(painted: Sequence[Picture], crf: int) -> list[Picture]:
    """Return pictures as they come back from a recording at 10 a second."""
    file = io.BytesIO()
    with av.open(file, "w", format="mp4") as out:
        stream = out.add_stream("libx264", rate=RATE, options={"preset": "fast", "crf": str(crf)})
        stream.height, stream.width = painted[0].shape[:2]
        stream.pix_fmt = "yuv420p"
        for picture in painted:
            out.mux(stream.encode(av.VideoFrame.from_ndarray(picture, format="bgr24")))
        out.mux(stream.encode())
    file.seek(0)
    with av.open(file, "r") as back:
        return [np.asarray(frame.to_ndarray(format="bgr24"), np.uint8) for frame in back.decode(video=0)]
