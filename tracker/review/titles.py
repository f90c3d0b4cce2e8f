"""What a stroke of a book came to, in a few words: what was called of it, or else what is suggested."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from tracker.domain.law.ruling import SILENT
from tracker.match.book.entries import Called, Entry, Seen, Suggested
from tracker.match.desk.desk import Desk
from tracker.match.desk.positions import with_before

FOUL: Final = "FOUL"


def strokes_seen(desk: Desk[Any]) -> Iterator[Seen]:
    """Give the strokes of a book in order."""
    return (entry for entry in desk.book.entries if isinstance(entry, Seen))


def titles(desk: Desk[Any]) -> dict[int, str]:
    """Return the title of each stroke of a book, by the number of its entry."""
    suggested = {entry.about: _suggested(entry, desk) for entry in desk.book.entries if isinstance(entry, Suggested)}
    return suggested | dict(_called(desk))


def fouls(desk: Desk[Any]) -> frozenset[int]:
    """Return the entries of the strokes that a foul was called of, as it stands."""
    strokes = _strokes_called(desk.book.entries)
    fouled = (step.entry for step in desk.steps if any(FOUL in word for word in step.said))
    return frozenset(strokes[number] for number in fouled if number in strokes)


def _called(desk: Desk[Any]) -> Iterator[tuple[int, str]]:
    """Give the strokes that something was called of, each with what was said, or with the points that it brought."""
    strokes = _strokes_called(desk.book.entries)
    for before, step in with_before(desk):
        if step.entry in strokes:
            yield strokes[step.entry], " ".join(step.said) or _points(desk, before, step.position)


def _strokes_called(entries: Sequence[Entry]) -> dict[int, int]:
    """Return the strokes of the calls that are about one, by the number of the call."""
    return {one.number: one.about for one in entries if isinstance(one, Called) and one.about is not None}


def _points(desk: Desk[Any], before: Any, after: Any) -> str:
    sides = zip(desk.rules.scoreline(before).points, desk.rules.scoreline(after).points, strict=True)
    made = sum(now - then for then, now in sides)
    return f"{made}" if made else SILENT.lower()


def _suggested(entry: Suggested, desk: Desk[Any]) -> str:
    said = " ".join(f"{one.say} {one.value}" if one.say.endswith(("FOUL", "MISS")) else one.say
                    for one in entry.ruling.spoken[:1])  # fmt: skip
    waits = "?" if entry.number in desk.waiting else " (not called)"
    return f"{said or SILENT.lower()}{waits}"
