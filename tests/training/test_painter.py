"""The painter puts balls where the camera says, labels only what can be seen, and repeats itself for a seed."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from models.training.painter import DrawnBall, Limb, Scene, boxes, painted, random_scene, yolo_lines
from models.training.painter.balls import outline_px
from models.training.painter.cameras import Stand, camera_at
from models.training.painter.layouts import Placed, crowded_layout, random_layout
from models.training.painter.looks import BALLS
from models.training.painter.scene import Look
from tracker.store.kits import find_kit

KIT = find_kit()
R = KIT.ball_radius_mm
SIZE = (960, 540)
BLACKNESS = (0.0, 0.0, 0.0)

STANDS = {
    "broadcast": Stand(azimuth_deg=2, elevation_deg=28, distance_mm=8500, k1=-0.08),
    "overhead": Stand(azimuth_deg=90, elevation_deg=84, distance_mm=4000, k1=-0.12),
    "corner": Stand(azimuth_deg=40, elevation_deg=25, distance_mm=4500, k1=-0.1),
}


def plain_look() -> Look:
    """A black room in which balls are so bright that every pixel they touch is white, without noise or blur."""
    return Look(
        cloth=BLACKNESS, floor=BLACKNESS, wall=BLACKNESS, wood=BLACKNESS, leather=BLACKNESS, line=BLACKNESS,
        balls=dict.fromkeys(BALLS, (1e6, 1e6, 1e6)), lamps=(), ambient=1.0, falloff=0.0, wall_mm=None, grain=0.0,
        blur_px=0.0, noise=0.0, jpeg=0,
    )  # fmt: skip


def scene_of(stand: str, *places: tuple[str, float, float], limbs: tuple[Limb, ...] = ()) -> Scene:
    balls = tuple(DrawnBall(ball=name, at_mm=(x, y, R)) for name, x, y in places)
    return Scene(kit=KIT, camera=camera_at(KIT, STANDS[stand], SIZE), look=plain_look(), balls=balls, limbs=limbs)


@pytest.mark.parametrize("stand", STANDS)
def test_a_ball_is_painted_where_the_camera_says(stand: str) -> None:
    for place in ((889.0, 1784.5), (300.0, 2900.0), (1500.0, 600.0)):
        scene = scene_of(stand, ("white", *place))
        bright = painted(scene).picture.max(axis=2) > 128
        rows, columns = np.nonzero(bright)
        edge = outline_px(scene.camera, np.array([*place, R]), R)
        moments = cv2.moments(edge.astype(np.float32))
        middle = np.array([moments["m10"], moments["m01"]]) / moments["m00"]
        assert np.hypot(*(np.array([columns.mean(), rows.mean()]) - middle)) < 0.3
        touched = np.pi * (np.sqrt(moments["m00"] / np.pi) + 0.5) ** 2
        assert bright.sum() == pytest.approx(touched, rel=0.06)


@pytest.mark.parametrize("stand", STANDS)
def test_a_box_fits_the_painted_ball(stand: str) -> None:
    scene = scene_of(stand, ("pink", 1200.0, 2400.0))
    rows, columns = np.nonzero(painted(scene).picture.max(axis=2) > 128)
    (box,) = boxes(scene)
    seen = (columns.min() - 0.5, rows.min() - 0.5, columns.max() + 0.5, rows.max() + 0.5)
    assert np.allclose(box.box_px, seen, atol=1.1)


def test_a_ball_under_an_arm_has_no_box() -> None:
    arm = Limb(
        points_mm=((500.0, 1800.0, 150.0), (1300.0, 1800.0, 150.0)), radii_mm=(80.0, 80.0), colour=(90.0, 90.0, 90.0)
    )
    scene = scene_of("overhead", ("white", 889.0, 1800.0), ("red", 889.0, 2600.0), limbs=(arm,))
    assert [box.ball for box in boxes(scene)] == [1]


def test_a_ball_behind_another_is_partly_seen() -> None:
    scene = scene_of("corner", ("red", 889.0, 2000.0), ("black", 889.0 + 37.2, 2000.0 + 37.2))
    back, front = painted(scene).visible
    assert front > 0.97
    assert 0.2 < back < 0.9


def test_the_near_cushion_hides_part_of_a_ball() -> None:
    low = Stand(azimuth_deg=0, elevation_deg=18, distance_mm=6000)
    scene = replace(scene_of("broadcast", ("red", 889.0, KIT.length_mm - R)), camera=camera_at(KIT, low, SIZE))
    assert painted(scene).visible[0] < 0.8


def test_a_moving_ball_is_smeared_along_its_way() -> None:
    still = scene_of("overhead", ("white", 889.0, 1784.5))
    ball = replace(still.balls[0], velocity_mm_s=(0.0, 4000.0, 0.0))
    moving = replace(still, balls=(ball,), look=replace(still.look, shutter_s=0.02))
    wide = [np.ptp(np.nonzero(painted(s).picture.max(axis=2) > 128)[1]) for s in (still, moving)]
    px_per_mm = np.linalg.norm(still.camera.px_per_mm([(889.0, 1784.5)], R)[0, :, 1])
    assert wide[1] - wide[0] == pytest.approx(80 * px_per_mm, abs=4.0)


def test_the_same_seed_paints_the_same_picture() -> None:
    one, again, other = (painted(random_scene(np.random.default_rng([5, n]), (640, 360))).picture for n in (1, 1, 2))
    assert np.array_equal(one, again)
    assert not np.array_equal(one, other)


def test_balls_by_chance_never_overlap_and_labels_stay_in_the_picture() -> None:
    for number in range(6):
        scene = random_scene(np.random.default_rng([9, number]), (640, 360))
        places = np.array([ball.at_mm[:2] for ball in scene.balls])
        away = np.linalg.norm(places[:, None] - places[None], axis=2) + 1e6 * np.eye(len(places))
        assert away.min() >= scene.kit.touching_mm - 1e-6
        for line in yolo_lines(boxes(scene), (640, 360)).splitlines():
            kind, *numbers = line.split()
            x, y, w, h = map(float, numbers)
            assert 0 <= int(kind) < 8
            assert 0 <= x - w / 2 <= x + w / 2 <= 1 + 1e-5
            assert 0 <= y - h / 2 <= y + h / 2 <= 1 + 1e-5


def neighbours(placed: Placed) -> list[float]:
    """How far each ball is from the one nearest to it, edge to edge."""
    at = np.array([place for _, place in placed])
    apart = np.linalg.norm(at[:, None] - at[None], axis=2) + 1e9 * np.eye(len(at))
    return [float(gap) for gap in apart.min(axis=1) - KIT.touching_mm]


def test_in_crowded_positions_no_balls_overlap_and_far_more_of_them_lie_close() -> None:
    crowded = [crowded_layout(np.random.default_rng([3, n]), KIT) for n in range(40)]
    plain = [random_layout(np.random.default_rng([3, n]), KIT) for n in range(40)]
    gaps = [gap for placed in crowded for gap in neighbours(placed)]
    assert min(gaps) > -1e-6
    close = [np.mean([gap < 15 for placed in some for gap in neighbours(placed)]) for some in (crowded, plain)]
    assert close[0] > 0.6
    assert close[0] > 1.3 * close[1]


def test_in_crowded_positions_some_balls_hang_in_the_jaws_and_none_over_a_hole() -> None:
    placed = [at for n in range(40) for _, at in crowded_layout(np.random.default_rng([4, n]), KIT)]
    past = [min(np.hypot(*(np.array(at) - p.fall)) - p.radius_mm for p in KIT.pockets) for at in placed]
    assert min(past) >= 0
    assert sum(off < 2 * R for off in past) > 20
