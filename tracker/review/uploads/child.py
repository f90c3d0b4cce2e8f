"""Runs a process that works on a stranger's clip: it is told nothing, can be ended at any moment, and has its time."""

import json
import os
import select
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

from tracker.live.log import say

LOOK_UP_S: Final = 0.2
BITE: Final = 65_536
LINE: Final = 300
"""So much is taken of what a process says: of why it refused a clip, and of what goes to the log."""
TOO_LONG: Final = "it takes longer than a clip may"
BROKEN: Final = "it broke the program that reads it"


@dataclass(frozen=True, slots=True, kw_only=True)
class Work:
    """A process, and what it is given."""

    command: Sequence[str]
    within_s: float
    """After this it is ended."""
    given: int = subprocess.DEVNULL
    """What it reads, open."""
    kept: tuple[int, ...] = ()
    """What else stays open for it."""
    kindly: bool = False
    """At the lowest priority."""


def worked(work: Work, told: Callable[[float], None], enough: threading.Event) -> str:
    """Let a process do its work; return why it could not, in one line, or nothing where it could.

    It begins a session of its own, has nothing of our environment but where our code lies, and is ended with all that
    it started.
    """
    command = ("nice", "-n", "19", *work.command) if work.kindly else work.command
    child = subprocess.Popen(
        command, stdin=work.given, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, pass_fds=work.kept, cwd="/",
        env=_surroundings(), start_new_session=True,
    )  # fmt: skip
    assert child.stdout is not None
    refused = over = ""
    try:
        for said in _said(child.stdout.fileno(), work.within_s, enough):
            told(_share(said.get("share")))
            if isinstance(why := said.get("refused"), str):
                refused = _line(why)
        with suppress(subprocess.TimeoutExpired):
            child.wait(LOOK_UP_S)
    except TimeoutError:
        over = TOO_LONG
    finally:
        _end(child)
        child.stdout.close()
    return over or refused or _how(child.returncode)


def _said(pipe: int, within_s: float, enough: threading.Event) -> Iterator[dict[str, Any]]:
    """Give what the process says of its work until it is silent for good, or it is enough.

    Raises:
        TimeoutError: it goes on for too long.
    """
    until_s, rest = time.monotonic() + within_s, b""
    while not enough.is_set():
        if time.monotonic() > until_s:
            raise TimeoutError
        if not select.select([pipe], [], [], LOOK_UP_S)[0]:
            continue
        bite = os.read(pipe, BITE)
        if not bite:
            return
        *lines, rest = (rest[-BITE:] + bite).split(b"\n")
        yield from filter(None, map(_words, lines))


def _words(line: bytes) -> dict[str, Any]:
    """Return what a line says of the work; whatever else it is goes to the log."""
    with suppress(ValueError, RecursionError):
        said = json.loads(line)
        if isinstance(said, dict):
            return said
    say("upload", line=line[:LINE].decode(errors="replace"))
    return {}


def _share(said: object) -> float:
    """Return how much is done (0 … 1); a process that a clip has taken over may say anything, even no number."""
    return float(max(0, min(1, said))) if isinstance(said, int | float) else 0.0


def _line(why: str) -> str:
    """Return what a process gives as its reason, as one line that can be shown and kept."""
    return "".join(letter if letter.isprintable() else "?" for letter in why[:LINE])


def _how(status: int) -> str:
    if status == -signal.SIGXCPU:
        return TOO_LONG
    return BROKEN if status else ""


def _end(child: subprocess.Popen[bytes]) -> None:
    with suppress(ProcessLookupError):
        os.killpg(child.pid, signal.SIGKILL)
    child.wait()


def _surroundings() -> dict[str, str]:
    return {"PYTHONPATH": os.pathsep.join(filter(None, sys.path)), "OMP_NUM_THREADS": "1", "LC_ALL": "C.UTF-8"}
