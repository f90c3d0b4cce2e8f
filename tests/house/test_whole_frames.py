"""Whole frames in tests/books replay to the score that they always had."""

import re
import tomllib
from pathlib import Path

import pytest

from tracker.match.book.codec import book_from_text, book_to_text
from tracker.match.book.replaying import replay_text

BOOKS = Path(__file__).parents[1] / "books"
EXPECTED = tomllib.loads((BOOKS / "expected.toml").read_text("utf-8"))


def test_every_book_has_its_result() -> None:
    assert {path.stem for path in BOOKS.glob("*.jsonl")} == set(EXPECTED)


@pytest.mark.parametrize("name", EXPECTED)
def test_the_frame_comes_to_its_score(name: str) -> None:
    replayed = replay_text((BOOKS / f"{name}.jsonl").read_text("utf-8"), where=name)
    assert replayed.trouble is None
    assert list(replayed.score.points) == EXPECTED[name]["points"]
    assert replayed.score.over
    assert replayed.score.winner == EXPECTED[name]["winner"]
    assert replayed.because == EXPECTED[name]["because"]


@pytest.mark.parametrize("name", EXPECTED)
def test_the_text_of_a_book_is_kept_to_the_letter(name: str) -> None:
    text = (BOOKS / f"{name}.jsonl").read_text("utf-8")
    assert book_to_text(book_from_text(text)) == text


@pytest.mark.parametrize("name", EXPECTED)
def test_a_book_from_before_conduct_was_kept_begins_with_nothing_against_anybody(name: str) -> None:
    header, _, rest = (BOOKS / f"{name}.jsonl").read_text("utf-8").partition("\n")
    old, fields = re.subn(r',"conduct":\{.*?\},(?="start")', ",", header)
    assert fields == 1
    assert book_from_text(f"{old}\n{rest}") == book_from_text(f"{header}\n{rest}")


def test_the_warning_before_the_third_miss_is_said() -> None:
    replayed = replay_text((BOOKS / "three-misses.jsonl").read_text("utf-8"))
    assert [said for _, said, _ in replayed.steps].count(("WARNING",)) == 1


def test_the_baulk_line_is_warned_of_confirmed_and_once_missed() -> None:
    replayed = replay_text((BOOKS / "billiards-to-200.jsonl").read_text("utf-8"))
    said = [word for _, words, _ in replayed.steps for word in words]
    assert said == [
        "FOUL", "BAULK-LINE WARNING AT 80", "BAULK-LINE CROSSED", "TOUCHING BALL", "BAULK-LINE WARNING AT 80", "FOUL",
        "BAULK-LINE WARNING AT 80",
    ]  # fmt: skip
