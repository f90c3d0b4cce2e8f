"""Fit how far two looks at a player tell who plays: on drawn frames, of which only the pictures needed are painted.

    python -m bench.fit_player --fit 310 330 --check 340 360 [--keep runs/players]

Frames of the seeds from the first number of a pair up to the second are played; each is filmed from four stands by
players of other dress each time, so that its clips have seeds ten times as large. Looks are taken with the program's
own eyes where the cue-ball truly lies, every pair of strokes of a film is compared, and a logistic curve of two
parameters (`STEEP` and `EVEN` of `tracker.incidents.explain.player`) is fitted with equal weight for pairs of one
player and of two. How far it can be trusted is printed for the seeds kept aside. Seeds below 800.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from bench.measured import ROOT
from models.training.frames.film import paintings
from models.training.frames.games import game_of
from models.training.frames.people import cast_of
from models.training.frames.play import play_frame
from models.training.frames.timeline import timeline_of
from models.training.frames.truth import sides
from models.training.frames.turns import Frame
from models.training.frames.views import shoot_for
from models.training.painter.cameras import SIZE, camera_at
from tracker.geometry.sightings import Bystander
from tracker.incidents.explain.player import distance, player_at, same_player
from tracker.vision.surroundings.bystanders import Backdrop, renewed, seen_by, spot_of, thinned

Array = NDArray[np.float64]

VIEWS = ("baulk", "corner", "overhead", "side")
STROKES, REDS = 14, 1
STILL_S = (0.0, 1.0, 2.0), 4.0
"""When pictures are taken of what stands still: at first, and every so many seconds after."""
DOWN_S = (1.2, 0.7, 0.3)
"""How long before a strike the player is looked at."""
QUALITY = 75
EDGES = (-9.0, -3.0, -2.0, -1.0, -0.3, 0.3, 1.0, 1.4, 9.0)
"""Log-odds between which pairs are put together for the table."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Pairs:
    """Pairs of strokes of the same film."""

    distances: Array
    other: NDArray[np.bool_]
    """Whether another player played."""
    follow: NDArray[np.bool_]
    """Whether one stroke was the next after the other."""
    odds: Array
    """Log-odds that one player played both, by the parameters that the program has."""


