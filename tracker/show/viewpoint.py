"""Where the camera stands, said as a person would: behind the Top end, over the table, at the left side."""

from math import atan2, degrees, hypot

from tracker.domain.table.kit import Kit
from tracker.geometry.camera import Camera

OVERHEAD_DEG = 70.0


def viewpoint(camera: Camera, kit: Kit) -> str:
    """Return the camera's place in words, with its height over the cloth and how steeply it looks at the middle."""
    x_mm, y_mm, z_mm = (float(value) for value in camera.centre_mm)
    dx, dy = x_mm - kit.width_mm / 2, y_mm - kit.length_mm / 2
    steep_deg = degrees(atan2(z_mm, hypot(dx, dy)))
    side = "over the table" if steep_deg > OVERHEAD_DEG else _side(dx / kit.width_mm, dy / kit.length_mm)
    return f"{side}, {z_mm / 1000:.1f} m above the cloth, looking down at {steep_deg:.0f}°"


def _side(across: float, along: float) -> str:
    """Name the end or side; a camera well outside of both an end and a side stands at a corner."""
    end = "Top" if along > 0 else "Baulk"
    side = "right" if across > 0 else "left"
    if abs(along) > 0.5 and abs(across) > 0.5:
        return f"at the {end} {side} corner"
    return f"behind the {end} end" if abs(along) > abs(across) else f"at the {side} side"
