"""How the house stands: how full its folders are, what goes in circles, how long functions are, how deep a call lies.

    python -m bench.house [--tree DIR] [--write]

Counted in the text of `tracker`, but for the last: a sample clip is tracked, and each time that a touch is told the
calls of ours between the command and that are counted. `--tree` counts another checkout; only this one is written into
docs/MEASURED.md. A named number is a constant in capitals, made of nothing but numbers, at the head of a module.
"""

import argparse
import ast
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from statistics import median, quantiles

from bench.measured import ROOT, put_section

CLIP = ROOT / "sample_videos" / "0001-red-then-black" / "clip.mp4"
FULL = 15
"""A folder of more modules than about this is to get rooms of its own."""
DEEPEST = """
import sys
sys.path.insert(0, {tree!r})
import tracker.incidents.propose.touching.meeting as meeting
told, deepest = meeting.touch_of, 0
def noticed(*given):
    global deepest
    frame, depth = sys._getframe(1), 1
    while frame is not None:
        depth += "/tracker/" in frame.f_code.co_filename and not frame.f_code.co_name.startswith("<")
        frame = frame.f_back
    deepest = max(deepest, depth)
    return told(*given)
meeting.touch_of = noticed
from {main} import main
assert main(["track", {clip!r}, "--out", {out!r}]) == 0
print("deepest", deepest)
"""
"""Tracks a clip and says how many functions of ours were being called when a touch was told, that one included."""


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """What was counted."""

    modules: Mapping[str, int]
    """By folder, beginnings of packages left out."""
    lines: Mapping[str, int]
    """By room."""
    numbers: Mapping[str, int]
    """Named numbers by room."""
    functions: tuple[int, ...]
    """Lines of each function without its docstring."""
    circles: tuple[frozenset[str], ...]
    """Packages and modules of one folder that import each other in a circle."""


def house_of(tree: Path) -> House:
    """Return what is counted in the text of a checkout."""
    modules, lines, numbers = Counter[str](), Counter[str](), Counter[str]()
    functions, imports = list[int](), dict[str, set[str]]()
    for file in sorted((tree / "tracker").rglob("*.py")):
        own, text = file.relative_to(tree), file.read_text("utf-8")
        room, parsed = own.parts[1].removesuffix(".py"), ast.parse(text)
        modules[str(own.parent)] += own.name != "__init__.py"
        lines[room] += text.count("\n")
        numbers[room] += sum(named_numbers(parsed))
        functions += [length(one) for one in ast.walk(parsed) if isinstance(one, ast.FunctionDef)]
        imports[".".join(own.with_suffix("").parts).removesuffix(".__init__")] = set(imported(parsed))
    return House(
        modules=modules, lines=lines, numbers=numbers, functions=tuple(functions), circles=tuple(circles(imports))
    )


def named_numbers(parsed: ast.Module) -> Iterator[int]:
    """Give how many numbers each statement at the head of a module names."""
    for one in parsed.body:
        targets = one.targets if isinstance(one, ast.Assign) else [one.target] if isinstance(one, ast.AnnAssign) else []
        names = [name.id for target in targets for name in ast.walk(target) if isinstance(name, ast.Name)]
        value = getattr(one, "value", None)
        if names and all(name.isupper() for name in names) and value is not None and is_number(value):
            yield len(names)


def is_number(value: ast.expr) -> bool:
    """Say whether an expression is made of numbers and signs alone."""
    parts = [node for node in ast.walk(value) if isinstance(node, ast.Constant | ast.Name | ast.Call)]
    return bool(parts) and all(isinstance(p, ast.Constant) and isinstance(p.value, int | float) for p in parts)


def length(function: ast.FunctionDef) -> int:
    """Return how many lines a function has without its docstring."""
    first = function.body[1] if ast.get_docstring(function) and len(function.body) > 1 else function.body[0]
    return (function.end_lineno or 0) - first.lineno + 1


