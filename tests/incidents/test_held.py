"""A ball that lies at a cushion hardly moves when it is met: a cue-ball that turns back from it tells of the touch."""

from dataclasses import replace

import numpy as np
import pytest
from makers import Eye, look, play

from tracker.incidents.propose.touching.held import came_back, driven_into
from tracker.pipeline.live_window import begin
from tracker.pipeline.recorded import recorded
from tracker.store.kits import find_kit

KIT = find_kit()
PICTURE_S = 0.04
FROZEN = (KIT.ball_radius_mm + 1.0, 400.0)
NEAR = (KIT.ball_radius_mm + 12.0, 400.0)
FARTHER = (KIT.ball_radius_mm + 20.0, 400.0)
AT_TOP = (600.0, KIT.length_mm - KIT.ball_radius_mm - 1.0)
AT_RIGHT = (KIT.width_mm - KIT.ball_radius_mm - 1.0, 600.0)
AT_BOTTOM = (600.0, KIT.ball_radius_mm + 1.0)


def way(turns_at: tuple[float, float], came: tuple[float, float], left: tuple[float, float]) -> np.ndarray:
    """Return where a ball is seen that turns at a place between two pictures: 25 a second, speeds in mm/s."""
    at_s = (np.arange(-6, 6) + 0.5) * PICTURE_S
    speeds = np.where(at_s[:, None] < 0, came, left)
    return np.asarray(np.array(turns_at) + at_s[:, None] * speeds, float)


@pytest.mark.parametrize(
    ("ball", "turns_at", "came", "left", "told"),
    [
        (FROZEN, (FROZEN[0] + KIT.touching_mm, 400.0), (-1500, 0), (1000, 0), True),
        (FROZEN, (FROZEN[0] + KIT.touching_mm, 400.0), (-1500, 0), (-1500, 0), False),
        ((FROZEN[0], 600.0), (KIT.ball_radius_mm, 400.0), (-1500, 0), (1000, 0), False),
        ((600.0, 400.0), (600.0 + KIT.touching_mm, 400.0), (-1500, 0), (1000, 0), False),
        (FROZEN, (FROZEN[0] + 120.0, 400.0), (-1500, 1500), (1000, 1500), False),
        (NEAR, (NEAR[0] + KIT.touching_mm, 400.0), (-900, 300), (100, 300), True),
        (FARTHER, (FARTHER[0] + KIT.touching_mm, 400.0), (-1500, 100), (100, 100), True),
        (NEAR, (NEAR[0] + KIT.touching_mm, 400.0), (-900, 1600), (100, 1600), False),
        (NEAR, (NEAR[0] + KIT.touching_mm, 400.0), (-300, 0), (30, 0), False),
        (AT_TOP, (AT_TOP[0], AT_TOP[1] - KIT.touching_mm), (0, 1500), (0, -1000), True),
        (AT_RIGHT, (AT_RIGHT[0] - KIT.touching_mm, AT_RIGHT[1]), (1500, 0), (-1000, 0), True),
        (AT_BOTTOM, (AT_BOTTOM[0], AT_BOTTOM[1] + KIT.touching_mm), (0, -1500), (0, 1000), True),
    ],
    ids=[
        "back from a ball that is frozen to the cushion",
        "straight on",
        "back from the cushion, beside a ball that lies at it",
        "back from a ball in the open, which would have moved",
        "back before it reached the ball, and not towards it",
        "from a ball near the cushion, which comes back to it at once",
        "from one somewhat farther off, met full and fast",
        "past it so fast that it is gone when that comes back",
        "so slowly that the ball would have been seen to go and come",
        "frozen to the top cushion",
        "to the right one",
        "to the bottom one",
    ],
)
def test_the_cue_ball_comes_back_from_a_ball_that_a_cushion_holds(
    ball: tuple[float, float], turns_at: tuple[float, float], came: tuple[int, int], left: tuple[int, int], told: bool
) -> None:
    places = way(turns_at, came, left)
    stamps_us = np.arange(len(places), dtype=np.float64) * PICTURE_S * 1e6
    nearest_us = float(stamps_us[5] + 0.5 * PICTURE_S * 1e6)
    assert came_back(places, stamps_us, nearest_us, np.array(ball), KIT, ("white", "red")) is told


def test_a_ball_driven_aside_meets_the_cushion_at_its_face_farther_along() -> None:
    """It lies 12 mm off the left cushion and is met on its lower right: the line of centres leads 37 degrees upward."""
    line = np.array([-0.8, 0.6])
    ball = np.array([KIT.ball_radius_mm + 12.0, 600.0])
    places = way(tuple(ball - KIT.touching_mm * line), tuple(1500 * line), tuple(-300 * line))
    stamps_us = np.arange(len(places), dtype=np.float64) * PICTURE_S * 1e6
    held = driven_into(places, stamps_us, float(stamps_us[5] + 0.5 * PICTURE_S * 1e6), ball, KIT, ("white", "red"))
    assert held is not None
    assert held.gap_mm == pytest.approx(12.0)
    assert held.met_at == pytest.approx((KIT.ball_radius_mm, 609.0), abs=0.1)


@pytest.mark.parametrize(("degrees", "first"), [(180.0, ("red",)), (172.0, ())])
def test_a_stroke_full_at_a_ball_at_a_cushion_hit_that_ball(degrees: float, first: tuple[str, ...]) -> None:
    """The red stays where it is frozen to the cushion; a little aside the cushion alone turns the cue-ball."""
    balls: tuple[tuple[str, float, float], ...] = (("white", 700.0, 400.0), ("red", *FROZEN))
    balls += (("blue", 889, 1784.5), ("pink", 889, 2676.75), ("black", 889, 3245))
    truth = play(balls, 1400, degrees, lasts_s=6.0, kit=KIT)
    places = truth.places_mm.copy()
    places[:, truth.balls.index("red")] = FROZEN
    parts = recorded(look(replace(truth, places_mm=places), Eye(rate=25)), begin(KIT, None))
    (one,) = [one for part in parts for one in part.told]
    assert one.likeliest.stroke.first_hit == first
