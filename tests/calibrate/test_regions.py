"""Where a network sees a table: its answer is laid over the picture exactly, whatever the picture's size."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from bench.looks import ASTRAY, off_of
from models.training.painter import painted
from models.training.painter.anywhere.chance import scene_anywhere
from models.training.painter.anywhere.none import without_table
from models.training.tables.regions import regions
from tracker.calibrate.features.regions import LEVELS, NOSES, WOOD, regions_of
from tracker.calibrate.find import find_table
from tracker.networks.onnx_runtime import OnnxNetwork
from tracker.networks.registry import TABLES
from tracker.store.kits import find_kit, snooker_kits

SURE = LEVELS / 2


class SeesWhite:
    """A network that tells of all regions what is white: half as large as what it is shown, as the real one does."""

    def answer(self, given: NDArray[np.float32]) -> NDArray[np.float32]:
        height, width = given.shape[2] // 2, given.shape[3] // 2
        return np.asarray(given.reshape(1, 3, height, 2, width, 2).mean(axis=(3, 5)), np.float32)


class SeesNothing:
    """A network that tells of no pixel to lie in any region."""

    def answer(self, given: NDArray[np.float32]) -> NDArray[np.float32]:
        return np.zeros((1, 3, given.shape[2] // 2, given.shape[3] // 2), np.float32)


def tables_are_told_by(network: SeesWhite | SeesNothing, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ask another network about tables; those for balls stay as they are."""
    usual = OnnxNetwork.usual
    monkeypatch.setattr(OnnxNetwork, "usual", lambda which: network if which == TABLES else usual(which))


@pytest.mark.parametrize(
    ("width", "height"), [(1280, 720), (1920, 1080), (1080, 1920), (1111, 777), (333, 517), (400, 200)]
)
def test_regions_lie_where_the_picture_shows_them(width: int, height: int, monkeypatch: pytest.MonkeyPatch) -> None:
    tables_are_told_by(SeesWhite(), monkeypatch)
    corners = np.array([[0.2, 0.3], [0.7, 0.3], [0.7, 0.8], [0.2, 0.8]]) * [width, height]
    picture = np.zeros((height, width, 3), np.uint8)
    cv2.fillConvexPoly(picture, np.rint(corners * 16).astype(np.int32), (255, 255, 255), cv2.LINE_AA, 4)
    told = regions_of(picture)[WOOD] > SURE
    due = picture[..., 0] > SURE
    assert told.shape == due.shape
    across = np.flatnonzero(told[height // 2])
    down = np.flatnonzero(told[:, width // 2])
    shown = np.flatnonzero(due[height // 2]), np.flatnonzero(due[:, width // 2])
    one_px = max(width, height) / 512  # of what the network was shown
    for got, want in ((across, shown[0]), (down, shown[1])):
        assert got[[0, -1]] == pytest.approx(want[[0, -1]], abs=max(0.5 * one_px, 1.0))


@pytest.mark.parametrize("seed", [5101, 5102, 5103, 5104])
def test_a_table_is_told_from_what_lies_round_it(seed: int) -> None:
    scene = scene_anywhere(seed)
    picture = painted(scene).picture
    due = regions(scene.camera, scene.kit, (picture.shape[1], picture.shape[0])) > SURE
    told = regions_of(picture).transpose(1, 2, 0) > SURE
    for region in (WOOD, NOSES):
        both, either = (told & due)[..., region].sum(), (told | due)[..., region].sum()
        assert both / either > 0.9


@pytest.mark.parametrize("seed", [7011, 7012, 7025, 7327])
def test_a_table_is_found_whose_colours_lead_astray(seed: int) -> None:
    """A grey cloth in daylight with a person before it, a black one with a corner out of view, a grey one.

    The last is grey with a corner out of view, too: it is nearly found, and borne out once its cushions are read.
    """
    scene = scene_anywhere(seed)
    found = find_table([painted(scene).picture], snooker_kits())
    assert off_of(scene, found.camera, find_kit(found.table)) < ASTRAY


@pytest.mark.parametrize("seed", [5101, 5103])
def test_a_table_of_which_the_network_tells_nothing_is_found_by_its_colours(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables_are_told_by(SeesNothing(), monkeypatch)
    scene = scene_anywhere(seed)
    found = find_table([painted(scene).picture], snooker_kits())
    assert off_of(scene, found.camera, find_kit(found.table)) < ASTRAY


@pytest.mark.parametrize("seed", [5100, 5101, 5102, 5103])
def test_of_a_room_without_a_table_hardly_anything_is_told_to_be_one(seed: int) -> None:
    _, picture = without_table(seed)
    assert np.mean(regions_of(picture)[WOOD] > SURE) < 0.02
