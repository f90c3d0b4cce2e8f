"""What was recorded can be looked at picture by picture, survives a cut, and goes when it must and not before."""

import errno
import itertools
import os
import re
import time
from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import av
import numpy as np
import pytest

from tracker.capture.picture import Picture
from tracker.capture.process.feeds import on_capture_clock, picture_feed
from tracker.capture.recording import library
from tracker.capture.recording.claim import claimed
from tracker.capture.recording.parts import days, part_at, parts_of, recover, unfinished, whole_bytes
from tracker.capture.recording.reading import packets_of
from tracker.capture.recording.recorder import Recorder
from tracker.capture.recording.reel import Reel
from tracker.capture.recording.storage import Storage, StoredPart, surplus
from tracker.capture.stamped import Decoded, Given, PictureStamp
from tracker.capture.timeline import Reached

STEP_US = 40_000
FIRST_US, FIRST_NUMBER = 1_000_000, 1000
Seen = tuple[PictureStamp, int]
"""A picture that went by, and how bright it was."""


def film(
    path: Path, count: int = 100, key_every: int = 25, reordered: int = 0, size: tuple[int, int] = (64, 48)
) -> Path:
    """An H.264 film whose picture n is a grey of 2n + 20."""
    with av.open(str(path), "w") as container:
        options = {"g": str(key_every), "bf": str(reordered), "crf": "10", "x264-params": "scenecut=0"}
        stream = container.add_stream("libx264", rate=25, options=options)
        stream.width, stream.height, stream.pix_fmt = *size, "yuv420p"
        stream.time_base = stream.codec_context.time_base = Fraction(1, 25)
        for n in range(count):
            image = np.full((size[1], size[0], 3), 20 + 2 * n, np.uint8)
            container.mux(stream.encode(av.VideoFrame.from_ndarray(image, format="bgr24")))
        container.mux(stream.encode())
    return path


def record(
    folder: Path,
    source: Path,
    *,
    said: Callable[[str], None] | None = None,
    end: bool = True,
    first: int = FIRST_NUMBER,
    reached_us: int = FIRST_US - 1,
    **storage: Any,
) -> list[Seen]:
    """Record a film as a child would, as fast as it goes; give back the pictures that went by."""
    plan = Storage(folder=str(folder), **{"spare_bytes": 0, **storage})
    shown: list[Seen] = []
    with av.open(str(source)) as container:
        stream = container.streams.video[0]
        recorder = Recorder(plan, stream, said or (lambda _: None))
        packets = on_capture_clock(container.demux(stream), Reached(at_us=reached_us, clock_us=10**18), lambda: 0)
        for sent in (*packets, None):
            frames = stream.codec_context.decode(sent.packet if sent else None)
            decoded = [Decoded(frame=frame, at_us=frame.pts or 0) for frame in frames]
            numbered = [(d, PictureStamp(number=first + len(shown) + n, at_us=d.at_us)) for n, d in enumerate(decoded)]
            shown += [(which, grey(d.frame.to_ndarray(format="bgr24"))) for d, which in numbered]
            recorder.put(Given(sent=sent, decoded=tuple(decoded)), numbered)
        if end:
            recorder.close()
    return shown


def grey(image: np.ndarray) -> int:
    return round(float(image.mean()))


@pytest.fixture(params=[0, 2], ids=["in order", "reordered"])
def recorded(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Reel, list[Seen]]:
    """Four seconds that were recorded, and the pictures that went by."""
    shown = record(tmp_path / "reel", film(tmp_path / "film.mp4", reordered=request.param))
    return Reel(tmp_path / "reel"), shown


def test_every_picture_is_found_by_its_number_and_by_its_time(recorded: tuple[Reel, list[Seen]]) -> None:
    reel, shown = recorded
    assert len(shown) == 100
    assert [which for which, _ in shown[:2]] == [
        PictureStamp(number=FIRST_NUMBER, at_us=FIRST_US),
        PictureStamp(number=FIRST_NUMBER + 1, at_us=FIRST_US + STEP_US),
    ]
    for which, brightness in shown[::7]:
        (timed,) = reel.pictures(which.at_us, which.at_us + STEP_US - 1)
        for picture in (reel.picture(which.number), timed):
            assert picture is not None
            assert (picture.number, picture.at_us, grey(picture.image)) == (which.number, which.at_us, brightness)
    assert reel.shown(0, 10**12) == [which for which, _ in shown]


def test_a_span_gives_its_pictures(recorded: tuple[Reel, list[Seen]]) -> None:
    reel, shown = recorded
    inside = shown[20:60]
    pictures = list(reel.pictures(inside[0][0].at_us, inside[-1][0].at_us))
    assert [(p.number, p.at_us, grey(p.image)) for p in pictures] == [(w.number, w.at_us, b) for w, b in inside]


