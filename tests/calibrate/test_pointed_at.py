"""Corners that a finger points at some pixels off: the cushions that are seen say more than the finger."""

from functools import cache

import numpy as np
import pytest
from numpy.typing import NDArray

from models.training.painter.cameras import Stand, camera_at
from models.training.painter.layouts import opening
from models.training.painter.looks import random_look
from models.training.painter.paint import Painter
from models.training.painter.scene import DrawnBall
from tracker.calibrate.features.lines import Cushion
from tracker.calibrate.fit.finish import FINGER, finish, table_nats, with_ends_named
from tracker.calibrate.fit.pose import Sensor, rectangle
from tracker.calibrate.fit.quality import place_error_mm
from tracker.calibrate.fit.softened import softened
from tracker.calibrate.fit.solve import CameraFit
from tracker.calibrate.points import BY_CORNERS, from_points
from tracker.domain.errors import BadInput
from tracker.geometry.camera import Camera
from tracker.store.kits import find_kit

KIT = find_kit()
FINGER_PX = 5.0


def off_mm(found: Camera, true: Camera) -> float:
    """Return how far off (mm, root mean square over the table) one camera puts the balls that the other sees."""
    xs, ys = np.meshgrid(np.linspace(100, KIT.width_mm - 100, 5), np.linspace(100, KIT.length_mm - 100, 9))
    places = np.column_stack([xs.ravel(), ys.ravel()])
    put = found.place(true.project_on(places, KIT.ball_radius_mm), KIT.ball_radius_mm)
    return float(np.sqrt(np.mean(np.sum((put - places) ** 2, axis=1))))


@cache
def drawn() -> tuple[Camera, NDArray[np.uint8]]:
    """A camera behind the Baulk end, and what it sees."""
    camera = camera_at(KIT, Stand(azimuth_deg=180, elevation_deg=35, distance_mm=8500))
    look = random_look(np.random.default_rng(180), KIT, "club", (1280, 720))
    balls = tuple(DrawnBall(ball=ball, at_mm=(*at, KIT.ball_radius_mm)) for ball, at in opening(KIT))
    return camera, Painter(KIT, camera, look).paint(balls, seed=1).picture


def test_a_table_is_placed_by_its_cushions_wherever_the_finger_slipped() -> None:
    camera, picture = drawn()
    slips = np.random.default_rng(5).normal(0, FINGER_PX, (2, 4, 2))
    found = [from_points(picture, KIT, camera.project(rectangle(KIT, 0.0)) + slip) for slip in slips]
    assert [(one.found_by, BY_CORNERS in one.notes) for one in found] == [("points", False)] * 2
    assert max(off_mm(one.camera, camera) for one in found) < 3.0


@pytest.mark.parametrize(
    ("smaller_by", "aside_px"), [(0.4, 0.0), (0.0, 120.0)], ids=["a smaller table", "one corner far aside"]
)
def test_a_table_is_taken_where_a_person_pointed_and_not_where_another_one_is_found(
    smaller_by: float, aside_px: float
) -> None:
    camera, picture = drawn()
    corners = camera.project(rectangle(KIT, 0.0))
    elsewhere = corners + smaller_by * (corners.mean(axis=0) - corners) + np.array([[0], [0], [aside_px], [0]]) * [1, 0]
    found = from_points(picture, KIT, elsewhere)
    off_px = np.linalg.norm(found.camera.project(rectangle(KIT, 0.0))[:, None] - elsewhere[None], axis=2).min(axis=1)
    assert max(off_px) < FINGER * np.hypot(*found.camera.image_size)
    assert BY_CORNERS in found.notes


@pytest.mark.parametrize(
    "corners",
    [((10, 10), (11, 10), (11, 11), (10, 11)), ((9000, 9000), (9010, 9000), (9010, 9010), (9000, 9010))],
    ids=["all in one spot", "all far outside of the picture"],
)
def test_corners_that_only_a_camera_farther_than_any_could_see_are_refused(
    corners: tuple[tuple[int, int], ...],
) -> None:
    _, picture = drawn()
    with pytest.raises(BadInput, match="no camera could see"):
        from_points(picture, KIT, corners)


def test_where_nothing_shows_a_table_the_word_of_who_pointed_at_it_stands() -> None:
    """How far off it lies is how well fingers point, and not that no table can be made out."""
    camera, picture = drawn()
    dark = softened(np.full_like(picture, 20))
    fit = CameraFit(camera=camera, cushion=Cushion(width_mm=KIT.cushion_mm), seen=())
    corners = camera.project(rectangle(KIT, 0.0))
    sensor = Sensor(width_px=picture.shape[1], height_px=picture.shape[0])
    told = finish(dark, fit, KIT, None, corners)
    settled, _, _ = with_ends_named(dark, fit, KIT, None, corners)
    assert told.found_by == "points"
    assert told.error_mm == pytest.approx(place_error_mm(settled, sensor, KIT), rel=0.05)
    assert table_nats(dark, settled, KIT) < 0
