"""Of a photo-real picture only what differs from the first one is drawn again: that must be all that differs."""

from dataclasses import replace

import numpy as np

from models.training.painter.balls import outline_px
from models.training.painter.cameras import camera_at
from models.training.painter.scene import Limb
from models.training.truth.changes import Box, Lit, Seen, changed, merged
from models.training.truth.views import stand
from tracker.store.kits import find_kit

KIT = find_kit()
CAMERA = camera_at(KIT, replace(stand(np.random.default_rng(1), "broadcast"), k1=0.0))


def ball(x: float, y: float, on: float = 0.0) -> Lit:
    return Lit(ball="red", places_mm=tuple((x + step * on, y, KIT.ball_radius_mm) for step in (-1, 0, 1)))


def test_where_nothing_moved_nothing_is_drawn() -> None:
    still = Seen((ball(500, 900), ball(900, 900)), ())
    assert changed(CAMERA, still, still) == ()


def test_a_ball_that_moved_is_drawn_where_it_was_and_where_it_is() -> None:
    first, now = Seen((ball(500, 900), ball(900, 3000)), ()), Seen((ball(500, 900), ball(1200, 600, on=30)), ())
    parts = changed(CAMERA, first, now)
    assert len(parts) == 2
    for lit in (first.balls[1], now.balls[1]):
        edge = np.vstack([outline_px(CAMERA, np.array(at), KIT.ball_radius_mm) for at in lit.places_mm])
        assert any(np.all((edge >= part[:2]) & (edge < part[2:])) for part in parts)


def test_a_person_close_to_the_camera_has_all_drawn_again() -> None:
    x, y, z = map(float, CAMERA.centre_mm)
    limb = Limb(points_mm=((900.0, 1800.0, 900.0), (x, y, z)), radii_mm=(90.0, 90.0), colour=(0.0, 0.0, 0.0))
    assert changed(CAMERA, Seen((), ()), Seen((), (limb,))) == (Box(0, 0, 1280, 720),)


def test_boxes_that_overlap_become_one_also_by_way_of_a_third() -> None:
    assert merged([Box(0, 0, 10, 10), Box(20, 0, 30, 10)]) == (Box(0, 0, 10, 10), Box(20, 0, 30, 10))
    assert merged([Box(0, 0, 10, 10), Box(20, 0, 30, 10), Box(8, 2, 22, 4)]) == (Box(0, 0, 30, 10),)
