"""One capture child as its parent sees it: from the request it is given to its end, which may have to be forced."""

import os
import selectors
import subprocess
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import IO, Any

from tracker.capture.picture import Image
from tracker.capture.process.capture_request import CaptureRequest, Laid, News, news_from
from tracker.capture.process.frame_slots import new_frame_slots
from tracker.capture.starting.programs import PYTHON, Child, Program

CHILD = Program(command=(*PYTHON, "tracker.capture.process.child"))
PARTING_S = 2.0
"""How long a child that was asked to end may take, to finish what it records; then it is killed."""
BITE = 65_536
Say = Callable[[str], None]


class Life:
    """A child at its work."""

    def __init__(self, child: Program, request: CaptureRequest, log: Say) -> None:
        self._slots = new_frame_slots()
        self._log = log
        self._speaking = threading.Lock()
        """Else one thread could close the pipe while another writes, into whatever was opened in its place."""
        try:
            self._child = child.started(tuple(slot.fd for slot in self._slots))
        except OSError:
            self._close_slots()
            raise
        self._orders, self._words, self._lines = _pipes(self._child)
        self._begun = {self._words: b"", self._lines: b""}
        self._ears = selectors.DefaultSelector()
        for pipe in self._begun:
            self._ears.register(pipe, selectors.EVENT_READ)
        self._order(replace(request, slots=tuple(slot.fd for slot in self._slots)).to_line())

    def news(self, wait_s: float) -> list[News]:
        """Return what the child has to tell, waiting so long for it; what it logs goes to the log.

        Raises:
            ValueError, KeyError, TypeError: it talks nonsense.
        """
        return [news_from(line) for line in self._hear(wait_s)]

    @property
    def is_gone(self) -> bool:
        """Whether nothing more can come."""
        return self._words not in self._ears.get_map()

    def lift(self, laid: Laid) -> Image:
        """Take a picture out of its slot, and give the slot back."""
        image = self._slots[laid.slot].lift(laid.width, laid.height)
        self.give_back(laid)
        return image

    def give_back(self, laid: Laid) -> None:
        """Give the slot of a picture back."""
        self._order(f"{laid.slot}\n")

    def ask_to_end(self) -> None:
        """Let the child finish what it records and end; to be called from any thread."""
        with self._speaking, suppress(OSError):
            self._orders.close()

    def end(self, *, at_once: bool) -> None:
        """End the child, by force where it hangs; nothing of it is left."""
        self.ask_to_end()
        with suppress(subprocess.TimeoutExpired):
            self._child.wait(0 if at_once else PARTING_S)
        self._child.kill()
        self._child.wait()
        while self._ears.get_map():
            self._hear(0)  # its last words
        self._ears.close()
        for pipe in (self._words, self._lines):
            pipe.close()
        self._close_slots()

    def _order(self, line: str) -> None:
        with self._speaking, suppress(OSError, ValueError):  # it is gone or going: the end of its words will tell
            self._orders.write(line.encode())

    def _hear(self, wait_s: float) -> list[str]:
        words: list[str] = []
        for key, _ in self._ears.select(wait_s):
            lines = self._read(key.fileobj)
            if key.fileobj is self._words:
                words += lines
            else:
                self._log("\n".join(lines))
        return words

    def _close_slots(self) -> None:
        for slot in self._slots:
            slot.close()

    def _read(self, pipe: Any) -> list[str]:
        bite = os.read(pipe.fileno(), BITE)
        if not bite:
            self._ears.unregister(pipe)
            bite = b"\n" if self._begun[pipe] and pipe is self._lines else b""
        *lines, self._begun[pipe] = (self._begun[pipe] + bite).split(b"\n")
        return [line.decode(errors="replace") for line in lines if line]


def _pipes(child: Child) -> tuple[IO[bytes], IO[bytes], IO[bytes]]:
    if child.stdin is None or child.stdout is None or child.stderr is None:
        raise AssertionError("a child is started with all its pipes")
    return child.stdin, child.stdout, child.stderr
