"""Fit how well a ball at rest is placed by how large it is in the picture, on drawn tables, and write it into one file.

    python -m bench.fit_sightings [--tables N] [--write]

Tables with clusters of balls and balls alone are drawn from above, from behind an end and from a corner (seeds from
2500 on, which nothing else is tuned on), in pictures of several sizes. The discs of all balls are fitted through the
true camera, as a picture is measured; what they tell of their own errors is what is fitted, and beside it is printed
how far they truly erred. Three pictures a view and table, a second or two each on a busy machine.
"""

import argparse
import sys
from collections.abc import Iterator
from dataclasses import dataclass, fields, replace

import cv2
import numpy as np
from numpy.typing import NDArray
from scipy.optimize import least_squares

from bench.clusters import VIEWS, pairs, posed
from bench.fitted import head, table
from bench.measured import ROOT
from models.training.painter import Scene, painted
from tracker.geometry.camera import Camera
from tracker.vision.foretold import FILE, Foretold, beside_sd_px, open_sd_px
from tracker.vision.measuring.discs import HALF, disc_radii_px, fit_discs

Array = NDArray[np.float64]

TARGET = ROOT / "tracker" / "vision" / FILE
FIRST = 2500
SIZES = (1.0, 0.75, 0.5)
"""Sizes of the pictures, as shares of the view's own."""
ALONE_MM, BESIDE_MM = 60.0, 6.0
"""A ball farther than this from the next, edge to edge, lies in the open; one nearer than that lies beside it."""
POINTED = 0.06
"""How far a detector points off a ball's middle, in radii (1 sigma)."""
CLOTH_SHARE = 0.9
START = (0.1, 0.006, 1.2, 1.5)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Seen:
    """What discs told of their errors (1 sigma, px) and by how much they erred, as parallel arrays of length n."""

    radii_px: Array
    flat: Array
    is_beside: NDArray[np.bool_]
    told_px: Array
    """(n,) along an axis; of two balls side by side, along the line between them."""
    off_px: Array


def smaller(scene: Scene, share: float) -> Scene:
    """Return a scene in a picture of another size."""
    camera = scene.camera
    wide, high = (round(share * side) for side in camera.image_size)
    matrix = camera.matrix * np.array([[share], [share], [1.0]])
    matrix[:2, 2] += (share - 1) / 2
    return replace(
        scene,
        camera=Camera(
            image_size=(wide, high), matrix=matrix, distortion=camera.distortion, rotation=camera.rotation,
            translation=camera.translation,
        ),
    )  # fmt: skip


def seen_in(scene: Scene, rng: np.random.Generator) -> Seen:
    """Return how well the balls of a scene are placed, those in the open and those beside another."""
    camera, radius_mm = scene.camera, scene.kit.ball_radius_mm
    places = np.array([ball.at_mm[:2] for ball in scene.balls])
    true_px, radii = camera.project_on(places, radius_mm), disc_radii_px(camera, places, radius_mm)
    near = true_px + POINTED * radii[:, None] * rng.normal(size=true_px.shape)
    cloth = np.tile(CLOTH_SHARE * np.array(scene.look.cloth), (len(places), 1))
    discs = fit_discs(painted(scene).picture, camera, near, radius_mm, cloth)
    sight = camera.centre_mm - np.column_stack([places, np.full(len(places), radius_mm)])
    flat = np.hypot(sight[:, 0], sight[:, 1]) / np.linalg.norm(sight, axis=1)
    apart = np.linalg.norm(places[:, None] - places, axis=2) + np.diag(np.full(len(places), np.inf))
    alone = np.flatnonzero((apart.min(axis=1) > scene.kit.touching_mm + ALONE_MM) & (discs.held > HALF))
    off = discs.centres_px - true_px
    rows = [
        (radii[i], flat[i], 0.0, np.sqrt(np.trace(discs.cov_px2[i]) / 2), np.hypot(*off[i]) / np.sqrt(2)) for i in alone
    ]
    for i, j, _ in pairs(places, scene.kit.touching_mm, BESIDE_MM):
        line = (true_px[j] - true_px[i]) / np.linalg.norm(true_px[j] - true_px[i])
        told = np.sqrt(line @ (discs.cov_px2[i] + discs.cov_px2[j]) @ line / 2)
        rows.append(((radii[i] + radii[j]) / 2, flat[i], 1.0, told, abs(line @ (off[j] - off[i])) / np.sqrt(2)))
    radii, flat, beside, told, away = np.array(rows).reshape(-1, 5).T
    return Seen(radii_px=radii, flat=flat, is_beside=beside > 0, told_px=told, off_px=away)


