"""Kill the server of a club again and again while all its tables are scored, and see what is lost.

    python -m bench.killed [--times 100] [--tables 8] [--write]

`cuewatch serve` keeps the books of all tables in one database. At every table somebody keys in remarks, each with a
text of its own, and scores, as fast as they are taken; at a moment of chance the program is killed (SIGKILL), and
started anew on what it left. In the end every remark that was acknowledged must stand in its table's book, once and in
the order in which it was keyed in, and every book must replay.
"""

import argparse
import http.client
import json
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from threading import Event
from typing import Any

from bench.measured import ROOT, machine, put_section
from bench.soak import BEGIN
from tests.servers import answers, free_port, wait_until
from tracker.match.book.codec import book_to_text
from tracker.match.book.entries import Noted
from tracker.match.book.replaying import replay_text
from tracker.store.database.books import book_of
from tracker.store.database.opening import open_database

SEED = 23
LEAST_S, MOST_S = 0.05, 1.5
"""The program is killed between so long after all tables are scored."""


@dataclass(slots=True)
class Scored:
    """What was keyed in at one table: the texts that were acknowledged, by the epochs of their books."""

    name: str
    keyed: int = 0
    kept: dict[int, list[str]] = field(default_factory=dict)

    @property
    def count(self) -> int:
        """Return how many were acknowledged."""
        return sum(map(len, self.kept.values()))


def asked(port: int, method: str, path: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
    """Return what the program answers.

    Raises:
        OSError: it does not, or is gone before it has answered.
    """
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    try:
        line.request(method, path, json.dumps(body), {"Content-Type": "application/json", "X-Cuewatch": "1"})
        answer = line.getresponse()
        said: dict[str, Any] = json.loads(answer.read() or b"{}")
    except (http.client.HTTPException, ValueError) as trouble:
        raise ConnectionError(str(trouble)) from trouble
    finally:
        line.close()
    return said if answer.status == 200 else {"refused": said}


def score_on(port: int, table: Scored, over: Event) -> None:
    """Key in remarks and scores at one table until the program is gone."""
    steps = f"/api/tables/{table.name}/steps"
    with suppress(OSError):
        state = asked(port, "GET", f"/api/tables/{table.name}/state")
        if state.get("match") is None:
            asked(port, "POST", steps, {"step": BEGIN})
        while not over.is_set():
            text = f"{table.name}.{table.keyed}"
            table.keyed += 1
            answer = asked(port, "POST", steps, {"step": {"do": "note", "text": text}})
            if "refused" not in answer:
                table.kept.setdefault(int(answer["epoch"]), []).append(text)
            asked(port, "POST", steps, {"step": {"do": "score"}})


@contextmanager
def served(folder: Path, port: int, tables: int) -> Iterator[None]:
    """Serve so many tables while this is entered, and to the last moment."""
    named = [word for number in range(1, tables + 1) for word in ("--club-table", str(number))]
    command = [sys.executable, "-m", "tracker.cli.main", "serve", "--db", str(folder / "club.db"), "--port", str(port)]
    with (folder / "log").open("ab") as log:
        program = subprocess.Popen([*command, *named], cwd=ROOT, stdout=log, stderr=log)
    try:
        wait_until(lambda: answers(port), "the program answers")
        yield
    finally:
        program.send_signal(signal.SIGKILL)
        program.wait()


def killed_once(folder: Path, tables: list[Scored], chance: random.Random) -> None:
    """Score all tables until the program is killed."""
    port, over = free_port(), Event()
    with ThreadPoolExecutor(len(tables)) as people:
        with served(folder, port, len(tables)):
            for table in tables:
                people.submit(score_on, port, table, over)
            time.sleep(chance.uniform(LEAST_S, MOST_S))
        over.set()


def lost(folder: Path, tables: list[Scored]) -> list[str]:
    """Say what is not kept as it was acknowledged."""
    found = []
    with open_database(folder / "club.db") as database:
        for table in tables:
            for epoch, texts in table.kept.items():
                book = book_of(database, table.name, epoch)
                stands = [entry.text for entry in book.entries if isinstance(entry, Noted)]
                if [text for text in stands if text in set(texts)] != texts or len(stands) != len(set(stands)):
                    found.append(f"table {table.name}, book {epoch}: not all remarks stand there once and in order")
                if trouble := replay_text(book_to_text(book), where=table.name).trouble:
                    found.append(f"table {table.name}, book {epoch}: {trouble}")
    return found


def main() -> int:
    """Kill, compare, print, and with --write put the line into docs/MEASURED.md."""
    options = argparse.ArgumentParser(description="Kill the server of a club while all its tables are scored.")
    options.add_argument("--times", type=int, default=100)
    options.add_argument("--tables", type=int, default=8)
    options.add_argument("--write", action="store_true", help="put the line into docs/MEASURED.md")
    chosen = options.parse_args()
    tables = [Scored(str(number)) for number in range(1, chosen.tables + 1)]
    chance = random.Random(SEED)
    with tempfile.TemporaryDirectory() as folder:
        for number in range(chosen.times):
            killed_once(Path(folder), tables, chance)
            print(f"\r{number + 1} of {chosen.times}", end="", file=sys.stderr, flush=True)
        wrong = lost(Path(folder), tables)
    said = (
        f"`python -m bench.killed --times {chosen.times} --tables {chosen.tables}`, {date.today()}, {machine()}: "
        f"killed {chosen.times} times while {chosen.tables} tables were scored; {sum(t.count for t in tables)} remarks "
        f"acknowledged, of {sum(t.keyed for t in tables)} keyed in; wrong: {'; '.join(wrong) or 'nothing'}.\n"
    )
    print(said)
    if chosen.write:
        put_section("bench.killed", "A club whose program is killed", said)
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
