"""A camera of this machine, read through OpenCV."""

import time
from collections.abc import Iterator

import cv2
import numpy as np

from tracker.capture.picture import Picture
from tracker.domain.errors import SourceLost


def local_pictures(index: int) -> Iterator[Picture]:
    """Give the pictures of a camera, stamped on arrival: such cameras send no stamps.

    Raises:
        SourceLost: it gives none, or no more.
    """
    device, began_s = cv2.VideoCapture(index), time.monotonic()
    try:
        while True:
            there, image = device.read()
            if not there:
                raise SourceLost(f"camera:{index} gives no pictures: check its cable, and that nothing else uses it")
            yield Picture(number=0, at_us=round((time.monotonic() - began_s) * 1e6), image=np.asarray(image, np.uint8))
    finally:
        device.release()
