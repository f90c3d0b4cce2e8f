"""What a stroke of a book came to, in a few words: what was called of it, or else what is suggested."""

from collections.abc import Iterator
from typing import Any

from tracker.match.book import standing_calls
from tracker.match.desk import Desk
from tracker.match.entries import Called, Entry, Seen, Suggested

FOUL = "FOUL"


def strokes_seen(desk: Desk[Any]) -> Iterator[Seen]:
    """Give the strokes of a book in order."""
    return (entry for entry in desk.book.entries if isinstance(entry, Seen))


def titles(desk: Desk[Any]) -> dict[int, str]:
    """Return the title of each stroke of a book, by the number of its entry."""
    suggested = {entry.about: _suggested(entry, desk) for entry in desk.book.entries if isinstance(entry, Suggested)}
    return suggested | called(desk)


def called(desk: Desk[Any]) -> dict[int, str]:
    """Return what was called of the strokes of a book and stands, by the number of the stroke's entry."""
    said = {step.entry: step.said for step in desk.steps}
    return {
        about: " ".join(said[number]) or _silent(desk, number)
        for number, _ in standing_calls(desk.book.entries)
        if number in said and (about := _about(desk.book.entries[number - 1])) is not None
    }


def fouls(desk: Desk[Any]) -> frozenset[int]:
    """Return the entries of the strokes that a foul was called of, as it stands."""
    return frozenset(about for about, words in called(desk).items() if FOUL in words)


def _about(entry: Entry) -> int | None:
    return entry.about if isinstance(entry, Called) else None


def _silent(desk: Desk[Any], number: int) -> str:
    """Return what was called without a word: the points that it brought, or none."""
    steps = desk.steps
    place = next(n for n, step in enumerate(steps) if step.entry == number)
    before = steps[place - 1].position if place else desk.rules.opening(desk.book.header.setup)
    sides = zip(desk.rules.scoreline(before).points, desk.rules.scoreline(steps[place].position).points, strict=True)
    made = sum(after - earlier for earlier, after in sides)
    return f"{made}" if made else "no score"


def _suggested(entry: Suggested, desk: Desk[Any]) -> str:
    said = " ".join(f"{one.say} {one.value}" if one.say.endswith(("FOUL", "MISS")) else one.say
                    for one in entry.ruling.spoken[:1])  # fmt: skip
    waits = "?" if entry.number in desk.waiting else " (not called)"
    return f"{said or 'no score'}{waits}"
