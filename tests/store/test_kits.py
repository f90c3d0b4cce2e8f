"""Every table that the program knows is a table: named as its file, with pockets, marks and balls where they can be."""

import pytest

from tracker.domain.errors import BadInput
from tracker.domain.table.ball import COLOURS
from tracker.domain.table.kit import POCKETS
from tracker.store.kits import find_kit, read_kit, table_names, tables_folder


@pytest.mark.parametrize("name", table_names())
def test_a_table_is_called_as_its_file_and_has_room_for_its_balls(name: str) -> None:
    kit = find_kit(name)
    assert kit.name == name
    assert 0 < kit.width_mm <= kit.length_mm
    assert all(count > 0 for count in kit.pieces.values())
    assert kit.cue_balls
    assert all(kit.pieces[ball] == 1 for ball in kit.cue_balls)
    assert all(pocket.mouth_mm > 2 * kit.ball_radius_mm for pocket in kit.pockets)


@pytest.mark.parametrize(
    ("name", "several", "sequence"),
    [("snooker-12ft", ("red",), COLOURS), ("billiards-12ft", (), ()), ("novuss", ("a", "b"), ())],
)
def test_what_there_are_several_of_and_what_goes_in_turn_after_them(
    name: str, several: tuple[str, ...], sequence: tuple[str, ...]
) -> None:
    kit = find_kit(name)
    assert (kit.several, kit.sequence) == (several, sequence)


def test_a_disc_lies_on_its_face_and_a_ball_on_its_lowest_point() -> None:
    board, table = find_kit("novuss"), find_kit()
    assert (board.lies_mm, table.lies_mm) == (board.disc_mm / 2, table.ball_radius_mm)
    assert board.radius_of("striker") > board.radius_of("a") == board.ball_radius_mm
    assert board.hole_of("striker") > board.hole_of("a") > table.hole_of("white") == 0


@pytest.mark.parametrize("name", table_names())
def test_its_pockets_lie_at_the_edge_and_alike_on_both_sides(name: str) -> None:
    kit = find_kit(name)
    falls = {pocket.name: pocket.fall for pocket in kit.pockets}
    assert len(falls) == len(kit.pockets)
    assert set(falls) <= set(POCKETS)
    for pocket, fall in falls.items():
        assert not (0 < fall.x_mm < kit.width_mm and 0 < fall.y_mm < kit.length_mm), pocket
        end, side = pocket.split("-")
        other = falls[f"{end}-{'right' if side == 'left' else 'left'}"]
        assert (other.x_mm, other.y_mm) == pytest.approx((kit.width_mm - fall.x_mm, fall.y_mm)), pocket


@pytest.mark.parametrize("name", [name for name in table_names() if find_kit(name).spots])
def test_its_spots_lie_on_the_cloth_as_the_book_has_them_and_its_cushions_meet_a_ball_above_the_middle(
    name: str,
) -> None:
    kit = find_kit(name)
    assert kit.ball_radius_mm < kit.nose_height_mm < 2 * kit.ball_radius_mm
    assert set(kit.spots) == {f"{colour}-spot" for colour in COLOURS}
    yellow, green, brown, blue, pink, black = (kit.spots[f"{colour}-spot"] for colour in COLOURS)
    assert yellow.y_mm == green.y_mm == brown.y_mm == kit.baulk_mm
    assert {spot.x_mm for spot in (brown, blue, pink, black)} == {kit.width_mm / 2}
    assert yellow.x_mm - brown.x_mm == brown.x_mm - green.x_mm == kit.d_radius_mm
    assert kit.baulk_mm < blue.y_mm < pink.y_mm < black.y_mm < kit.length_mm


def test_each_side_of_billiards_has_a_cue_ball_of_its_own_and_in_snooker_both_play_one() -> None:
    assert find_kit("billiards-12ft").cue_balls == ("white", "yellow")
    assert find_kit("snooker-12ft").cue_balls == ("white",)


def test_a_cue_ball_that_is_none_of_the_balls_is_refused() -> None:
    text = (tables_folder() / "billiards-12ft.toml").read_text("utf-8").replace('["white", "yellow"]', '["spot-white"]')
    with pytest.raises(BadInput, match="spot-white"):
        read_kit(text, "mine")
