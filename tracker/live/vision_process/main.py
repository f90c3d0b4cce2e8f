"""The process that looks at a table: it tells where the balls lie, and each stroke once they all lie still.

    python -m tracker.live.vision_process.main     (its order comes through standard input)

It is a process of its own so that seeing never holds up the screens, and so that it may die: the server starts another
one, and the score goes on by hand. It ends itself when the server is gone.
"""

import os
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import takewhile
from typing import Final, Protocol

from tracker.capture.picture import Picture
from tracker.capture.process.camera import CameraStream
from tracker.capture.process.child_ipc import teller
from tracker.capture.process.life import CHILD
from tracker.capture.process.opening import is_live
from tracker.capture.recording.storage import Storage
from tracker.capture.sources.source import Span, open_source
from tracker.capture.starting.programs import named
from tracker.domain.errors import CuewatchError, SourceUnreadable
from tracker.domain.table.kit import Kit
from tracker.geometry.paths import TrackPoint
from tracker.live.messages import LOOK_WHOLE, CameraNews, Looked, News, Order, Over, news_line, order_from
from tracker.live.strokes.worker_client import TELLING, WorkerClient
from tracker.live.supervision.shares import take_share
from tracker.live.vision_process.seeking import Observation, Search, found_ahead, observations
from tracker.live.vision_process.stroke_worker import StrokeWorker
from tracker.live.vision_process.window import DeskWindow, Taken
from tracker.pipeline.live_window import LiveWindow, begin
from tracker.rules import shelf
from tracker.show.screens.sight import SeenBall
from tracker.store.calibrations import calibration_from, calibration_text
from tracker.store.kits import find_kit
from tracker.vision.detector import Detector
from tracker.vision.runtimes.networks import open_detector, with_network_kinds

LOOKED_S: Final = 0.2
"""The places of the balls are told so often, by our own clock."""
CAMERA_S, LOOK_UP_S = 1.0, 0.25
"""How the camera fares is told so often, and sooner when it has changed."""
ENDED: Final = "ended"
PARTING_S: Final = 3.0
"""So long the camera may take to finish what it records."""
Tell = Callable[[News], None]


class WatchedFeed(Protocol):
    """Where pictures come from."""

    def pictures(self) -> Iterator[Taken]:
        """Give the pictures, each with when it came."""

    def newest(self, after: int, wait_s: float) -> Taken | None:
        """Return the newest picture numbered above `after`, and when it came, waiting so long for it; None: none does.

        For another thread than the one that is given the pictures.
        """

    def camera_news(self) -> CameraNews:
        """Return how the camera fares."""


def main() -> None:
    """Do the order that the server gives."""
    named("eyes")
    lines = open(sys.stdin.fileno(), "rb", buffering=0, closefd=False)  # noqa: SIM115  it stays open to the end
    tell, order, enough = teller(news_line), order_from(lines.readline().decode()), threading.Event()
    window = None if order.window is None else DeskWindow(order.window, tell)
    threading.Thread(target=_heed, args=(lines, enough, window), daemon=True).start()
    tell(_watched(order, tell, enough, window))
    sys.stderr.flush()
    os._exit(0)


def _watched(order: Order, tell: Tell, enough: threading.Event, window: DeskWindow | None) -> Over:
    """Watch to the end of the source; return why it is over."""
    try:
        detector = open_detector(kit_of(order).kinds, runtime=order.runtime)
        order = with_table_found(order, tell, enough)
        with opened(order, enough) as feed, _reported(feed, tell), _shown(feed, window):
            take_share(order.among)
            watch(feed, order, detector, tell)
            tell(replace(feed.camera_news(), camera=ENDED))
    except CuewatchError as trouble:
        return Over(why=str(trouble), final=not is_live(order.source))
    return Over(why="the source is at its end", final=True)


def kit_of(order: Order) -> Kit:
    """Return the table that is watched, with the balls of the game that is played there and all that is told apart."""
    kit = find_kit(order.kit)
    played = kit if order.rules is None else shelf.find(order.rules, kit).kit
    return with_network_kinds(played if order.pieces is None else replace(played, pieces=order.pieces))


def search_of(order: Order, kit: Kit) -> Search:
    """Return the search for the table, by what a person has said of it."""
    return Search(kit=kit, corners=order.corners, baulk=order.baulk)


def with_table_found(order: Order, tell: Tell, enough: threading.Event) -> Order:
    """Return the order with how the table is seen, where it is to be found in a recording played in its own time."""
    if order.calibration is not None or not order.realtime or is_live(order.source):
        return order
    kit = kit_of(order)
    try:
        pictures = takewhile(lambda _: not enough.is_set(), open_source(order.source).pictures())
        calibration = found_ahead(pictures, search_of(order, kit), tell)
    except SourceUnreadable:
        return order  # it can perhaps be played up to where it breaks off
    return order if calibration is None else replace(order, calibration=calibration_text(calibration, kit))


def watch(feed: WatchedFeed, order: Order, detector: Detector, tell: Tell) -> None:
    """Look at every picture; tell where the balls lie, and the strokes.

    Raises:
        CuewatchError: the source or the calibration cannot be used.
    """
    kit, pictures = kit_of(order), going_on(feed.pictures(), order)
    known = calibration_from(order.calibration, "calibration") if order.calibration else None
    with (
        WorkerClient(replace(TELLING, forks=order.forks)) as client,
        StrokeWorker(begin(kit, known, order.told), known, client.ask, tell) as worker,
    ):
        told_s = 0.0
        for observation in observations(pictures, known, search_of(order, kit), detector, tell):
            if worker.take(observation) or time.monotonic() - told_s >= LOOKED_S:
                tell(looked(worker.newest, observation))
                told_s = time.monotonic()


