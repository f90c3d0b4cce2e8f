"""A film whose pictures are patched is the film that the painter would have painted whole."""

import json
from dataclasses import replace
from pathlib import Path

import av
import numpy as np
import pytest

from models.training.frames.film import write_frame
from models.training.frames.games import game_of
from models.training.frames.patchwork import Patchwork
from models.training.frames.people import cast_of
from models.training.frames.play import play_frame
from models.training.frames.timeline import timeline_of
from models.training.frames.turns import Frame
from models.training.frames.views import Shoot, shoot_for
from models.training.painter import Painter
from models.training.painter.cameras import camera_at
from models.training.painter.scene import Strip
from tracker.cli.evaluation.run_and_truth import read_truth
from tracker.store.kits import find_kit

SMALL = (320, 180)


@pytest.fixture(scope="module")
def frame() -> Frame:
    return play_frame(game_of("snooker-2024"), find_kit(), 40, reds=1, most=2)


def small(view: str, rate: int = 5) -> Shoot:
    return shoot_for(find_kit(), 40, view, ("A", "B"), rate, SMALL)


@pytest.mark.parametrize("view", ["baulk", "overhead", "corner"])
def test_a_patched_picture_is_the_painters_picture(frame: Frame, view: str) -> None:
    shoot = small(view)
    camera, look = camera_at(frame.kit, shoot.stand, SMALL), replace(shoot.look, noise=0.0)
    timeline = timeline_of(frame)
    cast = cast_of(frame, shoot, camera, timeline.reaches)
    whole, patched = Painter(frame.kit, camera, look), Patchwork(Painter(frame.kit, camera, look))
    moved = 0
    strike_s = frame.turns[0].at_s
    for t_s in (0.0, strike_s - 1, strike_s - 0.6, strike_s + 0.1, strike_s + 0.4, strike_s + 1.2, strike_s + 2):
        balls, limbs = timeline.drawn(t_s), cast.limbs(t_s)
        due = whole.paint(tuple(ball for _, ball in balls), limbs)
        got = patched.paint(balls, limbs)
        apart = np.abs(due.picture.astype(int) - got.picture)
        assert apart.max() <= 2  # one rounds where the other cuts off
        assert got.visible == due.visible
        moved += len(limbs) > 0
    assert moved >= 3


def test_a_small_film_is_drawn_and_read_back(frame: Frame, tmp_path: Path) -> None:
    write_frame(frame, small("baulk"), tmp_path / "one", quiet=True)
    truth = read_truth(tmp_path / "one" / "truth.json")
    with av.open(str(tmp_path / "one" / "clip.mp4")) as clip:
        pictures = [one.to_ndarray(format="bgr24") for one in clip.decode(video=0)]
    assert len(pictures) == len(truth.at_s) == int(frame.lasts_s * 5)
    assert pictures[0].shape == (180, 320, 3)
    assert len(truth.strokes) == len(frame.turns)
    record = json.loads((tmp_path / "one" / "truth.json").read_text("utf-8"))
    assert record["frame"]["score"] == list(frame.scoreline)
    assert [stroke["striker"] for stroke in record["strokes"]] == [turn.striker for turn in frame.turns]
    still = [i for i, t in enumerate(truth.at_s) if t > frame.turns[-1].rest_s + 0.5]
    rest = frame.turns[-1].played.places_mm[-1]
    for local, ball in enumerate(frame.turns[-1].ids):
        assert np.allclose(truth.places_mm[still[-1], ball], rest[local], atol=0.01, equal_nan=True)


def test_a_view_with_a_strip_is_refused() -> None:
    shoot = small("baulk")
    camera = camera_at(find_kit(), shoot.stand, SMALL)
    look = replace(shoot.look, strips=(Strip(box_px=(0, 0, 50, 10), colours=((0, 0, 0),), texts=("A",)),))
    with pytest.raises(ValueError, match="strips"):
        Patchwork(Painter(find_kit(), camera, look))
