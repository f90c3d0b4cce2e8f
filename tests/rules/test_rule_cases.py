"""Every case of tests/cases holds, whatever is said in it is put as it should be, and every clause has a case.

Each case is played once for each of its rulebooks, and heard while it is played: that it comes out as written, and that
all that the judge says on the way is a known word, with a reason and the number of a paragraph.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from tracker.domain.law.call import Suggestion
from tracker.domain.law.ruling import SILENT, Finding, Ruling
from tracker.rules import shelf
from tracker.rules.cases.form import Case, case_format
from tracker.rules.check import FORMAT, check_cases, run_case
from tracker.rules.snooker.judge.faults import FAULTS
from tracker.show.spoken import SPOKEN

FILES = sorted((Path(__file__).parents[1] / "cases").glob("*.toml"))
ENDINGS = Path(__file__).parents[1] / "cases" / "endings.toml"
CASES = [case for file in FILES for case in FORMAT.read(file.read_text("utf-8"), file.name)]
CITED = {cite for case in CASES for cite in case.cite}
SHARED = Path(__file__).parents[2].parent / "shared" / "rules" / "cases"

ONE = r"(?:N\d+ ¶\d+|(?:SO )?\d+(?:\.\d+)*(?:\([a-z]+\))*)"
PARAGRAPHS = re.compile(rf"{ONE}(?:, {ONE})*")
SAYS = {*SPOKEN, SILENT, "REPLACE", "PLAY ON", "PLAY AGAIN"}


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.id} {case.name}")
def test_the_case_comes_out_as_written_and_is_said_in_known_words(case: Case) -> None:
    for rulebook in case.rules:
        with listening() as heard:
            assert run_case(case, rulebook).faults == ()
        for one, say in said(heard):
            assert PARAGRAPHS.fullmatch(one.cite), one.cite
            assert one.why
            assert "None" not in one.why
            assert is_known(say), say
            assert 0 <= one.sure <= 1
            assert one.ask in (True, False)
        found = {one.clause for ruling in heard for one in ruling.findings}
        assert [id for id in sorted(found) if not _has_case(id, CITED)] == []


@contextmanager
def listening() -> Iterator[list[Ruling]]:
    """Give a list that takes down every ruling of any game until the end of the block."""
    heard: list[Ruling] = []

    def overheard(door: Callable[..., Ruling]) -> Callable[..., Ruling]:
        def judge(*given: Any, **named: Any) -> Ruling:
            heard.append(door(*given, **named))
            return heard[-1]

        return judge

    with ExitStack() as stack:
        for game in {type(shelf.find(name)) for name in shelf.names()}:
            for door in ("judge", "report"):
                stack.enter_context(patch.object(game, door, overheard(getattr(game, door))))
        yield heard


def said(heard: list[Ruling]) -> Iterator[tuple[Suggestion | Finding, str]]:
    """Return every suggestion with its word, and every finding, which has no word of its own."""
    for ruling in heard:
        yield from ((one, one.say) for one in ruling.suggestions)
        yield from ((one, SILENT) for one in ruling.findings)


def is_known(say: str) -> bool:
    return say in SAYS or say.isdigit() or re.fullmatch(r"BAULK-LINE WARNING AT \d+", say) is not None


def test_every_clause_has_a_case() -> None:
    for name in shelf.names():
        rules: Any = shelf.find(name)  # the door tells nothing of an edition
        assert {clause.id for clause in rules.edition.clauses} <= CITED
    for rule in FAULTS.values():
        assert {rule.clause, rule.penalty_clause} - {""} <= CITED


@pytest.mark.parametrize("name", shelf.names())
def test_every_sentence_of_a_rulebook_has_a_case_of_that_rulebook(name: str) -> None:
    cited = {cite for case in CASES if name in case.rules for cite in case.cite}
    others = CITED if name in INHERITING else set()
    without = [one.id for one in shelf.find(name).sentences if not _has_case(one.id, cited | others | PEOPLE_ONLY)]
    assert without == []


PEOPLE_ONLY = {"NOV-4.5"}
"""Sentences that no step of a case can show."""

INHERITING = {"snooker-legacy", "shoot-out-2024"}
"""Rulebooks that are cased by their differences: what they share is cased with the book that it comes from."""


def _has_case(sentence: str, cited: set[str]) -> bool:
    """Tell whether a sentence, or a part of it, is cited by a case."""
    return any(cite == sentence or cite.startswith(f"{sentence}.") for cite in cited)


def test_whatever_the_source_of_snooker_cites_has_a_case() -> None:
    named = {id for file in SOURCE.rglob("*.py") for id in re.findall(IDS, file.read_text("utf-8"))}
    assert [id for id in sorted(named) if not _has_case(id, CITED)] == []


SOURCE = Path(__file__).parents[2] / "tracker" / "rules" / "snooker"
IDS = r"\b(?:SNK|FOUR|SIX|SHO|ANY)-(?:OLD-)?[0-9][0-9A-Za-z.]*(?<!\.)"


@pytest.mark.parametrize(("name", "files"), [("billiards-2024", "billiards*"), ("novuss-2015", "novuss*")])
def test_cases_of_a_game_are_written_in_its_own_words(name: str, files: str) -> None:
    own = case_format([name], [shelf.play_of(name).words])
    for file in FILES:
        if file.match(files):
            text = file.read_text("utf-8")
            assert own.read(text, file.name) == FORMAT.read(text, file.name)


def test_cases_have_ids_of_their_own() -> None:
    ids = [case.id for case in CASES]
    assert len(ids) == len(set(ids))


def test_a_wrong_case_fails_with_what_was_expected_and_what_came() -> None:
    text = ENDINGS.read_text("utf-8").replace("winner = ", "break = 3\nwinner = ")
    checked = check_cases({"endings.toml": text})
    assert checked.exit_status == 1
    assert "expected break = 3, got" in checked.lines[0]
    assert checked.lines[-1] == f"{checked.passed} passed, {checked.failed} failed"


def test_a_case_of_a_rulebook_that_is_not_on_the_shelf_fails() -> None:
    assert "not on the shelf" in run_case(CASES[0], "snooker-1900").line


@pytest.mark.parametrize("file", ["snooker.toml", "billiards.toml"])
def test_shared_cases_that_we_can_play_hold(file: str) -> None:
    if not SHARED.exists():
        pytest.skip("the shared rule cases are not here")
    checked = check_cases({file: (SHARED / file).read_text("utf-8")})
    wrong = [
        v.line
        for v in checked.verdicts
        if v.rulebook in shelf.names() and v.faults and "not in the law yet" not in v.line
    ]
    assert wrong == []
