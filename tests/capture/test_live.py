"""Network cameras as they come: they answer or not, end, fall silent; their passwords are never shown."""

import socket
import threading
from contextlib import contextmanager
from fractions import Fraction

import av
import numpy as np
import pytest

from tracker.capture import live
from tracker.capture.source import open_source
from tracker.domain.errors import SourceLost, SourceUnreadable


@pytest.fixture(autouse=True)
def impatient(monkeypatch):
    monkeypatch.setattr(live, "OPEN_TIMEOUT_S", 2.0)
    monkeypatch.setattr(live, "READ_TIMEOUT_S", 1.0)


@pytest.fixture(scope="module")
def stream(tmp_path_factory):
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
def camera(content: bytes, falls_silent: bool):
    """A camera on this machine that sends `content` to whoever connects, then ends or falls silent."""
    over = threading.Event()

    def serve(line: socket.socket) -> None:
        with line:
            try:
                line.recv(4096)
                line.sendall(content)
                over.wait(20 if falls_silent else 0)
            except OSError:
                pass  # the other side has hung up

    def answer() -> None:
        while not over.is_set():
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


@pytest.mark.parametrize(
    ("falls_silent", "more_to_come", "says"),
    [(True, 10**6, "went silent"), (False, 10**6, "broke off"), (False, 0, "its sender ended it")],
)
def test_a_stream_gives_its_pictures_and_says_how_it_was_lost(stream, falls_silent, more_to_come, says):
    with camera(reply(stream, len(stream) + more_to_come), falls_silent) as address:
        source = open_source(f"http://{address}")
        assert (source.size, source.total) == ((64, 48), None)
        seen = []
        with pytest.raises(SourceLost, match=says) as lost:  # noqa: PT012  what came before it counts too
            for picture in source.pictures():
                seen.append(picture)
    assert len(seen) >= 140
    assert [p.at_us for p in seen[:3]] == [0, 40_000, 80_000]
    assert "secret" not in str(lost.value)
    assert "bob" not in str(lost.value)


@pytest.mark.parametrize("scheme", ["rtsp", "RTSP", "http"])
def test_a_camera_that_accepts_and_then_says_nothing_is_given_up(scheme):
    with (
        camera(b"", falls_silent=True) as address,
        pytest.raises(SourceUnreadable, match="does not answer") as given_up,
    ):
        open_source(f"{scheme}://{address}")
    assert "secret" not in str(given_up.value)


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("rtsp://bob:secret@10.0.0.9:554/live?token=secret", "rtsp://10.0.0.9:554/live"),
        ("rtsp://bob:sec@ret@10.0.0.9/live", "rtsp://10.0.0.9/live"),
        ("rtsp://10.0.0.9:554/user=bob&password=secret&channel=1.sdp", "rtsp://10.0.0.9:554/"),
        ("rtsp://bob:secret@[fe80::1]:554/live", "rtsp://[fe80::1]:554/live"),
        ("rtsp://bob:secret@10.0.0.9:99999/live", "rtsp://10.0.0.9:99999/live"),
        ("rtsp://bob:s/ecret@10.0.0.9/live", "rtsp://hidden"),
        ("rtsp://bob:s#ecret@10.0.0.9/live", "rtsp://hidden"),
        ("rtsp://bob:s?ecret@10.0.0.9/live", "rtsp://hidden"),
        ("rtsp://10.0.0.9/live?user=bob@secret", "rtsp://hidden"),
    ],
)
def test_only_what_is_surely_no_secret_is_shown(url, shown):
    assert live.without_credentials(url) == shown


@pytest.mark.parametrize("name", ["rtmp://bob:secret@10.0.0.9/live", "rtps://bob:secret@10.0.0.9/live.jpg"])
def test_an_address_of_another_kind_is_refused_without_its_secrets(name):
    with pytest.raises(SourceUnreadable, match="begins with one of rtsp") as refused:
        open_source(name)
    assert "secret" not in str(refused.value)
