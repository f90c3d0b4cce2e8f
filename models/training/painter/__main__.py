"""Draw pictures with labels: `python -m models.training.painter --count 100 --out DIR --seed 1`."""

import argparse
import json
from pathlib import Path

import cv2
import numpy as np
from rich.progress import track

from models.training.painter import boxes, painted, random_scene, yolo_lines
from models.training.painter.cameras import SIZE
from models.training.painter.scene import Scene


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
        "view": scene.note.get("camera", ""),
        "image_size": list(camera.image_size),
        "camera_matrix": camera.matrix.tolist(),
        "distortion": camera.distortion.tolist(),
        "rotation": camera.rotation.tolist(),
        "translation": camera.translation.tolist(),
        "balls": balls,
    }


def draw(number: int, seed: int, out: Path, size: tuple[int, int]) -> None:
    """Draw picture `number` of a series and write its three files."""
    scene = random_scene(np.random.default_rng([seed, number]), size)
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
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    for folder in ("images", "labels", "truth"):
        (asked.out / folder).mkdir(parents=True, exist_ok=True)
    for number in track(range(asked.first, asked.first + asked.count), description="Painting"):
        draw(number, asked.seed, asked.out, tuple(asked.size))


if __name__ == "__main__":
    main()
