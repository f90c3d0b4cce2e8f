"""Of two tables in one picture the nearer is found, and a word is said about the other."""

from dataclasses import replace

import numpy as np
import pytest

from models.training.painter import DrawnBall, Painter
from models.training.painter.cameras import Stand, camera_at
from models.training.painter.layouts import opening
from models.training.painter.looks import random_look
from tracker.calibrate.find import find_table
from tracker.store.kits import find_kit

KIT = find_kit()
SIZE = (1280, 720)
ASIDE_MM = 3300.0


@pytest.mark.parametrize(("beside_mm", "said"), [(((ASIDE_MM, 0.0),), "right"), ((), "")])
def test_the_nearer_of_two_tables_is_found_and_the_other_is_spoken_of(
    beside_mm: tuple[tuple[float, float], ...], said: str
) -> None:
    middle = (KIT.width_mm / 2 + 0.42 * ASIDE_MM, KIT.length_mm / 2)
    stand = Stand(azimuth_deg=184, elevation_deg=42, distance_mm=7500, fill=0.62, aim=middle)
    camera = camera_at(KIT, stand, SIZE)
    look = random_look(np.random.default_rng(180), KIT, "club", SIZE)
    look = replace(look, beside_mm=beside_mm, strips=(), thrown=())
    balls = tuple(DrawnBall(ball=ball, at_mm=(*at, KIT.ball_radius_mm)) for ball, at in opening(KIT))
    found = find_table([Painter(KIT, camera, look).paint(balls, seed=1).picture], KIT)
    place = (KIT.width_mm / 2, KIT.length_mm / 2)
    assert np.allclose(found.camera.project_on([place], 0.0), camera.project_on([place], 0.0), atol=4.0)
    assert [note for note in found.notes if "another table" in note and said in note] or not said
    assert said or not any("another table" in note for note in found.notes)
