"""Below a nose a cushion's face lies in shade: where that is seen, its foot on the bed is not taken for the nose."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from models.training.painter import paint
from models.training.painter.anywhere.chance import scene_anywhere
from models.training.painter.cameras import Stand, camera_at
from tracker.calibrate.features.edges import profiles
from tracker.calibrate.features.lines import Cushion, TableEdge, cushion_lines
from tracker.calibrate.find import find_table
from tracker.calibrate.fit.look import look_for, shows_face
from tracker.calibrate.fit.softened import softened
from tracker.calibrate.fit.solve import CameraFit
from tracker.geometry.camera import Camera
from tracker.store.kits import find_kit

KIT = find_kit()
SIZE = (1280, 720)
NOSES = {line.name: line for line in cushion_lines(KIT) if line.kind == "nose"}
LOW = camera_at(KIT, Stand(azimuth_deg=0, elevation_deg=30, distance_mm=5500), SIZE)
NEAR, FAR = "top", "bottom"
"""Cushions at the ends, as the low camera sees them."""
ABOVE = camera_at(KIT, Stand(azimuth_deg=0, elevation_deg=89, distance_mm=5500), SIZE)


def bed_alone(camera: Camera, nose: TableEdge, is_foot: bool) -> NDArray[np.uint8]:
    """Return a picture that is light within one line across it alone: the foot of a cushion's face, or its nose."""
    points = nose.foot() if is_foot else nose.points_mm
    ends = camera.project(points[[0, -1]])
    along, into = ends[1] - ends[0], camera.project(points[:1] - 300 * nose.outward)[0] - ends[0]
    u, v = np.meshgrid(np.arange(SIZE[0]), np.arange(SIZE[1]))
    side = (u - ends[0, 0]) * along[1] - (v - ends[0, 1]) * along[0]
    light = side * (into[0] * along[1] - into[1] * along[0]) > 0
    return np.repeat(np.where(light, 90, 55).astype(np.uint8)[..., None], 3, axis=2)


def is_seen(camera: Camera, nose: TableEdge, picture: NDArray[np.uint8]) -> bool:
    fit = CameraFit(camera=camera, cushion=Cushion(width_mm=KIT.cushion_mm), seen=())
    blurred = np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.8), np.uint8)
    return bool(look_for(softened(blurred), fit, [nose], 40.0))


def faces(camera: Camera) -> set[str]:
    blank = np.zeros(SIZE[::-1], np.float32)
    return {
        name for name, line in NOSES.items()
        if shows_face(camera, line, profiles(blank, camera, line.points_mm, line.outward, 5.0))
    }  # fmt: skip


def test_cushions_beyond_the_bed_turn_their_faces_to_the_camera() -> None:
    assert faces(LOW) & {"top", "bottom"} == {FAR}
    assert faces(ABOVE) == set()


def test_the_foot_of_a_face_is_no_nose_and_a_step_where_no_face_is_seen_is_one() -> None:
    assert not is_seen(LOW, NOSES[FAR], bed_alone(LOW, NOSES[FAR], is_foot=True))
    assert is_seen(LOW, NOSES[NEAR], bed_alone(LOW, NOSES[NEAR], is_foot=False))


@pytest.mark.parametrize(("seed", "table"), [(5029, "snooker-9ft"), (7019, "snooker-4ft6")])
def test_tables_that_were_lost_in_finishing_lie_where_they_are(seed: int, table: str) -> None:
    scene, kit = scene_anywhere(seed), find_kit(table)
    found = find_table([paint(scene)], kit)
    at = np.stack(np.meshgrid(np.linspace(0.1, 0.9, 5), np.linspace(0.1, 0.9, 9)), -1).reshape(-1, 2)
    places = at * [kit.width_mm, kit.length_mm]
    pixels = scene.camera.project_on(places, kit.ball_radius_mm)
    got = found.camera.place(pixels, kit.ball_radius_mm)
    turned = np.array([kit.width_mm, kit.length_mm]) - got
    off = min(np.linalg.norm(way - places, axis=1).mean() for way in (got, turned))
    assert off < 0.004 * kit.length_mm
