"""A frame that is on when `serve` begins is picked up with its score, its ball on, and the balls that are seen."""

import time
from collections.abc import Callable

import pytest
from browsing import free_port
from room_fixtures import Cuewatch

from tracker.cli.picked_up import PickedUp, picking_up
from tracker.cli.typed import setup_of
from tracker.domain.book.setup import Setup, Start
from tracker.domain.errors import BadInput
from tracker.domain.strokes.stroke import Place, Standing
from tracker.domain.table.ball import COLOURS
from tracker.domain.table.plane import Point
from tracker.live.table.keeping import Memory
from tracker.live.table.table import Table
from tracker.match.book.entries import Header
from tracker.match.steps import AbandonMatch, BeginMatch
from tracker.web.server import now_ms

SETUP = Setup(names=("Anna", "Bo"), start=Start(scores=(24, 31), on="red"))
PICKED = PickedUp(header=Header(rulebook="snooker-2024", setup=SETUP), score=(24, 31), on="red")
FIVE_REDS = Standing(
    at_us=1_000_000,
    places=tuple(
        Place(ball=ball, at=Point(200.0 + 110 * n, 1800.0), sd_mm=2.0)
        for n, ball in enumerate(("white", *COLOURS, *["red"] * 5))
    ),
)


def within(seconds: float, holds: Callable[[], bool]) -> bool:
    until = time.monotonic() + seconds
    while not (held := holds()) and time.monotonic() < until:
        time.sleep(0.05)
    return held


def test_the_score_stands_at_once_and_the_reds_are_those_that_are_seen() -> None:
    table = Table("1", Memory(), now_ms)
    with picking_up(PICKED, [table]):
        match = table.moment.match
        assert match is not None
        assert match.frame.desk.scoreline.points == (24, 31)
        table.balls_lie(FIVE_REDS)
        assert within(20, lambda: table.moment.at[0] == 2)
    match = table.moment.match
    assert match is not None
    assert (match.frame.desk.position.reds, match.frame.desk.position.on) == (5, "red")
    assert match.frame.desk.scoreline.points == (24, 31)
    assert match.frame.header.setup.names == ("Anna", "Bo")


def test_a_match_that_is_being_played_goes_on() -> None:
    table = Table("1", Memory(), now_ms)
    before = table.do(BeginMatch(header=Header(rulebook="snooker-2024")))
    with picking_up(PICKED, [table]):
        assert table.moment == before


def test_after_a_match_that_is_over_the_frame_is_picked_up() -> None:
    table = Table("1", Memory(), now_ms)
    table.do(BeginMatch(header=Header(rulebook="snooker-2024")))
    table.do(AbandonMatch())
    with picking_up(PICKED, [table]):
        assert table.moment.match is not None
        assert table.moment.match.frame.desk.scoreline.points == (24, 31)


@pytest.mark.parametrize(
    ("said", "names", "players"),
    [
        (None, ("A", "B"), ((), ())),
        (["Anna", " Bo "], ("Anna", "Bo"), ((), ())),
        (["Anna", "Bo", "Cia", "Dan"], ("Anna / Cia", "Bo / Dan"), (("Anna", "Cia"), ("Bo", "Dan"))),
    ],
)
def test_two_sides_are_named_or_four_players_in_turn(said: list[str] | None, names: object, players: object) -> None:
    setup = setup_of(said)
    assert (setup.names, setup.players) == (names, players)


def test_three_players_are_no_sides() -> None:
    with pytest.raises(BadInput, match="not 3"):
        setup_of(["Anna", "Bo", "Cia"])


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (("--score", 24, 31), "--source"),
        (("--source", "camera:0", "--score", -5, 0), "--score -5 0"),
        (("--source", "camera:0", "--on", "purple"), "'purple' is not on the table"),
        (("--players", "Anna", "Bo"), "--score or --on"),
    ],
)
def test_what_cannot_be_picked_up_is_told_in_one_line(
    cuewatch: Cuewatch, options: tuple[object, ...], says: str
) -> None:
    status, _, err = cuewatch("serve", "--port", free_port(), *options)
    assert (status, err.count("\n"), says in err) == (2, 1, True), err
