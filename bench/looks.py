"""Measure tables of any look from anywhere, found with no option as a newcomer would, and write it down.

    python -m bench.looks [--first SEED] [--count N] [--none N] [--keep DIR] [--write]

The painter draws one still a seed: any table that is known, cloth, rails, pockets, marks or none, light and stand, a
corner cut off or behind a person, a lamp before the cloth (`models.training.painter.anywhere`). The table is found
among all kits; then balls are counted, once by what was found and once through the true camera, which tells what the
network misses from what the geometry does. Beside them pictures without a table for snooker. Seeds from 8000 are held
out: whoever mends the finder works on those below.
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from multiprocessing import Pool
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from bench.measured import machine, put_section
from models.training.painter import Scene, painted
from models.training.painter.anywhere.chance import scene_anywhere
from models.training.painter.anywhere.none import without_table
from tracker.calibrate.find import find_table
from tracker.calibrate.fit.finish import CLEAR, MOST_LOOSE_MM
from tracker.capture.picture import Image
from tracker.cli.commands.look import balls_by
from tracker.domain.errors import TableNotFound
from tracker.domain.table.kit import Kit
from tracker.geometry.calibration import Calibration
from tracker.geometry.camera import Camera
from tracker.store.kits import find_kit, snooker_kits
from tracker.vision.detector import Detector
from tracker.vision.runtimes.networks import open_detector

Array = NDArray[np.float64]

ASTRAY = 0.0042
"""A table whose balls are off by more than this share of its length, on average, is found wrong: 15 mm of 12 ft."""
SEEN, HIDDEN = 0.5, 0.1
"""A ball of which more than the first share shows must be counted, one of which less than the second shows must not."""
LOOKS = ("cloth", "light", "camera", "hidden", "marks", "rails", "pockets", "table")


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """Balls as counted against those there are: whether all, and each colour, are right; how far off they lie."""

    all_right: bool
    each_right: bool
    missed: int
    due: int
    false: int
    off_px: tuple[float, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Looked:
    """What became of one still with a table."""

    seed: int
    note: Mapping[str, str]
    took_s: float
    why: str = ""
    """Why no table was found; empty: one was."""
    off: float = float("nan")
    """Mean distance of balls all over the table from where they are, in lengths of the table."""
    is_loose: bool = False
    """Whether it is told that balls may be placed off."""
    is_turned: bool = False
    asks_end: bool = False
    kit: str = ""
    named: tuple[str, ...] = ()
    """All kits that come into question by what is told."""
    told: Counts | None = None
    through_true: Counts | None = None

    @property
    def is_right(self) -> bool:
        """Whether the table was found where it is."""
        return not self.why and self.off < ASTRAY


@dataclass(frozen=True, slots=True, kw_only=True)
class Bare:
    """What became of a picture without a table for snooker."""

    seed: int
    kind: str
    took_s: float
    why: str = ""
    """Empty: a table was found in it."""


@lru_cache(maxsize=1)
def detector() -> Detector:
    """Return what points at balls, opened once in each process."""
    return open_detector()


def looked_at(seed: int, counts: bool, keep: Path | None) -> Looked:
    """Return what becomes of the still of a seed, and whether its balls are counted; it is kept where it goes wrong."""
    scene = scene_anywhere(seed)
    painting = painted(scene)
    picture, began_s = painting.picture, time.process_time()
    try:
        found = find_table([picture], snooker_kits())
    except TableNotFound as trouble:
        looked = Looked(seed=seed, note=scene.note, took_s=time.process_time() - began_s, why=str(trouble))
    else:
        looked = _compared(seed, scene, found, time.process_time() - began_s)
    if keep is not None and not (looked.is_right and looked.note["table"] in looked.named):
        keep.mkdir(parents=True, exist_ok=True)
        cv2.imwrite(str(keep / f"{seed}.jpg"), picture)
    if not counts:
        return looked
    told = None if looked.why else counted(scene, painting.visible, balls_seen(picture, found, detector()))
    through = counted(scene, painting.visible, balls_seen(picture, true_calibration(scene), detector()))
    return replace(looked, told=told, through_true=through)


def true_calibration(scene: Scene) -> Calibration:
    """Return how the camera that a scene was drawn by sees the table."""
    return Calibration(table=scene.note["table"], camera=scene.camera, error_px=0.3, error_mm=1.0, found_by="auto")


def _compared(seed: int, scene: Scene, found: Calibration, took_s: float) -> Looked:
    kit = find_kit(found.table)
    right, turned = (_off(scene, found.camera, kit, half_turn) for half_turn in (False, True))
    notes = " ".join(found.notes)
    named = {found.table, *(one.name for one in snooker_kits() if f"{one.name} " in notes)}
    return Looked(
        seed=seed, note=scene.note, took_s=took_s, off=min(right, turned), is_turned=turned < right,
        is_loose=found.error_mm > MOST_LOOSE_MM, asks_end=found.baulk_sure < CLEAR, kit=found.table,
        named=tuple(sorted(named)),
    )  # fmt: skip


def off_of(scene: Scene, camera: Camera, kit: Kit) -> float:
    """Return how far off balls are placed, whichever way round the table is taken."""
    return min(_off(scene, camera, kit, half_turn) for half_turn in (False, True))


def _off(scene: Scene, camera: Camera, kit: Kit, half_turn: bool) -> float:
    """Return how far off (mean, lengths of the table) balls all over it are placed, whatever its size is taken for."""
    true, size = scene.kit, np.array([scene.kit.width_mm, scene.kit.length_mm])
    xs, ys = np.meshgrid(np.linspace(0.05, 0.95, 7), np.linspace(0.03, 0.97, 13))
    places = np.column_stack([xs.ravel(), ys.ravel()])
    pixels = scene.camera.project_on(places * size, true.ball_radius_mm)
    got = camera.place(pixels, kit.ball_radius_mm) / [kit.width_mm, kit.length_mm]
    got = 1 - got if half_turn else got
    return float(np.linalg.norm((got - places) * size, axis=1).mean() / true.length_mm)


def balls_seen(picture: Image, calibration: Calibration, detector: Detector) -> list[tuple[str, float, float]]:
    """Return name and pixel of each ball that is told of a picture."""
    kept, _ = balls_by(picture, calibration, find_kit(calibration.table), detector)
    return [(mark.ball, mark.u_px, mark.v_px) for mark in kept]


def counted(scene: Scene, visible: Sequence[float], told: Sequence[tuple[str, float, float]]) -> Counts:
    """Return how balls that are told compare with those that are there."""
    kit, camera = scene.kit, scene.camera
    at = camera.project(np.array([ball.at_mm for ball in scene.balls]))
    inside = np.all((at > 0) & (at < np.array(camera.image_size) - 1), axis=1)
    share = np.where(inside, np.array(visible), 0.0)
    reach = camera.ball_radius_px([ball.at_mm[:2] for ball in scene.balls], kit.ball_radius_mm)
    where = np.array([(u, v) for _, u, v in told]).reshape(-1, 2)
    away = np.linalg.norm(at[:, None] - where[None], axis=2)
    pairs = _paired(away, reach)
    due, may = (
        Counter(b.ball for b, s in zip(scene.balls, share, strict=True) if s >= least) for least in (SEEN, HIDDEN)
    )
    got = Counter(name for name, _, _ in told)
    taken = {j for _, j in pairs}
    return Counts(
        all_right=due.total() <= got.total() <= may.total(),
        each_right=all(due[name] <= got[name] <= may[name] for name in {*may, *got}),
        missed=sum(share[i] >= SEEN and all(i != a for a, _ in pairs) for i in range(len(at))),
        due=due.total(), false=len(told) - len(taken),
        off_px=tuple(float(away[i, j]) for i, j in pairs if share[i] > 0.9),
    )  # fmt: skip


def _paired(away: Array, reach: Array) -> list[tuple[int, int]]:
    """Return which ball is which, the nearest first; one farther off than its radius is another."""
    pairs: list[tuple[int, int]] = []
    for flat in np.argsort(away, axis=None):
        i, j = (int(n) for n in np.unravel_index(flat, away.shape))
        if away[i, j] < reach[i] and all(i != a and j != b for a, b in pairs):
            pairs.append((i, j))
    return pairs


def bare(seed: int, keep: Path | None) -> Bare:
    """Return what becomes of the picture without a table of a seed."""
    kind, picture = without_table(seed)
    began_s = time.process_time()
    try:
        find_table([picture], snooker_kits())
    except TableNotFound as trouble:
        return Bare(seed=seed, kind=kind, took_s=time.process_time() - began_s, why=str(trouble))
    if keep is not None:
        keep.mkdir(parents=True, exist_ok=True)
        cv2.imwrite(str(keep / f"none-{seed}.jpg"), picture)
    return Bare(seed=seed, kind=kind, took_s=time.process_time() - began_s)


def told_of(looked: Looked) -> str:
    """Return a line about a still."""
    note = ", ".join(looked.note[name] for name in ("table", "camera", "cloth", "light", "hidden", "rails", "marks"))
    if looked.why:
        return f"{looked.seed} ({note}): {looked.took_s:.1f} s, none: {looked.why}"
    kit = "" if looked.kit == looked.note["table"] else f", taken for {'/'.join(looked.named)}"
    way = " TURNED" * (looked.is_turned and not looked.asks_end) + " astray" * (not looked.is_right)
    balls = [
        f"; {one.missed} of {one.due} missed, {one.false} false" for one in (looked.told, looked.through_true) if one
    ]
    return f"{looked.seed} ({note}): {looked.took_s:.1f} s, off {1000 * looked.off:.1f} ‰{way}{kit}{''.join(balls)}"


def share(some: Sequence[Looked], right: Callable[[Looked], bool]) -> str:
    """Return how many of some are right, of how many."""
    return f"{sum(right(one) for one in some)} of {len(some)}"


def rows_of(looks: Sequence[Looked], bares: Sequence[Bare]) -> Iterator[tuple[str, str, str]]:
    """Give what is measured: what, the reach that was set, and what was found."""
    found = [one for one in looks if one.is_right]
    marked = [one for one in found if one.note["marks"] != "none"]
    yield "table found where it is", "99 %", share(looks, lambda one: one.is_right)
    yield "found elsewhere", "", share(looks, lambda one: not one.why and not one.is_right)
    yield "found elsewhere, unsaid", "", share(looks, lambda one: not (one.why or one.is_right or one.is_loose))
    yield "found, the right way round or asked", "99 %", share(found, lambda one: not one.is_turned or one.asks_end)
    yield "of these asked", "", share(found, lambda one: one.asks_end)
    yield "kit right", "97 %", share(found, lambda one: one.kit == one.note["table"])
    yield "kit right or named beside the likeliest", "", share(found, lambda one: one.note["table"] in one.named)
    yield "where lines and spots are seen: kit right", "100 %", share(marked, lambda one: one.kit == one.note["table"])
    for who, counts in (
        ("as told", [one.told for one in found if one.told]),
        ("through the true camera", [one.through_true for one in looks if one.through_true]),
    ):
        if counts:
            yield f"balls counted right, {who}", "97 %", f"{sum(one.all_right for one in counts)} of {len(counts)}"
            yield f"every colour's count right, {who}", "", f"{sum(one.each_right for one in counts)} of {len(counts)}"
            off = np.array([px for one in counts for px in one.off_px])
            yield (
                f"balls in px off, median / 95 %, {who}",
                "0.5 px",
                f"{np.median(off):.2f} / {np.percentile(off, 95):.2f}",
            )
    took = np.array([one.took_s for one in looks])
    yield "time to find, median / most, s of one core", "3", f"{np.median(took):.1f} / {took.max():.1f}"
    if bares:
        took = np.array([one.took_s for one in bares])
        for kind in sorted({one.kind for one in bares}):
            some = [one for one in bares if one.kind == kind]
            yield f"no table found: {kind}", "all", f"{sum(bool(one.why) for one in some)} of {len(some)}"
        yield "time to say that there is none, median / most", "5", f"{np.median(took):.1f} / {took.max():.1f}"


def by_look(looks: Sequence[Looked]) -> Iterator[str]:
    """Give a row for each look: tables found, kits right, balls that the network misses and makes up."""
    for name in LOOKS:
        for value in sorted({one.note[name] for one in looks}):
            some = [one for one in looks if one.note[name] == value]
            found = [one for one in some if one.is_right]
            seen = [one.through_true for one in some if one.through_true]
            due, missed, false = (sum(getattr(one, what) for one in seen) for what in ("due", "missed", "false"))
            right = f"{sum(one.all_right for one in seen)} of {len(seen)}" if seen else "–"
            lost = f"{100 * missed / max(due, 1):.1f} % | {100 * false / max(due, 1):.1f} %" if seen else "– | –"
            kit = share(found, lambda one: one.note["table"] in one.named)
            yield f"| {name}: {value} | {share(some, lambda one: one.is_right)} | {kit} | {right} | {lost} |"


def markdown(looks: Sequence[Looked], bares: Sequence[Bare], command: str) -> str:
    """Return the section of docs/MEASURED.md."""
    return "\n".join(
        [
            f"Measured by `{command}`, on {machine()}:",
            f"{len(looks)} drawn stills with a table, seeds {looks[0].seed} to {looks[-1].seed},",
            f"and {len(bares)} pictures without one for snooker; no option is given.",
            f"Found elsewhere: by more than {1000 * ASTRAY:.1f} ‰ of its length (15 mm of 12 ft).",
            "",
            "| measure | reach | measured |",
            "|---|---|---|",
            *(f"| {what} | {reach} | {got} |" for what, reach, got in rows_of(looks, bares)),
            "",
            "By look; kits count where they are named, balls through the true camera, so that what is missed there is",
            "missed by the network:",
            "",
            "| look | found | kit named | balls counted right | missed | false |",
            "|---|---|---|---|---|---|",
            *by_look(looks),
            "",
        ]
    )


def main() -> int:
    """Measure, print, and with --write put the tables into docs/MEASURED.md."""
    options = argparse.ArgumentParser(description="Measure tables of any look, from anywhere.")
    options.add_argument("--first", type=int, default=7000, help="first seed; those from 8000 are held out")
    options.add_argument("--count", type=int, default=60)
    options.add_argument("--none", type=int, help="pictures without a table (half as many as with one)")
    options.add_argument("--tables-only", action="store_true", help="count no balls")
    options.add_argument("--keep", type=Path, metavar="DIR", help="keep pictures of what went wrong here")
    options.add_argument("--write", action="store_true", help="put the tables into docs/MEASURED.md")
    options.add_argument("--workers", type=int, default=1, help="so many pictures at once")
    chosen = options.parse_args()
    looks, bares = list[Looked](), list[Bare]()
    none = chosen.count // 2 if chosen.none is None else chosen.none
    with Pool(chosen.workers, cv2.setNumThreads, (1,)) as pool:
        look = partial(looked_at, counts=not chosen.tables_only, keep=chosen.keep)
        for one in pool.imap(look, range(chosen.first, chosen.first + chosen.count)):
            looks.append(one)
            print(told_of(one), file=sys.stderr, flush=True)
        for other in pool.imap(partial(bare, keep=chosen.keep), range(chosen.first, chosen.first + none)):
            bares.append(other)
            said = f"{other.seed} {other.kind}: {other.took_s:.1f} s, {other.why or 'FOUND'}"
            print(said, file=sys.stderr, flush=True)
    if not looks:
        return 0
    command = f"python -m bench.looks --first {chosen.first} --count {chosen.count} --none {none} --write"
    table = markdown(looks, bares, command)
    print(table)
    if chosen.write:
        put_section("bench.looks", "Tables of any look", table)
    return 0


if __name__ == "__main__":
    sys.exit(main())
