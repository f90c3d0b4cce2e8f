"""How good a network is on scenes kept aside: `python -m models.training.evaluate ONNX FOLDER`.

For each kind: average precision at an overlap of one half (area under the precision-recall curve, all points), and at
the working level the balls found, named wrongly and missed. Found balls without a label are listed but mean little:
the labels are incomplete in clusters.
"""

import argparse
import json
import time
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from models.training.footage import Array, Picture
from models.training.looking import Network, overlap

WORKING_LEVEL = 0.35


def read_pair(path: Path) -> tuple[Picture, Array]:
    """Return a picture and its rows kind, u, v, width, height in px."""
    picture = np.asarray(cv2.imread(str(path)), dtype=np.uint8)
    height, width = picture.shape[:2]
    rows = np.loadtxt(str(path).replace("images", "labels")[: -len(path.suffix)] + ".txt", ndmin=2).reshape(-1, 5)
    return picture, rows * np.array([1, width, height, width, height])


def matches(boxes: Array, truth: Array, least: float = 0.5) -> list[tuple[int, int]]:
    """Pair boxes, the surest first, with the true boxes they overlap most; each true box is used once."""
    shared, pairs = overlap(boxes, truth), []
    for index in range(len(boxes)):
        best = int(shared[index].argmax()) if len(truth) else -1
        if best >= 0 and shared[index, best] >= least:
            pairs.append((index, best))
            shared[:, best] = 0
    return pairs


def average_precision(scores: list[float], hits: list[bool], total: int) -> float:
    """Return the area under the precision-recall curve."""
    order = np.argsort(-np.array(scores))
    good = np.cumsum(np.array(hits, dtype=float)[order])
    precision = np.maximum.accumulate((good / np.arange(1, len(good) + 1))[::-1])[::-1]
    return float((np.diff(np.concatenate([[0.0], good])) * precision).sum() / max(total, 1))


def measure(network: Network, folder: Path, scale: float = 1.0, level: float = WORKING_LEVEL) -> dict[str, object]:
    """Return the scores over all pictures of a folder; scale makes the balls larger or smaller than canonical."""
    heard: list[list[tuple[float, bool]]] = [[] for _ in network.kinds]
    side = len(network.kinds) + 1
    table = np.zeros((side, side), dtype=int)  # true kind or none; seen kind or none
    off_px, spent = [], []
    for path in sorted((folder / "images").glob("*.jpg")):
        picture, truth = read_pair(path)
        start = time.perf_counter()
        boxes, odds = network.look(picture, scale, 0.02)
        spent.append((time.perf_counter() - start) * 1000)
        kinds, sure = odds.argmax(axis=1), odds.max(axis=1)
        for kind, heard_of_kind in enumerate(heard):
            mine, true = kinds == kind, truth[truth[:, 0] == kind, 1:]
            paired = {i for i, _ in matches(boxes[mine], true)}
            heard_of_kind += [(float(s), i in paired) for i, s in enumerate(sure[mine])]
        working = sure >= level
        pairs = matches(boxes[working], truth[:, 1:])
        for i, j in pairs:
            table[int(truth[j, 0]), kinds[working][i]] += 1
            off_px.append(float(np.hypot(*(boxes[working][i, :2] - truth[j, 1:3]))))
        for j in set(range(len(truth))) - {j for _, j in pairs}:
            table[int(truth[j, 0]), -1] += 1
        for i in set(range(int(working.sum()))) - {i for i, _ in pairs}:
            table[-1, kinds[working][i]] += 1
    return report(network.kinds, heard, table, (off_px, spent))


def report(
    kinds: Sequence[str],
    heard: list[list[tuple[float, bool]]],
    table: np.ndarray,
    measured: tuple[list[float], list[float]],
) -> dict[str, object]:
    """Put the counts together; `measured`: how far (px) each was off, and how long (ms) each picture took."""
    off_px, spent = measured
    totals = table[:-1].sum(axis=1)
    precisions = {
        ball: round(average_precision([s for s, _ in row], [h for _, h in row], int(totals[k])), 4)
        for k, (ball, row) in enumerate(zip(kinds, heard, strict=True))
    }
    found = table[:-1, :-1].sum()
    return {
        "balls": int(totals.sum()), "found": int(found), "missed": int(table[:-1, -1].sum()),
        "wrong_kind": int(found - np.trace(table[:-1, :-1])), "without_label": int(table[-1].sum()),
        "map50": round(float(np.mean(list(precisions.values()))), 4), "ap50": precisions,
        "centre_off_px_median": round(float(np.median(off_px)), 2) if off_px else None,
        "ms_median": round(float(np.median(spent)), 1), "table": table.tolist(),
    }  # fmt: skip


def main() -> None:
    """Measure and print."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("network", type=Path)
    asked.add_argument("folder", type=Path, help="a folder with images/ and labels/, at the canonical scale")
    asked.add_argument("--scales", type=float, nargs="+", default=[1.0], help="1.0: balls are as wide as in training")
    asked.add_argument("--level", type=float, default=WORKING_LEVEL, help="from which on a box counts")
    args = asked.parse_args()
    cv2.setNumThreads(1)
    network = Network(args.network)
    for scale in args.scales:
        scores = measure(network, args.folder, scale, args.level)
        rows = scores.pop("table")
        print(f"scale {scale}: {json.dumps(scores)}")
        print(np.array(rows))


if __name__ == "__main__":
    main()
