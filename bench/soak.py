"""An hour at a table: `python -m bench.soak [--minutes 60] [--clip FILE] [--write]`.

A program of its own serves a table at which a network camera looks: a clip, sent again and again. The camera goes away
twelve times, hanging up or falling silent by turns, and comes back. Overlays and a desk listen; a person scores by
hand, answers what the camera suggests, and begins one frame after the other. It is held to this:

- memory: no process holds more than a little more at the end than once it had warmed up;
- no entry lost: what any screen has shown stands in the database after `kill -9`, and on the desk after a restart;
- nothing stuck: each time the camera comes back the eyes look again; no screen falls silent, all have the last state.

The exit status is 1 where it is not so. Nothing is held to the speed of the machine.
"""

import argparse
import asyncio
import json
import signal
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bench.footprint import Growth, Sample, family, growth, sampled
from bench.live import CALIBRATION, CLIP
from bench.looped import LoopedCamera
from bench.measured import machine, put_section
from bench.screens import free_port
from tracker.match.book.codec import plain
from tracker.match.book.entries import Entry, Seen
from tracker.store.database.books import book_of
from tracker.store.database.opening import open_database

TABLE = "/api/tables/1"
VIEWERS, RESTARTS, FRAME_LONG = 4, 12, 40
KEYED_S, SAMPLED_S, AWAY_S = 2.0, 1.0, 6.0
SHORTEST_S = 40.0
"""The camera stays at least so long."""
WARM_SHARE, WARM_CAPTURE_S, WARM_TELLING_S = 0.2, 10.0, 150.0
"""A process has warmed up after this share of the whole; capture, which lives from one outage to the next, sooner; what
tells strokes after some twenty of them: it held 85 MB at first, 100 MB then, and 100 MB after an hour."""
NOISE_MB, GROWS_MB_PER_HOUR = 12.0, 12.0
"""What memory may rise by: allocators keep what they had, by chance, and a match that goes on has a longer book."""
BACK_S, SILENT_S = 90.0, 30.0
"""So long the eyes may take after the camera is back; so long a screen may hear nothing."""
BEGIN = {"do": "begin-match", "names": ["Anna", "Bo"], "best_of": 5, "abandon": True}
CONCEDED = {"do": "call", "calls": [{"is": "Concede", "side": 1}, {"is": "Accept", "side": 0}]}
KINDS = {"Called": "called", "Amended": "amended", "StruckOut": "struck-out", "Noted": "noted"}
At = tuple[int, int]


@dataclass(slots=True)
class Screens:
    """What the screens have shown so far."""

    at: list[At] = field(default_factory=lambda: [(0, 0)] * VIEWERS)
    heard_s: list[float] = field(default_factory=lambda: [time.monotonic()] * VIEWERS)
    quiet_s: float = 0.0
    """The longest that an overlay heard nothing."""
    reached: dict[int, int] = field(default_factory=dict)
    """The last entry that any screen has shown, of each book."""
    lines: dict[At, dict[str, Any]] = field(default_factory=dict)
    """The lines of the books that the desk has shown."""
    referee: dict[str, Any] = field(default_factory=dict)
    sight: dict[str, Any] = field(default_factory=dict)

    def overlay(self, viewer: int, event: str, state: dict[str, Any]) -> None:
        """Take in what an overlay is told."""
        now_s = time.monotonic()
        self.quiet_s = max(self.quiet_s, now_s - self.heard_s[viewer])
        self.heard_s[viewer] = now_s
        if event == "state":
            self.at[viewer] = self._reached(state)

    def desk(self, event: str, state: dict[str, Any]) -> None:
        """Take in what the desk is told."""
        if event == "state":
            self.referee = state
            epoch, _ = self._reached(state["public"])
            self.lines |= {(epoch, line["number"]): line for line in state["book"]}

    def seen(self, event: str, state: dict[str, Any]) -> None:
        """Take in what the camera sees."""
        if event == "sight":
            self.sight = state

    def _reached(self, state: dict[str, Any]) -> At:
        epoch, sequence = state["epoch"], state["sequence"]
        self.reached[epoch] = max(sequence, self.reached.get(epoch, 0))
        return epoch, sequence


