"""A stranger's clip: a plain one is copied, a hostile one refused in a line, and nothing is opened or fetched for it.

Each guard against fetching is tried alone, and the attack without any: it works then, so that each is shown to hold.
A process is started for each case, so that the file takes some ten seconds of processor time.
"""

import http.server
import os
import struct
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from threading import Event
from typing import Any

import av
import numpy as np
import pytest

from tracker.capture.untrusted.admission import FORMATS, NOWHERE, Limits, TranscodeOrder, order_text
from tracker.capture.untrusted.sandbox import GIB, Bounds
from tracker.review.uploads.child import TOO_LONG, Work, worked

ADDRESSES = "file,http,tcp,crypto,data"
USUAL, BOUNDS = Limits(), Bounds()
OPEN, FREE = Limits(formats=None, protocols=ADDRESSES), Bounds(files=None)
ALONE = {
    "kinds of files": (replace(OPEN, formats=FORMATS), FREE),
    "addresses": (replace(OPEN, protocols=NOWHERE), FREE),
    "nothing to open": (OPEN, Bounds()),
}


@pytest.fixture
def checked(tmp_path: Path) -> Callable[..., str]:
    """Return a function that has a clip checked and gives why it was refused; the copy is `copy.mp4`."""

    def check(clip: Path, limits: Limits = USUAL, bounds: Bounds = BOUNDS, within_s: float = 60.0) -> str:
        with clip.open("rb") as given, (tmp_path / "copy.mp4").open("wb") as out:
            order = TranscodeOrder(out=out.fileno(), limits=limits, bounds=bounds)
            command = (sys.executable, "-m", "tracker.capture.untrusted.transcode_untrusted", order_text(order))
            work = Work(command=command, within_s=within_s, given=given.fileno(), kept=(out.fileno(),))
            return worked(work, lambda _: None, Event())

    return check


@pytest.fixture
def clip(tmp_path: Path) -> Callable[..., Path]:
    """Return a function that writes a clip of grey pictures."""

    def write(
        name: str = "clip.mp4", size: tuple[int, int] = (320, 180), pictures: int = 20, rate: int = 25, **given: Any
    ) -> Path:
        path = tmp_path / name
        with av.open(str(path), "w") as container:
            stream = container.add_stream(given.get("codec", "libx264"), rate=rate, options={"preset": "ultrafast"})
            stream.width, stream.height = size
            stream.pix_fmt = given.get("pix_fmt", "yuv420p")
            frame = av.VideoFrame.from_ndarray(np.full((size[1], size[0], 3), 90, np.uint8), format="bgr24")
            for number in range(pictures):
                frame.pts, frame.time_base = number * given.get("step", 1), Fraction(1, rate)
                container.mux(stream.encode(frame))
            container.mux(stream.encode())
        return path

    return write


def test_a_plain_clip_is_copied_picture_for_picture(
    checked: Callable[..., str], clip: Callable[..., Path], tmp_path: Path
) -> None:
    assert checked(clip()) == ""
    with av.open(str(tmp_path / "copy.mp4")) as container:
        stream = container.streams.video[0]
        frames = list(container.decode(stream))
        assert (stream.codec_context.name, stream.width, stream.height, len(frames)) == ("h264", 320, 180, 20)
        assert frames[19].time == pytest.approx(19 / 25)


def test_a_large_clip_comes_out_smaller(checked: Callable[..., str], clip: Callable[..., Path], tmp_path: Path) -> None:
    assert checked(clip(size=(2560, 1440), pictures=3)) == ""
    with av.open(str(tmp_path / "copy.mp4")) as container:
        assert (container.streams.video[0].width, container.streams.video[0].height) == (1920, 1080)


def test_a_phones_clip_with_sound_that_lies_on_its_side_comes_out_upright(
    checked: Callable[..., str], tmp_path: Path, clip: Callable[..., Path]
) -> None:
    path = tmp_path / "phone.mp4"
    with av.open(str(clip())) as plain, av.open(str(path), "w") as container:
        shown = plain.streams.video[0]
        pictures, sound = container.add_stream_from_template(shown), container.add_stream("aac", rate=44_100)
        for packet in plain.demux(shown):
            if packet.dts is not None:
                packet.stream = pictures
                container.mux(packet)
        silence = av.AudioFrame.from_ndarray(np.zeros((1, 1024), np.float32), format="fltp", layout="mono")
        silence.sample_rate = 44_100
        container.mux(sound.encode(silence))
        container.mux(sound.encode())
    path.write_bytes(on_its_side(path.read_bytes()))
    assert checked(path) == ""
    with av.open(str(tmp_path / "copy.mp4")) as container:
        assert [stream.type for stream in container.streams] == ["video"]
        assert (container.streams.video[0].width, container.streams.video[0].height) == (180, 320)


