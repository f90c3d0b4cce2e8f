"""A match taken out of the database into files that outlive it, and books brought in from files."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from tracker.domain.errors import BadInput
from tracker.match.book.book import Book
from tracker.match.book.codec import book_from_text
from tracker.store.files import write_whole


def read_books(files: Sequence[Path]) -> tuple[Book, ...]:
    """Return the books in `files`, a frame of one match each, in order.

    Raises:
        BadInput: a file is no book, or the books are not of one match: other sides, or another rulebook.
    """
    books = tuple(_book(file) for file in files)
    first = books[0].header
    for file, book in zip(files, books, strict=True):
        header = book.header
        if (header.setup.names, header.rulebook) != (first.setup.names, first.rulebook):
            raise BadInput(
                f"{file} is of another match ({_between(header.setup.names)}, {header.rulebook}) than {files[0]} "
                f"({_between(first.setup.names)}, {first.rulebook}): import one match at a time"
            )
    return books


def write_export(folder: Path, files: Mapping[str, str | bytes]) -> tuple[Path, ...]:
    """Write `files`, named with their content, into `folder`, which is made if need be; return where they lie.

    Raises:
        BadInput: `folder` is a file.
    """
    if folder.exists() and not folder.is_dir():
        raise BadInput(f"--out {folder} is a file: name a folder")
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        write_whole(folder / name, content)
    return tuple(folder / name for name in files)


def _book(file: Path) -> Book:
    try:
        return book_from_text(file.read_text("utf-8"), str(file))
    except UnicodeDecodeError as trouble:
        raise BadInput(f"{file} cannot be read: it is no UTF-8 text") from trouble


def _between(names: tuple[str, str]) -> str:
    return " and ".join(names)
