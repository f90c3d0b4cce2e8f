"""A capture child whose camera does what a script says, life after life; run as a child by `capture.camera`.

    python scripted.py SCRIPT     (a JSON list of lives, each a list of steps; the last life is lived again and again)

Steps: `["give", count]` pictures 5 ms apart, stamped 40 ms apart and as grey as their stamp;
`["resize", width, height]`; `["jump", seconds]` of the stamps;
`["say", line]`; `["hang"]`; `["die"]`; `["fail", why]`. After its last step it ends.
"""

import json
import os
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import av
import numpy as np

from tracker.capture.process.capture_request import CaptureRequest
from tracker.capture.process.child import serve
from tracker.capture.process.feeds import Feed, clock_us, on_capture_clock
from tracker.capture.stamped import MICRO, Decoded, Given
from tracker.domain.errors import SourceLost

STEP_US, PAUSE_S = 40_000, 0.005


def grey(at_us: int) -> int:
    """How bright the picture of a life is that was stamped so."""
    return at_us // STEP_US % 256


class Script:
    def __init__(self, path: Path) -> None:
        lives = json.loads(path.read_text())
        count = path.with_suffix(".lives")
        lived = int(count.read_text()) if count.exists() else 0
        count.write_text(str(lived + 1))
        self.steps = lives[min(lived, len(lives) - 1)]
        self.stamp_us, self.size = 0, (64, 48)
        self.source = ""

    @contextmanager
    def open(self, request: CaptureRequest) -> Iterator[Feed]:
        self.source = request.source
        yield Feed(given=self.given(request))

    def given(self, request: CaptureRequest) -> Iterator[Given]:
        for sent in on_capture_clock(self.packets(), request.reached, clock_us):
            width, height = self.size
            image = np.full((height, width, 3), grey(self.stamp_us), np.uint8)
            frame = av.VideoFrame.from_ndarray(image, format="bgr24")
            yield Given(decoded=(Decoded(frame=frame, at_us=sent.at_us),))

    def packets(self) -> Iterator[Any]:
        for word, *rest in self.steps:
            for _ in range(rest[0] if word == "give" else 0):
                packet = av.Packet(b"picture")
                packet.pts, packet.dts, packet.time_base = self.stamp_us, self.stamp_us, MICRO
                yield packet
                self.stamp_us += STEP_US
                time.sleep(PAUSE_S)
            if word != "give":
                getattr(self, word)(*rest)

    def jump(self, seconds: float) -> None:
        self.stamp_us += round(seconds * 1e6)

    def resize(self, width: int, height: int) -> None:
        self.size = width, height

    def say(self, line: str) -> None:
        print(line.replace("ADDRESS", self.source), file=sys.stderr, flush=True)

    def hang(self) -> None:
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM, signal.SIGINT})
        time.sleep(600)

    def die(self) -> None:
        os.kill(os.getpid(), signal.SIGKILL)

    def fail(self, why: str) -> None:
        raise SourceLost(why)


if __name__ == "__main__":
    serve(Script(Path(sys.argv[1])).open)
