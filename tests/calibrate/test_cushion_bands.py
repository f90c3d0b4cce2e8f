"""Cushions as bands of pixels: whatever the camera, noses lie in one row and the wood a cushion's width farther."""

import numpy as np
import pytest

from models.training.painter.anywhere.chance import scene_anywhere
from models.training.painter.cameras import Stand, camera_at
from tracker.calibrate.features.cushions.bands import COLUMNS, ROWS, Bands, along, bands_along, bands_of, noses, row_of
from tracker.calibrate.features.lines import Cushion
from tracker.store.kits import find_kit

KIT = find_kit()
SIZE = (1280, 720)
NAMES = [line.name for line in noses(KIT)]
LOW = camera_at(KIT, Stand(azimuth_deg=0, elevation_deg=30, distance_mm=5500), SIZE)
ABOVE = camera_at(KIT, Stand(azimuth_deg=0, elevation_deg=89, distance_mm=5500), SIZE)
BLANK = np.zeros((SIZE[1], SIZE[0], 3), np.float32)


def at_row(bands: Bands, row: float) -> np.ndarray:
    """Return the (6, COLUMNS, 2) pixels at a row, with its fraction."""
    low = int(row)
    return np.asarray((1 - row + low) * bands.at[:, low] + (row - low) * bands.at[:, low + 1])


@pytest.mark.parametrize("seed", [5110, 5111, 5112, 5113])
def test_nose_and_wood_lie_in_the_same_rows_of_every_cushion_and_camera(seed: int) -> None:
    scene = scene_anywhere(seed)
    width, height = scene.camera.image_size
    cushion = Cushion(width_mm=scene.kit.cushion_mm)
    bands = bands_of(np.zeros((height, width, 3), np.float32), scene.camera, scene.kit, cushion)
    for depth in (0.0, 1.0):
        got = at_row(bands, float(row_of(np.array(depth))))
        for n, line in enumerate(noses(scene.kit)):
            due = scene.camera.project(along(line) + depth * cushion.width_mm * line.outward[0])
            assert got[n] == pytest.approx(due, abs=0.2)


def test_a_band_begins_and_ends_where_its_network_was_taught_that_it_does() -> None:
    """As the card of cushions-1 has it: another layout wants another network."""
    assert row_of(np.array([-1.6, 2.4])) == pytest.approx([0, ROWS - 1])


def test_a_band_that_is_laid_aside_shows_the_nose_by_as_much_in_another_row() -> None:
    lines = noses(KIT)
    aside = [along(line) + 0.5 * KIT.cushion_mm * line.outward[0] for line in lines]
    bands = bands_along(BLANK, LOW, aside, [line.outward[0] for line in lines], KIT.cushion_mm)
    got = at_row(bands, float(row_of(np.array(-0.5))))
    assert all(got[n] == pytest.approx(LOW.project(along(line)), abs=0.3) for n, line in enumerate(lines))


def test_what_a_picture_shows_is_read_and_what_it_cuts_off_is_said() -> None:
    picture = BLANK.copy()
    picture[..., 2] = 255.0
    bands = bands_of(picture, LOW, KIT, Cushion(width_mm=KIT.cushion_mm))
    assert bands.seen.shape == (6, 6, ROWS, COLUMNS)
    assert np.all(bands.seen[:, :2] == 0)
    assert bands.seen[:, 2] == pytest.approx(1.0)
    inside = np.all((bands.at >= 0) & (bands.at <= [SIZE[0] - 1, SIZE[1] - 1]), axis=-1)
    assert np.array_equal(bands.seen[:, 3] > 0.5, inside)
    half = bands_of(picture[:, :640], LOW, KIT, Cushion(width_mm=KIT.cushion_mm))
    assert half.seen[:, 3].sum() < 0.7 * bands.seen[:, 3].sum()


def test_the_faces_that_a_camera_sees_lie_inward_of_their_noses() -> None:
    cushion = Cushion(width_mm=KIT.cushion_mm)
    low, above = (bands_of(BLANK, camera, KIT, cushion).seen[:, 4, 0] for camera in (LOW, ABOVE))
    assert low[NAMES.index("bottom")].mean() < -0.2  # the far one, as the low camera sees it
    assert low[NAMES.index("top")].mean() > 0.2
    assert np.all(np.abs(above) < 0.5)
