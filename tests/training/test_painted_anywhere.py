"""Tables of any look are painted the same for the same seed, and whole but for what is meant to hide them."""

from functools import cache
from pathlib import Path

import numpy as np
import pytest

from models.training.drawn import draw_anywhere, write_anywhere
from models.training.painter.anywhere.chance import scene_anywhere
from models.training.painter.anywhere.none import without_table
from models.training.painter.anywhere.stands import lens_deg, out_of_view
from models.training.painter.light import covered
from models.training.painter.scene import Pool, Scene
from tracker.store.kits import find_kit


@cache
def scenes() -> tuple[Scene, ...]:
    return tuple(scene_anywhere(seed) for seed in range(60))


def test_a_seed_gives_the_same_scene() -> None:
    one, again = scene_anywhere(3), scene_anywhere(3)
    assert (one.kit, one.note, one.balls, one.limbs, one.seed) == (
        again.kit,
        again.note,
        again.balls,
        again.limbs,
        again.seed,
    )
    assert np.array_equal(without_table(1)[1], without_table(1)[1])


def test_a_corner_is_out_of_the_picture_where_that_is_meant_and_nowhere_else() -> None:
    for scene in scenes():
        out, share = out_of_view(scene.camera, find_kit(scene.note["table"]))
        assert (1 <= out <= 2) if scene.note["hidden"] == "corner cut" else out == 0
        assert share > 0.9


def test_no_set_has_more_balls_than_it_holds_and_wide_lenses_are_wide() -> None:
    for scene in scenes():
        names = [ball.ball for ball in scene.balls]
        assert all(names.count(name) <= count for name, count in scene.kit.pieces.items())
        if scene.note["camera"] == "wide" and scene.note["hidden"] != "corner cut":
            assert 60 < lens_deg(scene.camera) < 125


def test_every_look_that_is_named_comes_up() -> None:
    notes = [scene.note for scene in scenes()]
    for name, least in (("cloth", 6), ("camera", 6), ("hidden", 4), ("rails", 3), ("pockets", 3), ("marks", 2)):
        assert len({note[name] for note in notes}) == least


@pytest.mark.parametrize(
    ("square", "at", "share"), [(False, (90.0, 0.0), 0.1), (False, (80.0, 80.0), 0.0), (True, (80.0, 80.0), 0.2)]
)
def test_a_pool_of_light_fades_to_its_edge(square: bool, at: tuple[float, float], share: float) -> None:
    pool = Pool(at_mm=(0.0, 0.0), reach_mm=(100.0, 100.0), square=square)
    assert covered(pool, np.array(at)) == pytest.approx(share)


def test_what_is_learnt_of_them_are_boxes_of_balls_that_are_in_the_picture() -> None:
    for seed in (3, 4):
        picture, rows = draw_anywhere(seed)
        scene = scene_anywhere(seed)
        middles = scene.camera.project(np.array([ball.at_mm for ball in scene.balls]))
        assert 0 < len(rows) <= len(scene.balls)
        for _, u, v, width, height in rows:  # pixels are counted from their corners there
            off_px = np.linalg.norm(middles - (u - 0.5, v - 0.5), axis=1).min()
            assert off_px < 0.3
            assert 0.7 < width / height < 1.4
        assert picture.shape[:2] == scene.camera.image_size[::-1]


def test_crops_of_them_are_the_same_for_the_same_seed(tmp_path: Path) -> None:
    for folder in ("one", "other"):
        write_anywhere(tmp_path / folder, 1, 5)
    made = sorted(path.relative_to(tmp_path / "one") for path in (tmp_path / "one").rglob("*.*"))
    assert [path.suffix for path in made] == [".jpg", ".jpg", ".txt", ".txt"]
    for path in made:
        assert (tmp_path / "one" / path).read_bytes() == (tmp_path / "other" / path).read_bytes()