def on_its_side(film: bytes) -> bytes:
    """Return a film whose first track is shown turned by 90 degrees (ISO/IEC 14496-12, the matrix of `tkhd`)."""
    place = film.index(b"tkhd") + 4 + 40
    one = 1 << 16
    turned = struct.pack(">9i", 0, one, 0, -one, 0, 0, 0, 0, 1 << 30)
    return film[:place] + turned + film[place + 36 :]


# What leads elsewhere


@pytest.fixture
def server() -> Iterator[tuple[int, list[str]]]:
    """A server on this machine, and what it was asked for."""
    asked = []

    class Answers(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_error(404)

        def log_message(self, *_: object) -> None:
            pass

    with http.server.HTTPServer(("127.0.0.1", 0), Answers) as served:
        thread = threading.Thread(target=served.serve_forever, daemon=True)
        thread.start()
        yield served.server_address[1], asked
        served.shutdown()
        thread.join()


def run_in(folder: Path, script: Path, limits: Limits, bounds: Bounds) -> str:
    """Have a script checked by a process that finds the files of a folder by their names; return what it said."""
    with script.open("rb") as given, (folder / "copy.mp4").open("wb") as out:
        order = TranscodeOrder(out=out.fileno(), limits=limits, bounds=bounds)
        done = subprocess.run(
            [sys.executable, "-m", "tracker.capture.untrusted.transcode_untrusted", order_text(order)],
            stdin=given, cwd=folder, pass_fds=(out.fileno(),), capture_output=True, timeout=60, check=True,
            env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        )  # fmt: skip
    return done.stdout.decode()


@pytest.fixture
def fetching(tmp_path: Path, server: tuple[int, list[str]]) -> Path:
    """A script that leads to a playlist, which names an address of the server."""
    port, _ = server
    lines = ("#EXTM3U", "#EXT-X-TARGETDURATION:1", "#EXTINF:1,", f"http://127.0.0.1:{port}/x.ts", "#EXT-X-ENDLIST", "")
    (tmp_path / "inner.m3u8").write_text("\n".join(lines))
    (tmp_path / "script").write_text("ffconcat version 1.0\nfile inner.m3u8\n")
    return tmp_path / "script"


@pytest.fixture
def stealing(tmp_path: Path, clip: Callable[..., Path]) -> Path:
    """A script that names another file of the machine."""
    clip("secret.mp4")
    (tmp_path / "script").write_text("ffconcat version 1.0\nfile secret.mp4\n")
    return tmp_path / "script"


def test_without_any_guard_both_attacks_work(
    tmp_path: Path, server: tuple[int, list[str]], fetching: Path, clip: Callable[..., Path]
) -> None:
    run_in(tmp_path, fetching, OPEN, FREE)
    assert server[1] == ["/x.ts"]
    clip("secret.mp4")
    fetching.write_text("ffconcat version 1.0\nfile secret.mp4\n")
    assert "refused" not in run_in(tmp_path, fetching, OPEN, FREE)
    assert (tmp_path / "copy.mp4").stat().st_size > 1000


@pytest.mark.parametrize("guard", ALONE)
def test_each_guard_alone_keeps_an_address_from_being_fetched(
    tmp_path: Path, server: tuple[int, list[str]], fetching: Path, guard: str
) -> None:
    assert "refused" in run_in(tmp_path, fetching, *ALONE[guard])
    assert server[1] == []


@pytest.mark.parametrize("guard", ALONE)
def test_each_guard_alone_keeps_another_file_in(tmp_path: Path, stealing: Path, guard: str) -> None:
    assert "refused" in run_in(tmp_path, stealing, *ALONE[guard])
    assert (tmp_path / "copy.mp4").stat().st_size == 0


@pytest.mark.parametrize("text", [
    "#EXTM3U\n#EXTINF:1,\nhttp://127.0.0.1:{port}/x.ts\n#EXT-X-ENDLIST\n",
    "#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n",
    "ffconcat version 1.0\nfile http://127.0.0.1:{port}/x.ts\n",
    "v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=video {port} RTP/AVP 96\n",
    "<?xml version='1.0'?><MPD xmlns='urn:mpeg:dash:schema:mpd:2011'><BaseURL>http://127.0.0.1:{port}/</BaseURL></MPD>",
    "PK\x03\x04 not a video at all",
    "",
])  # fmt: skip
def test_what_is_no_recording_is_refused_in_a_line_and_fetches_nothing(
    checked: Callable[..., str], tmp_path: Path, server: tuple[int, list[str]], text: str
) -> None:
    port, asked = server
    script = tmp_path / "script"
    script.write_text(text.format(port=port))
    why = checked(script)
    assert why.endswith("is due")
    assert "\n" not in why
    assert (asked, (tmp_path / "copy.mp4").stat().st_size) == ([], 0)


# What unfolds


@pytest.mark.parametrize(("given", "tight", "says"), [
    ({"size": (640, 360)}, {"pixels": 500 * 300}, ""),
    ({"pictures": 60}, {"length_s": 1.0}, "longer than 1 s"),
    ({"pictures": 30}, {"pictures": 20}, "more than 20 pictures"),
    ({"name": "clip.mkv", "pictures": 60}, {"length_s": 1.0}, "longer than 1 s"),
    ({"codec": "ffv1", "name": "clip.mkv"}, {}, "coded in a way that is not read here"),
    ({"name": "clip.avi"}, {}, "it cannot be read"),
])  # fmt: skip
def test_what_is_over_a_limit_is_refused_and_passes_without_it(
    checked: Callable[..., str], clip: Callable[..., Path], given: dict[str, Any], tight: dict[str, Any], says: str
) -> None:
    path = clip(**given)
    why = checked(path, replace(Limits(), **tight))
    assert why
    assert says in why
    loose = Limits(formats=None, codecs=(*Limits().codecs, "ffv1")) if not tight else Limits()
    assert checked(path, loose) == ""


def test_a_clip_that_says_it_is_huge_is_refused_before_it_is_unfolded(
    checked: Callable[..., str], clip: Callable[..., Path]
) -> None:
    path = clip(size=(5120, 2880), pictures=2)
    assert checked(path) != ""
    assert checked(path, Limits(pixels=5120 * 2880)) == ""


def test_a_truncated_clip_is_refused(checked: Callable[..., str], clip: Callable[..., Path], tmp_path: Path) -> None:
    whole = clip(pictures=50).read_bytes()
    for share in (0.2, 0.6, 0.95):
        part = tmp_path / "part.mp4"
        part.write_bytes(whole[: int(len(whole) * share)])
        assert "truncated" in checked(part)


def test_the_bounds_of_the_process_hold(checked: Callable[..., str], clip: Callable[..., Path]) -> None:
    path = clip()
    assert checked(path, bounds=Bounds(memory_bytes=200 * 2**20)) != ""
    assert checked(path, bounds=Bounds(file_bytes=1000)) != ""
    assert checked(path, within_s=0.05) == TOO_LONG
    assert checked(path) == ""


def test_a_process_that_only_thinks_is_ended() -> None:
    thinks = "from tracker.capture.untrusted.sandbox import Bounds, confine; confine(Bounds(cpu_s=1))\nwhile True: pass"
    work = Work(command=(sys.executable, "-c", thinks), within_s=60.0)
    assert worked(work, lambda _: None, Event()) == TOO_LONG


def test_what_is_taken_from_a_process_it_cannot_have_again() -> None:
    asks = "import resource as r; from tracker.capture.untrusted.sandbox import Bounds, confine\n"
    asks += "confine(Bounds(cpu_s=7))\n"
    asks += "print([r.getrlimit(kind) for kind in (r.RLIMIT_CPU, r.RLIMIT_FSIZE, r.RLIMIT_NOFILE, r.RLIMIT_CORE)])"
    said = subprocess.run([sys.executable, "-c", asks], capture_output=True, check=True, timeout=60).stdout
    assert said.decode().strip() == f"[(7, 8), ({GIB}, {GIB}), (0, 0), (0, 0)]"
