"""Readings are products over questions that have nothing to do with each other: the likeliest of them, best first."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from typing import Generic, TypeVar

T = TypeVar("T")

LEAST = -12.0
"""Nats against the likeliest below which nothing is thought of: one in 160 000."""
MOST = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class PossibleAnswer(Generic[T]):
    """One answer to a question, and the logarithm of its probability."""

    answer: T
    log_odds: float


def combined(questions: Sequence[Sequence[PossibleAnswer[T]]], most: int = MOST) -> list[tuple[float, tuple[T, ...]]]:
    """Return the likeliest ways to answer all questions, best first, each with the sum of its log odds.

    The best of all questions together hold the best of some of them, so that no more need be kept on the way.
    """
    found: list[tuple[float, tuple[T, ...]]] = [(0.0, ())]
    for options in questions:
        longer = [(odds + one.log_odds, (*told, one.answer)) for odds, told in found for one in options]
        longer.sort(key=lambda each: -each[0])
        best = longer[0][0] if longer else inf
        found = [each for each in longer if each[0] >= best + LEAST][:most]
    return found
