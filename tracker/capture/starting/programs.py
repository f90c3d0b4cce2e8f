"""Start a process of this program: forked from one that has imported what it needs (`starting.forking`), or on its own.

On its own it imports for itself: some 90 MB of libraries for one that looks at a table, beside a second of work. Where
there is none to fork it from, where that is gone, and where Linux is not, it is started so and does the same.
"""

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Final, Protocol

from tracker.capture.starting.forking import forked

PYTHON: Final = (sys.executable, "-m")


class Child(Protocol):
    """A process that was started, as `subprocess.Popen` has it."""

    @property
    def pid(self) -> int:
        """Its number."""
        ...

    @property
    def returncode(self) -> int | None:
        """How it ended, once that was asked; negative: the signal that ended it."""
        ...

    @property
    def stdin(self) -> IO[bytes] | None:
        """Where it reads from us."""
        ...

    @property
    def stdout(self) -> IO[bytes] | None:
        """Where it writes to us."""
        ...

    @property
    def stderr(self) -> IO[bytes] | None:
        """Where it logs to us."""
        ...

    def poll(self) -> int | None:
        """Return how it ended; None: it has not."""
        ...

    def wait(self, timeout: float | None = None) -> int:
        """Return how it ended, waiting for that.

        Raises:
            subprocess.TimeoutExpired: so many seconds later it had not.
        """
        ...

    def kill(self) -> None:
        """End it at once."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Program:
    """What is to be started."""

    command: Sequence[str]
    forks: int | None = None
    """Descriptor of the line to the process that it is forked from, if that has imported it; None: there is none."""
    environment: Mapping[str, str] = field(default_factory=dict)
    """What it has beside our own where it is started on its own; forked, it has that of what it is forked from."""

    def started(self, fds: tuple[int, ...] = (), *, talks: bool = True) -> Child:
        """Return its process, which has these descriptors under the numbers that they have here.

        What `talks` does so with us, unbuffered, through its standard input, output and error; else it reads nothing
        and writes where we do.

        Raises:
            OSError: there is no such program, or no room for one at this moment.
        """
        if self.forks is not None and tuple(self.command[:2]) == PYTHON:
            child = forked(self.forks, self.command[2:], fds, talks=talks)
            if child is not None:
                return child
        reads, writes = (subprocess.PIPE, subprocess.PIPE) if talks else (subprocess.DEVNULL, None)
        ours = {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        return subprocess.Popen(
            self.command, stdin=reads, stdout=writes, stderr=writes, pass_fds=fds, bufsize=0,
            env={**os.environ, **ours, **self.environment},
            start_new_session=True,  # Ctrl-C is for the server, which then ends what it has started
        )  # fmt: skip


def named(role: str) -> None:
    """Call this process by its role where processes are listed (Linux)."""
    with suppress(OSError):
        Path("/proc/self/comm").write_text(role)
