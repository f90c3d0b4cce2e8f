"""Say of balls in drawn clusters how well they are placed at rest, and whether it is told right that they touch.

    python -m bench.touching [--tables N] [--to-tune] [--view "overhead 1080p"] [--kept DIR] [--write]

Each table is drawn once, recorded as a short film of itself at rest, found, seen and told as any recording is. Every
third table is held out, and only those count but with --to-tune. --kept keeps what was drawn and pointed at, so that a
change behind the network is measured in seconds. With --write the tables go into docs/MEASURED.md.
"""

import argparse
import pickle
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from bench.clusters import RATE, VIEWS, Posed, pairs, pictures, posed
from bench.measured import machine, put_section
from tracker.calibrate.find import find_table
from tracker.domain.errors import TableNotFound
from tracker.domain.strokes.stroke import Place
from tracker.domain.table.kit import Kit
from tracker.geometry.calibration import Calibration
from tracker.geometry.camera import Camera
from tracker.incidents.explain.standing import SURE, Lie, gap_between, lie_of, standing_at
from tracker.tracking.follow import follow, start
from tracker.tracking.stitch import stitch
from tracker.vision.detector import Detector, Picture
from tracker.vision.looking.pointing import Glimpse
from tracker.vision.runtimes.networks import open_detector
from tracker.vision.seer import seer_of_film

Array = NDArray[np.float64]

