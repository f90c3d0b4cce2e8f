"""Say how well the shift of a picture's colour against its brightness is told, and what balls gain by it.

    python -m bench.chroma [--tables N] [--write]

Every third table of `bench.clusters`, which nothing is tuned on, as its recording shows it, with its colour shifted by
known amounts. Balls are measured through the true camera, with the colour as it is shown and where it is told to
belong. Then what is told of the first picture of each recording in ../shared/footage, where nobody knows the truth.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

import cv2
import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import shift

from bench.clusters import VIEWS, Posed, pictures, posed
from bench.measured import ROOT, machine, put_section
from tracker.capture.sources.source import open_source
from tracker.geometry.chroma import chroma_shift
from tracker.geometry.rims import TO_VIDEO
from tracker.vision.measuring.discs import HALF, Artefacts, disc_radii_px, fit_discs

Array = NDArray[np.float64]
Picture = NDArray[np.uint8]

FOOTAGE = ROOT.parent / "shared" / "footage"
SHIFTS = ((0.0, 0.0), (0.5, 0.0), (0.5, 0.5), (0.3, -0.4))
"""Right and down, px: none; as H.264 has it where it says nothing; as the first pixel of each block; another one."""
HELD_OUT = 3
POINTED = 0.06
"""How far a detector points off a ball's middle, in radii (1 sigma)."""
CLOTH_SHARE = 0.9


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ShiftTold:
    """What is told of one table whose colour is shifted."""

    off_px: Array
    """(2,) by how far the shift that is told is wrong."""
    shown_mm: Array
    """(n,) how far off balls are placed by their colour as it is shown."""
    aligned_mm: Array
    """(n,) the same where the shift told is taken back."""


def shifted(picture: Picture, by_px: tuple[float, float]) -> Picture:
    """Return a picture whose colour is shown so far to the right and below."""
    video = picture.astype(float) @ TO_VIDEO.T
    for channel in (1, 2):
        video[..., channel] = shift(video[..., channel], by_px[::-1], order=3, mode="nearest")
    return np.asarray(np.clip(video @ np.linalg.inv(TO_VIDEO).T, 0, 255).round(), np.uint8)


def told_of(table: Posed, shown: Picture, by_px: tuple[float, float]) -> ShiftTold:
    """Return what is told of a table whose colour is shifted by so much."""
    scene, places = table.scene, table.places_mm
    camera, radius_mm = scene.camera, scene.kit.ball_radius_mm
    picture = shifted(shown, by_px)
    told = chroma_shift(picture)
    told_px = np.zeros(2) if told is None else told
    rng = np.random.default_rng([table.seed, 9])
    radii = disc_radii_px(camera, places, radius_mm)
    near = camera.project_on(places, radius_mm) + POINTED * radii[:, None] * rng.normal(size=places.shape)
    cloth = np.tile(CLOTH_SHARE * np.array(scene.look.cloth), (len(places), 1))

    def off_mm(artefacts: Artefacts) -> Array:
        discs = fit_discs(picture, camera, near, radius_mm, cloth, artefacts)
        found = camera.place(discs.centres_px, radius_mm)
        return np.asarray(np.linalg.norm(found - places, axis=1)[discs.held > HALF])

    return ShiftTold(
        off_px=told_px - by_px, shown_mm=off_mm(Artefacts()), aligned_mm=off_mm(Artefacts(chroma_px=told_px))
    )


def rows(tables: int) -> Iterator[str]:
    """Give a row for each view and shift."""
    for view in VIEWS:
        seeds = [seed for seed in range(tables) if seed % HELD_OUT == HELD_OUT - 1]
        drawn = [(table := posed(view, seed), pictures(table, 1)[0]) for seed in seeds]
        print(view, file=sys.stderr, flush=True)
        for by_px in SHIFTS:
            told = [told_of(table, shown, by_px) for table, shown in drawn]
            off = np.array([one.off_px for one in told])
            shown, aligned = (np.concatenate([getattr(one, how) for one in told]) for how in ("shown_mm", "aligned_mm"))
            cells = (
                view, f"{by_px[0]:+.1f}, {by_px[1]:+.1f}", f"{np.sqrt((off**2).mean()):.2f}",
                f"{np.abs(off).max():.2f}", len(shown), f"{np.mean(shown):.2f}", f"{np.mean(aligned):.2f}",
                f"{np.percentile(shown, 95):.2f}", f"{np.percentile(aligned, 95):.2f}",
            )  # fmt: skip
            yield f"| {' | '.join(map(str, cells))} |"


def filmed() -> Array:
    """Return the (n, 2) shifts that are told of the recordings that were given."""
    clips = sorted(FOOTAGE.glob("*/clips/*.mp4"))
    shifts = []
    for clip in clips:
        first = next(iter(open_source(str(clip)).pictures()))
        shifts.append(chroma_shift(first.image))
    return np.array([shift for shift in shifts if shift is not None]).reshape(-1, 2)


def markdown(lines: Sequence[str], real: Array) -> str:
    """Return the section of docs/MEASURED.md."""
    head = [
        f"Measured {date.today().isoformat()} by `python -m bench.chroma --write` on {machine()}: one recorded",
        "picture of each held-out table of `bench.touching`, its colour shifted by known amounts, measured through the",
        "true camera.",
        "",
        "| view | shift (px, right and down) | told wrong by (rms, px) | at most | balls | off as shown (mean, mm) |"
        " aligned | 95th as shown | aligned |",
        "|---|---|---|---|---|---|---|---|---|",
        *lines,
        "",
    ]
    if len(real):
        told = (f"{np.min(part):+.2f} to {np.max(part):+.2f}, half of them from {np.percentile(part, 25):+.2f} to"
                f" {np.percentile(part, 75):+.2f}" for part in real.T)  # fmt: skip
        right, down = told
        head.append(f"Of {len(real)} real recordings the first picture tells: to the right {right} px; down {down} px.")
    return "\n".join(head) + "\n"


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print, and with --write put the table into docs/MEASURED.md."""
    options = argparse.ArgumentParser(
        description="Say how well the shift of colour is told, and what balls gain by it."
    )
    options.add_argument("--tables", type=int, default=24, help="tables of each view; every third counts (default: 24)")
    options.add_argument("--write", action="store_true", help="put the table into docs/MEASURED.md")
    asked = options.parse_args(arguments)
    cv2.setNumThreads(1)
    table = markdown(list(rows(asked.tables)), filmed())
    print(table)
    if asked.write:
        put_section("bench.chroma", "Colour beside brightness", table)
    return 0


if __name__ == "__main__":
    sys.exit(main())
