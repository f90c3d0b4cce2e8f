"""Overlays and boards at the hub: what a hall's own screens show, as it grows, and how old that is."""

import asyncio
import json
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from browsing import client_of
from halls import HOUR_US, NOW_US, HallAtWork, brought
from room_fixtures import Cuewatch, cuewatch
from starlette.testclient import TestClient

from tests.servers import wait_until
from tracker.cli.hub.serving import deaf
from tracker.domain.errors import BadInput, UnknownName
from tracker.domain.roles import Role
from tracker.hub.joining import in_thread
from tracker.hub.recordings.fetching import Fetching
from tracker.hub.scores import Scores
from tracker.live.table.showing import public_state
from tracker.live.table.stored import Stored
from tracker.live.table.table import Table
from tracker.match.steps import Note
from tracker.show.screens.state import PublicState, as_json
from tracker.store.database.opening import Database
from tracker.store.database.users import User, keep_user
from tracker.store.mirror.halls import books_of_hall, heard
from tracker.store.mirror.taking import cut
from tracker.web.access.door import Door
from tracker.web.federation.application import create_hub
from tracker.web.federation.channels import HubChannels

__all__ = ["cuewatch"]


def now_ms() -> int:
    return NOW_US // 1000


def client(hub: Database, address: str = "127.0.0.1") -> TestClient:
    scores = Scores(database=hub, federation="League", now_us=lambda: NOW_US)
    return client_of(create_hub(scores, HubChannels(hub, now_ms), Fetching(Path(), {}), Door(database=hub)), address)


def state_at(hub: Database, table: str) -> Any:
    return client(hub).get(f"/api/tables/{table}/state").json()


def in_the_hall(hall: HallAtWork, table: str) -> PublicState:
    return public_state(Table(table, Stored(hall.database, now_ms), now_ms).moment)


@pytest.mark.parametrize("book", ["six-reds", "maximum", "billiards-to-200", "novuss-set", "three-misses"])
def test_a_screen_at_the_hub_shows_what_one_in_the_hall_does_and_since_when(
    book: str, crown: HallAtWork, hub: Database
) -> None:
    crown.plays(book, entries=20)
    brought(crown, hub)
    heard(hub, {"crown": (NOW_US + 5_000_000, HOUR_US)})
    due = replace(in_the_hall(crown, "1"), table="crown:1", as_of_ms=now_ms() + 5000)
    assert state_at(hub, "crown:1") == json.loads(as_json(due))


def test_an_open_line_grows_with_its_book_and_ages_with_its_hall(crown: HallAtWork, hub: Database) -> None:
    table, epoch = crown.plays("maximum", entries=8)
    crown.plays("six-reds", table="2", entries=8)
    brought(crown, hub)
    with closing(HubChannels(hub, now_ms)) as channels:
        line, seen = channels["crown:1"], list[PublicState]()
        line.table.listen(lambda moment: seen.append(public_state(moment)))
        crown.puts_right(table, epoch)
        brought(crown, hub)
        channels.grown("crown", {"1", "2"})
        wait_until(lambda: seen, "the screen is told that the book has grown")
        assert (seen[-1].sequence, seen[-1].frame) == (10, in_the_hall(crown, "1").frame)
        heard(hub, {"crown": (NOW_US + HOUR_US, 0)})
        channels.heard("gate", NOW_US)
        channels.heard("crown", NOW_US + HOUR_US)
        wait_until(lambda: seen[-1].as_of_ms == now_ms() + HOUR_US // 1000, "it is as of an hour later")
        assert list(channels) == ["crown:1"]  # nobody has asked for the other


def test_a_line_at_which_nobody_looks_any_more_is_let_go_of(crown: HallAtWork, hub: Database) -> None:
    crown.plays("maximum", entries=8)
    brought(crown, hub)
    at_ms = [now_ms()]
    with closing(HubChannels(hub, lambda: at_ms[0])) as channels:
        assert channels["crown:1"].viewers == 0
        at_ms[0] += 600_000
        channels.grown("crown", {"1"})
        wait_until(lambda: not len(channels), "the line is let go of")
        assert channels["crown:1"].shown.public.sequence == 8


def test_a_frame_that_a_hall_has_lost_is_shown_no_more(crown: HallAtWork, hub: Database) -> None:
    """The hall was put back to a backup of before its second frame; the hub's own record of that frame stays."""
    table, first = crown.plays("maximum", entries=8)
    second = crown.begins_next(table)
    brought(crown, hub)
    assert [one.epoch for one in books_of_hall(hub, "crown")] == [first, second]
    browser = client(hub)
    assert state_at(hub, "crown:1")["sequence"] == 0
    assert browser.get("/api/halls").json()["halls"][0]["tables"][0]["frame"]["number"] == 2
    cut(hub, "crown", [one for one in books_of_hall(hub, "crown") if one.epoch == first], NOW_US)
    assert state_at(hub, "crown:1")["sequence"] == 8
    told = browser.get("/api/halls/crown/tables/1").json()
    assert (told["hall"]["tables"][0]["frame"]["number"], told["books"]) == (1, [1])


def test_what_is_no_table_is_said_and_nothing_is_scored_here(crown: HallAtWork, hub: Database) -> None:
    crown.plays("maximum", entries=8)
    brought(crown, hub)
    for name in ("crown:9", "gate:1", "1", "crown"):
        assert client(hub).get(f"/api/tables/{name}/state").status_code == 404
    with closing(HubChannels(hub, now_ms)) as channels:
        with pytest.raises(UnknownName, match="no hall has told"):
            channels["crown:9"]
        with pytest.raises(BadInput, match="kept in the hall"):
            channels["crown:1"].table.do(Note(text="written at the hub"))
        assert channels["crown:1"].shown.public.sequence == 8
    assert client(hub).post("/api/tables/crown:1/steps", json={}).status_code == 404


def test_a_token_reads_one_table_of_one_hall(cuewatch: Cuewatch, crown: HallAtWork, hub: Database) -> None:
    crown.plays("maximum", entries=8)
    crown.plays("six-reds", table="2", entries=8)
    brought(crown, hub)
    keep_user(hub, User(name="Eva", role=Role.ADMIN, password_hash="-", created_us=1))
    status, out, err = cuewatch("tokens", "add", "obs", "--table", "crown:1", "--db", hub.where)
    assert (status, err) == (0, "")
    word = out.strip().partition("token=")[2]
    away = client(hub, "192.0.2.7")
    for path in ("/overlay/crown:1", "/board/crown:1", "/api/tables/crown:1/state", "/api/tables/crown:1/figures"):
        assert away.get(path).status_code == 401
        assert away.get(f"{path}?token={word}").status_code == 200
    for path in ("/api/tables/crown:2/state", "/api/halls", "/matches"):
        assert away.get(f"{path}?token={word}").status_code == 403
    assert away.get(f"/api/tables/crown:1/vmix.json?token={word}").json()
    assert cuewatch("tokens", "add", "x", "--table", "crown:nowhere", "--db", hub.where)[0] == 2


async def hears_for_ever() -> None:
    await asyncio.Event().wait()


def test_a_hub_that_hears_no_hall_any_more_is_not_vouched_for() -> None:
    goes_on = Event()
    with in_thread(hears_for_ever(), "hub") as loop:
        stuck = deaf(loop)
        assert stuck(20) == []
        loop.call_soon_threadsafe(goes_on.wait)
        assert stuck(0.1) == ["hub"]
        goes_on.set()
        assert stuck(20) == []
    assert stuck(20) == ["hub"]
