"""Make the clips to measure by: `python -m models.training.truth [--only thin-cuts] [--count 6] [--held-out]`.

Each clip is a folder with `clip.mp4`, `truth.json`, `calibration.json` and `strokes.jsonl`, as in `sample_videos/`. Two
are drawn at a time. A folder comes to its name when it is whole, and what is there is not drawn again, so the work may
be stopped at any time and goes on where it was.
"""

import argparse
import multiprocessing
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path

from models.training.painter.cameras import SIZE
from models.training.truth.drawing import draw, hush
from models.training.truth.naming import is_held_out, name_of
from models.training.truth.strata import STRATA, Stratum
from models.training.truth.takes import LARGE

OUT = Path(__file__).parents[3] / "runs" / "truth"
COUNT = 18
SIZES = {720: SIZE, 1080: LARGE}
AT_ONCE = 2


def main() -> int:
    """Draw all clips that are asked for and not there yet; 1 where one could not be made."""
    asked = _options()
    due = {name_of(stratum.name, number): (stratum, number) for stratum, number in wanted(asked)}
    due = {name: job for name, job in due.items() if not (asked.out / name).is_dir()}
    asked.out.mkdir(parents=True, exist_ok=True)
    began_s, failed = time.monotonic(), 0
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(AT_ONCE, mp_context=spawn, initializer=hush) as pool:
        size = SIZES.get(asked.lines)
        drawing = {pool.submit(draw, *job, asked.out, size): name for name, job in due.items()}
        for done, one in enumerate(as_completed(drawing), 1):
            trouble = one.exception()
            failed += trouble is not None
            said = str(trouble) if trouble else f"{one.result():.0f} s"
            print(f"[{done}/{len(due)}] {drawing[one]}: {said}; {time.monotonic() - began_s:.0f} s in all", flush=True)
    return int(failed > 0)


def wanted(asked: argparse.Namespace) -> Iterator[tuple[Stratum, int]]:
    """Give the strokes that are asked for, one of each stratum before the next of any."""
    for number in range(asked.count):
        for stratum in STRATA:
            if stratum.name.startswith(asked.only) and (is_held_out(number) or not asked.held_out):
                yield stratum, number


def _options() -> argparse.Namespace:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--only", default="", metavar="STRATUM", help="beginning of a stratum's name")
    options.add_argument("--count", type=int, default=COUNT, help=f"strokes of each stratum (default: {COUNT})")
    options.add_argument("--held-out", action="store_true", help="only those held out, every third")
    options.add_argument("--lines", type=int, choices=SIZES, help="draw all in this size, not each in its own")
    options.add_argument("--out", type=Path, default=OUT)
    return options.parse_args()


if __name__ == "__main__":
    sys.exit(main())
