"""Where a camera stands, as a person would say it (behind the Top end, at the left side), and how well it fits."""

from math import atan2, degrees, hypot, isnan

from tracker.domain.table.kit import Kit
from tracker.geometry.camera import Camera

OVERHEAD_DEG = 70.0
ENDS, SIDES = ("the Baulk", "the Top"), ("A's", "B's")
"""Whose the near and the far end are: a board has no Baulk."""


def viewpoint(camera: Camera, kit: Kit) -> str:
    """Return the camera's place in words, with its height over the bed and how steeply it looks at the middle."""
    x_mm, y_mm, z_mm = (float(value) for value in camera.centre_mm)
    dx, dy = x_mm - kit.width_mm / 2, y_mm - kit.length_mm / 2
    steep_deg = degrees(atan2(z_mm, hypot(dx, dy)))
    bed, ends = ("bed", SIDES) if kit.disc_mm else ("cloth", ENDS)
    side = "over the table" if steep_deg > OVERHEAD_DEG else _side(dx / kit.width_mm, dy / kit.length_mm, ends)
    return f"{side}, {z_mm / 1000:.1f} m above the {bed}, looking down at {steep_deg:.0f}°"


def error_words(error_px: float, error_mm: float) -> str:
    """Return how well a calibration fits, in px and in mm; no px where it rests on corners alone (nan)."""
    return f"{error_mm:.1f} mm" if isnan(error_px) else f"{error_px:.2f} px, {error_mm:.1f} mm"


def _side(across: float, along: float, ends: tuple[str, str]) -> str:
    """Name the end or side; a camera well outside of both an end and a side stands at a corner."""
    end = ends[along > 0]
    side = "right" if across > 0 else "left"
    if abs(along) > 0.5 and abs(across) > 0.5:
        return f"at {end} {side} corner"
    return f"behind {end} end" if abs(along) > abs(across) else f"at the {side} side"
