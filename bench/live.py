"""How long a picture takes to reach the desk: `python -m bench.live [CLIP] [--calibration FILE] [--viewers N]`.

A program of its own serves a table that a clip is played at, as fast as it was taken; one desk listens, and so many
overlays. Timed from when
a picture came out of the capture process until the desk has read what it showed: median, 99th percentile. Pictures
that came while another was looked at go by unseen; how many is told, and when each stroke was put before the referee.
With `--look` the desk watches the live picture, too, so that one sees what that costs the rest.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Iterator
from contextlib import suppress
from http.client import IncompleteRead
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from bench.samples import SAMPLES
from bench.screens import free_port

CLIP = SAMPLES / "0001-red-then-black" / "clip.mp4"
CALIBRATION = "calibration.json"


def told(port: int, kind: str) -> Iterator[tuple[float, dict[str, Any]]]:
    """Give each sight, or picture, with the wall clock (ms) at which it was read."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/tables/1/{kind}/events", timeout=60) as stream:
        event = b""
        for line in stream:
            event = line if line.startswith(b"event:") else event
            if line.startswith(b"data:") and event == f"event: {kind}\n".encode():
                yield time.time() * 1000, json.loads(line[5:])


def look(port: int, late_ms: list[float], sizes: list[int]) -> None:
    """Watch the live picture to the end of the program."""
    with suppress(OSError, IncompleteRead):
        for now_ms, still in told(port, "picture"):
            late_ms.append(now_ms - still["taken_ms"])
            sizes.append(len(still["jpeg"]) * 3 // 4)


def overlay(port: int) -> None:
    """Listen as an overlay does, to the end."""
    with suppress(OSError), urllib.request.urlopen(f"http://127.0.0.1:{port}/api/tables/1/events") as stream:
        for _ in stream:
            pass


def await_served(port: int) -> None:
    for _ in range(1200):
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=5).close()
            return
        except OSError:
            time.sleep(0.1)
    raise SystemExit("the program did not begin to serve")


def measured(port: int) -> None:
    """Listen until the clip is at its end, then print what was measured."""
    late_ms: list[float] = []
    last_us, strokes, newest = None, 0, {}
    for now_ms, newest in told(port, "sight"):
        if newest["at_us"] not in (None, last_us):
            last_us = newest["at_us"]
            late_ms.append(now_ms - newest["taken_ms"])
        if newest["strokes"] > strokes:
            strokes = newest["strokes"]
            print(f"stroke {strokes} told after the picture of {(last_us or 0) / 1e6:.2f} s")
        if newest["camera"] in ("ended", "lost"):
            break
    if len(late_ms) < 2:
        raise SystemExit(f"too few pictures were seen: {newest}")
    came, dropped = newest["pictures"], newest["dropped"]
    print(f"{came} pictures, {dropped} of them gone by unseen ({dropped / max(came, 1):.0%}); {len(late_ms)} timed")
    print(f"picture to desk: median {median(late_ms):.0f} ms, 99th percentile {quantiles(late_ms, n=100)[-1]:.0f} ms")


def shown(late_ms: list[float], sizes: list[int]) -> None:
    """Print how the live picture fared."""
    kb = median(sizes) / 1000
    print(f"live picture: {len(late_ms)} shown, {kb:.0f} kB each; {median(late_ms):.0f} ms old when the desk had them")


def main() -> int:
    options = argparse.ArgumentParser(description="How long a picture takes to reach the desk.")
    options.add_argument("clip", nargs="?", type=Path, default=CLIP)
    options.add_argument("--calibration", type=Path, help="(default: calibration.json beside the clip)")
    options.add_argument("--look", action="store_true", help="watch the live picture, too")
    options.add_argument("--viewers", type=int, default=50, help="overlays that listen, too (default: 50)")
    asked = options.parse_args()
    calibration, port = asked.calibration or asked.clip.with_name(CALIBRATION), free_port()
    with tempfile.TemporaryDirectory() as folder, (Path(folder) / "log").open("wb") as log:
        command = [
            sys.executable, "-m", "tracker.app.main", "serve", "--db", f"{folder}/club.db", "--port", str(port),
            "--source", str(asked.clip), "--realtime", "--calibration", str(calibration),
        ]  # fmt: skip
        program = subprocess.Popen(command, stderr=log)
        try:
            await_served(port)
            pictured: tuple[list[float], list[int]] = ([], [])
            if asked.look:
                threading.Thread(target=look, args=(port, *pictured), daemon=True).start()
            measured(port)
            if asked.look:
                shown(*pictured)
        finally:
            program.terminate()
            program.wait()
    return 0


if __name__ == "__main__":
    sys.exit(main())
