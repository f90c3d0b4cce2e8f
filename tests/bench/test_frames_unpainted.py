"""Whole frames without pictures: what is played is told and scored as it was, and balls hide behind who is in view."""

from pathlib import Path

import numpy as np
import pytest

from bench.frames_unpainted import MEASURING, behind_limb, dressed_shoot, main, told
from models.training.frames.games import game_of
from models.training.frames.play import play_frame
from models.training.painter.cameras import Stand, camera_at
from models.training.painter.scene import Limb
from tracker.store.kits import find_kit

FIRST_STROKES = 5


def test_the_strokes_of_a_frame_are_told_and_scored_as_they_were_played(tmp_path: Path) -> None:
    game = game_of("snooker-2024", four=False, target=None)
    frame = play_frame(game, game.kit, 6001, reds=2, most=FIRST_STROKES)

    found = told(frame, dressed_shoot(frame, 6001, "high", 25, (1280, 720)), tmp_path / "frame")

    assert (found.strokes, found.found, found.extra) == (FIRST_STROKES, FIRST_STROKES, 0)
    assert (found.first_hits, found.pots, found.points) == (FIRST_STROKES, FIRST_STROKES, FIRST_STROKES)
    assert found.score == found.due


def test_an_arm_hides_what_lies_behind_it_and_nothing_before_it() -> None:
    camera = camera_at(find_kit(), Stand(azimuth_deg=180, elevation_deg=30, distance_mm=8000), (1280, 720))
    balls = np.array([(889.0, 2000.0), (889.0, 600.0), (300.0, 2000.0)])
    centres = camera.project_on(balls, 26.0)
    depth = np.linalg.norm(np.column_stack([balls, np.full(3, 26.0)]) - camera.centre_mm, axis=1)
    arm = Limb(points_mm=((789.0, 1700.0, 150.0), (989.0, 1700.0, 150.0)), radii_mm=(120.0, 120.0), colour=(0, 0, 0))

    assert behind_limb(camera, arm, centres, depth).tolist() == [True, False, False]


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (["--first", str(MEASURING - 1), "--count", "2"], "for measuring"),
        (["--rules", "novuss-2015", "--first", "6001", "--count", "1"], "flat pieces"),
    ],
)
def test_what_is_not_for_this_is_refused_in_one_line(
    asked: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main([*asked, "--out", str(tmp_path)])
    assert said in capsys.readouterr().err.splitlines()[-1]
