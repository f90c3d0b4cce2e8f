"""Reads a clause aloud: the sentence of the book is the docstring of the function that tests it."""

from collections.abc import Callable
from inspect import getdoc
from typing import Any, Final

from tracker.domain.law.rulebook import Sentence

ROMAN: Final = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii", "xiii", "xiv", "xv")
LETTER = 2
BEHIND: Final = ("SHO",)
"""Rules that are printed behind the book which they change."""


def read_out(clause: Callable[..., Any]) -> str:
    """Return the function's docstring without the number of the rule that opens it, up to the first colon."""
    said = " ".join((getdoc(clause) or "").split()).partition(": ")[2]
    return said[:1].upper() + said[1:]


def in_order(sentence: Sentence) -> tuple[bool, tuple[tuple[int, str], ...]]:
    """Return a key that sorts sentences as the book has them: by section, rule, letter and roman numeral of the id."""
    game, _, number = sentence.id.replace("-OLD-", "-").partition("-")
    return game in BEHIND, tuple(_rank(part, depth) for depth, part in enumerate(number.split(".")))


def _rank(part: str, depth: int) -> tuple[int, str]:
    if part.isdecimal():
        return int(part), part
    return ROMAN.index(part) if depth > LETTER and part in ROMAN else len(ROMAN), part
