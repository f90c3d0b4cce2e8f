"""Draw pictures with labels: `python -m models.training.painter --count 100 --out DIR --seed 1`.

With `--table novuss` wooden boards are drawn, each of sizes of its own, which its truth tells.
"""

import argparse
import json
from pathlib import Path

import cv2
import numpy as np
from rich.progress import track

from models.training.painter import boxes, painted, scene_on, yolo_lines
from models.training.painter.cameras import SIZE
from models.training.painter.labels import kinds_of
from models.training.painter.scene import Scene
from tracker.domain.table.kit import Kit
from tracker.store.kits import DEFAULT_TABLE, find_kit, table_names


def sizes_of(kit: Kit) -> dict[str, object]:
    """Return how large a table and its pieces are, for a JSON file."""
    pockets = {p.name: {"fall": list(p.fall), "radius": p.radius_mm, "mouth": p.mouth_mm} for p in kit.pockets}
    return {
        "width": kit.width_mm, "length": kit.length_mm, "ball_radius": kit.ball_radius_mm, "disc": kit.disc_mm,
        "nose_height": kit.nose_height_mm, "cushion": kit.cushion_mm, "rail": kit.rail_mm, "pockets": pockets,
        **kit.sizes_mm,
    }  # fmt: skip


def truth_of(scene: Scene, visible: tuple[float, ...]) -> dict[str, object]:
    """Return what is known of a scene, for a JSON file."""
    camera = scene.camera
    balls = [
        {"ball": b.ball, "at_mm": list(b.at_mm), "velocity_mm_s": list(b.velocity_mm_s), "visible": round(share, 3)}
        for b, share in zip(scene.balls, visible, strict=True)
    ]
    return {
        "schema": 1,
        "table": scene.kit.name,
        "kinds": list(kinds_of(scene.kit)),
        "sizes_mm": sizes_of(scene.kit),
        "view": scene.note.get("camera", ""),
        "image_size": list(camera.image_size),
        "camera_matrix": camera.matrix.tolist(),
        "distortion": camera.distortion.tolist(),
        "rotation": camera.rotation.tolist(),
        "translation": camera.translation.tolist(),
        "balls": balls,
    }


def draw(number: int, seed: int, out: Path, kit: Kit, size: tuple[int, int]) -> None:
    """Draw picture `number` of a series and write its three files."""
    scene = scene_on(np.random.default_rng([seed, number]), kit, size)
    painting = painted(scene)
    name = f"{number:06d}"
    cv2.imwrite(str(out / "images" / f"{name}.jpg"), painting.picture, [cv2.IMWRITE_JPEG_QUALITY, 95])
    (out / "labels" / f"{name}.txt").write_text(yolo_lines(boxes(scene, painting), size), "utf-8")
    (out / "truth" / f"{name}.json").write_text(json.dumps(truth_of(scene, painting.visible)), "utf-8")


def main() -> None:
    """Read the command line and draw."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, required=True, help="how many pictures")
    parser.add_argument("--out", type=Path, required=True, help="folder for images/, labels/ and truth/")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="number of the first picture, to draw in parts")
    parser.add_argument("--size", type=int, nargs=2, default=SIZE, metavar=("WIDTH", "HEIGHT"))
    parser.add_argument("--table", default=DEFAULT_TABLE, choices=table_names(),
                        help="a board (novuss), or any table of snooker: then all of them are drawn")  # fmt: skip
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    for folder in ("images", "labels", "truth"):
        (asked.out / folder).mkdir(parents=True, exist_ok=True)
    for number in track(range(asked.first, asked.first + asked.count), description="Painting"):
        draw(number, asked.seed, asked.out, find_kit(asked.table), tuple(asked.size))


if __name__ == "__main__":
    main()