def test_what_was_never_there_is_not_found(recorded: tuple[Reel, list[Seen]]) -> None:
    reel, _ = recorded
    assert reel.picture(FIRST_NUMBER - 1) is None
    assert reel.picture(FIRST_NUMBER + 100) is None
    assert list(reel.pictures(0, FIRST_US - 1)) == []
    assert list(reel.pictures(FIRST_US + 100 * STEP_US, 10**12)) == []


def test_parts_are_a_second_each_and_named_by_when_they_began(recorded: tuple[Reel, list[Seen]]) -> None:
    reel, _ = recorded
    (day,) = days(reel.folder)
    assert day.relative_to(reel.folder).as_posix() == time.strftime("%Y/%m/%d", time.gmtime(parts_of(day)[0].utc_s))
    assert [(part.number, part.begin_us) for part in parts_of(day)] == [
        (FIRST_NUMBER + 25 * n, FIRST_US + 1_000_000 * n) for n in range(4)
    ]
    assert abs(parts_of(day)[0].utc_s - time.time()) < 600
    assert not list(day.glob("*.part"))


def test_a_clip_holds_the_span_and_nothing_after_it(recorded: tuple[Reel, list[Seen]], tmp_path: Path) -> None:
    reel, shown = recorded
    clip = reel.export(shown[30][0].at_us, shown[60][0].at_us, tmp_path / "clip.mp4")
    assert clip is not None
    assert (clip.from_us, tmp_path / "clip.mp4") == (shown[25][0].at_us, clip.path)
    with av.open(str(clip.path)) as container:
        frames = list(container.decode(video=0))
        starts = frames[0].pts
        times_s = [frame.time for frame in frames if frame.time is not None]
        steps = {round((b - a) * 1_000_000) for a, b in itertools.pairwise(times_s)}
    held = [brightness for which, brightness in shown if clip.from_us <= which.at_us <= clip.to_us]
    assert [grey(frame.to_ndarray(format="bgr24")) for frame in frames][: len(held)] == held
    assert clip.to_us >= shown[60][0].at_us
    assert len(held) - 36 <= 3  # what later pictures are needed to show the last one
    assert (steps, starts) == ({STEP_US}, starts)
    assert not list(tmp_path.glob("*.part"))


def test_an_empty_span_makes_no_clip(recorded: tuple[Reel, list[Seen]], tmp_path: Path) -> None:
    assert recorded[0].export(0, 1, tmp_path / "clip.mp4") is None
    assert not (tmp_path / "clip.mp4").exists()


def test_a_reel_ends_where_the_next_recording_goes_on(recorded: tuple[Reel, list[Seen]]) -> None:
    end = recorded[0].end()
    assert end is not None
    assert (end.shown.number, end.shown.at_us) == (FIRST_NUMBER + 99, FIRST_US + 99 * STEP_US)
    assert Reel(recorded[0].folder / "nothing").end() is None


def test_a_part_that_is_being_written_can_be_looked_at(tmp_path: Path) -> None:
    shown = record(tmp_path / "reel", film(tmp_path / "film.mp4", key_every=250), end=False)
    reel = Reel(tmp_path / "reel")
    deadline_s = time.monotonic() + 30
    while reel.picture(shown[80][0].number) is None and time.monotonic() < deadline_s:
        time.sleep(0.02)
    picture = reel.picture(shown[80][0].number)
    assert picture is not None
    assert grey(picture.image) == shown[80][1]


