"""Files that appear whole or not at all."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tracker.domain.errors import BadInput


def write_whole(path: Path, content: str | bytes) -> None:
    """Write `content` (text as UTF-8) under a name of its own first, so that a reader never meets half a file."""
    with _unfinished(path, f".{path.name}.part") as unfinished:
        unfinished.write_bytes(content.encode() if isinstance(content, str) else content)


def write_whole_lines(path: Path, lines: Iterable[str]) -> None:
    """Write lines, each with its end, likewise; no more of them than one is held in memory."""
    with (
        _unfinished(path, f".{path.name}.part") as unfinished,
        unfinished.open("w", encoding="utf-8", newline="") as file,
    ):
        file.writelines(lines)


def write_whole_image(path: Path, image: NDArray[np.uint8]) -> None:
    """Write a (height, width, 3) BGR picture in the format that the name's ending asks for (PNG where it has none)."""
    import cv2  # noqa: PLC0415  who keeps scores writes no pictures

    with _unfinished(path, f".{path.stem}.part{path.suffix or '.png'}") as unfinished:
        if not cv2.imwrite(str(unfinished), image):
            raise BadInput(f"{path} cannot be written: check the folder, its rights and the disk")


@contextmanager
def _unfinished(path: Path, name: str) -> Iterator[Path]:
    """Give where to write first, beside `path`, and put that in its place; what goes wrong is said of `path`."""
    unfinished = path.with_name(name)
    try:
        try:
            yield unfinished
            unfinished.replace(path)
        finally:
            unfinished.unlink(missing_ok=True)
    except OSError as trouble:
        if trouble.filename != str(unfinished):
            raise
        raise OSError(trouble.errno, trouble.strerror, str(path)) from trouble


def set_aside(path: Path) -> Path | None:
    """Give an existing file the next free numbered name beside it, and return that; None where there is no file."""
    if not path.exists():
        return None
    number = 1
    while (kept := path.with_name(f"{path.stem}-{number}{path.suffix}")).exists():
        number += 1
    path.rename(kept)
    return kept
