"""Tell a ball's kind from its own pixels at full size, against the colour of the cloth that it lies on.

The detector looks at a small picture; here the disc's typical colour is compared with the cloth's near it, so that warm
or dim light, which tints both, is allowed for (von Kries' ratios, 1902). What it learnt is a small perceptron, shipped
with its card. Its word and the detector's are multiplied as odds, each raised to a power below one because both look at
the same pixels and err together.

What was learnt is of balls under white light. Under violet light a brown comes out as red as anything; but the reds of
one table are of one plastic under one light, and whatever that light is they look alike. So each is compared with them.
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
ALIKE_CHROMA, ALIKE_BRIGHTNESS = 0.2, 0.35
"""How far (1 sigma, natural log of the ratio to the cloth's colour) a ball may look from others of its kind: of 260
reds of broadcast stills 99 of 100 are within 1.4 of the first; the light on a table is less even than its colour."""
MOST_UNLIKE = 6.0
"""So many log odds at most speak against a kind by the look of its others: highlights and shadows deceive."""
SURE_OF_KIND, FEWEST_ALIKE = 0.9, 3
"""How sure of being a ball, and how many, those are that say how a kind looks here."""


class ColourReader(Protocol):
    """What was learnt about the colours of balls."""

    @property
    def sees(self) -> tuple[str, ...]:
        """Return the kinds that it tells apart."""
        ...

    def read(self, features: Array) -> Array:
        """Return (n, k) odds of the kinds that it `sees` for (n, 16) `features`; rows sum to 1."""
        ...


def features(ball: Array, cloth: Array) -> Array:
    """Return the (n, 16) features of balls of (n, 3) BGR colour on cloth of (n, 3) BGR colour."""
    light = ball.sum(axis=1, keepdims=True) + DIMMEST
    around = cloth.sum(axis=1, keepdims=True) + DIMMEST
    ratio = contrast(ball, cloth)
    brighter = np.log(light) - np.log(around)
    return np.hstack([ball / 255, cloth / 255, ratio, 3 * ball / light, 3 * cloth / around, brighter])


def blend(detector: Array, pixels: Array) -> Array:
    """Return the (n, k) odds that the detector's and the pixels' odds make together."""
    both = np.power(detector, DETECTOR_POWER) * np.power(pixels + DOUBT, PIXEL_POWER)
    return np.asarray(both / both.sum(axis=1, keepdims=True))


def contrast(ball: Array, cloth: Array) -> Array:
    """Return (..., 3) natural logs of the ratio of balls' BGR colours to those of the cloth that they lie on."""
    return np.asarray(np.log(ball + DIM) - np.log(cloth + DIM))


def beside_its_like(odds: Array, looks: Array, sure: Array, kind: int, clear: NDArray[np.bool_]) -> Array:
    """Return the odds where a ball that looks unlike the others of a kind is held less likely to be of it.

    Args:
        odds: (n, k) odds of each kind by what was learnt.
        looks: (n, 3) as `contrast` gives them.
        sure: (n,) how sure each is to be a ball at all.
        kind: index of a kind of which the game has several.
        clear: (n,) which are seen clearly enough to tell.
    """
    own = (odds.argmax(axis=1) == kind) & (sure > SURE_OF_KIND) & clear
    if own.sum() < FEWEST_ALIKE:
        return odds
    off = looks - np.median(looks[own], axis=0)
    brightness = off.mean(axis=1)
    chroma = np.linalg.norm(off - brightness[:, None], axis=1)
    unlike = np.minimum(((chroma / ALIKE_CHROMA) ** 2 + (brightness / ALIKE_BRIGHTNESS) ** 2) / 2, MOST_UNLIKE)
    weighed = odds.copy()
    weighed[:, kind] *= np.exp(-np.where(clear, unlike, 0.0))
    return np.asarray(weighed / weighed.sum(axis=1, keepdims=True))
