"""Fit what tells the kinds of flat pieces, on drawn sets of training seeds, and write it into one file.

    python -m bench.fit_flat_kinds [--out runs/flat] [--write]

The sets are those of `bench.fit_flat_sureness`, drawn and looked at once (about fifteen minutes where they were not
yet). What is seen within half a piece's radius of a true one is that; what the picture before showed the same is not
counted. The parameters are those under which the true kinds were likeliest, held by a weak prior. One set in four is
left out of the fit, and told apart in what is printed.
"""

import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from unittest.mock import patch

import cv2
import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from bench.fit_flat_sureness import SHOTS, opened
from bench.fitted import asked_of, head, kept_or_shown, made_once, parted, table
from bench.frames import Shot, drawn
from bench.measured import ROOT
from tracker.domain.table.kit import Kit
from tracker.geometry.camera import Camera
from tracker.vision import believed
from tracker.vision.detector import Detections
from tracker.vision.flat_kinds import FlatKinds, flat_kinds, larger_than, log_odds

Array = NDArray[np.float64]
FILE: Final = ROOT / "tracker" / "vision" / "flat_kinds.toml"
PRIOR_SD: Final = 3.0
GUESS: Final = FlatKinds(network=1.0, box_sd=0.05, hidden=0.1, covered=0.05, astray=0.01)
"""Where the fit begins, and what it is drawn to where pictures say little."""
ANY_SIZE: Final = FlatKinds(network=1.0, box_sd=1e3, hidden=0.0, covered=0.0, astray=0.0)
"""The network alone."""
SAME_MM, SAME_SIZE = 1.0, 0.01
"""What differs by less from what the picture before showed is the same."""
NEAR: Final = 0.5
"""A sighting this near to a true piece, in radii, is of that one."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class KindsSeen:
    """Pieces that were seen, as parallel arrays of length n."""

    network: Array
    """(n, k) the network's odds."""
    larger: Array
    """(n, k, 2) by how much their boxes were larger than those of each kind (`vision.flat_kinds`)."""
    kind: NDArray[np.intp]
    """What they were: an index into the kinds."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Fit, print what was gained, and with --write keep the parameters."""
    options = asked_of("Fit what tells the kinds of flat pieces.", ROOT / "runs" / "flat")
    asked = options.parse_args(arguments)
    with ProcessPoolExecutor(asked.workers) as pool:
        found = list(pool.map(seen_of, SHOTS, [asked.out] * len(SHOTS)))
    own, held_out = map(together, parted(found))
    by = fitted(own)
    for name, whole in (("fitted on", own), ("held out", held_out)):
        count = len(whole.kind)
        print(f"{name}: {count} sightings")
        for label, one in (("the network alone", ANY_SIZE), ("as it was", flat_kinds()), ("fitted", by)):
            print(f"  {label}: {lost(whole, one) / count:.4f} nats each, {misnamed(whole, one):.2%} misnamed")
    kept_or_shown(written(by, len(own.kind)), FILE, write=asked.write)
    return 0


def seen_of(shot: Shot, out: Path) -> KindsSeen:
    """Return what was seen of a set, drawn and looked at if it was not yet."""
    cv2.setNumThreads(1)
    return made_once(out / f"{shot.name}-kinds.pickle", lambda: looked(drawn(shot, out)))


def looked(clip: Path) -> KindsSeen:
    """Return the pieces that a camera's eye sees in the pictures of a set, but what it saw before."""
    truth, job, eye = opened(clip)
    told, before = list[KindsSeen](), np.zeros((0, 4))
    noted = list[tuple[Detections, Array, Array]]()

    def note(found: Detections, places_mm: Array, camera: Camera, kit: Kit) -> Array:
        noted.append((found, places_mm, larger_than(found, places_mm, camera, kit)))
        return found.odds

    with patch.object(believed, "kinds_by_size", note):
        for picture, true in zip(job.pictures(), truth["pictures"], strict=False):
            eye.see(picture.image, picture.number, picture.at_us)
            for found, places, larger in noted:
                now = np.column_stack([places / SAME_MM, larger[:, 0] / SAME_SIZE])
                new = np.abs(now[:, None] - before).max(axis=2).min(axis=1, initial=np.inf) > 1.0
                kind = true_kinds(places, true["places_mm"], truth["balls"], job.kit.kinds, job.kit.ball_radius_mm)
                keep = new & (kind >= 0)
                told.append(KindsSeen(network=found.odds[keep], larger=larger[keep], kind=kind[keep]))
                before = now
            noted.clear()
    return together(told)


def true_kinds(
    places: Array, there: Sequence[Sequence[float] | None], balls: Sequence[str], kinds: Sequence[str], radius_mm: float
) -> NDArray[np.intp]:
    """Return (n,) which kind the true piece has that lies at each of (n, 2) places; -1: none lies there."""
    own = [(place, kinds.index(ball)) for place, ball in zip(there, balls, strict=True) if place is not None]
    if not own or not len(places):
        return np.full(len(places), -1)
    away = np.linalg.norm(places[:, None] - np.array([place for place, _ in own]), axis=2)
    nearest = np.array([kind for _, kind in own])[away.argmin(axis=1)]
    return np.asarray(np.where(away.min(axis=1) < NEAR * radius_mm, nearest, -1))


def together(found: Sequence[KindsSeen]) -> KindsSeen:
    """Return all that was seen as one."""
    return KindsSeen(
        network=np.concatenate([one.network for one in found]), larger=np.concatenate([one.larger for one in found]),
        kind=np.concatenate([one.kind for one in found]),
    )  # fmt: skip


def lost(seen: KindsSeen, by: FlatKinds) -> float:
    """Return minus the sum of the logarithms of what came true, in nats."""
    odds = log_odds(seen.network, seen.larger, by)
    return -float(odds[np.arange(len(seen.kind)), seen.kind].sum())


def misnamed(seen: KindsSeen, by: FlatKinds) -> float:
    """Return the share of pieces that are likeliest to be of another kind than they are."""
    return float((log_odds(seen.network, seen.larger, by).argmax(axis=1) != seen.kind).mean())


def fitted(whole: KindsSeen) -> FlatKinds:
    """Return the parameters under which what was true was likeliest."""
    start = coordinates(GUESS)

    def nats(at: Array) -> float:
        return lost(whole, parameters_at(at)) + float(np.sum(((at - start) / PRIOR_SD) ** 2)) / 2

    return parameters_at(minimize(nats, start, method="L-BFGS-B").x)


def coordinates(by: FlatKinds) -> Array:
    """Return (5,) parameters as numbers that may take any value."""
    in_view = 1 - by.hidden - by.covered - by.astray
    return np.log([by.network, by.box_sd, by.hidden / in_view, by.covered / in_view, by.astray / in_view])


def parameters_at(at: Array) -> FlatKinds:
    """Return the parameters that have (5,) `coordinates`."""
    network, box_sd, *shares = np.exp(at).tolist()
    hidden, covered, astray = np.array(shares) / (1 + sum(shares))
    return FlatKinds(network=network, box_sd=box_sd, hidden=hidden, covered=covered, astray=astray)


def written(by: FlatKinds, count: int) -> str:
    """Return the file of parameters."""
    about = "Written by a command, not by hand."
    lines = head("python -m bench.fit_flat_kinds --write", f"sightings = {count}", about)
    return "\n".join([*lines, *table("kinds", by)])


if __name__ == "__main__":
    sys.exit(main())
