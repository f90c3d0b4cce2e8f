"""Whether balls at rest are told right to touch, to lie clear, or are left to a person, by how far apart they are.

A run names the balls that touch and those of which it cannot tell, without their places, as the law asks of them (does
the cue-ball touch a red?). So pairs of the same names are taken in the order of their true gaps: those told to touch
first, then those left to a person, the others clear.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import combinations, pairwise
from typing import Any, NamedTuple

import numpy as np

from tracker.cli.evaluation.run_and_truth import StrokeFacts, Truth

TOUCHING_MM = 0.1
"""Two balls whose true gap is less than this touch."""
NEAR_MM = 10.0
"""Balls further apart than this are no question, unless they are told to touch, or a person is asked."""
GAPS_MM = (-np.inf, TOUCHING_MM, 1.0, 2.0, 5.0, NEAR_MM, np.inf)


class PairAnswer(NamedTuple):
    """What was made of two balls at rest: `right`, `wrong` or `asked`."""

    gap_mm: float
    word: str


def verdicts(pairs: Sequence[tuple[StrokeFacts, StrokeFacts]], truth: Truth) -> tuple[PairAnswer, ...]:
    """Return what was made of all balls that lie near each other after the strokes (told, true)."""
    return tuple(verdict for told, due in pairs for verdict in _of_stroke(told, gaps(truth, due.ended_s)))


def gaps(truth: Truth, at_s: float) -> dict[tuple[str, str], list[float]]:
    """Return how far apart (mm, edge to edge) all balls of two names lie at a time, the nearest first."""
    places = truth.places_mm[min(int(np.searchsorted(truth.at_s, at_s)), len(truth.at_s) - 1)]
    found: dict[tuple[str, str], list[float]] = defaultdict(list)
    for i, j in combinations(np.flatnonzero(~np.isnan(places[:, 0])), 2):
        first, second = sorted((truth.balls[i], truth.balls[j]))
        found[first, second].append(float(np.linalg.norm(places[i] - places[j])) - truth.kit.touching_mm)
    return {names: sorted(apart) for names, apart in found.items()}


def _of_stroke(told: StrokeFacts, apart: dict[tuple[str, str], list[float]]) -> list[PairAnswer]:
    asked = Counter(told.touching_doubted)
    touch = Counter(told.touching) - asked
    found = []
    for names, gaps_mm in apart.items():
        said = ["touch"] * touch[names] + ["asked"] * asked[names] + ["clear"] * len(gaps_mm)
        for gap_mm, word in zip(gaps_mm, said, strict=False):
            if gap_mm < NEAR_MM or word != "clear":
                right = "touch" if gap_mm < TOUCHING_MM else "clear"
                found.append(PairAnswer(gap_mm, "asked" if word == "asked" else "right" if word == right else "wrong"))
    return found


def by_gap(found: Sequence[PairAnswer]) -> list[dict[str, Any]]:
    """Count the verdicts by gap; `from_mm` is None for balls that touch, `to_mm` for those far apart."""
    rows = []
    for low, high in pairwise(GAPS_MM):
        words = Counter(one.word for one in found if low <= one.gap_mm < high)
        edges = {"from_mm": low if np.isfinite(low) else None, "to_mm": high if np.isfinite(high) else None}
        rows.append({**edges, **{word: words[word] for word in ("right", "wrong", "asked")}})
    return rows
