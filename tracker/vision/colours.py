"""Tell a ball's kind from its own pixels at full size, against the colour of the cloth that it lies on.

The detector looks at a small picture; here the disc's typical colour is compared with the cloth's near it, so that warm
or dim light, which tints both, is allowed for (von Kries' ratios, 1902). What it learnt is a small perceptron, shipped
with its card. Its word and the detector's are multiplied as odds, each raised to a power below one because both look at
the same pixels and err together.
"""

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

DIM, DIMMEST = 15.0, 30.0
"""Grey levels added before ratios are taken, so that noise in the dark counts for little."""
FEATURES = 16
DETECTOR_POWER, PIXEL_POWER = 0.4, 0.7
DOUBT = 0.005
"""Odds that no colour falls below."""


class ColourReader(Protocol):
    """What was learnt about the colours of balls."""

    def read(self, features: Array) -> Array:
        """Return (n, 8) odds in the order of `domain.ball.SNOOKER` for (n, 16) `features`; rows sum to 1."""
        ...


def features(ball: Array, cloth: Array) -> Array:
    """Return the (n, 16) features of balls of (n, 3) BGR colour on cloth of (n, 3) BGR colour."""
    light = ball.sum(axis=1, keepdims=True) + DIMMEST
    around = cloth.sum(axis=1, keepdims=True) + DIMMEST
    ratio = np.log(ball + DIM) - np.log(cloth + DIM)
    brighter = np.log(light) - np.log(around)
    return np.hstack([ball / 255, cloth / 255, ratio, 3 * ball / light, 3 * cloth / around, brighter])


def blend(detector: Array, pixels: Array) -> Array:
    """Return the (n, 8) odds that the detector's and the pixels' odds make together."""
    both = np.power(detector, DETECTOR_POWER) * np.power(pixels + DOUBT, PIXEL_POWER)
    return np.asarray(both / both.sum(axis=1, keepdims=True))
