"""Calibrations as `calibration.json`: written whole, and read back only when every number in it makes sense."""

import json
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tracker.domain.errors import CalibrationUnreadable
from tracker.domain.table.kit import Kit
from tracker.geometry.calibration import Calibration
from tracker.geometry.camera import Camera
from tracker.store.files import write_whole

SCHEMA = 1
MOST_PX, MOST_BENT, MOST_TURNED, MOST_MM = 1e6, 1e3, 10.0, 1e6
"""No camera has a longer focal length, no lens bends light more, no turn (rad) and no way (mm) is longer."""
REMEDY = "make a new one with `cuewatch calibrate`"

Array = NDArray[np.float64]


def calibration_record(calibration: Calibration, kit: Kit) -> dict[str, Any]:
    """Return the plain values of `calibration.json`; `kit` gives the height of the ball centres."""
    camera = calibration.camera
    return {
        "schema": SCHEMA,
        "table": calibration.table,
        "image_size": list(camera.image_size),
        "camera_matrix": camera.matrix.tolist(),
        "distortion": camera.distortion.tolist(),
        "rotation": camera.rotation.tolist(),
        "translation": camera.translation.tolist(),
        "cloth_to_image": camera.plane_homography(0.0).tolist(),
        "ball_plane_to_image": camera.plane_homography(kit.ball_radius_mm).tolist(),
        "error_px": _rounded(calibration.error_px),
        "error_mm": _rounded(calibration.error_mm),
        "found_by": calibration.found_by,
        "baulk_sure": round(calibration.baulk_sure, 4),
        "notes": list(calibration.notes),
    }


def _rounded(number: float) -> float | None:
    return round(number, 3) if np.isfinite(number) else None


def calibration_text(calibration: Calibration, kit: Kit) -> str:
    """Return the whole text of `calibration.json`."""
    return json.dumps(calibration_record(calibration, kit), indent=1) + "\n"


def write_calibration(path: Path, calibration: Calibration, kit: Kit) -> None:
    """Write `calibration` to `path`, whole or not at all."""
    write_whole(path, calibration_text(calibration, kit))


def read_calibration(path: Path, image_size: tuple[int, int] | None = None) -> Calibration:
    """Return the calibration in `path`.

    Args:
        path: a `calibration.json`.
        image_size: width and height of the pictures that it is wanted for, where known.

    Raises:
        CalibrationUnreadable: missing, empty, not JSON, of another schema, broken, or made for other pictures.
    """
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as trouble:
        raise CalibrationUnreadable(f"calibration {path} cannot be read ({_short(trouble)}): {REMEDY}") from trouble
    if not text.strip():
        raise CalibrationUnreadable(f"calibration {path} is empty: {REMEDY}")
    found = calibration_from(text, str(path))
    if image_size is not None and found.camera.image_size != tuple(image_size):
        made, wanted = found.camera.image_size, image_size
        raise CalibrationUnreadable(
            f"calibration {path} was made for pictures of {made[0]}x{made[1]}, "
            f"these are {wanted[0]}x{wanted[1]}: {REMEDY}"
        )
    return found


def calibration_from(text: str, where: str) -> Calibration:
    """Return the calibration that the JSON `text` describes; `where` names its origin in messages.

    Raises:
        CalibrationUnreadable: it is not one.
    """
    try:
        data = json.loads(text)
        if not isinstance(data, dict):
            raise TypeError("not an object")
        if data["schema"] != SCHEMA:
            raise ValueError(f"its schema is {data['schema']!r}, not {SCHEMA}")
        return _calibration(data)
    except KeyError as trouble:
        raise CalibrationUnreadable(f"calibration {where} lacks {trouble}: {REMEDY}") from trouble
    except (TypeError, ValueError, AttributeError, OverflowError, RecursionError) as trouble:
        raise CalibrationUnreadable(f"calibration {where} is broken ({_short(trouble)}): {REMEDY}") from trouble


def _calibration(data: dict[str, Any]) -> Calibration:
    width, height = (int(side) for side in data["image_size"])
    if not (1 <= width <= MOST_PX and 1 <= height <= MOST_PX):
        raise ValueError(f"image_size {width}x{height}")
    camera = Camera(
        image_size=(width, height),
        matrix=_numbers(data, "camera_matrix", (3, 3), MOST_PX),
        distortion=_numbers(data, "distortion", (5,), MOST_BENT),
        rotation=_numbers(data, "rotation", (3,), MOST_TURNED),
        translation=_numbers(data, "translation", (3,), MOST_MM),
    )
    _must_see_a_table(camera)
    return Calibration(
        table=str(data["table"]),
        camera=camera,
        error_px=_error(data.get("error_px")),
        error_mm=_error(data.get("error_mm")),
        found_by=str(data.get("found_by", "auto")),
        baulk_sure=_share(data.get("baulk_sure", 1.0)),
        notes=tuple(str(note) for note in data.get("notes", ())),
    )


def _numbers(data: dict[str, Any], key: str, shape: tuple[int, ...], most: float) -> Array:
    numbers = np.array(data[key], dtype=float)
    if numbers.shape != shape:
        raise ValueError(f"{key} must have shape {shape}, got {numbers.shape}")
    if not np.all(np.isfinite(numbers)):
        raise ValueError(f"{key} holds a number that is not finite")
    if np.any(np.abs(numbers) > most):
        raise ValueError(f"{key} holds a number beyond {most:g}")
    return numbers


def _error(value: Any) -> float:
    error = float("nan") if value is None else float(value)
    if not (np.isnan(error) or 0 <= error <= MOST_MM):
        raise ValueError(f"an error of {error:g}")
    return error


def _share(value: Any) -> float:
    share = float(value)
    if not 0 <= share <= 1:
        raise ValueError(f"baulk_sure {share:g} is none of 0 to 1")
    return share


def _must_see_a_table(camera: Camera) -> None:
    focal = camera.matrix[[0, 1], [0, 1]]
    if np.any(focal <= 0) or not np.array_equal(camera.matrix[2], [0, 0, 1]):
        raise ValueError("camera_matrix is not that of a camera")
    if camera.centre_mm[2] <= 0:
        raise ValueError("the camera lies below the cloth")


def _short(trouble: Exception) -> str:
    if isinstance(trouble, OSError) and trouble.strerror:
        return trouble.strerror.lower()
    return str(trouble).splitlines()[0] if str(trouble) else type(trouble).__name__
