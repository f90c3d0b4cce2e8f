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
from bench.simulated.questions import ASKED_P
from bench.simulated.rates import MEASURED
from tracker.cli.evaluation.measures import paired_strokes
from tracker.cli.evaluation.run_and_truth import Event, StrokeFacts, read_run, read_truth

NEAR = 0.999
"""First contacts told less surely have a rival."""
EVEN, FOUR = 0.5, 4
"""Of the honest odds that simulated eyes have of a ball lost to view (`questions.leaning`), one in four are on the
wrong side of even: those are what is counted, since a told pot does not say what else was weighed."""

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
    near = [(sure, right) for sure, right in firsts if sure >= ASKED_P]
    fell = [(fall, told.falls) for told, true in pairs for fall in true.falls]
    strokes = len(pairs)
    times = {
        "first_asked": (strokes - len(near), strokes),
        "first_near": (sum(sure < NEAR for sure, _ in near), len(near)),
        "first_wrong": (sum(not right for _, right in near), len(near)),
        "pot_unclear": (FOUR * sum(sure_of(fall, told) < EVEN for fall, told in fell), len(fell)),
        "hidden": (FOUR * sum(sure_of(fall, true.falls) == 0 for told, true in pairs for fall in told.falls), strokes),
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
