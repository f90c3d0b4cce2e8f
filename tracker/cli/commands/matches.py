"""`cuewatch matches`: the matches in a database, taken out to files and brought in from books."""

import argparse
import json
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Final

from tracker.cli.databases import existing_database
from tracker.cli.typed import shown
from tracker.history.reading import History
from tracker.history.sheets import Frames, kept_frames, match_view
from tracker.history.telling import whole_match_told
from tracker.match.book.book import UNREADABLE, Book
from tracker.match.book.codec import book_to_text
from tracker.match.book.ledger import ledger
from tracker.show.sheets.match_pdf import match_pdf
from tracker.show.sheets.match_sheet import match_html
from tracker.show.sheets.match_view import MatchView
from tracker.store.database.matches import (
    StoredFrame,
    StoredMatch,
    keep_match,
    match_numbered,
    matches,
)
from tracker.store.database.opening import Database, open_database
from tracker.store.database.people import ClubTable, keep_table
from tracker.store.database.players import players
from tracker.store.exports import read_books, write_export
from tracker.store.kits import find_kit
from tracker.store.match_csv import match_csv

Files = dict[str, str | bytes]
IMPORTED: Final = "imported"
"""The table that imported matches are kept under: what is being played at a table of the club stays as it is."""


def run(options: argparse.Namespace) -> int:
    """List the matches, take one out to files, or bring one in."""
    return ACTIONS[options.action](options)


def _list(options: argparse.Namespace) -> int:
    with existing_database(options.db) as database:
        last = matches(database)[: max(0, options.last)]
        for match in last:
            print(_listed(database, match))
    if not last:
        print(f"{options.db} holds no match yet")
    return 0


def _listed(database: Database, match: StoredMatch) -> str:
    """Return the line of a match; one that was kept and cannot be played hides none of the others."""
    try:
        return _line(match_view(match, kept_frames(database, match.number)))
    except UNREADABLE as trouble:
        first, second = match.names
        return shown(f"{match.number:>5}  {first} – {second}  ·  cannot be played: {trouble}")


def _line(view: MatchView) -> str:
    (first, second), (a, b) = view.names, view.frames_won
    return shown(f"{view.number:>5}  {first} {a}–{b} {second}  ·  {' · '.join(view.facts)}")


def _export(options: argparse.Namespace) -> int:
    with existing_database(options.db) as database:
        match = match_numbered(database, options.match)
        files = {
            name: content for kind in options.forms or FORMS for name, content in FORMS[kind](database, match).items()
        }
    for path in write_export(Path(options.out or f"match-{match.number}"), files):
        print(path)
    return 0


def _hard(options: argparse.Namespace) -> int:
    from tracker.review.hard import exported  # noqa: PLC0415  the other actions need none of it

    out, recordings = Path(options.out), Path(options.recordings or Path(options.db).absolute().parent / "recordings")
    count = 0
    with existing_database(options.db) as database:
        for name, files in exported(database, recordings):
            write_export(out / name, files)
            print(out / name, "" if "clip.mp4" in files else "(no clip was kept)")
            count += 1
    if not count:
        print(f"{options.db} holds no stroke that a person called otherwise than the program")
    return 0


def _books(database: Database, match: StoredMatch) -> Files:
    return {f"frame-{frame.number}.jsonl": book_to_text(book) for frame, book in kept_frames(database, match.number)}


def _csv(database: Database, match: StoredMatch) -> Files:
    frames = kept_frames(database, match.number)
    return {"match.csv": match_csv((frame.number, ledger(book).lines) for frame, book in frames)}


def _json(database: Database, match: StoredMatch) -> Files:
    told = whole_match_told(History(database=database).match(match.number), players(database))
    return {"match.json": json.dumps(told, ensure_ascii=False, indent=2) + "\n"}


def _html(database: Database, match: StoredMatch) -> Files:
    return {"sheet.html": match_html(match_view(match, kept_frames(database, match.number)))}


def _pdf(database: Database, match: StoredMatch) -> Files:
    return {"sheet.pdf": match_pdf(match_view(match, kept_frames(database, match.number)))}


def _import(options: argparse.Namespace) -> int:
    books = read_books(tuple(map(Path, options.books)))
    header = books[0].header
    now_us = time.time_ns() // 1000
    match = StoredMatch(
        table=IMPORTED, rulebook=header.rulebook, sides=header.setup.sides, begun_us=now_us,
        title=options.title, ended_us=now_us,
    )  # fmt: skip
    view = match_view(match, _played(match, books))  # before anything is kept: what cannot be played is not
    with open_database(Path(options.db)) as database:
        keep_table(database, ClubTable(name=IMPORTED, kit=header.table))
        kept = keep_match(database, match, books)
    print(_line(replace(view, number=kept.number)))
    return 0


def _played(match: StoredMatch, books: tuple[Book, ...]) -> Frames:
    """Return the books as frames of a match.

    Raises:
        UnknownName: a book is of a table that nobody knows.
    """
    for book in books:
        find_kit(book.header.table)
    return tuple(
        (StoredFrame(match=0, number=number, table=match.table, header=book.header, begun_us=match.begun_us), book)
        for number, book in enumerate(books, 1)
    )


FORMS: Final[dict[str, Callable[[Database, StoredMatch], Files]]] = {
    "book": _books,
    "csv": _csv,
    "json": _json,
    "html": _html,
    "pdf": _pdf,
}
ACTIONS: Final[dict[str, Callable[[argparse.Namespace], int]]] = {
    "list": _list, "export": _export, "import": _import, "hard-strokes": _hard,
}  # fmt: skip
