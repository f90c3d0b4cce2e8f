"""What is told of players comes from their books alone, and adds up to the score."""

import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.frames.wild import Wild, play
from tests.frames.wild_billiards import BILLIARDS
from tests.frames.wild_novuss import NOVUSS
from tests.frames.wild_snooker import SNOOKER
from tracker.domain.book.setup import Setup, Start
from tracker.domain.law.ruling import Outcome
from tracker.domain.strokes.stroke import Standing, Stroke
from tracker.domain.table.plane import Point
from tracker.domain.time import SECOND_US
from tracker.match.book.book import Book
from tracker.match.book.codec import book_from_text
from tracker.match.book.entries import Abandoned, Called, Header, Seen, StruckOut
from tracker.match.statistics import Appearance, FrameRecord, MatchRecord, counted, frame_record, statistics_of
from tracker.rules import shelf
from tracker.rules.snooker.frame.calls import Choose, Foul, Nominate, Played

BOOKS = Path(__file__).parents[1] / "books"
EXPECTED = tomllib.loads((BOOKS / "expected.toml").read_text("utf-8"))
TOLD: dict[str, dict[str, Any]] = {
    "maximum": {"breaks": ((0, 147),), "fouls": (0, 0)},
    "three-misses": {"fouls": (0, 3)},
}
"""What is known of a golden book beyond its score."""


def golden(name: str) -> FrameRecord:
    return frame_record(book_from_text((BOOKS / f"{name}.jsonl").read_text("utf-8"), name))


def adds_up(book: Book) -> None:
    """Check that breaks and what the other side gave are the score, side by side."""
    record, start = frame_record(book), book.header.setup.start
    made = [sum(visit.points for visit in record.breaks if visit.side == side) for side in (0, 1)]
    assert [made[side] + record.given[side] for side in (0, 1)] == list(record.points)
    assert start is not None or min(made) >= 0


@pytest.mark.parametrize("name", EXPECTED)
def test_a_golden_book_has_its_result_and_adds_up(name: str) -> None:
    record = golden(name)
    assert list(record.points) == EXPECTED[name]["points"]
    assert record.winner == EXPECTED[name]["winner"]
    assert (record.over, record.trouble) == (True, "")
    adds_up(book_from_text((BOOKS / f"{name}.jsonl").read_text("utf-8"), name))


def test_a_maximum_is_one_break_and_counts_in_every_tier() -> None:
    record = golden("maximum")
    assert [(visit.side, visit.points) for visit in record.breaks] == [(0, 147)]
    played = Appearance(
        match=MatchRecord(frames=(record,), best_of=1, ended=True), side=0, player=record.sides[0][0], opponent="B"
    )
    (told,) = statistics_of([played])
    assert (told.game, told.highest, told.points, told.points_against) == ("snooker", 147, 147, 0)
    assert set(told.breaks.values()) == {1}
    assert max(told.breaks) == 130


def test_a_break_of_just_so_many_points_reaches_the_tier() -> None:
    assert counted([50, 49, 9]) == {10: 2, 20: 2, 30: 2, 40: 2, 50: 1}


def test_fouls_are_counted_for_whoever_committed_them() -> None:
    record = golden("three-misses")
    assert record.fouls == (0, 3)
    assert record.given == (12, 0)
    assert record.breaks == ()


def test_a_break_of_a_team_is_that_of_the_player_who_made_it() -> None:
    record = golden("four-handed")
    match = MatchRecord(frames=(record,), best_of=None, ended=True)
    made = [(visit.player, visit.points) for visit in record.breaks]
    for side, players in enumerate(record.sides):
        for player in players:
            (told,) = statistics_of([Appearance(match=match, side=side, player=player, opponent="them")])
            assert told.highest == max((points for name, points in made if name == player), default=0)
            assert told.points == record.points[side]


@pytest.mark.parametrize(
    ("name", "wild"),
    [("snooker-2024", SNOOKER), ("six-reds-2024", SNOOKER), ("billiards-2024", BILLIARDS), ("novuss-2015", NOVUSS)],
)
def test_in_any_frame_breaks_and_what_the_other_side_gave_are_the_score(name: str, wild: Wild) -> None:
    rules: Any = shelf.find(name)

    @settings(max_examples=60, deadline=None)
    @given(st.integers(0, 2**48))
    def holds(seed: int) -> None:
        adds_up(play(rules, wild, seed).book)

    holds()


def test_what_a_frame_began_with_is_no_break_but_the_break_that_goes_on_is_one() -> None:
    start = Start(scores=(30, 12), striker=0, visit=20, reds=5, on="colour")
    book = Book(header=Header(rulebook="snooker-2024", setup=Setup(start=start)))
    book = book.having(Called(number=0, calls=(Nominate(ball="black"), Played(points=7, potted=("black",)))))
    record = frame_record(book)
    assert [(visit.side, visit.points) for visit in record.breaks] == [(0, 27)]
    assert (record.points, record.given) == ((37, 12), (10, 12))


