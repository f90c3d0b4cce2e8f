"""What people drew around the balls in television pictures, read and tightened to the balls themselves.

The boxes of the labelled pictures are loose: a side is 1.0 to 1.4 ball widths. A network that learns them learns
their slack, so each box is shrunk to the disc that best parts ball from cloth in brightness-free colour
(chromaticity, which a shadow leaves alone). All balls lie in one plane, and for a pinhole camera the reciprocal of
the depth of a plane is linear in the picture's coordinates; so the radius of a ball is linear in (u, v), and one
robust fit over a picture corrects the single fits.
"""

import json
from dataclasses import asdict, dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from tracker.domain.table.ball import SNOOKER

Array = NDArray[np.float64]
Picture = NDArray[np.uint8]

LABEL_ORDER = ("red", "yellow", "green", "brown", "blue", "pink", "black", "white")
"""The order of the colours in the footage's own files, which is not ours."""
UNKNOWN = -1


@dataclass(frozen=True, slots=True, kw_only=True)
class Ball:
    """One ball in one picture: centre and radius in px, its kind as an index into SNOOKER (-1: not known)."""

    u_px: float
    v_px: float
    r_px: float
    kind: int = UNKNOWN
    sure: float = 1.0


Balls = dict[str, list[Ball]]
"""The balls of each picture, by the picture's name without its ending."""


def read_boxes(path: Path, size: tuple[int, int]) -> Array:
    """Return the (n, 5) rows kind, u, v, width, height in px of a YOLO label file; kind as the file has it."""
    rows = np.loadtxt(path, ndmin=2).reshape(-1, 5)
    return np.asarray(rows * np.array([1, size[0], size[1], size[0], size[1]]))


def our_kinds(kinds: Array) -> list[int]:
    """Translate the footage's colour numbers into indices of SNOOKER."""
    return [SNOOKER.index(LABEL_ORDER[int(kind)]) for kind in kinds]


def chromaticity(picture: Picture) -> NDArray[np.float32]:
    """Return (h, w, 2) colour without brightness: (r - g, b - g) over the sum of the three."""
    b, g, r = cv2.split(picture.astype(np.float32))
    total = r + g + b + 30.0
    return np.asarray(np.dstack([(r - g) / total, (b - g) / total]), np.float32)


def cloth_colour(chroma: NDArray[np.float32], boxes: Array) -> Array:
    """Return the commonest chromaticity between the balls: that of the cloth."""
    low, high = boxes[:, 1:3].min(axis=0) - 40, boxes[:, 1:3].max(axis=0) + 40
    u0, v0 = np.maximum(low, 0).astype(int)
    u1, v1 = high.astype(int)
    inside = chroma[v0:v1, u0:u1].reshape(-1, 2)
    counts, u_edges, v_edges = np.histogram2d(inside[:, 0], inside[:, 1], bins=60, range=[[-0.9, 0.9]] * 2)
    i, j = np.unravel_index(counts.argmax(), counts.shape)
    mode = np.array([u_edges[i : i + 2].mean(), v_edges[j : j + 2].mean()])
    near = np.hypot(*(inside - mode).T) < 0.05
    return np.asarray(np.median(inside[near], axis=0)) if near.any() else mode


def unlike_cloth(picture: Picture, boxes: Array) -> NDArray[np.float32]:
    """Return (h, w) how far each pixel's chromaticity lies from the cloth's."""
    chroma = chromaticity(picture)
    off = np.moveaxis(chroma - cloth_colour(chroma, boxes).astype(np.float32), 2, 0)
    return np.asarray(np.hypot(*off), np.float32)


def disc_against_ring(radius: float) -> NDArray[np.float32]:
    """Return the kernel whose answer is the mean within a disc less the mean in the ring around it."""
    reach = int(np.ceil(1.35 * radius)) + 1
    axis = np.arange(-reach, reach + 1)
    far = np.hypot(*np.meshgrid(axis, axis))
    disc = np.clip(radius - far + 0.5, 0, 1)
    ring = np.clip(1.35 * radius - far + 0.5, 0, 1) - disc
    return np.asarray(disc / disc.sum() - ring / ring.sum(), np.float32)


