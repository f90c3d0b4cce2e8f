"""A stroke that a person called before the camera told it: both are one stroke, and count once.

Whoever watches calls a pot as the ball falls; the camera tells it once all balls lie still, some seconds later. So a
call by hand that was made after a stroke began is taken to be about that stroke. It is about another one, which nobody
saw, where it made other balls than the stroke that is told.
"""

from itertools import dropwhile, takewhile
from math import exp
from typing import Any, Final

from tracker.domain.law.call import Call
from tracker.domain.strokes.alternatives import Alternatives
from tracker.domain.strokes.stroke import Stroke
from tracker.match.book.book import Book, fallen
from tracker.match.book.entries import Called
from tracker.rules.ruleset import RuleSet

LATEST_US: Final = 30_000_000
"""A stroke is told so soon after it ended: what is called later is about nothing that was not told. Set by hand."""
HARDLY: Final = 0.02
"""A reading of a stroke that is less probable than this is not thought of. Set by hand."""


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


def may_have_made(rules: RuleSet[Any], seen: Alternatives, calls: tuple[Call, ...]) -> bool:
    """Say whether a stroke may be the one with which a person says that these balls were made.

    It is not where it potted others alone, however it is read. Where it seems to have potted none, or the person called
    none, nothing speaks against it: people see what no camera does.
    """
    made = {thing for call in calls for thing in rules.desk.made_by(call)} & set(rules.kit.pieces)
    return not made or any(
        exp(log_odds) >= HARDLY and not made.isdisjoint({pot.ball for pot in reading.stroke.potted} or made)
        for reading, log_odds in zip(seen.readings, seen.log_probabilities, strict=False)
    )
