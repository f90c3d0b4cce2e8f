"""What stands against a player goes with him into the next frame, and what was for the frame alone stays behind."""

from typing import Any

import pytest

from tests.made_matches import ANNA, BO, calling, ending, match_under, offered, reporting, rules_for
from tracker.domain.book.setup import Setup
from tracker.domain.errors import BadInput, CallRefused
from tracker.match.book.codec import book_from_text, book_to_text
from tracker.match.frames import Match, begin_frame, resumed
from tracker.rules.snooker.frame import calls as snooker
from tracker.rules.snooker.frame.position import REPLACE

LADDERS = [
    # rulebook, what Anna does: in the first frame, between the frames, in the second; how much that costs her there
    ("snooker-2024", ("unsporting",), (), "unsporting", "frame"),
    ("snooker-2024", ("unsporting", "unsporting"), (), "unsporting", "match"),
    ("snooker-2024", (), ("unsporting",), "unsporting", "frame"),
    ("snooker-2024", ("time-wasting",), (), "time-wasting", "frame"),
    ("snooker-2024", ("time-wasting", "time-wasting"), (), "time-wasting", "frame"),
    ("snooker-2024", ("time-wasting",), (), "unsporting", ""),
    ("snooker-2024", ("unsporting",), (), "time-wasting", ""),
    ("snooker-2022", ("unsporting",), (), "unsporting", "frame"),
    ("six-reds-2024", ("unsporting", "unsporting"), (), "unsporting", "match"),
    ("snooker-legacy", ("time-wasting",), (), "time-wasting", "frame"),
    ("snooker-legacy", ("unsporting",), (), "unsporting", "match"),
    ("billiards-2024", ("unsporting",), (), "unsporting", "frame"),
    ("billiards-2024", ("time-wasting", "time-wasting"), (), "time-wasting", "match"),
    ("billiards-2024", ("time-wasting", "time-wasting"), (), "unsporting", ""),
    ("novuss-2015", ("disruptive",), (), "disruptive", "match"),
    ("novuss-2015", ("time-wasting",), (), "disruptive", ""),
]


@pytest.mark.parametrize(("rulebook", "before", "between", "then", "costs"), LADDERS)
def test_what_a_player_was_warned_for_counts_in_the_next_frame(
    rulebook: str, before: tuple[str, ...], between: tuple[str, ...], then: str, costs: str
) -> None:
    match = match_under(rulebook)
    for what in before:
        match = reporting(match, what, ANNA)
    if not match.frame.over:
        match = ending(match, winner=ANNA)
    for what in between:
        match = reporting(match, what, ANNA)
    match = begin_frame(match)
    assert offered(match, then, ANNA).ends == costs
    clean = begin_frame(ending(match_under(rulebook), winner=ANNA))
    assert offered(match, then, BO) == offered(clean, then, BO)


AHEAD = [
    # rulebook, what Anna does between the frames, and the frames that are over as they begin
    ("snooker-2024", ("unsporting",), 0),
    ("snooker-2024", ("unsporting", "unsporting"), 1),
    ("snooker-2024", ("serious-unsporting",), 1),
    ("snooker-2024", ("time-wasting", "time-wasting", "time-wasting"), 2),
    ("snooker-legacy", ("unsporting",), 1),
    ("billiards-2024", ("unsporting", "unsporting"), 1),
]


@pytest.mark.parametrize(("rulebook", "between", "lost"), AHEAD)
def test_a_frame_awarded_between_frames_is_the_next_one(rulebook: str, between: tuple[str, ...], lost: int) -> None:
    match = ending(match_under(rulebook), winner=ANNA)
    for what in between:
        match = reporting(match, what, ANNA)
    assert match.won == (1, 0)
    for frames in range(1, lost + 1):
        match = begin_frame(match)
        assert (match.frame.over, match.sequence, match.won) == (True, 0, (1, frames))
    assert not begin_frame(match).frame.over


def test_points_of_a_frame_lost_before_it_began_go_to_the_other_side_where_they_count() -> None:
    match = ending(match_under("snooker-2024", aggregate=True), winner=ANNA)
    points = match.frame.desk.scoreline.points
    lost = begin_frame(reporting(match, "serious-unsporting", ANNA))
    assert lost.frame.desk.scoreline.points == (0, 147)
    assert begin_frame(lost).frame.header.setup.totals == (points[0], points[1] + 147)


