"""Pictures that the network for tables learns from: regions lie where the table is, and stay on it however it moves."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from bench.tables import drawn_scene
from models.training.painter import paint
from models.training.painter.anywhere.chance import scene_anywhere
from models.training.painter.anywhere.none import without_table
from models.training.tables.draw import example, scene_of
from models.training.tables.examples import SHAPES, Example, changed, fitted, read
from models.training.tables.photographs import labelled
from models.training.tables.regions import regions
from tracker.calibrate.fit.pose import rectangle

SIZE = (640, 360)


@pytest.mark.parametrize("seed", [5110, 5111, 5112])
def test_regions_end_at_noses_and_wood(seed: int) -> None:
    scene = scene_anywhere(seed)
    told = regions(scene.camera, scene.kit, scene.camera.image_size)
    for region, behind_mm in ((0, scene.kit.cushion_mm), (1, 0.0)):
        for within_mm, is_told in ((-12.0, True), (12.0, False)):
            corners = rectangle(scene.kit, behind_mm + within_mm)
            sides = np.concatenate([a + np.linspace(0.1, 0.9, 9)[:, None] * (b - a) for a, b in
                                    zip(corners, np.roll(corners, -1, axis=0), strict=True)])  # fmt: skip
            at = np.rint(scene.camera.project(sides)).astype(int)
            inside = np.all((at >= 0) & (at < np.array(scene.camera.image_size)), axis=1)
            columns, rows = at[inside].T
            assert np.mean((told[rows, columns, region] > 0) == is_told) > 0.9


def test_of_twelve_numbers_one_shows_no_table_for_snooker() -> None:
    assert [number for number in range(24) if scene_of(number) is None] == [11, 23]
    _, told = example(11)
    assert not told.any()


@pytest.mark.parametrize("shape", SHAPES)
def test_regions_move_with_the_picture(shape: tuple[int, int]) -> None:
    seen = np.zeros((*SIZE[::-1], 3), np.uint8)
    seen[100:250, 200:450] = 255
    rng, same = np.random.default_rng(1), Example(picture=seen, regions=seen)
    for _ in range(5):
        moved = changed(rng, same, shape)
        assert moved.picture.shape == moved.regions.shape == (shape[1], shape[0], 3)
        within, beyond = (moved.picture[(moved.regions[..., 0] > 127) == is_in].mean() for is_in in (True, False))
        assert within > beyond + 20
    whole = fitted(same, shape)
    assert np.array_equal(whole.regions > 127, np.where(whole.picture == 114, 0, whole.picture) > 127)


def test_a_photograph_is_labelled_by_its_own_edges(tmp_path: Path) -> None:
    scene = drawn_scene(5)
    assert scene.kit.name == "snooker-12ft"
    cv2.imwrite(str(tmp_path / "one.jpg"), paint(scene), [cv2.IMWRITE_JPEG_QUALITY, 98])
    (tmp_path / "out").mkdir()
    assert labelled(tmp_path / "one.jpg", tmp_path / "out")
    (kept,) = read(tmp_path / "out")
    due = regions(scene.camera, scene.kit, kept.picture.shape[1::-1]) > 127
    told = kept.regions > 127
    assert all((told & due)[..., k].sum() / (told | due)[..., k].sum() > 0.97 for k in (0, 1))


def test_a_picture_that_shows_no_table_is_not_labelled(tmp_path: Path) -> None:
    _, room = without_table(5105)
    cv2.imwrite(str(tmp_path / "room.jpg"), room)
    assert not labelled(tmp_path / "room.jpg", tmp_path)