def going_on(pictures: Iterable[Taken], order: Order) -> Iterator[Taken]:
    """Give the pictures, numbered and timed on from where the eyes before left off."""
    later_us = later = None
    for picture, taken_ms in pictures:
        if later is None or later_us is None:
            later, later_us = max(0, order.number - picture.number), max(0, order.from_us - picture.at_us)
        yield replace(picture, number=picture.number + later, at_us=picture.at_us + later_us), taken_ms


def looked(window: LiveWindow, observation: Observation) -> Looked:
    """Return what is to be told of a picture."""
    return Looked(
        number=observation.sightings.picture, at_us=observation.sightings.at_us, taken_ms=round(observation.taken_ms),
        here=observation.sightings.table_seen, balls=tuple(map(spot, window.balls)),
    )  # fmt: skip


def spot(point: TrackPoint) -> SeenBall:
    """Return a ball as the desk shows it."""
    return SeenBall(
        ball=point.ball, x_mm=round(point.at.x_mm, 1), y_mm=round(point.at.y_mm, 1), sd_mm=round(point.sd_mm, 1),
        seen=point.seen, moving=point.moving,
    )  # fmt: skip


@contextmanager
def opened(order: Order, enough: threading.Event) -> Iterator[WatchedFeed]:
    """Open the source of an order.

    Raises:
        SourceUnreadable: there can be no such source.
    """
    if not (order.realtime or is_live(order.source)):
        yield RecordedFeed(Span(start_s=order.from_us / 1e6).cut(open_source(order.source).pictures()), enough)
        return
    storage = Storage(folder=order.record, most_bytes=order.record_bytes) if order.record else None
    after, child = (order.number, order.from_us), replace(CHILD, forks=order.forks)
    with CameraStream(order.source, storage=storage, after=after, child=child) as camera:
        yield LiveFeed(camera, enough)


class RecordedFeed:
    """Every picture of a recording, as fast as they are looked at."""

    def __init__(self, recording: Iterator[Picture], enough: threading.Event) -> None:
        self._recording, self._enough = recording, enough
        self._last: Taken | None = None

    def pictures(self) -> Iterator[Taken]:
        """Give the pictures until it is enough."""
        for picture in takewhile(lambda _: not self._enough.is_set(), self._recording):
            self._last = picture, time.time() * 1000
            yield self._last

    def newest(self, after: int, wait_s: float) -> Taken | None:
        """Return the picture given last, if it is newer; nobody waits for a recording."""
        return None if self._last is None or self._last[0].number <= after else self._last

    def camera_news(self) -> CameraNews:
        """Return that all is well."""
        return CameraNews(camera="live")


class LiveFeed:
    """The newest picture of a camera whenever one is asked for."""

    def __init__(self, camera: CameraStream, enough: threading.Event) -> None:
        self._camera, self._enough = camera, enough

    def pictures(self) -> Iterator[Taken]:
        """Give the pictures until the source has ended or it is enough."""
        number = -1
        while not self._enough.is_set():
            taken = self.newest(number, LOOK_UP_S)
            if taken is not None:
                number = taken[0].number
                yield taken
            elif self._camera.state.state == ENDED:
                return

    def newest(self, after: int, wait_s: float) -> Taken | None:
        """Return the newest picture, once it is newer."""
        picture = self._camera.newest(after=after, wait_s=wait_s)
        age_us = self._camera.state.age_us or 0
        return None if picture is None else (picture, time.time() * 1000 - age_us / 1000)

    def camera_news(self) -> CameraNews:
        """Return how the camera fares, in the words of the desk."""
        state = self._camera.state
        return CameraNews(
            camera=state.state, why=state.why, pictures=state.pictures, dropped=state.dropped, recording=state.recording
        )


@contextmanager
def _reported(feed: WatchedFeed, tell: Tell) -> Iterator[None]:
    """Tell how the camera fares, whatever the eyes are at."""
    done = threading.Event()

    def report() -> None:
        told, told_s = "", 0.0
        while not done.is_set():
            news = feed.camera_news()
            if news.camera == ENDED:
                return  # there may be a stroke to tell yet
            if news.camera != told or time.monotonic() - told_s >= CAMERA_S:
                tell(news)
                told, told_s = news.camera, time.monotonic()
            done.wait(LOOK_UP_S)

    reporter = threading.Thread(target=report, daemon=True)
    reporter.start()
    try:
        yield
    finally:
        done.set()
        reporter.join()


@contextmanager
def _shown(feed: WatchedFeed, window: DeskWindow | None) -> Iterator[None]:
    """Show the desk what it asks to see, whatever the eyes are at."""
    if window is None:
        yield
        return
    shower = threading.Thread(target=window.show, args=(feed.newest,), daemon=True)
    shower.start()
    try:
        yield
    finally:
        window.close()
        shower.join()


def _heed(lines: Iterable[bytes], enough: threading.Event, window: DeskWindow | None) -> None:
    """Show a picture for each line, until the server is gone or wants no more; a camera that hangs cannot keep us."""
    for line in lines:
        if window is not None:
            window.look(whole=line == LOOK_WHOLE)
    enough.set()
    time.sleep(PARTING_S)
    os._exit(0)


if __name__ == "__main__":
    main()
