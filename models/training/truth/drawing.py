"""One clip from nothing to its folder, in a process of its own."""

import os
import shutil
import time
from pathlib import Path

import cv2

from models.training.clips.folder import write_clip
from models.training.truth.strata import Stratum
from models.training.truth.takes import take_of


def draw(stratum: Stratum, number: int, out: Path, size: tuple[int, int] | None = None) -> float:
    """Find, draw and write one clip, in its own size or another; return how long it took in seconds."""
    began_s = time.monotonic()
    take = take_of(stratum, number, size)
    unfinished = out / f".{take.name}"
    shutil.rmtree(unfinished, ignore_errors=True)
    write_clip(take, unfinished, quiet=True)
    unfinished.rename(out / take.name)
    return time.monotonic() - began_s


def hush() -> None:
    """Let each process draw on one core and keep what the engine says to itself."""
    cv2.setNumThreads(1)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
