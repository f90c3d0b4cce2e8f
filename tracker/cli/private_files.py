"""What the program writes is for its owner alone, as the database is: a camera shows people, and a book names them."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

OTHERS: Final = 0o077
"""All rights of the owner's group, and of everybody else."""


@contextmanager
def for_their_owner_alone() -> Iterator[None]:
    """Have all files and folders that are made meanwhile, by child processes too, read by nobody else on the machine.

    What is there already keeps its rights, and whoever wants others to read gives them that by hand.
    """
    before = os.umask(OTHERS)
    os.umask(OTHERS | before)
    try:
        yield
    finally:
        os.umask(before)
