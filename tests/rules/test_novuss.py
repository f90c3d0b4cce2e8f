"""What the eyes bring is read as the book says: zones by the hole, direct or rebound, what was met first or moved."""

from dataclasses import replace
from math import exp
from pathlib import Path
from typing import cast

import pytest

from tracker.domain.book.setup import Setup, Start
from tracker.domain.errors import BadInput, CallRefused
from tracker.domain.law.ruling import Outcome, Ruling
from tracker.domain.strokes.stroke import Bounce, Doubt, Place, Pot, Standing, Stroke, Touch
from tracker.domain.table.plane import Point
from tracker.rules import shelf
from tracker.rules.check import FORMAT
from tracker.rules.novuss.board import BOARD, PLACES, along_board, depth_mm, in_zone_mm, place_mm, taken, zone_at
from tracker.rules.novuss.branches import PENALISED, REBOUNDS
from tracker.rules.novuss.calls import Again, Off, Played, Warned
from tracker.rules.novuss.edition import Novuss
from tracker.rules.novuss.ends import game_result
from tracker.rules.novuss.position import EDGES, Position
from tracker.rules.snooker.places.table import TWELVE_FEET
from tracker.store.kits import find_kit

RULES = cast(Novuss, shelf.find("novuss-2015"))
FILES = sorted((Path(__file__).parents[1] / "cases").glob("novuss*.toml"))
OPEN, BLIND, CIRCLE, FAR_ZONE = Point(300, 500), Point(200, 60), Point(500, 480), Point(700, 950)


def pucks(**at: Point) -> tuple[Place, ...]:
    return tuple(Place(ball=name, at=place, sd_mm=1.0) for name, place in at.items())


def position(*lie: Place, striker: int = 0) -> Position:
    counts = [sum(place.ball[0] == letter for place in lie) for letter in "ab"]
    start = Start(scores=(8 - counts[0], 8 - counts[1]), striker=striker, places=lie)
    return RULES.opening(Setup(start=start))


def struck(
    *met: tuple[str, Point], boards: tuple[str, ...] = (), pots: tuple[str, ...] = (), off: tuple[str, ...] = ()
) -> Stroke:
    """The striker meets these boards, and then these pucks."""
    return Stroke(
        number=1,
        began_us=0,
        ended_us=9,
        cue_ball="striker",
        origin=Point(500, 60),
        cushions=tuple(Bounce(at_us=1, ball="striker", cushion=board, sure=1.0) for board in boards),
        touches=tuple(Touch(at_us=2 + i, balls=("striker", b), at=at, sure=1.0) for i, (b, at) in enumerate(met)),
        first_hit=tuple(ball for ball, _ in met[:1]),
        potted=tuple(Pot(at_us=5, ball=ball, pocket="top-left", sure=1.0) for ball in pots),
        off_table=off,
    )


def ruled(at: Position, stroke: Stroke, *after: Place) -> tuple[Ruling, list[str]]:
    ruling = RULES.judge(at, stroke, Standing(at_us=9, places=after))
    return ruling, [finding.clause for finding in ruling.findings]


def test_the_board_is_the_one_of_the_table_file() -> None:
    assert find_kit("novuss") == BOARD


def test_another_board_may_be_set_and_a_snooker_table_may_not() -> None:
    wide = replace(BOARD, width_mm=1200, sizes_mm={**BOARD.sizes_mm, "circle": 150})
    assert shelf.find("novuss-2015", wide).kit == wide
    assert place_mm(wide, "circle-left") == Point(600 - 150 + 27, 500)
    with pytest.raises(BadInput, match="no novuss board"):
        shelf.find("novuss-2015", TWELVE_FEET)


def test_every_sentence_of_the_book_has_a_case() -> None:
    cited = {cite for file in FILES for case in FORMAT.read(file.read_text("utf-8"), file.name) for cite in case.cite}
    assert {sentence.id for sentence in RULES.sentences} - {"NOV-4.5"} <= cited


