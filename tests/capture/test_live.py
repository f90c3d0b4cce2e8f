"""Network cameras as they come: they answer or not, end, fall silent; their passwords are never shown."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from fractions import Fraction
from typing import Any

import av
import numpy as np
import pytest

from tracker.capture.process.state import Patience
from tracker.capture.sources import live
from tracker.capture.sources.source import open_source
from tracker.domain.errors import SourceLost, SourceUnreadable


@pytest.fixture(scope="module")
def stream(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Six seconds of a transport stream, as a camera sends it."""
    path = tmp_path_factory.mktemp("stream") / "live.ts"
    with av.open(str(path), "w") as container:
        made = container.add_stream("libx264", rate=25, options={"g": "10", "bf": "0"})
        made.width, made.height, made.pix_fmt = 64, 48, "yuv420p"
        made.time_base = made.codec_context.time_base = Fraction(1, 25)
        for n in range(150):
            image = np.random.default_rng(n).integers(0, 255, (48, 64, 3), np.uint8)
            container.mux(made.encode(av.VideoFrame.from_ndarray(image, format="bgr24")))
        container.mux(made.encode())
    return path.read_bytes()


@contextmanager
def camera(content: bytes, *, falls_silent: bool = False, visits: int = 1) -> Iterator[str]:
    """A camera on this machine that sends `content` to the first who connect, then ends or falls silent."""
    over = threading.Event()

    def serve(line: socket.socket) -> None:
        with line:
            try:
                line.recv(4096)
                line.sendall(content)
                over.wait(60 if falls_silent else 0)
            except OSError:
                pass  # the other side has hung up

    def answer() -> None:
        for _ in range(visits):
            try:
                line, _ = door.accept()
            except OSError:
                return
            threading.Thread(target=serve, args=(line,), daemon=True).start()

    with socket.create_server(("127.0.0.1", 0)) as door:
        threading.Thread(target=answer, daemon=True).start()
        yield f"bob:secret@127.0.0.1:{door.getsockname()[1]}/live"
        over.set()


def reply(content: bytes, announced: int) -> bytes:
    return b"HTTP/1.0 200 OK\r\nContent-Type: video/mp2t\r\nContent-Length: %d\r\n\r\n" % announced + content


@pytest.mark.parametrize(("falls_silent", "more_to_come"), [(True, 10**6), (False, 0)])
def test_a_stream_gives_its_pictures_until_it_is_lost(
    falls_silent: bool, more_to_come: int, stream: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    content = reply(stream, len(stream) + more_to_come)
    with camera(content, falls_silent=falls_silent, visits=2) as address:
        source = open_source(f"http://{address}")
        assert (source.size, source.total, source.name) == ((64, 48), None, f"http://{address.partition('@')[2]}")
        assert source.rate == pytest.approx(25)
        monkeypatch.setattr(live, "AWAY_S", 1.5)
        seen = []
        with pytest.raises(SourceLost, match="no picture for 1") as lost:  # noqa: PT012  what came before it counts
            for picture in source.pictures():
                seen.append(picture)
    assert seen[-1].number >= 140
    assert [p.at_us for p in seen] == [40_000 * p.number for p in seen]
    assert "secret" not in str(lost.value)
    assert "bob" not in str(lost.value)


def test_a_stream_that_breaks_off_and_comes_back_goes_on(stream: bytes) -> None:
    with camera(reply(stream, len(stream) + 10**6), visits=3) as address:
        pictures = iter(open_source(f"http://{address}").pictures())
        last = next(pictures)
        while last.number < 160:
            picture = next(pictures)
            assert picture.number > last.number
            assert picture.at_us > last.at_us
            last = picture


def test_pictures_of_another_size_are_not_mixed_in(stream: bytes) -> None:
    with camera(reply(stream, len(stream) + 10**6), falls_silent=True, visits=2) as address:
        opened: Any = open_source(f"http://{address}")
        source = replace(opened, size=(32, 24))
        with pytest.raises(SourceLost, match="now sends 64x48"):
            next(source.pictures())


@pytest.mark.parametrize("scheme", ["rtsp", "RTSP", "http"])
def test_a_camera_that_accepts_and_then_says_nothing_is_given_up(scheme: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "PATIENCE", Patience(opening_s=2.0))
    with (
        camera(b"", falls_silent=True) as address,
        pytest.raises(SourceUnreadable, match="check the camera and its network") as given_up,
    ):
        open_source(f"{scheme}://{address}")
    assert "secret" not in str(given_up.value)


def test_a_camera_that_is_not_there_is_refused() -> None:
    with pytest.raises(SourceUnreadable, match="Connection refused") as refused:
        open_source("rtsp://bob:secret@127.0.0.1:9/live")
    assert "secret" not in str(refused.value)


def test_a_stream_without_pictures_is_refused() -> None:
    with camera(reply(b"no pictures here " * 99, 1683)) as address, pytest.raises(SourceUnreadable) as refused:
        open_source(f"http://{address}")
    assert "secret" not in str(refused.value)


@pytest.mark.parametrize("name", ["rtmp://bob:secret@10.0.0.9/live", "rtps://bob:secret@10.0.0.9/live.jpg"])
def test_an_address_of_another_kind_is_refused_without_its_secrets(name: str) -> None:
    with pytest.raises(SourceUnreadable, match="begins with one of rtsp") as refused:
        open_source(name)
    assert "secret" not in str(refused.value)
