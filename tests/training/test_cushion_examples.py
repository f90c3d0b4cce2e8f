"""What the network for cushions learns from: rows at which noses and wood are seen, however a band is laid."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from bench.tables import drawn_scene
from models.training.cushions.draw import draw
from models.training.cushions.examples import TableLabel, laid_aside, read, relit
from models.training.cushions.photographs import labelled
from models.training.painter import paint
from models.training.painter.anywhere.chance import scene_anywhere
from models.training.painter.anywhere.none import without_table
from models.training.painter.furniture import SLOPE_MM
from models.training.tables.regions import regions
from tracker.calibrate.features.cushions.bands import COLUMNS, ROWS
from tracker.calibrate.features.lines import Cushion


@pytest.mark.parametrize("seed", [5110, 5111, 5112])
def test_colours_change_where_the_rows_are_that_are_taught(seed: int) -> None:
    """Beyond the wood's edge lies another colour than before it: the edge is where it is said to be."""
    scene = scene_anywhere(seed)
    label = TableLabel(
        camera=scene.camera, table=scene.note["table"], nose_height_mm=scene.kit.nose_height_mm,
        cushion=Cushion(width_mm=scene.kit.cushion_mm, rise_mm=SLOPE_MM),
    )  # fmt: skip
    one = laid_aside(np.random.default_rng(seed), paint(scene), label, is_plain=True)
    assert one.seen.shape == (6, 6, ROWS, COLUMNS)
    assert one.rows.shape == one.counts.shape == (6, 2, COLUMNS)
    columns = np.arange(COLUMNS)
    differ, same = [], []
    for n in range(6):
        rows = np.rint(one.rows[n, 1]).astype(int)
        good = one.counts[n, 1] & (rows > 6) & (rows < ROWS - 7)
        colours = one.seen[n, :3][:, :, columns[good]]
        at = np.arange(good.sum())
        before, beyond, farther = (colours[:, rows[good] + step, at] for step in (-3, 3, 6))
        differ.append(np.median(np.abs(before - beyond).sum(0)))
        same.append(np.median(np.abs(beyond - farther).sum(0)))
    assert np.median(differ) > 3 * np.median(same)


@pytest.mark.parametrize("seed", [5110, 5111, 5112])
def test_the_rows_that_are_taught_are_those_in_which_noses_lie(seed: int) -> None:
    """In a picture that is light within the noses and dark beyond them light ends at the rows that are told."""
    scene = scene_anywhere(seed)
    picture = np.repeat(regions(scene.camera, scene.kit, scene.camera.image_size)[..., 1:2], 3, axis=2)
    label = TableLabel(
        camera=scene.camera, table=scene.note["table"], nose_height_mm=scene.kit.nose_height_mm,
        cushion=Cushion(width_mm=scene.kit.cushion_mm),
    )  # fmt: skip
    one = laid_aside(np.random.default_rng(seed), picture, label, is_plain=True)
    assert np.std(one.rows[:, 0]) > 1  # they are laid beside their places
    due = one.rows[:, 0][one.counts[:, 0]]
    told = np.sum(one.seen[:, 0], axis=1)[one.counts[:, 0]] - 0.5  # so many rows are light
    assert np.median(np.abs(told - due)) < 0.7


def test_light_changes_colours_and_nothing_else() -> None:
    seen = np.random.default_rng(1).uniform(0, 1, (6, 6, ROWS, COLUMNS)).astype(np.float32)
    other = relit(np.random.default_rng(2), seen)
    assert np.array_equal(other[:, 3:], seen[:, 3:])
    assert not np.allclose(other[:, :3], seen[:, :3])
    assert 0 <= other[:, :3].min() <= other[:, :3].max() <= 1


def test_pictures_are_drawn_with_their_cameras_and_read_again(tmp_path: Path) -> None:
    for number in (10, 11):  # the second shows no table
        draw((number, tmp_path))
    (one,) = read(tmp_path)
    assert one.label.camera.image_size == np.asarray(cv2.imread(str(one.file))).shape[1::-1]
    assert one.label.table == "snooker-12ft"


def test_a_photograph_is_labelled_by_what_is_found_in_it(tmp_path: Path) -> None:
    scene = drawn_scene(5)
    cv2.imwrite(str(tmp_path / "one.jpg"), paint(scene), [cv2.IMWRITE_JPEG_QUALITY, 98])
    (tmp_path / "out").mkdir()
    assert labelled(tmp_path / "one.jpg", tmp_path / "out")
    (kept,) = read(tmp_path / "out")
    corners = np.array([[0, 0], [scene.kit.width_mm, 0], [0, scene.kit.length_mm]])
    due, got = (camera.project_on(corners, 0.0) for camera in (scene.camera, kept.label.camera))
    turned = kept.label.camera.project_on(np.array([scene.kit.width_mm, scene.kit.length_mm]) - corners, 0.0)
    assert min(np.abs(got - due).max(), np.abs(turned - due).max()) < 6


def test_a_room_is_not_labelled(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "room.jpg"), without_table(5105)[1])
    assert not labelled(tmp_path / "room.jpg", tmp_path)