def test_the_third_warning_loses_the_game() -> None:
    at = RULES.opening(Setup())
    for _ in range(2):
        at = RULES.apply(at, Warned(side=1, what="disruptive"))
        assert not at.over
    at = RULES.apply(at, Warned(side=1, what="time-wasting"))
    assert (at.game_over, at.winner, at.said) == (True, 0, ("WARNING", "GAME LOST"))


@pytest.mark.parametrize(
    ("lying", "clauses"),
    [
        (OPEN, ["NOV-7.1"]),
        (BLIND, ["NOV-6.h", "NOV-6.l", "NOV-7.1"]),
        (CIRCLE, ["NOV-6.h", "NOV-7.1"]),
        (Point(300, 113), ["NOV-7.1"]),
        (Point(300, 111), ["NOV-6.h", "NOV-6.l", "NOV-7.1"]),
        (Point(500, 633), ["NOV-7.1"]),
        (Point(500, 631), ["NOV-6.h", "NOV-7.1"]),
    ],
)
def test_a_puck_is_open_when_the_line_shows_through_its_hole(lying: Point, clauses: list[str]) -> None:
    lie = pucks(a1=lying, a2=Point(800, 300), b1=FAR_ZONE)
    assert ruled(position(*lie), struck(("a1", lying)), *lie)[1] == clauses


def test_the_far_player_reads_the_board_from_his_side() -> None:
    lie = pucks(a1=BLIND, b1=FAR_ZONE, b2=OPEN)
    assert ruled(position(*lie, striker=1), struck(("b1", FAR_ZONE)), *lie)[1] == ["NOV-6.h", "NOV-6.l", "NOV-7.1"]
    assert ruled(position(*lie, striker=1), struck(("b1", FAR_ZONE), boards=("bottom",)), *lie)[1] == ["NOV-7.1"]


def test_a_board_before_the_puck_makes_a_rebound_and_the_far_one_makes_it_good() -> None:
    lie = pucks(a1=BLIND, a2=OPEN, b1=FAR_ZONE)
    at = position(*lie)
    assert ruled(at, struck(("a1", BLIND), boards=("left",)), *lie)[1] == ["NOV-6.i", "NOV-7.1"]
    assert ruled(at, struck(("a1", BLIND), boards=("left", "top")), *lie)[1] == ["NOV-7.1"]
    touched_first = replace(struck(("a1", BLIND)), cushions=struck(boards=("top",)).cushions)
    late = tuple(replace(bounce, at_us=8) for bounce in touched_first.cushions)
    assert "NOV-6.h" in ruled(at, replace(touched_first, cushions=late), *lie)[1]


def test_a_side_board_is_enough_for_a_puck_in_the_circle_and_for_any_puck_met_there() -> None:
    lie = pucks(a1=CIRCLE, b1=FAR_ZONE)
    assert ruled(position(*lie), struck(("a1", CIRCLE), boards=("left",)), *lie)[1] == ["NOV-7.1"]
    blind = pucks(a1=BLIND, b1=CIRCLE)
    met = struck(("a1", BLIND), ("b1", CIRCLE), boards=("left",))
    assert ruled(position(*blind), met, *blind)[1] == ["NOV-7.1"]
    assert ruled(position(*blind), struck(("a1", BLIND), boards=("left",)), *blind)[1] == ["NOV-6.f", "NOV-7.1"]


def test_other_pucks_that_move_by_a_blind_one_lose_the_set() -> None:
    lie = pucks(a1=BLIND, a2=OPEN, b1=FAR_ZONE)
    away = pucks(a1=Point(250, 60), a2=Point(310, 500), b1=FAR_ZONE)
    ruling, clauses = ruled(position(*lie), struck(("a1", BLIND)), *away)
    assert "NOV-5.5" in clauses
    assert ruling.main is not None
    assert ruling.main.say == "SET LOST"
    alone = pucks(a1=Point(250, 60), a2=OPEN, b1=FAR_ZONE)
    assert "NOV-5.5" not in ruled(position(*lie), struck(("a1", BLIND)), *alone)[1]


