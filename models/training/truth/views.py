"""From where a clip is filmed: behind an end as on television, overhead, or over a corner."""

import numpy as np

from models.training.painter.cameras import Stand

CAMERAS = ("broadcast", "overhead", "corner")


def stand(rng: np.random.Generator, camera: str) -> Stand:
    """Return where a camera of a kind stands, a little different every time."""
    off = float(rng.uniform(-2, 2))
    if camera == "overhead":
        return Stand(azimuth_deg=90 + off, elevation_deg=86 + off / 2, distance_mm=4300, fill=0.97, k1=-0.05)
    if camera == "corner":
        return Stand(azimuth_deg=38 + 4 * off, elevation_deg=40 + off, distance_mm=5600, fill=0.98, k1=-0.06)
    end = float(rng.choice([0, 180]))
    return Stand(azimuth_deg=end + off, elevation_deg=31 + 2 * off, distance_mm=8600, fill=0.88, k1=-0.03)
