"""Slots for pictures between two processes: one lays a picture in, the other lifts it out and gives the slot back.

A slot is memory that both see, and is always in one hand only: its number goes to and fro through a pipe, so nothing
can be read half written, and no lock can be left locked by a process that was killed. It is a file without a name,
gone with the last process that holds it. It grows when a larger picture comes, and never shrinks.
"""

import mmap
import os

import numpy as np
from numpy.typing import NDArray

from tracker.capture.picture import Image
from tracker.capture.process.shared_memory import shared_memory

SLOTS = 4
"""One that waits to be lifted, one that is being lifted, one that is being laid, one on its way back."""


class FrameSlot:
    """Room for one picture."""

    def __init__(self, fd: int) -> None:
        self.fd = fd
        self._memory: mmap.mmap | None = None

    def lay(self, image: Image) -> None:
        """Copy a picture in."""
        if os.fstat(self.fd).st_size < image.nbytes:
            os.ftruncate(self.fd, image.nbytes)
        np.copyto(self._view(image.shape), image)

    def lift(self, width: int, height: int) -> Image:
        """Copy the picture out, as (height, width, 3) BGR."""
        return self._view((height, width, 3)).copy()

    def close(self) -> None:
        """Let the memory go."""
        os.close(self.fd)

    def _view(self, shape: tuple[int, ...]) -> NDArray[np.uint8]:
        size = int(np.prod(shape))
        if self._memory is None or len(self._memory) < size:
            self._memory = mmap.mmap(self.fd, size)
        return np.frombuffer(self._memory, np.uint8, size).reshape(shape)


def new_frame_slots() -> tuple[FrameSlot, ...]:
    """Make empty slots, to be handed to a child by their file descriptors."""
    return tuple(FrameSlot(shared_memory()) for _ in range(SLOTS))
