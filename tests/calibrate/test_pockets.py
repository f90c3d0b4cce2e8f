"""The middle pockets are found as gaps in the long cushions, and a table is not believed that has none there."""

import sys
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from bench.tables import drawn_scene
from models.training.painter import Scene, paint
from tracker.geometry.camera import Camera

sys.path.insert(0, str(Path(__file__).parent))
from drawn_table import GREEN, drawn, standing_at

from tracker.calibrate.features.lines import Cushion
from tracker.calibrate.features.pockets import gaps
from tracker.calibrate.find import find_table
from tracker.calibrate.fit.astray import astray_odds
from tracker.calibrate.fit.finish import MOST_LOOSE_MM, finish, nearer_gap
from tracker.calibrate.fit.softened import softened, with_regions, with_tint
from tracker.calibrate.fit.solve import CameraFit
from tracker.store.kits import find_kit

KIT = find_kit()
CUSHION = Cushion(width_mm=KIT.cushion_mm)
BEHIND_TOP = standing_at(KIT, (889, 9800, 3700), 2.0)
PAINTED = 202
"""A painted table seen from behind its Top end."""


def shifted(camera: Camera, mm: float) -> Camera:
    """Return the camera for a table that is believed to lie `mm` farther toward Baulk than it does."""
    return replace(camera, translation=camera.translation + camera.rotation_matrix @ np.array([0.0, mm, 0.0]))


def test_both_gaps_are_seen_in_their_places() -> None:
    found = gaps(drawn(KIT, BEHIND_TOP), BEHIND_TOP, CUSHION, KIT)
    assert [gap.pocket.name for gap in found] == ["middle-left", "middle-right"]
    assert max(abs(gap.at_mm) for gap in found) < 15.0


@pytest.mark.parametrize("mm", [-160.0, 160.0])
def test_a_table_believed_elsewhere_has_its_gaps_as_far_away(mm: float) -> None:
    found = gaps(drawn(KIT, BEHIND_TOP), shifted(BEHIND_TOP, mm), CUSHION, KIT)
    assert len(found) == 2
    assert all(gap.at_mm == pytest.approx(-mm, abs=25.0) for gap in found)


@pytest.mark.parametrize(
    ("mm", "least", "most", "about_mm"),
    [
        (0.0, 0.0, 0.03, None),
        (4.0, 0.0, 0.1, None),  # jaws are read so far off now and then
        (40.0, 0.9, 1.0, 40.0),
        (-40.0, 0.9, 1.0, 40.0),
        (100.0, 0.9, 1.0, 100.0),
    ],
)
def test_both_pockets_tell_whether_a_table_lies_elsewhere_and_how_far(
    mm: float, least: float, most: float, about_mm: float | None
) -> None:
    scene = drawn_scene(PAINTED)
    fit = CameraFit(camera=shifted(scene.camera, mm), cushion=Cushion(width_mm=scene.kit.cushion_mm), seen=())
    gap = nearer_gap(paint(scene), fit, scene.kit)
    told = astray_odds().told(3.0, scene.kit.length_mm, gap)
    assert least <= told.chance <= most
    assert about_mm is None or 0.6 * about_mm <= told.far_mm <= 1.3 * about_mm


def test_a_table_is_doubted_whose_pockets_are_both_read_elsewhere() -> None:
    scene = drawn_scene(PAINTED)
    fit = CameraFit(camera=scene.camera, cushion=Cushion(width_mm=scene.kit.cushion_mm), seen=())
    aside = darkened(scene, 0.0, 70.0, sides=(0, 1))
    said_mm = [
        finish(with_regions(with_tint(softened(one))), fit, scene.kit, None).error_mm for one in (paint(scene), aside)
    ]
    assert said_mm[0] < MOST_LOOSE_MM < said_mm[1]


def darkened(scene: Scene, from_mm: float, until_mm: float, sides: tuple[int, ...] = (0,)) -> NDArray[np.uint8]:
    """Return what is seen where something dark lies on cushions of some sides, so far along from the middle pocket."""
    picture, middle_mm, half_mm = paint(scene).copy(), scene.kit.length_mm / 2, 0.5 * scene.kit.cushion_mm
    for side in sides:
        x_mm = scene.kit.width_mm + half_mm if side else -half_mm
        ends = [(x_mm, middle_mm + from_mm), (x_mm, middle_mm + until_mm)]
        first, last = np.round(scene.camera.project_on(ends, scene.kit.nose_height_mm)).astype(int).tolist()
        cv2.line(picture, tuple(first), tuple(last), (12, 12, 12), 9)
    return picture


def test_of_two_pockets_the_one_is_heard_that_speaks_for_the_table_and_one_alone_proves_nothing() -> None:
    scene = drawn_scene(PAINTED)
    fit = CameraFit(camera=scene.camera, cushion=Cushion(width_mm=scene.kit.cushion_mm), seen=())
    one_off, one_hidden = darkened(scene, 0.0, 70.0), darkened(scene, -300.0, 300.0)
    read = sorted(abs(gap.at_mm) for gap in gaps(one_off, fit.camera, fit.cushion, scene.kit))
    heard = nearer_gap(one_off, fit, scene.kit)
    assert read[1] > 10.0
    assert heard is not None
    assert abs(heard.at_mm) == read[0] < 6.0
    assert len(gaps(one_hidden, fit.camera, fit.cushion, scene.kit)) == 1
    assert nearer_gap(one_hidden, fit, scene.kit) is None


@pytest.mark.parametrize(
    ("end", "seeds"), [("baulk", (21, 51, 52, 92)), ("top", (200, 202, 209, 211))], ids=["from Baulk", "from the Top"]
)
@pytest.mark.parametrize("rise_mm", [0.0, 6.5])
def test_gaps_are_read_neither_nearer_nor_farther_than_they_are(
    end: str, seeds: tuple[int, ...], rise_mm: float
) -> None:
    read = []
    for seed in seeds:
        scene = drawn_scene(seed)
        assert (scene.camera.centre_mm[1] < 0) == (end == "baulk")
        cushion = Cushion(width_mm=scene.kit.cushion_mm, rise_mm=rise_mm)
        read += [gap.at_mm for gap in gaps(paint(scene), scene.camera, cushion, scene.kit)]
    assert len(read) == 2 * len(seeds)
    assert float(np.mean(read)) == pytest.approx(0.0, abs=1.5)


def test_an_unbroken_cushion_has_no_gap() -> None:
    picture = drawn(KIT, BEHIND_TOP)
    for x in (-60.0, KIT.width_mm + 60.0):
        place = BEHIND_TOP.project_on([(x, KIT.length_mm / 2)], KIT.nose_height_mm)[0]
        cv2.circle(picture, tuple(np.round(place).astype(int).tolist()), 40, GREEN, -1)
    assert gaps(picture, BEHIND_TOP, CUSHION, KIT) == []


def test_a_score_strip_over_the_near_end_is_not_taken_for_the_end() -> None:
    picture = drawn(KIT, BEHIND_TOP)
    left, right = BEHIND_TOP.project_on([(-60, 3300), (1838, 3300)], 0.0)
    top = round(float(left[1]))
    cv2.rectangle(
        picture, (round(float(left[0])) - 30, top), (round(float(right[0])) + 30, top + 22), (150, 40, 90), -1
    )
    found = find_table([picture], KIT)
    truth = np.array([(889.0, 400.0), (300.0, 1784.5), (1400.0, 3000.0)])
    got = found.camera.place(BEHIND_TOP.project_on(truth, KIT.ball_radius_mm), KIT.ball_radius_mm)
    assert np.linalg.norm(got - truth, axis=1).max() < 12.0
