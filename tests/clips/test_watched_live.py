"""A sample clip watched as a match would be: the same strokes, and the same calls, as of the recording."""

import cv2
import numpy as np
import pytest

from bench.samples import RUNTIME, SAMPLES
from tracker.capture.sources.source import open_source
from tracker.cli.evaluation.run_and_truth import read_truth
from tracker.domain.table.kit import Kit
from tracker.live.messages import Missed, Struck, news_from, news_line
from tracker.live.strokes.evidence import outline_px
from tracker.live.strokes.worker_main import answered
from tracker.live.table.keeping import Memory
from tracker.live.table.table import Table
from tracker.live.vision_process.seeking import Observation, Search, observations
from tracker.live.vision_process.stroke_worker import StrokeWorker
from tracker.match.book.entries import Suggested
from tracker.match.steps import BeginMatch, See
from tracker.pipeline.judging import judge
from tracker.pipeline.live_window import begin
from tracker.pipeline.watched import Watched, watched
from tracker.review.archive import EVIDENCE
from tracker.store.calibrations import read_calibration
from tracker.vision.runtimes.networks import open_detector

CLIP = SAMPLES / "0001-red-then-black"
RULES = "snooker-2024"


@pytest.fixture(scope="module")
def kit() -> Kit:
    return read_truth(CLIP / "truth.json").kit


@pytest.fixture(scope="module")
def seen(kit: Kit) -> tuple[Observation, ...]:
    """What the clip shows, looked at once."""
    calibration = read_calibration(CLIP / "calibration.json")
    taken, detector = open_source(str(CLIP / "clip.mp4")).pictures(), open_detector(runtime=RUNTIME)
    pictures = ((picture, 0.0) for picture in taken)
    return tuple(observations(pictures, calibration, Search(kit=kit), detector, lambda news: pytest.fail(str(news))))


@pytest.fixture(scope="module")
def recorded(seen: tuple[Observation, ...], kit: Kit) -> Watched:
    sightings = [look.sightings for look in seen]
    return watched(sightings, read_calibration(CLIP / "calibration.json"), kit, lambda done: None)


@pytest.fixture(scope="module")
def live(seen: tuple[Observation, ...], kit: Kit) -> list[tuple[int, Struck]]:
    """The strokes as the server gets them from the eyes, each with the time of the picture after which they tell it."""
    told: list[tuple[int, Struck | Missed]] = []
    by = seen[0].calibration
    with StrokeWorker(begin(kit, by), by, answered, lambda news: told.append((worker.newest.now_us, news))) as worker:
        for look in seen:
            worker.take(look)
            if worker._back is not None:
                worker._back.result()
    back = [(at_us, news_from(news_line(news))) for at_us, news in told]
    return [(at_us, news) for at_us, news in back if isinstance(news, Struck)]


def test_live_and_recorded_the_same_strokes_are_told(recorded: Watched, live: list[tuple[int, Struck]]) -> None:
    assert len(live) == 2
    assert tuple(news.seen for _, news in live) == recorded.alternatives


def test_the_first_stroke_is_told_before_the_second_is_played(live: list[tuple[int, Struck]]) -> None:
    (told_us, _), (_, second) = live
    assert told_us < second.stroke.began_us


def test_the_desk_suggests_the_same_calls(recorded: Watched, live: list[tuple[int, Struck]], kit: Kit) -> None:
    judged = judge(recorded, kit, RULES, (0, 0), "red")
    table = Table("1", Memory(), lambda: 0)
    table.do(BeginMatch(header=judged.book.header))
    for _, news in live:
        table.do(See(seen=news.seen))
    assert table.moment.match is not None
    desk = table.moment.match.frame.desk
    waiting = [desk.book.entry(number) for number in desk.waiting]
    suggested = [entry.ruling for entry in waiting if isinstance(entry, Suggested)]
    said = [[advice.say for advice in ruling.suggestions] for ruling in suggested]
    assert said == [[advice.say for advice in ruling.suggestions] for ruling in judged.rulings] == [["1"], ["7"]]
    assert desk.expected_scoreline.points == judged.lines[-1].points == (8, 0)
    assert desk.scoreline.points == (0, 0)


def test_a_stroke_comes_with_little_evidence_of_where_the_balls_were(
    live: list[tuple[int, Struck]], kit: Kit, seen: tuple[Observation, ...]
) -> None:
    calibration = read_calibration(CLIP / "calibration.json")
    times = {look.sightings.picture: look.sightings.at_us for look in seen}
    for _, one in live:
        evidence = EVIDENCE.validate_json(one.evidence)
        assert (evidence.width, evidence.height) == calibration.camera.image_size
        assert len(one.evidence) < 20_000
        points = [point for way in evidence.tracks for point in way.points]
        moving = {way.ball for way in evidence.tracks if len(way.points) > 5}
        assert moving == {"white", one.stroke.first_hit[0]}
        placed = calibration.camera.project_on([point[3:5] for point in points], kit.ball_radius_mm)
        shown = np.array([point[1:3] for point in points])
        assert np.median(np.hypot(*(placed - shown).T)) < 2.0
        assert all(len(set(numbers)) == len(numbers) for numbers in ([p[0] for p in w.points] for w in evidence.tracks))
        for happening in evidence.incidents:
            assert happening.picture is not None
            assert abs(times[happening.picture] - happening.at_us) <= 20_001
            assert happening.kind == "rest" or None not in (happening.x_px, happening.y_px, happening.x_mm)


def test_the_outline_runs_round_the_cloth(kit: Kit) -> None:
    camera = read_calibration(CLIP / "calibration.json").camera
    outline = np.array(outline_px(camera, kit), np.float32)
    inside = camera.project_on(list(kit.spots.values()), kit.ball_radius_mm)
    assert all(cv2.pointPolygonTest(outline, (float(u), float(v)), False) > 0 for u, v in inside)
    corners = camera.project_on([(0, 0), (kit.width_mm, kit.length_mm)], kit.nose_height_mm)
    assert np.abs(outline[:, None] - corners).max(axis=2).min(axis=0).max() < 0.1
