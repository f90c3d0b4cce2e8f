"""The full-size table that the WPBSA's books describe for snooker and billiards alike (Section 1 of both).

Theory: snooker Section 1 Rule 1 and billiards Section 1 Rule 1; the catalogue's GEO-1 … GEO-10. Pockets and cushions,
which the books leave to templates, are typical of the trade. A game names the balls that it plays on it.
"""

from typing import Final

from tracker.domain.table.kit import Kit, Pocket
from tracker.domain.table.plane import Point


def _pocket(name: str, x_mm: float, y_mm: float, radius_mm: float, mouth_mm: float) -> Pocket:
    return Pocket(name=name, fall=Point(x_mm, y_mm), radius_mm=radius_mm, mouth_mm=mouth_mm)


FULL_SIZE: Final = Kit(
    name="full-size",
    width_mm=1778,
    length_mm=3569,
    ball_radius_mm=26.25,
    baulk_mm=737,
    d_radius_mm=292,
    nose_height_mm=36.5,
    cushion_mm=50.0,
    rail_mm=110.0,
    spots={
        "yellow-spot": Point(1181, 737),
        "green-spot": Point(597, 737),
        "brown-spot": Point(889, 737),
        "blue-spot": Point(889, 1784.5),
        "pink-spot": Point(889, 2676.75),
        "black-spot": Point(889, 3245),
    },
    pockets=(
        _pocket("bottom-left", -22.6, -22.6, 44.0, 165.0),
        _pocket("bottom-right", 1800.6, -22.6, 44.0, 165.0),
        _pocket("middle-left", -52.0, 1784.5, 48.0, 150.0),
        _pocket("middle-right", 1830.0, 1784.5, 48.0, 150.0),
        _pocket("top-left", -22.6, 3591.6, 44.0, 165.0),
        _pocket("top-right", 1800.6, 3591.6, 44.0, 165.0),
    ),
    pieces={},
)
"""The table alone: it lists no balls."""
