"""Where a network sees noses and wood run is measured in the picture, and a table that lies beside them moves there."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from bench.looks import ASTRAY, off_of
from models.training.painter import paint
from models.training.painter.anywhere.chance import scene_anywhere
from models.training.painter.cameras import Stand, camera_at
from models.training.painter.furniture import SLOPE_MM
from tracker.calibrate.features.cushions.bands import COLUMNS, ROWS, row_of
from tracker.calibrate.features.cushions.told import cushion_edges
from tracker.calibrate.features.lines import Cushion, cushion_lines
from tracker.calibrate.fit.finish import table_nats
from tracker.calibrate.fit.pose import Sensor, rectangle
from tracker.calibrate.fit.quality import place_error_mm
from tracker.calibrate.fit.settle import edges_alone, settled
from tracker.calibrate.fit.softened import softened
from tracker.calibrate.fit.solve import CameraFit, Samples, Spotted, solve
from tracker.calibrate.fit.table_odds import judge
from tracker.geometry.camera import Camera
from tracker.networks.onnx_runtime import OnnxNetwork
from tracker.networks.registry import CUSHIONS
from tracker.store.kits import find_kit

KIT = find_kit()
SIZE = (1280, 720)
CUSHION = Cushion(width_mm=KIT.cushion_mm)
ABOVE = camera_at(KIT, Stand(azimuth_deg=0, elevation_deg=89, distance_mm=5500), SIZE)
BLANK = np.zeros((SIZE[1], SIZE[0], 3), np.float32)


class Tells:
    """A network that tells one depth of all noses, and one of all wood; of hidden cushions it knows none."""

    def __init__(self, nose: float, wood: float, hidden: int = 0) -> None:
        self.rows = [float(row_of(np.array(depth))) for depth in (nose, wood)]
        self.hidden = hidden

    def answer(self, given: NDArray[np.float32]) -> NDArray[np.float32]:
        grid = np.arange(ROWS)[:, None]
        odds = np.stack([np.exp(-((grid - row) ** 2)) * np.ones((1, COLUMNS // 2)) for row in self.rows])
        told = np.repeat(odds[None], len(given), axis=0)
        told[: self.hidden] = 1.0
        return np.asarray(told / told.sum(axis=2, keepdims=True), np.float32)


def cushions_are_told_by(network: Tells, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ask another network about cushions; all others stay as they are."""
    usual = OnnxNetwork.usual
    monkeypatch.setattr(OnnxNetwork, "usual", lambda which: network if which == CUSHIONS else usual(which))


def moved(camera: Camera, by_mm: tuple[float, float]) -> Camera:
    """Return a camera that sees the table so far beside where `camera` sees it."""
    return replace(camera, translation=camera.translation + camera.rotation_matrix @ np.array([*by_mm, 0.0]))


def test_what_is_told_of_a_band_lies_in_the_picture_where_the_band_has_it(monkeypatch: pytest.MonkeyPatch) -> None:
    cushions_are_told_by(Tells(nose=0.3, wood=1.2), monkeypatch)
    told = cushion_edges(BLANK, ABOVE, KIT, CUSHION)
    assert {(one.line.name, one.line.kind) for one in told} == {(li.name, li.kind) for li in cushion_lines(KIT)}
    for one in told:
        depth = 0.3 if one.line.kind == "nose" else 1.2
        points = one.line.points_mm + depth * CUSHION.width_mm * one.line.outward
        assert one.pixels == pytest.approx(ABOVE.project(points)[one.which], abs=0.2)
        assert one.seen_share == 1.0
        outward = ABOVE.project(points + one.line.outward) - ABOVE.project(points)
        assert np.all(np.sum(one.normals * outward[one.which], axis=1) > 0)


def test_of_a_cushion_of_which_the_network_is_not_sure_nothing_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    cushions_are_told_by(Tells(nose=0.0, wood=1.0, hidden=2), monkeypatch)
    told = cushion_edges(BLANK, ABOVE, KIT, CUSHION)
    assert {one.line.name for one in told} == {li.name for li in cushion_lines(KIT)[4:]}


