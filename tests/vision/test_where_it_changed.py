"""Where a picture has changed the network looks again; where it has not, what it said before still holds."""

import drawn_tables
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from watching import CALIBRATION, KIT, STILL, Watching

from tracker.domain.table.ball import SNOOKER
from tracker.geometry.sightings import Sightings
from tracker.vision.detector import Detections
from tracker.vision.looking.changes import (
    CELL,
    LINGERS,
    RIM,
    STEP,
    Tile,
    aim_at,
    at_cells,
    by_people,
    changed_cells,
    covering,
    known_after,
    shrunk,
)
from tracker.vision.looking.crop import Crop

ROWS, COLUMNS = 24, 32
grounds = arrays(bool, (ROWS, COLUMNS), elements=st.booleans(), fill=st.just(False))


def named(seen: Sightings) -> list[str]:
    return sorted(SNOOKER[k] for k in seen.colour_odds.argmax(axis=1))


def test_a_table_on_which_nothing_moves_is_looked_at_once() -> None:
    eye = Watching()
    for number in range(5):
        seen = eye.see(STILL, number)
        assert named(seen) == ["black", "blue", "red"]
    assert len(eye.shown) == 1


def test_the_whole_table_is_looked_at_now_and_then_all_the_same() -> None:
    eye = Watching(whole_us=3 * 40_000)
    for number in range(7):
        eye.see(STILL, number)
    assert len(eye.shown) == 3
    assert len(set(eye.shown)) == 1


@pytest.mark.parametrize("step_mm", [6.0, 40.0, 250.0])
def test_a_ball_that_moves_is_seen_where_it_is_and_only_there_is_looked(step_mm: float) -> None:
    eye = Watching()
    for number in range(6):
        way = ("white", 300.0 + number * step_mm, 2400.0)
        seen = eye.see([*STILL, way], number)
        white = seen.places_mm[[SNOOKER[k] == "white" for k in seen.colour_odds.argmax(axis=1)]]
        assert len(white) == 1
        assert np.linalg.norm(white[0] - way[1:]) < 4.0
        assert len(seen) == 4
    (high, wide), *tiles = eye.shown
    assert all(4 * tile[0] * tile[1] < high * wide for tile in tiles)


def test_a_ball_that_creeps_by_less_than_shows_from_picture_to_picture_is_followed_all_the_same() -> None:
    eye = Watching(whole_us=1000 * 40_000)
    for number in range(80):
        seen = eye.see([("red", 900.0 + 0.8 * number, 1800.0)], number)
    assert np.linalg.norm(seen.places_mm[0] - [900.0 + 0.8 * 79, 1800.0]) < 3.0


@pytest.mark.parametrize("left", [STILL[:2], STILL[1:], []], ids=["the black", "the red", "all"])
def test_a_ball_that_has_gone_is_no_longer_pointed_at(left: list[tuple[str, float, float]]) -> None:
    eye = Watching()
    eye.see(STILL, 0)
    assert named(eye.see(left, 1)) == sorted(name for name, *_ in left)


def test_when_the_light_changes_all_is_looked_at_anew() -> None:
    eye = Watching()
    picture = drawn_tables.draw(CALIBRATION, KIT, STILL)
    eye.see(STILL, 0, picture)
    eye.see(STILL, 1, np.clip(picture.astype(int) + 30, 0, 255).astype(np.uint8))
    assert eye.shown[0] == eye.shown[1]


def tiles_of(*film: np.ndarray) -> list[tuple[Tile, ...] | None]:
    """What is looked at of each picture of a film."""
    known, aims = None, []
    for cut in film:
        aims.append(aim_at(small(cut), known))
        known = known_after(known, aims[-1])
    return [aim.tiles for aim in aims]


def small(cut: np.ndarray) -> np.ndarray:
    """A picture of which all is looked at, as it is compared."""
    high, wide = cut.shape[:2]
    return shrunk(cut, Crop(left=0, top=0, width=wide, height=high, size=(wide, high), canvas=(wide, high)))


BLANK = np.full((384, 512, 3), 100, np.uint8)
SPOT = BLANK.copy()
SPOT[100:120, 100:120] = 200


def test_what_is_known_is_renewed_where_it_was_looked_at_alone_and_in_a_value_of_its_own() -> None:
    known = known_after(None, aim_at(small(BLANK), None))
    aim = aim_at(small(SPOT), known)
    renewed = known_after(known, aim)
    assert (known.small == small(BLANK)).all()
    assert (renewed.small == small(SPOT)).all()
    assert aim.tiles is not None
    assert not aim.fresh.all()


def test_noise_is_no_change() -> None:
    rng = np.random.default_rng(3)
    film = [np.clip(rng.normal(120, 4, (512, 704, 3)), 0, 255).astype(np.uint8) for _ in range(3)]
    assert tiles_of(*film) == [None, (), ()]


def test_where_something_has_changed_is_looked_at_for_some_pictures_more() -> None:
    counts = [len(tiles) for tiles in tiles_of(BLANK, BLANK, *[SPOT] * 6)[1:] if tiles is not None]
    assert counts == [0, 1] + [1] * LINGERS + [0] * (5 - LINGERS)


