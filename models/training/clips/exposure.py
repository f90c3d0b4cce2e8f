"""How bright each picture is: the camera's own hand on the exposure, and bands of lamps that flicker.

A shutter that rolls opens line by line. Lamps on alternating current flicker at twice its frequency, so the lines are
unequally bright; what a shutter leaves of it wanders through the picture where the rate does not go into it.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, kw_only=True)
class Exposure:
    """How the light on the sensor changes."""

    drift: float = 0.0
    """By what share the exposure goes up and down."""
    period_s: float = 4.0
    bands: float = 0.0
    """By what share the lines of one picture differ."""
    lamp_hz: float = 100.0
    readout_s: float = 0.016
    """From the first line to the last."""

    def lines(self, t_s: float, height: int) -> NDArray[np.float32]:
        """Return (height, 1, 1) by how much each line of the picture at a moment is brighter than it should be."""
        opens_s = t_s + (np.arange(height) / height - 0.5) * self.readout_s
        slow = self.drift * np.sin(2 * np.pi * t_s / self.period_s)
        fast = self.bands * np.sin(2 * np.pi * self.lamp_hz * opens_s)
        return np.asarray(1 + slow + fast, np.float32)[:, None, None]


STEADY = Exposure()
