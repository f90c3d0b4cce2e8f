"""Where a camera is recorded, and how much of it is kept."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tracker.capture.recording.parts import Part, days, parts_of

DAY_S = 86_400.0
GIGABYTE = 10**9


@dataclass(frozen=True, slots=True, kw_only=True)
class Storage:
    """A folder, and what may lie in it."""

    folder: str
    keep_s: float = 14 * DAY_S
    """Parts older than this go."""
    most_bytes: int | None = None
    """The oldest go while all take more than this."""
    spare_bytes: int = 2 * GIGABYTE
    """The oldest go while the disk has less than this left; where none can go, recording stops."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredPart:
    """A part as it lies on the disk."""

    part: Part
    size: int


def lying_in(folder: Path) -> list[StoredPart]:
    """Return all finished parts in a folder with their sizes, in order of time."""
    parts = (part for day in days(folder) for part in parts_of(day) if part.is_whole)
    return [StoredPart(part=part, size=part.path.stat().st_size) for part in parts]


def surplus(lying: Sequence[StoredPart], storage: Storage, now_s: float, free_bytes: int) -> Iterator[StoredPart]:
    """Give what must go, the oldest first. `lying` is in order of time; the newest part always stays."""
    total = sum(each.size for each in lying)
    for each in lying[:-1]:
        crowded = free_bytes < storage.spare_bytes or (storage.most_bytes is not None and total > storage.most_bytes)
        if not crowded and each.part.utc_s >= now_s - storage.keep_s:
            return
        total, free_bytes = total - each.size, free_bytes + each.size
        yield each
