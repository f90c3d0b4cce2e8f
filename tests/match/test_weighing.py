"""How the balls at rest speak for one position of the law and against another."""

from dataclasses import replace
from math import log
from typing import Any

import pytest

from tracker.domain.book.setup import Setup
from tracker.domain.law.branch import Expected
from tracker.domain.strokes.stroke import Doubt, Place, Standing, Stroke, Touch
from tracker.domain.table.plane import Point
from tracker.match.decoder.weighing import (
    CHANCES,
    HandsSeen,
    after_hiding,
    weigh_found,
    weigh_origin,
    weigh_player,
    weigh_rest,
    weigh_struck_from,
)
from tracker.rules import shelf

KIT = shelf.find("snooker-2024").kit
REDS = [Point(400 + 150 * n, 2200) for n in range(6)]
WHITE = Point(700, 1300)


def places(reds: int, white: Point = WHITE) -> tuple[Place, ...]:
    return tuple(Place(ball=b, at=at, sd_mm=2.0) for b, at in [("white", white), *(("red", at) for at in REDS[:reds])])


def due(reds: int, **more: Any) -> Expected:
    return Expected(counts={"white": 1, "red": reds}, places=places(reds), **more)


def seen(reds: int, white: Point = WHITE) -> Standing:
    return Standing(at_us=0, places=places(reds, white))


def weight(expected: Expected, before: Standing, was: tuple[tuple[str, int], ...] = ()) -> float:
    return weigh_rest(expected, before, was, KIT).log_likelihood


def test_a_red_fewer_on_the_table_speaks_for_its_pot() -> None:
    gone = weigh_rest(due(6), seen(5), (), KIT)
    assert weight(due(5), seen(5)) - gone.log_likelihood > 5
    assert gone.surplus == (("red", -1),)
    assert gone.against == "1 red missing on the table"


def test_a_ball_that_stays_hidden_is_not_evidence_anew() -> None:
    hidden = (("red", -1),)
    assert weight(due(6), seen(5), hidden) == pytest.approx(
        weight(due(6), seen(5)) + log(CHANCES.stays_miscounted) - log(CHANCES.miscounted)
    )


def test_a_ball_out_of_view_speaks_neither_for_its_pot_nor_against_it() -> None:
    behind_somebody = replace(seen(6), hidden=("red",))
    assert weight(due(6), behind_somebody) == pytest.approx(weight(due(6), seen(6)))
    assert weight(due(5), behind_somebody) == pytest.approx(weight(due(5), seen(5)), abs=0.01)
    assert weight(due(4), behind_somebody) == pytest.approx(weight(due(4), seen(5)), abs=0.01)
    assert weigh_rest(due(5), behind_somebody, (), KIT).surplus == ()


def test_a_ball_out_of_view_may_lie_somewhere_else_than_where_it_was_seen_last() -> None:
    """Behind somebody the pink may have been put on its spot; of a red that is in view nothing is excused by that."""
    spotted = Expected(counts={"pink": 1}, places=(Place(ball="pink", at=KIT.spots["pink-spot"], sd_mm=0.0),))
    last = Place(ball="pink", at=Point(14, 1805), sd_mm=2.0)
    in_view, hidden = Standing(at_us=0, places=(last,)), Standing(at_us=0, places=(last,), hidden=("pink",))
    assert weight(spotted, in_view) < -5
    assert weight(spotted, hidden) > -0.1
    assert weight(due(6), replace(seen(6, Point(200, 300)), hidden=("red",))) == weight(
        due(6), seen(6, Point(200, 300))
    )


def test_a_ball_within_a_few_centimetres_lies_where_it_lay_and_one_farther_off_was_moved() -> None:
    near, far = Point(WHITE.x_mm + 20, WHITE.y_mm), Point(WHITE.x_mm + 300, WHITE.y_mm)
    assert weight(due(6), seen(6, near)) == weight(due(6), seen(6))
    assert weight(due(6), seen(6)) - weight(due(6), seen(6, far)) > 4


def test_a_cue_ball_in_hand_lies_in_the_d() -> None:
    in_hand = due(6, in_hand=frozenset({"white"}))
    assert weight(in_hand, seen(6, Point(889, 600))) - weight(in_hand, seen(6, Point(889, 2000))) > 4


