"""A board watched as a set would be: the same stroke as of the recording, and the same call, by where side A sits."""

from itertools import takewhile

import pytest

from bench.samples import RUNTIME, SAMPLES
from tracker.calibrate.fit.facing import faced
from tracker.capture.sources.source import open_source
from tracker.domain.book.setup import Setup, Start
from tracker.live.messages import Missed, Order, Struck
from tracker.live.strokes.worker_main import answered
from tracker.live.table.keeping import Memory
from tracker.live.table.table import Table
from tracker.live.vision_process.main import kit_of, search_of
from tracker.live.vision_process.seeking import Observation, observations
from tracker.live.vision_process.stroke_worker import StrokeWorker
from tracker.match.book.entries import Header, Suggested
from tracker.match.steps import BeginMatch, See
from tracker.pipeline.live_window import begin
from tracker.pipeline.watched import watched
from tracker.store.calibrations import read_calibration
from tracker.vision.runtimes.networks import open_detector

CLIP = SAMPLES / "0008-novuss"
ORDER = Order(source=str(CLIP / "clip.mp4"), realtime=False, kit="novuss", rules="novuss-2015", baulk="left")
UNTIL_US = 7_000_000
"""The first stroke is over then."""
BEGIN = BeginMatch(
    header=Header(rulebook="novuss-2015", table="novuss", setup=Setup(start=Start(scores=(5, 5), colours=())))
)


@pytest.fixture(scope="module")
def seen() -> tuple[Observation, ...]:
    kit = kit_of(ORDER)
    known = faced(read_calibration(CLIP / "calibration.json"), kit, ORDER.baulk)
    first = takewhile(lambda picture: picture.at_us < UNTIL_US, open_source(ORDER.source).pictures())
    taken, detector = ((picture, 0.0) for picture in first), open_detector(kit.kinds, runtime=RUNTIME)
    return tuple(observations(taken, known, search_of(ORDER, kit), detector, lambda news: pytest.fail(str(news))))


def test_the_stroke_and_its_call_are_those_of_the_recording(seen: tuple[Observation, ...]) -> None:
    kit, by = kit_of(ORDER), seen[0].calibration
    told: list[Struck | Missed] = []
    with StrokeWorker(begin(kit, by), by, answered, told.append) as worker:
        for look in seen:
            worker.take(look)
            if worker._back is not None:
                worker._back.result()
    live = [news.seen for news in told if isinstance(news, Struck)]
    recorded = watched([look.sightings for look in seen], by, kit, lambda done: None)
    assert tuple(live) == recorded.alternatives
    (stroke,) = (one.likeliest.stroke for one in live)
    assert (stroke.first_hit, [(pot.ball, pot.pocket) for pot in stroke.potted]) == (("a",), [("a", "top-left")])
    table = Table("1", Memory(), lambda: 0)
    table.do(BEGIN)
    table.do(See(seen=live[0]))
    assert table.moment.match is not None
    desk = table.moment.match.frame.desk
    (waiting,) = (entry for number in desk.waiting if isinstance(entry := desk.book.entry(number), Suggested))
    assert [advice.say for advice in waiting.ruling.suggestions] == ["1"]
    assert (desk.scoreline.points, desk.expected_scoreline.points) == ((5, 5), (6, 5))
