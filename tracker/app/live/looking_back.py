"""The process that tells strokes, by looking back over the last moments whenever the eyes ask it to.

python -m tracker.app.live.looking_back SOCKET     (the descriptor through which they ask)
"""

import os
import sys
from contextlib import suppress
from dataclasses import replace
from multiprocessing.connection import Connection
from typing import Final

from tracker.app.live.hindsight import Answer, Question
from tracker.app.live.lately import Told, looked_back
from tracker.app.review.evidence import evidence_of, evidence_text
from tracker.geometry.calibration import Calibration
from tracker.store.kits import find_kit

NICE: Final = 5
"""Seeing goes before: a stroke is told more than a second after the balls have come to rest anyway."""


def main() -> None:
    """Answer what the eyes ask until they are gone."""
    os.nice(NICE)
    with Connection(int(sys.argv[1])) as line, suppress(EOFError, BrokenPipeError, ConnectionResetError):
        while True:
            line.send(answered(line.recv()))


def answered(question: Question) -> Answer:
    """Look back."""
    back = looked_back(question.lately, question.rest)
    evidence = tuple("" if question.by is None else witnessed(one, question.by) for one in back.told)
    return Answer(back=replace(back, told=tuple(replace(one, paths=()) for one in back.told)), evidence=evidence)


def witnessed(one: Told, by: Calibration) -> str:
    """Return what is kept of a stroke that a calibrated camera saw."""
    return evidence_text(evidence_of(one.stroke, one.standing, one.paths, by, find_kit(by.table)))


if __name__ == "__main__":
    main()
