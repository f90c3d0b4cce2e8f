"""The pictures of a stroke are those of its recording, each by its own number; its clips outlive them.

A sample clip, with its numbers painted in, is played as a camera through the real capture child, which takes its time.
"""

import io
import shutil
import threading
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Never

import av
import cv2
import numpy as np
import pytest
from browsing import chromium, client_of, free_port, page_of, served

from bench.samples import SAMPLES
from tracker.capture.picture import Image, Picture
from tracker.capture.process.camera import CameraStream
from tracker.capture.recording.library import Library
from tracker.capture.recording.reel import Reel
from tracker.capture.recording.storage import Storage
from tracker.capture.stamped import PictureStamp
from tracker.domain.book.setup import Setup
from tracker.domain.errors import DatabaseUnusable
from tracker.domain.strokes.alternatives import Alternatives
from tracker.domain.strokes.stroke import Standing, Stroke, Touch
from tracker.domain.table.plane import Point
from tracker.live.messages import Struck
from tracker.live.strokes.evidence import evidence_text
from tracker.live.table.stored import Stored
from tracker.live.table.table import Table
from tracker.match.book.entries import EntryName, Header, Suggested
from tracker.match.steps import AcceptSuggestion, BeginMatch, PassOver, See
from tracker.review.archive import GONE, OFF, Archive
from tracker.review.opening import TakeUp, opened_archive
from tracker.review.pictures import Pictures
from tracker.show.screens.review import BallWay, Evidence, Happening
from tracker.store.database.footage import clip_named
from tracker.store.database.opening import Database, open_database
from tracker.store.database.reviews import strokes_of
from tracker.web.application import create_app
from tracker.web.hall.hall import hall_of
from tracker.web.server import now_ms

BEGIN = BeginMatch(header=Header(rulebook="snooker-2024", setup=Setup(names=("Anna", "Bo")), table="snooker-12ft"))
STANDING = Standing(at_us=2_000_001, places=())
STROKE = Stroke(
    number=1, began_us=1_200_000, ended_us=1_600_000, cue_ball="white", origin=Point(889.0, 600.0),
    first_hit=("blue",), touches=(Touch(at_us=1_400_000, balls=("white", "blue"), at=Point(900, 900), sure=0.98),),
)  # fmt: skip
CLOCK_US = 1_795_000_000_000_000
PICTURES, RATE, SIZE, BIT = 90, 30, (640, 360), 16
HERE = "/api/tables/1/strokes/1/1"


def numbered(image: np.ndarray, number: int) -> np.ndarray:
    """Paint a number into the top left corner of a picture, a square for each of its bits."""
    for bit in range(8):
        image[:BIT, bit * BIT : (bit + 1) * BIT] = 235 if number >> bit & 1 else 20
    return image


def number_in(image: np.ndarray) -> int:
    squares = (image[4 : BIT - 4, bit * BIT + 4 : (bit + 1) * BIT - 4].mean() for bit in range(8))
    return sum((light > 128) << bit for bit, light in enumerate(squares))


def decoded(content: bytes) -> list[np.ndarray]:
    with av.open(io.BytesIO(content), "r") as container:
        return [frame.to_ndarray(format="bgr24") for frame in container.decode(video=0)]


