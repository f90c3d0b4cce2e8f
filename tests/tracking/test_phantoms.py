"""Looking back, what was taken for a ball is dropped where it cannot have been one."""

import numpy as np
import pytest

from tracker.domain.table.plane import Point
from tracker.geometry.paths import POCKET, PRESENT, VANISHED, TrackPoint
from tracker.pipeline.carry import carried
from tracker.store.kits import find_kit
from tracker.tracking.phantoms import comes_and_goes, is_inside_of_pocket
from tracker.tracking.tracklets import Tracklet

KIT = find_kit()


def life(places: list[tuple[float, float]], sure: float) -> Tracklet:
    points = tuple(
        TrackPoint(picture=i, at_us=40_000 * i, track=1, ball="red", at=Point(*place), sd_mm=2.0, u_px=0.0, v_px=0.0,
                   r_px=8.0, seen=True, sure=sure)
        for i, place in enumerate(places)
    )  # fmt: skip
    return Tracklet(points=points, weights=np.zeros(8), looks=0.0, end=PRESENT)


@pytest.mark.parametrize(
    ("places", "sure", "dropped"),
    [
        ([(4.8, 3555.7)] * 100, 0.55, True),
        ([(4.8, 3555.7)] * 100, 0.97, False),
        ([(-32.0, 3640.0)] * 50 + [(3.0, 3520.0)] * 20, 0.76, True),
        ([(300.0, 3300.0)] * 3 + [(4.8, 3555.7)] * 97, 0.55, False),
        ([(889.0, 3245.0)] * 100, 0.55, False),
    ],
    ids=[
        "what always lay in a pocket's mouth, and was never surely a ball",
        "a ball that hangs over a pocket",
        "what wanders about within a mouth",
        "a ball that came to a pocket, dimly seen",
        "a ball dimly seen on the bed",
    ],
)
def test_what_shows_in_the_mouth_of_a_pocket_is_no_ball(
    places: list[tuple[float, float]], sure: float, dropped: bool
) -> None:
    assert is_inside_of_pocket(life(places, sure), KIT) is dropped


def test_a_ball_that_came_to_a_pocket_in_pictures_that_are_kept_no_longer_is_one_still() -> None:
    """It came to rest in the jaws, dimly seen, with the stroke before, which was told and dropped."""
    rolled = life([(300.0 - 12 * i, 3300.0 + 10 * i) for i in range(24)], 0.9).points
    first, *later = life([(12.0, 3545.0)] * 100, 0.55).points
    for before, dropped in ((rolled, False), ([first], True)):
        (kept,) = carried([(point,) for point in before], (first,))
        tracklet = Tracklet(points=(kept, *later), weights=np.zeros(8), looks=0.0, end=PRESENT)
        assert is_inside_of_pocket(tracklet, KIT) is dropped


RED_LOOKS = np.array([0.0] * 7 + [50.0])
BLUE_LOOKS = np.array([0.0] * 4 + [50.0] + [0.0] * 3)


def lying(
    track: int,
    from_picture: int,
    to_picture: int,
    end: str = PRESENT,
    looks: np.ndarray = RED_LOOKS,
    moving: bool = False,
) -> Tracklet:
    """A ball seen at one place from one picture to another, by its number."""
    points = tuple(
        TrackPoint(picture=i, at_us=40_000 * i, track=track, ball="red", at=Point(100.0 * track, 500.0), sd_mm=2.0,
                   u_px=0.0, v_px=0.0, r_px=8.0, seen=True, sure=0.99, moving=moving)
        for i in range(from_picture, to_picture)
    )  # fmt: skip
    return Tracklet(points=points, weights=looks, looks=50.0, end=end)


SLEEVE = lying(9, 60, 120, VANISHED)


@pytest.mark.parametrize(
    ("tracklet", "others", "dropped"),
    [
        (SLEEVE, [lying(1, 0, 200), lying(2, 0, 200)], True),
        (lying(9, 60, 200), [lying(1, 0, 200), lying(2, 0, 200)], False),
        (lying(9, 0, 120, VANISHED), [lying(1, 0, 200), lying(2, 0, 200)], False),
        (lying(9, 60, 120, POCKET), [lying(1, 0, 200), lying(2, 0, 200)], False),
        (SLEEVE, [lying(1, 0, 200), lying(2, 0, 40, VANISHED)], False),
        (SLEEVE, [lying(1, 0, 200), lying(2, 0, 200, moving=True)], False),
        (SLEEVE, [lying(1, 0, 200, looks=BLUE_LOOKS)], True),
        (lying(9, 60, 120, VANISHED, BLUE_LOOKS), [lying(1, 0, 200)], False),
        (lying(9, 60, 120, VANISHED, BLUE_LOOKS), [lying(1, 0, 200), lying(2, 0, 200, looks=BLUE_LOOKS)], True),
    ],
    ids=[
        "a red sleeve over the table while both reds are in view",
        "a red that a player hid at first, and that stays",
        "a red that was there from the beginning",
        "a red that is potted as soon as it has come to light",
        "a red that may be the one that was lost before",
        "a red that comes to light while balls run, out of a pack",
        "a red sleeve over a table without reds",
        "a blue, of which there is one",
        "a blue sleeve over the table while the blue is in view",
    ],
)
def test_a_ball_that_comes_with_somebody_and_goes_with_him_was_none(
    tracklet: Tracklet, others: list[Tracklet], dropped: bool
) -> None:
    assert comes_and_goes(tracklet, [tracklet, *others], KIT) is dropped
