"""A close-up of a picture for a person to judge by: the place in question, enlarged, with the balls outlined."""

from dataclasses import replace

import cv2
import numpy as np

from tracker.show.pictures.jpeg import as_jpeg
from tracker.show.pictures.lettering import SHADE, Picture, Type, label, paste_inside
from tracker.show.pictures.overlay import outline_balls, write_names
from tracker.show.run.words import BallMark

CLOSE_PX = 480
MOST_BYTES = 60_000


def draw_closeup(
    picture: Picture, centre_px: tuple[float, float], radius_px: float, words: str, marks: tuple[BallMark, ...] = ()
) -> Picture:
    """Return a square of `CLOSE_PX` that shows the picture enlarged around a place, with a caption.

    `radius_px` is how far to each side of `centre_px` it reaches. Beyond the picture's edge it is dark.
    """
    scale = CLOSE_PX / (2 * radius_px)
    shift = (CLOSE_PX / 2 - centre_px[0] * scale, CLOSE_PX / 2 - centre_px[1] * scale)
    turn = np.array([[scale, 0, shift[0]], [0, scale, shift[1]]])
    close = np.asarray(cv2.warpAffine(picture, turn, (CLOSE_PX, CLOSE_PX), borderValue=SHADE), np.uint8)
    shown = [_enlarged(mark, scale, shift) for mark in marks]
    outline_balls(close, shown)
    write_names(close, shown, [mark.ball for mark in shown], 15)
    paste_inside(close, label(words, Type(size_px=16, weight=600, pad_px=8)), 0, CLOSE_PX)
    return close


def jpeg(picture: Picture, most_bytes: int = MOST_BYTES) -> bytes:
    """Return a BGR picture as JPEG in at most `most_bytes` (or, of an unlikely one, as few as can be)."""
    coded = b""
    for quality in (85, 70, 55, 40, 25):
        coded = as_jpeg(picture, quality)
        if len(coded) <= most_bytes:
            break
    return coded


def _enlarged(mark: BallMark, scale: float, shift: tuple[float, float]) -> BallMark:
    u_px, v_px = mark.u_px * scale + shift[0], mark.v_px * scale + shift[1]
    return replace(mark, u_px=u_px, v_px=v_px, r_px=mark.r_px * scale)