def test_conceding_too_early_again_loses_the_frame_after_as_well() -> None:
    early = snooker.Concede(side=ANNA), snooker.Accept(side=BO)
    once = begin_frame(calling(match_under("snooker-2024"), *early))
    assert not once.frame.over
    twice = begin_frame(calling(once, *early))
    assert (twice.frame.over, twice.won) == (True, (0, 3))
    assert twice.frame.outcome is not None
    assert twice.frame.outcome.because == "frame awarded before it began"


@pytest.mark.parametrize("rulebook", ["snooker-2024", "billiards-2024"])
def test_the_match_may_be_awarded_between_frames_and_the_frame_that_was_played_stays_won(rulebook: str) -> None:
    match = match_under(rulebook)
    for what in ("unsporting", "unsporting"):
        match = reporting(match, what, ANNA)
    match = ending(begin_frame(match), winner=ANNA)
    over = reporting(match, "unsporting", ANNA)
    assert (over.won, over.winner, over.over) == ((1, 1), BO, True)
    with pytest.raises(CallRefused, match="the match is over"):
        begin_frame(over)


def test_a_level_game_of_novuss_has_no_winner() -> None:
    match = ending(begin_frame(ending(match_under("novuss-2015", frames=2), winner=ANNA)), winner=BO)
    assert (match.won, match.winner, match.over) == ((1, 1), None, True)


def test_the_warning_about_a_third_miss_stays_in_its_frame() -> None:
    missed = snooker.Foul(points=4, miss=True, full_ball=True), snooker.Choose(what=REPLACE)
    match = calling(match_under("snooker-2024"), *missed, *missed)
    assert match.frame.desk.position.run.warned
    third = match.frame.desk.call((missed[0],))
    assert third.scoreline.over
    match = begin_frame(match.with_desk(third), starter=ANNA)
    again = match.frame.desk.call((*missed, *missed)).position
    assert (again.over, match.frame.header.setup.conduct) == (False, Setup().conduct)


def test_what_stands_is_written_into_the_book_of_the_next_frame_and_read_from_it() -> None:
    match = ending(reporting(match_under("snooker-2024"), "unsporting", ANNA), winner=ANNA)
    match = begin_frame(reporting(match, "unsporting", ANNA))
    books = [(frame.epoch, book_from_text(book_to_text(frame.desk.book))) for frame in match.frames]
    again = resumed(rules_for, books)
    assert (again.won, again.frame.header) == (match.won, match.frame.header) == ((1, 1), match.frame.header)
    assert offered(begin_frame(again), "unsporting", ANNA).ends == "match"


def points(match: Match) -> tuple[int, int]:
    return match.frame.desk.scoreline.points


@pytest.mark.parametrize("rulebook", ["snooker-2024", "billiards-2024"])
def test_a_handicap_stands_as_every_frame_begins_and_in_the_book(rulebook: str) -> None:
    match = match_under(rulebook, handicap=(0, 14))
    assert points(match) == (0, 14)
    again = begin_frame(ending(match, ANNA))
    assert points(again) == (0, 14)
    book = book_from_text(book_to_text(again.frame.desk.book), "here")
    assert points(resumed(rules_for, [(1, book)])) == (0, 14)


def test_a_frame_that_is_begun_anew_begins_with_the_handicap_too() -> None:
    match = calling(match_under("snooker-2024", handicap=(7, 0)), snooker.Played(potted=("red",), points=1))
    assert points(match) == (8, 0)
    assert points(calling(match, snooker.Restart())) == (7, 0)


@pytest.mark.parametrize(
    ("rulebook", "setup"),
    [("novuss-2015", {"handicap": (1, 0)}), ("billiards-2024", {"handicap": (100, 0), "target": 100})],
)
def test_a_handicap_that_cannot_be_played_with_is_refused(rulebook: str, setup: dict[str, Any]) -> None:
    with pytest.raises(BadInput, match="handicap"):
        match_under(rulebook, **setup)
