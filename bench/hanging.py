"""How often a ball that comes between jaws hangs there in place of falling, by what way it had to spare.

    python -m bench.hanging [--balls 3000] [--write]

Single balls are sent at pockets by the physics of drawn strokes, from all sides and none very fast, for such hardly
ever hang. Of those that fell or hang is counted which, by how much farther than the edge of the hole they would have
rolled as they came between the jaws; and fitted is the scale of a logistic curve, at which `bench.fit_odds` holds
`stops_mm`: of strokes by lot too few balls hang to tell how fast a ball may come that does.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from datetime import date
from itertools import pairwise
from math import atan2, log

import numpy as np
from numpy.typing import NDArray
from rich.progress import track
from scipy.optimize import minimize_scalar
from scipy.special import log_expit

from bench.measured import machine, put_section
from bench.odds.drawn import between_jaws
from models.training.strokes import Played, Strike, play
from tracker.domain.table.kit import Kit, Pocket
from tracker.incidents.propose.pots import INTO_JAWS_RADII
from tracker.physics.motion import rolls_for_mm
from tracker.store.kits import find_kit

Array = NDArray[np.float64]

SEED = 79
FROM_MM, BESIDE_MM, PACE_MM_S = (250.0, 900.0), 35.0, (250.0, 1300.0)
"""From how far off a ball is sent at a hole, how far beside its middle (1 sigma), and how fast, evenly by logarithm."""
CLEAR_MM = 60.0
"""A ball begins so far from every cushion."""
LOOKED_S = 0.02
EDGES_MM = (-1000.0, 0.0, 60.0, 120.0, 180.0, 250.0, 350.0, 500.0, 700.0, 1000.0, 1500.0, 1e9)
"""Ways to spare between which balls are counted together."""


def sent(seed: int, kit: Kit) -> tuple[float, bool] | None:
    """Return what way to spare (mm) a ball had as it came between jaws, and whether it hangs; None: it does neither."""
    rng = np.random.default_rng([SEED, seed])
    pocket = kit.pockets[int(rng.integers(len(kit.pockets)))]
    start, aim = way_to(pocket, rng, kit)
    pace = float(np.exp(rng.uniform(*np.log(PACE_MM_S))))
    strike = Strike(angle=atan2(*(aim - start)[::-1]), speed_mm_s=pace, follow=float(rng.uniform(0.0, 0.8)))
    played = play(kit, (("white", (float(start[0]), float(start[1]))),), strike)
    spare_mm = spare_of(played, pocket, kit)
    hangs = not played.pots and bool(between_jaws(played.places_mm[-1][0], kit))
    return None if spare_mm is None or not (hangs or played.pots) else (spare_mm, hangs)


def way_to(pocket: Pocket, rng: np.random.Generator, kit: Kit) -> tuple[Array, Array]:
    """Return where on the bed a ball begins, and what it is sent at."""
    size, fall = np.array([kit.width_mm, kit.length_mm]), np.array(pocket.fall)
    while True:
        turn = rng.uniform(0, 2 * np.pi)
        start = fall + rng.uniform(*FROM_MM) * np.array([np.cos(turn), np.sin(turn)])
        if ((start > CLEAR_MM) & (start < size - CLEAR_MM)).all():
            return start, fall + rng.normal(0, BESIDE_MM, 2)


def spare_of(played: Played, pocket: Pocket, kit: Kit) -> float | None:
    """Return how much farther than the edge of a hole a ball would roll as it comes between its jaws; None: never."""
    places = np.array([played.at(t_s)[0] for t_s in np.arange(0.0, played.lasts_s, LOOKED_S).tolist()])
    edges = np.hypot(*(places - np.array(pocket.fall)).T) - pocket.radius_mm
    between = np.flatnonzero(edges < INTO_JAWS_RADII * kit.ball_radius_mm)
    if not len(between) or between[0] == 0:
        return None
    first = int(between[0])
    pace = float(np.hypot(*(places[first] - places[first - 1]))) / LOOKED_S
    return rolls_for_mm(pace) - float(edges[first])


def scale_of(found: Sequence[tuple[float, bool]]) -> float:
    """Return the scale (mm) of the logistic curve under which it is likeliest that these hang, and those fell."""
    spare_mm, hangs = np.array([one for one, _ in found]), np.array([hung for _, hung in found])

    def lost(by: float) -> float:
        return -float(np.sum(log_expit(np.where(hangs, -spare_mm, spare_mm) / np.exp(by))))

    return float(np.exp(minimize_scalar(lost, bounds=(log(10.0), log(1000.0)), method="bounded").x))


def rows(found: Sequence[tuple[float, bool]], scale_mm: float) -> Iterator[str]:
    """Give the lines of the table."""
    yield "| way to spare, mm | fell | hang | hang, of 100 | by the curve |"
    yield "|---|---|---|---|---|"
    for low, high in pairwise(EDGES_MM):
        own = [(spare, hung) for spare, hung in found if low <= spare < high]
        if own:
            hung = sum(hangs for _, hangs in own)
            curve = 100 * float(np.mean(np.exp(log_expit(-np.array([spare for spare, _ in own]) / scale_mm))))
            span = "none" if high <= 0 else f"from {low:.0f}" if high > 1e6 else f"{low:.0f} to {high:.0f}"
            yield f"| {span} | {len(own) - hung} | {hung} | {100 * hung / len(own):.0f} | {curve:.0f} |"


def main() -> int:
    """Measure, print, and with --write put the table into docs/MEASURED.md."""
    options = argparse.ArgumentParser(description="Count the balls that hang between jaws, by how fast they came.")
    options.add_argument("--balls", type=int, default=3000)
    options.add_argument("--write", action="store_true", help="put the table into docs/MEASURED.md")
    asked = options.parse_args()
    kit = find_kit()
    balls = [sent(seed, kit) for seed in track(range(asked.balls), "balls", transient=True)]
    found = [one for one in balls if one is not None]
    scale_mm = scale_of(found)
    head = f"Measured {date.today()} by `python -m bench.hanging --balls {asked.balls} --write`, on {machine()}:"
    said = f"{len(found)} of {asked.balls} balls sent at pockets fell or hang; scale of the curve: {scale_mm:.0f} mm."
    table = "\n".join([head, said, "", *rows(found, scale_mm)])
    print(table)
    if asked.write:
        put_section("bench.hanging", "Balls that hang", f"{table}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
