"""How long a picture takes to reach a screen: `python -m bench.live [CLIP …] [--viewers N] [--look] [--write]`.

For each clip a program of its own serves a table that the clip is played at, as fast as it was taken; one desk listens,
and so many overlays. Timed from when a picture came out of the capture process until the desk has read what it showed:
median and 99th percentile over all clips, from the first picture on. What is seen reaches desk and overlays by the same
way; the desk is told more often, and so is what is timed; of the overlays, how long after the first one the last one
has a new state. Pictures that came while another was looked at go by unseen;
how many is told, and when each stroke was put before the referee. With `--look` the desk watches the live picture,
too, so that one sees what that costs the rest.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from http.client import IncompleteRead
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from bench.measured import machine, put_section
from bench.samples import SAMPLES
from bench.screens import free_port

CALIBRATION = "calibration.json"
CLIPS = [clip for clip in sorted(SAMPLES.glob("*/clip.mp4")) if clip.with_name(CALIBRATION).is_file()]
CLIP = CLIPS[0]


Heard = defaultdict[bytes, list[float]]
"""When each state was there, at each overlay (Unix, ms)."""


def told(port: int, kind: str, table: str = "1") -> Iterator[tuple[float, dict[str, Any]]]:
    """Give each sight, or picture, with the wall clock (ms) at which it was read."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/tables/{table}/{kind}/events", timeout=60) as stream:
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


def overlay(port: int, heard: Heard) -> None:
    """Listen as an overlay does, to the end; note when each state of the table was there, but for the first one."""
    with suppress(OSError), urllib.request.urlopen(f"http://127.0.0.1:{port}/api/tables/1/events") as stream:
        states = (line for line in stream if line.startswith(b"data:"))
        next(states, None)
        for state in states:
            heard[state].append(time.time() * 1000)


def begin_match(port: int) -> None:
    """Begin a match, so that strokes change what overlays show."""
    body = json.dumps({"step": {"do": "begin-match", "names": ["Anna", "Bo"], "best_of": 5}}).encode()
    head = {"Content-Type": "application/json", "X-Cuewatch": "1"}
    asked = urllib.request.Request(f"http://127.0.0.1:{port}/api/tables/1/steps", body, head)
    urllib.request.urlopen(asked, timeout=30).close()


def await_served(port: int) -> None:
    for _ in range(1200):
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=5).close()
            return
        except OSError:
            time.sleep(0.1)
    raise SystemExit("the program did not begin to serve")


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """What was timed while a clip was played."""

    clip: str
    late_ms: tuple[float, ...]
    """Of each picture whose places the desk was told, how late that was."""
    came: int
    dropped: int
    """So many of the pictures that came were not looked at."""
    strokes: int
    spread_ms: tuple[float, ...]
    """Of each state of the table, how long after the first overlay the last one had it."""


def measured(port: int, name: str, heard: Heard) -> Played:
    """Listen until the clip is at its end."""
    late_ms: list[float] = []
    last_us, strokes = None, 0
    newest: dict[str, Any] = {}
    for now_ms, newest in told(port, "sight"):
        if newest["at_us"] not in (None, last_us):
            last_us = newest["at_us"]
            late_ms.append(now_ms - newest["taken_ms"])
        if newest["strokes"] > strokes:
            strokes = newest["strokes"]
            print(f"{name}: stroke {strokes} told after the picture of {(last_us or 0) / 1e6:.2f} s")
        if newest["camera"] in ("ended", "lost"):
            break
    if len(late_ms) < 2 or newest["camera"] == "lost":
        raise SystemExit(f"too few pictures were seen: {newest}")
    spread_ms = tuple(max(at_ms) - min(at_ms) for at_ms in heard.values() if len(at_ms) > 1)
    return Played(
        clip=name, late_ms=tuple(late_ms), came=newest["pictures"], dropped=newest["dropped"], strokes=strokes,
        spread_ms=spread_ms,
    )  # fmt: skip


def table(played: Sequence[Played], viewers: int) -> str:
    """Return what is written into docs/MEASURED.md."""
    every = Played(
        clip="all", late_ms=tuple(late for one in played for late in one.late_ms), came=sum(p.came for p in played),
        dropped=sum(p.dropped for p in played), strokes=sum(p.strokes for p in played),
        spread_ms=tuple(spread for one in played for spread in one.spread_ms),
    )  # fmt: skip
    rows = (
        f"| {one.clip} | {len(one.late_ms)} | {median(one.late_ms):.0f} | {quantiles(one.late_ms, n=100)[-1]:.0f} |"
        f" {max(one.late_ms):.0f} | {one.dropped / max(one.came, 1):.0%} | {one.strokes} |"
        f" {max(one.spread_ms, default=0.0):.0f} |"
        for one in (*played, every)
    )
    head = (
        f"`python -m bench.live` on {machine()}: {viewers} overlays and a desk listen. Reach: median 150 ms, 99th",
        "percentile 400 ms. All alike: the longest that the last overlay had a new state after the first.", "",
        "| clip | timed | median, ms | 99th percentile, ms | longest, ms | passed over | strokes | all alike, ms |",
        "|---|---|---|---|---|---|---|---|",
    )  # fmt: skip
    return "\n".join((*head, *rows)) + "\n"


def shown(late_ms: list[float], sizes: list[int]) -> None:
    """Print how the live picture fared."""
    kb = median(sizes) / 1000
    print(f"live picture: {len(late_ms)} shown, {kb:.0f} kB each; {median(late_ms):.0f} ms old when the desk had them")


def played(clip: Path, viewers: int, pictured: tuple[list[float], list[int]] | None) -> Played:
    """Play a clip at a table of its own; `pictured` takes what is seen of the live picture, if it is watched."""
    port, heard = free_port(), Heard(list)
    with tempfile.TemporaryDirectory() as folder, (Path(folder) / "log").open("wb") as log:
        command = [
            sys.executable, "-m", "tracker.cli.main", "serve", "--db", f"{folder}/club.db", "--port", str(port),
            "--source", str(clip), "--realtime", "--calibration", str(clip.with_name(CALIBRATION)),
            "--accept-sure",
        ]  # fmt: skip
        program = subprocess.Popen(command, stderr=log)
        try:
            await_served(port)
            begin_match(port)
            for _ in range(viewers):
                threading.Thread(target=overlay, args=(port, heard), daemon=True).start()
            if pictured is not None:
                threading.Thread(target=look, args=(port, *pictured), daemon=True).start()
            return measured(port, clip.parent.name, heard)
        finally:
            program.terminate()
            program.wait()


def main() -> int:
    options = argparse.ArgumentParser(description="How long a picture takes to reach a screen.")
    options.add_argument("clips", nargs="*", type=Path, help="with calibration.json beside each (default: samples)")
    options.add_argument("--look", action="store_true", help="watch the live picture, too")
    options.add_argument("--viewers", type=int, default=50, help="overlays that listen, too (default: 50)")
    options.add_argument("--write", action="store_true", help="put the table into docs/MEASURED.md")
    asked = options.parse_args()
    pictured: tuple[list[float], list[int]] | None = ([], []) if asked.look else None
    text = table([played(clip, asked.viewers, pictured) for clip in asked.clips or CLIPS], asked.viewers)
    print(text)
    if pictured is not None:
        shown(*pictured)
    if asked.write:
        put_section("live", "From picture to screen", text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
