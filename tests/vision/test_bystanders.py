"""Who stands by the cue-ball is told by colours: a shirt wherever it is seen, no shadow, no ball, nobody far away."""

from dataclasses import replace

import cv2
import drawn_tables
import numpy as np
import pytest

from tracker.domain.table.ball import SNOOKER
from tracker.geometry.sightings import Bystander, Sightings, blind
from tracker.incidents.explain.player import player_at, same_player
from tracker.store.kits import find_kit
from tracker.vision.surroundings.bystanders import Lookout

KIT = find_kit("snooker-12ft")
CALIBRATION = drawn_tables.behind_the_end(KIT)
BARE = drawn_tables.draw(CALIBRATION, KIT, [])
CUE, ELSEWHERE = (900.0, 1500.0), (500.0, 2400.0)
SKIN, WHITE_SHIRT, PINK_SHIRT, GREEN_SHIRT = (120, 150, 200), (225, 225, 225), (190, 150, 225), (70, 110, 60)
WAISTCOAT = (44, 40, 46)


def with_player(
    by_mm: tuple[float, float], shirt: tuple[int, int, int], back: tuple[int, int, int] = WAISTCOAT
) -> np.ndarray:
    """Return a picture of somebody with a hand a few cm beside a place, the arm and the back away from there."""
    picture = BARE.copy()
    x, y = by_mm

    def px(dx_mm: float) -> tuple[int, int]:
        u, v = CALIBRATION.camera.project_on([(x + dx_mm, y)], 60.0)[0]
        return round(float(u)), round(float(v))

    cv2.line(picture, px(700), px(1150), back, 60)
    cv2.line(picture, px(300), px(700), shirt, 24)
    cv2.line(picture, px(240), px(300), SKIN, 18)
    return picture


def white_at(place_mm: tuple[float, float], at_us: int, ball: str = "white") -> Sightings:
    """Return sightings of the cue-ball alone."""
    odds = np.full((1, 8), 0.02)
    odds[0, SNOOKER.index(ball)] = 0.86
    return replace(
        blind(0, at_us, SNOOKER), table_seen=True, places_mm=np.array([place_mm]), spread_mm2=np.eye(2)[None],
        centres_px=np.zeros((1, 2)), radii_px=np.ones(1), colour_odds=odds, sure=np.ones(1),
    )  # fmt: skip


def looks(*shown: tuple[np.ndarray, tuple[float, float]], lookout: Lookout | None = None) -> list[Bystander | None]:
    """Return who is seen in each of these (picture, place of the cue-ball), a second apart, after an empty table."""
    lookout = lookout or Lookout(CALIBRATION.camera, KIT)
    for second in range(3):
        assert lookout.look(BARE, white_at(CUE, second * 1_000_000)) is None
    return [lookout.look(picture, white_at(at, (n + 3) * 1_000_000)) for n, (picture, at) in enumerate(shown)]


def odds_of(one: Bystander | None, other: Bystander | None) -> float:
    """Return the log-odds that two bystanders are one player."""
    now, before = (player_at(b.at_us + 500_000, [b]) for b in (one, other) if b is not None)
    return same_player(now, before)


def test_nobody_is_seen_on_a_table_without_anybody() -> None:
    assert looks((BARE, CUE), (BARE, ELSEWHERE)) == [None, None]


def test_a_player_looks_alike_elsewhere_and_another_does_not() -> None:
    one, again, other, third = looks(
        (with_player(CUE, WHITE_SHIRT), CUE),
        (with_player(ELSEWHERE, WHITE_SHIRT), ELSEWHERE),
        (with_player(CUE, PINK_SHIRT), CUE),
        (with_player(ELSEWHERE, GREEN_SHIRT, GREEN_SHIRT), ELSEWHERE),
    )
    assert odds_of(one, again) > 1
    assert odds_of(one, other) < odds_of(one, again), "the waistcoats are alike, the sleeves are not"
    assert odds_of(one, third) < -3


def test_where_each_side_has_a_cue_ball_the_player_is_seen_beside_either() -> None:
    for name, sees in (("billiards-12ft", True), ("snooker-12ft", False)):
        lookout = Lookout(CALIBRATION.camera, find_kit(name))
        for second in range(3):
            lookout.look(BARE, white_at(ELSEWHERE, second * 1_000_000, "yellow"))
        shown = lookout.look(with_player(CUE, WHITE_SHIRT), white_at(CUE, 3_000_000, "yellow"))
        assert (shown is not None) is sees, name


def test_who_stands_far_from_the_cue_ball_is_not_its_player() -> None:
    assert looks((with_player((300.0, 3400.0), WHITE_SHIRT), (900.0, 300.0))) == [None]


@pytest.mark.parametrize("shade", [0.6, 1.06])
def test_a_shadow_on_the_cloth_is_nobody_nor_is_light(shade: float) -> None:
    picture = BARE.copy()
    u, v = np.round(CALIBRATION.camera.project_on([CUE], 0.0)[0]).astype(int)
    picture[v - 40 : v + 40, u - 60 : u + 60] = picture[v - 40 : v + 40, u - 60 : u + 60] * shade
    assert looks((picture, CUE)) == [None]


def test_a_ball_that_came_to_lie_there_is_nobody() -> None:
    picture = drawn_tables.draw(CALIBRATION, KIT, [("white", *CUE), ("red", CUE[0] + 150, CUE[1] + 90)])
    assert looks((picture, CUE)) == [None]


def test_a_player_is_looked_at_a_few_times_a_second_and_once_the_cue_ball_was_seen() -> None:
    lookout, hidden = Lookout(CALIBRATION.camera, KIT), replace(blind(0, 0, SNOOKER), table_seen=True)
    picture = with_player(CUE, WHITE_SHIRT)
    for second in range(3):
        assert lookout.look(BARE, replace(hidden, at_us=second * 1_000_000)) is None
    assert lookout.look(picture, replace(hidden, at_us=3_000_000)) is None
    assert lookout.look(picture, white_at(CUE, 3_400_000)) is not None
    assert lookout.look(picture, white_at(CUE, 3_440_000)) is None
    assert lookout.look(picture, replace(hidden, at_us=3_800_000)) is not None, "he may hide it himself"
