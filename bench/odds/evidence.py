"""What incidents measures of drawn strokes, with what was true beside it: what the fit and the curves are made of.

    python -m bench.odds.evidence --first 0 --until 1400 [--kept DIR]

Strokes that were measured are not measured again.
"""

import argparse
import pickle
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path as File

import numpy as np
from numpy.typing import NDArray

from bench.odds.kept import KEPT, Fact, Followed, load
from tracker.domain.table.ball import WHITE
from tracker.domain.table.kit import Kit
from tracker.geometry.paths import Path
from tracker.incidents.explain.asked import StrokeContext, asked
from tracker.incidents.explain.hands import Motion, motion_of
from tracker.incidents.explain.kinds import taken_by_others
from tracker.incidents.explain.losses.fates import HIDDEN, OFF
from tracker.incidents.explain.losses.missing import Missing
from tracker.incidents.explain.stages import Names, Stage
from tracker.incidents.noise import noise
from tracker.incidents.propose.touching.hints import Hint
from tracker.incidents.propose.touching.meeting import Meeting, one_of_each
from tracker.incidents.search.strokes import cushions, touched, with_end, with_own_tracks
from tracker.incidents.segment.cadence import evened
from tracker.incidents.segment.windows import settled_windows, windows_of
from tracker.store.kits import find_kit

Array = NDArray[np.float64]