def test_a_cue_ball_that_may_be_placed_anywhere_is_hardly_played_from_where_it_lay() -> None:
    """Shoot Out, after a foul: a hand moves the white first."""
    put = Point(1500, 2900)
    anywhere = due(6, in_hand=frozenset({"white"}), anywhere=True)
    assert weight(anywhere, seen(6)) < weight(anywhere, seen(6, put)) - 1.0
    by_hand = weigh_rest(anywhere, seen(6), (), KIT, hands=HandsSeen(placed=frozenset({"white"})))
    assert by_hand.log_likelihood == pytest.approx(weight(anywhere, seen(6, put)))
    assert weight(due(6, in_hand=frozenset({"white"})), seen(6, put)) < weight(anywhere, seen(6, put)) - 3.0


def test_no_look_at_the_table_weighs_beyond_its_limit() -> None:
    assert weight(due(6), Standing(at_us=0, places=places(1, Point(100, 100)))) == -CHANCES.most


def test_where_the_cue_ball_was_struck_from_counts_where_nothing_else_was_seen() -> None:
    there = weigh_origin(due(6), "white", WHITE, (), KIT).log_likelihood
    assert there - weigh_origin(due(6), "white", Point(200, 300), (), KIT).log_likelihood > 4


def test_a_striker_of_which_the_law_has_no_place_may_be_struck_from_anywhere() -> None:
    assert weigh_origin(due(6), "striker", WHITE, (), KIT).log_likelihood == 0.0


def test_a_stroke_from_the_zone_of_one_player_speaks_for_his_turn() -> None:
    novuss = shelf.find("novuss-2015")
    first, second = (novuss.expected(novuss.opening(Setup(starter=side))) for side in (0, 1))
    stroke = Stroke(number=1, began_us=0, ended_us=1, cue_ball="striker", origin=Point(420, 85))
    near, far = weigh_struck_from(first, stroke), weigh_struck_from(second, stroke)
    assert near.log_likelihood - far.log_likelihood > 4
    assert (near.against, far.against) == ("", "the striker was not struck from where it must be")
    assert weigh_struck_from(due(6), stroke).log_likelihood == 0.0


def test_a_striker_that_came_into_view_on_its_way_tells_nothing_of_where_it_was_struck_from() -> None:
    novuss = shelf.find("novuss-2015")
    doubt = Doubt(about="began_us", why="the cue-ball was moving when it was seen first")
    stroke = Stroke(number=1, began_us=0, ended_us=1, cue_ball="striker", origin=Point(420, 500), doubts=(doubt,))
    weighed = weigh_struck_from(novuss.expected(novuss.opening(Setup())), stroke)
    assert (weighed.log_likelihood, weighed.against) == (0.0, "")


@pytest.mark.parametrize(("odds", "plays", "not_he"), [(3.0, "A", "B"), (-3.0, "B", "A")])
def test_who_plays_speaks_for_the_side_that_it_fits(odds: float, plays: str, not_he: str) -> None:
    fits, not_so = weigh_player(plays, ["A"], [odds]), weigh_player(not_he, ["A"], [odds])
    assert 2.0 < fits.log_likelihood - not_so.log_likelihood <= 3.0, "a passer-by may have been looked at"
    assert not fits.against
    assert not_so.against


def test_a_player_is_known_by_all_his_strokes_not_by_the_last_one_alone() -> None:
    """One look at a passer-by does not make another player of him."""
    strikers, alike = ["A", "A", "A", "A", "B", "B"], [-4.0, 1.6, 1.6, 1.6, -4.0, -4.0]
    fits, not_so = weigh_player("A", strikers, alike), weigh_player("B", strikers, alike)
    assert fits.log_likelihood - not_so.log_likelihood > 2
    assert weigh_player("B", strikers[:1], alike[:1]).log_likelihood > weigh_player("A", ["A"], [-4.0]).log_likelihood


