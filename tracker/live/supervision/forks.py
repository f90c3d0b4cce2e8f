"""The process that all who watch tables are forked from: started when the first is wanted, anew when it is gone.

What they import, some 90 MB, lies in memory once, however many tables are watched.
"""

import os
import subprocess
import sys
import threading
from contextlib import suppress
from socket import AF_UNIX, SOCK_SEQPACKET, socket, socketpair
from typing import Final, Self

from tracker.capture.starting.programs import PYTHON, Child, Program
from tracker.live.log import say

SERVER: Final = (*PYTHON, "tracker.capture.starting.fork_server")
FORKED: Final = (
    "tracker.live.vision_process.main", "tracker.live.strokes.worker_main", "tracker.capture.process.child",
)  # fmt: skip
NETWORKS: Final = "tracker.vision.runtimes.onnx_runtime"
"""What eyes import beside, unless they are ordered to use another runtime."""
ENVIRONMENT: Final = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MALLOC_ARENA_MAX": "1"}
"""Threads are not forked, so it has none; the matrices here are far too small for several to pay. What one thread of
those that it forks has freed another may take: else each keeps its own."""

PARTING_S: Final = 2.0
"""So long it may take to end once nobody can ask it any more; then it is killed."""


class Forks:
    """The line to that process, and the process itself; to be asked from any thread."""

    def __init__(self) -> None:
        self._starting = threading.Lock()
        self._server: Child | None = None
        self._lines: list[socket] = []
        """The last is that to the process; none is closed before the end, since somebody may be using it."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Hang up, and see the process out: with those that it has forked it has nothing to do any more."""
        for line in self._lines:
            line.close()
        if self._server is not None:
            with suppress(subprocess.TimeoutExpired):
                self._server.wait(PARTING_S)
            if self._server.poll() is None:
                self._server.kill()
                self._server.wait()

    def line(self) -> int | None:
        """Return the descriptor of the line; None where there can be no such process."""
        if sys.platform != "linux" or not hasattr(os, "pidfd_open"):
            return None
        with self._starting:
            try:
                if self._server is None or self._server.poll() is not None:
                    self._start()
            except OSError as trouble:  # no room for a process at this moment
                say("nothing can be forked", why=str(trouble))
                return None
            return self._lines[-1].fileno()

    def _start(self) -> None:
        ours, theirs = socketpair(AF_UNIX, SOCK_SEQPACKET)
        self._lines.append(ours)
        with theirs:
            fd = theirs.fileno()
            server = Program(command=(*SERVER, str(fd), *FORKED, NETWORKS), environment=ENVIRONMENT)
            self._server = server.started((fd,), talks=False)
