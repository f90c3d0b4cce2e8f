"""`cuewatch rules`: the rulebooks on the shelf, and rule cases as referees write them."""

import argparse
from pathlib import Path

from rich.console import Console

from tracker.domain.errors import BadInput
from tracker.match.cases import check_cases
from tracker.rules import shelf


def run(options: argparse.Namespace) -> int:
    """List the rulebooks, or check files of cases; 1 when a case falls short."""
    return _check(options.files) if options.action == "check" else _list()


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


def read_text(name: str) -> str:
    """Return a text file's content.

    Raises:
        BadInput: it is not there or is no text.
    """
    try:
        return Path(name).read_text("utf-8")
    except (OSError, UnicodeDecodeError) as trouble:
        reason = trouble.strerror if isinstance(trouble, OSError) else "it is no UTF-8 text"
        raise BadInput(f"{name} cannot be read: {reason}") from trouble
