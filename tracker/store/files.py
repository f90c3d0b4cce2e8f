"""Files that appear whole or not at all."""

from pathlib import Path


def write_whole(path: Path, text: str) -> None:
    """Write `text` (UTF-8) under a name of its own first, so that a reader never meets half a file."""
    unfinished = path.with_name(f".{path.name}.part")
    try:
        unfinished.write_text(text, "utf-8")
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)


def set_aside(path: Path) -> Path | None:
    """Give an existing file the next free numbered name beside it, and return that; None where there is no file."""
    if not path.exists():
        return None
    number = 1
    while (kept := path.with_name(f"{path.stem}-{number}{path.suffix}")).exists():
        number += 1
    path.rename(kept)
    return kept
