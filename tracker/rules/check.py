"""Checks rule cases: plays each one by every rulebook that it names and lists what is not as the referee wrote it.

Where the law of a step or of a rulebook is not written yet the case fails and says so; it never passes by default.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from tracker.domain.errors import CallRefused, UnknownName
from tracker.rules import shelf
from tracker.rules.cases.form import Case, CaseFormat, case_format
from tracker.rules.cases.play import NotYet, play_case

FORMAT: Final[CaseFormat] = case_format(shelf.names(), [play.words for play in shelf.plays()])


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseResult:
    """How one case came out under one rulebook."""

    case: Case
    rulebook: str
    faults: tuple[str, ...] = ()
    """Each `expected …, got …`; empty: passed."""

    @property
    def line(self) -> str:
        """What is printed for a case that falls short."""
        return f"{self.case.id}, {self.case.name} [{self.rulebook}], {'; '.join(self.faults)}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """The verdicts on all cases of a run."""

    verdicts: tuple[CaseResult, ...]

    @property
    def passed(self) -> int:
        """Number of cases that came out as written."""
        return sum(not verdict.faults for verdict in self.verdicts)

    @property
    def failed(self) -> int:
        """Number of cases that did not."""
        return len(self.verdicts) - self.passed

    @property
    def lines(self) -> tuple[str, ...]:
        """What `rules check` prints: a line for each case that falls short, and last the sum."""
        short = (verdict.line for verdict in self.verdicts if verdict.faults)
        return (*short, f"{self.passed} passed, {self.failed} failed")

    @property
    def exit_status(self) -> int:
        """0 only when all pass."""
        return 1 if self.failed else 0


def check_cases(texts: Mapping[str, str]) -> Checked:
    """Return the verdicts on all cases of these files; `texts` maps a file's name to its text.

    Raises:
        BadInput: a file cannot be read as cases; the message names the file, the case and the word.
    """
    cases = [case for where, text in texts.items() for case in FORMAT.read(text, where)]
    return Checked(verdicts=tuple(run_case(case, name) for case in cases for name in case.rules))


def run_case(case: Case, rulebook: str) -> CaseResult:
    """Return how `case` comes out under the rulebook of that name."""
    try:
        rules, play = shelf.find(rulebook), shelf.play_of(rulebook)
    except UnknownName:
        return _short(case, rulebook, "expected a ruling, got none: this rulebook is not on the shelf yet")
    try:
        return CaseResult(case=case, rulebook=rulebook, faults=play_case(play, rules, case))
    except NotYet as gap:
        return _short(case, rulebook, f"expected a ruling, got none: {gap}")
    except CallRefused as refusal:
        return _short(case, rulebook, f"expected a play that the law allows, got a refusal: {refusal}")


def _short(case: Case, rulebook: str, fault: str) -> CaseResult:
    return CaseResult(case=case, rulebook=rulebook, faults=(fault,))