def main() -> int:
    """Draw what is not drawn yet, fit, and say how well it holds."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--fit", type=int, nargs=2, metavar=("FIRST", "END"), required=True)
    options.add_argument("--check", type=int, nargs=2, metavar=("FIRST", "END"), required=True)
    options.add_argument("--keep", type=Path, default=ROOT / "runs" / "players", help="where looks are kept")
    asked = options.parse_args()
    cv2.setNumThreads(1)
    asked.keep.mkdir(parents=True, exist_ok=True)
    fitting, checking = (pairs_of(range(*span), asked.keep) for span in (asked.fit, asked.check))
    steep, even = fitted(fitting.distances, fitting.other)
    print(f"fitted on {len(fitting.other)} pairs, {fitting.other.sum()} of two players:")
    print(f"STEEP, EVEN = {steep:.1f}, {even:.3f}")
    print("by the parameters that the program has, on the seeds kept aside:")
    for line in reliability(checking):
        print(line)
    return 0


def pairs_of(seeds: Sequence[int], keep: Path) -> Pairs:
    """Return all pairs of strokes of the films of these seeds, those of one film with each other."""
    rows: list[tuple[float, bool, bool, float]] = []
    for players, looks in (film for seed in seeds for film in films(seed, keep)):
        for i, j in combinations(sorted(looks), 2):
            a, b = looks[i], looks[j]
            rows.append((distance(a, b), bool(players[i] != players[j]), j == i + 1, same_player(b, a)))
    apart, other, follow, odds = (np.array(column) for column in zip(*rows, strict=True))
    return Pairs(distances=apart, other=other, follow=follow, odds=odds)


def films(seed: int, keep: Path) -> Iterator[tuple[NDArray[np.str_], dict[int, Array]]]:
    """Give for each film of a frame who played each stroke, and how the player of a stroke looks, if anybody shows."""
    paths = [keep / f"{seed * 10 + n}.npz" for n in range(len(VIEWS))]
    if not all(path.exists() for path in paths):
        game = game_of("snooker-2024", four=False)
        frame = play_frame(game, game.kit, seed, reds=REDS, most=STROKES)
        for n, path in enumerate(paths):
            filmed(frame, seed * 10 + n, VIEWS[n], path)
            print(f"{path.stem}: {VIEWS[n]}, {len(frame.turns)} strokes", flush=True)
    for path in paths:
        held = np.load(path)
        looks: dict[int, Array] = {}
        for stroke, at_us in enumerate(held["began_us"]):
            own = zip(held["at_us"][held["stroke"] == stroke], held["colours"][held["stroke"] == stroke], strict=True)
            look = player_at(int(at_us), [Bystander(at_us=int(t), colours=colours) for t, colours in own])
            if look is not None:
                looks[stroke] = look
        yield held["players"], looks


def filmed(frame: Frame, seed: int, view: str, path: Path) -> None:
    """Paint the pictures needed of a frame, and keep the looks at its players."""
    shoot = shoot_for(frame.kit, seed, view, tuple(name for side in sides(frame) for name in side), 25, SIZE)
    camera = camera_at(frame.kit, shoot.stand, shoot.size)
    timeline = timeline_of(frame)
    cast = cast_of(frame, shoot, camera, timeline.reaches)
    first, step = STILL_S
    moments: list[tuple[float, int]] = [(t, -1) for t in (*first, *np.arange(first[-1] + step, frame.lasts_s, step))]
    moments += [(turn.at_s - d, k) for k, turn in enumerate(frame.turns) for d in DOWN_S if turn.at_s > d]
    moments.sort()
    backdrop, found = Backdrop(), []
    shown = paintings(shoot, camera, (timeline, cast), [t for t, _ in moments])
    for (t_s, stroke), (_, painting) in zip(moments, shown, strict=True):
        _, packed = cv2.imencode(".jpg", painting.picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
        thin = thinned(np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8))
        backdrop = renewed(backdrop, thin, round(t_s * 1e6))
        if stroke < 0 or backdrop.still is None:
            continue
        turn = frame.turns[stroke]
        place = turn.played.places_mm[0][turn.played.names.index(turn.cue)]
        colours = seen_by(thin, backdrop.still, spot_of(camera, place, frame.kit.ball_radius_mm))
        if colours is not None:
            found.append((round(t_s * 1e6), stroke, colours))
    at_us, strokes, kept = zip(*found, strict=True)
    np.savez_compressed(
        path, at_us=at_us, stroke=strokes, colours=np.array(kept), players=[turn.player for turn in frame.turns],
        began_us=[round(turn.at_s * 1e6) for turn in frame.turns],
    )  # fmt: skip


def fitted(distances: Array, other: NDArray[np.bool_]) -> tuple[float, float]:
    """Return the steepness and the even distance of a logistic curve, pairs of one player and of two weighing alike.

    By Newton's method: the likelihood has one summit. A prior of a tenth of a pair keeps parted data finite.
    """
    weight = np.where(other, 0.5 / other.mean(), 0.5 / (1 - other.mean()))
    x = np.column_stack([np.ones_like(distances), distances])
    at = np.zeros(2)
    for _ in range(50):
        p = 1 / (1 + np.exp(-x @ at))
        pull = x.T @ (weight * (other - p)) - 1e-3 * at
        bend = (x * (weight * p * (1 - p))[:, None]).T @ x + 1e-3 * np.eye(2)
        at = at + np.linalg.solve(bend, pull)
    return float(at[1]), float(-at[0] / at[1])


def reliability(pairs: Pairs) -> Iterator[str]:
    """Give a table: what was said of who plays, and how often that was so, pairs of one and of two weighing alike."""
    for name, which in (("all pairs", np.ones_like(pairs.other)), ("strokes that follow each other", pairs.follow)):
        odds, other = pairs.odds[which], pairs.other[which]
        right = (odds > 0) != other
        yield f"{name}: {len(odds)}, {other.sum()} of two players; sign right in {right.mean():.1%} "
        yield f"  (of one player {right[~other].mean():.1%}, of two {right[other].mean():.1%})"
        weight = np.where(other, 0.5 / other.mean(), 0.5 / (1 - other.mean()))
        for low, high in pairwise(EDGES):
            own = (odds >= low) & (odds < high)
            if own.any():
                said = np.average(1 / (1 + np.exp(-odds[own])), weights=weight[own])
                was = np.average(~other[own], weights=weight[own])
                yield f"  {low:+.1f} to {high:+.1f}: {own.sum():5} pairs, said {said:.3f}, was {was:.3f}"


if __name__ == "__main__":
    sys.exit(main())
