"""Takes from this process what it will not need: memory, time, room on the disk, and the means to open anything.

Source: setrlimit(2). No files left to open is the strongest: neither a file nor a connection to any machine can be had,
whatever a decoder is talked into.
"""

import resource
from dataclasses import dataclass

GIB = 1 << 30


@dataclass(frozen=True, slots=True, kw_only=True)
class Bounds:
    """What a process may use from now on; None: as much as before."""

    memory_bytes: int | None = 2 * GIB
    """Of addresses, which a library asks for more generously than of memory."""
    cpu_s: int | None = 900
    file_bytes: int | None = GIB
    """The largest file that it may write."""
    files: int | None = 0
    """Files and connections that it may open more; those that are open stay so."""


def confine(bounds: Bounds) -> None:
    """Hold this process to `bounds`, which it cannot loosen again; it leaves no image of its memory if it dies."""
    limits = (
        (resource.RLIMIT_AS, bounds.memory_bytes),
        (resource.RLIMIT_FSIZE, bounds.file_bytes),
        (resource.RLIMIT_NOFILE, bounds.files),
        (resource.RLIMIT_CORE, 0),
    )
    for kind, most in limits:
        if most is not None:
            resource.setrlimit(kind, (most, most))
    if bounds.cpu_s is not None:  # a second apart: the first limit says by its signal what it was
        resource.setrlimit(resource.RLIMIT_CPU, (bounds.cpu_s, bounds.cpu_s + 1))
