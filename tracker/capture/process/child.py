"""The process that reads a camera: it may hang or die, and is then replaced; nothing else is lost with it.

    python -m tracker.capture.process.child     (what is asked of it comes through standard input)

Pictures go to the parent in slots of shared memory (`process.frame_slots`), all words through pipes
(`process.capture_request`). It ends itself when its parent is gone.
"""

import os
import queue
import sys
import threading
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from itertools import takewhile
from typing import IO

import av.logging

from tracker.capture.addresses import shown_name
from tracker.capture.picture import Image, quarter_turns, upright
from tracker.capture.process.capture_request import (
    CaptureRequest,
    Laid,
    News,
    RecordingNews,
    SourceOver,
    news_line,
    request_from,
)
from tracker.capture.process.child_ipc import teller
from tracker.capture.process.feeds import Feed, of_one_size
from tracker.capture.process.frame_slots import FrameSlot
from tracker.capture.process.opening import is_live, open_feed
from tracker.capture.recording.recorder import Recorder, recorder_for
from tracker.capture.stamped import Decoded, Given, PictureStamp
from tracker.capture.starting.programs import named
from tracker.domain.errors import SourceLost, SourceUnreadable

FINISHING_S = 1.5
"""How long what is being recorded may take to be finished."""
SLOT_WAIT_S = 0.1
"""A parent that runs gives a slot back at once: when several pictures come at a time, the last is to get one too."""
Tell = Callable[[News], None]
Opener = Callable[[CaptureRequest], AbstractContextManager[Feed]]


def main() -> None:
    """Do what the parent asks."""
    named("capture")
    av.logging.restore_default_callback()  # FFmpeg's own lines go to standard error, past Python
    av.logging.set_libav_level(av.logging.WARNING)
    serve(open_feed)


def serve(opener: Opener) -> None:
    """Do what is asked with sources from `opener`, then tell the parent why it is over."""
    # Unbuffered: a thread that waits in a buffer's lock would keep this process from ending.
    lines = open(sys.stdin.fileno(), "rb", buffering=0, closefd=False)  # noqa: SIM115  it stays open to the end
    tell, request = teller(news_line), request_from(lines.readline().decode())
    hand = HandOver(request, tell)
    threading.Thread(target=_take_back, args=(lines, hand), daemon=True).start()
    tell(_followed(request, opener, hand, tell))
    sys.stderr.flush()
    os._exit(0)  # a camera that hangs on closing cannot keep it


def _followed(request: CaptureRequest, opener: Opener, hand: "HandOver", tell: Tell) -> SourceOver:
    """Hand over all that the source gives; return why it gives no more."""
    live, name = is_live(request.source), shown_name(request.source)

    def said(how: str) -> None:
        tell(RecordingNews(how=how))

    try:
        with opener(request) as feed, recorder_for(request.storage, feed.stream, said) as recorder:
            for given in takewhile(lambda _: not hand.enough.is_set(), of_one_size(feed.given, name)):
                _pass_on(given, hand, recorder)
    except (SourceLost, SourceUnreadable) as trouble:
        return SourceOver(why=str(trouble), final=not live)
    return SourceOver(why=f"{name} sends no more" if live else f"{name} is at its end", final=not live)


def _pass_on(given: Given, hand: "HandOver", recorder: Recorder | None) -> None:
    hand.miss(given.missed)
    numbered = [(decoded, shown) for decoded in given.decoded if (shown := hand.show(decoded)) is not None]
    if recorder is not None:
        recorder.put(given, numbered)


class HandOver:
    """Numbers the pictures and lays them in slots; one that finds no slot is dropped, and counted."""

    def __init__(self, request: CaptureRequest, tell: Tell) -> None:
        self._slots = tuple(FrameSlot(fd) for fd in request.slots)
        self._free: queue.LifoQueue[int] = queue.LifoQueue()  # so that no more slots take memory than are needed
        self._tell = tell
        self._number = request.number
        self._last_us = -1 if request.reached is None else request.reached.at_us
        self._dropped, self._starved = 0, False
        self.enough = threading.Event()
        """Set when nobody wants more."""
        for index in range(len(self._slots)):
            self.take_back(index)

    def take_back(self, slot: int) -> None:
        """Take a slot that the parent has emptied."""
        self._free.put(slot)

    def miss(self, count: int) -> None:
        """Count pictures that were passed over."""
        self._number += count
        self._dropped += count

    def show(self, decoded: Decoded) -> PictureStamp | None:
        """Hand a picture over; return which it is, or None where it is not later than the one before and so is none."""
        if decoded.at_us <= self._last_us:
            return None
        shown = PictureStamp(number=self._number, at_us=decoded.at_us)
        self._last_us, self._number = shown.at_us, shown.number + 1
        slot = self._slot()
        if slot is None:
            self._dropped += 1
        else:
            self._lay(slot, shown, upright(decoded.frame, quarter_turns(decoded.frame)))
        return shown

    def _slot(self) -> int | None:
        """Return a free slot, waiting for one unless the parent was too slow for the picture before."""
        try:
            slot = self._free.get(timeout=0.0 if self._starved else SLOT_WAIT_S)
        except queue.Empty:
            slot = None
        self._starved = slot is None
        return slot

    def _lay(self, slot: int, shown: PictureStamp, image: Image) -> None:
        self._slots[slot].lay(image)
        (height, width), dropped, self._dropped = image.shape[:2], self._dropped, 0
        number, at_us = shown.number, shown.at_us
        self._tell(Laid(slot=slot, number=number, at_us=at_us, width=width, height=height, dropped=dropped))


def _take_back(lines: IO[bytes], hand: HandOver) -> None:
    """Take slots back until the parent is gone, or wants no more."""
    for line in lines:
        hand.take_back(int(line))
    hand.enough.set()
    time.sleep(FINISHING_S)
    os._exit(0)  # the reader may hang for ever


if __name__ == "__main__":
    main()
