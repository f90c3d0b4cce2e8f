"""What a referee found on looking at a stroke again.

A later verdict stands beside an earlier one, never in its place.
"""

from dataclasses import dataclass
from typing import Final

VERDICTS: Final = ("upheld", "changed", "inconclusive")


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """A verdict on what was called of a stroke, with its evidence."""

    verdict: str
    """`upheld`, `changed` or `inconclusive`."""
    note: str
    pictures: tuple[int, ...]
    """Numbers of the pictures that show it."""
    by: str
    """Who gave it."""
    at_us: int
    """When it was given (µs UTC)."""
