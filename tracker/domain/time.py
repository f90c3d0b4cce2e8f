"""Capture time: whole microseconds from the first picture of the source, read from the source's own stamps."""

from typing import Final

SECOND_US: Final = 1_000_000
NEVER_US: Final = 1 << 62
"""Later than any picture."""


def seconds(at_us: int) -> float:
    """Return a capture time in seconds, for people and for files."""
    return at_us / SECOND_US


def micros(at_s: float) -> int:
    """Return a time in seconds as the nearest whole microsecond."""
    return round(at_s * SECOND_US)
