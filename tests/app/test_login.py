"""Signing in with a browser: one is led there, comes back to the page that was asked for, and signs out."""

import pytest
from browsing import chromium, free_port, page_of, served

from tracker.app.live.keeping import Memory
from tracker.app.secrets import hashed_password
from tracker.app.web.door import Door
from tracker.domain.roles import Role
from tracker.store.database.opening import open_database
from tracker.store.database.users import User, keep_user

PASSWORD = "a long enough word"


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
