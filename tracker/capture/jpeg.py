"""A still that a browser sends: one JPEG, decoded only once its header has said that it is not too large."""

import io
import warnings
from typing import Final

import cv2
import numpy as np
import PIL.Image

from tracker.capture.picture import Image
from tracker.domain.errors import BadInput

LARGEST_PX: Final = 4608
"""Longest edge of a still that is looked at."""


def still_of_jpeg(jpeg: bytes) -> Image:
    """Return a JPEG as (height, width, 3) BGR, the way its pixels lie: it is not turned as its header may ask.

    Raises:
        BadInput: it is no JPEG, or one too large to be looked at.
    """
    try:
        with (
            warnings.catch_warnings(action="ignore"),
            PIL.Image.open(io.BytesIO(jpeg), formats=("JPEG",)) as header,  # decodes nothing yet
        ):
            width, height = header.size
    except (OSError, ValueError, SyntaxError, PIL.Image.DecompressionBombError):
        raise BadInput("this cannot be read as a picture: send a JPEG") from None
    if max(width, height) > LARGEST_PX:
        raise BadInput(f"a picture of {width}x{height} is too large: scale it down to {LARGEST_PX} px or less")
    image = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR | cv2.IMREAD_IGNORE_ORIENTATION)
    if image is None:
        raise BadInput("this cannot be read as a picture: send a JPEG")
    return image  # type: ignore[return-value]
