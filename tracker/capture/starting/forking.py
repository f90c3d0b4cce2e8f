"""Ask for a process to be forked, and know it by what is told of it.

Whoever may ask holds one end of a line (SOCK_SEQPACKET: a question comes in one piece, whoever else asks) to the
process that forks (`starting.fork_server`). With a question go the descriptors that the new process is to have, and one
end of a line of its own, through which it is answered: first the process's number, with a descriptor of it that means
no other even when its number does, and at last how it ended.
"""

import json
import os
import select
import signal
import subprocess
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from socket import AF_UNIX, SOCK_SEQPACKET, recv_fds, send_fds, socket, socketpair
from typing import IO, Final

WITHIN_S: Final = 60.0
"""So long it may take until a process is forked: the first one waits until all is imported."""
BITE: Final = 65_536
TOLD_S: Final = 1.0
"""So long after its end it may take until it is told how a process ended."""
LOST: Final = -signal.SIGKILL
"""How a process ended of which nobody can tell any more: what forked it was killed, and what it was asked by."""
Pipes = tuple[IO[bytes], IO[bytes], IO[bytes]]


def question(words: Sequence[str], fds: Sequence[int]) -> bytes:
    """Return what asks for the `main` of a module: `words` are its name and what stands after it on its command line.

    `fds` are the numbers that the descriptors that go with it have in the new process.
    """
    return json.dumps({"words": list(words), "fds": list(fds)}).encode()


def asked_for(said: bytes) -> tuple[list[str], list[int]]:
    """Return the words and the numbers of a question."""
    fields = json.loads(said)
    return fields["words"], fields["fds"]


def forked(forks: int, words: Sequence[str], fds: tuple[int, ...], *, talks: bool) -> "Forked | None":
    """Return a process that runs the `main` of a module; None: `forks` leads to nobody who has imported it.

    What `talks` does so with us, unbuffered, through its standard input, output and error; else it reads nothing and
    writes where we do.
    """
    ours, theirs = socketpair(AF_UNIX, SOCK_SEQPACKET)
    with ExitStack() as kept:
        kept.enter_context(ours)
        with ExitStack() as sent, suppress(OSError):
            sent.enter_context(theirs)
            standard, pipes = _piped() if talks else _silent()
            for fd in standard:
                sent.callback(os.close, fd)
            for pipe in pipes or ():
                kept.enter_context(pipe)
            with socket(fileno=os.dup(forks)) as line:
                line.settimeout(WITHIN_S)
                send_fds(line, [question(words, (0, 1, 2, *fds))], [theirs.fileno(), *standard, *fds])
        with suppress(OSError):
            ours.settimeout(WITHIN_S)
            pid, handles, _, _ = recv_fds(ours, BITE, 1)
            if pid:
                kept.pop_all()
                return Forked(ours, int(pid), handles[0], pipes)
    return None


def _piped() -> tuple[tuple[int, ...], Pipes]:
    """Return the standard descriptors of a process that talks with us, and our ends of them."""
    (reads, orders), (words, writes), (lines, logs) = os.pipe(), os.pipe(), os.pipe()
    return (reads, writes, logs), (os.fdopen(orders, "wb", 0), os.fdopen(words, "rb", 0), os.fdopen(lines, "rb", 0))


def _silent() -> tuple[tuple[int, ...], None]:
    """Return the same of one that does not."""
    return (os.open(os.devnull, os.O_RDONLY), os.dup(1), os.dup(2)), None


class Forked:
    """A process that was forked for us, to be used as one of `subprocess.Popen`."""

    def __init__(self, line: socket, pid: int, handle: int, pipes: Pipes | None) -> None:
        self._line, self._handle, self.pid = line, handle, pid
        self.returncode: int | None = None
        self.stdin: IO[bytes] | None = None
        self.stdout: IO[bytes] | None = None
        self.stderr: IO[bytes] | None = None
        if pipes is not None:
            self.stdin, self.stdout, self.stderr = pipes

    def poll(self) -> int | None:
        """Return how it ended; None: it has not."""
        with suppress(subprocess.TimeoutExpired):
            return self.wait(0.0)
        return None

    def wait(self, timeout: float | None = None) -> int:
        """Return how it ended, waiting for that.

        Raises:
            subprocess.TimeoutExpired: so many seconds later it had not.
        """
        if self.returncode is None:
            if not select.select([self._handle], [], [], timeout)[0]:
                raise subprocess.TimeoutExpired(f"process {self.pid}", timeout or 0.0)
            self.returncode = self._told()
            self._line.close()
            os.close(self._handle)
        return self.returncode

    def kill(self) -> None:
        """End it at once, if it has not ended."""
        if self.returncode is None:
            with suppress(ProcessLookupError):
                signal.pidfd_send_signal(self._handle, signal.SIGKILL)

    def _told(self) -> int:
        with suppress(OSError, ValueError):
            self._line.settimeout(TOLD_S)
            return int(self._line.recv(BITE))
        return LOST
