"""The share of the processors that the eyes at one of several tables take."""

import os
from contextlib import suppress
from typing import Final

STANDS_BACK: Final = 5
"""How much (`nice`) the eyes stand back for the capture of pictures and for the score, where several tables share."""


def threads_of(among: int) -> int:
    """Return how many threads each of so many tables may work with at once."""
    return max(1, (os.cpu_count() or 1) // among)


def share_of(among: int) -> dict[str, str]:
    """Return what the environment of one of so many tables' eyes says of their share."""
    return {} if among == 1 else dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"), str(threads_of(among)))


def take_share(among: int) -> None:
    """Keep to the share of one of so many tables.

    On Linux the calling thread stands back, with all that it starts from now on; what runs already does not, such as
    the capture of pictures: it must not wait, or the recording would have gaps.
    """
    if among == 1:
        return
    import cv2  # noqa: PLC0415  a score kept by hand need not wait for it

    cv2.setNumThreads(threads_of(among))
    with suppress(OSError, AttributeError):
        os.setpriority(os.PRIO_PROCESS, 0, STANDS_BACK)
