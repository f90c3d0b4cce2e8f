"""What the pages say of refusals in other languages they know by the English form: each form is one that is said."""

import ast
import re
from functools import cache
from itertools import product
from pathlib import Path

import pytest

ROOM = Path(__file__).parents[2] / "tracker"
WORDS = (ROOM / "show" / "web" / "words" / "law.js").read_text("utf-8")
FORM = re.compile(r"^  (\w+): (?:new RegExp\(`(.*)`\)|/(.*)/),$", re.MULTILINE)
STANDS_IN = ("red", "3", "frame", "entry 3 is gone")
"""What may stand in a sentence where the program fills something in."""


def forms() -> dict[str, str]:
    ball = re.search(r'^const BALL = "(.*)";$', WORDS, re.MULTILINE)
    assert ball
    found = FORM.findall(WORDS.split("const none")[0])
    return {name: (built.replace("${BALL}", ball[1]).replace("\\\\", "\\") or plain) for name, built, plain in found}


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
    if holes > 3:
        return set()
    found = set()
    for chosen in product(STANDS_IN, repeat=holes):
        left = iter(chosen)
        found.add("".join(p.value if isinstance(p, ast.Constant) else next(left) for p in text.values))  # type: ignore[misc]
    return found


@pytest.mark.parametrize("name", sorted(forms()))
def test_each_form_of_a_refusal_is_one_that_the_program_says(name: str) -> None:
    form = re.compile(forms()[name])
    assert any(form.match(said) for said in sentences()), f"nothing says {form.pattern}: its words in {name} are dead"
