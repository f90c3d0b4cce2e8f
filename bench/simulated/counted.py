"""Count how often eyes erred in whole drawn frames, beside what `rates.py` has simulated eyes err.

    python -m bench.frames --out runs/frames
    python -m bench.simulated.counted [--frames runs/frames]

Told and true strokes are compared as `bench.frames` compares them. What is counted of a stroke says how sure it was, so
that one which is asked about and told right counts, too: the made-up eyes of a rate ask as often, and err as odds do.
"""

import argparse
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.frames import OUT
from bench.simulated.rates import MEASURED
from tracker.cli.evaluation.measures import paired_strokes
from tracker.cli.evaluation.run_and_truth import Event, StrokeFacts, read_run, read_truth

ASKED, NEAR = 0.97, 0.999
"""Told less sure than the first, an answer is one of two; than the second, all but sure (`questions.py`)."""

Strokes = Sequence[StrokeFacts]


@dataclass(frozen=True, slots=True, kw_only=True)
class Counted:
    """How often something went wrong that simulated eyes have a rate for."""

    rate: str
    """Its name in `Rates`."""
    times: int
    chances: int


def frames_in(folder: Path) -> Iterable[tuple[Strokes, Strokes]]:
    """Give the told and the true strokes of each frame that `bench.frames` kept.

    Raises:
        BadInput: a run or its truth cannot be read.
    """
    for run in sorted((folder / "runs").iterdir()):
        yield read_run(run).strokes, read_truth(folder / "drawn" / run.name / "truth.json").strokes


def counted(frames: Iterable[tuple[Strokes, Strokes]]) -> tuple[Counted, ...]:
    """Count over all frames."""
    pairs, lost, invented = list[tuple[StrokeFacts, StrokeFacts]](), 0, 0
    for told, true in frames:
        both = paired_strokes(told, true)
        pairs += both
        lost += len(true) - len(both)
        invented += len(told) - len(both)
    firsts = [(told.first_hit_sure, told.first_hit == true.first_hit) for told, true in pairs]
    fell = [(fall, told.falls) for told, true in pairs for fall in true.falls]
    strokes = len(pairs)
    times = {
        "first_asked": (sum(sure < ASKED for sure, _ in firsts), strokes),
        "first_near": (sum(ASKED <= sure < NEAR for sure, _ in firsts), strokes),
        "first_wrong": (sum(sure >= ASKED and not right for sure, right in firsts), strokes),
        "pot_unclear": (sum(sure_of(fall, told) < ASKED for fall, told in fell), len(fell)),
        "hidden": (sum(sure_of(fall, true.falls) == 0 for told, true in pairs for fall in told.falls), strokes),
        "stroke_lost": (lost, strokes + lost),
        "hand_seen": (invented, strokes + lost),
    }
    return tuple(Counted(rate=rate, times=n, chances=of) for rate, (n, of) in times.items())


def sure_of(fall: Event, told: Sequence[Event]) -> float:
    """Return how sure it was told that a ball fell into a pocket; 0 where it was not."""
    return max((one.sure for one in told if one.who == fall.who), default=0.0)


def main() -> int:
    """Count and print."""
    options = argparse.ArgumentParser(description="Count how often eyes erred in whole drawn frames.")
    options.add_argument("--frames", type=Path, default=OUT, help="what `bench.frames` kept")
    folder = options.parse_args().frames
    if not (folder / "runs").is_dir():
        print(f"{folder}: no runs there: python -m bench.frames --out {folder}", file=sys.stderr)
        return 2
    print("| rate | counted | of | share | simulated |\n|---|---|---|---|---|")
    for one in counted(frames_in(folder)):
        share = one.times / max(one.chances, 1)
        print(f"| {one.rate} | {one.times} | {one.chances} | {share:.4f} | {getattr(MEASURED, one.rate)} |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
