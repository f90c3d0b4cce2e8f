"""What the judge suggests; it changes nothing until the referee, or a policy that the owner set, calls it."""

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
