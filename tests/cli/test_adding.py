"""An admin adds a table while the club is served: it is played at once, and is there after a restart."""

import json
import stat
import urllib.error
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from browsing import free_port, page_of
from room_fixtures import browser

from tests.cli.test_whole_club import BEGIN, Club
from tests.servers import wait_until
from tracker.cli.club.adding import write_table
from tracker.cli.club.reading import read_club
from tracker.domain.errors import BadInput
from tracker.web.hall.hall import NewTable

if TYPE_CHECKING:
    from playwright.sync_api import Browser

__all__ = ["browser"]
NEW = NewTable(name="left", rulebook="snooker-2022", kit="snooker-10ft", label='by the "window"')
TEXT = '# ours\n[club]\nname = "The Crown" # since 1898\n\n[[tables]]\nname = "1"'


@pytest.fixture
def config(tmp_path: Path) -> Path:
    path = tmp_path / "club.toml"
    path.write_text(f"[network]\nport = {free_port()}\n{TEXT}\n", "utf-8")
    path.chmod(0o640)
    return path


@pytest.fixture
def club(config: Path) -> Iterator[Club]:
    served = Club(config, read_club(config).network.port)
    yield served
    ended(served)


def ended(served: Club) -> None:
    served.process.terminate()
    served.process.wait(20)


def refusal(served: Club, body: dict[str, Any]) -> tuple[int, str]:
    with pytest.raises(urllib.error.HTTPError) as refused:
        served.post("/api/tables", body)
    return refused.value.code, json.loads(refused.value.read())["refused"]


def cameras(served: Club) -> dict[str, str]:
    """Return how the camera of each table fares."""
    return {name: table["camera"] for name, table in served.tables().items()}


def test_a_table_is_written_at_the_end_and_nothing_else_changes(config: Path) -> None:
    before = config.read_text("utf-8")
    write_table(config, NEW)
    assert config.read_text("utf-8").startswith(before)
    assert stat.S_IMODE(config.stat().st_mode) == 0o640
    (_, new) = read_club(config).tables
    assert (new.name, new.label, new.kit, new.rules) == ("left", 'by the "window"', "snooker-10ft", "snooker-2022")


@pytest.mark.parametrize("text", [TEXT.replace('"1"', '"left"'), "tables = [{name = '1'}]", "[[tables]]\nname = ", ""])
def test_a_file_that_could_not_be_served_afterwards_stays_as_it_is(text: str, config: Path) -> None:
    config.write_text(text, "utf-8")
    if text:
        with pytest.raises(BadInput):
            write_table(config, NEW)
        assert config.read_text("utf-8") == text
    else:
        write_table(config, NEW)
        assert len(read_club(config).tables) == 1


WATCHED = replace(NEW, name="5", camera="rtsp://10.0.0.1/1", user="eva", password="its word")
REFUSED = {
    "the same name": replace(NEW, name="5"),
    "the same name, with a camera": replace(WATCHED, password=""),
    "the same name, with another password": replace(WATCHED, password="another word"),
    "a camera that can be none": replace(WATCHED, name="6", camera="camera:x"),
    "a name whose password lies there": replace(WATCHED, name="7"),
}


@pytest.mark.parametrize("new", REFUSED.values(), ids=REFUSED)
def test_a_table_that_is_refused_costs_no_other_its_password_and_leaves_none(new: NewTable, config: Path) -> None:
    write_table(config, WATCHED)
    secrets = config.parent / "secrets"
    (secrets / "table-7").write_text("of a table of before\n")
    text = config.read_text("utf-8")
    with pytest.raises(BadInput):
        write_table(config, new)
    assert config.read_text("utf-8") == text
    assert {file.name: file.read_text() for file in secrets.iterdir()} == {
        "table-5": "its word\n", "table-7": "of a table of before\n",
    }  # fmt: skip


def test_a_table_is_added_played_and_there_after_a_restart(club: Club, config: Path) -> None:
    club.post("/api/tables", {"name": "left", "label": "by the window", "rulebook": "snooker-2022"})
    club.take("left", BEGIN)
    club.take("left", {"do": "score", "potted": ["red"]})
    assert club.tables()["left"]["label"] == "by the window"
    assert refusal(club, {"name": "left"}) == (422, "there is a table 'left' already: give this one another name")
    assert refusal(club, {"name": "a/b"})[0] == 422
    assert refusal(club, {"name": "2", "kit": "golf"})[0] == 422
    for camera in ("/etc/passwd", "file:///etc/passwd", "rtsp://eva:word@10.0.0.1/1"):
        assert refusal(club, {"name": "2", "camera": camera, "user": "eva", "password": "its word"})[0] == 422
    club.post("/api/tables", {"name": "2", "camera": "rtsp://127.0.0.1:1/1", "user": "eva", "password": "its word"})
    wait_until(lambda: cameras(club)["2"] != "none", "the camera of the new table is watched")
    secret = config.parent / "secrets" / "table-2"
    assert (secret.read_text(), stat.S_IMODE(secret.stat().st_mode)) == ("its word\n", 0o600)
    assert "its word" not in config.read_text("utf-8")
    before = club.tables()
    ended(club)
    again = Club(config, read_club(config).network.port)
    try:
        assert again.tables() == before
        assert again.tables()["left"]["frame"]["points"] == [1, 0]
    finally:
        ended(again)


def test_a_table_is_added_on_the_page_of_the_club(club: Club, browser: "Browser") -> None:
    with page_of(browser, 1280, 900) as page:
        page.goto(f"{club.address}/admin?lang=en")
        setup = page.locator("#setup")
        setup.get_by_label("Name").fill("Eva")
        for field in setup.locator("[type=password]").all():
            field.fill("a long enough word")
        setup.locator("button").click()
        adding = page.locator("#labels form").last
        adding.get_by_label("Name of a new table").fill("2")
        adding.get_by_role("button").click()
        page.get_by_label("Table 2").wait_for()
        page.goto(f"{club.address}/?lang=en")
        page.locator(".card", has_text="Table 2").wait_for()
