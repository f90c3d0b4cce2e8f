"""A rulebook as people read it: its sentences, each with an id that stays and the paragraph that says it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentence:
    """One sentence of a book, in our own words."""

    id: str
    """Id in the rules catalogue, the same in every edition: `SNK-3.11.b.iv`."""
    cite: str
    """Paragraph of the edition."""
    says: str
