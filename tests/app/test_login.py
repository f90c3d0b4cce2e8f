"""Signing in with a browser: one is led there, comes back to the page that was asked for, and signs out."""

import pytest
from browsing import chromium, free_port, page_of, served

from tracker.app.live.keeping import Memory
from tracker.app.secrets import hashed_password, hashed_word
from tracker.app.web import guards
from tracker.app.web.door import Door
from tracker.domain.roles import Role
from tracker.domain.setup import Setup
from tracker.match.by_hand import Scored
from tracker.match.entries import Header
from tracker.match.steps import BeginMatch, ByHand
from tracker.store.database.opening import open_database
from tracker.store.database.users import User, end_session, keep_user

PASSWORD = "a long enough word"
BEGIN = BeginMatch(header=Header(rulebook="snooker-2024", setup=Setup(names=("Anna", "Bo"))))


@pytest.fixture
def door(tmp_path):
    with open_database(tmp_path / "club.db") as database:
        for role in (Role.VIEWER, Role.REFEREE):
            keep_user(database, User(name=role.word, role=role, password_hash=hashed_password(PASSWORD), created_us=1))
        yield Door(database=database)


def sign_in(page, name: str, password: str = PASSWORD) -> None:
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Sign in").click()


def test_the_desk_leads_to_the_login_and_the_login_to_the_desk(door):
    port = free_port()
    home = f"http://127.0.0.1:{port}"
    with served(Memory(), port, door) as hall, chromium() as browser, page_of(browser, 1280, 800) as page:
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
def test_a_desk_whose_session_has_ended_leads_to_the_login_and_back(door, monkeypatch, noticed):
    port = free_port()
    desk = f"http://127.0.0.1:{port}/desk/1?lang=en"
    with served(Memory(), port, door) as hall, chromium() as browser, page_of(browser, 1280, 800) as page:
        table = hall.table("1")
        table.do(BEGIN)
        page.goto(f"http://127.0.0.1:{port}/login?next=/desk/1%3Flang%3Den")
        sign_in(page, "referee")
        page.locator("#pad button").first.wait_for()
        for cookie in page.context.cookies():
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
        told = "You had been signed out: 1 keyed in last not taken" if noticed == "by a key" else ""
        assert page.get_by_role("alert").text_content() == told
        assert table.moment.match.frame.desk.scoreline.points == (0, 0)