@pytest.fixture(scope="module")
def film(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three seconds of a sample clip; a picture that stands alone every 20, others built on later ones."""
    path = tmp_path_factory.mktemp("film") / "film.mp4"
    with av.open(str(SAMPLES / "0001-red-then-black" / "clip.mp4")) as clip, av.open(str(path), "w") as container:
        options = {"g": "20", "bf": "2", "preset": "ultrafast", "crf": "18", "x264-params": "scenecut=0"}
        stream = container.add_stream("libx264", rate=RATE, options=options)
        stream.width, stream.height, stream.pix_fmt = *SIZE, "yuv420p"
        for number, frame in zip(range(PICTURES), clip.decode(video=0), strict=False):
            small = cv2.resize(frame.to_ndarray(format="bgr24"), SIZE, interpolation=cv2.INTER_AREA)
            picture = av.VideoFrame.from_ndarray(numbered(small, number), format="bgr24")
            container.mux(stream.encode(picture))
        container.mux(stream.encode())
    return path


@pytest.fixture(scope="module")
def recorded(film: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder into which the film was recorded while it was played as a camera."""
    folder, number = tmp_path_factory.mktemp("recorded"), -1
    with CameraStream(str(film), storage=Storage(folder=str(folder), spare_bytes=0)) as camera:
        while (picture := camera.newest(after=number, wait_s=10)) is not None:
            number = picture.number
    assert number == PICTURES - 1
    return folder


@pytest.fixture(scope="module")
def originals(film: Path) -> list[np.ndarray]:
    return decoded(film.read_bytes())


CODE = """() => {
  const canvas = document.querySelector("#stage canvas");
  const scale = Math.min(canvas.width / 640, canvas.height / 360);
  const [left, top] = [(canvas.width - 640 * scale) / 2, (canvas.height - 360 * scale) / 2];
  const pen = canvas.getContext("2d");
  const light = (bit) => pen.getImageData(left + (16 * bit + 8) * scale, top + 8 * scale, 1, 1).data[1];
  return [0, 1, 2, 3, 4, 5, 6, 7].reduce((number, bit) => number + (light(bit) > 128 ? 2 ** bit : 0), 0);
}"""
"""What number is painted into the picture that the page of the review shows."""


class Hall:
    """A hall with a table that is recorded, and what keeps its strokes."""

    def __init__(self, database: Database, folder: Path, archive: Archive, take_up: TakeUp) -> None:
        self.database, self.folder, self.archive = database, folder, archive
        self.table = Table("1", Stored(database, lambda: 7), lambda: 7)
        self.clips = take_up(self.table, folder, is_recorded=True)
        self.client = client_of(create_app(hall_of([self.table], lambda: 7, "snooker-2024", archive)))
        self.table.do(BEGIN)

    def play(self, stroke: Stroke = STROKE, evidence: str = "") -> None:
        seen = Alternatives.certain(stroke, STANDING)
        self.archive.keep(self.table.do(See(seen=seen)), Struck(seen=seen, evidence=evidence, clock_us=CLOCK_US))

    def told(self) -> Any:
        return self.client.get(HERE).json()

    def finish_clips(self) -> None:
        self.clips.footage.later(lambda: None).result(30)

    def forget(self) -> None:
        """Let retention take all that it may: every part but the newest, and that one moves on."""
        library = Library(Storage(folder=str(self.folder), keep_s=-3600.0, spare_bytes=0))
        library.part(PictureStamp(number=10_000, at_us=10**9))
        library.close()


@pytest.fixture
def hall(recorded: Path, tmp_path: Path) -> Iterator[Hall]:
    folder = shutil.copytree(recorded, tmp_path / "recordings")
    with (
        open_database(tmp_path / "club.db") as database,
        opened_archive(database, lambda: CLOCK_US) as (archive, take_up),
    ):
        yield Hall(database, folder, archive, take_up)


@pytest.fixture
def played(hall: Hall) -> Hall:
    hall.play()
    return hall


def test_every_picture_is_the_one_of_its_number(played: Hall, originals: list[np.ndarray]) -> None:
    told = played.told()
    numbers = [shown["number"] for shown in told["pictures"]]
    assert numbers == list(range(6, 79))  # a second before the strike to a second after the rest
    assert [shown["at_us"] for shown in told["pictures"]] == pytest.approx([n * 1e6 / RATE for n in numbers], abs=1)
    order = [*numbers[::9], 40, 41, 42, 41, 40, 39, 38, 60, 59, 20, 19, 77]  # leaps, steps on, steps back over parts
    for number in order:
        answer = played.client.get(f"{HERE}/pictures/{number}.jpg")
        assert (answer.status_code, answer.headers["content-type"]) == (200, "image/jpeg")
        image = cv2.imdecode(np.frombuffer(answer.content, np.uint8), cv2.IMREAD_COLOR)
        assert image is not None
        assert number_in(image) == number
        assert cv2.PSNR(image, originals[number]) > 38


def test_a_picture_that_a_browser_has_is_not_sent_again(played: Hall) -> None:
    first = played.client.get(f"{HERE}/pictures/30.jpg")
    again = played.client.get(f"{HERE}/pictures/30.jpg", headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert first.headers["cache-control"] == "private, no-cache"


@pytest.mark.parametrize("number", [5, 79, 89, 90, 10**12])
def test_pictures_of_other_moments_are_not_given(played: Hall, number: int) -> None:
    answer = played.client.get(f"{HERE}/pictures/{number}.jpg")
    assert answer.status_code == 404
    assert answer.json()["refused"].startswith(f"there is no picture {number} of this stroke")


def test_few_pictures_are_held_at_a_time(recorded: Path) -> None:
    pictures = Pictures(Reel(recorded), most_bytes=200_000)
    for number in (70, 3, 40, 41, 42, 43, 2):
        still = pictures.still(number)
        assert still is not None
        image = cv2.imdecode(np.frombuffer(still.jpeg, np.uint8), cv2.IMREAD_COLOR)
        assert image is not None
        assert number_in(image) == number
        held = [len(kept.jpeg) for kept in pictures._kept.values()]
        assert sum(held) == pictures._size <= max(200_000, held[-1])


def test_a_number_that_was_never_recorded_shows_no_neighbour() -> None:
    image = np.zeros((8, 8, 3), np.uint8)
    there = [Picture(number=number, at_us=number, image=image) for number in (1, 2, 4)]
    reel: Any = SimpleNamespace(
        part_before=lambda number: "part", pictures_in=lambda part, first: (p for p in there if p.number >= first)
    )
    pictures = Pictures(reel)
    assert [still and still.number for still in map(pictures.still, (3, 4, 2, 3, 5))] == [None, 4, 2, None, None]


def test_what_the_eyes_saw_stands_in_the_review(hall: Hall) -> None:
    point = Happening(
        kind="touch", at_us=1_400_000, picture=41, sure=0.98, margin="2 mm", why="white meets blue",
        balls=("white", "blue"), x_mm=900.0, y_mm=900.0, x_px=100.5, y_px=80.0,
    )  # fmt: skip
    way = BallWay(
        ball="white", track=3, points=((30, 100.0, 90.0, 889.0, 600.0, True), (33, 101.0, 88.0, 889.0, 640.0, True))
    )
    hall.play(evidence=evidence_text(Evidence(
        width=640, height=360, outline_px=((1.0, 2.0),), incidents=(point,), tracks=(way,)
    )))  # fmt: skip
    told = hall.told()
    assert (told["width"], told["height"], told["outline_px"]) == (640, 360, [[1.0, 2.0]])
    assert told["tracks"] == [
        {"ball": "white", "track": 3,
         "points": [[30, 100.0, 90.0, 889.0, 600.0, True], [33, 101.0, 88.0, 889.0, 640.0, True]]}
    ]  # fmt: skip
    (touch,) = told["incidents"]
    assert (touch["picture"], touch["margin"], touch["x_px"]) == (42, "2 mm", 100.5)  # the nearest that was recorded
    (kept,) = strokes_of(hall.database, "1", 1).values()
    assert (kept.began_us, kept.ended_us) == (CLOCK_US + STROKE.began_us, CLOCK_US + STROKE.ended_us)


def test_a_verdict_stays_with_what_it_rests_on(played: Hall) -> None:
    given = {"verdict": "upheld", "note": "the blue first", "pictures": [41, 42]}
    for verdict in (given, given | {"verdict": "changed", "pictures": []}):
        assert played.client.post(f"{HERE}/verdict", json=verdict).status_code == 200
    told = played.told()
    assert [(one["verdict"], one["pictures"]) for one in told["verdicts"]] == [("upheld", [41, 42]), ("changed", [])]
    assert told["verdict"] == told["verdicts"][-1]
    assert played.client.get("/api/tables/1/strokes").json()[0]["verdict"]["verdict"] == "changed"
    strange = played.client.post(f"{HERE}/verdict", json=given | {"pictures": [85]})
    assert (strange.status_code, strange.json()) == (422, {"refused": "there is no picture 85 of this stroke"})
    played.finish_clips()
    assert [clip["purpose"] for clip in played.told()["clips"]] == ["review"]


def test_a_clip_holds_the_pictures_asked_for_and_no_other(played: Hall, originals: list[np.ndarray]) -> None:
    id = played.client.post(f"{HERE}/clips", json={"from": 35, "until": 48, "marks": False}).json()["id"]
    clip = played.client.get(f"/api/clips/{id}")
    assert clip.headers["content-type"] == "video/mp4"
    assert [number_in(image) for image in decoded(clip.content)] == list(range(35, 49))
    assert cv2.PSNR(decoded(clip.content)[3], originals[38]) > 28
    marked = played.client.post(f"{HERE}/clips", json={"from": 35, "until": 48, "marks": True}).json()["id"]
    drawn = decoded(played.client.get(f"/api/clips/{marked}").content)
    corner = np.s_[-20:, 6:200]  # where the number and the time stand
    assert np.abs(drawn[0][corner].astype(int) - originals[35][corner]).mean() > 10
    refused = played.client.post(f"{HERE}/clips", json={"from": 80, "until": 85, "marks": False})
    assert refused.status_code == 422


def test_a_clip_half_drawn_is_left_when_the_program_ends(played: Hall) -> None:
    footage, began = played.clips.footage, threading.Event()

    def draw(image: Image, _shown: object) -> Image:
        began.set()
        assert footage._closing.wait(30)
        return image

    cut = footage.later(lambda: footage.drawn(footage.shown(STROKE), draw))
    assert began.wait(30)
    footage.close()
    with pytest.raises(InterruptedError):
        cut.result(30)
    assert list((played.folder / "clips").iterdir()) == []


def test_the_pictures_of_a_foul_outlive_the_recording(played: Hall) -> None:
    match = played.table.moment.match
    assert match is not None
    seen = match.frame.desk.book.entry(2)
    assert isinstance(seen, Suggested)
    assert seen.ruling.main is not None
    assert seen.ruling.main.say == "FOUL"
    played.table.do(AcceptSuggestion(number=2))
    played.finish_clips()
    (clip,) = played.told()["clips"]
    assert clip["purpose"] == "foul"
    exported = clip_named(played.database, clip["id"])
    assert exported is not None
    began_us = exported.began_us - CLOCK_US
    assert 0 <= began_us <= 200_000  # a time of day; at a picture that stands alone, so a little early
    assert played.client.post(f"{HERE}/verdict", json={"verdict": "upheld"}).status_code == 200
    played.finish_clips()
    assert [one["purpose"] for one in played.told()["clips"]] == ["foul", "review"]
    assert played.client.get(f"{HERE}/pictures/30.jpg").status_code == 200
    played.forget()
    told = played.told()
    assert (told["pictures"], told["has_pictures"], told["why_no_pictures"]) == ([], False, GONE)
    assert not played.client.get("/api/tables/1/strokes").json()[0]["has_pictures"]
    kept = decoded(played.client.get(f"/api/clips/{clip['id']}").content)
    assert {number_in(image) for image in kept} >= set(range(20, 79))


def test_a_foul_that_is_called_before_its_evidence_came_is_kept_too(hall: Hall) -> None:
    moment = hall.table.do(See(seen=Alternatives.certain(STROKE, STANDING)))
    hall.table.do(AcceptSuggestion(number=2))
    hall.finish_clips()
    assert hall.told()["clips"] == []
    hall.archive.keep(moment, Struck(seen=Alternatives.certain(STROKE, STANDING), clock_us=CLOCK_US))
    hall.finish_clips()
    assert [clip["purpose"] for clip in hall.told()["clips"]] == ["foul"]


def test_the_pictures_of_a_stroke_that_a_person_called_otherwise_are_kept(played: Hall) -> None:
    played.table.do(PassOver(number=2))
    played.finish_clips()
    assert [clip["purpose"] for clip in played.told()["clips"]] == ["review"]


def test_a_clip_that_cannot_be_written_down_is_not_left_on_the_disk(
    played: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> Never:
        raise DatabaseUnusable("the disk is full")

    monkeypatch.setattr("tracker.review.clips.keep_clip", full)
    asked = played.client.post(f"{HERE}/clips", json={"from": 35, "until": 38, "marks": False})
    assert "the disk is full" in asked.json()["refused"]
    played.table.do(AcceptSuggestion(number=2))
    played.finish_clips()
    assert list((played.folder / "clips").iterdir()) == []


def test_a_stroke_that_was_recorded_elsewhere_shows_no_pictures_of_this_folder(
    hall: Hall, recorded: Path, tmp_path: Path
) -> None:
    hall.table.do(See(seen=Alternatives.certain(STROKE, STANDING)))
    told = hall.told()
    assert (told["has_pictures"], told["why_no_pictures"]) == (False, OFF)
    assert hall.client.get(f"{HERE}/pictures/30.jpg").status_code == 404
    other, entry = shutil.copytree(recorded, tmp_path / "other"), EntryName(table="1", epoch=1, sequence=1)
    with opened_archive(hall.database, lambda: CLOCK_US) as (archive, take_up):
        clips = take_up(hall.table, other, is_recorded=True)
        hall.archive.keep(hall.table.moment, Struck(seen=Alternatives.certain(STROKE, STANDING), clock_us=CLOCK_US))
        review = archive.stroke(hall.table, entry)
        (listed,) = archive.strokes(hall.table)
        clips.keep(entry, STROKE, "review")
        clips.footage.later(lambda: None).result(30)
    assert not listed.has_pictures
    assert hall.told()["clips"] == []
    assert (review.has_pictures, "another folder" in review.why_no_pictures) == (False, True)


def test_a_stroke_seen_without_recording_shows_nothing_of_what_was_recorded_before(hall: Hall) -> None:
    with opened_archive(hall.database, lambda: CLOCK_US) as (archive, take_up):
        take_up(hall.table, hall.folder, is_recorded=False)
        moment = hall.table.do(See(seen=Alternatives.certain(STROKE, STANDING)))
        archive.keep(moment, Struck(seen=Alternatives.certain(STROKE, STANDING), clock_us=CLOCK_US))
        review = archive.stroke(hall.table, EntryName(table="1", epoch=1, sequence=1))
    assert (review.pictures, review.why_no_pictures) == ((), OFF)


@pytest.mark.parametrize("id", ["0" * 32, "..%2F..%2Fclub.db", "c1"])
def test_no_path_is_taken_from_a_request(played: Hall, id: str) -> None:
    assert played.client.get(f"/api/clips/{id}").status_code in (404, 422)


def test_the_page_steps_to_exactly_the_picture_of_the_recording(recorded: Path, tmp_path: Path) -> None:
    folder, port = shutil.copytree(recorded, tmp_path / "recordings"), free_port()
    with (
        chromium() as browser, open_database(tmp_path / "club.db") as database,
        opened_archive(database, lambda: CLOCK_US) as (archive, take_up),
        served(Stored(database, now_ms), port, archive=archive) as hall,
    ):  # fmt: skip
        take_up(hall.table("1"), folder, is_recorded=True)
        hall.table("1").do(BEGIN)
        moment = hall.table("1").do(See(seen=Alternatives.certain(STROKE, STANDING)))
        evidence = evidence_text(Evidence(width=SIZE[0], height=SIZE[1]))
        archive.keep(moment, Struck(seen=Alternatives.certain(STROKE, STANDING), evidence=evidence, clock_us=CLOCK_US))
        with page_of(browser, 1280, 800) as page:
            page.goto(f"http://127.0.0.1:{port}/review/1?lang=en&epoch=1&sequence=1&picture=30")
            for key, number in ((None, 30), (".", 31), (".", 32), (",", 31), (",", 30), (",", 29)):
                if key:
                    page.keyboard.press(key)
                page.locator(f"#stage[data-shown='{number}']").wait_for()
                assert page.evaluate(CODE) == number
            page.get_by_role("button", name="Upheld").click()
            page.keyboard.press("e")
            page.get_by_role("button", name="Keep the verdict").click()
            page.locator("#given").get_by_text("Upheld").wait_for()
            page.reload()
            page.locator("#given [data-picture='29']").wait_for()
            page.keyboard.press("i")
            page.get_by_role("button", name="Export the clip Pictures 29–78").click()
            href = page.get_by_role("link", name="Save the clip").get_attribute("href", timeout=60_000)
            assert len(decoded(page.request.get(f"http://127.0.0.1:{port}{href}").body())) == 50
