"""A new game is its own files and a line in those that name games, all of which docs/adr/0028 lists.

A file names a game where it says the word outside of its comments and docstrings.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
ADR = ROOT / "docs" / "adr" / "0028-what-a-new-game-touches.md"
GAMES = re.compile(r"\b(?:billiards|novuss)")
OWN = re.compile(r"/(?:billiards|novuss)(?:/|\.py$)")
"""A game's own folders and files."""
COMMENTS = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
HELP = {"models/training/frames/__main__.py", "models/training/drawn.py", "models/training/painter/__main__.py"}
"""Help of commands that have an option for one game."""


def says_of(tree: ast.Module) -> Iterator[str]:
    """Give what a module says in strings, but for docstrings and the strings that describe a field."""
    alone = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in alone:
            yield node.value
        if isinstance(node, ast.ImportFrom):
            yield node.module or ""


def files_that_name_games() -> Iterator[str]:
    modules = (path for root in ("tracker", "models/training", "bench") for path in (ROOT / root).rglob("*.py"))
    for path in modules:
        text = path.read_text("utf-8")
        if GAMES.search(text) and any(map(GAMES.search, says_of(ast.parse(text)))):
            yield path.relative_to(ROOT).as_posix()
    for path in (ROOT / "tracker" / "show" / "web").rglob("*.js"):
        if GAMES.search(COMMENTS.sub("", path.read_text("utf-8"))):
            yield path.relative_to(ROOT).as_posix()


def test_a_game_is_named_in_no_file_but_its_own_and_those_that_the_decision_lists() -> None:
    lines = ADR.read_text("utf-8").partition("| what | files |")[2].partition("\n**")[0]
    listed = set(re.findall(r"`([\w./-]+\.(?:py|js))`", lines))
    named = {name for name in files_that_name_games() if not OWN.search(f"/{name}")} - HELP
    assert named - {"tracker/rules/shelf.py"} == listed
