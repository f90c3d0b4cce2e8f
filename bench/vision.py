"""How well the stills are seen.

    python -m bench.vision stills|overhead [--runtime NAME] [--footage DIR] [--show DIR]

`stills` counts the balls of the broadcast stills; `overhead` measures places against the marked centres, in mm through
our own calibration and in px, which leaves the calibration out. --show keeps pictures of the balls seen, which must not
be committed.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from tracker.calibrate.find import find_table
from tracker.domain.errors import TableNotFound
from tracker.domain.table.ball import SNOOKER
from tracker.domain.table.kit import Kit
from tracker.geometry.sightings import Sightings
from tracker.store.kits import find_kit
from tracker.tracking.colours import assign_colours
from tracker.vision.detector import Detector
from tracker.vision.runtimes.networks import open_detector
from tracker.vision.seer import Seer

ROOT = Path(__file__).parents[1]
SURE_ENOUGH = 0.5
MATCH_PX = 16.0
Picture = NDArray[np.uint8]


def main() -> int:
    """Run what was asked for."""
    options = _options()
    if not options.footage.is_dir():
        print(f"{options.footage} is not there: the real footage is not part of the project", file=sys.stderr)
        return 1
    cv2.setNumThreads(1)
    detector = open_detector(runtime=options.runtime)
    {"stills": stills, "overhead": overhead}[options.what](options, detector)
    return 0


def stills(options: argparse.Namespace, detector: Detector) -> None:
    """Print how many broadcast stills have all balls, and every colour, counted right."""
    labels = json.loads((options.footage / "broadcast" / "counts.json").read_text())
    kit = find_kit("snooker-12ft")
    counted = coloured = 0
    for label, name, picture in _pictures(labels, options.footage / "broadcast"):
        seen = _seen(picture, kit, detector)
        names, _ = _names(seen, kit) if seen else ((), ())
        got = Counter(names)
        total, each = len(names) == label["total"], all(got[b] == n for b, n in label["counts"].items())
        counted, coloured = counted + total, coloured + each
        if not each:
            wrong = {b: f"{got[b]} for {n}" for b, n in label["counts"].items() if got[b] != n}
            print(f"{name}: {len(names)} balls for {label['total']}; {wrong if seen else 'no table'}")
        _show(options.show, f"still-{'right' if each else 'wrong'}-{name}", picture, seen, names)
    print(f"all balls counted {counted}, every colour {coloured} of {len(labels)}")


def overhead(options: argparse.Namespace, detector: Detector) -> None:
    """Print the errors of places on the overhead stills."""
    labels = json.loads((options.footage / "overhead" / "truth.json").read_text())["stills"]
    kit = find_kit("small-1881")
    mm, px, missed, false = [], [], 0, 0
    wrong: Counter[str] = Counter()
    for label, name, picture in _pictures(labels, options.footage / "overhead"):
        seen = _seen(picture, kit, detector)
        names, sure = _names(seen, kit) if seen else ((), np.zeros(0, np.intp))
        centres = seen.centres_px[sure] if seen else np.zeros((0, 2))
        places = seen.places_mm[sure] if seen else np.zeros((0, 2))
        true_px = np.array([ball["px"] for ball in label["balls"]])
        away = np.linalg.norm(true_px[:, None] - centres[None], axis=2)
        near = away.argmin(axis=1) if len(centres) else np.zeros(len(true_px), np.intp)
        hit = away.min(axis=1) < MATCH_PX if len(centres) else np.zeros(len(true_px), bool)
        missed, false = missed + int((~hit).sum()), false + len(centres) - len(set(near[hit]))
        for k in np.flatnonzero(hit):
            # Their origin is the table's centre, x to the right and y up in a picture with Baulk at the left.
            x, y = label["balls"][k]["mm"]
            mm.append(places[near[k]] - (kit.width_mm / 2 - y, kit.length_mm / 2 + x))
            px.append(centres[near[k]] - true_px[k])
            colour = label["balls"][k]["colour"]
            wrong[f"{colour} seen as {names[near[k]]}"] += colour not in ("unknown", names[near[k]])
        _show(options.show, f"overhead-{name}", picture, seen, names)
    for unit, error in (("mm", np.array(mm)), ("px", np.array(px))):
        size = np.linalg.norm(error, axis=1)
        bias = error.mean(axis=0).round(2)
        print(f"error {size.mean():.2f} {unit} mean, {np.percentile(size, 95):.2f} 95 %, bias {bias}")
    print(f"{len(mm)} found, {missed} missed, {false} false; colours wrong {dict(+wrong)}")


def _pictures(labels: list[Any], folder: Path) -> Iterator[tuple[Any, str, Picture]]:
    for label in labels:
        picture = cv2.imread(str(folder / label["image"]))
        yield label, Path(label["image"]).stem, np.asarray(picture, np.uint8)


def _seen(picture: Picture, kit: Kit, detector: Detector) -> Sightings | None:
    try:
        return Seer(find_table([picture], kit), kit, detector).see(picture, 0, 0)
    except TableNotFound:
        return None


def _names(seen: Sightings, kit: Kit) -> tuple[tuple[str, ...], NDArray[np.intp]]:
    """Return the names of the balls that are sure enough, and their indices, as `cuewatch look` decides."""
    names, sures = assign_colours(seen.colour_odds, kit, seen.sure)
    kept = np.flatnonzero(np.asarray(sures) * seen.sure >= SURE_ENOUGH)
    return tuple(names[k] for k in kept), kept


def _show(folder: Path | None, name: str, picture: Picture, seen: Sightings | None, names: tuple[str, ...]) -> None:
    if folder is None or seen is None:
        return
    folder.mkdir(parents=True, exist_ok=True)
    drawn = picture.copy()
    for k, (centre, radius) in enumerate(zip(seen.centres_px, seen.radii_px, strict=True)):
        at = (round(float(centre[0])), round(float(centre[1])))
        cv2.circle(drawn, at, round(float(radius)) + 2, (255, 255, 255), 1, cv2.LINE_AA)
        best = SNOOKER[int(seen.colour_odds[k].argmax())]
        text = f"{best[:3]}{seen.sure[k] * 100:.0f}"
        cv2.putText(drawn, text, (at[0] + 8, at[1] - 6), cv2.FONT_HERSHEY_SIMPLEX, 0.35, (255, 255, 255), 1)
    cv2.putText(drawn, str(dict(Counter(names))), (10, 20), cv2.FONT_HERSHEY_SIMPLEX, 0.5, (255, 255, 255), 1)
    cv2.imwrite(str(folder / f"{name}.png"), drawn)


def _options() -> argparse.Namespace:
    options = argparse.ArgumentParser(description="Measure the room of vision.")
    options.add_argument("what", choices=("stills", "overhead"))
    options.add_argument("--footage", type=Path, default=ROOT.parent / "shared" / "footage")
    options.add_argument("--runtime", choices=("openvino", "onnxruntime"))
    options.add_argument("--show", type=Path)
    return options.parse_args()


if __name__ == "__main__":
    sys.exit(main())