def test_several_pucks_hit_out_of_the_blind_zone_lose_the_set() -> None:
    lie = pucks(a1=BLIND, a2=Point(255, 60), b1=FAR_ZONE)
    out = pucks(a1=Point(200, 300), a2=Point(400, 300), b1=FAR_ZONE)
    assert "NOV-5.2" in ruled(position(*lie), struck(("a1", BLIND)), *out)[1]
    within = pucks(a1=Point(300, 60), a2=Point(400, 300), b1=FAR_ZONE)
    assert "NOV-5.2" not in ruled(position(*lie), struck(("a1", BLIND)), *within)[1]


@pytest.mark.parametrize(("zone", "clause"), [(CIRCLE, "NOV-3.11"), (FAR_ZONE, "NOV-3.17")])
def test_a_direct_attack_is_put_back(zone: Point, clause: str) -> None:
    lie = pucks(a1=OPEN, b1=Point(600, 700))
    ruling, clauses = ruled(position(*lie), struck(("b1", Point(600, 700))), *pucks(a1=OPEN, b1=zone))
    assert clause in clauses
    call = ruling.calls[0]
    assert isinstance(call, Played)
    assert [p for p in call.after.lie or () if p.ball != "a"] == list(lie)


def test_a_move_from_the_circle_into_the_blind_zone_is_no_attack() -> None:
    lie = pucks(a1=OPEN, b1=CIRCLE)
    clauses = ruled(position(*lie), struck(("b1", CIRCLE)), *pucks(a1=OPEN, b1=FAR_ZONE))[1]
    assert clauses == ["NOV-6.b", "NOV-7.1"]


def test_a_striker_that_comes_back_behind_its_line_ends_the_turn() -> None:
    lie = pucks(a1=OPEN, a2=Point(800, 300), b1=FAR_ZONE)
    left = pucks(a2=Point(800, 300), b1=FAR_ZONE)
    for y_mm, back in ((109, True), (111, False)):
        rest = (*left, Place(ball="striker", at=Point(400, y_mm), sd_mm=1.0))
        assert ("NOV-7.5" in ruled(position(*lie), struck(("a1", OPEN), pots=("a1",)), *rest)[1]) == back
    untouched = (*lie, Place(ball="striker", at=Point(400, 60), sd_mm=1.0))
    assert "NOV-7.5" not in ruled(position(*lie), struck(), *untouched)[1]


def test_the_puck_that_was_struck_is_found_by_where_the_striker_met_it() -> None:
    lie = pucks(a=OPEN, b=FAR_ZONE) + pucks(a=BLIND)
    at = position(*lie)
    assert ruled(at, struck(("a", Point(230, 90))), *lie)[1] == ["NOV-6.h", "NOV-6.l", "NOV-7.1"]
    assert ruled(at, struck(("a", Point(330, 460))), *lie)[1] == ["NOV-7.1"]


def test_where_the_zone_is_not_known_a_person_is_asked() -> None:
    at = replace(position(*pucks(a1=OPEN, a2=BLIND, b1=FAR_ZONE)), lie=None, light=(1, 1))
    ruling, clauses = ruled(at, struck(("a1", OPEN)))
    assert ruling.ask
    assert "in which zone" in ruling.doubts[0]
    assert clauses == ["NOV-7.1"]


def test_a_doubt_about_what_a_clause_reads_is_asked_and_another_is_not() -> None:
    lie = pucks(a1=OPEN, b1=FAR_ZONE)
    for about, asked in (("first_hit", True), ("potted", True), ("weather", False)):
        doubt = Doubt(about=about, why="a hand was in the way", margin="2 mm")
        ruling = ruled(position(*lie), replace(struck(("a1", OPEN)), doubts=(doubt,)), *lie)[0]
        assert ruling.ask == asked


