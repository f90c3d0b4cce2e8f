"""Tables as the network for cushions is shown them: bands that lie a little beside the cushions, in other light."""

import json
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from models.training.tables.examples import lit
from tracker.calibrate.features.cushions.bands import COLUMNS, ROWS, along, bands_along, noses, row_of
from tracker.calibrate.features.lines import Cushion
from tracker.calibrate.fit.softened import softened
from tracker.geometry.camera import Camera
from tracker.store.kits import find_kit

Array = NDArray[np.float64]
Picture = NDArray[np.uint8]

QUALITY: Final = 95
ASIDE, TILT, BEND = 0.35, 0.25, 0.1
"""How far (1 sigma, widths of the cushion) a cushion is shown beside its place: all of it, its ends, its middle."""
WIDER: Final = 0.15
"""How far (1 sigma, logarithm) the cushions' width is misjudged."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class TableLabel:
    """What a picture shows: a table, and the camera that sees it."""

    camera: Camera
    table: str
    nose_height_mm: float
    cushion: Cushion


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class LabelledPicture:
    """A picture file and what it shows."""

    file: Path
    label: TableLabel


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class BandExample:
    """What the network sees of a table, and what it is to tell."""

    seen: NDArray[np.float32]
    """(6, 6, ROWS, COLUMNS) as `Bands.seen`."""
    rows: NDArray[np.float32]
    """(6, 2, COLUMNS) the rows at which nose and wood run."""
    counts: NDArray[np.bool_]
    """(6, 2, COLUMNS) whether they lie in the picture."""


def write_label(path: Path, label: TableLabel) -> None:
    """Write what a picture shows."""
    camera = label.camera
    entry = {
        "table": label.table, "nose_height_mm": label.nose_height_mm, "cushion_mm": label.cushion.width_mm,
        "rise_mm": label.cushion.rise_mm, "size": list(camera.image_size), "matrix": np.asarray(camera.matrix).tolist(),
        "distortion": np.asarray(camera.distortion).tolist(), "rotation": np.asarray(camera.rotation).tolist(),
        "translation": np.asarray(camera.translation).tolist(),
    }  # fmt: skip
    path.write_text(json.dumps(entry), "utf-8")


def read(folder: Path) -> list[LabelledPicture]:
    """Return all examples of a folder, in the order of their names."""
    return [
        LabelledPicture(file=file.with_suffix(".jpg"), label=_label(file)) for file in sorted(folder.glob("*.json"))
    ]


def _label(file: Path) -> TableLabel:
    entry = json.loads(file.read_text("utf-8"))
    parts = {name: np.array(entry[name], float) for name in ("matrix", "distortion", "rotation", "translation")}
    return TableLabel(
        camera=Camera(image_size=(entry["size"][0], entry["size"][1]), **parts), table=entry["table"],
        nose_height_mm=entry["nose_height_mm"],
        cushion=Cushion(width_mm=entry["cushion_mm"], rise_mm=entry["rise_mm"]),
    )  # fmt: skip


def laid_aside(rng: np.random.Generator, picture: Picture, label: TableLabel, is_plain: bool = False) -> BandExample:
    """Return a table with its cushions shown beside their places by chance; `is_plain`: in the light that it is in."""
    kit = replace(find_kit(label.table), nose_height_mm=label.nose_height_mm)
    lines = noses(kit)
    wide = label.cushion.width_mm * float(np.exp(rng.normal(0, WIDER)))
    way = np.linspace(0, 1, COLUMNS)
    size = float(rng.uniform(0, 1))
    aside = [
        size * (rng.normal(0, ASIDE) + rng.normal(0, TILT) * (2 * way - 1) + rng.normal(0, BEND) * 4 * way * (1 - way))
        for _ in lines
    ]
    starts = [along(line) + off[:, None] * wide * line.outward[0] for line, off in zip(lines, aside, strict=True)]
    bands = bands_along(softened(picture).colours, label.camera, starts, [line.outward[0] for line in lines], wide)
    rows = np.stack(
        [
            np.stack([row_of(-off), _wood_rows(label, line.outward[0], along(line), bands.at[n])])
            for n, (line, off) in enumerate(zip(lines, aside, strict=True))
        ]
    )
    seen = bands.seen if is_plain else relit(rng, bands.seen)
    if not is_plain and rng.random() < 0.5:
        seen, rows = seen[..., ::-1].copy(), rows[..., ::-1].copy()
    inside = seen[:, 3]
    near = np.clip(np.rint(np.nan_to_num(rows, nan=-99)), 0, ROWS - 1).astype(int)
    there = np.take_along_axis(inside, near, axis=1) > 0.5
    with np.errstate(invalid="ignore"):
        counts = there & (rows > 0) & (rows < ROWS - 1)
    return BandExample(seen=seen, rows=np.nan_to_num(rows, nan=-99).astype(np.float32), counts=counts)


def _wood_rows(label: TableLabel, outward: Array, points: Array, at: Array) -> Array:
    """Return the row of each column at which the wood's edge, above the nose's plane, is seen."""
    edge = points + outward * label.cushion.width_mm + [0, 0, label.cushion.rise_mm]
    there = label.camera.project(edge)
    first, last = at[0], at[-1]
    way = last - first
    return np.asarray(_nearest_row(at, there, way))


def _nearest_row(at: Array, there: Array, way: Array) -> Array:
    """Return the row, with fraction, at which each column of a band passes a pixel."""
    unit = way / np.maximum(np.linalg.norm(way, axis=-1, keepdims=True), 1e-9)
    reach = np.sum((at - at[:1]) * unit, axis=-1)
    want = np.sum((there - at[0]) * unit, axis=-1)
    rows = np.arange(len(at), dtype=float)
    out = np.full(reach.shape[1], np.nan)
    for c in range(reach.shape[1]):
        if np.all(np.isfinite(reach[:, c])) and np.isfinite(want[c]):
            out[c] = np.interp(want[c], reach[:, c], rows, left=-99, right=999)
    return out


def relit(rng: np.random.Generator, seen: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return bands in other light, by another camera, kept in another way."""
    colours = seen[:, :3].transpose(0, 2, 3, 1)
    sheet = np.ascontiguousarray(colours.reshape(-1, COLUMNS, 3))
    other = lit(rng, np.clip(np.rint(255 * sheet), 0, 255).astype(np.uint8)).astype(np.float32) / 255
    back = other.reshape(colours.shape).transpose(0, 3, 1, 2)
    return np.concatenate([back, seen[:, 3:]], axis=1)
