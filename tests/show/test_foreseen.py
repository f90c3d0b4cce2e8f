"""The picture of a camera to be bought shows each ball where that camera would see it, as large as it would."""

from dataclasses import replace

import numpy as np
import pytest

from tracker.domain.advice import CHANGES, REMARKS, Stand
from tracker.domain.table.kit import Kit
from tracker.domain.table.plane import Point
from tracker.geometry.camera import Camera
from tracker.geometry.stand import camera_of
from tracker.show import advice_words
from tracker.show.palette import bgr
from tracker.show.pictures.foreseen import CLOTH, foreseen
from tracker.store.kits import find_kit

KIT = find_kit()
ROUND_PX = 25
WAYS = np.random.default_rng(3).normal(size=(4000, 3))
SPHERE = WAYS / np.linalg.norm(WAYS, axis=1, keepdims=True)


def camera_at(
    at: tuple[float, float, float], lens: float, kit: Kit = KIT, size: tuple[int, int] = (1920, 1080)
) -> Camera:
    middle = Point(kit.width_mm / 2, kit.length_mm / 2)
    return camera_of(Stand(at_mm=at, towards_mm=middle, lens_deg=lens, size_px=size), kit)


@pytest.mark.parametrize(
    ("at", "lens"), [((889, -3000, 2500), 55.0), ((889, 1784.5, 3200), 67.0), ((-1500, -1500, 2500), 75.0)]
)
def test_balls_are_where_and_as_large_as_the_camera_sees_them(at: tuple[float, float, float], lens: float) -> None:
    camera = camera_at(at, lens)
    picture = foreseen(camera, KIT)
    for ball in ("yellow", "blue", "black"):
        spot = KIT.spot_of(ball)
        assert spot is not None
        u, v = camera.project_on([spot], KIT.ball_radius_mm)[0]
        left, top = round(u) - ROUND_PX, round(v) - ROUND_PX
        near = picture[top : top + 2 * ROUND_PX, left : left + 2 * ROUND_PX].astype(int)
        rows, columns = np.nonzero(np.all(np.abs(near - bgr(ball)) < 8, axis=2))
        skin = SPHERE * KIT.ball_radius_mm + [*spot, KIT.ball_radius_mm]
        wide = np.ptp(camera.project(skin)[:, 0])
        middle = (left + (columns.min() + columns.max()) / 2, top + (rows.min() + rows.max()) / 2)
        assert np.hypot(middle[0] - u, middle[1] - v) < 2.0
        assert np.ptp(columns) + 1 == pytest.approx(wide, abs=3.5)


@pytest.mark.parametrize("at", [(889, 300, 1200), (889, 1784.5, 130), (-100, -100, 200), (889, -3000, 130)])
def test_a_camera_over_the_table_or_low_beside_it_is_drawn_too(at: tuple[float, float, float]) -> None:
    picture = foreseen(camera_at(at, 90, size=(640, 360)), KIT)
    assert np.any(np.all(picture == CLOTH, axis=2))


@pytest.mark.parametrize(("height", "least", "most"), [(300.0, 0.0, 0.4), (3000.0, 0.55, 1.0)])
def test_the_near_cushion_hides_a_ball_against_it_from_a_low_camera(height: float, least: float, most: float) -> None:
    frozen = Point(500, KIT.ball_radius_mm)
    kit = replace(KIT, spots={"blue-spot": frozen})
    camera = camera_at((889, -3000, height), 50)
    seen = np.all(np.abs(foreseen(camera, kit).astype(int) - bgr("blue")) < 8, axis=2).sum()
    whole = np.pi * camera.ball_radius_px([frozen], kit.ball_radius_mm)[0] ** 2
    assert least < seen / whole < most


@pytest.mark.parametrize("table", ["novuss", "billiards-12ft", "snooker-4ft6"])
def test_every_kit_is_drawn(table: str) -> None:
    kit = find_kit(table)
    camera = camera_at((kit.width_mm / 2, -1000, 1500), 90, kit, (640, 360))
    assert np.any(np.all(foreseen(camera, kit) == CLOTH, axis=2))


def test_every_remark_and_change_has_its_words_and_they_ask_for_the_same_in_every_language() -> None:
    assert set(REMARKS) | {"cut-edge"} == set(advice_words.REMARKS)
    assert set(CHANGES) == set(advice_words.CHANGES)
    for words in (*advice_words.REMARKS.values(), *advice_words.CHANGES.values(), advice_words.RESULT):
        slots = [sorted(part.split("}")[0] for part in one.split("{")[1:]) for one in words]
        assert all(one == slots[0] for one in slots), words
        assert len(set(words)) == len(words)
