"""A stroke that a person called before the camera told it: both are one stroke, and count once.

Whoever watches calls a pot as the ball falls; the camera tells it once all balls lie still, some seconds later. So a
call by hand that was made after a stroke began is taken to be about that stroke. It is about another one, which nobody
saw, or about whose turn it is, where the stroke that is told made other balls.
"""

from itertools import dropwhile, takewhile
from math import exp
from typing import Final

from tracker.domain.law.call import Call
from tracker.domain.strokes.alternatives import Alternatives
from tracker.domain.strokes.stroke import Stroke
from tracker.match.book.book import Book, fallen
from tracker.match.book.entries import Called
from tracker.rules.desk import Scored
from tracker.rules.ruleset import RuleSet, S, apply_all

LATEST_US: Final = 30_000_000
"""A stroke is told within that after it ended: times farther apart are of a clock that began anew. Set by hand."""
ELSEWHERE: Final = 0.1
"""Share of the calls by hand during a stroke that are not about it. Assumed, not measured."""


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


def may_be_about(rules: RuleSet[S], before: S, calls: tuple[Call, ...], seen: Alternatives) -> bool:
    """Say whether calls by hand, made in position `before`, may be about a stroke that is told after them.

    They are not where it is likelier that the stroke potted other balls alone than they say; or any, where they say no
    more than that the turn ends, which puts right who plays. Fouls, and pots where none was seen, people see that no
    camera does.
    """
    made = {thing for call in calls for thing in rules.desk.made_by(call)}
    ends = rules.desk.calls_for(before, Scored(), None)
    if not made and apply_all(rules, before, calls)[1] != apply_all(rules, before, ends)[1]:
        return True
    balls = made & set(rules.kit.pieces)
    if made and not balls:
        return True
    agrees = 0.0
    for reading, log_odds in zip(seen.readings, seen.log_probabilities, strict=False):
        fell = {pot.ball for pot in reading.stroke.potted} - {reading.stroke.cue_ball}
        agrees += exp(log_odds) * (not fell or not fell.isdisjoint(balls))
    return agrees * (1 - ELSEWHERE) >= (1 - agrees) * ELSEWHERE
