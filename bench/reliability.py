"""Draw how far the odds of incidents can be trusted: of all that is told to be so likely, how much is true.

    python -m bench.odds.kept --first 3000 --count 5800      draws and follows strokes
    python -m bench.odds.evidence --first 3000               measures them
    python -m bench.reliability [--strokes N] [--kept DIR] [--write]

Strokes held out from the fit by their numbers, from 3000 on, are weighed by the parameters that ship. Pots: every
pocket that a lost ball may have fallen into. First contacts: what is likeliest of each stroke. Touches: each that is
told. Colours: the name of each ball. Strokes: what moved, whether struck or by a hand. Strokes in which somebody stands
before a pocket, from 8500 on, and those in which a ball comes slowly between jaws, from 8850 on, have lines of their
own: pots alone. The expected calibration error is the mean difference between how likely and how often, weighed by how
much was told (Naeini, Cooper, Hauskrecht, AAAI 2015); by chance says what honest odds would show on as many. With
--write table and picture go into docs/.
"""

import argparse
import sys
from collections.abc import Callable, Collection, Sequence
from math import exp
from pathlib import Path as File

from bench.found import chance_error, reliability
from bench.measured import ROOT, put_section
from bench.odds.drawn import BACKS_HELD_OUT, HELD_OUT, OTHERS, SLOW_HELD_OUT
from bench.odds.evidence import Evidence, read
from bench.odds.kept import KEPT
from tracker.incidents.explain.hands import struck_worth
from tracker.incidents.explain.kinds import kind_probabilities
from tracker.incidents.explain.losses.fates import HIDDEN, OFF, fates
from tracker.incidents.explain.stages import weighed_firsts
from tracker.incidents.noise import noise
from tracker.incidents.propose.touching.hints import worth

Sample = tuple[float, bool]

PICTURE = ROOT / "docs" / "reliability.svg"
WORTH_SAYING = 0.01
"""What is less likely is not told, and was not drawn either."""
SIDE, GAP, EDGE, MARKS = 240, 76, 46, (0, 0.5, 1)


def pots(one: Evidence) -> list[Sample]:
    """Return of each pocket that a lost ball may have fallen into how likely that is, and whether it did."""
    told = [(fate, what) for missing, what in one.missing for fate in fates(missing, noise().falls)]
    return [(f.sure, f.what == what) for f, what in told if f.what not in (HIDDEN, OFF) and f.sure >= WORTH_SAYING]


def firsts(one: Evidence) -> list[Sample]:
    """Return how likely the likeliest first contact is, and whether it was so."""
    if not one.struck or not one.stages:
        return []
    best, *_ = weighed_firsts(one.stages, noise().firsts, lambda hit: hit in one.agreeing)
    return [(best.odds, frozenset(best.hit) == one.first)]


def touches(one: Evidence) -> list[Sample]:
    """Return how likely each touch is, and whether it was."""
    return [(1 / (1 + exp(-worth(hint, noise().touching))), right) for hint, right in one.hints] if one.struck else []


def colours(one: Evidence) -> list[Sample]:
    """Return how likely the name of each ball is, and whether it is right."""
    by = noise().kinds
    named = [(name, looks, kind_probabilities(name, looks, taken, by), true) for name, looks, taken, true in one.kinds]
    return [(float(odds[list(looks).index(name)]), name == true) for name, looks, odds, true in named]


def strokes(one: Evidence) -> list[Sample]:
    """Return how likely it is that balls were struck, and whether they were."""
    return [(1 / (1 + exp(-struck_worth(one.motion, noise().hands))), one.struck)]


QUESTIONS: dict[str, Callable[[Evidence], list[Sample]]] = {
    "pots": pots, "first contacts": firsts, "touches": touches, "colours": colours, "struck, not by a hand": strokes,
}  # fmt: skip
BEHIND, HANGING = "pots behind somebody", "pots of balls that come slowly"
DRAWN_FOR = {BEHIND: BACKS_HELD_OUT, HANGING: SLOW_HELD_OUT}
"""Strokes drawn for one thing, by their numbers: they stand beside those by lot."""


def answered(held: Sequence[Evidence]) -> dict[str, list[Sample]]:
    """Return how likely what was told is and whether it is true, by question: of strokes by lot, then the others."""
    lot = [one for one in held if not any(one.seed in numbers for numbers in DRAWN_FOR.values())]
    found = {name: [sample for one in lot for sample in told(one)] for name, told in QUESTIONS.items()}
    own = {name: [one for one in held if one.seed in numbers] for name, numbers in DRAWN_FOR.items()}
    return found | {name: [sample for one in those for sample in pots(one)] for name, those in own.items()}


