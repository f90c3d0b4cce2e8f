"""The club's page in a browser: a new owner is led to a password, and all is done by keys."""

import re
from typing import TYPE_CHECKING

from browsing import chromium, free_port, page_of, served
from playwright.sync_api import expect

from tracker.domain.roles import Role
from tracker.live.table.keeping import Memory
from tracker.store.database.opening import Database
from tracker.store.database.people import tables
from tracker.store.database.tokens import tokens
from tracker.store.database.users import user_named, users
from tracker.web.access.door import Door

if TYPE_CHECKING:
    from playwright.sync_api import Page

PASSWORD = "a long enough word"


def typed(page: "Page", *words: str) -> None:
    """Fill in the fields from the one that has the focus on, and send them."""
    for word in words:
        page.keyboard.type(word)
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")


def test_a_new_owner_sets_a_password_and_lets_others_in_by_keys_alone(database: Database) -> None:
    port = free_port()
    with (
        served(Memory(), port, Door(database=database)),
        chromium() as browser,
        page_of(browser, 1280, 800) as page,
    ):
        page.goto(f"http://127.0.0.1:{port}/admin?lang=sv")
        page.get_by_text("Ingen har något lösenord än").wait_for()
        page.get_by_label("Namn").focus()
        typed(page, "Eva", PASSWORD, "another one")
        page.get_by_text("Lösenorden är inte lika").wait_for()
        assert users(database) == ()
        page.get_by_label("Lösenordet en gång till").fill(PASSWORD)
        page.keyboard.press("Enter")
        page.get_by_text("cuewatch serve --host 0.0.0.0").wait_for()
        page.locator("#lang").select_option("en")
        adding = page.locator("#users form")
        adding.get_by_label("Name").focus()
        typed(page, "Bo", PASSWORD, "V")
        page.get_by_text("Bo may sign in.").wait_for()
        added = user_named(database, "Bo")
        assert added is not None
        assert added.role is Role.VIEWER
        row = page.locator("#users .row", has_text="Eva")
        row.get_by_role("button", name="Remove").press("Enter")
        page.locator("dialog").get_by_role("button", name="Remove").press("Enter")
        page.get_by_text("is the last admin").wait_for()
        page.locator("#tokens").get_by_label("What to call it").focus()
        typed(page, "obs", "1")
        expect(page.get_by_label("This address is shown once")).to_have_value(re.compile(r"/overlay/1\?token="))
        page.keyboard.press("Escape")
        page.locator("#tokens").get_by_role("button", name="Revoke").press("Enter")
        page.locator("dialog").get_by_role("button", name="Revoke").press("Enter")
        page.get_by_text("Table 1 · revoked").wait_for()
        assert [token.label for token in tokens(database) if token.revoked_us] == ["obs"]
        page.locator("#labels").get_by_label("Table 1").fill("By the window")
        page.keyboard.press("Enter")
        page.locator("#tokens option", has_text="1: By the window").wait_for(state="attached")
        assert [table.label for table in tables(database)] == ["By the window"]
        page.goto(f"http://127.0.0.1:{port}/")
        page.locator("#table option", has_text="1: By the window").wait_for(state="attached")
        page.goto(f"http://127.0.0.1:{port}/admin")
        page.locator("#sessions .row", has_text="this browser").get_by_role("button").press("Enter")
        page.get_by_text("this needs the role admin: sign in").wait_for()
