"""What the judge suggests and what officials call: a suggestion changes nothing until it is called."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Suggestion:
    """One thing that the referee should say, with its reason."""

    say: str
    """As the referee says it: `FOUL`, `1`, `TOUCHING BALL`."""
    value: int | None
    cite: str
    """Paragraph of the edition in force."""
    why: str
    sure: float
    ask: bool
    """True: please look, a person must decide."""
    referee_only: bool = False
    """True: the reason speaks of the difference in scores or of what is to come, which players are not to be told."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """What an official or a player says with effect. Every game brings its own; nothing else moves a score."""
