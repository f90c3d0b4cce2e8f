"""`serve --demo`: a table plays by itself, frame after frame, and nothing of it stays."""

import json
import os
import signal
import subprocess
import sys
import time
import urllib.request
from dataclasses import replace
from pathlib import Path

import pytest
from browsing import free_port
from room_fixtures import Cuewatch

from tracker.capture.sources.source import open_source
from tracker.cli import playing
from tracker.cli.samples import sample
from tracker.domain.book.setup import Setup
from tracker.live.supervision.pace import Pace
from tracker.live.table.keeping import Memory
from tracker.live.table.showing import public_state
from tracker.live.table.table import Table
from tracker.match.frames import Match
from tracker.match.steps import BeginMatch, MakeCalls
from tracker.rules.snooker.frame.calls import Accept, Concede

ROOT = Path(__file__).parents[2]
CONCEDED = MakeCalls(calls=(Concede(side=1), Accept(side=0)))


class Film:
    """The watching of a film that ends again and again."""

    def __init__(self, table: Table) -> None:
        self.table, self.is_paused, self.pace, self.begun = table, False, Pace(), 0

    def pause(self, on: bool) -> None:
        self.is_paused = on
        self.begun += not on
        self.table.camera_is("none" if on else "live")


def match_at(table: Table) -> Match:
    assert table.moment.match is not None
    return table.moment.match


@pytest.fixture
def table() -> Table:
    made = Table("1", Memory(), lambda: 1_000)
    made.do(BeginMatch(header=playing.HEADER))
    return made


def until(true: object, wait_s: float = 20.0) -> None:
    assert callable(true)
    end_s = time.monotonic() + wait_s
    while not true():
        assert time.monotonic() < end_s
        time.sleep(0.02)


def test_the_next_frame_begins_as_the_film_does_and_after_the_last_one_another_match(table: Table) -> None:
    for frame, won in ((1, (1, 0)), (2, (2, 0))):
        state = public_state(table.moment)
        assert state.frame is not None
        assert (state.frame.number, state.frame.remaining, state.frame.striker, state.frame.on) == (frame, 51, 0, "red")
        assert match_at(table).frame.desk.policy is not None
        table.do(CONCEDED)
        assert match_at(table).won == won
        playing.begin_again(table)
    assert (match_at(table).won, match_at(table).frame.header.setup.frame) == ((0, 0), 1)


def test_the_film_begins_again_once_it_has_ended(table: Table) -> None:
    film = Film(table)
    with playing.played_again(table, film, interval_s=0.0):
        for times in (1, 2):
            table.camera_is("ended")
            until(lambda times=times: film.begun == times)
    assert (table.moment.camera, film.is_paused) == ("live", False)


def test_a_match_of_ones_own_is_left_alone(table: Table) -> None:
    setup = Setup(names=("Ida", "Ole"))
    table.do(BeginMatch(header=replace(playing.HEADER, setup=setup), abandon=True))
    with playing.played_again(table, film := Film(table), interval_s=0.0):
        table.camera_is("ended")
        until(lambda: film.begun)
    assert match_at(table).frame.header.setup.names == ("Ida", "Ole")


@pytest.mark.parametrize("own", [("--source", "rtsp://camera/live"), ("--db", "club.db"), ("--host", "0.0.0.0")])
def test_nothing_of_ones_own_is_put_into_the_demo(cuewatch: Cuewatch, own: tuple[str, str]) -> None:
    status, out, err = cuewatch("serve", "--demo", *own)
    assert (status, out, err.count("\n"), own[0] in err) == (2, "", 1, True)


def test_the_film_is_there_and_as_long_as_it_is_said_to_be() -> None:
    source = open_source(str(sample(playing.FILM)))
    assert source.total is not None
    assert source.total / source.rate == pytest.approx(177, abs=1)


def test_the_program_serves_it_and_leaves_nothing_behind(tmp_path: Path) -> None:
    port = free_port()
    command = [sys.executable, "-m", "tracker.cli.main", "serve", "--demo", "--port", str(port)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "TMPDIR": str(tmp_path)}
    with subprocess.Popen(
        command, env=environment, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as program:
        try:
            assert program.stdout is not None
            assert any("Ctrl-C" in line for line in program.stdout)
            until(lambda: _answers(port))
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/tables/1/state", timeout=60) as answer:
                assert json.load(answer)["match"]["countries"] == ["SE", "IT"]
            assert any(tmp_path.glob("cuewatch-demo-*/demo.db"))
            program.send_signal(signal.SIGINT)
            assert program.wait(60) == 0
        finally:
            program.kill()
    assert not any(tmp_path.glob("cuewatch-demo-*"))


def _answers(port: int) -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=5):
            return True
    except OSError:
        return False