def markdown(found: dict[str, list[Sample]], numbers: Collection[int]) -> str:
    """Return the section of docs/MEASURED.md; `numbers`: of the strokes."""
    lines = [
        f"{len(numbers)} drawn strokes held out by their numbers ({min(numbers)} to {max(numbers)}), without pictures, "
        "followed and told as any recording: `python -m bench.reliability`. In "
        f"{len(set(numbers) & set(BACKS_HELD_OUT))} of them somebody stands before a pocket, in "
        f"{len(set(numbers) & set(SLOW_HELD_OUT))} a ball comes slowly between the jaws of one.", "",
        "![How often what is told is true, by how likely it is told to be](reliability.svg)", "",
        "| question | told | mean sure | true | calibration error | of honest odds, by chance | due |",
        "|---|---|---|---|---|---|---|",
    ]  # fmt: skip
    for name, samples in found.items():
        told = " | ".join(f"{figure:.3f}" for figure in figures(samples)) if samples else "– | – | – | –"
        lines.append(f"| {name} | {len(samples)} | {told} | ≤ 0.02 |")
    return "\n".join(lines) + "\n"


def figures(samples: Sequence[Sample]) -> tuple[float, float, float, float]:
    """Return how sure it was told on the mean, the share that was true, the calibration error, and that by chance."""
    sure, right = (sum(each) / len(samples) for each in zip(*samples, strict=True))
    return sure, right, reliability(samples)[1], chance_error(samples)


def drawing(found: dict[str, list[Sample]]) -> str:
    """Return the curves as SVG: how often it was true over how likely it was told, the area of a point by how many."""
    wide, tall = EDGE + len(found) * (SIDE + GAP), SIDE + 2 * EDGE
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {tall}" font-family="sans-serif" font-size="12">',
        f'<rect width="{wide}" height="{tall}" fill="#fff"/>',
    ]
    for n, (name, samples) in enumerate(found.items()):
        parts += curve(name, samples, EDGE + n * (SIDE + GAP))
    return "\n".join([*parts, "</svg>"]) + "\n"


def curve(name: str, samples: Sequence[Sample], left: int) -> list[str]:
    """Return one curve as lines of SVG."""
    rows, error = reliability(samples)
    at = [(left + said * SIDE, EDGE + (1 - was) * SIDE, n) for _, _, n, said, was in rows]
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y, _ in at)
    most = max((n for _, _, n in at), default=1)
    return [
        f'<rect x="{left}" y="{EDGE}" width="{SIDE}" height="{SIDE}" fill="none" stroke="#999"/>',
        f'<path d="M{left} {EDGE + SIDE}L{left + SIDE} {EDGE}" stroke="#bbb" stroke-dasharray="4 4"/>',
        f'<text x="{left}" y="{EDGE - 12}">{name}: {len(samples)} told, error {error:.3f}</text>',
        f'<polyline points="{points}" fill="none" stroke="#06c"/>',
        *(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{2 + 7 * (n / most) ** 0.5:.1f}" fill="#06c" fill-opacity=".5"/>'
          for x, y, n in at),
        *(f'<text x="{left + s * SIDE:.0f}" y="{EDGE + SIDE + 16}" text-anchor="middle">{s:g}</text>' for s in MARKS),
        *(f'<text x="{left - 6}" y="{EDGE + (1 - s) * SIDE + 4:.0f}" text-anchor="end">{s:g}</text>' for s in MARKS),
    ]  # fmt: skip


def main(arguments: Sequence[str] | None = None) -> int:
    """Weigh the strokes held out, print, and with --write keep table and picture; 1 where none was measured."""
    options = argparse.ArgumentParser(description="Measure how far the odds of incidents can be trusted.")
    options.add_argument("--strokes", type=int, default=OTHERS - HELD_OUT, help="so many of those held out, at most")
    options.add_argument("--kept", type=File, default=KEPT, metavar="DIR", help="where the strokes are kept")
    options.add_argument("--write", action="store_true", help="keep table and picture in docs/")
    asked = options.parse_args(arguments)
    held = read(asked.kept, HELD_OUT, min(HELD_OUT + asked.strokes, OTHERS))
    if not held:
        print(f"{asked.kept}: no strokes measured; run bench.odds.kept and bench.odds.evidence", file=sys.stderr)
        return 1
    found = answered(held)
    section = markdown(found, {one.seed for one in held})
    print(section)
    for name, samples in found.items():
        for low, high, n, said, was in reliability(samples)[0]:
            print(f"{name}: {low:g} to {high:g}: {n} told, mean sure {said:.3f}, true {was:.3f}")
    if asked.write:
        put_section("bench.reliability", "Odds that are odds", section)
        PICTURE.write_text(drawing(found), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
