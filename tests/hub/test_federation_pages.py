"""What the hub tells, to whom: the scores of all halls, how old they are, and books to the letter."""

from dataclasses import replace
from pathlib import Path

import pytest
from browsing import client_of
from fastapi.routing import APIRoute
from halls import BOOKS, HOUR_US, NOW_US, HallAtWork, books_in, brought
from starlette.testclient import TestClient

from tests.made_matches import STANDING
from tracker.cli.commands.serve import waking
from tracker.domain.roles import Role
from tracker.hub.recordings.fetching import Fetching
from tracker.hub.scores import Scores
from tracker.live.table.table import Moment
from tracker.match.book.codec import book_from_text
from tracker.match.frames import Match
from tracker.store.database.opening import Database
from tracker.store.database.users import User, keep_user
from tracker.store.mirror.halls import heard
from tracker.store.mirror.taking import take
from tracker.store.mirror.unsent import unsent
from tracker.web.access.door import Door
from tracker.web.federation.application import RIGHTS, ROUTERS, create_hub
from tracker.web.federation.channels import HubChannels


def client(hub: Database, address: str = "127.0.0.1", channels: HubChannels | None = None) -> TestClient:
    scores = Scores(database=hub, federation="League", now_us=lambda: NOW_US)
    lines = channels or HubChannels(hub, lambda: NOW_US // 1000)
    return client_of(create_hub(scores, lines, Fetching(Path(), {}), Door(database=hub)), address)


def test_scores_are_told_with_how_old_they_are(crown: HallAtWork, hub: Database) -> None:
    crown.plays("maximum")
    crown.plays("six-reds", table="2", entries=8)
    brought(crown, hub)
    heard(hub, {"crown": (NOW_US - 5_000_000, HOUR_US)})
    told = client(hub).get("/api/halls").json()
    first, second = told["halls"]
    assert (told["federation"], told["now_us"]) == ("League", NOW_US)
    assert (first["label"], first["heard_us"], first["ahead_us"], first["silent"]) == (
        "The Crown", NOW_US - 5_000_000, HOUR_US, False,
    )  # fmt: skip
    assert (second["heard_us"], second["silent"], second["tables"]) == (None, True, [])
    assert [(one["table"], one["frame"]["points"], one["frame"]["over"]) for one in first["tables"]] == [
        ("1", [147, 0], True), ("2", [13, 0], False),
    ]  # fmt: skip
    heard(hub, {"crown": (NOW_US - HOUR_US, 0)})
    assert client(hub).get("/api/halls/crown/tables/2").json()["hall"]["silent"] is True


def test_it_is_told_where_the_pages_of_a_hall_are(crown: HallAtWork, hub: Database) -> None:
    crown.plays("maximum", entries=8)
    brought(crown, hub)
    scores = Scores(database=hub, federation="", now_us=lambda: NOW_US, pages={"crown": "https://crown.example.org"})
    assert scores.table("crown", "1")["hall"]["page"] == "https://crown.example.org"
    assert [one["page"] for one in scores.told()["halls"]] == ["https://crown.example.org", ""]


def test_a_score_that_is_told_again_has_grown_with_its_book(crown: HallAtWork, hub: Database) -> None:
    browser = client(hub)
    table, epoch = crown.plays("maximum", entries=8)
    brought(crown, hub)
    before = browser.get("/api/halls/crown/tables/1").json()["hall"]["tables"][0]
    crown.puts_right(table, epoch)
    crown.notes(table, epoch, "a remark")
    brought(crown, hub)
    after = browser.get("/api/halls/crown/tables/1").json()["hall"]["tables"][0]
    assert before["frame"]["points"][0] > 0
    assert after["frame"] == before["frame"]


def test_a_frame_at_which_somebody_looked_midway_is_told_as_it_ended(crown: HallAtWork, hub: Database) -> None:
    """Nobody looks between the end of the first frame and the beginning of the second."""
    browser, played = client(hub), book_from_text((BOOKS / "maximum.jsonl").read_text("utf-8"))
    table, epoch = crown.plays("maximum", entries=8)
    brought(crown, hub)
    (midway,) = browser.get("/api/halls").json()["halls"][0]["tables"]
    crown.adds(table, epoch, played.entries[8:])
    crown.begins_next(table)
    brought(crown, hub)
    (after,) = browser.get("/api/halls").json()["halls"][0]["tables"]
    assert (midway["won"], midway["frame"]["over"]) == ([0, 0], False)
    assert (after["won"], after["frame"]["number"]) == ([1, 0], 2)


@pytest.mark.parametrize(("match", "winner", "over"), STANDING.values(), ids=STANDING)
def test_a_match_is_over_at_the_hub_when_it_is_in_the_hall(
    match: Match, winner: int | None, over: bool, crown: HallAtWork, hub: Database
) -> None:
    crown.has_played(match)
    brought(crown, hub)
    (told,) = client(hub).get("/api/halls").json()["halls"][0]["tables"]
    assert (told["won"], told["over"], told["abandoned"]) == ([*match.won], over, match.abandoned)


def test_a_book_is_taken_away_as_the_hall_has_it(crown: HallAtWork, hub: Database) -> None:
    crown.puts_right(*crown.plays("maximum"))
    brought(crown, hub)
    told = client(hub).get("/api/halls/crown/tables/1").json()
    match = told["hall"]["tables"][0]["match"]
    assert told["books"] == [1]
    taken = client(hub).get(f"/api/matches/{match}/books/1.jsonl")
    assert [taken.content] == [text.encode() for text in books_in(crown).values()]
    assert client(hub).get(f"/api/matches/{match}/books/2.jsonl").status_code == 404
    assert client(hub).get("/api/halls/crown/tables/9").status_code == 404
    assert [one["table"] for one in client(hub).get("/api/matches").json()["matches"]] == ["crown:1"]


def test_a_book_that_cannot_be_played_hides_no_other(crown: HallAtWork, hub: Database) -> None:
    crown.plays("maximum")
    crown.plays("six-reds", table="2")
    lines = list(unsent(crown.database, 10_000))
    header = '{"is":"Header","schema":99}'
    lines = [replace(line, text=header) if (line.table, line.number) == ("2", 0) else line for line in lines]
    take(hub, [("crown", lines)], NOW_US)
    told = client(hub).get("/api/halls").json()["halls"][0]["tables"]
    assert [bool(one["trouble"]) for one in told] == [False, True]


def test_the_hub_tells_and_changes_nothing_and_only_whom_it_knows(crown: HallAtWork, hub: Database) -> None:
    keep_user(hub, User(name="Eva", role=Role.ADMIN, password_hash="-", created_us=1))
    away = client(hub, "192.0.2.7")
    assert {away.get(path).status_code for path in ("/api/halls", "/api/matches", "/api/players")} == {401}
    assert away.get("/health").status_code == 200
    changing = {line.path for line in RIGHTS if line.method != "GET"}
    assert changing == {"/api/session", "/api/tables/{table}/strokes/{epoch}/{sequence}/recording"}
    routes = [route for router in ROUTERS for route in router.routes if isinstance(route, APIRoute)]
    paths = {route.path for route in routes if "GET" in (route.methods or ())}
    assert paths - {"/web/{file:path}"} == {line.path for line in RIGHTS if line.method == "GET"} - {"/web/{file:path}"}


def test_a_feed_wakes_when_a_book_has_grown_not_when_a_ball_moves() -> None:
    woken: list[None] = []
    hear = waking(lambda: woken.append(None))
    for _ in range(3):
        hear(Moment(table="1"))
    assert woken == []
