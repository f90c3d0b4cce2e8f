"""The match sheet says what was called, on the screen and on paper."""

import re
from dataclasses import replace
from io import BytesIO
from typing import Any

import makers_show as make
from pypdf import PdfReader
from reading import Tree

from tracker.domain.book.scoreline import Scoreline
from tracker.show.sheets.match_pdf import match_pdf
from tracker.show.sheets.match_sheet import match_html
from tracker.show.sheets.match_view import BreakView, CallView, FrameView, MatchView

NAMES = ("Jiří Dvořák", "丁俊晖")
EVIL = '<script>alert("x")</script>&<b>'


def score(points: tuple[int, int], striker: int, *, winner: int | None = None) -> Scoreline:
    over = winner is not None
    return Scoreline(
        names=NAMES, points=points, striker=striker, on="red", visit=0, remaining=None, over=over, winner=winner
    )


def call(**facts: Any) -> CallView:
    return CallView(**{"at_us": None, "player": facts["before"].names[0], "said": (), "made": ()} | facts)


def frame(number: int) -> FrameView:
    at = (score((0, 0), 0), score((1, 0), 0), score((8, 0), 0), score((8, 4), 1), score((8, 4), 1, winner=0))
    views = make.strokes()
    calls = (
        call(entry=3, at_us=62_480_000, made=("red",), before=at[0], after=at[1], stroke=views[1]),
        call(entry=4, made=("black",), before=at[1], after=at[2], is_amended=True),
        call(entry=7, said=("FOUL", "4"), before=at[2], after=at[3], is_foul=True, stroke=views[3]),
        call(entry=8, before=at[3], after=at[4]),
    )
    made = BreakView(player=NAMES[0], points=8, made=("red", "black"))
    return FrameView(number=number, opening=at[0], calls=calls, breaks=(made,), because="conceded")


def match(frames: int = 2) -> MatchView:
    return MatchView(
        number=7, names=NAMES, rulebook="snooker-2024", played="2026-11-21", table="1", title="Final", best_of=3,
        kit=make.kit(), frames=tuple(frame(number) for number in range(1, frames + 1)),
    )  # fmt: skip


def pages(view: MatchView) -> list[str]:
    return [page.extract_text() for page in PdfReader(BytesIO(match_pdf(view))).pages]


def test_the_sheet_is_well_formed_and_no_id_comes_twice() -> None:
    tree = Tree(match_html(match()))
    assert tree.open == []
    assert len(tree.ids) == len(set(tree.ids))
    assert all(link.removeprefix("#") in tree.ids for link in tree.links)


def test_nothing_is_fetched_from_anywhere() -> None:
    assert re.findall(r"https?:|//[a-z]|<link|<script|<img|@import|url\(|src=", match_html(match())) == []


def test_frames_breaks_fouls_and_calls_are_told() -> None:
    words = Tree(match_html(match())).words
    text = "|".join(words)
    assert "Frame 1: Jiří Dvořák 8–4 丁俊晖" in words
    assert "|8 (Jiří Dvořák)" in text
    assert "|red, black" in text
    assert "|FOUL, 4|4 to 丁俊晖|8–4" in text
    assert words.count("red") == 4
    assert words.count("amended") == 2
    assert "|1:02|" in text


def test_each_stroke_that_was_seen_is_drawn() -> None:
    text = match_html(match())
    assert text.count("<figure>") == 4
    assert "<figure>" not in match_html(replace(match(), kit=None))


def test_names_from_outside_cannot_break_the_sheet() -> None:
    line = replace(score((1, 2), 0), names=(EVIL, EVIL))
    said = replace(frame(1).calls[0], player=EVIL, before=line, after=line, said=(EVIL,))
    evil = replace(frame(1), calls=(said,), opening=line, because=EVIL, trouble=EVIL)
    view = replace(match(), names=(EVIL, EVIL), title=EVIL, table=EVIL, frames=(evil,))
    assert "<script>" not in match_html(view)
    assert 'alert("x")' in " ".join(pages(view))


def test_the_paper_says_the_same() -> None:
    first, *_ = pages(match())
    assert "Jiří Dvořák" in first
    assert "丁俊晖" in first
    for words in ("Final · 2026-11-21", "Highest break", "conceded", "FOUL, 4", "amended", "red, black"):
        assert words in first


def test_a_long_match_runs_over_pages_each_with_its_number() -> None:
    told = pages(match(frames=9))
    assert len(told) > 2
    assert all(str(number) in text.split() for number, text in enumerate(told, 1))
    assert sum(text.count("conceded") for text in told) == 9


def test_what_is_longer_than_a_page_runs_over_it() -> None:
    made = BreakView(player="x" * 400, points=2000, made=("cannon",) * 1000)
    told = pages(replace(match(), frames=(replace(frame(1), breaks=(made,)),)))
    assert sum(text.count("cannon") for text in told) == 1000


def test_the_same_match_gives_the_same_files() -> None:
    assert match_pdf(match()) == match_pdf(match())
    assert match_html(match()) == match_html(match())


def test_a_match_without_frames_has_a_sheet() -> None:
    empty = replace(match(), frames=())
    assert "No frame was begun." in Tree(match_html(empty)).words
    assert "0–0" in pages(empty)[0]