NEAR_MM = 150.0
"""A path follows no ball that it is farther from."""
SINCE_S, LATE_S = 0.3, 0.6
"""A ball may have fallen so long before it is said to be lost; a stroke is told to begin at most so late."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Evidence:
    """What was measured of what is told as one stroke, and what was true."""

    seed: int
    motion: Motion
    struck: bool
    stages: tuple[Stage, ...]
    agreeing: frozenset[Names]
    first: frozenset[str]
    """What was met first, by the names that the balls have by what is told."""
    first_named: frozenset[str]
    """The same by their true names."""
    missing: tuple[tuple[Missing, str], ...]
    """Each lost ball, and what became of it."""
    hints: tuple[tuple[Hint, bool], ...]
    kinds: tuple[tuple[str, Mapping[str, float], NDArray[np.bool_], str], ...]
    """Of each ball: its name as told, all looks at it, which colours others are, and its true name."""


def followed_by(path: Path, one: Followed, from_s: float = 0.0, until_s: float = 1e9) -> int | None:
    """Return which true ball a path follows, by its sightings in a span of time; None: it follows none."""
    own = np.flatnonzero(path.seen & ~np.isnan(path.raw_mm[:, 0]) & (path.at_s >= from_s) & (path.at_s <= until_s))
    if not len(own):
        return None
    own = own[:: max(len(own) // 12, 1)]
    k = np.clip(np.searchsorted(one.at_s, path.at_s[own]), 1, len(one.at_s) - 1)
    share = np.clip((path.at_s[own] - one.at_s[k - 1]) / np.maximum(one.at_s[k] - one.at_s[k - 1], 1e-6), 0, 1)
    true = one.places_mm[k - 1] + share[:, None, None] * (one.places_mm[k] - one.places_mm[k - 1])
    true = np.where(np.isnan(true), one.places_mm[k - 1], true)
    away = np.linalg.norm(true - path.raw_mm[own][:, None], axis=2)
    off = np.where(np.isnan(away), 1e6, away)
    middle = np.median(off, axis=0)
    return int(np.argmin(middle)) if middle.min() < NEAR_MM else None


def evidence(one: Followed, kit: Kit) -> list[Evidence]:
    """Return the evidence of all that is told as strokes of a recording."""
    paths = with_own_tracks(evened(one.paths))
    watch = with_end(paths, one.watch)
    room = StrokeContext(paths=tuple(paths), kit=kit, watch=watch)
    balls = {path.track: followed_by(path, one) for path in paths}
    found = []
    for window in settled_windows(windows_of(paths, kit)):
        if one.struck_s == one.struck_s and not -SINCE_S < window.began_us / 1e6 - one.struck_s < LATE_S:
            continue
        cue = next((f for f in window.flights if f.ball == WHITE), None)
        met = touched(cue, window, paths, kit)
        bounced = cushions(cue, window, one_of_each(met), paths, kit)
        what = asked(cue, window.flights, met, room, noise())
        lost = tuple((gone.missing, fate_of(gone.path, gone.missing, paths, one)) for gone in what.gone)
        own = Evidence(
            seed=one.seed, motion=motion_of(window.flights, len(met), len(bounced)),
            struck=one.struck_s == one.struck_s, stages=what.stages, agreeing=what.agreeing,
            first=first_by(paths, one), first_named=frozenset(one.met_first), missing=lost,
            hints=tuple(hinted(one_of_each(met), balls, one)),
            kinds=kinds_by(paths, balls, one, kit),
        )  # fmt: skip
        found.append(own)
    return found


def first_by(paths: list[Path], one: Followed) -> frozenset[str]:
    """Return what was met first by the names that paths have which follow these balls before it."""
    if not one.met_first:
        return frozenset()
    met = [f for f in one.touches if 0 in f.balls][: len(one.met_first)]
    names = set()
    for fact in met:
        ball = sum(fact.balls)
        own = (p for p in paths if p.at_s[0] < fact.at_s and followed_by(p, one, fact.at_s - 1.5, fact.at_s) == ball)
        names.add(next((p.ball for p in own), one.names[ball]))
    return frozenset(names)


def fate_of(path: Path, missing: Missing, paths: list[Path], one: Followed) -> str:
    """Return what truly became of a ball that was lost: what fell later, by another path, is not this loss.

    Of one that flew before it was lost the places are off: which ball it is its way until then tells.
    """
    lost_s = missing.lost_us / 1e6
    ball = followed_by(path, one, lost_s - 0.5, lost_s)
    ball = followed_by(path, one, until_s=lost_s) if ball is None else ball
    later = [p for p in paths if p.at_s[0] > lost_s and followed_by(p, one) == ball]
    if ball is None or later:
        return HIDDEN
    own = [f for f in one.pots if f.balls == (ball,) and f.at_s > lost_s - SINCE_S]
    if own:
        return own[0].where
    return OFF if any(f.balls == (ball,) and f.at_s > lost_s - SINCE_S for f in one.left) else HIDDEN


def hinted(met: list[Meeting], balls: dict[int, int | None], one: Followed) -> list[tuple[Hint, bool]]:
    """Return what tells each touch, and whether balls met so, within a picture."""
    left: list[Fact] = list(one.touches)
    found = []
    for m in sorted(met, key=lambda each: each.sd_us):
        pair = {balls[m.mover.path.track], balls[m.met.path.track]}
        near = [f for f in left if set(f.balls) == pair and abs(f.at_s - m.at_us / 1e6) <= 1 / one.rate]
        if near:
            left.remove(min(near, key=lambda f: abs(f.at_s - m.at_us / 1e6)))
        found.append((m.hint, bool(near)))
    return found


def kinds_by(
    paths: list[Path], balls: dict[int, int | None], one: Followed, kit: Kit
) -> tuple[tuple[str, Mapping[str, float], NDArray[np.bool_], str], ...]:
    """Return what was seen of the colours of all balls."""
    return tuple(
        (path.ball, path.kinds, taken_by_others(path, paths, kit), one.names[ball])
        for path in paths
        if (ball := balls[path.track]) is not None and path.kinds is not None and path.ball in kit.kinds
    )


def read(kept: File, first: int, until: int) -> list[Evidence]:
    """Return the evidence of the strokes from `first` and before `until` that were measured."""
    files = ((kept / "evidence" / f"{seed}.pickle") for seed in range(first, until))
    return [one for file in files if file.is_file() for one in pickle.loads(file.read_bytes())]


def main() -> int:
    """Measure the strokes that were kept."""
    options = argparse.ArgumentParser(description="Measure drawn strokes.")
    options.add_argument("--first", type=int, default=0)
    options.add_argument("--until", type=int, default=9000)
    options.add_argument("--kept", type=File, default=KEPT, metavar="DIR")
    asked_for = options.parse_args()
    kit, folder = find_kit(), asked_for.kept / "evidence"
    folder.mkdir(exist_ok=True)
    for seed in range(asked_for.first, asked_for.until):
        file, out = asked_for.kept / f"{seed}.z", folder / f"{seed}.pickle"
        if file.is_file() and not out.is_file():
            out.write_bytes(pickle.dumps(evidence(load(file), kit)))
    return 0


if __name__ == "__main__":
    from bench.odds.evidence import main as imported

    sys.exit(imported())  # what is pickled must not be called __main__
