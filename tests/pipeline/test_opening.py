"""Whatever the first pictures show, a recording begins: what cannot be on the table is a doubt and no bad input."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.match.test_decoder import sure, table
from tracker.domain.book.setup import Setup
from tracker.domain.errors import BadInput
from tracker.domain.strokes.alternatives import Alternatives, Reading
from tracker.domain.strokes.incidents import doubted
from tracker.domain.strokes.stroke import Doubt, Place, Pot, Standing, Stroke
from tracker.domain.table.ball import COLOURS, SNOOKER
from tracker.domain.table.plane import Point
from tracker.pipeline.judging import judge
from tracker.pipeline.opening import NO_TERMS, FirstPlayer, opening_setup, openings, who_may_begin
from tracker.pipeline.watched import Watched
from tracker.rules import shelf
from tracker.rules.ruleset import RuleSet
from tracker.store.kits import find_kit

KIT = find_kit()
SNOOKER_2024 = shelf.find("snooker-2024", KIT)


def seen(*balls: str) -> Standing:
    places = (Place(ball=ball, at=Point(100.0 * n, 900.0), sd_mm=1.0 + n) for n, ball in enumerate(balls))
    return Standing(at_us=2_500_000, places=tuple(places))


def begins(stroke: Stroke, rules: RuleSet[Any], terms: Setup = NO_TERMS) -> FirstPlayer:
    """Who plays the first stroke, where that tells it."""
    (one,) = who_may_begin(stroke, rules, terms)
    return one


def test_a_whole_set_is_a_frame_from_its_opening_stroke() -> None:
    began = opening_setup(seen("white", *COLOURS, *["red"] * 15), SNOOKER_2024, None, None)
    assert (began.setup, began.doubts) == (Setup(), ())


def test_a_sixteenth_red_is_a_doubt_with_its_place_and_time() -> None:
    began = opening_setup(seen("white", *COLOURS, *["red"] * 16), SNOOKER_2024, None, None)
    assert began.setup == Setup()
    (doubt,) = began.doubts
    assert doubted(doubt) == "balls: 16 x red seen at rest, and the game has 15: at (2200, 900) mm (at 2.50 s)"


def test_six_reds_are_taken_of_a_table_with_more() -> None:
    rules = shelf.find("six-reds-2024", KIT)
    began = opening_setup(seen("white", *COLOURS, *["red"] * 9), rules, (7, 3), None)
    assert began.setup.start is not None
    assert began.setup.start.reds == 6
    assert rules.scoreline(rules.opening(began.setup)).points == (7, 3)


@pytest.mark.parametrize(
    ("balls", "on", "reds", "colours"),
    [
        (("white", "black"), "pink", 0, ("pink", "black")),
        (("white",), "red", 1, COLOURS),
        (("red", "red"), "colour", 2, COLOURS),
        ((), None, 0, ()),
    ],
    ids=["a pink that was hidden", "a red that was hidden", "a colour of choice", "an empty table"],
)
def test_what_a_person_says_is_on_is_up_though_it_was_not_seen(
    balls: tuple[str, ...], on: str | None, reds: int, colours: tuple[str, ...]
) -> None:
    began = opening_setup(seen(*balls), SNOOKER_2024, (30, 20), on)
    assert began.setup.start is not None
    assert (began.setup.start.reds, began.setup.start.colours) == (reds, colours)
    assert bool(began.doubts) is (on in ("pink", "red"))
    shelf.find().opening(began.setup)


@pytest.mark.parametrize(
    ("balls", "colours"),
    [
        (("white", "red", "yellow", "brown", "blue", "pink", "black"), COLOURS),
        (("white", "brown", "pink", "black"), COLOURS[2:]),
        (("white", "black"), ("black",)),
        (("white",), ()),
    ],
    ids=["a green hidden while a red is up", "a blue hidden above the brown", "the last black", "a white alone"],
)
def test_a_colour_that_the_law_has_up_is_up_though_it_was_hidden(
    balls: tuple[str, ...], colours: tuple[str, ...]
) -> None:
    start = opening_setup(seen(*balls), SNOOKER_2024, None, None).setup.start
    assert start is not None
    assert start.colours == colours


def test_billiards_has_no_colours_to_be_up() -> None:
    kit = find_kit("billiards-12ft")
    began = opening_setup(seen("white", "red"), shelf.find("billiards-2024", kit), None, None)
    assert began.setup.start is None or began.setup.start.colours == ()


@pytest.mark.parametrize(("y_mm", "side"), [(85.0, 0), (930.0, 1)])
def test_a_set_of_novuss_is_picked_up_by_the_pucks_that_lie_and_the_edge_from_which_is_played(
    y_mm: float, side: int
) -> None:
    rules = shelf.find("novuss-2015")
    stroke = Stroke(number=1, began_us=0, ended_us=1, cue_ball="striker", origin=Point(420.0, y_mm))
    began = opening_setup(seen("striker", *["a"] * 3, *["b"] * 6), rules, None, None, first=begins(stroke, rules))
    line = rules.scoreline(rules.opening(began.setup))
    assert (line.points, line.striker) == ((5, 2), side)
    told = opening_setup(seen("striker", *["a"] * 3, *["b"] * 6), rules, (4, 2), None, first=begins(stroke, rules))
    assert rules.scoreline(rules.opening(told.setup)).points == ((4, 2) if side == 0 else (2, 4)), "who plays is first"


def test_a_word_that_is_no_ball_is_still_refused() -> None:
    began = opening_setup(seen("white", "red"), SNOOKER_2024, None, "purple")
    with pytest.raises(BadInput, match="purple"):
        shelf.find().opening(began.setup)


@settings(max_examples=200, deadline=None, derandomize=True)
@given(
    st.lists(st.sampled_from(SNOOKER), max_size=40),
    st.sampled_from([None, "red", "colour", *COLOURS]),
    st.sampled_from([name for name in shelf.names() if not name.startswith("novuss")]),
)
def test_no_rulebook_refuses_what_a_camera_shows(balls: list[str], on: str | None, name: str) -> None:
    rules = shelf.find(name, find_kit("billiards-12ft") if name.startswith("billiards") else KIT)
    began = opening_setup(seen(*balls), rules, None, None if name.startswith("billiards") else on)
    rules.scoreline(rules.opening(began.setup))


@pytest.mark.parametrize(("against", "say"), [((("white", "red"),), "NO SCORE"), ((), "FOUL AND A MISS")])
def test_a_cue_ball_that_rests_against_the_ball_on_as_a_recording_begins_has_met_it(
    against: tuple[tuple[str, str], ...], say: str
) -> None:
    rules = shelf.find("snooker-2024", KIT)
    balls = seen("white", "red", *COLOURS)
    began = opening_setup(replace(balls, touching=against), SNOOKER_2024, (0, 0), "red")
    stroke = Stroke(
        number=1,
        began_us=4_000_000,
        ended_us=9_000_000,
        cue_ball="white",
        origin=Point(0.0, 900.0),
        first_hit=("blue",),
    )
    ruling = rules.judge(rules.opening(began.setup), stroke, balls)
    assert ruling.suggestions[0].say == say


BILLIARDS = shelf.find("billiards-2024", find_kit("billiards-12ft"))
SPOT = BILLIARDS.kit.spots["black-spot"]


def at_billiards(*cue_balls: str, red_off_mm: float) -> Standing:
    lie = {"white": (800.0, 600.0), "yellow": (1000.0, 600.0), "red": (SPOT.x_mm + red_off_mm, SPOT.y_mm)}
    places = tuple(Place(ball=ball, at=Point(*lie[ball]), sd_mm=1.0) for ball in (*cue_balls, "red"))
    return Standing(at_us=2_500_000, places=places)


def struck(cue_ball: str) -> Stroke:
    return Stroke(
        number=1,
        began_us=4_000_000,
        ended_us=9_000_000,
        cue_ball=cue_ball,
        origin=Point(800.0, 600.0),
        first_hit=("red",),
    )


@pytest.mark.parametrize(
    ("red_off_mm", "is_whole"),
    [(0.0, True), (20.0, True), (100.0, False)],
    ids=["on its spot", "seen a little beside it", "beside its spot"],
)
def test_a_game_of_billiards_has_just_begun_where_the_red_is_on_its_spot(red_off_mm: float, is_whole: bool) -> None:
    began = opening_setup(
        at_billiards("white", red_off_mm=red_off_mm), BILLIARDS, None, None, first=begins(struck("white"), BILLIARDS)
    )
    assert (began.setup.start is None) == is_whole


@pytest.mark.parametrize(("cue_ball", "points"), [("white", (40, 25)), ("yellow", (25, 40))])
def test_a_score_that_a_person_gives_names_the_one_at_the_table_first_whichever_ball_is_theirs(
    cue_ball: str, points: tuple[int, int]
) -> None:
    terms = Setup(names=("Anna", "Bo"))
    began = opening_setup(
        at_billiards("white", "yellow", red_off_mm=100.0),
        BILLIARDS,
        (40, 25),
        None,
        first=begins(struck(cue_ball), BILLIARDS),
        terms=terms,
    )
    line = BILLIARDS.scoreline(BILLIARDS.opening(began.setup))
    assert line.points == points
    assert began.setup.names[points.index(40)] == "Anna"


FOUR = Setup(names=("Ance / Baiba", "Juris / Karlis"), players=(("Ance", "Baiba"), ("Juris", "Karlis")))
SEATS = {"near": Point(500, 60), "left": Point(60, 500), "far": Point(500, 940), "right": Point(940, 500)}


@pytest.mark.parametrize(
    ("sentence", "at", "is_known", "may"),
    [
        ("who struck from the near zone sits there", Point(420, 85), True, {0}),
        ("who struck from the far zone sits there", Point(420, 930), True, {1}),
        ("from the middle nobody may strike, and so anybody did", Point(420, 500), True, {0, 1}),
        ("a striker that came into view on its way may be anybody's", Point(420, 930), False, {0, 1}),
    ],
)
def test_who_began_a_set_of_novuss_is_open_where_the_first_stroke_does_not_tell(
    sentence: str, at: Point, is_known: bool, may: set[int]
) -> None:
    doubts = () if is_known else (Doubt(about="began_us", why="the cue-ball was moving when it was seen first"),)
    first = Stroke(number=1, began_us=0, ended_us=1, cue_ball="striker", origin=at, doubts=doubts)
    found = who_may_begin(first, shelf.find("novuss-2015"), NO_TERMS)
    assert {one.side for one in found} == may, sentence


def test_who_is_named_first_began_where_players_have_no_place_of_their_own() -> None:
    first = Stroke(number=1, began_us=0, ended_us=1, cue_ball="white", origin=Point(900, 600))
    assert who_may_begin(first, SNOOKER_2024, NO_TERMS) == (FirstPlayer(cue_ball="white"),)


@pytest.mark.parametrize("seat", SEATS)
def test_of_four_at_a_board_whoever_strikes_first_is_named_first(seat: str) -> None:
    board = shelf.find("novuss-2015").kit_for(FOUR)
    rules = shelf.find("novuss-2015", board)
    first = Stroke(number=1, began_us=3_000_000, ended_us=5_000_000, cue_ball="striker", origin=SEATS[seat])
    lie = seen(*["a"] * 5, *["b"] * 9)
    at = rules.opening(opening_setup(lie, rules, None, None, first=begins(first, rules, FOUR), terms=FOUR).setup)
    line = rules.scoreline(at)
    assert (at.edge, line.player) == (seat, "Ance")
    own, other = (11, 7) if seat in ("near", "far") else (7, 11)
    assert dict(zip(line.names, line.points, strict=True)) == {"Ance / Baiba": own, "Juris / Karlis": other}


def test_with_two_a_side_sixteen_pucks_of_each_lie_on_the_board() -> None:
    board = shelf.find("novuss-2015").kit_for(FOUR)
    assert dict(board.pieces) == {"striker": 1, "a": 16, "b": 16}
    assert dict(shelf.find("novuss-2015").kit_for(Setup()).pieces) == {"striker": 1, "a": 8, "b": 8}


def left(reds_lie: int, *pots: str) -> Alternatives:
    """A stroke after which so many reds were seen to lie."""
    fell = tuple(Pot(at_us=1, ball=ball, pocket="top-left", sure=0.9) for ball in pots)
    played = Stroke(number=1, began_us=0, ended_us=2, cue_ball="white", origin=Point(100, 900), first_hit=("red",),
                    potted=fell)  # fmt: skip
    return Alternatives(readings=(Reading(stroke=played, standing=reds(reds_lie)),))


def reds(count: int) -> Standing:
    return seen("white", *COLOURS, *["red"] * count)


@pytest.mark.parametrize(
    ("sentence", "strokes", "lay"),
    [
        ("as many as at the start", [left(5), left(5), left(5)], [5]),
        ("one came into view as they scattered", [left(5), left(6), left(6)], [5, 6]),
        ("one fell and another came into view", [left(5, "red"), left(4, "red"), left(4)], [5, 6]),
        ("two fell", [left(4, "red"), left(3, "red"), left(3)], [5]),
        ("no more than the game has", [left(9), left(9), left(9)], [5, 6]),
        ("one was none: it is seen no more, and did not fall", [left(5), left(4), left(4), left(3, "red")], [5, 4]),
        ("once one more was seen", [left(5), left(6), left(5)], [5]),
    ],
)
def test_as_many_reds_lay_there_at_the_start_as_most_strokes_show(
    sentence: str, strokes: list[Alternatives], lay: list[int]
) -> None:
    rules = shelf.find("six-reds-2024", KIT)
    found = openings(reds(5), strokes, rules.kit)
    seen_reds = [sum(place.ball == "red" for place in one.places) for one in found]
    assert [n + len(one.hidden) for n, one in zip(seen_reds, found, strict=True)] == lay, sentence
    assert all(n <= 5 for n in seen_reds), "one that nobody saw has no place"


def test_a_red_that_nobody_saw_counts_in_mid_frame_too() -> None:
    began = opening_setup(replace(reds(4), hidden=("red",)), shelf.find("six-reds-2024", KIT), None, None)
    assert began.setup.start is not None
    assert began.setup.start.reds == 5


def test_a_frame_of_whose_reds_one_came_into_view_later_began_with_its_opening_stroke() -> None:
    def lies(count: int) -> Standing:
        return table(count, Point(700, 700))

    strokes = [
        Stroke(number=n, began_us=20 * n, ended_us=20 * n + 9, cue_ball="white", origin=Point(700, 700),
               first_hit=("red",))
        for n in (1, 2, 3)
    ]  # fmt: skip
    alternatives = [sure(lies(5), strokes[0], lies(6)), sure(lies(6), strokes[1], lies(6)),
                    sure(lies(6), strokes[2], lies(6))]  # fmt: skip
    watched = Watched(paths=(), opening=lies(5), alternatives=tuple(alternatives), seen_us=(), lost_us=frozenset())
    assert judge(watched, KIT, "six-reds-2024", None, None).book.header.setup.start is None
    seldom = replace(watched, alternatives=tuple(sure(lies(5), one, lies(5)) for one in strokes))
    begun = judge(seldom, KIT, "six-reds-2024", None, None).book.header.setup.start
    assert begun is not None
    assert begun.reds == 5
