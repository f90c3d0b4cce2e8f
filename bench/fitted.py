"""What commands that fit parameters have in common: what they ask, what they keep, and the files that they write.

The files are those of `tracker.domain.parameters`.
"""

import argparse
import pickle
from collections.abc import Callable, Sequence
from dataclasses import fields
from datetime import date
from pathlib import Path
from typing import Any, Final, TypeVar

Made = TypeVar("Made")
APART_EVERY: Final = 4
"""Every so many films one is left out of a fit."""


def asked_of(description: str, out: Path) -> argparse.ArgumentParser:
    """Return the options of a fit to films: where they are kept, how many at once, and whether to write."""
    options = argparse.ArgumentParser(description=description)
    options.add_argument("--out", type=Path, default=out, metavar="DIR", help="where films are kept")
    options.add_argument("--workers", type=int, default=2, metavar="N")
    options.add_argument("--write", action="store_true", help="keep the parameters")
    return options


def made_once(file: Path, make: Callable[[], Made]) -> Made:
    """Return what a file holds; made and kept there where there is none yet."""
    if not file.is_file():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(pickle.dumps(make()))
    made: Made = pickle.loads(file.read_bytes())
    return made


def parted(found: Sequence[Made]) -> tuple[list[Made], list[Made]]:
    """Return what is fitted on, and what is left out of that."""
    return [one for k, one in enumerate(found, 1) if k % APART_EVERY], list(found[APART_EVERY - 1 :: APART_EVERY])


def kept_or_shown(text: str, file: Path, *, write: bool) -> None:
    """Write a file of parameters, or print it."""
    if write:
        file.write_text(text, "utf-8")
    else:
        print(text)


def head(command: str, count: str, about: str) -> list[str]:
    """Return the first lines of a file: how it was made, when, and on how much."""
    return [f"# {about}", f'fitted = "{date.today().isoformat()}"', f'command = "{command}"', count, ""]


def table(name: str, part: Any) -> list[str]:
    """Return the lines of a table: each parameter with its unit and what it means."""
    lines = [f"[{name}]"]
    for one in fields(part):
        value, unit, means = float(f"{getattr(part, one.name):.4g}"), one.metadata["unit"], one.metadata["means"]
        lines.append(f'{one.name} = {{ value = {value}, unit = "{unit}", means = "{means}" }}')
    return [*lines, ""]
