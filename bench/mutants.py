"""How much of the law the tests really hold: what became of the mutants that `mutmut run` has tried.

Run from the project root by `make mutants`, which runs `mutmut` first; it can be stopped and goes on where it was.
Where there is no time for all of them, `python bench/mutants.py --sample 300 --seed 1 snooker` tries so many mutants of
one game, drawn by lot, and says between which shares the true one lies (Wilson's interval, 95 %); `common` is what the
games share. The mutants must have been made before: `mutmut run 'tracker.rules.table.*'` makes them all and tries few.
Prints for each part of the rules how many mutants died, and then those that survived, a line each. A mutant that only
changes a sentence for people (a text with a blank in it) is counted apart: no test should hang on such words.
"""

import argparse
import ast
import json
import os
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from math import sqrt
from pathlib import Path

MUTANTS = Path("mutants")
SURVIVED, UNTESTED = 0, 33
ALONE = ("tests/app/test_rulebooks.py", "tests/rules", "--ignore-glob=*properties*", "--ignore-glob=*_steps*")
OF_GAME = {
    "billiards": "rulebooks or (said and billiards) or billiards_law or billiards_judge",
    "snooker": "rulebooks or (said and not billiards and not novuss) or snooker_law or snooker_judge or overlap",
    "novuss": "rulebooks or (said and novuss) or test_novuss",
    "rules": "rulebooks or judge",
}
"""What is tried again on a survivor, in a process of its own."""
READS_SOURCE = "tests/rules/test_rule_cases.py::test_whatever_the_source_of_snooker_cites_has_a_case"
"""A test that reads the text of the source, which is not itself when mutants stand in it."""


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


def fates(meta: Path) -> dict[str, int | None]:
    """Return the exit code of the tests by the mutant's name, None for one not tried yet."""
    codes: dict[str, int | None] = json.loads(meta.read_text("utf-8"))["exit_code_by_key"]
    return codes


def mutants(meta: Path, among: frozenset[str]) -> Iterator[Mutant]:
    """Return what became of the mutants of a file, only of those named if any are."""
    file = meta.with_suffix("")
    codes = {key: code for key, code in fates(meta).items() if not among or key in among}
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
        change = changed_line(body(ast.unparse(old)), body(ast.unparse(new)))
        yield Mutant(part=part, name=name, died=False, change=change, is_words=wordless(old) == wordless(new))


def drawn(metas: list[Path], *, count: int, seed: int) -> frozenset[str]:
    names = [name for meta in metas for name in sorted(fates(meta))]
    return frozenset(random.Random(seed).sample(names, min(count, len(names))))


def try_again(meta: Path, among: frozenset[str]) -> None:
    """Try survivors in processes of their own: what was built on import or kept is older than mutmut's change."""
    text = json.loads(meta.read_text("utf-8"))
    codes = text["exit_code_by_key"]
    survivors = [name for name in codes if name in among and codes[name] in (SURVIVED, UNTESTED)]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        tests = (*ALONE, "-k", OF_GAME[meta.parent.name])
        codes |= zip(survivors, pool.map(lambda name: alone(name, tests), survivors), strict=True)
    meta.write_text(json.dumps(text, indent=4), "utf-8")


def alone(name: str, tests: tuple[str, ...]) -> int:
    """Return the exit code of the tests in a process that begins with the mutant."""
    told = ["-x", "-q", "-W", "default", "-p", "no:cacheprovider", f"--deselect={READS_SOURCE}"]
    run = [sys.executable, "-m", "pytest", *told, *tests]
    with_mutant = os.environ | {"MUTANT_UNDER_TEST": name}
    return subprocess.run(run, cwd=MUTANTS, env=with_mutant, capture_output=True, check=False).returncode


def of_game(meta: Path, game: str) -> bool:
    """Tell whether the file belongs to a game, or to what the games share."""
    folder = meta.parent.name
    return game in ("", folder) or (game == "common" and folder == "rules")


def between(died: int, total: int) -> str:
    """Return Wilson's interval of a share at 95 %, in words (E. B. Wilson, 1927)."""
    if not total:
        return ""
    z, share = 1.96, died / total
    middle = (share + z * z / (2 * total)) / (1 + z * z / total)
    half = z * sqrt(share * (1 - share) / total + z * z / (4 * total * total)) / (1 + z * z / total)
    return f", between {middle - half:.1%} and {middle + half:.1%}"


def line(part: str, *, died: int, tried: int, words: int) -> str:
    matter = tried - words
    return f"{part:40} {died:5} of {matter:5} died, {died / max(1, matter):4.0%}; words {words}"


def wanted() -> argparse.Namespace:
    asked = argparse.ArgumentParser(description="Say what became of the mutants of the law")
    asked.add_argument("game", nargs="?", default="", help="snooker, billiards, novuss or common; all if none is named")
    asked.add_argument("--sample", type=int, default=0, help="try so many, drawn by lot, first")
    asked.add_argument("--seed", type=int, default=1)
    return asked.parse_args()


def main() -> int:
    asked = wanted()
    metas = [meta for meta in sorted(MUTANTS.glob("tracker/rules/**/*.py.meta")) if of_game(meta, asked.game)]
    sample = drawn(metas, count=asked.sample, seed=asked.seed) if asked.sample else frozenset()
    if sample:
        subprocess.run([sys.executable, "-m", "mutmut", "run", *sorted(sample)], check=True)
        for meta in metas:
            try_again(meta, sample)
    found = [mutant for meta in metas for mutant in mutants(meta, sample)]
    tried, died, words = (
        Counter(m.part for m in found if test(m)) for test in (lambda m: True, lambda m: m.died, lambda m: m.is_words)
    )
    for part in tried:
        print(line(part, died=died[part], tried=tried[part], words=words[part]))
    total = len(found) - words.total()
    print(line("all", died=died.total(), tried=len(found), words=words.total()) + between(died.total(), total))
    for mutant in found:
        if not mutant.died and not mutant.is_words:
            print(f"  {mutant.part}  {mutant.name}  {mutant.change}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
