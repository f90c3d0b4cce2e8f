"""What a process has freed and keeps for later, given back to the system."""

import ctypes
from contextlib import suppress


def give_back_memory() -> None:
    """Give back what is free (glibc; elsewhere nothing is done)."""
    with suppress(AttributeError, OSError, TypeError):  # another C library, or none to be asked so
        ctypes.CDLL(None).malloc_trim(0)
