"""How long a call takes to reach the screens: `python -m bench.screens [VIEWERS] [CALLS]`.

A program of its own serves one table over a database; so many viewers listen to its stream; a call is keyed in, up to
ten times a second. Timed from before the request until the last viewer has read the new state: median, 99th percentile.
"""

import asyncio
import json
import socket
import sys
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter

EVERY_S = 0.1
BEGIN = {"do": "begin-match", "names": ["Anna", "Bo"]}
STEPS: tuple[Mapping[str, object], ...] = (
    {"do": "score", "potted": ["red"]},
    {"do": "score", "potted": ["black"]},
    {"do": "undo"},
    {"do": "undo"},
)


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


async def begin(port: int, folder: str) -> asyncio.subprocess.Process:
    log = (Path(folder) / "log").open("wb")
    program = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tracker.cli.main", "serve", "--db", f"{folder}/club.db", "--port", str(port), stderr=log
    )
    for _ in range(300):
        try:
            (await asyncio.open_connection("127.0.0.1", port))[1].close()
            return program
        except OSError:
            await asyncio.sleep(0.1)
    raise SystemExit("the program did not begin to serve")


async def take(port: int, step: Mapping[str, object]) -> int:
    """Take a step over a connection of its own and return the sequence after it."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    body = json.dumps({"step": step}).encode()
    head = f"POST /api/tables/1/steps HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Type: application/json\r\n"
    head += "X-Cuewatch: 1\r\n"
    writer.write(f"{head}Content-Length: {len(body)}\r\nConnection: close\r\n\r\n".encode() + body)
    answer = await reader.read()
    writer.close()
    return int(json.loads(answer.split(b"\r\n\r\n")[1])["sequence"])


async def view(port: int, heard: Callable[[int], None]) -> None:
    """Listen to the stream and tell each sequence as it comes."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(f"GET /api/tables/1/events HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
    while line := await reader.readline():
        if line.startswith(b"id: "):
            heard(int(line.split(b".")[1]))


async def measure(viewers: int, calls: int) -> list[float]:
    port, waits = free_port(), []
    with tempfile.TemporaryDirectory() as folder:
        program = await begin(port, folder)
        await take(port, BEGIN)
        arrived: dict[int, list[float]] = {}
        listeners = [
            asyncio.create_task(view(port, lambda n: arrived.setdefault(n, []).append(perf_counter())))
            for _ in range(viewers)
        ]
        await asyncio.sleep(1)
        for number in range(calls):
            began = perf_counter()
            sequence = await take(port, STEPS[number % len(STEPS)])
            while len(arrived.get(sequence, [])) < viewers:
                await asyncio.sleep(0.001)
            waits.append(max(arrived[sequence]) - began)
            await asyncio.sleep(EVERY_S)
        for listener in listeners:
            listener.cancel()
        program.terminate()
        await program.wait()
    return waits


def main(viewers: int = 50, calls: int = 200) -> None:
    waits = asyncio.run(measure(viewers, calls))
    late = quantiles(waits, n=100)[98]
    print(f"{viewers} viewers, {calls} calls: median {median(waits) * 1e3:.1f} ms, 99th percentile {late * 1e3:.1f} ms")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