def test_a_penalty_puck_is_placed_in_mm_and_lies_there_for_the_next_stroke() -> None:
    lie = pucks(a1=OPEN, b1=FAR_ZONE)
    ruling, _ = ruled(position(*lie), struck(("b1", FAR_ZONE)), *lie)
    assert [(place.ball, place.at) for place in ruling.spots] == [("penalty", Point(500, 973))]
    then = RULES.apply(position(*lie), ruling.calls[0])
    assert then.pucks == (2, 1)
    assert Place(ball="a", at=Point(500, 973), sd_mm=0.0) in (then.lie or ())
    assert then.light == (2, 0)


def test_a_puck_off_the_board_finds_the_free_place_in_the_circle() -> None:
    lie = pucks(a1=OPEN, b1=Point(500, 500), b2=FAR_ZONE)
    stroke = struck(("a1", OPEN), off=("b2",))
    ruling, clauses = ruled(position(*lie), stroke, *pucks(a1=OPEN, b1=Point(500, 500)))
    assert "NOV-6.q" in clauses
    assert [place.ball for place in ruling.spots] == ["penalty"]
    assert "near the centre" in ruling.doubts[-1]


def test_penalty_pucks_lie_about_the_centre_line_or_as_near_as_they_can() -> None:
    far = 1000 - BOARD.ball_radius_mm
    assert along_board(BOARD, "far-board", 2, ()) == [Point(473, far), Point(527, far)]
    assert along_board(BOARD, "left-board", 3, ()) == [Point(27, 446), Point(27, 500), Point(27, 554)]
    beside = along_board(BOARD, "far-board", 1, [Point(510, far)])
    assert beside == [Point(510 - 54.01, far)]
    crowded = [Point(500, far), Point(800, 300)]
    assert along_board(BOARD, "far-board", 1, crowded) == [Point(500 - 54.01, far)]
    assert along_board(BOARD, "far-board", 1, [Point(500, far), Point(200, 300)]) == [Point(500 + 54.01, far)]
    for seen_mm in (499.4, 500.6):  # a puck on the centre line, seen a hair beside it
        left, right = Point(200, 300), Point(800, 300)
        on_line = Point(seen_mm, far)
        assert along_board(BOARD, "far-board", 1, [on_line, left]) == [Point(seen_mm + 54.01, far)]
        assert along_board(BOARD, "far-board", 1, [on_line, right]) == [Point(seen_mm - 54.01, far)]
        assert along_board(BOARD, "far-board", 1, [on_line, left, right]) == [Point(seen_mm - 54.01, far)]
    full = [Point(27 + 27 * i, far) for i in range(37)]
    assert along_board(BOARD, "far-board", 1, full) == []


def test_a_place_is_taken_when_a_puck_put_there_would_touch() -> None:
    assert taken(BOARD, ()) == ()
    assert taken(BOARD, [Point(500, 500)]) == ("centre",)
    assert set(taken(BOARD, [place_mm(BOARD, name) for name in PLACES])) == set(PLACES)


def test_a_zone_is_as_deep_at_every_edge() -> None:
    inside = {"near": Point(500, 50), "far": Point(500, 950), "left": Point(50, 500), "right": Point(950, 500)}
    for edge, place in inside.items():
        assert in_zone_mm(BOARD, place, edge) == 120 - 8 - 50


def test_calls_that_do_not_fit_are_refused_with_a_reason() -> None:
    at = position(*pucks(a1=OPEN, b1=FAR_ZONE))
    for call, why in (
        (Played(own=2), "has 1 pucks on the board"),
        (Played(own=-1), "has 1 pucks on the board"),
        (Played(own=1, off=(Off(ball="a1"),)), "has 1 pucks on the board"),
        (Played(off=(Off(ball="striker"),)), "no puck"),
        (Played(off=(Off(ball="a1", side="up"),)), "no puck"),
        (Again(), "nothing but blind pucks"),
    ):
        with pytest.raises(CallRefused, match=why):
            RULES.apply(at, call)
    over = RULES.apply(at, Played(own=1))
    with pytest.raises(CallRefused, match="the set is over"):
        RULES.apply(over, Played())