@dataclass(frozen=True, slots=True, kw_only=True)
class Soaked:
    """What came of it."""

    lasted_s: float
    growths: tuple[Growth, ...]
    back_s: tuple[float, ...]
    """How long the eyes took to look again, each time that the camera was back."""
    by_camera: int
    by_hand: int
    pictures: int
    wrong: tuple[str, ...]


async def events(port: int, path: str) -> AsyncIterator[tuple[str, dict[str, Any]]]:
    """Give what a stream of events says, until the line is closed."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 24)
    writer.write(f"GET {TABLE}{path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
    event = ""
    while line := await reader.readline():
        if line.startswith(b"event: "):
            event = line[7:-1].decode()
        elif line.startswith(b"data: "):
            yield event, json.loads(line[6:])


async def asked(port: int, path: str, step: dict[str, Any] | None = None) -> dict[str, Any]:
    """Return what the program answers to a question, or to a step; `refused` tells why it is not done."""
    body = b"" if step is None else json.dumps({"step": step}).encode()
    head = f"{'POST' if body else 'GET'} {TABLE}{path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nX-Cuewatch: 1\r\n"
    head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n"
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(head.encode() + body)
    answer = await reader.read()
    writer.close()
    said: dict[str, Any] = json.loads(answer.split(b"\r\n\r\n", 1)[1])
    return said


@asynccontextmanager
async def served(port: int, folder: Path, *more: str) -> AsyncIterator[asyncio.subprocess.Process]:
    """Serve a table while this is entered, and to the last moment: then `kill -9`."""
    with (folder / "log").open("ab") as log:
        program = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "tracker.cli.main", "serve", "--db", str(folder / "club.db"), "--port", str(port),
            *more, stderr=log,
        )  # fmt: skip
    try:
        for _ in range(1200):
            with suppress(OSError):
                await asked(port, "/state")
                break
            await asyncio.sleep(0.1)
        yield program
    finally:
        with suppress(ProcessLookupError):
            program.send_signal(signal.SIGKILL)
        await program.wait()


def next_step(state: dict[str, Any], count: int) -> dict[str, Any]:
    """Return what the person at the desk does next, by what it shows."""
    match, frame = state["public"]["match"], state["public"]["frame"]
    if match is None or match["over"]:
        return BEGIN
    if frame["over"]:
        return {"do": "begin-frame"}
    if state["waiting"]:
        return {"do": "pass-over" if count % 3 == 0 else "accept", "number": state["waiting"][0]["number"]}
    return CONCEDED if count % FRAME_LONG == FRAME_LONG - 1 else keyed(frame["on"], count)


def keyed(on: str, count: int) -> dict[str, Any]:
    """Return what a person keys in: pots, misses, remarks and undoings by turns."""
    scored = {"do": "score", "potted": ["black" if on == "colour" else on]}
    return (scored, {"do": "undo"}, {"do": "score"}, scored, {"do": "note", "text": f"remark {count}"})[count % 5]


async def at_the_desk(port: int, screens: Screens) -> None:
    """Key in one step after the other; one that is refused, since the camera was first, is left, or passed over."""
    count = 0
    while True:
        await asyncio.sleep(KEYED_S)
        if screens.referee:
            step = next_step(screens.referee, count)
            answer = await asked(port, "/steps", step)
            if "refused" in answer and step["do"] == "accept":
                await asked(port, "/steps", step | {"do": "pass-over"})
            count += 1


async def going_away(camera: LoopedCamera, every_s: float, screens: Screens, back_s: list[float]) -> None:
    """Have the camera go away again and again, and wait each time until the eyes look again."""
    hangs = False
    while True:
        await asyncio.sleep(every_s - AWAY_S)
        if hangs:
            camera.may_send.clear()
        else:
            await asyncio.to_thread(camera.switch_off)
        await asyncio.sleep(AWAY_S)
        last_us = screens.sight.get("at_us") or 0
        if hangs:
            camera.may_send.set()
        else:
            camera.switch_on()
        back_s.append(await until_looked(screens, last_us))
        hangs = not hangs


async def until_looked(screens: Screens, last_us: int) -> float:
    """Return how long it takes until a picture is looked at that is newer; infinite: too long."""
    began_s = time.monotonic()
    while time.monotonic() - began_s < BACK_S:
        if screens.sight.get("camera") == "live" and (screens.sight["at_us"] or 0) > last_us:
            return time.monotonic() - began_s
        await asyncio.sleep(0.1)
    return float("inf")


async def sampling(root: int, samples: list[Sample]) -> None:
    while True:
        samples += await asyncio.to_thread(sampled, root, time.monotonic())
        await asyncio.sleep(SAMPLED_S)


async def listening(port: int, screens: Screens) -> None:
    """Have the overlays and the desk listen, until a line is closed."""

    async def overlay(viewer: int) -> None:
        async for event, state in events(port, "/events"):
            screens.overlay(viewer, event, state)

    async def desk() -> None:
        async for event, state in events(port, "/referee/events"):
            screens.desk(event, state)

    async def sight() -> None:
        async for event, state in events(port, "/sight/events"):
            screens.seen(event, state)

    await asyncio.gather(desk(), sight(), *map(overlay, range(VIEWERS)))


async def soaked(clip: Path, folder: Path, lasts_s: float) -> Soaked:
    """Keep a table going for so long; return what came of it."""
    port, screens, camera = free_port(), Screens(), LoopedCamera(clip)
    samples: list[Sample] = []
    back_s: list[float] = []
    source = ("--source", camera.address, "--calibration", str(clip.with_name(CALIBRATION)))
    async with served(port, folder, *source) as program:
        busy = [
            asyncio.create_task(work)
            for work in (
                listening(port, screens), at_the_desk(port, screens), sampling(program.pid, samples),
                going_away(camera, max(SHORTEST_S, lasts_s / RESTARTS), screens, back_s),
            )
        ]  # fmt: skip
        done, _ = await asyncio.wait(busy, timeout=lasts_s, return_when=asyncio.FIRST_COMPLETED)
        broke = [f"it broke off: {one.exception() or 'a line was closed'}" for one in done]
        for one in busy[1:]:
            one.cancel()
        late = await until_all_alike(port, screens)
        left = set(family(program.pid))
    wrong = [*broke, *late, *stuck(screens, back_s), *left_over(left), *lost(folder, screens)]
    wrong += await forgotten(folder, screens)
    growths = [growth(samples, role, warm_s) for role, warm_s in warm_times(lasts_s).items()]
    by_hand, by_camera = entries_in(folder, screens.reached)
    return Soaked(
        lasted_s=lasts_s, growths=tuple(filter(None, growths)), back_s=tuple(back_s), by_hand=by_hand,
        by_camera=by_camera, pictures=screens.sight.get("pictures", 0),
        wrong=(*wrong, *grown(growths), *([] if by_camera else ["the camera has told no stroke"])),
    )  # fmt: skip


def warm_times(lasts_s: float) -> dict[str, float]:
    lasting = dict.fromkeys(("server", "eyes"), WARM_SHARE * lasts_s)
    return lasting | {"telling": max(WARM_TELLING_S, WARM_SHARE * lasts_s), "capture": WARM_CAPTURE_S}


async def until_all_alike(port: int, screens: Screens) -> Iterable[str]:
    """Wait until every overlay shows the last state; return which do not."""
    state = await asked(port, "/state")
    last, due_s = (state["epoch"], state["sequence"]), time.monotonic() + SILENT_S
    while (behind := sum(at < last for at in screens.at)) and time.monotonic() < due_s:
        await asyncio.sleep(0.1)
    return [f"{behind} overlays do not show the last state {last}: {screens.at}"] if behind else []


def stuck(screens: Screens, back_s: list[float]) -> Iterator[str]:
    """Give what got stuck."""
    if not back_s:
        yield "the camera never went away"
    if float("inf") in back_s:
        yield f"{back_s.count(float('inf'))} times the eyes did not look again within {BACK_S:g} s of the camera"
    if screens.quiet_s > SILENT_S:
        yield f"an overlay heard nothing for {screens.quiet_s:.0f} s"


def left_over(pids: set[int]) -> list[str]:
    """Return which processes outlive their server."""
    due_s = time.monotonic() + SILENT_S
    while (left := [pid for pid in pids if Path(f"/proc/{pid}").exists()]) and time.monotonic() < due_s:
        time.sleep(0.1)
    return [f"processes outlive their server: {left}"] if left else []


def lost(folder: Path, screens: Screens) -> Iterator[str]:
    """Give which entries were shown and are not kept, or otherwise than shown."""
    with open_database(folder / "club.db") as database:
        books = {epoch: book_of(database, "1", epoch).entries for epoch in screens.reached if epoch}
    for epoch, sequence in screens.reached.items():
        if epoch and len(books[epoch]) < sequence:
            yield f"epoch {epoch}: {sequence} entries were shown, {len(books[epoch])} are kept"
    for (epoch, number), line in screens.lines.items():
        if len(books[epoch]) < number or not is_shown_by(books[epoch][number - 1], line):
            yield f"entry {epoch}.{number} is not kept as it was shown"


def is_shown_by(entry: Entry, line: dict[str, Any]) -> bool:
    """Say whether a line of the desk is that of an entry."""
    calls = [plain(call) for call in getattr(entry, "calls", ())]
    return bool(KINDS.get(type(entry).__name__) == line["kind"] and calls == line["calls"])


async def forgotten(folder: Path, screens: Screens) -> list[str]:
    """Return what the desk shows no more once the program was started anew."""
    port = free_port()
    async with served(port, folder):
        after = await asked(port, "/referee")
    epoch = after["public"]["epoch"]
    again = {(epoch, line["number"]): (line["kind"], line["calls"]) for line in after["book"]}
    shown = {at: (line["kind"], line["calls"]) for at, line in screens.lines.items() if at[0] == epoch}
    gone = sorted(at for at, line in shown.items() if again.get(at) != line)
    newest = max(screens.reached)
    return [f"after the restart the desk shows {gone} otherwise"] * bool(gone) + (
        [] if epoch == newest else [f"after the restart epoch {epoch} is shown, not {newest}"]
    )


def entries_in(folder: Path, epochs: Iterable[int]) -> tuple[int, int]:
    """Return how many entries a person and a camera wrote."""
    with open_database(folder / "club.db") as database:
        entries = [entry for epoch in epochs if epoch for entry in book_of(database, "1", epoch).entries]
    return sum(type(one).__name__ in KINDS for one in entries), sum(isinstance(one, Seen) for one in entries)


def grown(growths: Iterable[Growth | None]) -> Iterator[str]:
    for one in filter(None, growths):
        most_mb = max(NOISE_MB, GROWS_MB_PER_HOUR * one.span_s / 3600)
        if one.grown_mb > most_mb:
            yield f"{one.role} grew by {one.grown_mb:.1f} MB in {one.span_s:.0f} s (limit {most_mb:.1f})"


def table(came: Soaked) -> str:
    """Return what is written into docs/MEASURED.md."""
    back_s = max(came.back_s, default=0.0)
    lines = [
        f"`python -m bench.soak --minutes {came.lasted_s / 60:g}` on {machine()}: {came.pictures} pictures.",
        f"The camera went away {len(came.back_s)} times; it was looked at again within {back_s:.1f} s.",
        f"{came.by_hand} entries by hand, {came.by_camera} strokes by camera.",
        f"Wrong: {'; '.join(came.wrong) or 'nothing, and no entry was lost'}.",
        f"Memory may rise by {NOISE_MB:g} MB, or by {GROWS_MB_PER_HOUR:g} MB an hour.",
        "",
        "| process | started | warm, MB | at the end, MB | most, MB | slope, MB an hour | over, s |",
        "|---|---|---|---|---|---|---|",
    ]
    rows = (
        f"| {one.role} | {one.processes} | {one.first_mb:.1f} | {one.last_mb:.1f} | {one.most_mb:.1f} |"
        f" {one.mb_per_hour:+.1f} | {one.span_s:.0f} |"
        for one in came.growths
    )
    return "\n".join([*lines, *rows]) + "\n"


def main() -> int:
    options = argparse.ArgumentParser(description="Keep a table going, and see that nothing leaks, is lost or sticks.")
    options.add_argument("--minutes", type=float, default=60.0)
    options.add_argument("--clip", type=Path, default=CLIP, help="with calibration.json beside it")
    options.add_argument("--write", action="store_true", help="put the table into docs/MEASURED.md")
    asked_for = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        came = asyncio.run(soaked(asked_for.clip, Path(folder), 60 * asked_for.minutes))
        if came.wrong:
            print((Path(folder) / "log").read_text()[-4000:], file=sys.stderr)
    print(table(came))
    if asked_for.write:
        put_section("soak", "A long match", table(came))
    return int(bool(came.wrong))


if __name__ == "__main__":
    sys.exit(main())
