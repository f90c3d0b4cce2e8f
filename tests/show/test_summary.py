import io
import re
from dataclasses import replace
from math import nan
from typing import Any

import makers_show as make
import pytest
from rich.console import Console

from tracker.domain.book.scoreline import Scoreline, Tally
from tracker.show.run.summary import print_summary, progress, rest_words, score_words
from tracker.show.run.words import RunView
from tracker.show.sheets.report import report


def printed(run: RunView, width: int = 100, **options: Any) -> str:
    out = io.StringIO()
    print_summary(run, Console(file=out, width=width, **options))
    return out.getvalue()


def test_the_score_and_every_call_are_printed_with_reason_and_citation() -> None:
    run = make.run()
    text = printed(run, width=200)
    assert "Ann Weir 36, Bo Larsen 36" in text
    for view in run.strokes:
        assert f"Stroke {view.stroke.number} " in text
        assert all(call.why in text and call.cite in text for call in view.suggestions)


def test_doubts_say_please_look_with_reason_and_margin() -> None:
    text = printed(make.run(), width=200)
    assert "please look: first contact: the cue-ball was hidden by the player's arm (4 ms); blue or red?" in text
    assert "please look: FOUL 5  blue hit first, red on" in text
    assert "1 call and 2 facts for a person to settle" in text


def test_what_is_provisional_amended_and_asked_is_printed_at_the_end() -> None:
    text = printed(make.unsettled(), width=200)
    end = text[text.index("Ann Weir 36, Bo Larsen 36  ") :] if "Ann Weir 36, Bo Larsen 36  " in text else text
    assert "provisional: 1 stroke called and not settled" in end
    assert "amended: stroke 2: the black was put back on its spot: it was potted" in end
    assert "please look: stroke 3: blue hit first, red on (36–36), or no score (36–31)?" in end
    assert "provisional" not in printed(make.run())


@pytest.mark.parametrize("width", [24, 40, 80, 200])
def test_no_line_is_wider_than_the_window(width: int) -> None:
    lines = printed(replace(make.run(), files=()), width=width).splitlines()
    assert max(len(line) for line in lines) <= width
    assert not any(line.endswith(" ") for line in lines)


def test_paths_of_files_are_never_broken() -> None:
    where = "/very/long/" + "folder/" * 20 + "report.html"
    assert where in printed(replace(make.run(), files=(("match sheet", where),)), width=40)


def test_no_colour_codes_without_a_terminal_or_with_no_color(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "\x1b[" not in printed(make.run())
    assert "\x1b[" in printed(make.run(), force_terminal=True, color_system="standard")
    monkeypatch.setenv("NO_COLOR", "1")
    coloured = re.findall(r"\x1b\[[0-9;]*3[0-7]m", printed(make.run(), force_terminal=True, color_system="standard"))
    assert coloured == []


def test_names_with_brackets_are_printed_as_they_are() -> None:
    line = replace(make.line((1, 2), 0, "red", 0, 75), names=("[bold]Ann[/bold]", "Bo :smile:"))
    assert "[bold]Ann[/bold] 1, Bo :smile: 2" in printed(replace(make.run(), final=line))


def test_no_table_is_said() -> None:
    assert "no table was found" in printed(RunView(clip="dark.mp4", made="today", rulebook="snooker-2024"))


def test_a_table_that_rests_on_corners_alone_has_an_error_in_mm_alone() -> None:
    run = make.run()
    assert run.table is not None
    by_corners = replace(run, table=replace(run.table, error_px=nan, error_mm=9.0))
    assert "; error 9.0 mm" in printed(by_corners, width=200)
    assert ">9.0 mm<" in report(by_corners)
    assert "nan px" not in printed(by_corners, width=200) + report(by_corners)


def test_progress_is_silent_without_a_terminal() -> None:
    out = io.StringIO()
    with progress("reading", 10, Console(file=out)) as done:
        done(5)
    assert out.getvalue() == ""


def test_progress_tells_how_far_it_is_in_a_terminal() -> None:
    out = io.StringIO()
    with progress("reading", 10, Console(file=out, force_terminal=True, width=80)) as done:
        done(10)
    assert "100%" in out.getvalue()


def test_pucks_are_named_and_a_set_is_over() -> None:
    going = Scoreline(names=("Ance", "Juris"), points=(8, 5), striker=0, on="", visit=2, remaining=3, unit="pucks")
    assert score_words(going) == "Ance 8, Juris 5 pucks"
    assert rest_words(going) == "  Ance to play, series 2, 3 left"
    over = replace(going, over=True, winner=0, part="set")
    assert rest_words(over) == "  set over, Ance wins"


@pytest.mark.parametrize(
    ("count", "words"),
    [
        (Tally(kind="owed", number=2, side=1), "Bo owes 2 penalty pucks"),
        (Tally(kind="hazards", number=11, most=15), "11 of 15 hazards in succession"),
        (Tally(kind="crossing", number=100), "the Baulk-line is due before a break of 100"),
        (Tally(kind="red-to-centre", number=1), "the red goes to the Centre Spot if potted again"),
    ],
)
def test_what_a_game_counts_beside_its_score_stands_there(count: Tally, words: str) -> None:
    line = Scoreline(names=("Ann", "Bo"), points=(3, 4), striker=0, on="", visit=3, remaining=None, counts=(count,))
    assert rest_words(line) == f"  Ann to play, break 3, {words}"
