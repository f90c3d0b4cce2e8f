"""How much of the law the tests really hold: what became of the mutants that `mutmut run` has tried.

Run from the project root by `make mutants`, which runs `mutmut` first; it can be stopped and goes on where it was.
Prints for each part of the rules how many mutants died, and then those that survived, a line each. A mutant that only
changes a sentence for people (a text with a blank in it) is counted apart: no test should hang on such words.
"""

import ast
import json
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

MUTANTS = Path("mutants")
SURVIVED, UNTESTED = 0, 33


@dataclass(frozen=True, slots=True, kw_only=True)
class Mutant:
    """One change that was tried, and what became of it."""

    part: str
    name: str
    died: bool
    change: str
    is_words: bool


def functions(file: Path) -> dict[str, ast.FunctionDef]:
    tree = ast.parse(file.read_text("utf-8"))
    return {node.name: node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}


def wordless(node: ast.AST) -> str:
    """Return the code with every sentence taken out of it."""
    tree = ast.parse(ast.unparse(node))
    for part in ast.walk(tree):
        if isinstance(part, ast.Constant) and isinstance(part.value, str) and " " in part.value:
            part.value = "…"
    return body(ast.unparse(tree))


def body(code: str) -> str:
    return code.partition("\n")[2]


def changed_line(old: str, new: str) -> str:
    pairs = zip(old.splitlines(), new.splitlines(), strict=False)
    return next((f"{a.strip()}  =>  {b.strip()}" for a, b in pairs if a != b), "a line is gone")


def mutants(meta: Path) -> Iterator[Mutant]:
    file = meta.with_suffix("")
    codes = json.loads(meta.read_text("utf-8"))["exit_code_by_key"]
    known = functions(file) if any(code in (SURVIVED, UNTESTED) for code in codes.values()) else {}
    part = "/".join(file.parts[3:5]).removesuffix(".py")
    for key, code in codes.items():
        if code is None:
            continue
        if code not in (SURVIVED, UNTESTED):
            yield Mutant(part=part, name=key, died=True, change="", is_words=False)
            continue
        name = key.rpartition(".")[2]
        old, new = known[f"{name.rpartition('__mutmut_')[0]}__mutmut_orig"], known[name]
        line = changed_line(body(ast.unparse(old)), body(ast.unparse(new)))
        yield Mutant(part=part, name=name, died=False, change=line, is_words=wordless(old) == wordless(new))


def main() -> int:
    metas = sorted(MUTANTS.glob("tracker/rules/**/*.py.meta"))
    found = [mutant for meta in metas for mutant in mutants(meta)]
    tried, died, words = (
        Counter(m.part for m in found if test(m)) for test in (lambda m: True, lambda m: m.died, lambda m: m.is_words)
    )
    for part in tried:
        matter = tried[part] - words[part]
        print(f"{part:40} {died[part]:5} of {matter:5} died, {died[part] / max(1, matter):4.0%}; words {words[part]}")
    total = len(found) - words.total()
    print(f"{'all':40} {died.total():5} of {total:5} died, {died.total() / max(1, total):4.0%}; words {words.total()}")
    for mutant in found:
        if not mutant.died and not mutant.is_words:
            print(f"  {mutant.part}  {mutant.name}  {mutant.change}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
