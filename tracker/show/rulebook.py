"""A rulebook as a person reads it, in the terminal and as a page, and in what two of them differ."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tracker.domain.law.rulebook import Differences, Sentence, differences

NOT_BY_HAND = "Made by `make rulebooks` from the clauses of `tracker/rules`; a change belongs there."


@dataclass(frozen=True, slots=True, kw_only=True)
class BookView:
    """A rulebook to be read."""

    name: str
    title: str
    sentences: tuple[Sentence, ...]


def book_lines(book: BookView) -> tuple[str, ...]:
    """Return a book for the terminal: a line a sentence, its paragraph first and its id last."""
    return (f"{book.name}  {book.title}", *map(_line, book.sentences))


def sentence_lines(books: Iterable[BookView], id: str) -> tuple[str, ...]:
    """Return what each book that has the sentence `id`, or sentences below it, says there."""
    found = ((book, [one for one in book.sentences if one.id == id or one.id.startswith(f"{id}.")]) for book in books)
    return tuple(line for book, some in found if some for line in (book.name, *map(_line, some)))


def difference_lines(first: BookView, second: BookView) -> tuple[str, ...]:
    """Return in what the second book differs from the first, for the terminal."""
    found = differences(first.sentences, second.sentences)
    return (
        f"- {first.name}  {first.title}",
        f"+ {second.name}  {second.title}",
        *(f"- {_line(one)}" for one in found.gone),
        *(line for a, b in found.changed for line in (f"- {_line(a)}", f"+ {_line(b)}")),
        *(f"+ {_line(one)}" for one in found.new),
        *(f"  {a.cite} is {b.cite}  [{a.id}]" for a, b in found.moved),
    )


def _line(one: Sentence) -> str:
    return f"{one.cite:<13} {one.says}  [{one.id}]"


def book_page(book: BookView) -> str:
    """Return a book as a page of Markdown."""
    rows = (f"| {one.cite} | {one.says} | `{one.id}` |" for one in book.sentences)
    return _page(f"# {book.title}", f"Rulebook `{book.name}`. {NOT_BY_HAND}", "", *_table("id"), *rows)


def differences_page(games: Iterable[Sequence[BookView]]) -> str:
    """Return the differences between any two books of each game as a page of Markdown."""
    pairs = ((a, b) for books in games for i, a in enumerate(books) for b in books[i + 1 :])
    sections = (line for a, b in pairs for line in _difference_section(a, b))
    return _page("# In what the rulebooks differ", NOT_BY_HAND, *sections)


def _difference_section(a: BookView, b: BookView) -> tuple[str, ...]:
    found = differences(a.sentences, b.sentences)
    return ("", f"## {a.name} and {b.name}", "", *_only_in(a, found.gone), *_only_in(b, found.new), *_rest(a, b, found))


def _only_in(book: BookView, some: tuple[Sentence, ...]) -> tuple[str, ...]:
    if not some:
        return ()
    return (f"Only in `{book.name}`:", "", *(f"- {one.cite}: {one.says}" for one in some), "")


def _rest(a: BookView, b: BookView, found: Differences) -> tuple[str, ...]:
    changed = (f"| `{one.id}` | {one.says} | {other.says} |" for one, other in found.changed)
    moved = ", ".join(f"{one.cite} → {other.cite}" for one, other in found.moved)
    return (
        *((f"| | `{a.name}` | `{b.name}` |", "|---|---|---|", *changed, "") if found.changed else ()),
        *((f"Other paragraphs: {moved}.",) if moved else ()),
    )


def index_page(books: Iterable[BookView]) -> str:
    """Return the page that leads to the others."""
    return _page(
        "# The rulebooks",
        f"What the program knows of each book, a sentence each, in our own words. {NOT_BY_HAND}",
        "",
        *(f"- [{book.title}]({book.name}.md)" for book in books),
        "- [In what they differ](differences.md)",
        "- [The calls in four languages](calls.md)",
    )


def _table(last: str) -> tuple[str, str]:
    return (f"| paragraph | says | {last} |", "|---|---|---|")


def _page(title: str, *lines: str) -> str:
    text = "\n".join((title, "", *lines)).strip()
    return f"{text}\n"
