"""Make the sample clips again: `python -m models.training.clips [--only 0001] [--out sample_videos]`.

`--spare --out DIR` makes those that are not shipped: balls in the air, each stroke seen from two cameras.
"""

import argparse
import json
from pathlib import Path

import cv2

from models.training.clips.film import film
from models.training.clips.flying import SPARE, red_off
from models.training.clips.takes import TAKES
from models.training.clips.truth import truth_of

ROOT = Path(__file__).parents[3]


def main() -> None:
    """Read the command line, find each story and film it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="beginning of the name of the clip to make (default: all)")
    parser.add_argument("--out", type=Path, default=ROOT / "sample_videos")
    parser.add_argument("--spare", action="store_true", help="make the clips to measure by, which are not shipped")
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    for number, find in enumerate(SPARE if asked.spare else (*TAKES, red_off), 1):
        if not f"{number:04d}".startswith(asked.only[:4]):
            continue
        take = find()
        folder = asked.out / take.name
        folder.mkdir(parents=True, exist_ok=True)
        camera, times, visible = film(take, folder / "clip.mp4")
        truth = truth_of(take, camera, times, visible)
        (folder / "truth.json").write_text(json.dumps(truth, separators=(",", ":")) + "\n", "utf-8")
        (folder / "calibration.json").write_text(json.dumps(truth["calibration"], indent=1) + "\n", "utf-8")
        lines = [json.dumps(line) for line in truth["strokes"]]
        (folder / "strokes.jsonl").write_text("\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    main()
