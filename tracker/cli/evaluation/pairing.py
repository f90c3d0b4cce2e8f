"""Which ball of a run is which true one, picture by picture, and which balls were missed.

Balls of a picture are paired so that the sum of distances is least (the assignment problem, solved by
`scipy.optimize.linear_sum_assignment`), never further apart than a ball's diameter; what is left over was missed, or is
false. A true ball counts as hidden where little of it could be seen; else as moving, or at rest.
"""

from collections import Counter
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment

from tracker.cli.evaluation.run_and_truth import Array, Run, Truth

HIDDEN_BELOW = 0.3
"""A ball of which less than this share is seen counts as hidden."""
MOVING_MM_S = 10.0
KINDS = ("rest", "moving", "hidden")

Pairs = list[tuple[int, int]]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Paired:
    """The balls of a run that are true ones, n pairs as parallel arrays, and those that are not."""

    ball: NDArray[np.int64]
    """(n,) which of the true balls."""
    row: NDArray[np.int64]
    """(n,) which row of the run."""
    kind: NDArray[np.str_]
    """(n,) one of `KINDS`."""
    true_mm: Array
    """(n, 2)."""
    off_mm: Array
    """(n, 2) the told place less the true one."""
    missed: Counter[str]
    """Balls in pictures, by kind."""
    is_true: NDArray[np.bool_]
    """For each row of the run, whether it is a ball."""


def paired_balls(run: Run, truth: Truth) -> Paired:
    """Return which row of a run is which ball."""
    kinds = kinds_of(truth)
    found: list[tuple[int, int, int]] = []
    missed: Counter[str] = Counter()
    for picture, rows in enumerate(rows_of_pictures(run, truth)):
        on = np.flatnonzero(~np.isnan(truth.places_mm[picture, :, 0]))
        off = run.places_mm[None, rows] - truth.places_mm[picture, on, None]
        pairs = assigned(np.linalg.norm(off, axis=2), truth.kit.touching_mm)
        found += [(picture, int(on[i]), int(rows[j])) for i, j in pairs]
        missed.update(kinds[picture, np.delete(on, [i for i, _ in pairs])].tolist())
    picture_of, ball, row = np.array(found, np.int64).reshape(-1, 3).T
    true_mm = truth.places_mm[picture_of, ball]
    is_true = np.zeros(len(run.balls), bool)
    is_true[row] = True
    return Paired(
        ball=ball,
        row=row,
        kind=kinds[picture_of, ball],
        true_mm=true_mm,
        off_mm=run.places_mm[row] - true_mm,
        missed=missed,
        is_true=is_true,
    )


def rows_of_pictures(run: Run, truth: Truth) -> list[NDArray[np.int64]]:
    """Return, for each true picture, the rows of the run that belong to it by their time."""
    picture = np.searchsorted((truth.at_s[1:] + truth.at_s[:-1]) / 2, run.at_s)
    return [np.flatnonzero(picture == number) for number in range(len(truth.at_s))]


def kinds_of(truth: Truth) -> NDArray[np.str_]:
    """Return for each picture and ball, (p, b), one of `KINDS`."""
    before, after = truth.places_mm[:-2], truth.places_mm[2:]
    took_s = (truth.at_s[2:] - truth.at_s[:-2])[:, None]
    speed = np.zeros(truth.visible.shape)
    speed[1:-1] = np.nan_to_num(np.linalg.norm(after - before, axis=2) / took_s)
    return np.where(truth.visible < HIDDEN_BELOW, "hidden", np.where(speed > MOVING_MM_S, "moving", "rest"))


def assigned(apart: Array, at_most: float) -> Pairs:
    """Return the pairs (row, column) of an (n, m) matrix of distances whose sum is least, none above `at_most`."""
    rows, columns = linear_sum_assignment(np.where(apart <= at_most, apart, 1e6))
    return [(int(i), int(j)) for i, j in zip(rows, columns, strict=True) if apart[i, j] <= at_most]
