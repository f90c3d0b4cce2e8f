"""What was played, looked up: by player and day, on pages, as JSON and as tables; a sheet is one page of paper."""

import csv
import io
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from browsing import client_of, page_of, served
from played_matches import at_us, golden_book, keep_golden
from playwright.sync_api import expect
from starlette.testclient import TestClient
from test_axe import serious
from test_desk import narrowest

from tracker.history.tables import BREAKS, MATCHES, PLAYERS, RESULTS
from tracker.live.table.keeping import Memory
from tracker.live.table.table import Table
from tracker.match.book.entries import Noted, StruckOut
from tracker.match.statistics import TIERS
from tracker.store.database.matches import StoredFrame, StoredMatch, begin_book, go_on
from tracker.store.database.opening import Database
from tracker.store.database.players import Player, change_player
from tracker.web.access.door import Door
from tracker.web.application import create_app
from tracker.web.hall.hall import hall_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ANNA, BO, CY = "Anna Ångström", "Bo", "Cy / the =2nd"
WIDTHS = [(390, 844), (768, 1024), (1280, 800)]


@pytest.fixture
def club(database: Database) -> Database:
    """A club in which Anna beat Bo 2-1, and Cy beat Anna, at snooker; then Anna beat Bo at billiards."""
    keep_golden(database, (ANNA, BO), ("maximum", "respotted-black", "three-misses"), (2026, 9, 3), "Final")
    keep_golden(database, (CY, ANNA), ("maximum",), (2026, 9, 4))
    keep_golden(database, (ANNA, BO), ("billiards-to-200",), (2026, 10, 1))
    return database


@pytest.fixture
def client(club: Database) -> TestClient:
    hall = hall_of([Table("1", Memory(), lambda: 7)], lambda: 7, "snooker-2024")
    return client_of(create_app(hall, door=Door(database=club)))


def asked(client: TestClient, path: str, **query: Any) -> Any:
    answer = client.get(path, params=query)
    assert answer.status_code == 200, answer.text
    return answer.json()


def table(client: TestClient, path: str, **query: Any) -> list[dict[str, str]]:
    answer = client.get(path, params=query)
    assert answer.headers["content-type"].startswith("text/csv")
    return list(csv.DictReader(io.StringIO(answer.text)))


@pytest.mark.parametrize(
    ("wanted", "numbers"),
    [
        ({}, [3, 2, 1]),
        ({"player": "ÅNG"}, [3, 2, 1]),
        ({"player": "cy"}, [2]),
        ({"player": "nobody"}, []),
        ({"since": "2026-09-04"}, [3, 2]),
        ({"until": "2026-09-03"}, [1]),
        ({"since": "2026-09-04", "until": "2026-09-04", "player": "anna"}, [2]),
        ({"until": "9999-12-31"}, [3, 2, 1]),
        ({"before": 3}, [2, 1]),
        ({"before": 77}, []),
    ],
    ids=str,
)
def test_matches_are_found_by_player_and_by_day(client: TestClient, wanted: dict[str, Any], numbers: list[int]) -> None:
    told = asked(client, "/api/matches", **wanted)
    assert [match["match"] for match in told["matches"]] == numbers
    assert told["more"] is False
    assert [int(row["match"]) for row in table(client, "/api/matches.csv", **wanted)] == numbers


def test_a_match_is_told_with_its_frames_and_what_each_side_did(client: TestClient) -> None:
    told = asked(client, "/api/matches/1")
    assert (told["names"], told["won"], told["winner"], told["date"]) == ([ANNA, BO], [2, 1], 0, "2026-09-03")
    assert [frame["points"] for frame in told["frames"]] == [[147, 0], [29, 36], [12, 0]]
    assert told["high_break"] == {"side": 0, "player": ANNA, "points": 147}
    one, other = told["statistics"]
    assert (one["points"], other["points"]) == (188, 36)
    assert one["breaks"]["130"] == 1
    for side, sums in enumerate(told["statistics"]):
        made = sum(b["points"] for frame in told["frames"] for b in frame["breaks"] if b["side"] == side)
        assert made + sums["given"] == sums["points"]


def test_a_player_is_told_game_by_game_with_head_to_head(client: TestClient) -> None:
    told = asked(client, "/api/player", name=ANNA)
    billiards, snooker = told["games"]
    assert (billiards["game"], snooker["game"]) == ("billiards", "snooker")
    assert (snooker["matches"], snooker["matches_won"], snooker["matches_lost"]) == (2, 1, 1)
    assert (snooker["frames_won"], snooker["frames_lost"], snooker["highest"]) == (2, 2, 147)
    assert {one["name"]: one["matches_won"] for one in snooker["against"]} == {BO: 1, CY: 0}
    assert told["best"][0]["points"] == 147
    assert [match["match"] for match in told["matches"]] == [3, 2, 1]


