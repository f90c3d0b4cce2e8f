"""Pucks on a board are looked at as balls on a table are: the board is found, its pieces told by their kit's kinds."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from models.training.painter import painted, scene_on
from tracker.calibrate.fit.facing import end_of
from tracker.cli.main import main
from tracker.store.kits import find_kit

KIT = find_kit("novuss")
MISSED, ASTRAY = 1, 1
"""So many of some ten pieces may be missed, named wrongly, or be none."""


@pytest.mark.parametrize("number", [11])
def test_pieces_are_placed_and_named_on_a_board_that_nobody_has_measured(
    number: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    scene = scene_on(np.random.default_rng((1, number)), KIT, (960, 540))
    cv2.imwrite(str(tmp_path / "board.png"), painted(scene).picture)
    end = end_of(scene.camera, scene.kit)
    assert main(["look", str(tmp_path / "board.png"), "--table", "novuss", "--baulk", end, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert set(told["counts"]) == {"striker", "a", "b"}
    due = [(ball.ball, ball.at_mm[:2]) for ball in scene.balls]
    seen = [(ball["ball"], (ball["x_mm"], ball["y_mm"])) for ball in told["balls"]]
    right = [any(_is_same(one, other) for other in seen) for one in due]
    assert sum(right) >= len(due) - MISSED
    assert sum(not any(_is_same(one, other) for other in due) for one in seen) <= ASTRAY


def _is_same(one: tuple[str, tuple[float, float]], other: tuple[str, tuple[float, float]]) -> bool:
    """Tell whether two pieces are of one kind and lie within half a puck's radius: drawn boards vary."""
    return one[0] == other[0] and float(np.hypot(*np.subtract(one[1], other[1]))) < KIT.ball_radius_mm / 2
