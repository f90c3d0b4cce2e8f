"""A cut or a knocked camera is noticed; players and changes of light are not taken for one."""

import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from tracker.calibrate.watch import TableWatch
from tracker.capture.picture import Image

sys.path.insert(0, str(Path(__file__).parent))
from drawn_table import drawn, standing_at

from tracker.calibrate.watch import start_watch, table_in_view
from tracker.geometry.calibration import Calibration
from tracker.store.kits import find_kit

KIT = find_kit()
CAMERA = standing_at(KIT, (889, 9800, 3700), 2.0)
VIEW = drawn(KIT, CAMERA)
CORNER = standing_at(KIT, (-2900, -2600, 3800), 0.9)
CUT = drawn(KIT, CORNER)


@pytest.fixture
def watch() -> TableWatch:
    calibration = Calibration(table=KIT.name, camera=CAMERA, error_px=0.3, error_mm=1.0, found_by="auto")
    begun, here = table_in_view(start_watch(calibration, KIT), VIEW)
    assert here
    return begun


def shifted(picture: Image, dx: float, dy: float) -> Image:
    size = picture.shape[1::-1]
    by = np.array([[1, 0, dx], [0, 1, dy]], np.float32)
    return np.asarray(cv2.warpAffine(picture, by, size, borderMode=cv2.BORDER_REPLICATE), np.uint8)


def test_the_view_stays_through_dim_and_bright_light(watch: TableWatch) -> None:
    assert table_in_view(watch, (VIEW * 0.6).astype(np.uint8))[1]
    assert table_in_view(watch, np.clip(VIEW * 1.25, 0, 255).astype(np.uint8))[1]


def test_a_player_in_front_is_no_cut(watch: TableWatch) -> None:
    hidden = VIEW.copy()
    cv2.rectangle(hidden, (300, 250), (520, 719), (30, 30, 30), -1)
    after, here = table_in_view(watch, hidden)
    assert (here, after.knocked) == (True, False)


@pytest.mark.parametrize("knock", [(4, 0), (0, 4), (-6, 5), (12, 0), (0, -9), (7, 4)])
def test_a_knock_of_a_few_pixels_is_noticed(watch: TableWatch, knock: tuple[int, int]) -> None:
    after, here = table_in_view(watch, shifted(VIEW, *knock))
    assert (here, after.knocked) == (False, True)


@pytest.mark.parametrize("knock", [(7, 4), (4, 7), (-7, 4), (8, -4)])
def test_a_knock_between_the_places_tried_is_noticed_from_a_corner(knock: tuple[int, int]) -> None:
    calibration = Calibration(table=KIT.name, camera=CORNER, error_px=0.3, error_mm=1.0, found_by="auto")
    watch, here = table_in_view(start_watch(calibration, KIT), CUT)
    assert here
    assert not table_in_view(watch, shifted(CUT, *knock))[1]


def test_a_cut_is_noticed_and_so_is_the_return(watch: TableWatch) -> None:
    after, here = table_in_view(watch, CUT)
    assert not here
    assert table_in_view(after, VIEW)[1]


def test_a_watch_that_begins_in_another_view_waits_for_its_own() -> None:
    calibration = Calibration(table=KIT.name, camera=CAMERA, error_px=0.3, error_mm=1.0, found_by="auto")
    waiting, here = table_in_view(start_watch(calibration, KIT), CUT)
    assert not here
    assert table_in_view(waiting, VIEW)[1]


def test_a_picture_of_another_size_does_not_show_the_table(watch: TableWatch) -> None:
    assert not table_in_view(watch, VIEW[::2, ::2])[1]
