"""Visits to the table, read off a book: who made how many points in one go, and with what.

Only calls are read, so a break is the same whether a camera saw it or a person keyed it in.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from tracker.domain.book.scoreline import Scoreline
from tracker.domain.frozen import replace
from tracker.match.book.book import standing_calls
from tracker.match.book.ledger import Ledger
from tracker.match.desk.desk import Desk


@dataclass(frozen=True, slots=True, kw_only=True)
class Visit:
    """Strokes of one side until the other comes to the table; its points are the break."""

    side: int
    player: str
    points: int = 0
    made: tuple[str, ...] = ()
    """What made them, in order: balls potted; in billiards cannons and in-offs too; in novuss pucks."""


def visits(desk: Desk[Any]) -> tuple[Visit, ...]:
    """Return the visits that scored in a frame, in order, as the calls that stand have them."""
    calls = dict(standing_calls(desk.book.entries))
    opening = desk.rules.scoreline(desk.rules.opening(desk.book.header.setup))
    made_by = desk.rules.desk.made_by
    made = (tuple(ball for call in calls[step.entry] for ball in made_by(call)) for step in desk.steps)
    after = (desk.rules.scoreline(step.position) for step in desk.steps)
    return _visits(opening, zip(after, made, strict=True))


def visits_in(told: Ledger) -> tuple[Visit, ...]:
    """Return the same of a frame whose ledger is at hand."""
    return _visits(told.opening, ((line.after, line.made) for line in told.lines))


def _visits(before: Scoreline, strokes: Iterable[tuple[Scoreline, tuple[str, ...]]]) -> tuple[Visit, ...]:
    """Return the visits that scored, from the score after each call and what it was made with."""
    done: list[Visit] = []
    current = Visit(side=before.striker, player=_name(before), points=before.visit)
    for after, made in strokes:
        gain = after.points[before.striker] - before.points[before.striker]
        if before.visit == 0 or current.side != before.striker:
            done.append(current)
            current = Visit(side=before.striker, player=_name(before))
        if made and gain > 0:
            current = replace(current, points=current.points + gain, made=(*current.made, *made))
        before = after
    return tuple(visit for visit in (*done, current) if visit.points)


def present_visit(made: tuple[Visit, ...], now: Scoreline) -> tuple[str, ...]:
    """Return what the break that goes on was made with."""
    going = now.visit and made and made[-1].side == now.striker and made[-1].points == now.visit
    return made[-1].made if going else ()


def highest(made: Iterable[Visit]) -> Visit | None:
    """Return the highest break, the earlier one of two alike."""
    return max(made, key=lambda visit: visit.points, default=None)


def _name(line: Scoreline) -> str:
    return line.player or line.names[line.striker]
