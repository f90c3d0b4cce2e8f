"""What a call takes at the desk, in taps, is what docs/expected.md says: each is made by so many, and no more."""

import re
from pathlib import Path
from typing import TYPE_CHECKING

from browsing import page_of
from test_desk import LIE, RED_SEEN

from tracker.domain.strokes.alternatives import Alternatives
from tracker.live.table.table import Table
from tracker.match.steps import MakeCalls, See, Step
from tracker.rules.snooker.frame.calls import Accept, Concede

if TYPE_CHECKING:
    from playwright.sync_api import Browser

CONCEDED = MakeCalls(calls=(Concede(side=1), Accept(side=0)))
SEEN = See(seen=Alternatives.certain(RED_SEEN, LIE))
ROW = re.compile(r"^\| (.+?) \| (\d+) \| \d* ?\|$", re.MULTILINE)
DO_IT = "#change button.strong"

ACTS: tuple[tuple[str, tuple[Step, ...], tuple[str, ...], str], ...] = (
    ("a red; a colour", (), ("#pad [data-do=red]",), "#side0 .points:text-is('1')"),
    ("a red; a colour", (), ("#pad [data-do=black]",), "#side0 .points:text-is('8')"),
    ("end of the turn", (), ("#pad [data-do=end]",), "#side1[data-turn=yes]"),
    ("a foul and its price", (), ("#pad [data-do=foul]", "#draft .price >> nth=0"), "#side0 .points:text-is('12')"),
    ("undo, once it is seen what that changes", (), ("#pad [data-do=undo]", DO_IT), "#side0 .points:text-is('8')"),
    ("a foul and a miss", (),
     ("#pad [data-do=foul]", "#draft .tick:has-text('Miss')", "#draft .price >> nth=0"),
     "[data-mark=miss][aria-pressed=true]"),
    ("correct one of the last three strokes", (), (".lastStroke >> nth=-1", "#last .nearest button >> nth=0"),
     "#book .fallen"),
    ("accept what the camera suggests, or another reading of it", (SEEN,), (".ask.first .accept",),
     "#asks:not(:has(.ask))"),
    ("the next frame", (CONCEDED,), ("[data-do=next]",), "#part:text-is('Frame 2')"),
    ("the other side begins it", (CONCEDED,), ("[data-do=other-first]",), "#part:text-is('Frame 3')"),
)  # fmt: skip


def test_each_call_takes_the_taps_that_the_docs_say(browser: "Browser", table: Table, port: int) -> None:
    docs = (Path(__file__).parents[2] / "docs" / "expected.md").read_text("utf-8")
    told = {what: int(taps) for what, taps in ROW.findall(docs)}
    with page_of(browser, 820, 1180) as desk:
        desk.goto(f"http://127.0.0.1:{port}/desk/1?lang=en")
        for what, before, taps, comes in ACTS:
            for step in before:
                table.do(step)
            assert told[what] == len(taps), what
            for tap in taps:
                desk.locator(tap).click()
            desk.locator(comes).first.wait_for(state="attached")
