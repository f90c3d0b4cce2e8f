"""The process that tells strokes, by looking back over the last moments whenever the eyes ask it to.

python -m tracker.live.strokes.worker_main SOCKET     (the descriptor through which they ask)
"""

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from multiprocessing.connection import Connection
from typing import Final

from tracker.capture.starting.programs import named
from tracker.domain.strokes.stroke import Standing, Stroke
from tracker.geometry.calibration import Calibration
from tracker.geometry.paths import Path
from tracker.live.strokes.evidence import evidence_of, evidence_text
from tracker.live.strokes.worker_client import LookBackReply, LookBackRequest
from tracker.pipeline.look_back import look_back
from tracker.store.kits import find_kit

NICE: Final = 5
"""Seeing goes before: a stroke is told more than a second after the balls have come to rest anyway."""


def main() -> None:
    """Answer what the eyes ask until they are gone."""
    named("telling")
    os.nice(NICE)
    with Connection(int(sys.argv[1])) as line, suppress(EOFError, BrokenPipeError, ConnectionResetError):
        while True:
            line.send(answered(line.recv()))


def answered(question: LookBackRequest) -> LookBackReply:
    """Look back."""
    back = look_back(question.window, question.rest)
    by = question.by
    evidence = tuple("" if by is None else witnessed(*pair, back.paths, by) for pair in back.pairs)
    return LookBackReply(back=replace(back, paths=(), surplus=()), evidence=evidence)


def witnessed(stroke: Stroke, standing: Standing, paths: Sequence[Path], by: Calibration) -> str:
    """Return what is kept of a stroke that a calibrated camera saw."""
    return evidence_text(evidence_of(stroke, standing, paths, by, find_kit(by.table)))


if __name__ == "__main__":
    main()
