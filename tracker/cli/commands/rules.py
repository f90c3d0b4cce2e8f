"""`cuewatch rules`: the rulebooks on the shelf, what they say and in what they differ, and rule cases."""

import argparse

from rich.console import Console

from tracker.cli.rulebooks import view_of, views
from tracker.cli.typed import read_text
from tracker.domain.errors import BadInput, UnknownName
from tracker.rules import shelf
from tracker.rules.check import check_cases
from tracker.show.rulebook import book_lines, difference_lines, sentence_lines


def run(options: argparse.Namespace) -> int:
    """List the rulebooks, show one or a sentence, compare two, or check cases; 1 when a case falls short."""
    match options.action:
        case "check":
            return _check(options.files)
        case "show":
            return _print(_shown(options.id))
        case "diff":
            return _print(_compared(options.first, options.second))
        case _:
            return _list()


def _print(lines: tuple[str, ...]) -> int:
    for line in lines:
        print(line)
    return 0


def _shown(id: str) -> tuple[str, ...]:
    if id in shelf.names():
        return book_lines(view_of(id))
    lines = sentence_lines(views(), id)
    if not lines:
        raise UnknownName(f"{id!r} is no rulebook and no sentence: see `cuewatch rules list` and `rules show RULEBOOK`")
    return lines


def _compared(first: str, second: str) -> tuple[str, ...]:
    if type(shelf.find(first)) is not type(shelf.find(second)):
        raise BadInput(f"{first} and {second} are different games: only books of one game can be compared")
    return difference_lines(view_of(first), view_of(second))


def _list() -> int:
    console = Console(soft_wrap=True)
    for name, title in shelf.titles():
        console.print(f"[bold]{name}[/bold]  {title}")
    return 0


def _check(files: list[str]) -> int:
    checked = check_cases({name: read_text(name) for name in files})
    for line in checked.lines:
        print(line)
    return checked.exit_status