COUNT = 6
HELD_OUT = 3
"""Every third table is held out."""
NEAR_MM = 6.0
MATCH_MM = 20.0
ASTRAY_MM = 15.0
"""A table found by so much aside is found wrong, and is in no figure but that."""
CLEAR_MM, NONE_MM = 1.0, 0.1


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Drawn:
    """A drawn table, its pictures (PNG), where it was found, and where the network pointed in each picture."""

    table: Posed
    pictures: tuple[bytes, ...]
    calibration: Calibration | None
    pointed: tuple[Glimpse, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """Two balls near each other: their true gap, what was measured of it, and what was told."""

    gap_mm: float
    off_mm: float
    sd_mm: float
    said: str


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Found:
    """What was measured on one table."""

    found: bool
    wrong: bool = False
    off_mm: Array
    """(n, 2) how far the balls are told from where they are."""
    sd_mm: Array
    crowded: NDArray[np.bool_]
    """(n,) whether the ball lies near another."""
    missed: int = 0
    pairs: tuple[Pair, ...] = ()


NOTHING = Found(found=False, off_mm=np.zeros((0, 2)), sd_mm=np.zeros(0), crowded=np.zeros(0, bool))


def drawn(view: str, seed: int, detector: Detector) -> Drawn:
    """Return a table, painted, found and pointed at."""
    table = posed(view, seed)
    film = pictures(table, COUNT)
    kept = tuple(cv2.imencode(".png", picture)[1].tobytes() for picture in film)
    try:
        calibration = find_table([film[0]], table.scene.kit)
    except TableNotFound:
        return Drawn(table=table, pictures=kept, calibration=None, pointed=())
    seer = seer_of_film(calibration, table.scene.kit, detector)
    pointed = tuple(seer.point(picture, seer.aim(picture, n * 40_000)) for n, picture in enumerate(film))
    return Drawn(table=table, pictures=kept, calibration=calibration, pointed=pointed)


def measured(one: Drawn, detector: Detector) -> Found:
    """Return what is told of a drawn table, against the truth."""
    if one.calibration is None:
        return NOTHING
    kit, true_mm = one.table.scene.kit, one.table.places_mm
    if is_turned(one.calibration.camera, one.table):
        true_mm = [kit.width_mm, kit.length_mm] - true_mm
    local, told = told_places(one, detector)
    match = matched(np.array([p.at for p in told]).reshape(-1, 2), true_mm)
    crowd = list(pairs(true_mm, kit.touching_mm, NEAR_MM))
    off = np.array([np.array(told[k].at) - true_mm[i] for i, k in match.items()]).reshape(-1, 2)
    if not len(off) or np.median(np.linalg.norm(off, axis=1)) > ASTRAY_MM:
        return Found(found=True, wrong=True, off_mm=NOTHING.off_mm, sd_mm=NOTHING.sd_mm, crowded=NOTHING.crowded)
    crowded = {k for i, j, _ in crowd for k in (i, j)}
    return Found(
        found=True,
        off_mm=off,
        sd_mm=np.array([told[k].sd_mm for k in match.values()]),
        crowded=np.array([i in crowded for i in match]),
        missed=len(true_mm) - len(match),
        pairs=tuple(
            pair_told(local[match[i]], local[match[j]], gap, kit) for i, j, gap in crowd if i in match and j in match
        ),
    )


def told_places(one: Drawn, detector: Detector) -> tuple[list[Lie], tuple[Place, ...]]:
    """Return where the balls at rest are seen, each by itself, and where they are told to be."""
    assert one.calibration is not None
    kit = one.table.scene.kit
    seer = seer_of_film(one.calibration, kit, detector)
    seen = []
    for k, (kept, pointed) in enumerate(zip(one.pictures, one.pointed, strict=True)):
        picture: Picture = np.asarray(cv2.imdecode(np.frombuffer(kept, np.uint8), cv2.IMREAD_COLOR), np.uint8)
        seen.append(seer.measured(picture, pointed, k, round(k * 1e6 / RATE)))
    state, points = start(kit, one.calibration.camera), []
    for sightings in seen:
        state = follow(state, sightings)
        points.append(state.points)
    paths, at_us = stitch(points, state), seen[-1].at_us
    local = [lie for lie in (lie_of(path, at_us) for path in paths) if lie is not None]
    return local, standing_at(paths, at_us, kit, one.calibration.sd_mm).places


def is_turned(camera: Camera, table: Posed) -> bool:
    """Say whether Baulk was taken for Top."""
    kit = table.scene.kit
    spot = np.array([[kit.width_mm / 4, kit.length_mm / 4]])
    got = camera.place(table.scene.camera.project_on(spot, 0.0), 0.0)
    return bool(np.linalg.norm(got - spot) > np.linalg.norm([kit.width_mm, kit.length_mm] - got - spot))


def matched(told_mm: Array, true_mm: Array) -> dict[int, int]:
    """Return which told place is which true ball, each ball's nearest within reach."""
    apart = np.linalg.norm(true_mm[:, None] - told_mm[None], axis=2)
    return {
        i: int(apart[i].argmin())
        for i in range(len(true_mm))
        if len(told_mm) and apart[i].min() < MATCH_MM and apart[:, apart[i].argmin()].argmin() == i
    }


def pair_told(a: Lie, b: Lie, gap_mm: float, kit: Kit) -> Pair:
    """Return what is told of two balls whose true gap is given."""
    gap = gap_between(a, b, kit)
    said = "touch" if gap.touch_sure >= SURE else "clear" if gap.touch_sure <= 1 - SURE else "asked"
    return Pair(gap_mm=gap_mm, off_mm=gap.mm - gap_mm, sd_mm=gap.sd_mm, said=said)


def places_row(view: str, found: Sequence[Found]) -> str:
    """Return how well the balls of a view are placed, as a row."""
    good = [one for one in found if one.found and not one.wrong]
    head = f"| {view} | {len(good)} of {len(found)}, {sum(one.wrong for one in found)} wrong |"
    if not good:
        return f"{head} – | – | – | – | – |"
    off, sd = np.concatenate([one.off_mm for one in good]), np.concatenate([one.sd_mm for one in good])
    crowded = np.concatenate([one.crowded for one in good])
    apart = np.linalg.norm(off, axis=1)
    means = " | ".join(f"{apart[of].mean():.2f}" if of.any() else "–" for of in (crowded | True, ~crowded, crowded))
    honest = np.sqrt(np.mean((off**2).sum(axis=1) / 2 / sd**2))
    missed = sum(one.missed for one in good)
    return f"{head} {means} | {np.percentile(apart, 95):.2f} | {honest:.2f} | {missed} of {missed + len(off)} |"


def gaps_row(view: str, found: Sequence[Found]) -> str:
    """Return how well gaps of a view are measured and told, as a row."""
    told = [pair for one in found for pair in one.pairs]
    off, sd = np.array([pair.off_mm for pair in told]), np.array([pair.sd_mm for pair in told])
    if not told:
        return f"| {view} | 0 |"
    touch = Counter(pair.said for pair in told if pair.gap_mm < NONE_MM)
    clear = Counter(pair.said for pair in told if pair.gap_mm >= CLEAR_MM - NONE_MM)
    half = Counter(pair.said for pair in told if NONE_MM <= pair.gap_mm < CLEAR_MM - NONE_MM)
    right, wrong = touch["touch"] + clear["clear"], touch["clear"] + clear["touch"]
    share = f"{right} of {right + wrong}" if right + wrong else "–"
    words = " | ".join(f"{c['touch']}, {c['clear']}, {c['asked']}" for c in (touch, half, clear))
    spread = 1.48 * np.median(np.abs(off - np.median(off)))
    error = f"{np.median(off):+.2f} | {spread:.2f} | {np.mean(off**2 / sd**2) ** 0.5:.2f}"
    return f"| {view} | {len(told)} | {error} | {words} | {share} |"


def markdown(found: dict[str, list[Found]], what: str) -> str:
    """Return the tables of all views."""
    lines = [
        f"Measured {date.today()} by `python -m bench.touching --write`, on {machine()}:",
        f"{what}, each with clusters of 2 to 15 balls and balls alone, every other table lit mainly from one side,",
        "six pictures of H.264 at 10 a second.",
        "",
        "Places at rest as told (mm): mean of all, of balls alone, of balls near another; 95th percentile; normalised",
        "error (root mean square of the error along an axis over the spread told: 1 is honest).",
        "",
        "| view | tables found | mean | alone | near | 95th | normalised | missed |",
        "|---|---|---|---|---|---|---|---|",
        *(places_row(view, some) for view, some in found.items()),
        "",
        "Gaps up to 6 mm: error (median; spread from the median deviation, mm), normalised; told touching, clear,",
        "asked of pairs that touch, that lie half a millimetre apart, and 1 mm and more; right when not asked, the",
        "half millimetres left out.",
        "",
        "| view | pairs | off | spread | normalised | touching | 0.5 mm | 1 mm and more | right |",
        "|---|---|---|---|---|---|---|---|---|",
        *(gaps_row(view, some) for view, some in found.items()),
    ]
    return "\n".join(lines) + "\n"


def tables(options: argparse.Namespace) -> Iterator[tuple[str, Drawn]]:
    """Give the tables asked for, drawn or as they were kept."""
    detector = open_detector()
    for view in [options.view] if options.view else VIEWS:
        for seed in range(options.tables):
            if (seed % HELD_OUT == HELD_OUT - 1) == options.to_tune:
                continue
            file = options.kept / f"{view.replace(' ', '-').replace(',', '')}-{seed}.pickle" if options.kept else None
            if file and file.is_file():
                yield view, pickle.loads(file.read_bytes())
                continue
            one = drawn(view, seed, detector)
            if file:
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(pickle.dumps(one))
            yield view, one


def main() -> int:
    """Measure, print, and with --write put the tables into docs/MEASURED.md."""
    options = argparse.ArgumentParser(description="Measure places and gaps of balls in drawn clusters.")
    options.add_argument("--tables", type=int, default=24, help="tables of each view, those to tune on counted in")
    options.add_argument("--to-tune", action="store_true", help="the tables that are not held out")
    options.add_argument("--view", choices=tuple(VIEWS))
    options.add_argument("--kept", type=Path, metavar="DIR", help="keep what was drawn, and measure what is kept")
    options.add_argument("--write", action="store_true", help="put the tables into docs/MEASURED.md")
    chosen = options.parse_args()
    cv2.setNumThreads(1)
    detector = open_detector()
    found: dict[str, list[Found]] = {}
    for view, one in tables(chosen):
        found.setdefault(view, []).append(measured(one, detector))
        print(view, one.table.seed, file=sys.stderr, flush=True)
    kind = "to tune on" if chosen.to_tune else "held out"
    table = markdown(found, f"{max(map(len, found.values()))} tables {kind} of each view")
    print(table)
    if chosen.write:
        put_section("bench.touching", "Balls in clusters", table)
    return 0


if __name__ == "__main__":
    sys.exit(main())