def test_who_looks_like_none_of_the_players_hardly_played() -> None:
    """The referee carries the white back: he looks like neither of those who have played."""
    strikers, referee = ["A", "B", "A"], [-4.0, -4.0, -4.0]
    assert max(weigh_player(who, strikers, referee).log_likelihood for who in "AB") < -2.0
    new = [-4.0, 0.0, -4.0]  # who has not been compared with B may well be B
    assert weigh_player("B", strikers, new).log_likelihood > -0.5


def test_what_nobody_saw_of_who_plays_weighs_nothing() -> None:
    for strikers, alike in (([], []), (["A"], [0.0]), ([None], [3.0]), (["A"], [])):
        assert weigh_player("A", strikers, alike).log_likelihood == 0.0


def test_one_of_four_is_known_by_whom_he_looks_like() -> None:
    strikers, alike = ["A1", "B1", "A2", "B2"], [-4.0, -4.0, -4.0, 1.6]
    weighed = {who: weigh_player(who, strikers, alike).log_likelihood for who in strikers}
    assert max(weighed, key=lambda who: weighed[who]) == "B2"
    assert weighed["B2"] - weighed["A2"] > 3


def test_a_ball_that_hid_in_the_stroke_is_not_missed_anew_before_the_next() -> None:
    """A green in the jaws, which this camera cannot see: that it hides is weighed once, in that stroke's reading."""
    after = Standing(at_us=0, places=(), hidden=("green",))
    was = after_hiding((("red", 1),), after)
    assert was == (("green", -1), ("red", 1))
    assert after_hiding((("green", 1),), after) == ()
    assert after_hiding(was, Standing(at_us=0, places=())) == was
    assert weight(due(6), seen(5), was=(("red", -1),)) - weight(due(6), seen(5)) > 3


def test_a_cue_ball_whose_place_nobody_saw_weighs_nothing() -> None:
    elsewhere = Point(200, 300)
    unplaced = (Place(ball="white", at=elsewhere, sd_mm=1000.0), *places(6)[1:])
    assert weight(due(6), Standing(at_us=0, places=unplaced)) - weight(due(6), seen(6, elsewhere)) > 4


@pytest.mark.parametrize(
    ("at", "fits"),
    [
        ((50, 500), True),
        ((5, 500), True),
        ((-5, 500), False),
        ((115, 500), True),
        ((125, 500), False),
        ((50, 825), False),
    ],
)  # fmt: skip
def test_a_stroke_is_played_from_within_its_rectangle_or_near_it(at: tuple[float, float], fits: bool) -> None:
    expected = Expected(counts={}, struck_from=(Point(10, 200), Point(110, 800)))
    assert expected.lets_strike_from(Point(*at), 10) == fits
    assert Expected(counts={}).lets_strike_from(Point(*at), 10)


def test_a_ball_that_was_out_of_view_is_found_where_it_was_or_where_it_rolled_on_hardly_worse() -> None:
    hidden, farther = (("red", -1),), Point(REDS[0].x_mm + 90, REDS[0].y_mm + 90)
    rolled_on = replace(seen(6), places=tuple(
        replace(place, at=farther) if place.at == REDS[0] else place for place in places(6)
    ))  # fmt: skip
    lost = weight(due(6), seen(6), hidden) - weight(due(6), rolled_on, hidden)
    assert 0 < lost < 1
    assert weight(due(6), seen(6)) - weight(due(6), rolled_on) > 4
    fewer = replace(rolled_on, places=rolled_on.places[:-1])
    still_hidden = weight(due(6), seen(5), hidden) - weight(due(6), fewer, hidden)
    assert still_hidden > 4, "another red lies elsewhere, and the one that hid is not found"


def test_a_colour_that_was_out_of_view_and_lies_on_its_spot_was_put_there() -> None:
    """A blue lost by the jaws: seen on its spot a stroke later it had fallen; anywhere else it may have rolled on."""

    def lies(at: Point) -> tuple[Place, ...]:
        return (*places(6), Place(ball="blue", at=at, sd_mm=2.0))

    by_the_jaws, spot, elsewhere = Point(1740, 3500), KIT.spot_of("blue"), Point(1700, 3430)
    assert spot is not None
    hung = Expected(counts={"white": 1, "red": 6, "blue": 1}, places=lies(by_the_jaws))
    hidden = (("blue", -1),)

    def found(at: Point) -> float:
        return weight(hung, Standing(at_us=0, places=lies(at)), hidden)

    assert found(elsewhere) - found(spot) > 6
    assert 0 < found(by_the_jaws) - found(elsewhere) < 1


