"""Looks back over the last moments in a thread of its own, so that no picture goes by unseen while a stroke is told.

To tell a stroke takes as long as to see ten pictures. What is looked back over is a value that no other thread changes
(`live.lately`); what was told is taken out of what is known when it is there, a few pictures later.
"""

from collections.abc import Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from types import TracebackType
from typing import Final, Self

from tracker.app.live.lately import Lately, LookedBack, Told, due, last, looked_back, noticed, turned, without
from tracker.app.live.seeking import Look
from tracker.app.live.telling import Missed, Struck
from tracker.app.review.evidence import evidence_of, evidence_text
from tracker.geometry.calibration import Calibration
from tracker.store.kits import find_kit

BROKEN_OFF: Final = "the camera was moved while a stroke was played: score it by hand"
Tell = Callable[[Struck | Missed], None]


class Aside:
    """What is known of the last moments, and one look back over them at a time."""

    def __init__(self, lately: Lately, by: Calibration | None, tell: Tell) -> None:
        """Begin with what is known; `by`: how the camera sees the table, if that is known."""
        self.newest, self._by, self._tell = lately, by, tell
        self._clock_us = 0
        self._thread = ThreadPoolExecutor(1, "telling")
        self._back: Future[LookedBack] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, _: BaseException | None, __: TracebackType | None) -> None:
        """Tell what is left, where all went well."""
        if kind is None:
            self._settle()
            self._say(last(self.newest))
        self._thread.shutdown(cancel_futures=True)

    def take(self, look: Look) -> bool:
        """Take in what a picture shows; return whether a stroke was told."""
        told = self.newest.told
        if look.calibration is not self._by:
            self._turn(look)
        self.newest = noticed(self.newest, look.sightings)
        self._clock_us = round(look.taken_ms * 1000) - look.sightings.at_us
        if self._back is not None and self._back.done():
            self._settle()
        rest = due(self.newest) if self._back is None else None
        if rest is not None:
            self._back = self._thread.submit(looked_back, self.newest, rest)
        return self.newest.told > told

    def _settle(self) -> None:
        """Tell what a look back has found, once it has."""
        if self._back is not None:
            back, self._back = self._back.result(), None
            self.newest = without(self.newest, back)
            self._say(back.told)

    def _turn(self, look: Look) -> None:
        """Go on once the camera sees the table otherwise, after what had ended before was told."""
        self._settle()
        if any(point.moving for point in self.newest.balls):
            self._tell(Missed(why=BROKEN_OFF))
        else:
            left = last(self.newest)
            self._say(left)
            self.newest = replace(self.newest, told=self.newest.told + len(left))
        self.newest, self._by = turned(self.newest, look.calibration, look.sightings), look.calibration

    def _say(self, told: Iterable[Told]) -> None:
        for one in told:
            evidence = "" if self._by is None else witnessed(one, self._by)
            self._tell(Struck(stroke=one.stroke, standing=one.standing, evidence=evidence, clock_us=self._clock_us))


def witnessed(one: Told, by: Calibration) -> str:
    """Return what is kept of a stroke that a calibrated camera saw."""
    return evidence_text(evidence_of(one.stroke, one.standing, one.paths, by, find_kit(by.table)))