def test_a_table_is_told_game_by_game_with_its_highest_breaks(client: TestClient) -> None:
    told = asked(client, "/api/table", name="1")
    billiards, snooker = told["games"]
    assert (snooker["game"], snooker["matches"], snooker["frames"], snooker["highest"]) == ("snooker", 2, 4, 147)
    assert (billiards["matches"], billiards["frames"]) == (1, 1)
    assert {(one["points"], one["player"]) for one in told["best"][:2]} >= {(147, ANNA), (147, CY)}
    assert [match["match"] for match in told["matches"]] == [3, 2, 1]
    assert asked(client, "/api/matches", table="2")["matches"] == []
    assert client.get("/api/table", params={"name": "9"}).status_code == 404


def test_the_tables_of_breaks_and_players_say_the_same_and_no_name_is_a_formula(client: TestClient) -> None:
    breaks = table(client, "/api/breaks.csv")
    assert max(int(row["break"]) for row in breaks if row["player"] == ANNA) == 147
    rows = {(row["player"], row["game"]): row for row in table(client, "/api/players.csv")}
    for row in asked(client, "/api/statistics")["players"]:
        for game in row["games"]:
            line = rows[row["name"], game["game"]]
            for what in ("matches", "matches_won", "frames_lost", "points", "points_against", "highest", "fouls"):
                assert int(line[what]) == game[what]
            assert [int(line[f"breaks_{tier}"]) for tier in TIERS] == [game["breaks"].get(str(t), 0) for t in TIERS]
    calls = table(client, "/api/matches/1/calls.csv")
    assert (calls[-1]["frame"], calls[-1]["over"]) == ("3", "1")


def test_results_are_as_score_cards_of_a_league_have_them(client: TestClient) -> None:
    row = next(row for row in table(client, "/api/results.csv") if row["match"] == "1")
    assert (row["date"], row["won_a"], row["won_b"], row["winner"]) == ("2026-09-03", "2", "1", ANNA)
    assert (row["frame_scores"], row["breaks_a"]) == ("147-0 (147), 29-36, 12-0", "147")


def test_a_player_who_is_called_otherwise_now_is_so_in_all_that_was_played(club: Database, client: TestClient) -> None:
    change_player(club, ANNA, Player(name="Anna Berg", country="SE"))
    told = asked(client, "/api/matches/1")
    assert (told["names"], told["countries"]) == (["Anna Berg", BO], ["SE", ""])
    assert told["frames"][0]["breaks"][0]["player"] == "Anna Berg"
    assert asked(client, "/api/player", name="Anna Berg")["games"][1]["highest"] == 147
    assert client.get("/api/player", params={"name": ANNA}).status_code == 404


def test_what_is_called_and_struck_out_later_is_read_anew(club: Database, client: TestClient) -> None:
    match = StoredMatch(table="1", rulebook="snooker-2024", sides=((ANNA,), (BO,)), begun_us=1)
    book = golden_book("maximum", (ANNA, BO))
    first = StoredFrame(match=0, table="1", header=book.header, begun_us=1)
    frame = begin_book(club, first, book.entries[:-1], match=match)
    path, length = f"/api/matches/{frame.match}", len(book.entries)
    assert asked(client, path)["frames"][0]["points"] == [140, 0]
    go_on(club, ("1", frame.epoch), book.entries[-1:], at_us=2)
    assert asked(client, path)["frames"][0]["points"] == [147, 0]
    go_on(club, ("1", frame.epoch), (StruckOut(number=length + 1, entry=length),), at_us=2)
    assert asked(client, path)["frames"][0]["points"] == [140, 0]


def test_a_match_that_cannot_be_played_says_so_and_hides_no_other(club: Database, client: TestClient) -> None:
    later = StoredMatch(table="1", rulebook="snooker-2024", sides=((ANNA,), (BO,)), begun_us=at_us(2026, 11, 1))
    header = golden_book("maximum", (ANNA, BO)).header
    frame = begin_book(club, StoredFrame(match=0, table="1", header=header, begun_us=1), match=later)
    go_on(club, ("1", frame.epoch), (Noted(number=1, text="x"),), at_us=2)
    with club.writing() as connection:
        connection.exec_driver_sql(f"INSERT INTO entries VALUES ('1', {frame.epoch}, 2, 'no entry', 1)")
    told = asked(client, "/api/matches")["matches"]
    assert [bool(match["trouble"]) for match in told] == [True, False, False, False]
    assert asked(client, "/api/player", name=ANNA)["games"][1]["highest"] == 147


