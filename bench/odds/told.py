"""How well kept strokes are told, end to end: touches, first and later contacts, and pots, by all readings.

    python -m bench.odds.kept --first 0 --count 500 [--kept DIR]
    python -m bench.odds.told --first 0 --until 500 [--kept DIR]

For trying a change in `incidents`: what it is worth on training strokes (numbers below 3000) before whole frames are
told with it. A reading that misses what was true costs its surprise in nats.
"""

import argparse
import multiprocessing
import os
import sys
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from math import exp, log
from pathlib import Path as File

from rich.console import Console
from rich.progress import track

from bench.found import scores
from bench.odds.evidence import LATE_S, SINCE_S
from bench.odds.kept import KEPT, Followed, load
from tracker.domain.strokes.alternatives import Alternatives
from tracker.domain.strokes.incidents import met_by_cue_ball
from tracker.domain.strokes.stroke import Stroke
from tracker.domain.table.kit import Kit
from tracker.incidents.search.strokes import readings
from tracker.store.kits import find_kit

LEAST = 1e-5
"""A truth that is told less likely costs no more than this does."""
SOON_S = 1.0
"""A pot is of a stroke that is told to end at most so long before it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldStroke:
    """How well one stroke was told."""

    first_nats: float = -log(LEAST)
    first_is_right: bool = False
    pots_nats: float = -log(LEAST)
    pots_are_right: bool = False
    touches: tuple[int, int, int] = (0, 0, 0)
    """Right ones (the same balls, at one picture), false ones, and missed ones."""
    met_later: tuple[int, int, int] = (0, 0, 0)
    """The same of the balls that the cue-ball met after the first, at any time; only where that was told right."""


def told(one: Followed, kit: Kit) -> ToldStroke:
    """Compare a stroke as it is told with what was true."""
    near = (
        each
        for each in readings(one.paths, kit, one.watch)
        if -SINCE_S < each.likeliest.stroke.began_us / 1e6 - one.struck_s < LATE_S
    )
    found = next(near, None)
    if found is None:
        return ToldStroke()
    stroke = found.likeliest.stroke
    first = tuple(sorted(one.met_first))
    until_s = stroke.ended_us / 1e6 + SOON_S
    pots = tuple(sorted((one.names[fact.balls[0]], fact.where) for fact in one.pots if fact.at_s < until_s))
    return ToldStroke(
        first_nats=surprise(found, [tuple(sorted(each.stroke.first_hit)) == first for each in found.readings]),
        first_is_right=tuple(sorted(stroke.first_hit)) == first,
        pots_nats=surprise(found, [pots_of(each.stroke) == pots for each in found.readings]),
        pots_are_right=pots_of(stroke) == pots,
        touches=touches_of(stroke, one),
        met_later=met_later(stroke, one) if tuple(sorted(stroke.first_hit)) == first else (0, 0, 0),
    )


def pots_of(stroke: Stroke) -> tuple[tuple[str, str], ...]:
    """Return each ball that fell, with its pocket."""
    return tuple(sorted((pot.ball, pot.pocket) for pot in stroke.potted))


def surprise(found: Alternatives, is_true: Sequence[bool]) -> float:
    """Return what it costs (nats) that the readings for which it is so are as likely as they are told."""
    shares = zip(found.log_probabilities, is_true, strict=False)
    return -log(max(sum(exp(share) for share, so in shares if so), LEAST))


def touches_of(stroke: Stroke, one: Followed) -> tuple[int, int, int]:
    """Count the touches of a stroke that are told right, false and missed, until it ends."""
    due = [
        (frozenset(one.names[ball] for ball in fact.balls), fact.at_s)
        for fact in one.touches
        if fact.at_s < stroke.ended_us / 1e6
    ]
    right, whole = 0, len(due)
    for touch in stroke.touches:
        at_s = touch.at_us / 1e6
        same = [fact for fact in due if fact[0] == frozenset(touch.balls) and abs(fact[1] - at_s) <= 1 / one.rate]
        if same:
            due.remove(min(same, key=lambda fact: abs(fact[1] - at_s)))
            right += 1
    return right, len(stroke.touches) - right, whole - right


def met_later(stroke: Stroke, one: Followed) -> tuple[int, int, int]:
    """Count the balls that the cue-ball met after the first, until the stroke ends: told right, false, and missed."""
    touches = [{one.names[ball] for ball in fact.balls} for fact in one.touches if fact.at_s < stroke.ended_us / 1e6]
    cue_ball = {stroke.cue_ball}
    due = set().union(*(balls for balls in touches if cue_ball < balls)) - cue_ball - set(one.met_first)
    told_met = set(met_by_cue_ball(stroke)) - set(one.met_first)
    return len(told_met & due), len(told_met - due), len(due - told_met)


def told_of_file(file: File) -> ToldStroke | None:
    """Compare a kept stroke; None where nobody struck."""
    one = load(file)
    return told(one, find_kit()) if one.struck_s == one.struck_s else None


def main() -> int:
    """Tell the strokes that were kept, and print how well."""
    options = argparse.ArgumentParser(description="Tell kept strokes and compare them with what was true.")
    options.add_argument("--first", type=int, default=0)
    options.add_argument("--until", type=int, default=3000)
    options.add_argument("--kept", type=File, default=KEPT, metavar="DIR")
    asked = options.parse_args()
    files = [asked.kept / f"{seed}.z" for seed in range(asked.first, asked.until)]
    there = [file for file in files if file.is_file()]
    if not there:
        print(f"{asked.kept}: no strokes there: python -m bench.odds.kept --kept {asked.kept}", file=sys.stderr)
        return 2
    with ProcessPoolExecutor(os.cpu_count(), mp_context=multiprocessing.get_context("spawn")) as pool:
        bar = track(pool.map(told_of_file, there), "strokes", total=len(there), console=Console(stderr=True))
        found = [one for one in bar if one is not None]
    counted = Counter[str]()
    for one in found:
        counted.update(dict(zip(("right", "false", "missed"), one.touches, strict=True)))
    precision, recall, f1 = (0.0 if share is None else share for share in scores(counted))
    print("| of | strokes | right | nats |\n|---|---|---|---|")
    for what, right, nats in (
        ("first contact", sum(one.first_is_right for one in found), sum(one.first_nats for one in found)),
        ("pots", sum(one.pots_are_right for one in found), sum(one.pots_nats for one in found)),
    ):
        print(f"| {what} | {len(found)} | {right} | {nats:.1f} |")
    due = counted["right"] + counted["missed"]
    print(f"touches: precision {precision:.3f}, recall {recall:.3f}, F1 {f1:.3f}, of {due}")
    right, false, missed = (sum(counts) for counts in zip(*(one.met_later for one in found), strict=True))
    print(f"met after the first: {right} of {right + missed} told, {false} false")
    return 0


if __name__ == "__main__":
    sys.exit(main())
