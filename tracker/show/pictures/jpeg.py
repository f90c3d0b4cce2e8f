"""A picture as a JPEG."""

import cv2
from cv2.typing import MatLike


def as_jpeg(picture: MatLike, quality: int) -> bytes:
    """Return a BGR picture as a JPEG, of a quality from 0 to 100."""
    return cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes()
