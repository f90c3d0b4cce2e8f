"""Has the strokes of the last moments told aside, so that no picture goes by unseen meanwhile.

To tell a stroke takes as long as to see ten pictures and more. What is looked back over is a value that nobody changes
(`pipeline.live_window`), so another process may do it (`live.strokes.worker_client`); what was told is taken out of
what is known when it is there, a few pictures later. All else is as for a recording (`pipeline.recorded`).
"""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from types import TracebackType
from typing import Final, Self

from tracker.geometry.calibration import Calibration
from tracker.live.messages import Missed, Struck
from tracker.live.strokes.worker_client import CannotTell, LookBackReply, LookBackRequest
from tracker.live.vision_process.seeking import Observation
from tracker.pipeline.live_window import LiveWindow, TableRest, forget, given_up, ingest, ready, remaining, turned
from tracker.pipeline.look_back import settled

BROKEN_OFF: Final = "the camera was moved while a stroke was played: score it by hand"
Ask = Callable[[LookBackRequest], LookBackReply]
Tell = Callable[[Struck | Missed], None]


class StrokeWorker:
    """What is known of the last moments, and one look back over them at a time."""

    def __init__(self, window: LiveWindow, by: Calibration | None, ask: Ask, tell: Tell) -> None:
        """Begin with what is known; `by`: how the camera sees the table, if that is known.

        `ask` looks back, in a thread of ours that has nothing else to do than to wait for the answer.
        """
        self.newest, self._by, self._ask, self._tell = window, by, ask, tell
        self._clock_us = 0
        self._thread = ThreadPoolExecutor(1, "telling")
        self._back: Future[LookBackReply] | None = None
        self._rest = TableRest(from_us=0, until_us=0)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, _: BaseException | None, __: TracebackType | None) -> None:
        """Tell what is left, where all went well."""
        if kind is None:
            self._finish()
        self._thread.shutdown(cancel_futures=True)

    def take(self, observation: Observation) -> bool:
        """Take in what a picture shows; return whether a stroke was told."""
        told = self.newest.told
        if observation.calibration is not self._by:
            self._turn(observation)
        self.newest = forget(ingest(self.newest, observation.sightings))
        self._clock_us = round(observation.taken_ms * 1000) - observation.sightings.at_us
        if self._back is not None and self._back.done():
            self._settle()
        rest = ready(self.newest) if self._back is None else None
        if rest is not None:
            self._look_back(rest)
        return self.newest.told > told

    def _look_back(self, rest: TableRest) -> None:
        self._rest = rest
        self._back = self._thread.submit(self._ask, LookBackRequest(window=self.newest, rest=rest, by=self._by))

    def _settle(self) -> None:
        """Tell what a look back has found, once it has; what nobody could tell is left to the keys."""
        if self._back is None:
            return
        back, self._back = self._back, None
        try:
            answer = back.result()
        except CannotTell as trouble:
            self.newest = given_up(self.newest, self._rest)
            self._tell(Missed(why=str(trouble)))
        else:
            self.newest = settled(self.newest, answer.back)
            self._say(answer)

    def _finish(self) -> None:
        """Tell what no more pictures can change."""
        self._settle()
        rest = remaining(self.newest)
        if rest is not None:
            self._look_back(rest)
            self._settle()

    def _turn(self, observation: Observation) -> None:
        """Go on once the camera sees the table otherwise, after what had ended before was told."""
        self._settle()
        if any(point.moving for point in self.newest.balls):
            self._tell(Missed(why=BROKEN_OFF))
        else:
            self._finish()
        self._by = observation.calibration
        self.newest = turned(self.newest, observation.calibration, observation.sightings)

    def _say(self, answer: LookBackReply) -> None:
        for one, evidence in zip(answer.back.told, answer.evidence, strict=True):
            self._tell(Struck(seen=one, evidence=evidence, clock_us=self._clock_us))
