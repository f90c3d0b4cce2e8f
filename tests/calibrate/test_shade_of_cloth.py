"""What tells light from shade on a cloth: its own colour, or grey where that shows it and edges are to be sharp."""

from dataclasses import replace

import numpy as np
import pytest

from models.training.painter.cameras import Stand, camera_at
from tracker.calibrate.features.lines import cushion_lines
from tracker.calibrate.fit.softened import GREY, shade_of_cloth, softened
from tracker.store.kits import find_kit

KIT = find_kit()
CAMERA = camera_at(KIT, Stand(azimuth_deg=0, elevation_deg=40, distance_mm=5000), (640, 360))


@pytest.mark.parametrize(
    ("cloth", "in_grey"),
    [((40, 120, 30), True), ((90, 90, 90), True), ((25, 25, 140), False), ((150, 60, 30), False)],
    ids=["green", "grey", "red", "blue"],
)
def test_a_cloth_that_grey_hardly_shows_is_looked_at_in_its_own_colour(
    cloth: tuple[int, int, int], in_grey: bool
) -> None:
    soft, lines = softened(np.full((360, 640, 3), cloth, np.uint8)), cushion_lines(KIT)
    own = shade_of_cloth(soft, CAMERA, lines)
    assert np.allclose(own / np.linalg.norm(own), np.array(cloth) / np.linalg.norm(cloth), atol=1e-3)
    sharp = shade_of_cloth(replace(soft, in_grey=True), CAMERA, lines)
    assert np.array_equal(sharp, GREY) == in_grey
    assert in_grey or np.array_equal(sharp, own)
