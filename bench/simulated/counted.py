"""Count how often eyes erred in whole drawn frames, beside what `rates.py` has simulated eyes err.

    python -m bench.frames --out runs/frames
    python -m bench.simulated.counted [--frames runs/frames]

Games of billiards, kept in the same folder or in one of their own, tell how often second contacts are open.

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
from tracker.match.book.codec import book_from_text
from tracker.match.book.entries import Seen

NEAR = 0.999
"""First contacts told less surely have a rival."""
EVEN, FOUR = 0.5, 4
"""Of the honest odds that simulated eyes have of a ball lost to view, or of a second contact (`questions.leaning`), one
in four are on the wrong side of even: those are what is counted, since what is told does not say what else was weighed.
"""

Strokes = Sequence[StrokeFacts]
Pair = tuple[StrokeFacts, StrokeFacts]


@dataclass(frozen=True, slots=True, kw_only=True)
class Counted:
    """How often something went wrong that simulated eyes have a rate for."""

    rate: str
    """Its name in `Rates`."""
    times: int
    chances: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FrameStrokes:
    """The strokes of a frame, as they were told and as they were."""

    told: Strokes
    true: Strokes
    has_cannons: bool = False
    """The law asks for a second contact."""
    same_player: Sequence[float] = ()
    """Log-odds that who played a stroke played the one before, for each but the first; 0: nothing told it."""


def frames_in(folder: Path) -> Iterable[FrameStrokes]:
    """Give the strokes of each frame that `bench.frames` kept.

    Raises:
        BadInput: a run or its truth cannot be read.
    """
    for run in sorted((folder / "runs").iterdir()):
        truth = read_truth(folder / "drawn" / run.name / "truth.json")
        book = book_from_text((run / "book.jsonl").read_text("utf-8"))
        seen = [entry for entry in book.entries if isinstance(entry, Seen)]
        yield FrameStrokes(
            told=read_run(run).strokes, true=truth.strokes, has_cannons=len(truth.kit.cue_balls) > 1,
            same_player=tuple(one.same_player for one in seen[1:]),
        )  # fmt: skip


def counted(frames: Iterable[FrameStrokes]) -> tuple[Counted, ...]:
    """Count over all frames."""
    pairs, lost, invented = list[Pair](), 0, 0
    cannons, others, same_player = list[Pair](), list[Pair](), list[float]()
    for frame in frames:
        same_player += frame.same_player
        both = paired_strokes(frame.told, frame.true)
        pairs += both
        lost += len(frame.true) - len(both)
        invented += len(frame.told) - len(both)
        cannons += [pair for pair in both if frame.has_cannons and len(pair[1].met) > 1]
        others += [pair for pair in both if frame.has_cannons and len(pair[1].met) == 1]
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
        "second_unclear": (FOUR * sum(not true.met <= told.met for told, true in cannons), len(cannons)),
        "second_false": (FOUR * sum(len(told.met) > 1 for told, _ in others), len(others)),
        "stroke_lost": (lost, strokes + lost),
        "hand_seen": (invented, strokes + lost),
        "striker_unseen": (same_player.count(0.0), len(same_player)),
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
