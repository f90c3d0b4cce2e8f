"""Every case of tests/cases holds, and every clause of every edition has one."""

import re
from pathlib import Path

import pytest

from tracker.match.caseform import Case, read_cases
from tracker.match.cases import check_cases, run_case
from tracker.rules import shelf
from tracker.rules.snooker.faults import FAULTS

FILES = sorted((Path(__file__).parents[1] / "cases").glob("*.toml"))
ENDINGS = Path(__file__).parents[1] / "cases" / "endings.toml"
CASES = [case for file in FILES for case in read_cases(file.read_text("utf-8"), file.name)]
SHARED = Path(__file__).parents[2].parent / "shared" / "rules" / "cases"


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.id} {case.name}")
def test_the_case_comes_out_as_written(case: Case) -> None:
    for rulebook in case.rules:
        assert run_case(case, rulebook).faults == ()


def test_every_clause_has_a_case() -> None:
    cited = {cite for case in CASES for cite in case.cite}
    for name in shelf.names():
        rules = shelf.find(name)
        assert {clause.id for clause in rules.edition.clauses} <= cited
    for rule in FAULTS.values():
        assert {rule.clause, rule.penalty_clause} - {""} <= cited


@pytest.mark.parametrize("name", shelf.names())
def test_every_sentence_of_a_rulebook_has_a_case_of_that_rulebook(name: str) -> None:
    cited = {cite for case in CASES if name in case.rules for cite in case.cite}
    others = {cite for case in CASES for cite in case.cite} if name in INHERITING else set()
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
    cited = {cite for case in CASES for cite in case.cite}
    named = {id for file in SOURCE.rglob("*.py") for id in re.findall(IDS, file.read_text("utf-8"))}
    assert [id for id in sorted(named) if not _has_case(id, cited)] == []


SOURCE = Path(__file__).parents[2] / "tracker" / "rules" / "snooker"
IDS = r"\b(?:SNK|FOUR|SIX|SHO|ANY)-(?:OLD-)?[0-9][0-9A-Za-z.]*(?<!\.)"


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
