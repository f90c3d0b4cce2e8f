"""Readings are one answer to each question: the likeliest of them, best first.

Most questions have nothing to do with each other, so that odds are products; where an answer hangs on an earlier one,
what that adds is told beside.
"""

from collections.abc import Callable, Sequence
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


def independent(earlier: Sequence[T], answer: T) -> float:
    """Return 0 nats: an answer has nothing to do with those before it."""
    return 0.0


def combined(
    questions: Sequence[Sequence[PossibleAnswer[T]]],
    most: int = MOST,
    given: Callable[[Sequence[T], T], float] = independent,
) -> list[tuple[float, tuple[T, ...]]]:
    """Return the likeliest ways to answer all questions, best first, each with the sum of its log odds.

    The best of all questions together hold the best of some of them, so that no more need be kept on the way. Where an
    answer is the likelier or the less likely for those to the questions before, `given` tells by how many nats.
    """
    found: list[tuple[float, tuple[T, ...]]] = [(0.0, ())]
    for options in questions:
        longer = [
            (odds + one.log_odds + given(told, one.answer), (*told, one.answer))
            for odds, told in found
            for one in options
        ]
        longer.sort(key=lambda each: -each[0])
        best = longer[0][0] if longer else inf
        found = [each for each in longer if each[0] >= best + LEAST][:most]
    return found
