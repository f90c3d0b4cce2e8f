"""How much of each touch and cushion there was to see: by how much it changed the speed of a ball.

A touch is as plain as the ball that it changed less shows it: one that pushed a ball by a hair is in no picture, and
one of two within the same picture hides the other. By the truth a ball's speed before is drawn on from three pictures,
so that what the cloth slows is no change.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from tracker.cli.evaluation import measures
from tracker.cli.evaluation.run_and_truth import Event, StrokeFacts, Truth
from tracker.domain.table.kit import Kit

Array = NDArray[np.float64]

KINDS = ("touches", "cushions")
CHANGES_MM_S = (0.0, 10.0, 30.0, 100.0, 300.0, float("inf"))
"""Bounds of what is reported together."""
AT_CUSHION_MM = 150.0
"""A ball that meets a cushion, or one of its jaws, lies nearer to the line of its face than this."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """One incident that happened."""

    kind: str
    change_mm_s: float
    """nan: a ball was gone before it could show."""
    is_alone: bool
    """Nothing else happened to its balls within a picture."""
    is_told: bool
    """Right, within a picture."""


def shown(told: Sequence[StrokeFacts], truth: Truth) -> tuple[Shown, ...]:
    """Return for each touch and cushion of a clip what there was to see of it, and whether it was told."""
    return tuple(one for kind in KINDS for one in _shown(kind, told, truth))


def _shown(kind: str, told: Sequence[StrokeFacts], truth: Truth) -> Iterator[Shown]:
    found, due = ([e for s in strokes for e in getattr(s, kind)] for strokes in (told, truth.strokes))
    right = {j for _, j in measures.paired_events(found, due, 1 / truth.rate)}
    every = [e for s in truth.strokes for name in KINDS for e in getattr(s, name)]
    for j, event in enumerate(due):
        others = [e for e in every if e != event and set(e.who) & set(event.who) & set(truth.balls)]
        changes = [change_mm_s(truth, ball, event.at_s) for ball in balls_of(event, truth)]
        yield Shown(
            kind=kind, change_mm_s=float(np.min(changes)), is_told=j in right,
            is_alone=all(abs(e.at_s - event.at_s) > 1 / truth.rate for e in others),
        )  # fmt: skip


def balls_of(event: Event, truth: Truth) -> tuple[int, ...]:
    """Return which balls those of an event are.

    Of two that met they are the nearest two of their names; at a cushion the one that changes most of those near it.
    """
    n = int(np.argmin(np.abs(truth.at_s - event.at_s)))
    places = truth.places_mm[max(n - 1, 0) : n + 2]
    own = {name: [i for i, ball in enumerate(truth.balls) if ball == name] for name in event.who}
    if all(own.values()):
        pairs = [pair for pair in combinations(sorted({i for some in own.values() for i in some}), 2)
                 if sorted(truth.balls[i] for i in pair) == sorted(event.who)]  # fmt: skip
        return min(pairs, key=lambda pair: _least(np.hypot(*(places[:, pair[0]] - places[:, pair[1]]).T)))
    (ball,) = (name for name, some in own.items() if some)
    axis, face_mm = faces(truth.kit)[next(name for name in event.who if name != ball)]
    near = [i for i in own[ball] if _least(np.abs(places[:, i, axis] - face_mm)) < AT_CUSHION_MM]
    return (max(near or own[ball], key=lambda i: np.nan_to_num(change_mm_s(truth, i, event.at_s), nan=np.inf)),)


def faces(kit: Kit) -> dict[str, tuple[int, float]]:
    """Return by its name along which axis each cushion is met, and where its face is (mm)."""
    return {"left": (0, 0.0), "right": (0, kit.width_mm), "bottom": (1, 0.0), "top": (1, kit.length_mm)}


def _least(numbers: Array) -> float:
    return float(np.min(np.where(np.isnan(numbers), np.inf, numbers)))


def change_mm_s(truth: Truth, ball: int, at_s: float) -> float:
    """Return by how much the speed of a ball changed at a moment; nan where it was not there before and after."""
    n = int(np.searchsorted(truth.at_s, at_s))
    if not 3 <= n < len(truth.at_s) - 1:
        return float("nan")
    earlier, before = np.diff(truth.places_mm[n - 3 : n, ball], axis=0) * truth.rate
    after = (truth.places_mm[n + 1, ball] - truth.places_mm[n, ball]) * truth.rate
    return float(np.hypot(*(after - (3 * before - 2 * earlier))))