def test_what_is_written_while_a_part_is_looked_at_is_there_for_the_next_look(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = record(tmp_path / "reel", film(tmp_path / "film.mp4", key_every=250))
    reel = Reel(tmp_path / "reel")
    with monkeypatch.context() as before:
        before.setattr("tracker.capture.recording.reel.packets_of", lambda part: list(packets_of(part))[:50])
        assert reel.picture(shown[80][0].number) is None
        assert reel.picture(shown[20][0].number) is not None
    assert reel.picture(shown[80][0].number) is not None


@pytest.mark.parametrize("reordered", [0, 2])
def test_wherever_a_file_is_cut_only_the_last_picture_sent_is_lost(reordered: int, tmp_path: Path) -> None:
    shown = record(tmp_path / "reel", film(tmp_path / "film.mp4", key_every=250, reordered=reordered))
    (part,) = parts_of(days(tmp_path / "reel")[0])
    whole = part.path.read_bytes()
    part.path.unlink()
    left = unfinished(part.path)
    for length in range(len(whole) - 1, 0, -len(whole) // 9):
        left.write_bytes(whole[:length])
        recovered, written = recover(tmp_path / "reel"), whole[:length].count(b"moof")
        found = Reel(tmp_path / "reel").shown(0, 10**12)
        assert written - 1 <= len(found) <= written
        if recovered and not reordered:
            assert found == [which for which, _ in shown[: len(found)]]
            last = Reel(tmp_path / "reel").picture(found[-1].number)
            assert last is not None
            assert grey(last.image) == shown[len(found) - 1][1]
        assert not left.exists()
        part.path.unlink(missing_ok=True)


def test_what_was_recorded_is_on_the_disk_within_a_second(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lengths, real = [], os.fsync

    def synced(fd: int) -> None:
        lengths.append(os.fstat(fd).st_size)
        real(fd)

    monkeypatch.setattr("tracker.capture.recording.tape.os.fsync", synced)
    record(tmp_path / "reel", film(tmp_path / "film.mp4", key_every=250))
    assert len(lengths) >= 8  # four seconds
    assert len(set(lengths)) >= 7


def test_bytes_are_counted_to_the_last_whole_fragment(tmp_path: Path) -> None:
    def box(kind: bytes, size: int) -> bytes:
        return size.to_bytes(4, "big") + kind + bytes(size - 8)

    file = tmp_path / "file"
    start = box(b"ftyp", 20) + box(b"moov", 40)
    for content, expected in [
        (b"", 0), (start, 0), (start + box(b"moof", 30), 0), (start + box(b"moof", 30) + box(b"mdat", 50)[:-1], 0),
        (start + box(b"moof", 30) + box(b"mdat", 50), 140),
        (start + box(b"moof", 30) + box(b"mdat", 50) + box(b"moof", 30), 140), (start + bytes(30), 0),
    ]:  # fmt: skip
        file.write_bytes(content)
        with file.open("rb") as opened:
            assert whole_bytes(opened) == expected


def test_nothing_is_left_of_a_part_without_a_whole_fragment(tmp_path: Path) -> None:
    left = unfinished(part_at(tmp_path, 1e9, 1, 1).path)
    left.parent.mkdir(parents=True)
    left.write_bytes(b"\0\0\0\x20ftyp")
    assert recover(tmp_path) == []
    assert list(left.parent.iterdir()) == []


def test_pictures_without_packets_are_encoded(tmp_path: Path) -> None:
    greys = [20 + 37 * n % 200 for n in range(60)]
    images = [np.full((48, 64 if n < 30 else 96, 3), level, np.uint8) for n, level in enumerate(greys)]
    pictures = [Picture(number=n, at_us=n * STEP_US, image=image) for n, image in enumerate(images)]
    recorder = Recorder(Storage(folder=str(tmp_path), spare_bytes=0), None, lambda _: None)
    for number, given in enumerate(picture_feed(pictures, None)):
        ((decoded),) = given.decoded
        recorder.put(given, [(decoded, PictureStamp(number=number, at_us=decoded.at_us))])
        time.sleep(0.002)
    recorder.close()
    reel = Reel(tmp_path)
    found = [reel.picture(number) for number in range(60)]
    seen = [picture for picture in found if picture is not None]
    assert len(seen) > 30  # a slow disk may cost some
    for picture in seen:
        assert picture.at_us == picture.number * STEP_US
        assert picture.size == ((64, 48) if picture.number < 30 else (96, 48))
        assert abs(grey(picture.image) - greys[picture.number]) <= 6


def test_a_change_of_size_ends_a_clip_and_not_the_reel(tmp_path: Path) -> None:
    record(tmp_path / "reel", film(tmp_path / "a.mp4"))
    record(tmp_path / "reel", film(tmp_path / "b.mp4", size=(96, 64)), first=2000, reached_us=60_000_000)
    reel = Reel(tmp_path / "reel")
    clip = reel.export(0, 10**9, tmp_path / "clip.mp4")
    assert clip is not None
    assert clip.to_us == FIRST_US + 99 * STEP_US
    assert {picture.size for picture in reel.pictures(0, 10**9)} == {(64, 48), (96, 64)}


def test_a_full_disk_stops_recording_in_words_and_it_comes_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    source = film(tmp_path / "film.mp4")
    record(tmp_path / "reel", source, said=said.append, spare_bytes=10**18)
    assert said == ["stopped: the disk is full"]
    assert Reel(tmp_path / "reel").end() is None
    monkeypatch.setattr("tracker.capture.recording.recorder.AGAIN_S", 0.0)
    free = itertools.chain([0, 0], itertools.repeat(10**12))
    monkeypatch.setattr(library, "free_bytes", lambda _: next(free))
    record(tmp_path / "reel", source, said=said.append, spare_bytes=10**6)
    assert said[-1] == "on"
    end = Reel(tmp_path / "reel").end()
    assert end is not None
    assert end.shown.number == FIRST_NUMBER + 99


def test_a_disk_that_fails_in_mid_part_stops_recording_and_what_was_written_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    source = film(tmp_path / "film.mp4", key_every=250)
    syncs = itertools.count()

    def sync(_: int) -> None:
        if next(syncs) == 4:
            raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("tracker.capture.recording.tape.os.fsync", sync)
    record(tmp_path / "reel", source, said=said.append)
    assert said == ["on", "stopped: the disk is full"]
    assert 12 <= len(Reel(tmp_path / "reel").shown(0, 10**12)) < 100


def lying(count: int, size: int = 100) -> list[StoredPart]:
    """Parts of a second each, the first at UTC 1000 s and capture time 0."""
    return [StoredPart(part=part_at(Path("/"), 1000.0 + n, 25 * n, n * 1_000_000), size=size) for n in range(count)]


def going(parts: Sequence[StoredPart], *, now_s: float = 1010.0, free: int = 10**12, **storage: Any) -> list[int]:
    plan = Storage(folder="/", **{"spare_bytes": 1000, **storage})
    return [each.part.number // 25 for each in surplus(parts, plan, now_s, free)]


@pytest.mark.parametrize(
    ("plan", "expected"),
    [
        ({}, []),
        ({"now_s": 1000.0 + 14 * 24 * 3600}, []),
        ({"now_s": 1003.0 + 14 * 24 * 3600}, [0, 1, 2]),
        ({"keep_s": 5.0}, [0, 1, 2, 3, 4]),
        ({"keep_s": 0.0}, list(range(9))),
        ({"most_bytes": 700}, [0, 1, 2]),
        ({"free": 800}, [0, 1]),
        ({"free": 800, "keep_s": 7.0}, [0, 1, 2]),
        ({"most_bytes": 0}, list(range(9))),
    ],
)
def test_what_goes_is_old_or_in_the_way(plan: dict[str, Any], expected: list[int]) -> None:
    assert going(lying(10), **plan) == expected


def test_old_parts_go_while_recording(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(library, "SWEEP_S", 0.0)
    source = film(tmp_path / "film.mp4")
    record(tmp_path / "reel", source)
    reel = Reel(tmp_path / "reel")
    record(reel.folder, source, first=2000, reached_us=60_000_000, most_bytes=0)
    assert reel.shown(0, 50_000_000) == []
    end = reel.end()
    assert end is not None
    assert end.shown.number == 2099


def test_after_the_clock_was_set_back_all_is_found_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = film(tmp_path / "film.mp4")
    before = record(tmp_path / "reel", source)
    monkeypatch.setattr("tracker.capture.recording.library.time.time", lambda: 86_400.0)
    after = record(tmp_path / "reel", source, first=2000, reached_us=60_000_000, keep_s=10**9)
    reel = Reel(tmp_path / "reel")
    assert len(days(reel.folder)) == 2
    end = reel.end()
    assert end is not None
    assert end.shown == after[-1][0]
    assert reel.shown(0, 10**12) == [which for which, _ in (*before, *after)]
    for which, brightness in (before[40], after[40]):
        (timed,) = reel.pictures(which.at_us, which.at_us)
        numbered = reel.picture(which.number)
        assert numbered is not None
        assert (numbered.at_us, grey(timed.image)) == (which.at_us, brightness)


def test_two_programs_do_not_record_into_one_folder(tmp_path: Path) -> None:
    said: list[str] = []
    source = film(tmp_path / "film.mp4")
    with claimed(tmp_path / "reel", wait_s=0.0):
        record(tmp_path / "reel", source, said=said.append)
    assert said == ["stopped: another program records there"]
    record(tmp_path / "reel", source, said=said.append)
    assert said[1:] == ["on"]


def test_a_broken_packet_costs_its_own_picture_and_none_after_it(tmp_path: Path) -> None:
    shown = record(tmp_path / "reel", film(tmp_path / "film.mp4"))
    (part, *_) = parts_of(days(tmp_path / "reel")[0])
    content = bytearray(part.path.read_bytes())
    data = [found.start() for found in re.finditer(b"mdat", content)][5] + 4  # of the sixth picture
    length = int.from_bytes(content[data - 8 : data - 4], "big") - 8
    content[data : data + length] = bytes([0, 0, 0, length - 4]) + b"\xff" * (length - 4)
    part.path.write_bytes(content)
    assert [which.number for which in Reel(tmp_path / "reel").shown(0, 10**12)] == [which.number for which, _ in shown]
    later = list(Reel(tmp_path / "reel").pictures(shown[10][0].at_us, shown[24][0].at_us))
    assert [(p.number, p.at_us) for p in later] == [(which.number, which.at_us) for which, _ in shown[10:25]]
    assert [p.number for p in Reel(tmp_path / "reel").pictures(0, shown[9][0].at_us)] != [
        w.number for w, _ in shown[:10]
    ]
