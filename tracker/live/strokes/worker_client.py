"""Looks back over the last moments in a process of its own, so that no picture waits while a stroke is told.

To tell a stroke takes as long as to see ten pictures and more, nearly all of it in Python: a thread of the eyes would
take turns with their seeing. What is asked and answered are frozen values, pickled between two processes of this
program and nobody else. The process (`live.strokes.worker_main`) ends when the eyes are gone; one that breaks is
replaced.
"""

import subprocess
from contextlib import suppress
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection
from socket import socketpair
from typing import Final, Self

from tracker.capture.starting.programs import PYTHON, Child, Program
from tracker.domain.errors import CuewatchError
from tracker.geometry.calibration import Calibration
from tracker.pipeline.live_window import LiveWindow, TableRest
from tracker.pipeline.look_back import LookBack

TELLING: Final = Program(command=(*PYTHON, "tracker.live.strokes.worker_main"))
WITHIN_S: Final = 60.0
"""Whoever looks back for longer hangs."""
PARTING_S: Final = 2.0
BROKEN: Final = "a stroke could not be told: score it by hand"


class CannotTell(CuewatchError):
    """Looking back broke down."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class LookBackRequest:
    """What is to be looked back over."""

    window: LiveWindow
    rest: TableRest
    """The strokes that ended with it are told."""
    by: Calibration | None
    """How the camera sees the table, if that is known."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class LookBackReply:
    """What looking back has told."""

    back: LookBack
    """Without the ways of the balls, which are much to send and needed no more."""
    evidence: tuple[str, ...]
    """Of each stroke told, what is kept of it, as text; empty where the camera is not calibrated."""


class WorkerClient:
    """A process that looks back whenever it is asked."""

    def __init__(self, program: Program = TELLING) -> None:
        """Start it: it takes a second to be ready."""
        self._program = program
        self._line, self._child = _started(program)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._end()

    def ask(self, question: LookBackRequest) -> LookBackReply:
        """Return what looking back tells.

        Raises:
            CannotTell: it broke down over this; the next question is put to a new process.
        """
        try:
            self._line.send(question)
            if not self._line.poll(WITHIN_S):
                raise TimeoutError
            answer: LookBackReply = self._line.recv()
        except (EOFError, OSError) as trouble:
            self._end()
            self._line, self._child = _started(self._program)
            raise CannotTell(BROKEN) from trouble
        return answer

    def _end(self) -> None:
        """End the process, by force where it hangs or is at work yet."""
        self._line.close()
        with suppress(subprocess.TimeoutExpired):
            self._child.wait(PARTING_S)
        self._child.kill()
        self._child.wait()


def _started(program: Program) -> tuple[Connection, Child]:
    ours, theirs = socketpair()
    with theirs:
        fd = theirs.fileno()
        child = replace(program, command=(*program.command, str(fd))).started((fd,), talks=False)
    return Connection(ours.detach()), child
