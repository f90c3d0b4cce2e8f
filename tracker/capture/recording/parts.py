"""Parts of about a second each, as they lie on the disk: their names are their index, and nothing else has to be right.

A part is `2026/11/21/164203.120-152340-6093600000.mp4`: when it began (UTC), the number of its first picture, and that
picture's capture time in µs. While it is being written it has `.part` behind its name; what is in it then is whole up
to the last fragment (ISO/IEC 14496-12, movie fragments), so after a power cut it is cut there and given its name.
"""

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import BinaryIO

UNFINISHED = ".part"
NAME = re.compile(r"\d{6}\.\d{3}-(\d+)-(\d+)\.mp4(?:\.part)?")
DAY = "%Y/%m/%d"
HEADER = 8
"""Bytes of a box's size and kind."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A part by its name."""

    day: Path
    """The folder it lies in."""
    name: str
    number: int
    """Of its first picture."""
    begin_us: int
    """Capture time of its first picture."""

    @property
    def path(self) -> Path:
        """Where it lies."""
        return self.day / self.name

    @property
    def utc_s(self) -> float:
        """When it began (Unix time)."""
        year, month, day = (int(folder) for folder in self.day.parts[-3:])
        hour, minute, second = (int(self.name[place : place + 2]) for place in (0, 2, 4))
        began = datetime(year, month, day, hour, minute, second, 1000 * int(self.name[7:10]), UTC)
        return began.timestamp()

    @property
    def is_whole(self) -> bool:
        """Whether it has been finished."""
        return not self.name.endswith(UNFINISHED)

    def content(self) -> BinaryIO:
        """Return what is in it, to be read; while it is still being written, up to the last whole fragment.

        Raises:
            OSError: it has been finished or deleted since it was listed.
        """
        file = self.path.open("rb")
        if self.is_whole:
            return file
        with file:
            return BytesIO(_first(file, whole_bytes(file)))


def part_at(folder: Path, utc_s: float, number: int, begin_us: int) -> Part:
    """Return the part that begins then; the file is yet to be written."""
    began = datetime.fromtimestamp(utc_s, UTC)
    name = f"{began:%H%M%S}.{began.microsecond // 1000:03d}-{number}-{begin_us}.mp4"
    return Part(day=folder / began.strftime(DAY), name=name, number=number, begin_us=begin_us)


def part_named(day: Path, name: str) -> Part | None:
    """Return the part of that name, finished or not, or None where it is something else."""
    found = NAME.fullmatch(name)
    return found and Part(day=day, name=name, number=int(found[1]), begin_us=int(found[2]))


def days(folder: Path) -> list[Path]:
    """Return the folders of all days, in their order."""
    return sorted(day for day in folder.glob("[0-9]*/[0-9][0-9]/[0-9][0-9]") if day.is_dir())


def parts_of(day: Path) -> list[Part]:
    """Return the parts of a day in order of capture time, with the one that is being written."""
    try:
        found = [part_named(day, name) for name in os.listdir(day)]
    except FileNotFoundError:  # its last part has just gone
        return []
    return sorted((part for part in found if part is not None), key=lambda part: part.begin_us)


def unfinished(path: Path) -> Path:
    """Return the name of a part while it is being written."""
    return path.with_name(path.name + UNFINISHED)


def finish(part: Part) -> None:
    """Give a part that was written its own name, so that it stays even when the power fails."""
    unfinished(part.path).replace(part.path)
    folder = os.open(part.day, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def recover(folder: Path) -> list[Part]:
    """Finish the parts that a power cut or a kill left unfinished; those without a whole fragment are deleted.

    To be called while nobody records into `folder`. Only the last two days are looked at: each start tidies up.
    """
    left = (left for day in days(folder)[-2:] for left in day.glob("*" + UNFINISHED))
    return [part for part in map(recovered, left) if part is not None]


def recovered(left: Path) -> Part | None:
    """Finish one part that was left unfinished, or delete it."""
    part = part_named(left.parent, left.name.removesuffix(UNFINISHED))
    with left.open("r+b") as file:
        whole = whole_bytes(file)
        file.truncate(whole)
        os.fsync(file.fileno())
    if part is None or whole == 0:
        left.unlink()
        return None
    finish(part)
    return part


def whole_bytes(file: BinaryIO) -> int:
    """Return where the last whole fragment ends: a `moof` box and the `mdat` after it; 0 where there is none."""
    end, moof = 0, False
    for kind, after in _boxes(file):
        if kind == b"mdat" and moof:
            end = after
        moof = kind == b"moof"
    return end


def _first(file: BinaryIO, count: int) -> bytes:
    file.seek(0)
    return file.read(count)


def _boxes(file: BinaryIO) -> Iterator[tuple[bytes, int]]:
    """Give the kind and the end of each box that is there in full."""
    length, at = file.seek(0, os.SEEK_END), 0
    while at + HEADER <= length:
        file.seek(at)
        header = file.read(HEADER)
        size = int.from_bytes(header[:4], "big")
        if size < HEADER or at + size > length:
            return
        at += size
        yield header[4:], at
