"""Drawn strokes as following sees them, kept so that they can be told again and again.

    python -m bench.odds.kept --first 0 --count 2000 [--kept runs/odds]

Following costs most of the time of a drawn stroke, and nothing of what is fitted touches it.
"""

import argparse
import pickle
import sys
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path as File

import numpy as np
from numpy.typing import NDArray

from bench.measured import ROOT
from bench.odds.drawn import OTHERS, Drawn, drawn
from bench.odds.eyes import Eye, eye_of, looked
from tracker.domain.table.kit import Kit
from tracker.geometry.cloth_shown import ClothShown, parts_of
from tracker.geometry.paths import Path
from tracker.geometry.sightings import Stray
from tracker.incidents.propose.leaving import Watch
from tracker.store.kits import find_kit
from tracker.tracking.follow import follow, start
from tracker.tracking.stitch import stitch

KEPT = ROOT / "runs" / "odds"
EVERY = 5
"""True places are kept for every so many hundredths of a second."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Fact:
    """Something that truly happened: when (recording's seconds), to which balls (indices), and where to."""

    at_s: float
    balls: tuple[int, ...]
    where: str = ""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Followed:
    """A drawn stroke: what was, and what following makes of what was seen."""

    seed: int
    names: tuple[str, ...]
    struck_s: float
    """nan where nobody struck."""
    met_first: tuple[str, ...]
    touches: tuple[Fact, ...]
    pots: tuple[Fact, ...]
    left: tuple[Fact, ...]
    at_s: NDArray[np.float32]
    places_mm: NDArray[np.float32]
    """(t, n, 2) true places; nan where a ball is gone."""
    kind: str
    rate: float
    paths: tuple[Path, ...]
    watch: Watch


def followed(seed: int, kit: Kit) -> Followed:
    """Draw a stroke, look at it and follow the balls."""
    told = drawn(seed, kit)
    eye = eye_of(told, kit)
    state, points = start(kit, eye.camera), []
    strays: list[Stray] = []
    shown: list[tuple[int, NDArray[np.float32]]] = []
    for sightings in looked(told, eye, kit):
        state = follow(state, sightings)
        points.append(state.points)
        strays += sightings.strays
        shown += [(sightings.at_us, parts_of(sightings.openness))] if sightings.openness is not None else []
    watch = Watch(
        eye_mm=eye.camera.centre_mm, camera_sd_mm=1.0, strays=tuple(strays), cloth=ClothShown.of(shown)
    )  # fmt: skip
    return with_truth(told, eye, stitch(points, state), watch)


def with_truth(told: Drawn, eye: Eye, paths: tuple[Path, ...], watch: Watch) -> Followed:
    """Return what was followed beside what was."""
    played, since_s = told.played, told.struck_s
    at_s = np.arange(0.0, told.until_s, EVERY / 100)
    touches, pots, left = (played.touches, played.pots, played.left) if played else ((), (), ())
    return Followed(
        seed=told.seed, names=told.names, struck_s=since_s, met_first=told.met_first,
        touches=tuple(Fact(at_s=m.at_s + since_s, balls=m.balls) for m in touches),
        pots=tuple(Fact(at_s=p.at_s + since_s, balls=(p.ball,), where=p.pocket) for p in pots),
        left=tuple(Fact(at_s=f.at_s + since_s, balls=(f.ball,), where=f.cushion) for f in left),
        at_s=at_s.astype(np.float32), places_mm=told.places(at_s).astype(np.float32), kind=eye.kind, rate=eye.rate,
        paths=paths, watch=watch,
    )  # fmt: skip


def keep(seed: int, folder: File, kit: Kit) -> None:
    """Draw and follow a stroke, and keep it."""
    file = folder / f"{seed}.z"
    if not file.is_file():
        made = zlib.compress(pickle.dumps(followed(seed, kit)), 3)
        (folder / f"{seed}.part").write_bytes(made)
        (folder / f"{seed}.part").rename(file)


def load(file: File) -> Followed:
    """Return a kept stroke."""
    kept: Followed = pickle.loads(zlib.decompress(file.read_bytes()))
    return kept


def kept(folder: File, first: int, until: int) -> Iterator[Followed]:
    """Give the strokes that were kept, of numbers from `first` and before `until`."""
    for seed in range(first, until):
        if (folder / f"{seed}.z").is_file():
            yield load(folder / f"{seed}.z")


def main() -> int:
    """Draw, follow and keep strokes."""
    options = argparse.ArgumentParser(description="Draw strokes and keep what following makes of them.")
    options.add_argument("--first", type=int, default=0)
    options.add_argument("--count", type=int, default=100)
    options.add_argument("--step", type=int, default=1)
    options.add_argument("--kept", type=File, default=KEPT, metavar="DIR")
    asked = options.parse_args()
    asked.kept.mkdir(parents=True, exist_ok=True)
    kit = find_kit()
    for seed in range(asked.first, asked.first + asked.count * asked.step, asked.step):
        if seed < OTHERS:
            keep(seed, asked.kept, kit)
    return 0


if __name__ == "__main__":
    from bench.odds.kept import main as imported

    sys.exit(imported())  # what is pickled must not be called __main__
