"""What a picture costs in each room, and what looking at several pictures at once brings.

    python -m bench.speed [CLIP] [--runtime NAME] [--pictures N] [--at-once N,N,…] [--turns N] [--size WxH]

Costs are processor time, which neighbours on the same machine disturb little. The rates of whole passes, from decoding
to strokes, are wall time; they are measured in turn with decoding alone, and the ratios within a turn are what travels.
--size enlarges the pictures first, to see what a larger camera would cost; the clip is a recording of 720p.
"""

import argparse
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from statistics import median
from typing import TypeVar

import cv2
import numpy as np

from tracker.calibrate.find import find_table
from tracker.calibrate.watch import start_watch, table_in_view
from tracker.capture.ahead import read_ahead
from tracker.capture.picture import Picture
from tracker.capture.sources.source import Source, open_source
from tracker.cli.recording.watching import watch
from tracker.domain.table.kit import Kit
from tracker.geometry.calibration import Calibration
from tracker.store.kits import find_kit
from tracker.tracking.follow import follow, start
from tracker.vision.runtimes.networks import open_detector
from tracker.vision.seer import Seer, seer_of_film

CLIP = Path(__file__).parents[2] / "shared" / "footage" / "broadcast" / "clips" / "07.mp4"
T = TypeVar("T")


def main() -> int:
    """Print the costs, then the rates."""
    options = _options()
    if not options.clip.is_file():
        print(f"{options.clip} is not there: name a clip, from sample_videos/ say", file=sys.stderr)
        return 1
    cv2.setNumThreads(1)
    source, kit = open_source(str(options.clip)), find_kit(options.table)
    calibration = find_table([p.image for p in islice(_pictures(source, options), 0, 60, 15)], kit)
    for room, cost_ms in costs(source, calibration, kit, options).items():
        print(f"{room:>28} {cost_ms:7.2f} ms")
    for at_once in options.at_once:
        detector = open_detector(at_once=at_once, runtime=options.runtime)
        rates(source, seer_of_film(calibration, kit, detector), options, at_once)
    return 0


def costs(source: Source, calibration: Calibration, kit: Kit, options: argparse.Namespace) -> dict[str, float]:
    """Return the mean processor time in ms that a picture takes in each room, one after the other in one thread."""
    spent: dict[str, float] = defaultdict(float)

    def timed(room: str, work: Callable[[], T]) -> T:
        began_s = time.process_time()
        result = work()
        spent[room] += time.process_time() - began_s
        return result

    detector = open_detector(runtime=options.runtime)
    seer = seer_of_film(calibration, kit, detector)
    seer.see(next(_pictures(source, options)).image, 0, 0)
    state, view = start(kit, calibration.camera), start_watch(calibration, kit)
    pictures, done = _pictures(source, options), 0
    while (picture := timed("capture: decode", lambda: next(pictures, None))) is not None:
        image, number, at_us = picture.image, picture.number, picture.at_us
        view, here = timed("calibrate: table in view", lambda: table_in_view(view, image))  # noqa: B023
        aim = timed("vision: cut, what has changed", lambda: seer.aim(image, at_us))  # noqa: B023
        glimpse = timed("vision: network, boxes", lambda: seer.point(image, aim))  # noqa: B023
        seen = timed("vision: cloth, packs, discs", lambda: seer.measured(image, glimpse, number, at_us))  # noqa: B023
        state = timed("tracking", lambda: follow(state, seen))  # noqa: B023
        done += here
    rooms = {room: 1e3 * took_s / max(done, 1) for room, took_s in spent.items()}
    return rooms | {"all": sum(rooms.values())}


def rates(source: Source, seer: Seer, options: argparse.Namespace, at_once: int) -> None:
    """Print how fast whole passes are with `at_once` pictures in work, and against decoding alone."""
    whole_s, alone_s, count = [], [], 0
    for _ in range(options.turns):
        began_s = time.perf_counter()
        count = sum(1 for _ in _pictures(source, options))
        alone_s.append(time.perf_counter() - began_s)
        began_s = time.perf_counter()
        watch(read_ahead(_pictures(source, options)), seer, seer.eye.kit, lambda done: None, at_once)
        whole_s.append(time.perf_counter() - began_s)
    share = median(whole / alone for whole, alone in zip(whole_s, alone_s, strict=True))
    rate = f"{count / median(whole_s):6.1f} pictures a second, {share:.1f} x decoding"
    print(f"{at_once:>19} at once {rate} (best {count / min(whole_s):.1f})")


def _pictures(source: Source, options: argparse.Namespace) -> Iterator[Picture]:
    for picture in islice(source.pictures(), options.pictures):
        image = np.asarray(cv2.resize(picture.image, options.size), np.uint8) if options.size else picture.image
        yield Picture(number=picture.number, at_us=picture.at_us, image=image)


def _options() -> argparse.Namespace:
    options = argparse.ArgumentParser(description="Measure what a picture costs in each room.")
    options.add_argument("clip", nargs="?", type=Path, default=CLIP)
    options.add_argument("--runtime", choices=("openvino", "onnxruntime"))
    options.add_argument("--pictures", type=int, default=150)
    options.add_argument("--at-once", type=lambda text: [int(n) for n in text.split(",")], default=[1, 2])
    options.add_argument("--turns", type=int, default=3)
    options.add_argument("--size", type=lambda text: tuple(int(n) for n in text.split("x")))
    options.add_argument("--table", default="snooker-12ft")
    return options.parse_args()


if __name__ == "__main__":
    sys.exit(main())
