"""Several pictures of one view made into one without the players: the median of those that agree."""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from tracker.domain.errors import BadInput

Picture = NDArray[np.uint8]

MOST_PICTURES = 9
SAME_VIEW = 22.0
"""Two pictures whose grey values differ by more than this on average (of 255) show different views."""


def still_of(pictures: Sequence[Picture]) -> Picture:
    """Return one picture in which what moves has dropped out.

    Pictures of another view than most (a cut) are left out. One picture is returned as it is.

    Raises:
        BadInput: there is none, or they differ in size.
    """
    if not pictures:
        raise BadInput("no picture to find a table in")
    if len({picture.shape for picture in pictures}) > 1:
        raise BadInput("pictures of different sizes cannot be of one camera: give those of one size")
    chosen = [
        np.asarray(pictures[i])
        for i in np.linspace(0, len(pictures) - 1, min(len(pictures), MOST_PICTURES)).astype(int)
    ]
    alike = [chosen[i] for i in _largest_view(chosen)]
    if len(alike) < 3:
        return np.asarray(alike[0], np.uint8)
    return np.asarray(np.median(np.stack(alike), axis=0), np.uint8)


def _largest_view(pictures: Sequence[Picture]) -> NDArray[np.intp]:
    """Return the indices of the pictures that look like the one which most others look like."""
    small = [cv2.resize(cv2.cvtColor(p, cv2.COLOR_BGR2GRAY), (96, 54), interpolation=cv2.INTER_AREA) for p in pictures]
    flat = np.stack(small).reshape(len(small), -1).astype(float)
    apart = np.abs(flat[:, None] - flat[None]).mean(axis=2)
    same = apart < SAME_VIEW
    return np.flatnonzero(same[np.argmax(same.sum(axis=1))])