def test_what_goes_back_to_what_it_was_has_changed_too() -> None:
    assert tiles_of(BLANK, *[SPOT] * (LINGERS + 2), BLANK)[-2:] != [(), ()]
    assert tiles_of(BLANK, *[SPOT] * (LINGERS + 2))[-1] == ()


def test_what_lies_beside_a_change_is_looked_at_too() -> None:
    known = known_after(None, aim_at(small(BLANK), None))
    corner = BLANK.copy()
    corner[:CELL, :CELL] = 200
    corner[-CELL:, -CELL:] = 200
    changed = changed_cells(small(corner), known.small)
    fresh = aim_at(small(corner), known).fresh
    assert changed.sum() == 2
    assert fresh[:2, :2].all()
    assert fresh[-2:, -2:].all()
    edge = BLANK.copy()
    edge[10 * CELL : 18 * CELL, 10 * CELL : 18 * CELL] = 200
    assert aim_at(small(edge), known).fresh[9:19, 9:19].all()


def test_a_look_at_the_whole_does_not_end_the_lingering() -> None:
    first = aim_at(small(BLANK), None)
    changed = aim_at(small(SPOT), known_after(None, first), whole=True)
    assert changed.tiles is None
    assert aim_at(small(SPOT), known_after(known_after(None, first), changed)).tiles


@pytest.mark.parametrize(
    ("changes", "is_person"),
    [
        ([(3, 3)], False),
        ([(2, 15)], False),
        ([(5, 5), (5, 5), (5, 5)], False),
        ([(12, 6)], True),
        ([(2, 26)], True),
    ],
    ids=["a ball that rolls", "a fast ball's way", "three balls apart", "somebody's arm", "a cue along the table"],
)
def test_people_are_changes_that_hang_together_over_more_room_than_a_ball_takes(
    changes: list[tuple[int, int]], is_person: bool
) -> None:
    cells = np.zeros((ROWS, COLUMNS), bool)
    for n, (high, wide) in enumerate(changes):
        cells[8 * n : 8 * n + high, 1 : 1 + wide] = True
    assert (by_people(cells) == (cells if is_person else False)).all()


@given(grounds)
def test_tiles_believe_all_that_has_changed_and_lie_within_the_picture(cells: np.ndarray) -> None:
    tiles = covering(cells)
    if tiles is None:
        return
    believed = np.zeros_like(cells)
    for tile in tiles:
        believed |= tile.believed()
        left, top = tile.corner_px
        high, wide, _ = tile.cut(np.zeros((ROWS * CELL, COLUMNS * CELL, 3), np.uint8)).shape
        assert high % (STEP * CELL) == wide % (STEP * CELL) == 0
        assert left == 0 or left <= (tile.column - RIM) * CELL
        assert top == 0 or top <= (tile.row - RIM) * CELL
        assert left + wide == COLUMNS * CELL or left + wide >= (tile.column + tile.wide + RIM) * CELL
        assert top + high == ROWS * CELL or top + high >= (tile.row + tile.high + RIM) * CELL
    assert (believed | ~cells).all()


def test_one_ball_takes_one_tile_and_a_whole_table_takes_none() -> None:
    cells = np.zeros((ROWS, COLUMNS), bool)
    cells[10:14, 20:26] = True
    tiles = covering(cells)
    assert tiles is not None
    assert len(tiles) == 1
    assert covering(np.ones((ROWS, COLUMNS), bool)) is None
    assert covering(np.zeros((ROWS, COLUMNS), bool)) == ()


def test_two_balls_far_apart_take_a_tile_each_and_two_that_are_near_one() -> None:
    cells = np.zeros((ROWS, COLUMNS), bool)
    cells[2:5, 2:5] = cells[2:5, 26:29] = True
    tiles = covering(cells)
    assert tiles is not None
    assert [(tile.row, tile.column, tile.high, tile.wide) for tile in tiles] == [(2, 2, 4, 4), (2, 26, 4, 4)]
    cells[2:5, 26:29], cells[2:5, 7:10] = False, True
    assert len(covering(cells) or ()) == 1


def test_of_a_tile_only_what_lies_well_inside_is_believed() -> None:
    tile = Tile(row=8, column=8, high=8, wide=8, rows=ROWS, columns=COLUMNS)
    middles = np.array([[96.0, 96.0], [20.0, 96.0], [96.0, 165.0]])
    found = Detections(
        boxes_px=np.hstack([middles - 8, middles + 8]),
        odds=np.ones((3, 1)),
        sure=np.full(3, 0.7),
        kinds=("red",),
    )
    back = tile.back(found)
    assert len(back) == 1
    assert back.centres_px[0] == pytest.approx([96.0 + 6 * CELL, 96.0 + 6 * CELL])


def test_cells_are_told_for_points_beyond_the_picture_too() -> None:
    cells = np.zeros((2, 3), bool)
    cells[0, 0] = cells[1, 2] = True
    points = np.array([[-9.0, -9.0], [CELL * 3 + 4.0, CELL * 2 + 4.0], [CELL + 1.0, 1.0], [CELL - 0.6, 0.0]])
    assert at_cells(points, cells).tolist() == [True, True, False, True]
