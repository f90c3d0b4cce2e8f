"""The painter puts discs where the camera says, and lets the board show through their holes."""

from dataclasses import replace

import numpy as np
import pytest

from models.training.painter import DrawnBall, Scene, boxes, painted, scene_on
from models.training.painter.board.layouts import random_layout, rows
from models.training.painter.board.people import board_player
from models.training.painter.cameras import Stand, camera_at
from models.training.painter.people import Clothes
from models.training.painter.scene import BoardLook, DiscLook, Look
from tracker.store.kits import find_kit

KIT = find_kit("novuss")
SIZE = (640, 360)
DARK = (0.0, 0.0, 0.0)
BRIGHT = DiscLook(face=(1e6, 1e6, 1e6), edge=(1e6, 1e6, 1e6), bevel=0.02)
STANDS = {
    "above": Stand(azimuth_deg=180, elevation_deg=88, distance_mm=2000),
    "side": Stand(azimuth_deg=95, elevation_deg=40, distance_mm=2400, k1=-0.05),
    "corner": Stand(azimuth_deg=45, elevation_deg=30, distance_mm=2400),
}


def plain_look() -> Look:
    """A black room and board on which discs are so bright that every pixel they touch is white."""
    return Look(
        cloth=DARK, floor=DARK, wall=DARK, wood=DARK, leather=DARK, line=DARK, balls={}, lamps=(), ambient=1.0,
        falloff=0.0, wall_mm=None, grain=0.0, blur_px=0.0, noise=0.0, jpeg=0,
        board=BoardLook(discs=dict.fromkeys(KIT.pieces, BRIGHT), veins=0.0, sheen=0.0),
    )  # fmt: skip


def scene_of(stand: str, *discs: tuple[str, float, float], look: Look | None = None) -> Scene:
    drawn = tuple(DrawnBall(ball=name, at_mm=(x, y, KIT.lies_mm)) for name, x, y in discs)
    return Scene(kit=KIT, camera=camera_at(KIT, STANDS[stand], SIZE), look=look or plain_look(), balls=drawn)


@pytest.mark.parametrize("stand", STANDS)
@pytest.mark.parametrize("piece", ["a", "striker"])
def test_a_box_fits_the_painted_disc(stand: str, piece: str) -> None:
    scene = scene_of(stand, (piece, 400.0, 650.0))
    rows_px, columns = np.nonzero(painted(scene).picture.max(axis=2) > 128)
    (box,) = boxes(scene)
    seen = (columns.min() - 0.5, rows_px.min() - 0.5, columns.max() + 0.5, rows_px.max() + 0.5)
    assert np.allclose(box.box_px, seen, atol=1.1)
    assert tuple(KIT.pieces)[box.kind] == piece


def test_the_striker_is_the_larger_one() -> None:
    of = {boxes(scene_of("above", (piece, 500.0, 500.0)))[0].box_px for piece in ("a", "striker")}
    (small, large) = sorted(x1 - x0 for x0, _, x1, _ in of)
    assert large / small == pytest.approx(KIT.radius_of("striker") / KIT.radius_of("a"), rel=0.05)


def test_a_line_shows_through_the_hole() -> None:
    look = replace(plain_look(), line=(0.0, 0.0, 255.0), line_mm=6.0)
    middle = (KIT.width_mm / 2, KIT.length_mm / 2)
    scene = scene_of("above", ("a", *middle), look=replace(look, wall_mm=None))
    u, v = scene.camera.project([(*middle, 0.0)])[0].round().astype(int)
    blue, _, red = painted(scene).picture[v, u].astype(int)
    assert red > 100 > blue


def test_the_edge_board_hides_what_lies_behind_it() -> None:
    scene = scene_of("side", ("a", KIT.width_mm - 27.0, 500.0), ("b", 27.0, 500.0))
    near, far = painted(scene).visible
    assert near < 0.9 < far


def test_a_set_begins_in_rows_that_touch_board_and_neighbours() -> None:
    placed = rows(KIT)
    for puck, y in (("a", KIT.length_mm - KIT.ball_radius_mm), ("b", KIT.ball_radius_mm)):
        at = sorted(place[0] for name, place in placed if name == puck)
        assert all(place[1] == y for name, place in placed if name == puck)
        assert np.allclose(np.diff(at), KIT.touching_mm, atol=0.2)
        assert np.mean(at) == pytest.approx(KIT.width_mm / 2)


def test_discs_never_overlap() -> None:
    for seed in range(40):
        placed = random_layout(np.random.default_rng(seed), KIT)
        for i, (one, (x, y)) in enumerate(placed):
            for other, (a, b) in placed[:i]:
                assert np.hypot(x - a, y - b) >= KIT.radius_of(one) + KIT.radius_of(other) - 1e-6


def test_the_hand_of_a_player_stays_off_the_playing_area() -> None:
    limbs = board_player(KIT, (480.0, 70.0, KIT.lies_mm), 1.5, 60.0, Clothes())
    skin = [point for limb in limbs if limb.colour == Clothes().skin for point in limb.points_mm]
    assert all(y < 0 or z > 200 for _, y, z in skin)


def test_the_same_seed_paints_the_same_board() -> None:
    one, two = (painted(scene_on(np.random.default_rng(3), KIT, (320, 180))).picture for _ in range(2))
    assert np.array_equal(one, two)
    assert one.std() > 5