def imported(parsed: ast.Module) -> Iterator[str]:
    """Give the modules of ours that a module imports, and what it takes from them, which may be modules too."""
    for one in ast.walk(parsed):
        if isinstance(one, ast.ImportFrom) and (one.module or "").startswith("tracker"):
            yield from (f"{one.module}.{name.name}" for name in one.names)
        elif isinstance(one, ast.Import):
            yield from (name.name for name in one.names if name.name.startswith("tracker"))


def circles(imports: Mapping[str, Set[str]]) -> Iterator[frozenset[str]]:
    """Give each set of neighbours, packages or modules of one folder, of which every one leads to every other."""
    edges: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for module, taken in imports.items():
        for name in taken:
            other = name if name in imports else name.rpartition(".")[0]
            shared = common_parent(module, other)
            ends = [".".join(one.split(".")[: len(shared) + 1]) for one in (module, other)]
            if ends[0] != ends[1] and ".".join(shared) not in ends:
                edges[".".join(shared)][ends[0]].add(ends[1])
    for beside in edges.values():
        reached = {one: reach(one, beside) for one in beside}
        yield from {
            frozenset(b for b in reached[a] if a in reached.get(b, ())) for a in beside if a in reached[a]
        }  # fmt: skip


def common_parent(a: str, b: str) -> list[str]:
    """Return the names of the packages that two modules share, from the outermost."""
    same: list[str] = []
    for one, other in zip(a.split("."), b.split("."), strict=False):
        if one != other:
            break
        same.append(one)
    return same


def reach(begin: str, edges: Mapping[str, Set[str]]) -> set[str]:
    """Return all that can be come to from one end of edges."""
    found, left = set[str](), [begin]
    while left:
        new = edges.get(left.pop(), frozenset()) - found
        found |= new
        left += new
    return found


def deepest_call(tree: Path, out: Path) -> int:
    """Return how many functions of ours lie between `track` and a touch, both counted, on a sample clip."""
    main = "tracker.cli.main" if (tree / "tracker" / "cli").is_dir() else "tracker.app.main"
    told = DEEPEST.format(tree=str(tree), main=main, clip=str(CLIP), out=str(out))
    done = subprocess.run([sys.executable, "-c", told], cwd=tree, check=True, capture_output=True, text=True)
    return int(done.stdout.split()[-1])


def table(house: House, deepest: int) -> str:
    """Return the section of docs/MEASURED.md."""
    full = {folder: count for folder, count in house.modules.items() if count > FULL}
    crowded = ", ".join(f"{folder} {count}" for folder, count in sorted(full.items(), key=lambda one: -one[1]))
    body, circling = sorted(house.functions), "; ".join(", ".join(sorted(circle)) for circle in house.circles)
    rows = {
        "modules; lines": f"{sum(house.modules.values())}; {sum(house.lines.values())}",
        f"folders of more than {FULL} modules": crowded or "none",
        "neighbours that import each other in circles": circling or "none",
        "functions: median, 9 in 10, longest (lines)": f"{median(body):g}, {quantiles(body, n=10)[-1]:g}, {body[-1]}",
        "`incidents`: lines; named numbers": f"{house.lines['incidents']}; {house.numbers['incidents']}",
        "named numbers in all": str(sum(house.numbers.values())),
        "calls from `track` to a touch": str(deepest),
    }
    return "\n".join(["| measure | counted |", "|---|---|", *(f"| {what} | {told} |" for what, told in rows.items())])


def main(arguments: Sequence[str] | None = None) -> int:
    """Count, print, and with --write keep it in docs/MEASURED.md."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--tree", type=Path, default=ROOT, metavar="DIR", help="a checkout (default: this one)")
    options.add_argument(
        "--out", type=Path, default=ROOT / "runs" / "house", metavar="DIR", help="for the tracked clip"
    )
    options.add_argument("--write", action="store_true", help="put the table into docs/MEASURED.md")
    asked = options.parse_args(arguments)
    tree = asked.tree.resolve()
    said = table(house_of(tree), deepest_call(tree, asked.out.resolve()))
    print(said)
    if asked.write and tree == ROOT:
        put_section(
            "bench.house", "The house", f"Counted {date.today()} by `python -m bench.house --write`.\n\n{said}\n"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
