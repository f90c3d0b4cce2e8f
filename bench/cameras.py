"""How many tables with a camera each one computer carries: pictures passed over, processor, memory, how late it tells.

    python -m bench.cameras [--tables 1 2 4 8] [--seconds 40] [--write]

`cuewatch serve --config` with so many tables, each with the drawn frame of the demo (720p25, players and pauses) as its
camera, in its own time, all at once. What is counted begins once every table has been found and watched for a while.
*Late* is from when a picture came out of the capture process until a desk, which hears of it as an overlay does, has
read where its balls lie.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import date
from http.client import HTTPException
from pathlib import Path
from statistics import quantiles
from typing import Any

from bench.footprint import family, sampled
from bench.killed import asked
from bench.live import told
from bench.measured import ROOT, machine, put_section
from tests.servers import free_port, wait_until

CLIP = ROOT / "sample_videos" / "a-frame.mp4"
STARTS_S, WARM_S = 120.0, 12.0
CARRIED = 0.05
"""A computer carries so many tables as it can while no greater share of the pictures is passed over."""
HEAD = (
    "| tables | pictures a second and table | passed over | late, p50 / p99, ms | processor, cores | a table, cores "
    "| memory, MB | a further table, MB |\n|---|---|---|---|---|---|---|---|\n"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Carried:
    """What so many tables came to."""

    tables: int
    rate: float
    """Pictures a second that were looked at, of each table."""
    passed: float
    """Share of all pictures that were passed over."""
    late_ms: tuple[float, float]
    """Median and 99th percentile, over all tables."""
    cores: float
    memory_mb: float


@contextmanager
def club(tables: int) -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    """Serve so many tables while this is entered; give the program and its port."""
    port = free_port()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        files = {n: folder / f"{n}.mp4" for n in range(1, tables + 1)}  # no camera may watch two tables
        for file in files.values():
            file.symlink_to(CLIP)
        each = "".join(f'[[tables]]\nname = "{n}"\ncamera = "{file}"\n' for n, file in files.items())
        (folder / "club.toml").write_text(f"[network]\nport = {port}\n{each}")
        command = [sys.executable, "-m", "tracker.cli.main", "serve", "--config", str(folder / "club.toml")]
        with (folder / "log").open("ab") as log:
            program = subprocess.Popen(command, cwd=ROOT, stdout=log, stderr=log)
        try:
            yield program, port
        finally:
            program.terminate()
            with suppress(subprocess.TimeoutExpired):
                program.wait(20)
            program.kill()
            program.wait()


def counts(port: int) -> tuple[int, int, bool]:
    """Return how many pictures were looked at, how many passed over, and whether every table is watched."""
    cameras: list[dict[str, Any]] = asked(port, "GET", "/api/care")["cameras"]
    looked, dropped = (sum(one[what] or 0 for one in cameras) for what in ("pictures", "dropped"))
    return looked, dropped, bool(cameras) and all((one["pictures"] or 0) > 0 for one in cameras)


def is_watched(port: int) -> bool:
    """Say whether the eyes of every table have looked at a picture."""
    try:
        return counts(port)[2]
    except OSError:
        return False  # it does not answer yet


def processor_s(root: int) -> float:
    """Return the processor time that a program and its children have used so far."""
    ticks = 0
    for pid in family(root):
        with suppress(OSError):
            fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
            ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def follow(port: int, table: str, late_ms: list[float]) -> None:
    """Note how late each picture of a table is told of, until the program ends."""
    last_us = None
    with suppress(OSError, HTTPException):
        for now_ms, sight in told(port, "sight", table):
            if sight["at_us"] not in (None, last_us):
                last_us = sight["at_us"]
                late_ms.append(now_ms - sight["taken_ms"])


def measured(tables: int, seconds: float) -> Carried:
    """Return what so many tables come to over some seconds."""
    with club(tables) as (program, port):
        wait_until(lambda: is_watched(port), "every table is watched", STARTS_S)
        time.sleep(WARM_S)
        late_ms: list[float] = []
        for table in range(1, tables + 1):
            threading.Thread(target=follow, args=(port, str(table), late_ms), daemon=True).start()
        (looked, dropped, _), used_s, began_s = counts(port), processor_s(program.pid), time.monotonic()
        time.sleep(seconds)
        (looked_2, dropped_2, _), used_2_s = counts(port), processor_s(program.pid)
        cuts = quantiles(late_ms, n=100)
        took_s = time.monotonic() - began_s
        held = sampled(program.pid, took_s)
    seen, passed = looked_2 - looked, dropped_2 - dropped
    return Carried(
        tables=tables, rate=(seen - passed) / took_s / tables, passed=passed / max(seen, 1),
        late_ms=(cuts[49], cuts[98]), cores=(used_2_s - used_s) / took_s, memory_mb=sum(one.held_mb for one in held),
    )  # fmt: skip


def rows(found: list[Carried]) -> str:
    """Return a row for each number of tables."""
    first = found[0]

    def further_mb(one: Carried) -> str:
        more = one.tables - first.tables
        return f"{(one.memory_mb - first.memory_mb) / more:.0f}" if more else ""

    return "".join(
        f"| {one.tables} | {one.rate:.1f} | {one.passed:.0%} | {one.late_ms[0]:.0f} / {one.late_ms[1]:.0f} "
        f"| {one.cores:.2f} | {one.cores / one.tables:.2f} | {one.memory_mb:.0f} | {further_mb(one)} |\n"
        for one in found
    )


def carried(found: list[Carried]) -> str:
    """Return how many tables the computer carries, in words."""
    most = max((one.tables for one in found if one.passed <= CARRIED), default=0)
    return f"Of these numbers {most} is the greatest with at most {CARRIED:.0%} of the pictures passed over."


def main() -> int:
    """Measure, print, and with --write put the table into docs/MEASURED.md."""
    options = argparse.ArgumentParser(description="Count how many tables with cameras a computer carries.")
    options.add_argument("--tables", type=int, nargs="+", default=[1, 2, 4, 8])
    options.add_argument("--seconds", type=float, default=40.0)
    options.add_argument("--write", action="store_true", help="put the table into docs/MEASURED.md")
    chosen = options.parse_args()
    found = []
    for tables in chosen.tables:
        found.append(measured(tables, chosen.seconds))
        print(rows(found).splitlines()[-1], flush=True)
    told = (
        f"`python -m bench.cameras --seconds {chosen.seconds:g}`, {date.today()}, {machine()}. File cameras of 720p25, "
        f"all in one program; load of the machine {os.getloadavg()[1]:.0f}. {carried(found)}\n\n{HEAD}{rows(found)}"
    )
    if chosen.write:
        put_section("bench.cameras", "Cameras of a club", told)
    return 0


if __name__ == "__main__":
    sys.exit(main())
