"""How much of the law the tests really hold: mutants of the rules, and which of them the tests kill.

`make mutants` first has mutmut make them (a copy of the source under `mutants/`, with every change of it in wait), then
tries them here. The tests are collected once; then a child process for each mutant runs those that come through the
changed function, quickest first, until one fails. What runs while the source is imported, where a mutant would come too
late, is tried in a process of its own.
`python bench/mutants.py --sample 300 --seed 1 snooker` tries so many mutants of one game, drawn by lot, and says
between which shares the true one lies (Wilson's interval, 95 %); `common` is what the games share. Stopped by Ctrl-C it
tells what it has. Prints for each part of the rules how many mutants died, and then those that survived, a line each.
A mutant that only changes a sentence for people (a text with a blank in it) is counted apart: no test should hang on
such words.
"""

import argparse
import ast
import json
import os
import random
import resource
import subprocess
import sys
import time
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from pathlib import Path

import pytest
from _pytest.runner import runtestprotocol
from mutmut.state import state

MUTANTS = Path("mutants")
KEY = "MUTANT_UNDER_TEST"
"""Where mutmut looks for the name of the mutant that is alive; `stats`: none is, but who is called is written down."""
SURVIVED = 0
QUICK = ("tests/cli/test_rulebooks.py", "tests/rules/test_snooker_judge.py", "tests/rules/test_novuss.py")
"""What tries a mutant first that needs a process of its own."""

Tests = Sequence[tuple[float, pytest.Item]]
"""Tests with the seconds that each takes."""


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


def function_of(name: str) -> str:
    """Return the function that a mutant changes, by the name under which mutmut writes down its calls."""
    return name.rpartition("__mutmut_")[0]


def mutants(meta: Path, died: Mapping[str, bool]) -> Iterator[Mutant]:
    """Return what became of the mutants of a file that were tried."""
    file = meta.with_suffix("")
    tried = [name for name in named(meta) if name in died]
    known = functions(file) if any(not died[name] for name in tried) else {}
    part = "/".join(file.parts[3:5]).removesuffix(".py")
    for name in tried:
        if died[name]:
            yield Mutant(part=part, name=name, died=True, change="", is_words=False)
            continue
        short = name.rpartition(".")[2]
        old, new = known[f"{function_of(short)}__mutmut_orig"], known[short]
        change = changed_line(body(ast.unparse(old)), body(ast.unparse(new)))
        yield Mutant(part=part, name=short, died=False, change=change, is_words=wordless(old) == wordless(new))


def named(meta: Path) -> list[str]:
    """Return the names of a file's mutants."""
    return sorted(json.loads(meta.read_text("utf-8"))["exit_code_by_key"])


def drawn(names: list[str], *, count: int, seed: int) -> list[str]:
    return random.Random(seed).sample(names, min(count, len(names))) if count else names


