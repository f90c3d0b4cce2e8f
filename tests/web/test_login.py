"""Signing in with a browser: one is led there, comes back to the page that was asked for, and signs out."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from browsing import free_port, page_of, served
from playwright.sync_api import expect

from tracker.domain.book.setup import Setup
from tracker.domain.roles import Role
from tracker.live.table.keeping import Memory
from tracker.match.book.entries import Header
from tracker.match.steps import BeginMatch, ByHand
from tracker.rules.desk import Scored
from tracker.store.database.opening import open_database
from tracker.store.database.users import User, end_session, keep_user
from tracker.web.access import guards
from tracker.web.access.door import Door
from tracker.web.access.secrets import hashed_password, hashed_word

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PASSWORD = "a long enough word"
BEGIN = BeginMatch(header=Header(rulebook="snooker-2024", setup=Setup(names=("Anna", "Bo"))))


@pytest.fixture
def door(tmp_path: Path) -> Iterator[Door]:
    with open_database(tmp_path / "club.db") as database:
        for role in (Role.VIEWER, Role.REFEREE):
            keep_user(database, User(name=role.word, role=role, password_hash=hashed_password(PASSWORD), created_us=1))
        yield Door(database=database)


def sign_in(page: "Page", name: str, password: str = PASSWORD) -> None:
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Sign in").click()


def test_the_desk_leads_to_the_login_and_the_login_to_the_desk(door: Door, browser: "Browser") -> None:
    port = free_port()
    home = f"http://127.0.0.1:{port}"
    with served(Memory(), port, door) as hall, page_of(browser, 1280, 800) as page:
        page.goto(f"{home}/desk/1")
        page.wait_for_url(f"{home}/login?next=*")
        sign_in(page, "referee", "a wrong one")
        page.get_by_text("do not go together").wait_for()
        sign_in(page, "viewer")
        page.get_by_text("You are signed in as viewer").wait_for()
        sign_in(page, "referee")
        page.wait_for_url(f"{home}/desk/1")
        page.goto(home)
        page.get_by_label("First player or side").fill("Anna")
        page.get_by_label("Second player or side").fill("Bo")
        page.get_by_role("button", name="Begin", exact=True).click()
        page.get_by_text("Anna and Bo").wait_for()
        assert hall.table("1").moment.match is not None
        page.get_by_role("button", name="Sign out").click()
        page.wait_for_url(f"{home}/login")
        page.goto(f"{home}/login?next=//elsewhere.example/")
        sign_in(page, "viewer")
        page.wait_for_url(f"{home}/")


@pytest.mark.parametrize("noticed", ["by a key", "by itself"])
def test_a_desk_whose_session_has_ended_leads_to_the_login_and_back(
    door: Door, browser: "Browser", monkeypatch: pytest.MonkeyPatch, noticed: str
) -> None:
    port = free_port()
    desk = f"http://127.0.0.1:{port}/desk/1?lang=en"
    with served(Memory(), port, door) as hall, page_of(browser, 1280, 800) as page:
        table = hall.table("1")
        table.do(BEGIN)
        page.goto(f"http://127.0.0.1:{port}/login?next=/desk/1%3Flang%3Den")
        sign_in(page, "referee")
        page.locator("#pad button").first.wait_for()
        for cookie in page.context.cookies():
            assert door.database is not None
            end_session(door.database, hashed_word(cookie["value"]))
        if noticed == "by a key":
            page.keyboard.press("r")
        else:
            monkeypatch.setattr(guards, "AGAIN_S", 0.0)
            table.do(ByHand(deed=Scored()))
        page.wait_for_url(f"http://127.0.0.1:{port}/login?next=*")
        sign_in(page, "referee")
        page.wait_for_url(desk)
        page.locator("#pad button").first.wait_for()
        page.locator("#side0 .points", has_text="1" if noticed == "by a key" else "0").wait_for()
        expect(page.get_by_role("alert")).to_have_text("")


@pytest.mark.parametrize(
    ("lang", "title", "known", "out"),
    [
        ("en", "Sign in", "You are signed in as viewer (Viewer)", "Sign out"),
        ("it", "Accedi", "Hai effettuato l’accesso come viewer (Spettatore)", "Esci"),
        ("sv", "Logga in", "Du är inloggad som viewer (Åskådare)", "Logga ut"),
        ("zh", "登录", "您已以 viewer（观众）登录", "退出"),
    ],
)
def test_one_signs_in_and_out_in_ones_own_language(
    door: Door, browser: "Browser", lang: str, title: str, known: str, out: str
) -> None:
    port = free_port()
    home = f"http://127.0.0.1:{port}"
    with served(Memory(), port, door), page_of(browser, 400, 900) as page:
        page.goto(f"{home}/login?lang={lang}")
        page.get_by_role("heading", name=title).wait_for()
        assert page.evaluate("document.documentElement.lang") == lang
        page.locator("[name=name]").fill("viewer")
        page.locator("[name=password]").fill(PASSWORD)
        page.get_by_role("button", name=title).click()
        page.wait_for_url(f"{home}/")
        page.goto(f"{home}/login?next=/admin&lang={lang}")
        page.get_by_text(known).wait_for()
        page.goto(f"{home}/?lang={lang}")
        page.get_by_role("button", name=out).click()
        page.wait_for_url(f"{home}/login")


def test_the_first_screen_speaks_the_language_chosen_and_keeps_it(browser: "Browser") -> None:
    port = free_port()
    with served(Memory(), port) as hall, page_of(browser, 400, 900) as page:
        hall.table("1").do(BEGIN)
        page.goto(f"http://127.0.0.1:{port}/")
        for lang, begin, both, level in (
            ("it", "Inizia un incontro", "Anna e Bo", "Partite 0 – 0"),
            ("sv", "Börja en match", "Anna och Bo", "Frame 0 – 0"),
            ("zh", "开始比赛", "Anna、Bo", "局 0 – 0"),
            ("en", "Begin a match", "Anna and Bo", "Frames 0 – 0"),
        ):
            page.locator("#lang").select_option(lang)
            page.get_by_role("heading", name=begin).wait_for()
            page.get_by_text(both).wait_for()
            page.get_by_text(level).wait_for()
            words = page.evaluate("[...document.querySelectorAll('[data-word]')].map(one => one.textContent)")
            assert all(word.strip() for word in words)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        page.locator("#lang").select_option("sv")
        page.reload()
        page.get_by_role("heading", name="Börja en match").wait_for()