BY_THE_JAWS, ROLLED_ON, BLUE_SPOT = Point(1740, 3500), Point(1700, 3430), KIT.spots["blue-spot"]
HUNG = Expected(
    counts={"white": 1, "red": 6, "blue": 1}, places=(*places(6), Place(ball="blue", at=BY_THE_JAWS, sd_mm=2.0))
)
MET_IT = Touch(at_us=1, balls=("red", "blue"), at=BY_THE_JAWS, sure=0.9)


@pytest.mark.parametrize(
    ("found_at", "more", "lay", "weighs"),
    [
        (BY_THE_JAWS, {}, HUNG, (0, 0)),
        (ROLLED_ON, {}, HUNG, (-1, -0.1)),
        (BLUE_SPOT, {}, HUNG, (-12, -6)),
        (BLUE_SPOT, {"first": ("blue",)}, HUNG, (0, 0)),
        (BLUE_SPOT, {"touches": (MET_IT,)}, HUNG, (0, 0)),
        (BLUE_SPOT, {"hidden": ("blue",)}, HUNG, (0, 0)),
        (BLUE_SPOT, {"sd_mm": 400.0}, HUNG, (0, 0)),
        (BLUE_SPOT, {}, replace(HUNG, places=places(6)), (0, 0)),
        (BLUE_SPOT, {}, replace(HUNG, places=None), (0, 0)),
        (None, {}, HUNG, (0, 0)),
    ],
    ids=[
        "where it lay", "rolled on", "on its spot", "met first", "met", "thought to lie there", "hardly placed",
        "nobody knew where it lay", "nobody knew where any lay", "not seen",
    ],
)  # fmt: skip
def test_a_colour_nobody_saw_that_comes_to_view_on_its_spot_was_put_there(
    found_at: Point | None, more: dict[str, Any], lay: Expected, weighs: tuple[float, float]
) -> None:
    """A blue lost by the jaws, behind somebody, comes to view while the next stroke is played."""
    stroke = Stroke(
        number=2, began_us=0, ended_us=9, cue_ball="white", origin=WHITE, first_hit=more.get("first", ()),
        touches=more.get("touches", ()),
    )  # fmt: skip
    blue = () if found_at is None else (Place(ball="blue", at=found_at, sd_mm=more.get("sd_mm", 2.0)),)
    standing = Standing(at_us=9, places=(*places(6), *blue), hidden=more.get("hidden", ()))
    assert weighs[0] <= weigh_found(lay, (("blue", -1),), stroke, standing, KIT) <= weighs[1]
    assert weigh_found(lay, (), stroke, standing, KIT) == 0


def test_a_red_nobody_saw_may_be_any_red_that_a_stroke_has_moved() -> None:
    stroke = Stroke(number=2, began_us=0, ended_us=9, cue_ball="white", origin=WHITE)
    moved = replace(seen(6), places=(*places(5), Place(ball="red", at=ROLLED_ON, sd_mm=2.0)))
    assert weigh_found(HUNG, (("red", -1),), stroke, moved, KIT) == 0


def test_a_hand_that_was_at_the_cue_ball_is_not_taken_to_have_carried_one_that_only_hid() -> None:
    """A ball that hid and came to rest is seen as if a hand had moved it; one that a hand was at may lie anywhere."""
    due_elsewhere = Expected(counts={"white": 1}, places=())
    lies = Standing(at_us=0, places=(Place(ball="white", at=Point(1500, 2900), sd_mm=2.0),))
    plain, placed, carried = (
        weigh_rest(due_elsewhere, lies, (), KIT, hands=hands).log_likelihood
        for hands in (HandsSeen(), HandsSeen(placed=frozenset({"white"})), HandsSeen(carried=frozenset({"white"})))
    )
    assert plain == placed
    assert carried < plain - 2.0
