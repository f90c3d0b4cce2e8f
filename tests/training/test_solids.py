"""The table as solid bodies is the table that the painter draws and the engine plays on."""

import numpy as np
import pytest

from models.training.clips.takes import hall
from models.training.painter.scene import Limb
from models.training.table_shape import cushions
from models.training.truth.solids import furniture, limb_solids
from tracker.store.kits import find_kit

KIT = find_kit()
SOLIDS = tuple(furniture(KIT, hall(KIT, 11)))


def test_every_face_has_points_that_are_there() -> None:
    assert all(0 <= i < len(solid.points_mm) for solid in SOLIDS for face in solid.faces for i in face)


def test_the_noses_are_those_that_the_balls_meet() -> None:
    tops = [solid.points_mm for solid in SOLIDS if np.isclose(solid.points_mm[:, 2].min(), KIT.nose_height_mm)]
    for cushion in cushions(KIT):
        assert any(len(top) == len(cushion.nose) and np.allclose(top[:, :2], cushion.nose) for top in tops)


def test_the_bed_is_at_nought_and_has_a_hole_for_each_pocket() -> None:
    (bed,) = (solid for solid in SOLIDS if solid.holes)
    assert np.all(bed.points_mm[:, 2] == 0)
    found = {tuple(np.round(hole.mean(axis=0), 3)) for hole in bed.holes}
    assert found == {(round(p.fall.x_mm, 3), round(p.fall.y_mm, 3)) for p in KIT.pockets}


def test_a_head_is_a_ball_and_an_arm_tapers() -> None:
    (head,) = limb_solids(Limb(points_mm=((1.0, 2.0, 3.0),), radii_mm=(95.0,), colour=(1.0, 2.0, 3.0)))
    assert np.linalg.norm(head.points_mm - (1.0, 2.0, 3.0), axis=1) == pytest.approx(95.0)
    arm = Limb(points_mm=((0.0, 0.0, 0.0), (0.0, 300.0, 0.0)), radii_mm=(30.0, 50.0), colour=(1.0, 2.0, 3.0))
    *_, cone = limb_solids(arm)
    wide = np.hypot(cone.points_mm[:, 0], cone.points_mm[:, 2])
    assert wide[cone.points_mm[:, 1] == 0] == pytest.approx(30.0)
    assert wide[cone.points_mm[:, 1] == 300] == pytest.approx(50.0)