RED, MISS = Played(points=1, potted=("red",)), Played(points=0)


def watched(*strokes: tuple[float, float, tuple[Any, ...]]) -> Book:
    """A book of strokes that a camera saw: when each began and ended (s), and what was called of it."""
    book = Book(header=Header(rulebook="snooker-2024"))
    for number, (began_s, ended_s, calls) in enumerate(strokes, 1):
        stroke = Stroke(
            number=number, began_us=round(began_s * SECOND_US), ended_us=round(ended_s * SECOND_US), cue_ball="white",
            origin=Point(0.0, 0.0),
        )  # fmt: skip
        book = book.having(Seen(number=0, stroke=stroke, standing=Standing(at_us=stroke.ended_us, places=())))
        book = book.having(Called(number=0, calls=calls, about=len(book.entries)))
    return book


def test_a_camera_tells_pots_and_time_from_balls_at_rest_to_the_stroke() -> None:
    book = watched(
        (5, 8, (RED,)),
        (20, 24, (Nominate(ball="blue"), MISS)),
        (40, 45, (Foul(points=4),)),
        (900, 905, (Choose(what="play"), RED)),
    )
    strokes = [(one.side, one.scored, one.took_us) for one in frame_record(book).watched]
    assert strokes == [
        (0, True, None), (0, False, 12 * SECOND_US), (1, False, 16 * SECOND_US), (0, True, None),
    ]  # fmt: skip
    (told,) = statistics_of([Appearance(match=match_of(book), side=0, player="A", opponent="B")])
    assert (told.watched, told.watched_scored, told.mean_time_s) == (3, 2, 12.0)


def test_without_a_camera_nothing_is_said_of_time() -> None:
    book = Book(header=Header(rulebook="snooker-2024")).having(Called(number=0, calls=(RED,)))
    (told,) = statistics_of([Appearance(match=match_of(book), side=0, player="A", opponent="B")])
    assert (told.watched, told.mean_time_s) == (0, None)


def match_of(*books: Book, best_of: int | None = None, ended: bool = False) -> MatchRecord:
    return MatchRecord(frames=tuple(map(frame_record, books)), best_of=best_of, ended=ended)


def won_by(side: int) -> MatchRecord:
    record = golden("maximum")
    return MatchRecord(frames=(replace(record, outcome=Outcome(winner=side, because="")),), best_of=1, ended=True)


def test_a_match_that_goes_on_is_neither_won_nor_played() -> None:
    going_on = MatchRecord(frames=(golden("maximum"),), best_of=3, ended=False)
    (told,) = statistics_of([Appearance(match=one, side=0, player="A", opponent="Bo") for one in (won_by(0), going_on)])
    assert (told.balance.matches, told.balance.matches_won, told.balance.frames) == (1, 1, 2)


def test_head_to_head_adds_up_to_all() -> None:
    against = ("Bo", "Bo", "Cy")
    played = [
        Appearance(match=won_by(side), side=0, player="A", opponent=name)
        for side, name in zip((0, 1, 0), against, strict=True)
    ]
    (told,) = statistics_of(played)
    assert (told.balance.matches, told.balance.matches_won, told.balance.matches_lost) == (3, 2, 1)
    assert {name: (one.matches_won, one.matches_lost) for name, one in told.against.items()} == {
        "Bo": (1, 1),
        "Cy": (1, 0),
    }
    for what in ("matches", "frames", "frames_won", "frames_lost"):
        assert sum(getattr(one, what) for one in told.against.values()) == getattr(told.balance, what)


@pytest.mark.parametrize(
    ("best_of", "ended", "winner"), [(1, False, 0), (3, True, None), (None, True, 0), (None, False, None)]
)
def test_a_match_is_won_by_most_of_its_frames_or_where_no_number_was_agreed_by_who_is_ahead(
    best_of: int | None, ended: bool, winner: int | None
) -> None:
    book = book_from_text((BOOKS / "maximum.jsonl").read_text("utf-8"))
    assert match_of(book, best_of=best_of, ended=ended).winner == winner


def test_a_match_that_was_abandoned_is_won_by_nobody_unless_that_is_undone() -> None:
    book = book_from_text((BOOKS / "maximum.jsonl").read_text("utf-8")).having(Abandoned(number=0))
    assert match_of(book, ended=True).winner is None
    assert match_of(book.having(StruckOut(number=0, entry=len(book.entries))), ended=True).winner == 0


def test_what_is_struck_out_is_not_counted() -> None:
    book = Book(header=Header(rulebook="snooker-2024")).having(Called(number=0, calls=(Foul(points=7),)))
    assert frame_record(book).fouls == (1, 0)
    assert frame_record(book.having(StruckOut(number=0, entry=1))).fouls == (0, 0)