def best_disc(unlike: NDArray[np.float32], box: Array, radii: Array) -> tuple[float, float, float, float]:
    """Return (score, u, v, r) of the disc that fits best near a box's middle; radii in px to be tried."""
    _, u, v, width, height = box
    half, zoom = 1.1 * max(width, height), 48.0 / (2.2 * max(width, height))
    to_patch = np.array([[zoom, 0, 24 - zoom * u], [0, zoom, 24 - zoom * v]])
    patch = cv2.warpAffine(unlike, to_patch, (49, 49), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    ball_level = max(float(np.median(patch[20:29, 20:29])), 0.05)
    patch = np.clip(patch / ball_level, 0, 1)  # so that the ball's rim, blurred or not, lies at one half
    reach = max(2, int(0.3 * half * zoom))
    found = (-9.0, u, v, float(radii[0]))
    for radius in radii:
        answer = cv2.filter2D(patch, cv2.CV_32F, disc_against_ring(radius * zoom))
        answer = answer[24 - reach : 25 + reach, 24 - reach : 25 + reach]
        i, j = np.unravel_index(answer.argmax(), answer.shape)
        if answer[i, j] > found[0]:
            found = (float(answer[i, j]), u + (j - reach) / zoom, v + (i - reach) / zoom, float(radius))
    return found


def plane_of_radii(fits: Array) -> Array | None:
    """Return (a, b, c) with r = a + b u + c v through (score, u, v, r) rows, or None where too few agree."""
    good = fits[fits[:, 0] > 0.55]
    if len(good) < 4:
        return None
    columns = np.column_stack([np.ones(len(good)), good[:, 1] / 1000, good[:, 2] / 1000])
    weight = np.ones(len(good))
    leaning = np.diag([0.0, 0.02, 0.002])
    for _ in range(15):
        normal = columns.T * weight
        plane = np.linalg.solve(normal @ columns + leaning * len(good), normal @ good[:, 3])
        weight = 1.0 / (1.0 + ((columns @ plane - good[:, 3]) / 0.08 / good[:, 3].mean()) ** 2)
    return np.asarray(plane / np.array([1, 1000, 1000]))


def tighten(picture: Picture, boxes: Array) -> Array:
    """Return (n, 4) rows u, v, r, score in px for the (n, 5) boxes of one picture."""
    unlike = unlike_cloth(picture, boxes)
    size = np.maximum(boxes[:, 3], boxes[:, 4])
    fits = np.array([best_disc(unlike, b, s * np.linspace(0.26, 0.54, 12)) for b, s in zip(boxes, size, strict=True)])
    plane = plane_of_radii(fits)
    by_place = fits[:, 3] if plane is None else plane[0] + boxes[:, 1:3] @ plane[1:]
    radius = np.clip(by_place, 0.36 * size, 0.56 * size)
    again = [best_disc(unlike, b, r * np.array([0.94, 1.0, 1.06])) for b, r in zip(boxes, radius, strict=True)]
    return np.array(again)[:, [1, 2, 3, 0]]


def read_picture(folder: Path, name: str) -> Picture:
    """Read one labelled picture as BGR."""
    picture = cv2.imread(str(folder / "images" / f"{name}.jpg"))
    if picture is None:
        raise FileNotFoundError(f"no picture {name}.jpg in {folder / 'images'}")
    return np.asarray(picture, dtype=np.uint8)


def read_balls(folder: Path, name: str) -> list[Ball]:
    """Read and tighten the labels of one picture; the kind is UNKNOWN where the colours were not labelled."""
    picture = read_picture(folder, name)
    size = (picture.shape[1], picture.shape[0])
    coloured = folder / "labels_colour" / f"{name}.txt"
    boxes = read_boxes(coloured if coloured.exists() else folder / "labels_ball" / f"{name}.txt", size)
    if not len(boxes):
        return []
    kinds = our_kinds(boxes[:, 0]) if coloured.exists() else [UNKNOWN] * len(boxes)
    return [
        Ball(u_px=float(u), v_px=float(v), r_px=float(r), kind=kind, sure=float(score))
        for (u, v, r, score), kind in zip(tighten(picture, boxes), kinds, strict=True)
    ]


def names(folder: Path) -> list[str]:
    """Return the names of the labelled pictures, neighbours next to each other."""
    stems = [path.stem for path in (folder / "images").glob("*.jpg")]
    return sorted(stems, key=lambda stem: (0, int(stem), "") if stem.isdigit() else (1, 0, stem))


def save_balls(balls: Balls, path: Path) -> None:
    """Write the balls of all pictures to one JSON file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({name: [asdict(ball) for ball in row] for name, row in balls.items()}))


def load_balls(path: Path) -> Balls:
    """Read what save_balls wrote."""
    return {name: [Ball(**ball) for ball in row] for name, row in json.loads(path.read_text()).items()}
