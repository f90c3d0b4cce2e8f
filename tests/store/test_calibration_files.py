"""A calibration file is read back as it was written, or refused in one clear line."""

import json
from pathlib import Path

import numpy as np
import pytest

from tracker.domain.errors import CalibrationUnreadable
from tracker.geometry.calibration import Calibration
from tracker.geometry.camera import Camera
from tracker.store.calibrations import calibration_record, calibration_text, read_calibration, write_calibration
from tracker.store.kits import find_kit

KIT = find_kit()
CAMERA = Camera(
    image_size=(1280, 720),
    matrix=np.array([[2600.0, 0, 639.5], [0, 2600.0, 359.5], [0, 0, 1]]),
    distortion=np.array([0.1, 0, 0, 0, 0]),
    rotation=np.array([2.0, 0.1, 0.05]),
    translation=np.array([-900.0, 700.0, 9000.0]),
)
CALIBRATION = Calibration(
    table=KIT.name, camera=CAMERA, error_px=0.31, error_mm=1.2, found_by="auto", baulk_sure=0.8, notes=("look",)
)


def test_what_was_written_is_read_back(tmp_path: Path) -> None:
    path = tmp_path / "calibration.json"
    write_calibration(path, CALIBRATION, KIT)
    back = read_calibration(path, (1280, 720))
    assert (back.table, back.error_px, back.found_by, back.baulk_sure) == (KIT.name, 0.31, "auto", 0.8)
    assert back.notes == ("look",)
    points = [(0, 0, 0), (1778, 3569, 36.5), (400, 900, 26.25)]
    assert np.allclose(back.camera.project(points), CAMERA.project(points))


def test_the_record_holds_the_promised_keys_and_planes() -> None:
    record = calibration_record(CALIBRATION, KIT)
    promised = (
        "schema table image_size camera_matrix distortion rotation translation cloth_to_image ball_plane_to_image"
    )
    assert set(f"{promised} error_px error_mm found_by".split()) <= set(record)
    flat = np.array(record["ball_plane_to_image"]) @ [500.0, 900.0, 1.0]
    straight = Camera(
        image_size=CAMERA.image_size, matrix=CAMERA.matrix, distortion=np.zeros(5), rotation=CAMERA.rotation,
        translation=CAMERA.translation,
    )  # fmt: skip
    assert np.allclose(flat[:2] / flat[2], straight.project_on([(500, 900)], KIT.ball_radius_mm)[0])


def test_an_error_that_is_not_known_is_null_and_read_as_nan(tmp_path: Path) -> None:
    path = tmp_path / "c.json"
    unknown = Calibration(
        table=KIT.name, camera=CAMERA, error_px=float("nan"), error_mm=float("nan"), found_by="points"
    )
    write_calibration(path, unknown, KIT)
    assert json.loads(path.read_text())["error_px"] is None
    assert np.isnan(read_calibration(path).error_px)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "is empty"),
        ("   \n", "is empty"),
        ("{not json", "is broken"),
        ("[1, 2]", "is broken"),
        (100_000 * "[", "is broken"),
        ('{"schema": 1}', "lacks"),
        ('{"schema": 99}', "schema"),
    ],
)
def test_broken_files_are_refused_in_one_line(tmp_path: Path, text: str, says: str) -> None:
    path = tmp_path / "calibration.json"
    path.write_text(text)
    with pytest.raises(CalibrationUnreadable, match=says) as refusal:
        read_calibration(path)
    assert "\n" not in str(refusal.value)
    assert str(path) in str(refusal.value)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("camera_matrix", [[1, 2], [3, 4]]),
        ("rotation", [0, "x", 0]),
        ("translation", [0, 0, None]),
        ("distortion", [float("nan")] * 5),
        ("image_size", [0, 720]),
        ("camera_matrix", [[-5, 0, 0], [0, 5, 0], [0, 0, 1]]),
        ("translation", [0, 0, -9000]),
        ("translation", [0, 0, 1e308]),
        ("translation", [-900, 700, 10**400]),
        ("rotation", [1e308, 1e308, 1e308]),
        ("rotation", [2.0, 0.1, 1e5]),
        ("distortion", [1e308] * 5),
        ("camera_matrix", [[1e308, 0, 639.5], [0, 1e308, 359.5], [0, 0, 1]]),
        ("camera_matrix", [[2600, 0, -1e308], [0, 2600, 359.5], [0, 0, 1]]),
        ("image_size", [1e308, 720]),
        ("image_size", [float("inf"), 720]),
        ("image_size", [10**9, 720]),
        ("baulk_sure", float("nan")),
        ("baulk_sure", 1e308),
        ("error_px", 1e308),
        ("error_mm", -1),
    ],
)
def test_numbers_that_make_no_sense_are_refused(tmp_path: Path, key: str, value: list[object]) -> None:
    path = tmp_path / "calibration.json"
    path.write_text(json.dumps(json.loads(calibration_text(CALIBRATION, KIT)) | {key: value}))
    with pytest.raises(CalibrationUnreadable):
        read_calibration(path)


def test_a_missing_file_and_other_pictures_are_refused(tmp_path: Path) -> None:
    with pytest.raises(CalibrationUnreadable, match="cannot be read"):
        read_calibration(tmp_path / "none.json")
    path = tmp_path / "calibration.json"
    write_calibration(path, CALIBRATION, KIT)
    with pytest.raises(CalibrationUnreadable, match="1920x1080"):
        read_calibration(path, (1920, 1080))
