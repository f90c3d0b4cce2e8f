"""Whatever is said in any case of tests/cases is a known word, with a reason and the number of a paragraph."""

import re
from collections.abc import Iterator
from contextlib import ExitStack
from unittest.mock import patch

import pytest

from tests.rules.test_rule_cases import CASES
from tracker.domain.call import Suggestion
from tracker.domain.ruling import SILENT, Finding, Ruling
from tracker.match.caseform import Case
from tracker.match.cases import GAMES, run_case
from tracker.show.spoken import SPOKEN

ONE = r"(?:N\d+ ¶\d+|(?:SO )?\d+(?:\.\d+)*(?:\([a-z]+\))*)"
PARAGRAPHS = re.compile(rf"{ONE}(?:, {ONE})*")
SAYS = {*SPOKEN, SILENT, "REPLACE", "PLAY ON", "PLAY AGAIN"}


def rulings(case: Case, rulebook: str) -> list[Ruling]:
    """Run a case and return every ruling that was given on the way."""
    heard: list[Ruling] = []

    def listening(door):  # type: ignore[no-untyped-def]
        def judge(*given, **named):  # type: ignore[no-untyped-def]
            heard.append(door(*given, **named))
            return heard[-1]

        return judge

    with ExitStack() as stack:
        for game in GAMES:
            for door in ("judge", "report"):
                stack.enter_context(patch.object(game, door, listening(getattr(game, door))))
        assert run_case(case, rulebook).faults == ()
    return heard


def is_known(say: str) -> bool:
    return say in SAYS or say.isdigit() or re.fullmatch(r"BAULK-LINE WARNING AT \d+", say) is not None


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.rules[0]} {case.id}")
def test_what_is_said_has_a_known_word_a_reason_and_its_paragraph(case: Case) -> None:
    for rulebook in case.rules:
        for one, say in said(rulings(case, rulebook)):
            assert PARAGRAPHS.fullmatch(one.cite), one.cite
            assert one.why
            assert "None" not in one.why
            assert is_known(say), say
            assert 0 <= one.sure <= 1
            assert one.ask in (True, False)


def said(heard: list[Ruling]) -> Iterator[tuple[Suggestion | Finding, str]]:
    """Return every suggestion with its word, and every finding, which has no word of its own."""
    for ruling in heard:
        yield from ((one, one.say) for one in ruling.suggestions)
        yield from ((one, SILENT) for one in ruling.findings)


def test_a_finding_is_of_a_sentence_that_the_cases_cite() -> None:
    cited = {cite for case in CASES for cite in case.cite}
    found = {
        one.clause for case in CASES for rulebook in case.rules for r in rulings(case, rulebook) for one in r.findings
    }
    assert [id for id in sorted(found) if not any(cite == id or cite.startswith(f"{id}.") for cite in cited)] == []
