"""The kinds of incidents as pages need them: the signs of the review, and what a person may answer about each fact."""

from collections.abc import Mapping
from dataclasses import dataclass

from tracker.domain.strokes.incident_kind import Sign
from tracker.domain.strokes.incidents import declared, signs


@dataclass(frozen=True, slots=True, kw_only=True)
class IncidentKinds:
    """What is declared of the kinds of incidents (`domain.strokes.incidents`), as far as pages show it."""

    signs: tuple[Sign, ...]
    answers: Mapping[str, Mapping[str, tuple[str, str]]]
    """By fact and language: that it is so of some balls, and that it is not."""


def incident_kinds() -> IncidentKinds:
    """Return what pages are given."""
    return IncidentKinds(signs=signs(), answers={kind.fact: kind.answers for kind in declared() if kind.answers})
