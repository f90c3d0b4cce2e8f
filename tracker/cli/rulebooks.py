"""Writes `docs/rules/` from the rulebooks: `python -m tracker.cli.rulebooks docs/rules`, or `make rulebooks`."""

import sys
from itertools import groupby
from pathlib import Path

from tracker.rules import shelf
from tracker.show.rulebook import BookView, book_page, differences_page, index_page
from tracker.show.spoken import calls_page


def views() -> tuple[BookView, ...]:
    """Return every rulebook of the shelf, to be read."""
    return tuple(map(view_of, shelf.names()))


def view_of(name: str) -> BookView:
    """Return one rulebook, to be read.

    Raises:
        UnknownName: there is none of that name.
    """
    rules = shelf.find(name)
    return BookView(name=rules.name, title=rules.title, sentences=rules.sentences)


def pages() -> dict[str, str]:
    """Return the text of every page by its file name."""
    books = views()
    games = tuple(tuple(some) for _, some in groupby(books, key=lambda book: type(shelf.find(book.name))))
    return {
        "README.md": index_page(books),
        "calls.md": calls_page(),
        "differences.md": differences_page(games),
        **{f"{book.name}.md": book_page(book) for book in books},
    }


def main(folder: str) -> None:
    """Write the pages into `folder`."""
    at = Path(folder)
    at.mkdir(parents=True, exist_ok=True)
    for name, text in pages().items():
        (at / name).write_text(text, "utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
