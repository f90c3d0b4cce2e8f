"""A table of which the picture cuts sides off is laid over what is told of it, and its edges are found from there."""

from dataclasses import replace

import numpy as np
import pytest

from bench.looks import ASTRAY, off_of
from models.training.painter import Scene, painted
from models.training.painter.anywhere.chance import scene_anywhere
from models.training.tables.regions import regions
from tracker.calibrate.features.lines import Cushion
from tracker.calibrate.find import find_table
from tracker.calibrate.fit.overlap import as_seen, laid_over, shrunk
from tracker.calibrate.fit.pose import Sensor, turning
from tracker.calibrate.fit.refine import refine_near
from tracker.calibrate.fit.softened import Softened, softened
from tracker.calibrate.fit.solve import CameraFit
from tracker.calibrate.trials import told_shapes
from tracker.store.kits import find_kit, snooker_kits

SIDE_CUT, TWO_CUT, CORNER_CUT, ENDS_CUT, WHOLE, WIDE = 7473, 7384, 7302, 7116, 7104, 7102
NEARLY = 0.02
"""Of a table's length: edges are looked for a little farther off than that."""


def told_truly(scene: Scene) -> Softened:
    """Return an empty picture of which a network tells what is true of a scene."""
    width, height = scene.camera.image_size
    soft = softened(np.zeros((height, width, 3), np.uint8))
    true = regions(scene.camera, scene.kit, (width, height))
    return replace(soft, regions=np.ascontiguousarray(true.transpose(2, 0, 1), np.float32), by_regions=True)


def sensor_of(scene: Scene) -> Sensor:
    width, height = scene.camera.image_size
    return Sensor(width_px=width, height_px=height)


@pytest.mark.parametrize("seed", [SIDE_CUT, TWO_CUT, ENDS_CUT, WHOLE])
def test_a_table_is_laid_over_what_is_seen_of_it(seed: int) -> None:
    scene, kit = scene_anywhere(seed), snooker_kits()[0]
    soft = told_truly(scene)
    shapes = [outline.in_picture(cloth.scale) for cloth, outline in told_shapes(soft)]
    fit = next(laid_over(soft, shapes, sensor_of(scene), kit))
    assert off_of(scene, fit.camera, kit) < NEARLY
    assert fit.cushion.width_mm / kit.length_mm == pytest.approx(scene.kit.cushion_mm / scene.kit.length_mm, rel=0.3)


def test_a_lens_that_bends_is_seen_through() -> None:
    scene, kit = scene_anywhere(WIDE), snooker_kits()[0]
    soft = told_truly(scene)
    shapes = [outline.in_picture(cloth.scale) for cloth, outline in told_shapes(soft)]
    fit = next(laid_over(soft, shapes, sensor_of(scene), kit))
    assert abs(scene.camera.distortion[0]) > 0.01
    assert off_of(scene, fit.camera, kit) < NEARLY / 4


def test_nothing_is_laid_over_a_picture_of_which_nothing_was_told() -> None:
    kit, picture = snooker_kits()[0], np.zeros((720, 1280, 3), np.uint8)
    square = np.array([(300.0, 200.0), (300.0, 500.0), (900.0, 500.0), (900.0, 200.0)])
    sensor = Sensor(width_px=1280, height_px=720)
    assert not list(laid_over(softened(picture), [square], sensor, kit))
    nowhere = replace(softened(picture), regions=np.zeros((3, 720, 1280), np.float32))
    assert not list(laid_over(nowhere, [], sensor, kit))


@pytest.mark.parametrize("seed", [SIDE_CUT, WHOLE])
def test_regions_as_a_camera_sees_them_are_those_that_the_network_is_to_tell(seed: int) -> None:
    scene = scene_anywhere(seed)
    told = told_truly(scene).regions
    assert told is not None
    grid = shrunk(told, 192)
    seen = as_seen(grid, scene.camera, scene.kit.cushion_mm, scene.kit)
    assert np.mean(np.abs(seen - grid.told)) < 0.01


def test_corners_are_taken_whichever_way_round_they_are_given() -> None:
    given = np.array([(300.0, 200.0), (900.0, 210.0), (950.0, 600.0), (250.0, 590.0)])
    assert np.array_equal(turning(given), turning(given[::-1]))


@pytest.mark.parametrize("seed", [ENDS_CUT, TWO_CUT, CORNER_CUT])
def test_a_table_is_found_whose_ends_or_corner_the_picture_cuts_off(seed: int) -> None:
    scene = scene_anywhere(seed)
    found = find_table([painted(scene).picture], snooker_kits())
    assert off_of(scene, found.camera, find_kit(found.table)) < ASTRAY


def test_what_lies_nearly_right_is_brought_to_the_edges() -> None:
    scene = scene_anywhere(WHOLE)
    kit = find_kit(scene.note["table"])
    aside = scene.camera.translation + np.array([0.006 * kit.length_mm, 0.0, 0.0])
    start = CameraFit(
        camera=replace(scene.camera, translation=aside), cushion=Cushion(width_mm=scene.kit.cushion_mm), seen=()
    )
    fit = refine_near(softened(painted(scene).picture), start, sensor_of(scene), kit)
    assert off_of(scene, start.camera, kit) > ASTRAY > off_of(scene, fit.camera, kit)
