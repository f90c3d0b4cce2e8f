"""One writer for a folder: whoever records into it claims it, and the claim ends with him, however that came."""

import errno
import fcntl
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

FILE = ".claim"
LOOK_UP_S = 0.05


@contextmanager
def claimed(folder: Path, wait_s: float) -> Iterator[None]:
    """Hold the claim on a folder, waiting so long for it.

    Raises:
        OSError: another process holds it, or the folder cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    until_s = time.monotonic() + wait_s
    with (folder / FILE).open("w") as file:
        while not _taken(file.fileno()):
            if time.monotonic() >= until_s:
                raise OSError(errno.EBUSY, "another program records there")
            time.sleep(LOOK_UP_S)
        yield


def _taken(handle: int) -> bool:
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
