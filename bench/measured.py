"""Keep docs/MEASURED.md: each bench writes its own section between its own marks, whole or row by row."""

import os
import platform
from pathlib import Path

ROOT = Path(__file__).parents[1]
FILE = ROOT / "docs" / "MEASURED.md"


def section(mark: str, text: str) -> str:
    """Return what stands between the marks of a section, nothing where it is not there yet."""
    begin, end = _marks(mark)
    return text.split(begin)[1].split(end, maxsplit=1)[0] if begin in text else ""


def put_section(mark: str, heading: str, table: str) -> None:
    """Put `table` between the marks of its section in docs/MEASURED.md, at the end where it is not there yet."""
    begin, end = _marks(mark)
    text = FILE.read_text("utf-8")
    if begin not in text:
        text = f"{text.rstrip()}\n\n## {heading}\n\n{begin}{end}\n"
    head, rest = text.split(begin)
    FILE.write_text(head + begin + table + end + rest.split(end)[1], "utf-8")


def machine() -> str:
    """Return on what this is measured: cores, processor, Python."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text().splitlines() if info.is_file() else []
    model = next((line.split(":")[1].strip() for line in lines if "model name" in line), platform.machine())
    return f"{os.cpu_count()} cores of {model}, Python {platform.python_version()}"


def merged(old: str, lines: list[str], short: list[str], began: str) -> str:
    """Return a section of a table and what fell short, where `lines` and `short` replace those of the same measures.

    A line of the table is known by its first two cells; one that says what fell short by its bold beginning. `began`
    is the head of the section, up to and with the table's own.
    """
    rows = {_row(line): line for line in old.splitlines() if line.startswith("| ") and _row(line) != ("on", "measure")}
    fresh = {_row(line): line for line in lines}
    bold = {line.split("**")[1]: line for line in old.splitlines() if line.startswith("- **")}
    told = {line.split("**")[1]: line for line in short}
    bold = {name: line for name, line in bold.items() if name in told or tuple(name.split(", ", 1)) not in fresh}
    bold |= told
    left = ["", "What fell short:", "", *bold.values()] if bold else []
    return "\n".join([began, *(rows | fresh).values(), *left]) + "\n"


def _row(line: str) -> tuple[str, str]:
    cells = [cell.strip() for cell in line.strip("|").split("|")]
    return cells[0], cells[1]


def _marks(mark: str) -> tuple[str, str]:
    return f"<!-- {mark} -->\n", f"<!-- /{mark} -->"
