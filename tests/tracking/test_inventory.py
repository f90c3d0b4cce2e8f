"""Of balls on the table at once there are never more than the set has, and what is left out is what is least a ball."""

import numpy as np
import pytest

from tracker.geometry.paths import Path
from tracker.store.kits import find_kit
from tracker.tracking.inventory import in_stock

KIT = find_kit()


def life(ball: str, began: int, pictures: int, sure: float, track: int = 0) -> Path:
    """Return a ball that lay still for so many pictures, 40 ms apart, from picture `began` on."""
    n = np.arange(began, began + pictures)
    still = np.tile([300.0 + 60 * track, 1000.0], (pictures, 1))
    return Path(
        track=track, ball=ball, sure=sure, picture=n, at_us=40_000 * n, places_mm=still, sd_mm=np.ones(pictures),
        raw_mm=still, raw_sd_mm=np.ones(pictures), centres_px=still, radii_px=np.full(pictures, 8.0),
        seen=np.ones(pictures, bool), open_cloth=np.zeros(pictures, bool), sures=np.full(pictures, sure),
    )  # fmt: skip


def reds(count: int, sure: float = 0.95) -> list[Path]:
    return [life("red", 0, 200, sure, track) for track in range(count)]


def test_a_set_is_left_as_it_is() -> None:
    paths = [*reds(15), life("brown", 0, 200, 0.9, 20)]
    assert in_stock(paths, KIT) == (tuple(paths), ())


def test_of_sixteen_reds_the_one_that_is_least_surely_a_ball_is_left_out() -> None:
    light = life("red", 0, 200, 0.6, 16)
    kept, surplus = in_stock([light, *reds(15)], KIT)
    assert surplus == (light,)
    assert len(kept) == 15


def test_a_red_that_was_potted_early_counts_as_much_as_one_that_stays() -> None:
    potted, light = life("red", 0, 40, 0.95, 15), life("red", 0, 200, 0.6, 16)
    _, surplus = in_stock([*reds(14), potted, light], KIT)
    assert surplus == (light,)


@pytest.mark.parametrize("gap", [0, 50])
def test_a_colour_put_back_on_its_spot_is_no_second_one(gap: int) -> None:
    paths = [life("black", 0, 100, 0.95), life("black", 100 + gap, 100, 0.9, 1)]
    assert in_stock(paths, KIT) == (tuple(paths), ())


def test_of_two_blacks_at_once_one_is_left_out() -> None:
    paths = [life("black", 0, 200, 0.95), life("black", 50, 140, 0.9, 1)]
    assert in_stock(paths, KIT) == (tuple(paths[:1]), tuple(paths[1:]))


def test_a_kind_that_the_game_does_not_have_is_left_out() -> None:
    paths = [life("green", 0, 200, 0.95)]
    assert in_stock(paths, find_kit("billiards-12ft")) == ((), tuple(paths))
