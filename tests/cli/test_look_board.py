"""Pucks on a board are looked at as balls on a table are: the board is found, its pieces told by their kit's kinds."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from models.training.painter import painted, scene_on
from tracker.calibrate.boards import quarter_turned
from tracker.cli.main import main
from tracker.geometry.camera import Camera
from tracker.store.kits import find_kit

KIT = find_kit("novuss")


def test_pucks_are_placed_on_a_board_that_nobody_has_measured(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    scene = scene_on(np.random.default_rng((1, 11)), KIT, (1280, 720))
    cv2.imwrite(str(tmp_path / "board.png"), painted(scene).picture)
    assert main(["look", str(tmp_path / "board.png"), "--table", "novuss", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert set(told["counts"]) == {"striker", "a", "b"}
    places = np.array([(ball["x_mm"], ball["y_mm"]) for ball in told["balls"]])
    assert len(places) >= 5
    away = min(_off_mm(places, turned) for turned in _ways(scene.camera, [ball.at_mm[:2] for ball in scene.balls]))
    assert away < KIT.ball_radius_mm / 2


def _ways(camera: Camera, places: list[tuple[float, float]]) -> list[np.ndarray]:
    """Return the true places by each of the four names that a board's sides may have."""
    pixels, cameras = camera.project_on(places, KIT.lies_mm), [camera]
    for _ in range(3):
        cameras.append(quarter_turned(cameras[-1], KIT))
    return [one.place(pixels, KIT.lies_mm) for one in cameras]


def _off_mm(told: np.ndarray, true: np.ndarray) -> float:
    """Return how far off told places are, in the median, from the nearest true one: some boxes are of no piece."""
    return float(np.median(np.linalg.norm(told[:, None] - true[None], axis=2).min(axis=1)))