class Trials:
    """Runs the tests on each mutant in place of running them once; a plugin of pytest."""

    def __init__(self, names: list[str], workers: int) -> None:
        self.names, self.workers = names, workers
        self.died: dict[str, bool] = {}
        self.running: dict[int, str] = {}

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Try every mutant."""
        on_import = frozenset(state()._stats)
        tests = tests_by_function(session.items)
        for name in self.names:
            self._wait(room_for=self.workers - 1)
            function = function_of(name)
            child = begun_alone(name) if function in on_import else begun(name, tests.get(function, ()))
            self.running[child] = name
        self._wait(room_for=0)
        return True

    def _wait(self, *, room_for: int) -> None:
        while len(self.running) > room_for:
            child, status = os.wait()
            self.died[self.running.pop(child)] = status != SURVIVED
            print(f"\r{len(self.died)} of {len(self.names)} tried", end="", file=sys.__stderr__, flush=True)


def tests_by_function(items: list[pytest.Item]) -> Mapping[str, Tests]:
    """Run every test once, and return for each function the tests that came through it, quickest first.

    It is done in a child process, so that nothing that the law keeps for later is kept here.
    """
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        with open(writing, "w") as pipe:
            json.dump([seen(item) for item in items], pipe)
        os._exit(0)
    os.close(writing)
    with open(reading) as pipe:
        lines = json.load(pipe)
    os.waitpid(child, 0)
    broken = [item.nodeid for item, (_, _, passed) in zip(items, lines, strict=True) if not passed]
    assert not broken, f"these tests fail without any mutant: {broken}"
    tests: defaultdict[str, list[tuple[float, pytest.Item]]] = defaultdict(list)
    for item, (seconds, called, _) in sorted(zip(items, lines, strict=True), key=lambda pair: pair[1][0]):
        for function in called:
            tests[function].append((seconds, item))
    return tests


def seen(item: pytest.Item) -> tuple[float, list[str], bool]:
    """Run a test; return its seconds, the functions that it came through, and whether it passed."""
    state()._stats.clear()
    began = time.process_time()
    passed = passes(item)
    return time.process_time() - began, sorted(state()._stats), passed


def passes(item: pytest.Item) -> bool:
    return not any(report.failed for report in runtestprotocol(item, nextitem=None, log=False))


def begun(name: str, tests: Tests) -> int:
    """Begin to run the tests on a mutant in a child process, which is ended when it takes far longer than they do."""
    if child := os.fork():
        return child
    os.environ[KEY] = name
    longest_s = 10 + 3 * int(sum(seconds for seconds, _ in tests))
    resource.setrlimit(resource.RLIMIT_CPU, (longest_s, longest_s))
    os._exit(SURVIVED if all(passes(test) for _, test in tests) else 1)


def begun_alone(name: str) -> int:
    """Begin to run all tests on a mutant in a process that imports the source with the mutant in it."""
    if child := os.fork():
        return child
    with_mutant = os.environ | {KEY: name}
    for tests in (told(*QUICK), told()):
        run = [sys.executable, "-m", "pytest", "-x", *tests]
        if subprocess.run(run, env=with_mutant, capture_output=True, check=False).returncode:
            os._exit(1)
    os._exit(SURVIVED)


def told(*tests: str) -> list[str]:
    """Return what pytest is told by `pyproject.toml` when it tries mutants; on these tests, or else on all."""
    told = tomllib.loads(Path("pyproject.toml").read_text("utf-8"))["tool"]["mutmut"]
    chosen = tests or told["pytest_add_cli_args_test_selection"]
    return ["-q", "-p", "no:cacheprovider", *told["pytest_add_cli_args"], *chosen]


def tried(names: list[str], workers: int) -> dict[str, bool]:
    """Return of each mutant whether it died."""
    os.chdir(MUTANTS)
    os.environ[KEY] = "stats"
    sys.path.insert(0, "")
    trials = Trials(names, workers)
    pytest.main(told(), plugins=[trials])
    os.chdir("..")
    return trials.died


def of_game(meta: Path, game: str) -> bool:
    """Tell whether the file belongs to a game, or to what the games share."""
    folder = meta.parent.name
    return game in ("", *meta.parts) or (game == "common" and folder == "rules")


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
    asked.add_argument("--sample", type=int, default=0, help="try so many, drawn by lot; all if it is not given")
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--workers", type=int, default=2)
    return asked.parse_args()


def report(found: Iterable[Mutant]) -> None:
    found = list(found)
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


def main() -> int:
    asked = wanted()
    metas = [meta for meta in sorted(MUTANTS.glob("tracker/rules/**/*.py.meta")) if of_game(meta, asked.game)]
    names = drawn([name for meta in metas for name in named(meta)], count=asked.sample, seed=asked.seed)
    died = tried(names, asked.workers)
    report(mutant for meta in metas for mutant in mutants(meta, died))
    return 0


if __name__ == "__main__":
    sys.exit(main())
