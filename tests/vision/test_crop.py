"""The network's picture holds the whole table at the size of ball that it knows, and boxes find their way back."""

from dataclasses import replace

import drawn_tables
import numpy as np
import pytest

from tracker.domain.errors import CalibrationUnreadable
from tracker.networks.inputs import STRIDE
from tracker.store.kits import find_kit
from tracker.vision.detector import Detections
from tracker.vision.looking.crop import MOST_PX, crop_round

KIT = find_kit("snooker-12ft")
CAMERAS = {"behind": drawn_tables.behind_the_end(KIT), "overhead": drawn_tables.overhead(KIT)}


@pytest.mark.parametrize("camera", CAMERAS)
@pytest.mark.parametrize("ball_px", [10.0, 16.0, 30.0])
def test_canvas_fits_the_network_and_its_limit(camera: str, ball_px: float) -> None:
    crop = crop_round(CAMERAS[camera], KIT, ball_px)
    picture = drawn_tables.draw(CAMERAS[camera], KIT, [])
    seen = crop.cut(picture)
    assert seen.shape[0] % STRIDE == 0
    assert seen.shape[1] % STRIDE == 0
    assert seen.shape[0] * seen.shape[1] < MOST_PX * 1.2


@pytest.mark.parametrize("camera", CAMERAS)
def test_a_place_in_the_cut_goes_back_to_where_it_was(camera: str) -> None:
    calibration = CAMERAS[camera]
    picture = np.zeros((720, 1280, 3), np.uint8)
    u, v = np.round(calibration.camera.project_on([[500.0, 1200.0]], KIT.ball_radius_mm)[0]).astype(int)
    picture[v - 4 : v + 5, u - 4 : u + 5] = 255
    crop = crop_round(calibration, KIT, 12.0)
    seen = crop.cut(picture)[:, :, 0].astype(float)
    seen[seen == 114] = 0
    mass = np.array([(seen.sum(0) * np.arange(seen.shape[1])).sum(), (seen.sum(1) * np.arange(seen.shape[0])).sum()])
    middle = mass / seen.sum()
    box = Detections(boxes_px=np.tile(middle, 2)[None], odds=np.ones((1, 1)), sure=np.ones(1), kinds=("red",))
    assert crop.back(box).centres_px[0] == pytest.approx([u, v], abs=0.15)
    assert crop.into(np.array([[u, v]]))[0] == pytest.approx(middle, abs=0.15 * crop.scale.max())


@pytest.mark.parametrize(
    ("origin_mm", "says"), [((1e6, 0.0, 9000.0), "outside the picture"), ((0.0, 0.0, -1e5), "behind the camera")]
)
def test_a_calibration_by_which_the_table_is_out_of_view_is_refused(
    origin_mm: tuple[float, float, float], says: str
) -> None:
    known = CAMERAS["overhead"]
    elsewhere = replace(known, camera=replace(known.camera, translation=np.array(origin_mm)))
    with pytest.raises(CalibrationUnreadable, match=says):
        crop_round(elsewhere, KIT, 12.0)


@pytest.mark.parametrize("camera", CAMERAS)
def test_every_pocket_is_inside_the_cut(camera: str) -> None:
    crop = crop_round(CAMERAS[camera], KIT, 16.0)
    falls = CAMERAS[camera].camera.project_on([p.fall for p in KIT.pockets], 0.0)
    assert (falls >= [crop.left, crop.top]).all()
    assert (falls <= [crop.left + crop.width, crop.top + crop.height]).all()