def test_a_setup_that_novuss_cannot_have_is_bad_input() -> None:
    three = (("A1", "A2", "A3"), ("B1", "B2", "B3"))
    for setup in (Setup(reds=6), Setup(players=three), Setup(players=(("A1", "A2"), ("B1",)))):
        with pytest.raises(BadInput, match="eight pucks a player"):
            RULES.opening(setup)
    with pytest.raises(BadInput, match="cannot be off the board"):
        RULES.opening(Setup(start=Start(scores=(8, 0))))


def test_the_scoreboard_counts_pucks() -> None:
    line = RULES.scoreline(position(*pucks(a1=OPEN, b1=FAR_ZONE, b2=BLIND)))
    assert (line.points, line.unit, line.remaining, line.on) == ((7, 6), "pucks", 1, "")


def test_more_than_half_of_the_sets_wins_the_game_and_an_even_number_may_be_drawn() -> None:
    assert game_result((1, 1), 3) is None
    assert game_result((1, 2), 3) == Outcome(winner=1, because="more than half of the sets won")
    assert game_result((2, 2), 4) == Outcome(winner=None, because="the sets are level")
    assert game_result((2, 1), 4) is None


@pytest.mark.parametrize("edge", EDGES)
def test_a_players_zone_lies_along_the_board_that_he_sits_at(edge: str) -> None:
    low, high = zone_at(BOARD, edge)
    middle = Point((low.x_mm + high.x_mm) / 2, (low.y_mm + high.y_mm) / 2)
    depths = {one: depth_mm(BOARD, middle, one) for one in EDGES}
    assert min(depths, key=lambda one: depths[one]) == edge
    assert max(depth_mm(BOARD, corner, edge) for corner in (low, high)) == pytest.approx(2 * depths[edge])


@pytest.mark.parametrize(("lie", "points"), [("aabbb", (6, 5)), ("a", (7, 7)), ("aaaaaaaab", (0, 7))])
def test_pucks_that_lie_tell_what_each_side_has_off_the_board_but_never_all(lie: str, points: tuple[int, int]) -> None:
    assert RULES.points_by([Place(ball=puck, at=OPEN, sd_mm=1.0) for puck in lie]) == points


UNSEEN = Doubt(about="began_us", why="the cue-ball was moving when it was seen first")


@pytest.mark.parametrize(
    ("sentence", "stroke", "penalised"),
    [
        ("seen from its start, a direct one", struck(("b1", OPEN)), [True]),
        (
            "not seen from its start, direct or a rebound",
            replace(struck(("b1", OPEN)), doubts=(UNSEEN,)),
            [True, False],
        ),
        (
            "that met a board in view, a rebound",
            replace(struck(("b1", OPEN), boards=("top",)), doubts=(UNSEEN,)),
            [False],
        ),
    ],
)
def test_a_stroke_whose_first_way_was_not_seen_may_have_been_direct_or_a_rebound(
    sentence: str, stroke: Stroke, penalised: list[bool]
) -> None:
    """A direct stroke that touches an opponent's puck first is penalised; a rebound is not, with no own puck light."""
    lie = pucks(a1=Point(500, 500), b1=OPEN)
    found = RULES.branches(position(*lie), stroke, Standing(at_us=9, places=lie))
    assert [call.penalised for branch in found for call in branch.calls if isinstance(call, Played)] == penalised
    priors = [branch.log_prior for branch in found]
    assert len(found) == 1 or exp(priors[0]) == pytest.approx(PENALISED * (1 - REBOUNDS))
