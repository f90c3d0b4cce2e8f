"""The ways of the balls of a long recording, kept on the disk while they are gathered, and read from there.

Three hours are 700 MB. They lie in one file without a name, gone with the last that reads it: pieces are read back when
they are asked for, and a way that is whole is mapped, so that of it no more lies in memory than is being looked at.
"""

import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import fields, replace
from pathlib import Path as FilePath
from typing import IO, Any, Final

import numpy as np

from tracker.geometry.paths import Path

ON_DISK: Final = FilePath("/var/tmp")
"""Where the folder for passing files is memory on many systems, this one is not."""
ALIGNED: Final = 16
LONG: Final = 4096
"""Paths of more pictures are mapped, shorter ones read: a process has room for some 65,000 maps."""


@contextmanager
def ways_on_disk() -> Iterator[Callable[[Path], Callable[[], Path]]]:
    """Give what keeps a path, and returns what gives it back, read-only; all that it keeps can be read to the end.

    What there is no room for on the disk stays in memory.
    """
    with tempfile.TemporaryFile(buffering=0, dir=ON_DISK if ON_DISK.is_dir() else None) as file:
        yield lambda path: _kept(path, file)


def _kept(path: Path, file: IO[bytes]) -> Callable[[], Path]:
    arrays = {field.name: getattr(path, field.name) for field in fields(path)}
    arrays = {name: array for name, array in arrays.items() if isinstance(array, np.ndarray)}
    try:
        places = {name: (_written(array, file), array.dtype, array.shape) for name, array in arrays.items()}
    except OSError:  # the disk is full: what was seen is worth more than memory
        return lambda: path
    emptied: dict[str, Any] = dict.fromkeys(arrays, np.zeros(0))
    rest = replace(path, **emptied)
    is_long = len(path) > LONG

    def given() -> Path:
        back: dict[str, Any] = {name: _read(file, *place, mapped=is_long) for name, place in places.items()}
        return replace(rest, **back)

    return given


def _written(array: Any, file: IO[bytes]) -> int:
    """Write an array at the end; return where."""
    end = file.seek(0, 2)
    at = file.seek(-end % ALIGNED, 1)
    left = memoryview(np.ascontiguousarray(array).tobytes())
    while left:
        left = left[file.write(left) :]
    return at


def _read(file: IO[bytes], at: int, kind: np.dtype[Any], shape: tuple[int, ...], *, mapped: bool) -> Any:
    if mapped:
        return np.memmap(file, kind, "r", at, shape)
    file.seek(at)
    return np.frombuffer(file.read(kind.itemsize * int(np.prod(shape))), kind).reshape(shape)
