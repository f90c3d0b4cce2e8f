"""Make the sample clips again: `python -m models.training.clips [--only 0001] [--out sample_videos]`.

`--spare --out DIR` makes those that are not shipped: balls in the air, each stroke seen from two cameras.
"""

import argparse
from pathlib import Path

import cv2

from models.training.clips.flying import SPARE, red_off
from models.training.clips.folder import write_clip
from models.training.clips.games import EXCERPTS, write_excerpt
from models.training.clips.takes import TAKES

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
        write_clip(take, asked.out / take.name)
    for one in () if asked.spare else EXCERPTS:
        if one.name.startswith(asked.only[:4]):
            write_excerpt(one, asked.out)


if __name__ == "__main__":
    main()
