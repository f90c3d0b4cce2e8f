"""The outline that balls come off, against the one that the painter draws."""

import numpy as np
import pytest

from models.training.table_shape import cushions
from tracker.geometry.jaws import outline_of
from tracker.store.kits import find_kit

KIT = find_kit()
OUTLINE = outline_of(KIT)


def test_the_noses_that_are_drawn_lie_on_the_outline() -> None:
    for cushion in cushions(KIT):
        gaps, _ = OUTLINE.gaps(cushion.nose, 0.0)
        assert np.min(gaps, axis=1) == pytest.approx(np.zeros(len(cushion.nose)), abs=0.05)


@pytest.mark.parametrize(("at", "side", "off"), [((889, 40), "bottom", (0, 1)), ((1700, 900), "right", (-1, 0))])
def test_off_a_face_the_way_leads_straight_into_the_table(at: tuple[int, int], side: str, off: tuple[int, int]) -> None:
    gaps, ways = OUTLINE.gaps(np.array([at], float), KIT.ball_radius_mm)
    nearest = int(np.argmin(gaps))
    assert OUTLINE.sides[nearest] == side
    assert ways[0, nearest] == pytest.approx(off)
    assert gaps[0, nearest] == pytest.approx(min(at[1], KIT.width_mm - at[0]) - KIT.ball_radius_mm)


def test_a_ball_may_fall_into_every_pocket() -> None:
    for pocket in KIT.pockets:
        gaps, _ = OUTLINE.gaps(np.array([pocket.fall]), KIT.ball_radius_mm)
        assert np.min(gaps) > 0
