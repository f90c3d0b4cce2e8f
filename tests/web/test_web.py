"""The score over the web: its state, its stream, the steps, and what a browser is told when a step cannot be taken."""

import asyncio
import json
import re
from collections.abc import AsyncGenerator, Callable, Iterator
from io import BytesIO
from os.path import dirname, normpath
from threading import Timer
from typing import Any
from zipfile import ZipFile

import pytest
from browsing import client_of
from httpx2 import Response
from starlette.testclient import TestClient

from tracker.domain.strokes.stroke import Place, Standing
from tracker.domain.table.plane import Point
from tracker.live.table.keeping import Memory
from tracker.live.table.table import Table
from tracker.web.application import create_app
from tracker.web.hall.channel import PublishedMoment
from tracker.web.hall.hall import Hall, hall_of

RED_IN = {"do": "call", "calls": [{"is": "Played", "points": 1, "potted": ["red"]}]}
BEGIN = {"do": "begin-match", "names": ["Anna", "Bo"], "best_of": 3}


Take = Callable[..., Response]
"""Takes a step at table 1."""


@pytest.fixture
def hall() -> Hall:
    return hall_of([Table("1", Memory(), lambda: 7)], lambda: 7, "snooker-2024")


@pytest.fixture
def browser(hall: Hall) -> Iterator[TestClient]:
    with client_of(create_app(hall)) as client:
        yield client


@pytest.fixture
def take(browser: TestClient) -> Take:
    def step(body: dict[str, object], **more: Any) -> Response:
        return browser.post("/api/tables/1/steps", json={"step": body, **more})

    assert step(BEGIN).json() == {"epoch": 1, "sequence": 0}
    return step


def test_a_call_shows_in_the_state(browser: TestClient, take: Take) -> None:
    assert take(RED_IN).json() == {"epoch": 1, "sequence": 1}
    state = browser.get("/api/tables/1/state").json()
    assert (state["frame"]["points"], state["frame"]["made"], state["match"]["best_of"]) == ([1, 0], ["red"], 3)
    assert browser.get("/api/tables/1/vmix.json").json()[0]["points1"] == 1


def test_the_players_take_turns_to_begin_a_frame(browser: TestClient, take: Take) -> None:
    begins = []
    for _ in range(2):
        begins.append(browser.get("/api/tables/1/state").json()["frame"]["striker"])
        take({"do": "call", "calls": [{"is": "Concede", "side": 0}]})
        take({"do": "call", "calls": [{"is": "Accept", "side": 1}]})
        take({"do": "begin-frame"})
    assert begins == [0, 1]


@pytest.mark.parametrize(
    ("step", "status", "says"),
    [
        ({"do": "call", "calls": [{"is": "Played", "points": 7, "potted": ["black"]}]}, 409, "black is not on"),
        ({"do": "call", "calls": [{"is": "Player", "points": 7}]}, 422, "no call that this rulebook knows"),
        ({"do": "call", "calls": [{"is": "Played", "points": "7"}]}, 422, "stands where a int is due"),
        ({"do": "call", "calls": [{"is": "Concede", "side": 2}]}, 422, "a side is 0 or 1"),
        ({"do": "call", "calls": []}, 422, "at least 1 item"),
        ({"do": "strike-out", "number": 9}, 409, "no entry 9"),
        ({"do": "accept", "number": 1}, 409, "no entry 1"),
        ({"do": "begin-frame"}, 409, "not over yet"),
        ({"do": "begin-match", "names": ["A", "B"], "rulebook": "golf", "abandon": True}, 404, "'golf' is not known"),
        ({"do": "dance"}, 422, "does not match any of the expected tags"),
    ],
)
def test_what_cannot_be_done_is_told_and_changes_nothing(
    browser: TestClient, take: Take, step: dict[str, object], status: int, says: str
) -> None:
    before = browser.get("/api/tables/1/state").content
    answer = take(step)
    assert (answer.status_code, browser.get("/api/tables/1/state").content) == (status, before)
    assert says in answer.text


def test_a_number_that_is_none_is_refused_and_not_sent_back(browser: TestClient, take: Take) -> None:
    text = '{"step": {"do": "call", "calls": [{"is": "Played", "points": NaN}]}, "seen": [NaN, 1]}'
    for body in (text, text.replace("[NaN, 1]", "null")):
        answer = browser.post("/api/tables/1/steps", content=body, headers={"Content-Type": "application/json"})
        assert (answer.status_code, list(answer.json())) == (422, ["refused"])


def test_a_table_that_is_not_there_is_not_found(browser: TestClient) -> None:
    for path in ("/api/tables/9/state", "/overlay/9", "/board/9", "/api/tables/9/events"):
        answer = browser.get(path)
        assert (answer.status_code, answer.json()) == (404, {"refused": "there is no table '9': use one of 1"})


def test_a_step_from_a_screen_that_is_behind_is_refused(browser: TestClient, take: Take) -> None:
    take(RED_IN)
    answer = take(RED_IN, seen=[1, 0])
    assert (answer.status_code, "changed since" in answer.json()["refused"]) == (409, True)


def test_what_an_undoing_would_change_is_shown_before_it_is_done(browser: TestClient, take: Take) -> None:
    take(RED_IN)
    change = browser.post("/api/tables/1/preview", json={"step": {"do": "undo"}}).json()
    assert (change["fall"], change["before"]["points"], change["after"]["points"]) == ([1], [1, 0], [0, 0])
    assert browser.get("/api/tables/1/state").json()["frame"]["points"] == [1, 0]