def seen_on(tables: int) -> Iterator[Seen]:
    """Give what is seen on so many tables of each view and size."""
    for view in VIEWS:
        for seed in range(FIRST, FIRST + tables):
            for share in SIZES:
                yield seen_in(smaller(posed(view, seed).scene, share), np.random.default_rng([seed, 9]))
        print(view, file=sys.stderr, flush=True)


def joined(parts: list[Seen]) -> Seen:
    """Return all that was seen, one after the other."""
    return Seen(**{one.name: np.concatenate([getattr(part, one.name) for part in parts]) for one in fields(Seen)})


def due_px(seen: Seen, by: Foretold) -> Array:
    """Return (n,) what the parameters foretell of each."""
    beside = beside_sd_px(seen.radii_px, seen.flat, by)
    return np.where(seen.is_beside, beside, open_sd_px(seen.radii_px, by))


def with_numbers(numbers: Array, least_px: float) -> Foretold:
    """Return the parameters of four numbers, whose signs do not count."""
    floor_px, share, beside, hidden_px2 = np.abs(numbers).tolist()
    return Foretold(floor_px=floor_px, share=share, beside=beside, hidden_px2=hidden_px2, least_px=least_px)


def fitted(seen: Seen) -> Foretold:
    """Return the parameters under which what was told lies nearest to what is foretold, in its logarithm."""
    least_px = float(seen.radii_px.min())

    def misfit(numbers: Array) -> Array:
        return np.asarray(np.log(seen.told_px / due_px(seen, with_numbers(numbers, least_px))))

    solved = least_squares(misfit, START, loss="soft_l1", f_scale=0.2)
    return with_numbers(solved.x, least_px)


def report(seen: Seen, by: Foretold) -> str:
    """Return what was told, and by how much was erred, beside what is foretold."""
    lines = ["balls           r (px)   n     told / foretold   erred (px)   foretold (px)"]
    due = due_px(seen, by)
    for name, own in (("in the open", ~seen.is_beside), ("beside another", seen.is_beside)):
        for low, high in ((2, 4), (4, 6), (6, 8), (8, 10), (10, 13), (13, 30)):
            of = own & (seen.radii_px >= low) & (seen.radii_px < high)
            if of.sum() >= 10:
                # From the median deviation: of a few, an edge of something else was followed.
                erred = (
                    1.48 * np.median(seen.off_px[of]) if name != "in the open" else np.median(seen.off_px[of]) / 0.83
                )
                ratio = np.median(seen.told_px[of] / due[of])
                lines.append(
                    f"{name:15} {low:2}-{high:<3} {of.sum():6}  {ratio:12.2f} {erred:16.3f} {np.median(due[of]):13.3f}"
                )
    return "\n".join(lines)


def main() -> int:
    """Draw, fit, print, and with --write put the parameters into their file."""
    options = argparse.ArgumentParser(
        description="Fit how well balls at rest are placed, by their size in the picture."
    )
    options.add_argument("--tables", type=int, default=10, help="tables of each view (default: 10)")
    options.add_argument("--write", action="store_true", help="write the parameters into their file")
    chosen = options.parse_args()
    cv2.setNumThreads(1)
    seen = joined(list(seen_on(chosen.tables)))
    by = fitted(seen)
    lines = head(
        "python -m bench.fit_sightings --write",
        f"sightings = {len(seen.told_px)}",
        "Written by a command, not by hand.",
    ) + table("foretold", by)
    print(report(seen, by), "\n", *lines, sep="\n")
    if chosen.write:
        TARGET.write_text("\n".join(lines).rstrip() + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
