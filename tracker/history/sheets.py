"""Fill the sheet of a match from what the database holds."""

from dataclasses import replace
from datetime import UTC, datetime

from tracker.domain.book.setup import Setup
from tracker.domain.errors import UnknownName
from tracker.domain.strokes.stroke import Standing
from tracker.domain.table.kit import Kit
from tracker.domain.time import SECOND_US
from tracker.match.book.book import Book
from tracker.match.book.ledger import LedgerLine, ledger
from tracker.match.desk.visits import visits_in
from tracker.rules import shelf
from tracker.show.run.words import StrokeView
from tracker.show.sheets.match_view import BreakView, CallView, FrameView, MatchView
from tracker.store.database.books import book_of
from tracker.store.database.matches import StoredFrame, StoredMatch, frames_of
from tracker.store.database.opening import Database
from tracker.store.kits import find_kit

Frames = tuple[tuple[StoredFrame, Book], ...]


def kept_frames(database: Database, match: int) -> Frames:
    """Return the frames of a match that stand, each with its book.

    Raises:
        BadInput: a book holds what this program cannot read.
    """
    return tuple((frame, book_of(database, frame.table, frame.epoch)) for frame in frames_of(database, match))


def match_view(match: StoredMatch, frames: Frames) -> MatchView:
    """Return what there is to show of a match."""
    return MatchView(
        number=match.number,
        names=frames[0][1].header.setup.names if frames else match.names,
        rulebook=match.rulebook,
        played=day_words(match.begun_us),
        table=match.table,
        title=match.title,
        best_of=match.best_of,
        kit=_kit({(frame.header.rulebook, frame.header.table) for frame, _ in frames}),
        frames=tuple(frame_view(frame, book) for frame, book in frames),
    )


def day_words(at_us: int) -> str:
    """Return the day of a time in UTC: `2026-11-21`."""
    return datetime.fromtimestamp(at_us / SECOND_US, UTC).date().isoformat()


def frame_view(frame: StoredFrame, book: Book) -> FrameView:
    """Return what there is to show of a frame."""
    told = ledger(book)
    calls: list[CallView] = []
    start = _start(frame.header.setup)
    for line in told.lines:
        calls.append(_call_view(line, start))
        start = line.seen.standing if line.seen else None
    trouble = f"entry {told.trouble.entry} no longer fits: {told.trouble.why}" if told.trouble else ""
    return FrameView(
        number=frame.number,
        opening=told.opening,
        calls=tuple(calls),
        breaks=tuple(BreakView(player=visit.player, points=visit.points, made=visit.made) for visit in visits_in(told)),
        because=told.outcome.because if told.outcome else "",
        trouble=trouble,
    )


def _start(setup: Setup) -> Standing | None:
    """Return how the balls lay where the book begins, if it says so."""
    return Standing(at_us=0, places=setup.start.places) if setup.start and setup.start.places else None


def _call_view(line: LedgerLine, start: Standing | None) -> CallView:
    return CallView(
        entry=line.entry,
        at_us=line.at_us,
        player=line.player,
        said=line.said,
        made=line.made,
        before=line.before,
        after=line.after,
        is_foul=line.is_foul,
        is_amended=line.is_amended,
        stroke=_stroke_view(line, start),
    )


def _stroke_view(line: LedgerLine, start: Standing | None) -> StrokeView | None:
    """Return the stroke under the number of its entry, which no other of the frame has."""
    if line.seen is None:
        return None
    stroke = replace(line.seen.stroke, number=line.entry)
    return StrokeView(stroke=stroke, start=start, end=line.seen.standing, before=line.before, after=line.after)


def _kit(played: set[tuple[str, str]]) -> Kit | None:
    """Return the one kit that all frames were played with, by rulebook and table, each with its game's own balls.

    None: there is no such one, and strokes are not drawn.
    """
    if len(played) != 1:
        return None
    rulebook, table = played.pop()
    try:
        return shelf.find(rulebook, find_kit(table)).kit
    except UnknownName:
        return None
