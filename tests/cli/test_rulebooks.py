"""The rulebooks as people read them: the pages of `docs/rules`, and the commands that show and compare them."""

from pathlib import Path

import pytest

from tracker.cli.main import main
from tracker.cli.rulebooks import pages, views
from tracker.domain.law.rulebook import Sentence, differences
from tracker.rules import shelf
from tracker.show.spoken import SPOKEN, in_language

PAGES = Path(__file__).parents[2] / "docs" / "rules"


def test_the_committed_pages_are_those_of_the_clauses() -> None:
    committed = {file.name: file.read_text("utf-8") for file in PAGES.glob("*.md")}
    assert committed == pages(), "run `make rulebooks`"


@pytest.mark.parametrize("name", shelf.names())
def test_every_sentence_is_said_once_and_has_its_paragraph(name: str) -> None:
    sentences = shelf.find(name).sentences
    assert len({one.id for one in sentences}) == len(sentences)
    assert all(one.says.endswith(".") and one.cite for one in sentences)


def test_a_book_is_shown_and_a_sentence_in_every_book_that_has_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "show", "six-reds-2024"]) == 0
    assert "3.19(b)" in capsys.readouterr().out
    assert main(["rules", "show", "SNK-3.11.a.vi"]) == 0
    shown = capsys.readouterr().out
    assert "snooker-2024" in shown
    assert "3.12(a)(v)" in shown
    assert "novuss" not in shown


def test_two_books_of_one_game_are_compared(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "diff", "snooker-2022", "snooker-2024"]) == 0
    shown = capsys.readouterr().out
    assert "pink and black are the only object balls left" in shown
    assert "three or more object balls" in shown


@pytest.mark.parametrize(
    "words", [["show", "SNK-9.9"], ["diff", "snooker-2024", "novuss-2015"], ["diff", "snooker-2024", "snooker-1900"]]
)
def test_what_is_not_there_is_bad_input(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", *words]) == 2
    assert capsys.readouterr().err.startswith("cuewatch: ")


def test_differences_tell_gone_new_changed_and_moved() -> None:
    def one(id: str, cite: str, says: str) -> Sentence:
        return Sentence(id=id, cite=cite, says=says)

    before = (one("a", "1", "A."), one("b", "2", "B."), one("c", "3", "C."))
    after = (one("b", "2", "Bee."), one("c", "4", "C."), one("d", "5", "D."))
    found = differences(before, after)
    assert (found.gone, found.new) == (before[:1], after[2:])
    assert (found.changed, found.moved) == (((before[1], after[0]),), ((before[2], after[1]),))


def test_every_call_has_words_in_every_language_and_a_number_stays() -> None:
    assert in_language("FREE BALL", "sv") == "FRI BOLL"
    assert in_language("7", "zh") == "7"
    assert all(len(set(words)) == len(words) and all(words) for words in SPOKEN.values())


def test_the_shelf_lists_every_book_with_its_own_title() -> None:
    assert [name for name, _ in shelf.titles()] == list(shelf.names())
    assert all(shelf.find(name).title == title for name, title in shelf.titles())


def test_no_two_books_share_a_name() -> None:
    assert len({view.name for view in views()}) == len(shelf.names())
