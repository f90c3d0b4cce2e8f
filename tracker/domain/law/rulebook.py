"""A rulebook as people read it: its sentences, each with an id that stays and the paragraph that says it."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentence:
    """One sentence of a book, in our own words."""

    id: str
    """Id in the rules catalogue, the same in every edition: `SNK-3.11.b.iv`."""
    cite: str
    """Paragraph of the edition."""
    says: str
    is_told: bool = False
    """No camera sees whether it is broken: only people can tell."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Differences:
    """In what the second of two books differs from the first."""

    gone: tuple[Sentence, ...]
    """Only in the first."""
    new: tuple[Sentence, ...]
    """Only in the second."""
    changed: tuple[tuple[Sentence, Sentence], ...]
    """The same id says something else."""
    moved: tuple[tuple[Sentence, Sentence], ...]
    """The same words stand in another paragraph."""


def differences(first: Sequence[Sentence], second: Sequence[Sentence]) -> Differences:
    """Return in what `second` differs from `first`, in the order of the books."""
    before, after = {one.id: one for one in first}, {one.id: one for one in second}
    both = [(before[id], after[id]) for id in before if id in after]
    return Differences(
        gone=tuple(one for one in first if one.id not in after),
        new=tuple(one for one in second if one.id not in before),
        changed=tuple((a, b) for a, b in both if a.says != b.says),
        moved=tuple((a, b) for a, b in both if a.says == b.says and a.cite != b.cite),
    )
