"""How much memory the processes of a served table hold, and whether that grows (Linux).

Of each process its own share (PSS) is taken of what no file holds: libraries that it maps are shared with whatever
else runs, so their share rises when another program ends; and they cannot leak.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from scipy.stats import theilslopes

PROC = Path("/proc")
ROLES = ("eyes", "telling", "capture", "forks")
"""What our processes call themselves; the last is what the others are forked from."""
SHARES = re.compile(r"^(?:Pss_Anon|Pss_Shmem|SwapPss):\s+(\d+) kB", re.MULTILINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """What one process held at one time."""

    role: str
    """`server`, or one of `ROLES`."""
    pid: int
    at_s: float
    held_mb: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Growth:
    """How the memory of a role went on after each of its processes had warmed up."""

    role: str
    processes: int
    first_mb: float
    last_mb: float
    most_mb: float
    mb_per_hour: float
    """Slope of the line through all samples (Theil and Sen: the median of the slopes of all pairs)."""
    span_s: float

    @property
    def grown_mb(self) -> float:
        """By how much the line rises over the time that was measured."""
        return self.mb_per_hour * self.span_s / 3600


def family(root: int) -> dict[int, str]:
    """Return a served program's processes that are alive, with their roles."""
    return {root: "server"} | {pid: role for pid in _below(root) if (role := _role(pid))}


def sampled(root: int, at_s: float) -> list[Sample]:
    """Return what each process of a served program holds now; one that ends meanwhile is left out."""
    held = ((role, pid, _held_mb(pid)) for pid, role in family(root).items())
    return [Sample(role=role, pid=pid, at_s=at_s, held_mb=mb) for role, pid, mb in held if mb]


def growth(samples: list[Sample], role: str, warm_s: float) -> Growth | None:
    """Return how a role's memory grew once each of its processes had lived for `warm_s`; None: none lived so long."""
    own = [one for one in samples if one.role == role]
    born_s = {one.pid: one.at_s for one in reversed(own)}
    warm = [one for one in own if one.at_s - born_s[one.pid] >= warm_s]
    if len(warm) < 2:
        return None
    at_s, held = np.array([one.at_s for one in warm]), np.array([one.held_mb for one in warm])
    tenth = max(1, len(held) // 10)
    return Growth(
        role=role, processes=len(born_s), first_mb=float(np.median(held[:tenth])),
        last_mb=float(np.median(held[-tenth:])), most_mb=float(held.max()),
        mb_per_hour=3600 * float(theilslopes(held, at_s)[0]), span_s=float(at_s[-1] - at_s[0]),
    )  # fmt: skip


def _below(pid: int) -> Iterator[int]:
    for child in _children(pid):
        yield child
        yield from _below(child)


def _children(pid: int) -> Iterator[int]:
    for thread in _texts(PROC.glob(f"{pid}/task/*/children")):
        yield from map(int, thread.split())


def _role(pid: int) -> str:
    name = next(_texts([PROC / str(pid) / "comm"]), "").strip()
    return name if name in ROLES else ""


def _held_mb(pid: int) -> float:
    held = next(_texts([PROC / str(pid) / "smaps_rollup"]), "")
    return sum(map(int, SHARES.findall(held))) / 1024


def _texts(files: Iterable[Path]) -> Iterator[str]:
    """Give the texts of files of processes; what has ended has none."""
    for file in files:
        try:
            yield file.read_text()
        except OSError:
            continue
