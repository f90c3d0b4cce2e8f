"""A kind of incident is declared once: whoever tells, marks, writes, measures or asks goes by what is declared.

Shown by a kind that the program does not have: a cue-ball that the tip strikes twice.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from browsing import client_of, free_port, page_of, served
from room_fixtures import browser

from tracker.cli.evaluation.measures import differences, facts
from tracker.cli.evaluation.run_and_truth import stroke_facts
from tracker.domain.strokes import incidents
from tracker.domain.strokes.incident_kind import Incident, IncidentKind, Sign
from tracker.domain.strokes.stroke import Doubt, Standing, Stroke
from tracker.domain.table.plane import Point
from tracker.live.strokes.happenings import happenings
from tracker.live.table.keeping import Memory
from tracker.show.run.summary import facts as told
from tracker.show.run.timeline import doubt_words
from tracker.show.run.words import StrokeView
from tracker.show.sheets.sheet_stroke import stroke_card
from tracker.show.spoken import LANGUAGES
from tracker.store.kits import find_kit
from tracker.store.strokes import stroke_record
from tracker.web.application import create_app
from tracker.web.hall.hall import hall_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

__all__ = ["browser"]

ROOM = Path(__file__).parents[2] / "tracker"
KIT = find_kit()


@dataclass(frozen=True, slots=True, kw_only=True)
class StrokeOfTwo(Stroke):
    """A stroke as it would be once it has the new fact."""

    struck_twice: tuple[str, ...] = ()


def _twice(stroke: Stroke, _standing: Standing | None) -> Iterable[Incident]:
    for ball in stroke.struck_twice if isinstance(stroke, StrokeOfTwo) else ():
        words = f"{ball} is struck twice"
        yield Incident(
            at_us=stroke.began_us + 40_000, balls=(ball,), words=words, listed=ball, at=stroke.origin, sure=0.8
        )


DOUBLE_HIT = IncidentKind(
    name="double_hit", happened=_twice, fact="struck_twice", doubt="a double hit", line="struck twice",
    is_counted=True, is_numbered=True, remark="a foul",
    answers={lang: (f"struck twice ({lang})", f"struck once ({lang})") for lang in ("en", *LANGUAGES)},
    sign=Sign(
        name="double_hit", letter="W", outline="M-8-8H8V8Z", colour="#abc", leads="if any",
        words={lang: f"Double hit ({lang})" for lang in ("en", *LANGUAGES)},
    ),
)  # fmt: skip

DOUBT = Doubt(about="struck_twice", why="the tip hides the cue-ball", margin="6 ms", candidates=((), ("white",)))
STROKE = StrokeOfTwo(
    number=1, began_us=1_000_000, ended_us=2_000_000, cue_ball="white", origin=Point(889.0, 600.0),
    struck_twice=("white",), doubts=(DOUBT,),
)  # fmt: skip


@pytest.fixture
def declared(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the kind declared, as one line more in `incidents` would."""
    monkeypatch.setattr(incidents, "KINDS", (*incidents.KINDS, DOUBLE_HIT))


@pytest.mark.usefixtures("declared")
def test_it_is_told_in_words_and_numbered_on_the_match_sheet() -> None:
    view = StrokeView(stroke=STROKE)
    assert ("struck twice", "white (80 % sure)") in told(view)
    assert doubt_words(DOUBT) == "a double hit: the tip hides the cue-ball (6 ms); none or white?"
    card = stroke_card(view, KIT)
    assert "white is struck twice<em> a foul</em>" in card
    assert '<span class="no double_hit">1</span>' in card
    assert "1: white is struck twice" in card  # in the drawing


@pytest.mark.usefixtures("declared")
def test_the_review_marks_it_with_its_doubt() -> None:
    found = next(one for one in happenings(STROKE, KIT) if one.kind == "double_hit")
    assert (found.at_us, found.balls, found.sure, found.margin) == (1_040_000, ("white",), 0.8, "6 ms")
    assert found.why == "white is struck twice; the tip hides the cue-ball"
    assert (found.x_mm, found.y_mm) == (889.0, 600.0)


@pytest.mark.usefixtures("declared")
def test_it_is_written_with_its_stroke_and_counted_when_a_run_is_measured() -> None:
    due = stroke_facts(stroke_record(STROKE, Standing(at_us=2_000_000, places=()), ()))
    missed = stroke_facts({**stroke_record(STROKE, Standing(at_us=2_000_000, places=()), ()), "struck_twice": []})
    assert due.counted["struck_twice"] == ("white",)
    assert facts([missed], [due], [(missed, due)], "struck_twice")["missed"] == 1
    assert differences(missed, due) == ["stroke 1: struck twice none, true white"]


@pytest.mark.usefixtures("declared")
def test_pages_are_given_it() -> None:
    given = client_of(create_app(hall_of([], lambda: 7, "snooker-2024"))).get("/api/incidents").json()
    assert given["signs"][-1]["name"] == "double_hit"
    assert given["answers"]["struck_twice"]["sv"] == ["struck twice (sv)", "struck once (sv)"]


@pytest.fixture
def page(browser: "Browser", declared: None) -> "Iterator[Page]":
    port = free_port()
    with served(Memory(), port), page_of(browser, 800, 600) as opened:
        opened.goto(f"http://127.0.0.1:{port}/login")
        yield opened


def test_a_browser_draws_it_names_it_and_goes_to_it_by_its_key(page: "Page") -> None:
    drawn = page.evaluate("""async () => {
      const { kindOfKey, shapeOf } = await import("/web/review/kinds.js");
      const { LAYERS } = await import("/web/review/pictures/marks.js");
      const { reviewWordsOf } = await import("/web/review/words.js");
      const { deskWordsOf } = await import("/web/desk/words.js");
      const shape = shapeOf("double_hit");
      return {
        letter: shape.textContent, outline: shape.querySelector("path").getAttribute("d"),
        colour: shape.style.getPropertyValue("--kind"), kind: kindOfKey("w"), isLayer: LAYERS.includes("double_hit"),
        word: reviewWordsOf("it").kinds.double_hit, answer: deskWordsOf("zh").facts.struck_twice[0],
      };
    }""")
    assert drawn == {
        "letter": "W", "outline": "M-8-8H8V8Z", "colour": "#abc", "kind": "double_hit", "isLayer": True,
        "word": "Double hit (it)", "answer": "struck twice (zh)",
    }  # fmt: skip


def test_what_is_declared_is_said_in_every_language_and_no_two_kinds_are_marked_alike() -> None:
    spoken = {"en", *LANGUAGES}
    assert all(sign.words.keys() == spoken for sign in incidents.signs())
    assert all(kind.answers.keys() == spoken for kind in incidents.KINDS if kind.answers)
    letters = [sign.letter for sign in incidents.signs()]
    assert len(set(letters)) == len(letters)


def test_a_fact_of_names_is_spelled_where_it_is_seen_declared_and_judged_and_nowhere_else() -> None:
    places = [file for file in ROOM.rglob("*") if file.suffix in (".py", ".js", ".css")]
    spelling = {
        file.relative_to(ROOM).parts[0]
        for file in places
        for fact in incidents.counted_facts()
        if re.search(rf"[\"'.]{fact}\b|\b{fact}[\"':]", file.read_text("utf-8"))
    }
    assert spelling <= {"domain", "incidents", "rules"}
