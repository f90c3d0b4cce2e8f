"""A ball that lies at a cushion hardly moves when it is met: a cue-ball that turns back from it tells of the touch."""

import numpy as np
import pytest

from tracker.incidents.held import came_back
from tracker.store.kits import find_kit

KIT = find_kit()
PICTURE_S = 0.04
FROZEN = (KIT.ball_radius_mm + 1.0, 400.0)


def way(turns_at: tuple[float, float], came: tuple[float, float], left: tuple[float, float]) -> np.ndarray:
    """Return where a ball is seen that turns at a place between two pictures: 25 a second, speeds in mm/s."""
    at_s = (np.arange(-6, 6) + 0.5) * PICTURE_S
    speeds = np.where(at_s[:, None] < 0, came, left)
    return np.array(turns_at) + at_s[:, None] * speeds


@pytest.mark.parametrize(
    ("ball", "turns_at", "came", "left", "told"),
    [
        (FROZEN, (FROZEN[0] + KIT.touching_mm, 400.0), (-1500, 0), (1000, 0), True),
        (FROZEN, (FROZEN[0] + KIT.touching_mm, 400.0), (-1500, 0), (-1500, 0), False),
        ((FROZEN[0], 600.0), (KIT.ball_radius_mm, 400.0), (-1500, 0), (1000, 0), False),
        ((600.0, 400.0), (600.0 + KIT.touching_mm, 400.0), (-1500, 0), (1000, 0), False),
        (FROZEN, (FROZEN[0] + 120.0, 400.0), (-1500, 1500), (1000, 1500), False),
    ],
    ids=[
        "back from a ball that is frozen to the cushion",
        "straight on",
        "back from the cushion, beside a ball that lies at it",
        "back from a ball in the open, which would have moved",
        "back before it reached the ball, and not towards it",
    ],
)
def test_the_cue_ball_comes_back_from_a_ball_that_a_cushion_holds(ball, turns_at, came, left, told) -> None:
    places = way(turns_at, came, left)
    stamps_us = np.arange(len(places)) * PICTURE_S * 1e6
    nearest_us = float(stamps_us[5] + 0.5 * PICTURE_S * 1e6)
    assert came_back(places, stamps_us, nearest_us, np.array(ball), KIT) is told
