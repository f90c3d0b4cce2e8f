"""How well the size of balls, and the width of middle pockets, are read: what tells which table a picture shows.

    python -m bench.ball_sizes [--first 7100] [--count 60] [--stills DIR] [--write]

Drawn tables of every look, through their true cameras, so that what errs is the reading. With `--stills` television
pictures of 12 ft tables as well, through the cameras that are found. The table says what the numbers should be by
which `tracker.calibrate` corrects what it reads: `NARROW` of `features.ball_sizes` is the median of the sizes as they
are read, and `BETWEEN_JAWS` of `kits` that of the pockets. Training seeds: 7000 to 7999.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import numpy as np

from bench.measured import machine, put_section
from models.training.painter import painted
from models.training.painter.anywhere.chance import scene_anywhere
from tracker.calibrate.features.ball_sizes import NARROW, ball_size
from tracker.calibrate.features.lines import Cushion
from tracker.calibrate.features.pockets import gaps
from tracker.calibrate.find import find_table
from tracker.capture.picture import Image
from tracker.capture.sources.folder import read_still
from tracker.domain.errors import TableNotFound
from tracker.domain.table.kit import Kit
from tracker.geometry.camera import Camera
from tracker.store.kits import find_kit

FAR_OFF = 0.04
"""A size that errs by more (logarithm) is read wrong: 9 ft differs from 10 by 0.1, from 8 by 0.11."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SizesRead:
    """What was read of one picture, each as the logarithm of what was read by what is true."""

    name: str
    balls: float | None
    """None: too few balls were seen to agree."""
    sigmas: float
    """How many of its own spreads that errs."""
    mouths: tuple[float, ...]


def read_off(name: str, picture: Image, camera: Camera, kit: Kit) -> SizesRead:
    """Return what is read of a picture of a table that `camera` sees."""
    size = ball_size(picture, camera, kit)
    balls = None if size is None else float(np.log(size.ratio))
    seen = gaps(picture, camera, Cushion(width_mm=kit.cushion_mm), kit)
    mouths = tuple(float(np.log(gap.wide_mm / gap.pocket.mouth_mm)) for gap in seen)
    sigmas = float("nan") if size is None or balls is None else balls / size.spread
    return SizesRead(name=name, balls=balls, sigmas=sigmas, mouths=mouths)


def of_drawn(seeds: Sequence[int]) -> Iterator[SizesRead]:
    """Give what is read of drawn tables through their true cameras."""
    for seed in seeds:
        scene = scene_anywhere(seed)
        yield read_off(str(seed), painted(scene).picture, scene.camera, scene.kit)


def of_stills(folder: Path) -> Iterator[SizesRead]:
    """Give what is read of television pictures of 12 ft tables in which a table is found."""
    kit = find_kit()
    for file in sorted(folder.iterdir()):
        picture = read_still(file)
        try:
            camera = find_table([picture], kit).camera
        except TableNotFound:
            continue
        yield read_off(file.name, picture, camera, kit)


def row(what: str, found: Sequence[SizesRead]) -> str:
    """Return a line of the table."""
    balls = np.array([one.balls for one in found if one.balls is not None])
    sigmas = np.array([one.sigmas for one in found if one.balls is not None])
    mouths = np.array([np.mean(one.mouths) for one in found if one.mouths])
    wrong = int(np.sum(np.abs(balls) > FAR_OFF))
    told = (
        f"{np.median(balls):+.3f} | {np.std(balls):.3f} | {np.median(np.abs(balls)):.3f} | {wrong} | "
        f"{np.sqrt(np.mean(sigmas**2)):.1f} | {np.median(balls) + NARROW:+.3f}"
    )
    jaws = f"{len(mouths)} | {np.median(mouths):+.2f} | {np.std(mouths):.2f}"
    return f"| {what} | {len(balls)} of {len(found)} | {told} | {jaws} |"


def markdown(rows: Sequence[str], arguments: str) -> str:
    """Return the table."""
    return "\n".join([
        f"Measured {date.today()} by `python -m bench.ball_sizes {arguments}`, on {machine()}. Logarithms of what is",
        "read by what is true: 0.01 is one in a hundred. As read: the median before `NARROW` is taken off.",
        "",
        "| tables | balls read | median | spread | half within | off by more than 0.04 | sigmas | as read"
        " | middle pockets read | median | spread |",
        "|---|---|---|---|---|---|---|---|---|---|---|",
        *rows,
        "",
    ])  # fmt: skip


def main() -> int:
    """Measure, print, and with --write put the table into docs/MEASURED.md."""
    options = argparse.ArgumentParser(description="Measure how well sizes of balls and pockets are read.")
    options.add_argument("--first", type=int, default=7100)
    options.add_argument("--count", type=int, default=60)
    options.add_argument("--stills", type=Path, help="a folder of pictures of 12 ft tables")
    options.add_argument("--write", action="store_true", help="put the table into docs/MEASURED.md")
    chosen = options.parse_args()
    seeds = range(chosen.first, chosen.first + chosen.count)
    drawn = tuple(of_drawn(seeds))
    rows = [row(f"drawn, {seeds[0]} to {seeds[-1]}", drawn)]
    arguments = f"--first {chosen.first} --count {chosen.count}"
    if chosen.stills is not None:
        rows.append(row("television, through found cameras", tuple(of_stills(chosen.stills))))
        arguments += " --stills STILLS"
    table = markdown(rows, f"{arguments} --write")
    print(table)
    for one in drawn:
        if one.balls is None or abs(one.balls) > FAR_OFF:
            print(f"{one.name}: {'not read' if one.balls is None else f'{one.balls:+.3f}'}")
    if chosen.write:
        put_section("bench.ball_sizes", "Sizes of balls and pockets", table)
    return 0


if __name__ == "__main__":
    sys.exit(main())
