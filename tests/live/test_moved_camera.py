"""A camera that is knocked while a match is on: the table is found anew, and nothing is made up meanwhile."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Never

import cv2
import numpy as np
import pytest
from makers import Eye, look, play

from models.training.painter.cameras import Stand, camera_at
from tracker.capture.picture import Image, Picture
from tracker.cli.commands.serve import with_kept
from tracker.domain.errors import CalibrationUnreadable
from tracker.domain.strokes.stroke import Stroke
from tracker.geometry.calibration import Calibration
from tracker.geometry.camera import Camera
from tracker.geometry.sightings import Sightings, blind
from tracker.live.messages import CameraNews, Found, Looked, Missed, Order, Sought, Struck
from tracker.live.strokes.worker_main import answered
from tracker.live.supervision.supervisor import camera_of, sight_after
from tracker.live.table.keeping import Keeper, Memory
from tracker.live.table.stored import Stored
from tracker.live.table.table import Table
from tracker.live.vision_process.seeking import GONE, MOVED, Observation, Search, observations
from tracker.live.vision_process.stroke_worker import StrokeWorker
from tracker.pipeline.live_window import LiveWindow, begin
from tracker.pipeline.recorded import recorded
from tracker.show.screens.sight import Sight
from tracker.store.calibrations import calibration_from, calibration_text
from tracker.store.database.opening import open_database
from tracker.store.kits import find_kit
from tracker.vision.detector import Detections, nothing

KIT = find_kit("snooker-12ft")
MARKS_MM = np.array([(300.0, 300.0), (1500.0, 300.0), (889.0, 1784.0), (300.0, 3300.0), (1500.0, 3300.0)])
KNOCK = (14, 9)
TABLE = (("white", 700, 700), ("red", 889, 1500), ("blue", 889, 1784.5), ("black", 889, 3245), ("brown", 889, 737),
         ("pink", 300, 2600))  # fmt: skip
ORDER = Order(source="rtsp://bob:secret@camera/live", realtime=False, kit=KIT.name)


def calibration(camera: Camera | None = None) -> Calibration:
    camera = camera or camera_at(KIT, Stand(azimuth_deg=0, elevation_deg=40, distance_mm=8500))
    return Calibration(table=KIT.name, camera=camera, error_px=0.3, error_mm=1.0, found_by="auto")


class NoBalls:
    """A detector that sees none."""

    sees, ball_px, colours = KIT.kinds, 15.0, None

    def detect(self, picture: Image) -> Detections:
        return nothing(self.sees)


def shifted(picture: Image, dx: float, dy: float) -> Image:
    by = np.array([[1, 0, dx], [0, 1, dy]], np.float32)
    moved = cv2.warpAffine(picture, by, picture.shape[1::-1], borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(moved, np.uint8)


def film(*parts: tuple[Image, int]) -> list[tuple[Picture, float]]:
    """Return pictures, ten a second, from images with how many there are of each."""
    images = [image for image, count in parts for _ in range(count)]
    return [(Picture(number=n, at_us=n * 100_000, image=image), 0.0) for n, image in enumerate(images)]


def looked(pictures: list[tuple[Picture, float]], known: Calibration) -> tuple[list[Observation], list[Sought | Found]]:
    told: list[Sought | Found] = []
    return list(observations(pictures, known, Search(kit=KIT), NoBalls(), told.append)), told


def test_after_a_knock_nothing_is_seen_until_the_table_is_found_where_it_is_now(table_picture: Image) -> None:
    known = calibration()
    seen, told = looked(film((table_picture, 5), (shifted(table_picture, *KNOCK), 25)), known)
    here = [look.sightings.table_seen for look in seen]
    back = here.index(True, 5)
    assert here == [True] * 5 + [False] * (back - 5) + [True] * (30 - back)
    assert [type(news) for news in told] == [Sought, Found]
    assert isinstance(told[0], Sought)
    assert isinstance(told[1], Found)
    assert (told[0].why, told[0].again) in {(MOVED, True), (GONE, True)}
    anew = calibration_from(told[1].calibration, "found")
    assert all(look.calibration is known for look in seen[:back])
    due = known.camera.project_on(MARKS_MM, KIT.ball_radius_mm) + KNOCK
    assert np.abs(anew.camera.project_on(MARKS_MM, KIT.ball_radius_mm) - due).max() < 2.0


@pytest.mark.parametrize(("turn_deg", "zoom"), [(0.0, 1.06), (2.5, 1.0), (-1.5, 0.93)])
def test_a_camera_that_was_zoomed_or_turned_is_found_again_within_five_seconds_of_play(
    table_picture: Image, turn_deg: float, zoom: float
) -> None:
    height, width = table_picture.shape[:2]
    by = cv2.getRotationMatrix2D(((width - 1) / 2, (height - 1) / 2), turn_deg, zoom)
    turned = np.asarray(cv2.warpAffine(table_picture, by, (width, height), borderMode=cv2.BORDER_REPLICATE), np.uint8)
    known = calibration()
    seen, told = looked(film((table_picture, 3), (turned, 50)), known)
    back = [look.sightings.table_seen for look in seen].index(True, 3)
    assert seen[back].sightings.at_us - seen[3].sightings.at_us <= 5_000_000
    due = known.camera.project_on(MARKS_MM, KIT.ball_radius_mm) @ by[:, :2].T + by[:, 2]
    assert np.abs(seen[back].calibration.camera.project_on(MARKS_MM, KIT.ball_radius_mm) - due).max() < 3.0
    assert [type(news) for news in told] == [Sought, Found]


def test_a_camera_that_was_turned_away_is_said_to_be_so_within_five_seconds_of_play(table_picture: Image) -> None:
    _, told = looked(film((table_picture, 3), (np.zeros_like(table_picture), 50)), calibration())
    assert told[0] == Sought(why=GONE, again=True)


def test_a_small_knock_is_called_one(table_picture: Image) -> None:
    _, told = looked(film((table_picture, 3), (shifted(table_picture, 7, 4), 20)), calibration())
    assert told[0] == Sought(why=MOVED, again=True)


def test_pictures_of_another_size_are_calibrated_anew_and_that_is_said(table_picture: Image) -> None:
    known, (height, width) = calibration(), table_picture.shape[:2]
    smaller = np.asarray(cv2.resize(table_picture, (width // 2, height // 2), interpolation=cv2.INTER_AREA), np.uint8)
    # Two that were gathered for the search when the pictures change must not be mixed with what comes.
    seen, told = looked(film((table_picture, 5), (np.zeros_like(table_picture), 8), (smaller, 30)), known)
    why = f"the camera now sends pictures of {width // 2}x{height // 2}: finding the table again"
    assert told[0] == Sought(why=why, again=True)
    found = [news for news in told if isinstance(news, Found)]
    assert len(found) == 1
    anew = calibration_from(found[0].calibration, "found")
    assert anew.camera.image_size == (width // 2, height // 2)
    due = known.camera.project_on(MARKS_MM, KIT.ball_radius_mm) / 2
    assert np.abs(anew.camera.project_on(MARKS_MM, KIT.ball_radius_mm) - due).max() < 1.5
    assert not any(look.sightings.table_seen for look in seen[5:] if look.calibration is known)
    assert seen[-1].sightings.table_seen


def test_corners_that_a_person_gave_are_not_those_of_pictures_of_another_size(table_picture: Image) -> None:
    height, width = table_picture.shape[:2]
    first, second = (np.zeros((side, width, 3), np.uint8) for side in (height, height // 2))
    search = Search(kit=KIT, corners=((1.0, 1.0), (9.0, 1.0), (9.0, 9.0), (1.0, 9.0)))
    search = search.among(Picture(number=0, at_us=0, image=first)).among(Picture(number=1, at_us=1, image=second))
    assert (len(search.group), search.corners) == (1, ())


def test_a_table_that_is_back_soon_is_not_sought(table_picture: Image) -> None:
    nothing = np.zeros_like(table_picture)
    seen, told = looked(film((table_picture, 3), (nothing, 12), (table_picture, 3), (nothing, 12)), calibration())
    assert [look.sightings.table_seen for look in seen] == [True] * 3 + [False] * 12 + [True] * 3 + [False] * 12
    assert not told


def test_a_table_that_was_hidden_for_long_is_back_where_it_was(table_picture: Image) -> None:
    known = calibration()
    seen, told = looked(film((table_picture, 3), (np.zeros_like(table_picture), 40), (table_picture, 3)), known)
    assert {news.why for news in told if isinstance(news, Sought)} == {GONE}
    assert len(told) == len([news for news in told if isinstance(news, Sought)])
    assert [look.sightings.table_seen for look in seen[-3:]] == [True] * 3
    assert seen[-1].calibration is known


def test_a_kept_calibration_is_used_only_if_the_picture_bears_it_out(table_picture: Image) -> None:
    _, told = looked(film((table_picture, 20)), calibration())
    assert not told
    elsewhere = camera_at(KIT, Stand(azimuth_deg=30, elevation_deg=50, distance_mm=8000))
    seen, told = looked(film((table_picture, 20)), calibration(elsewhere))
    assert [type(news) for news in told] == [Sought, Found]
    assert seen[-1].sightings.table_seen


@pytest.fixture(scope="module")
def two_strokes() -> list[list[Sightings]]:
    """What is seen of a stroke, and of another one played from where it left the balls."""
    balls: tuple[tuple[str, float, float], ...] = TABLE
    seen = []
    for degrees in (77, 250):
        truth = play(balls, 600, degrees, lasts_s=8.0, kit=KIT)
        seen.append(look(truth, Eye(rate=25)))
        balls = tuple((b, float(at[0]), float(at[1])) for b, at in zip(truth.balls, truth.places_mm[-1], strict=True))
    return seen


def told_through(
    first: list[Sightings], second: list[Sightings], aside_mm: tuple[float, float]
) -> tuple[list[Stroke], LiveWindow]:
    """Return the strokes told of what is seen, then out of view for 3 s, then seen by another with all places aside."""
    told: list[Struck | Missed] = []
    before = calibration()
    away = [blind(0, first[-1].at_us + n * 40_000, KIT.kinds) for n in range(1, 75)]
    from_us, anew = away[-1].at_us + 40_000, calibration()
    again = [replace(s, at_us=s.at_us + from_us, places_mm=s.places_mm + np.array(aside_mm)) for s in second]
    with StrokeWorker(begin(KIT, before), before, answered, told.append) as worker:
        for by, sightings in (*((before, s) for s in (*first, *away)), *((anew, s) for s in again)):
            worker.take(Observation(sightings=sightings, calibration=by, taken_ms=0.0))
            if worker._back is not None:
                worker._back.result()
    return [one.stroke for one in told if isinstance(one, Struck)], worker.newest


def test_strokes_on_either_side_of_a_knock_are_told_and_no_ball_was_moved_by_hand(
    two_strokes: list[list[Sightings]],
) -> None:
    told, window = told_through(two_strokes[0], two_strokes[1], (7.0, -5.0))
    alone = strokes_alone(two_strokes[1])
    assert [stroke.first_hit for stroke in told] == [("red",), *(stroke.first_hit for stroke in alone)]
    assert [stroke.moved_between for stroke in told] == [(), ()]
    assert {track.track for track in window.following.tracks} <= set(range(1, 8))


def test_a_stroke_that_ended_just_before_a_knock_is_told(two_strokes: list[list[Sightings]]) -> None:
    first, second = two_strokes
    rest_us = strokes_alone(first)[0].ended_us
    told, _ = told_through([s for s in first if s.at_us < rest_us + 500_000], second, (0.0, 0.0))
    assert [stroke.first_hit for stroke in told] == [("red",), *(stroke.first_hit for stroke in strokes_alone(second))]


def test_balls_that_lie_otherwise_after_a_knock_are_followed_anew(two_strokes: list[list[Sightings]]) -> None:
    _, window = told_through(two_strokes[0], two_strokes[1], (400.0, 300.0))
    assert len([track for track in window.following.tracks if track.confirmed]) == len(TABLE)


def strokes_alone(seen: list[Sightings]) -> list[Stroke]:
    parts = recorded(seen, begin(KIT, None))
    return [one.likeliest.stroke for part in parts for one in part.told]


def test_the_desk_says_that_the_camera_moved_until_the_table_is_seen_again() -> None:
    live = sight_after(Sight(table="1"), CameraNews(camera="live"))
    away = Looked(number=1, at_us=1, taken_ms=1, here=False, balls=())
    said = [live]
    for news in (Sought(why="no table"), Found(calibration="{}"), replace(away, here=True), away,
                 Sought(why=MOVED, again=True), away, Missed(why="score it"), replace(away, here=True)):  # fmt: skip
        said.append(sight_after(said[-1], news))
    assert [camera_of(sight) for sight in said] == [
        "live", "sought", "live", "live", "live", "moved", "moved", "moved", "live"
    ]  # fmt: skip
    assert [sight.why for sight in said[5:]] == [MOVED, MOVED, MOVED, ""]
    assert said[-1].not_kept == "score it"
    assert sight_after(said[5], CameraNews(camera="live")).why == MOVED
    assert camera_of(sight_after(said[5], CameraNews(camera="lost"))) == "lost"


@pytest.fixture(params=["memory", "database"])
def keeper(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Keeper]:
    if request.param == "memory":
        yield Memory()
        return
    with open_database(tmp_path / "club.db") as database:
        yield Stored(database, lambda: 1_000)


def test_the_next_start_begins_from_the_calibration_kept_last_of_that_camera_and_table(keeper: Keeper) -> None:
    table, text = Table("1", keeper, lambda: 0), calibration_text(calibration(), KIT)
    assert with_kept(ORDER, table) == ORDER
    table.keep_calibration("rtsp://camera/live", KIT.name, "{}" if isinstance(keeper, Memory) else text)
    table.keep_calibration("rtsp://camera/live", KIT.name, text)
    assert with_kept(ORDER, table).calibration == text
    by_hand = replace(ORDER, corners=((1.0, 2.0),) * 4)
    assert with_kept(by_hand, table) == by_hand
    for other in (replace(ORDER, source="camera:0"), replace(ORDER, kit="snooker-10ft")):
        assert with_kept(other, table) == other
    assert with_kept(ORDER, Table("2", keeper, lambda: 0)) == ORDER


def test_a_kept_calibration_that_cannot_be_read_stops_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> Never:
        raise CalibrationUnreadable("of another program")

    monkeypatch.setattr(Memory, "calibrations", broken)
    assert with_kept(ORDER, Table("1", Memory(), lambda: 0)) == ORDER