def test_the_columns_of_the_tables_are_those_that_are_documented() -> None:
    told = " ".join((Path(__file__).parents[2] / "docs" / "exports.md").read_text("utf-8").split())
    for name, columns in (("matches", MATCHES), ("breaks", BREAKS), ("results", RESULTS), ("players", PLAYERS)):
        assert f"Columns of `{name}.csv`: {', '.join(columns)}." in told


@pytest.mark.parametrize("path", ["/api/matches/9", "/api/matches/9/calls.csv", "/api/matches/9/sheet.pdf"])
def test_a_match_that_is_not_there_is_named(client: TestClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    assert "there is no match 9" in answer.json()["refused"]


def test_the_long_sheet_is_there_too(client: TestClient) -> None:
    assert "Match sheet" in client.get("/api/matches/1/sheet.html").text
    assert client.get("/api/matches/1/sheet.pdf").content.startswith(b"%PDF")


@pytest.fixture
def address(club: Database, port: int) -> Iterator[str]:
    frames = ("maximum", "respotted-black", "three-misses") * 11
    keep_golden(club, (ANNA, BO), (*frames, "maximum", "maximum"), (2026, 11, 3))
    with served(Memory(), port, Door(database=club)):
        yield f"http://127.0.0.1:{port}"


PAGES = [
    ("/matches", ".match"), ("/matches/1", ".frames"), ("/tables/1", ".tiles"), ("/players", ".people"),
    ("/players/Bo", ".tiles"), ("/players/-?name=Cy%20%2F%20the%20%3D2nd", ".tiles"),
]  # fmt: skip


@pytest.mark.parametrize("size", WIDTHS, ids=["phone", "tablet", "desktop"])
def test_every_page_of_the_history_fits_its_screen_and_has_nothing_serious(
    browser: "Browser", address: str, size: tuple[int, int]
) -> None:
    with page_of(browser, *size) as page:
        for path, ready in PAGES:
            page.goto(address + path)
            page.locator(ready).first.wait_for()
            assert serious(page) == [], path
            assert page.evaluate("document.documentElement.scrollWidth") <= size[0], path
            buttons = page.locator("main button:visible")
            assert not buttons.count() or narrowest(buttons) >= 48, path


@pytest.mark.parametrize("lang", ["it", "sv", "zh"])
def test_no_english_is_left_on_a_page_in_another_language(browser: "Browser", address: str, lang: str) -> None:
    with page_of(browser, 1280, 800) as page:
        for path, ready in PAGES:
            page.goto(f"{address}{path}{'&' if '?' in path else '?'}lang={lang}")
            page.locator(ready).first.wait_for()
            words = page.locator("main").inner_text()
            assert not re.findall(r"\b(Breaks?|Matches|Players|Statistics|highest|won|potted|undefined)\b", words)
        page.goto(f"{address}/players/Nobody?lang={lang}")
        page.locator("#trouble", has_text="Nobody").wait_for()
        expect(page.locator("#trouble")).not_to_contain_text("there is no")


@pytest.mark.parametrize("number", [1, 4], ids=["best of 3", "best of 35"])
def test_a_match_sheet_prints_on_one_page(browser: "Browser", address: str, number: int) -> None:
    with page_of(browser, 1280, 800) as page:
        page.goto(f"{address}/matches/{number}?lang=en")
        page.locator(".frames").wait_for()
        paper = page.pdf(prefer_css_page_size=True)
        assert len(re.findall(rb"/Type\s*/Page\b", paper)) == 1


def test_one_looks_for_a_player_opens_the_match_and_then_his_page(browser: "Browser", address: str) -> None:
    with page_of(browser, 390, 844) as page:
        page.goto(f"{address}/matches?lang=en")
        page.locator(".match").first.wait_for()
        page.locator("[name=player]").fill("cy")
        page.keyboard.press("Enter")
        expect(page.locator(".match")).to_have_count(1)
        page.locator(".match").click()
        page.get_by_text(f"{CY} won", exact=True).first.wait_for()
        page.locator(".top").get_by_role("link", name=CY).click()
        page.get_by_role("heading", name=CY).wait_for()
        page.locator(".person").wait_for()
