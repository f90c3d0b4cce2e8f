import re
from dataclasses import replace

import makers_show as make
from reading import Tree

from tracker.domain.strokes.stroke import Stroke
from tracker.domain.table.plane import Point
from tracker.show.run.words import RunView, StrokeView
from tracker.show.sheets.report import report


def test_the_sheet_is_well_formed_and_its_links_lead_somewhere() -> None:
    tree = Tree(report(make.run()))
    assert tree.open == []
    assert len(tree.ids) == len(set(tree.ids))
    assert all(link.removeprefix("#") in tree.ids for link in tree.links)


def test_nothing_is_fetched_from_anywhere() -> None:
    text = report(make.run())
    assert re.findall(r"https?:|//[a-z]|<link|<script|<img|@import|url\(|src=", text) == []


def test_names_and_reasons_from_outside_cannot_break_the_sheet() -> None:
    evil = '<script>alert("x")</script>&<b>'
    first, *rest = make.strokes()
    line = replace(make.line((1, 2), 0, evil, 1, 3), names=(evil, "B"))
    call = replace(first.suggestions[0], why=evil, cite=evil, say=evil)
    marked = replace(first, suggestions=(call,), before=line, after=line)
    text = report(replace(make.run(), clip=evil, made=evil, strokes=(marked, *rest), final=line, assumed=(evil,)))
    tree = Tree(text)
    assert "<script>" not in text
    assert "script" not in re.findall(r"<(\w+)", text)
    assert sum(evil in words for words in tree.words) >= 8


def test_every_stroke_has_its_drawing_and_every_call_its_reason_and_citation() -> None:
    run = make.run()
    text = report(run)
    assert text.count("<article") == len(run.strokes)
    for view in run.strokes:
        card = text.split(f'id="stroke-{view.stroke.number}"')[1].split("</article>")[0]
        assert card.count("<svg") == 2
        assert all(call.why in card and call.cite in card for call in view.suggestions)
        assert all(touch.balls[1] in card for touch in view.stroke.touches)


def test_a_doubt_is_a_please_look_at_its_stroke_and_at_the_top() -> None:
    tree = Tree(report(make.run()))
    sentence = "first contact: the cue-ball was hidden by the player's arm (4 ms); blue or red?"
    assert sum(sentence in words for words in tree.words) == 2
    assert "Please look" in tree.words


def test_a_run_without_doubts_asks_for_nothing() -> None:
    run = make.run()
    sure = replace(run, strokes=run.strokes[:2], table=replace(make.table(), notes=()))
    assert "please look" not in re.sub(r"<style>.*?</style>", "", report(sure), flags=re.S).lower()


def test_breaks_are_the_points_of_one_visit() -> None:
    rows = re.findall(r'<th scope="row">Ann Weir</th><td class="num">(\d+)</td>', report(make.run()))
    assert rows == ["8"]


def test_the_same_run_gives_the_same_sheet() -> None:
    assert report(make.run()) == report(make.run())


def test_hidden_parts_of_a_path_are_dashed_and_seen_ones_are_not() -> None:
    shown = report(replace(make.run(), strokes=(make.black_potted(),)))
    assert 'class="way hidden b-W"' in shown
    assert 'class="way hidden b-K"' not in shown


def test_a_run_that_saw_nothing_still_gives_a_sheet() -> None:
    text = report(RunView(clip="dark.mp4", made="today", rulebook="snooker-2024"))
    tree = Tree(text)
    assert tree.open == []
    assert "no table was found" in tree.words
    assert "No stroke was seen." in tree.words


def test_a_bare_stroke_without_paths_or_score_is_shown() -> None:
    bare = Stroke(number=7, began_us=0, ended_us=1_000_000, cue_ball="white", origin=Point(1, 1))
    text = report(replace(make.run(), strokes=(StrokeView(stroke=bare),)))
    assert Tree(text).open == []
    assert "none: no ball was met" in text


def test_what_is_provisional_is_marked_asked_with_both_scores_and_what_was_amended_has_its_reason() -> None:
    text = report(make.unsettled())
    tree = Tree(text)
    assert tree.open == []
    assert all(link.removeprefix("#") in tree.ids for link in tree.links)
    assert "Provisional: 1 stroke called and not settled" in tree.words
    assert "What is provisional may be amended by what follows" in text
    cards = {n: text.split(f'id="stroke-{n}"')[1].split("</article>")[0] for n in (1, 2, 3, 4)}
    assert ["Provisional" in cards[n] for n in cards] == [False, False, True, False]
    assert ["unsettled" in cards[n] for n in cards] == [False, False, True, True]
    questions = text.split('id="questions"')[1].split("</section>")[0]
    assert "(36–36), or no score (36–31)?" in questions
    amended = text.split('id="amended"')[1].split("</section>")[0]
    assert "Stroke 2</a>: the black was put back on its spot: it was potted" in amended
    assert text.index('id="stroke-5"') < text.index('id="questions"') < text.index('id="amended"')


def test_a_settled_run_marks_and_asks_nothing() -> None:
    text = re.sub(r"<style>.*?</style>", "", report(make.run()), flags=re.S)
    assert re.findall("unsettled|Provisional|questions|amended", text) == []
