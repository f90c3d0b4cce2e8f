"""Whether a ball keeps its number from its first picture to its last: identity switches, IDF1 and HOTA of the tracks.

Counted by TrackEval, which whoever wants these figures installs: switches as in CLEAR MOT (Bernardin, Stiefelhagen,
EURASIP 2008), IDF1 (Ristani and others, ECCVW 2016), HOTA (Luiten and others, IJCV 2021), the mean over all thresholds
of likeness. Two places are the more alike the nearer they lie on the table: 1 where they are the same, 0 from a ball's
diameter on; for switches and IDF1 they are one ball within half of that. A hidden ball is neither due nor false.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

import numpy as np

from tracker.cli.evaluation.pairing import assigned, kinds_of, rows_of_pictures
from tracker.cli.evaluation.run_and_truth import Run, Truth

REMEDY = "not measured: pip install trackeval"

Scores = Mapping[str, dict[str, Any]]
"""What each of TrackEval's metrics found, by its name; such of several clips can be put together."""


@cache
def _metrics() -> Mapping[str, Any] | None:
    """Return TrackEval's metrics by name; None where it is not installed."""
    try:
        from trackeval.metrics import CLEAR, HOTA, Identity  # noqa: PLC0415  optional, and slow to import
    except ImportError:
        return None
    quiet = {"PRINT_CONFIG": False}
    return {"CLEAR": CLEAR(quiet), "HOTA": HOTA(), "Identity": Identity(quiet)}


def scores(run: Run, truth: Truth) -> Scores | None:
    """Return what TrackEval finds of a run; None where it is not installed."""
    metrics = _metrics()
    if metrics is None:
        return None
    followed = _followed(run, truth)
    return {name: metric.eval_sequence(followed) for name, metric in metrics.items()}


def figures(parts: Sequence[Scores | None]) -> dict[str, Any] | None:
    """Return the figures of one run, or of several put together; None where they were not measured."""
    metrics, known = _metrics(), [part for part in parts if part is not None]
    if metrics is None or not known:
        return None

    def all_of(name: str) -> Any:
        combine: Callable[[dict[int, Any]], dict[str, Any]] = metrics[name].combine_sequences
        return combine({i: part[name] for i, part in enumerate(known)})

    clear, hota, identity = all_of("CLEAR"), all_of("HOTA"), all_of("Identity")
    return {
        "switches": int(clear["IDSW"]),
        "broken": int(clear["Frag"]),
        "idf1": round(float(identity["IDF1"]), 4),
        "hota": round(float(np.mean(hota["HOTA"])), 4),
        "det_a": round(float(np.mean(hota["DetA"])), 4),
        "ass_a": round(float(np.mean(hota["AssA"])), 4),
    }


def _followed(run: Run, truth: Truth) -> dict[str, Any]:
    """Return who is where in each picture, in the shape that TrackEval's metrics take."""
    kinds, numbers = kinds_of(truth), np.unique(run.tracks)
    due, told, alike = [], [], []
    for picture, rows in enumerate(rows_of_pictures(run, truth)):
        on = np.flatnonzero(~np.isnan(truth.places_mm[picture, :, 0]))
        apart = np.linalg.norm(truth.places_mm[picture, on, None] - run.places_mm[None, rows], axis=2)
        hidden = np.flatnonzero(kinds[picture, on] == "hidden")
        behind = [j for i, j in assigned(apart, truth.kit.touching_mm) if i in hidden]
        due.append(np.delete(on, hidden))
        told.append(np.searchsorted(numbers, np.delete(run.tracks[rows], behind)))
        seen = np.delete(np.delete(apart, hidden, axis=0), behind, axis=1)
        alike.append(np.clip(1 - seen / truth.kit.touching_mm, 0.0, 1.0))
    return {
        "num_timesteps": len(due),
        "num_gt_ids": len(truth.balls),
        "num_tracker_ids": len(numbers),
        "num_gt_dets": sum(map(len, due)),
        "num_tracker_dets": sum(map(len, told)),
        "gt_ids": due,
        "tracker_ids": told,
        "similarity_scores": alike,
    }
