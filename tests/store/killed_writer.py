"""A program that writes books until it is killed, and tells what it has shown as soon as it stands in the book.

Each line of its input names a database. A child that writes there is forked, so that nothing is loaded a hundred times
over; its number is told, then what it shows (entry and points), then that it is gone.
"""

import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tracker.match.book.entries import Header
from tracker.match.desk.desk import resume_desk
from tracker.rules import shelf
from tracker.rules.snooker.frame.calls import Choose, Foul
from tracker.store.database.books import book_of
from tracker.store.database.matches import StoredFrame, StoredMatch, begin_book, go_on, latest_frame
from tracker.store.database.opening import Database, open_database
from tracker.store.database.people import ClubTable, keep_table

TABLE = "1"
RULES = shelf.find("snooker-2024")
PLAYS_ON = (Choose(what="play"),)
"""What the next player says after every foul, and so before every call but the first."""


def main() -> None:
    """Load what a database needs by opening one, and have a child write to each that is named."""
    with TemporaryDirectory() as folder:
        open_database(Path(folder) / "first.db").close()
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            try:
                write_for_ever(Path(line.strip()))
            finally:
                os._exit(1)
        tell("child", child)
        tell("gone", os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))


def write_for_ever(path: Path) -> None:
    """Call one foul after another, each with a remark in the same breath, and show the score when it is kept."""
    database = open_database(path)
    frame = latest_frame(database, TABLE) or begun(database)
    desk, trouble = resume_desk(RULES, book_of(database, frame.table, frame.epoch))
    assert trouble is None
    while True:
        last = len(desk.book.entries)
        desk = desk.call((*PLAYS_ON[:last], Foul(points=4))).note(f"written by {os.getpid()}")
        go_on(database, (frame.table, frame.epoch), desk.book.entries[last:], at_us=0)
        tell("shown", len(desk.book.entries), *desk.scoreline.points)


def begun(database: Database) -> StoredFrame:
    keep_table(database, ClubTable(name=TABLE))
    match = StoredMatch(table=TABLE, rulebook=RULES.name, sides=(("A",), ("B",)), begun_us=0)
    frame = StoredFrame(match=0, table=TABLE, header=Header(rulebook=RULES.name), begun_us=0)
    return begin_book(database, frame, match=match)


def tell(*words: object) -> None:
    os.write(1, (" ".join(map(str, words)) + "\n").encode())


if __name__ == "__main__":
    main()