def test_a_cushion_out_of_the_picture_is_not_told(monkeypatch: pytest.MonkeyPatch) -> None:
    cushions_are_told_by(Tells(nose=0.0, wood=1.0), monkeypatch)
    told = cushion_edges(BLANK[:, : SIZE[0] // 2], ABOVE, KIT, CUSHION)
    assert all(np.all(one.pixels[:, 0] <= SIZE[0] // 2) for one in told)
    assert 4 <= len(told) < 12


@pytest.mark.parametrize("seed", [5101, 5102, 5103, 5106])
def test_noses_and_wood_are_told_apart_from_the_shade_beside_them(seed: int) -> None:
    """By a table that is taken to lie 18 mm beside where it is, most places of most cushions are told to 4 mm."""
    scene = scene_anywhere(seed)
    true = Cushion(width_mm=scene.kit.cushion_mm, rise_mm=SLOPE_MM)
    told = cushion_edges(softened(paint(scene)).colours, moved(scene.camera, (12.0, -14.0)), scene.kit, true)
    off_mm = []
    for one in told:
        due = scene.camera.project(one.line.at(true))[one.which]
        away_px = np.abs(np.sum((one.pixels - due) * one.normals, axis=1))
        off_mm.append(float(np.median(away_px)) / one.px_per_mm)
    assert len(told) >= 8
    assert np.median(off_mm) < 4.0


@pytest.mark.parametrize("seed", [5101, 5102, 5103, 5106])
def test_a_table_that_is_found_a_little_beside_its_place_is_moved_there(seed: int) -> None:
    scene = scene_anywhere(seed)
    kit = find_kit(scene.note["table"])
    share = kit.length_mm / 3569
    start = CameraFit(camera=moved(scene.camera, (18.0 * share, -20.0 * share)), cushion=CUSHION, seen=())
    start = replace(start, cushion=Cushion(width_mm=kit.cushion_mm))
    sensor = Sensor(width_px=scene.camera.image_size[0], height_px=scene.camera.image_size[1])
    found = settled(softened(paint(scene)), start, sensor, kit, cushion_lines(kit))
    assert off_of(scene, start.camera, kit) > ASTRAY
    assert off_of(scene, found.camera, kit) < ASTRAY / 2


SCENE = scene_anywhere(5101)
DRAWN = softened(paint(SCENE))
SENSOR = Sensor(width_px=SCENE.camera.image_size[0], height_px=SCENE.camera.image_size[1])
TABLE = find_kit(SCENE.note["table"])
THERE = CameraFit(camera=SCENE.camera, cushion=Cushion(width_mm=SCENE.kit.cushion_mm), seen=())


def told_of(network: Tells, monkeypatch: pytest.MonkeyPatch) -> CameraFit:
    """Return where a drawn table settles from its true place, if a network tells this of its cushions."""
    cushions_are_told_by(network, monkeypatch)
    return settled(DRAWN, THERE, SENSOR, TABLE, cushion_lines(TABLE))


def test_along_a_cushion_that_is_not_told_no_edge_is_believed_and_its_end_is_said_to_be_loose(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    whole, hidden = (told_of(Tells(nose=0.0, wood=1.0, hidden=n), monkeypatch) for n in (0, 1))
    end = cushion_lines(TABLE)[0].name
    assert end in {one.line.name for one in whole.seen}
    assert end not in {one.line.name for one in hidden.seen}
    errors_mm = [place_error_mm(fit, SENSOR, TABLE) for fit in (whole, hidden)]
    assert errors_mm[1] > 3 * errors_mm[0]
    assert off_of(SCENE, hidden.camera, TABLE) < 0.02  # it does not run away


def test_where_nothing_is_told_edges_are_all_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    alone = told_of(Tells(nose=0.0, wood=1.0, hidden=6), monkeypatch)
    assert len({(one.line.kind, one.line.name) for one in alone.seen}) > 8
    assert off_of(SCENE, alone.camera, TABLE) < ASTRAY


def test_how_likely_a_table_is_the_picture_tells_and_not_what_the_network_tells_of_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told = told_of(Tells(nose=0.0, wood=1.0), monkeypatch)
    alone = edges_alone(told)
    assert [one.is_told for one in told.seen].count(True) >= len(cushion_lines(TABLE)) / 2
    assert alone.seen
    assert not any(one.is_told for one in alone.seen)
    assert judge(DRAWN, alone, TABLE).nats == table_nats(DRAWN, told, TABLE)


def test_a_line_that_is_seen_in_two_ways_counts_as_one(monkeypatch: pytest.MonkeyPatch) -> None:
    cushions_are_told_by(Tells(nose=0.0, wood=1.0), monkeypatch)
    told = cushion_edges(BLANK, ABOVE, KIT, CUSHION)
    once, twice = Samples.of(told), Samples.of((*told, *told))
    assert np.sum(twice.weight**2) == pytest.approx(np.sum(once.weight**2))
    start = CameraFit(camera=ABOVE, cushion=CUSHION, seen=())
    sensor = Sensor(width_px=SIZE[0], height_px=SIZE[1])
    one, two = (solve(start, seen, sensor, KIT) for seen in (told, (*told, *told)))
    assert len(one.swayed) == len(two.swayed) == len(told)
    assert two.swayed == pytest.approx(one.swayed, abs=1e-3)


def test_corners_that_a_person_gave_keep_their_say(monkeypatch: pytest.MonkeyPatch) -> None:
    cushions_are_told_by(Tells(nose=0.0, wood=1.0, hidden=6), monkeypatch)
    start = CameraFit(camera=ABOVE, cushion=CUSHION, seen=())
    pointed = moved(ABOVE, (30.0, -20.0)).project(rectangle(KIT, 0.0))
    given = Spotted(points_mm=rectangle(KIT, 0.0), pixels=pointed, spread_px=3.0)
    blank = softened(BLANK.astype(np.uint8))
    sensor = Sensor(width_px=SIZE[0], height_px=SIZE[1])
    found = settled(blank, start, sensor, KIT, cushion_lines(KIT), given)
    assert found.camera.project(rectangle(KIT, 0.0)) == pytest.approx(pointed, abs=1.0)


def test_cushions_are_read_as_wide_as_they_are() -> None:
    """Makers' cushions differ: these are narrower than they are taken to be at first."""
    start = replace(THERE, cushion=Cushion(width_mm=1.15 * SCENE.kit.cushion_mm))
    found = settled(DRAWN, start, SENSOR, TABLE, cushion_lines(TABLE))
    assert found.cushion.width_mm == pytest.approx(SCENE.kit.cushion_mm, rel=0.04)
