"""Nothing that axe-core calls serious is on any page: names for all that is tapped, contrast, order, roles."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import doubtful
import pytest
from axe_playwright_python.sync_playwright import Axe
from browsing import BEGIN, free_port, page_of, served
from test_desk import LIE, RED_SEEN

from tracker.domain.strokes.alternatives import Alternatives
from tracker.live.table.keeping import Memory
from tracker.match.desk.desk import Policy
from tracker.match.steps import ByHand, See
from tracker.rules.desk import Scored

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

SERIOUS = ("serious", "critical")


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """A table at which a red was potted and the next stroke waits for the referee."""
    port = free_port()
    with served(Memory(), port) as hall:
        table = hall.table("1")
        table.do(BEGIN)
        table.do(ByHand(deed=Scored(potted=("red",))))
        table.do(See(seen=Alternatives.certain(RED_SEEN, LIE)))
        yield f"http://127.0.0.1:{port}"


def serious(page: "Page") -> list[str]:
    """Return what axe-core calls serious, and where."""
    found = Axe().run(page).response["violations"]
    return [f"{one['id']}: {one['nodes'][0]['html'][:160]}" for one in found if one["impact"] in SERIOUS]


@pytest.mark.parametrize(
    ("path", "ready"),
    [
        ("/", "form"), ("/login", "form"), ("/board/1", "#side0 .points"), ("/overlay/1", ".points"),
        ("/desk/1", ".ask.first"), ("/camera-advice", "#places tbody tr"),
    ],
)  # fmt: skip
def test_a_page_has_nothing_serious(browser: "Browser", address: str, path: str, ready: str) -> None:
    with page_of(browser, 1280, 800) as page:
        page.goto(f"{address}{path}")
        page.locator(ready).first.wait_for()
        page.wait_for_timeout(600)  # what fades in has its full contrast
        assert serious(page) == []


@pytest.mark.parametrize(
    ("path", "ready"), [("/board/1", "#provisional"), ("/overlay/1", ".provisional"), ("/desk/1", ".question button")]
)
def test_a_provisional_score_and_a_question_have_nothing_serious(browser: "Browser", path: str, ready: str) -> None:
    port = free_port()
    with served(Memory(), port, policy=Policy()) as hall, page_of(browser, 1280, 800) as page:
        for step in (doubtful.BEGIN, doubtful.EVEN, *doubtful.quiet(2, 7)):
            hall.table("1").do(step)
        page.goto(f"http://127.0.0.1:{port}{path}")
        page.locator(ready).first.wait_for()
        page.wait_for_timeout(600)
        assert serious(page) == []


@pytest.mark.parametrize("opened", ["#openMatch", "#openMore", "#openKeys"])
def test_a_sheet_of_the_desk_has_nothing_serious(browser: "Browser", address: str, opened: str) -> None:
    with page_of(browser, 800, 1280) as page:
        page.goto(f"{address}/desk/1?lang=en")
        page.locator("#pad button").first.wait_for()
        page.locator(opened).click()
        page.locator("dialog[open] button").first.wait_for()
        assert serious(page) == []


def test_a_foul_that_is_drafted_and_an_entry_that_is_picked_have_nothing_serious(
    browser: "Browser", address: str
) -> None:
    with page_of(browser, 1280, 800) as page:
        page.goto(f"{address}/desk/1?lang=en")
        page.locator("#book .line").first.click()
        page.keyboard.press("f")
        page.locator("#draft .price").first.wait_for()
        assert serious(page) == []
