"""A stroke that a person called before the camera told it: both are one stroke, and count once.

Whoever watches calls a pot as the ball falls; the camera tells it once all balls lie still, some seconds later. So a
call by hand that was made after a stroke began is taken to be about that stroke. It is about another one, which nobody
saw, where it scored what the stroke that is told can hardly have come to.
"""

from collections.abc import Iterable
from itertools import dropwhile, takewhile
from typing import Final

from tracker.domain.errors import CallRefused
from tracker.domain.law.call import Call
from tracker.domain.strokes.stroke import Stroke
from tracker.match.book.book import Book, fallen
from tracker.match.book.entries import Called
from tracker.match.decoder.smoothing import StrokeOutcome
from tracker.rules.ruleset import RuleSet, S, apply_all

LATEST_US: Final = 30_000_000
"""A stroke is told so soon after it ended: what is called later is about nothing that was not told. Set by hand."""
HARDLY: Final = 0.02
"""What a stroke comes to with less than this probability it can hardly have come to. Set by hand."""


def is_told_after(stroke: Stroke, at_us: int | None) -> bool:
    """Say whether a stroke that is told now had begun before a moment; None: nobody looked then."""
    return at_us is not None and stroke.began_us < at_us <= stroke.ended_us + LATEST_US


def called_ahead(book: Book, stroke: Stroke) -> tuple[Called, ...]:
    """Return what a person called after a stroke had begun that is told now, from the first that was keyed in as one.

    Nothing is, where the program called something since. What is called beside the strokes has no time.
    """
    struck = fallen(book.entries)
    stands = [entry for entry in book.entries if isinstance(entry, Called) and entry.number not in struck]

    def is_ahead(entry: Called) -> bool:
        return entry.about is None and (entry.at_us is None or is_told_after(stroke, entry.at_us))

    ahead = tuple(takewhile(is_ahead, reversed(stands)))[::-1]
    return tuple(dropwhile(lambda entry: entry.at_us is None, ahead))


def may_come_to(rules: RuleSet[S], before: S, outcomes: Iterable[StrokeOutcome], calls: tuple[Call, ...]) -> bool:
    """Say whether a stroke, played in position `before`, may have come to what a person called.

    Where that gave the other side points, or nobody any, it may: a person sees fouls that no camera does.
    """
    striker, was = rules.scoreline(before).striker, rules.scoreline(before).points
    points = _points(rules, before, calls)
    if points is None or points == was or points[1 - striker] != was[1 - striker]:
        return True
    return any(one.probability >= HARDLY and _points(rules, before, one.choice.calls) == points for one in outcomes)


def _points(rules: RuleSet[S], before: S, calls: tuple[Call, ...]) -> tuple[int, int] | None:
    try:
        return rules.scoreline(apply_all(rules, before, calls)[0]).points
    except CallRefused:
        return None
