"""A camera for benches: a clip sent over the network again and again, which can be switched off, or be made to hang.

It is reached at an address as any camera is, since one that is a file could neither be lost nor come back. MPEG-TS over
HTTP needs no server beyond Python's own.
"""

import threading
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from socket import socket

import av
import av.error

from tracker.capture.process.feeds import in_real_time, played


class LoopedCamera:
    """A clip at an address of this machine."""

    def __init__(self, clip: Path) -> None:
        self._clip, self._line = clip, threading.Lock()
        self._lines: set[socket] = set()
        self._server = self._listening(0)
        self.port = self._server.server_address[1]
        self.address = f"http://127.0.0.1:{self.port}/live"
        self.may_send = threading.Event()
        """While it is not set the camera says nothing, and hangs up on nobody."""
        self.may_send.set()

    def switch_off(self) -> None:
        """Hang up on all, and answer nobody."""
        self._server.shutdown()
        self._server.server_close()
        with self._line:
            for line in self._lines:
                with suppress(OSError):
                    line.shutdown(2)
        self.may_send.set()

    def switch_on(self) -> None:
        """Answer again, at the same address."""
        self._server = self._listening(self.port)

    def _listening(self, port: int) -> ThreadingHTTPServer:
        camera = self

        class Sending(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self.send_response(200)
                self.send_header("Content-Type", "video/mp2t")
                self.end_headers()
                camera.send(self.connection)

            def log_message(self, *_: object) -> None:
                """Say nothing."""

        server = ThreadingHTTPServer(("127.0.0.1", port), Sending)
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, args=(0.1,), daemon=True).start()
        return server

    def send(self, line: socket) -> None:
        """Send the clip to one who watches, from its beginning, as fast as it was taken, until they hang up."""
        with self._line:
            self._lines.add(line)
        try:
            self._send(_Wire(line, self.may_send))
        except (OSError, av.error.FFmpegError):
            pass
        finally:
            with self._line:
                self._lines.discard(line)

    def _send(self, wire: "_Wire") -> None:
        options = {"flush_packets": "1"}
        with av.open(str(self._clip)) as clip, av.open(wire, "w", format="mpegts", options=options) as sent:
            stream = sent.add_stream_from_template(clip.streams.video[0])
            for packet in played(str(self._clip), loop=True, wait_until=in_real_time()):
                packet.stream = stream
                sent.mux(packet)


class _Wire:
    """What PyAV writes to: the line to one who watches."""

    def __init__(self, line: socket, may_send: threading.Event) -> None:
        self._line, self._may_send = line, may_send

    def write(self, data: bytes) -> int:
        self._may_send.wait()
        self._line.sendall(data)
        return len(data)