def test_the_stream_gives_the_state_and_ends_when_the_program_does(browser: TestClient, take: Take, hall: Hall) -> None:
    take(RED_IN)
    Timer(0.2, hall.close).start()
    text = browser.get("/api/tables/1/events").text
    clock, event = text.split("\n\n")[1:3]
    assert clock == 'event: clock\ndata: {"now_ms":7}'
    assert event.startswith("id: 1.1\nevent: state\ndata: {")


def test_a_stream_gives_each_newer_state_and_signs_of_life(hall: Hall, take: Take) -> None:
    channel = hall.channel("1")

    async def listen() -> list[bytes]:
        heard = []
        stream = channel.events(lambda shown: shown.public_event, lambda: 7, alive_s=0.01)
        async for event in stream:
            heard.append(event)
            if len(heard) == 2:
                take(RED_IN)
            if len(heard) > 3 and any(event.startswith(b": alive") for event in heard):
                assert isinstance(stream, AsyncGenerator)
                await stream.aclose()
                break
        return heard

    heard = asyncio.run(listen())
    states = [json.loads(e.split(b"data: ")[1]) for e in heard if e.startswith(b"id: ")]
    assert [state["sequence"] for state in states] == [0, 1]
    assert channel.viewers == 0


def test_an_overlay_is_not_told_again_what_it_shows(hall: Hall, take: Take) -> None:
    channel = hall.channel("1")
    lying = Standing(at_us=0, places=(Place(ball="white", at=Point(700, 600), sd_mm=1.0),))

    async def listen() -> list[bytes]:
        stream = channel.events(lambda shown: shown.public_event, lambda: 7, alive_s=0.01)
        heard = [await anext(stream), await anext(stream)]
        channel.table.balls_lie(lying)
        heard += [await anext(stream), await anext(stream)]
        take(RED_IN)
        while not heard[-1].startswith(b"id: 1.1"):
            heard.append(await anext(stream))
        assert isinstance(stream, AsyncGenerator)
        await stream.aclose()
        return heard

    heard = asyncio.run(listen())
    assert channel.shown.moment.standing == lying
    assert [event.split(b"\n")[0] for event in heard if event.startswith(b"id: ")] == [b"id: 1.0", b"id: 1.1"]


def test_a_state_is_put_into_words_once_however_many_screens_look(
    hall: Hall, take: Take, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = []
    once: Any = PublishedMoment.public  # a function that keeps what it gave
    public = once.func

    def counted(self: PublishedMoment) -> object:
        made.append(self)
        return public(self)

    monkeypatch.setattr(once, "func", counted)
    channel = hall.channel("1")

    async def all_listen() -> None:
        streams = [channel.events(lambda shown: shown.public_event, lambda: 7) for _ in range(50)]
        for stream in streams:
            await anext(stream)
            await anext(stream)
        assert channel.viewers == 50
        take(RED_IN)
        for stream in streams:
            assert b'"points":[1,0]' in await anext(stream)
            assert isinstance(stream, AsyncGenerator)
            await stream.aclose()

    asyncio.run(all_listen())
    assert len(made) <= 2


def test_the_keepers_of_the_program_see_that_it_is_well_and_its_numbers(browser: TestClient, take: Take) -> None:
    take({"do": "strike-out", "number": 9})
    health = browser.get("/health").json()
    assert (health["status"], health["tables"]["1"]["epoch"]) == ("ok", 1)
    text = browser.get("/metrics").text
    assert 'cuewatch_steps_total{kind="begin-match",outcome="done"} 1.0' in text
    assert 'cuewatch_steps_total{kind="strike-out",outcome="refused"} 1.0' in text


def test_pages_and_their_files_are_served(browser: TestClient) -> None:
    for path in ("/", "/overlay/1", "/board/1", "/web/server/live.js"):
        assert browser.get(path).status_code == 200
        assert browser.get(path).headers["Cache-Control"] == "no-cache"
    assert browser.get("/web/../state.py").status_code == 404


def test_the_ograf_package_holds_all_that_the_graphic_loads(browser: TestClient) -> None:
    package = ZipFile(BytesIO(browser.get("/ograf.zip").content))
    files = {name.removeprefix("cuewatch/"): package.read(name) for name in package.namelist()}
    assert "elements/flags.woff2" in files
    texts = {name: file.decode() for name, file in files.items() if not name.endswith((".woff2", ".png"))}
    manifest = json.loads(texts["cuewatch.ograf.json"])  # above all that it names: its folder is the graphic
    loaded = {
        normpath(f"{dirname(name)}/{beside}")
        for name, text in texts.items()
        for beside in re.findall(r'"([\w./-]+\.(?:js|css|woff2))"', text)
    }
    (thumbnail,) = manifest["thumbnails"]
    width, height = (int.from_bytes(files[thumbnail["file"]][at : at + 4], "big") for at in (16, 20))  # of a PNG
    assert {"width": width, "height": height} == thumbnail["resolution"]
    told = {"README.md", "cuewatch.ograf.json", manifest["main"], thumbnail["file"]}
    assert loaded | told == files.keys()
    assert all(f"`{name}`" in texts["README.md"] for name in manifest["schema"]["properties"])
    assert not [text for text in texts.values() if "https://" in text.replace(manifest["$schema"], "")]
