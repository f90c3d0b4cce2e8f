"""Corners that a finger points at some pixels off: the cushions that are seen say more than the finger."""

import numpy as np

from models.training.painter.cameras import Stand, camera_at
from models.training.painter.layouts import opening
from models.training.painter.looks import random_look
from models.training.painter.paint import Painter
from models.training.painter.scene import DrawnBall
from tracker.calibrate.fit.pose import rectangle
from tracker.calibrate.points import from_points
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


def test_a_table_is_placed_by_its_cushions_wherever_the_finger_slipped() -> None:
    camera = camera_at(KIT, Stand(azimuth_deg=180, elevation_deg=35, distance_mm=8500))
    look = random_look(np.random.default_rng(180), KIT, "club", (1280, 720))
    balls = tuple(DrawnBall(ball=ball, at_mm=(*at, KIT.ball_radius_mm)) for ball, at in opening(KIT))
    picture = Painter(KIT, camera, look).paint(balls, seed=1).picture
    slips = np.random.default_rng(5).normal(0, FINGER_PX, (2, 4, 2))
    found = [from_points(picture, KIT, camera.project(rectangle(KIT, 0.0)) + slip) for slip in slips]
    assert [one.found_by for one in found] == ["points"] * 2
    assert max(off_mm(one.camera, camera) for one in found) < 3.0
