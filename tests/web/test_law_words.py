"""Pages say in other languages what the program said in English, which they know by its form: each form is said."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path

import pytest

ROOM = Path(__file__).parents[2] / "tracker"
WEB = ROOM / "show" / "web"
KNOWING = ("words/law.js", "words/club.js", "camera/words.js")
"""The files of the pages that know sentences of the program by their forms."""
FORM = re.compile(r"^  (\w+): (?:new RegExp\(`(.*)`\)|/(.*)/),$", re.MULTILINE)
STANDS_IN = ("red", "3", "frame", "entry 3 is gone")
"""What may stand in a sentence where the program fills something in."""
QUOTED = "['\"](.+)['\"]"
MOST_HOLES = 4


def forms() -> dict[tuple[str, str], str]:
    """The forms, by file and name."""
    law = (WEB / "words" / "law.js").read_text("utf-8")
    ball = re.search(r'^const BALL = "(.*)";$', law, re.MULTILINE)
    assert ball
    return {
        (file, name): (
            built.replace("${BALL}", ball[1]).replace("${NAME}", QUOTED).replace("\\\\", "\\")
            or plain.replace("\\/", "/")
        )
        for file in KNOWING
        for name, built, plain in FORM.findall((WEB / file).read_text("utf-8").split("\n};")[0])
    }


@cache
def sentences() -> frozenset[str]:
    """All that the program may say: its texts, with something where it fills something in."""
    said = set[str]()
    for file in ROOM.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                said.add(node.value)
            elif isinstance(node, ast.JoinedStr):
                said |= filled(node)
    return frozenset(said)


def filled(text: ast.JoinedStr) -> set[str]:
    holes = sum(isinstance(part, ast.FormattedValue) for part in text.values)
    if holes > MOST_HOLES:
        return set()
    found = set()
    for chosen in product(STANDS_IN, repeat=holes):
        left = iter(chosen)
        found.add("".join(words_of(p, left) for p in text.values))
    return found


def words_of(part: ast.expr, left: Iterator[str]) -> str:
    """The words of a part of a text; what is filled in is the next of those left, quoted where the program quotes."""
    if isinstance(part, ast.Constant):
        return str(part.value)
    words = next(left)
    return repr(words) if isinstance(part, ast.FormattedValue) and part.conversion == ord("r") else words


@pytest.mark.parametrize(("file", "name"), sorted(forms()))
def test_each_form_of_a_sentence_is_one_that_the_program_says(file: str, name: str) -> None:
    form = re.compile(forms()[file, name])
    assert any(form.match(said) for said in sentences()), f"nothing says {form.pattern}: its words in {name} are dead"
