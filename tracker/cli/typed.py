"""What a person types, as values: the corners of a table, its name, the text of a file; or why it is none."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tracker.domain.book.setup import Setup, must_be_possible
from tracker.domain.errors import BadInput

CORNERS: Final = 4
MOST_POINTS: Final = 10_000
"""As many as are taken at a desk."""
NAME: Final = re.compile(r"[\w-]{1,20}")


def corners(text: str) -> tuple[tuple[float, float], ...]:
    """Return the four corners that a person typed as "x,y x,y x,y x,y" (px).

    Raises:
        BadInput: they are not four pairs of numbers.
    """
    try:
        points = tuple((float(x), float(y)) for x, y in (pair.split(",") for pair in text.replace(";", " ").split()))
    except ValueError:
        points = ()
    if len(points) != CORNERS:
        raise BadInput(
            f'--points "{text}" is not four corners: write "x,y x,y x,y x,y" in px, in order round the table'
        )
    return points


def checked_name(table: str) -> str:
    """Return the name of a table.

    Raises:
        BadInput: it cannot stand in an address.
    """
    if not NAME.fullmatch(table):
        raise BadInput(f"table {table!r}: a name of up to 20 letters, digits, - and _ is due")
    return table


def checked_score(score: Sequence[int] | None) -> tuple[int, int] | None:
    """Return the points of both sides as a person typed them with `--score`; None: they were not.

    Raises:
        BadInput: nobody can have so many.
    """
    if score is None:
        return None
    a, b = score
    if not (0 <= a <= MOST_POINTS and 0 <= b <= MOST_POINTS):
        raise BadInput(f"--score {a} {b}: points are 0 to {MOST_POINTS}; give those of both sides as they stood")
    return a, b


def setup_of(names: Sequence[str] | None) -> Setup:
    """Return who plays, as a person typed it with `--players`: two sides, or four players in turn, two a side.

    Raises:
        BadInput: they are neither two nor four; or one is empty, or holds what cannot be shown.
    """
    if not names:
        return Setup()
    said = tuple(name.strip() for name in names)
    if len(said) not in (2, 4):
        raise BadInput(f"--players: name two sides, or four players in turn where two a side play, not {len(said)}")
    sides = (said[::2], said[1::2])
    setup = Setup(names=(" / ".join(sides[0]), " / ".join(sides[1])), players=sides if len(said) > 2 else ((), ()))
    must_be_possible(setup)
    return setup


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


def shown(line: str) -> str:
    """Return a line as a terminal may be given it: nothing in it moves the cursor or turns the way of writing."""
    return "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in line)
