"""Which colour is taken as meant where nobody heard it named: the one towards which the cue-ball was played."""

from dataclasses import replace

import pytest

from tests.rules.test_snooker_judge import NOWHERE, RULES, stroke
from tracker.domain.book.setup import Setup, Start
from tracker.domain.strokes.stroke import Bounce, Doubt, Place, Stroke, Touch
from tracker.domain.table.ball import RED, WHITE
from tracker.domain.table.plane import Point
from tracker.rules.snooker.frame.calls import Foul
from tracker.rules.snooker.frame.position import COLOUR, Position
from tracker.rules.snooker.judge.nominations import NAMED, SLIPS, nominations

SPOTS = {"yellow": (1181, 737), "green": (597, 737), "brown": (889, 737), "blue": (889, 1784.5), "black": (889, 3245)}
ORIGIN = Point(860, 2630)
BEYOND_PINK = Point(1751, 60)
"""On the right cushion, a little more than a ball's width past a pink by the right bottom pocket."""
LATER_US = 2_000_000


def on_a_colour(pink: tuple[float, float] = (1700, 115)) -> Position:
    """Any colour is on, all lie as they are spotted but for the pink."""
    lies = {**SPOTS, "pink": pink, WHITE: ORIGIN}
    places = tuple(Place(ball=ball, at=Point(*at), sd_mm=1.0) for ball, at in lies.items())
    return RULES.opening(Setup(start=Start(reds=1, on=COLOUR, places=places)))


def played(*met: Touch | Bounce, first: tuple[str, ...] = (), is_origin_known: bool = True) -> Stroke:
    moving = Doubt(about="began_us", why="the cue-ball was moving when it was seen first")
    return replace(
        stroke(*first), origin=ORIGIN, doubts=() if is_origin_known else (moving,),
        touches=tuple(one for one in met if isinstance(one, Touch)),
        cushions=tuple(one for one in met if isinstance(one, Bounce)),
    )  # fmt: skip


def off_cushion(at: Point | None, at_us: int = 1, ball: str = WHITE) -> Bounce:
    return Bounce(at_us=at_us, ball=ball, cushion="right", sure=1.0, at=at)


def touching_red(at: Point, at_us: int) -> Touch:
    return Touch(at_us=at_us, balls=(WHITE, RED), at=at, sure=1.0)


def meant(seen: Stroke) -> str:
    """Return the colour likeliest meant that the stroke does not show by itself."""
    shares = {colour: share for colour, share in nominations(on_a_colour(), seen, RULES.kit) if colour}
    return max(shares, key=lambda colour: shares[colour])


@pytest.mark.parametrize(
    ("seen", "due"),
    [
        (played(off_cushion(BEYOND_PINK)), "pink"),
        (played(off_cushion(Point(1751, 1000), LATER_US), off_cushion(BEYOND_PINK)), "pink"),
        (played(off_cushion(BEYOND_PINK), touching_red(Point(900, 100), LATER_US), first=(RED,)), "pink"),
        (played(touching_red(Point(875, 2000), 1), off_cushion(BEYOND_PINK, LATER_US), first=(RED,)), "blue"),
        (played(off_cushion(Point(890, 3540))), "black"),
        (played(off_cushion(None)), "black"),
        (played(off_cushion(BEYOND_PINK, ball="blue")), "black"),
        (played(off_cushion(BEYOND_PINK), is_origin_known=False), "black"),
        (played(), "black"),
    ],
    ids=[
        "passes the pink and meets a cushion", "the cushion met first tells", "then a red, off the cushion",
        "a red on the way to the blue", "towards the black", "a cushion met nobody saw where", "another ball's cushion",
        "moving when seen first", "nothing met at all",
    ],
)  # fmt: skip
def test_a_striker_meant_the_colour_towards_which_he_played(seen: Stroke, due: str) -> None:
    assert meant(seen) == due


def test_a_far_ball_that_is_missed_by_a_hair_was_meant_rather_than_a_nearer_one_that_is_missed_by_more() -> None:
    """From one corner down to the other: past the blue at half its way, past the yellow at its end."""
    lies = {**SPOTS, "yellow": (339, 3142), "green": (597, 737), "brown": (1173, 2368), "pink": (795, 2566)}
    places = tuple(Place(ball=ball, at=Point(*at), sd_mm=1.0) for ball, at in lies.items())
    at = RULES.opening(Setup(start=Start(reds=1, on=COLOUR, places=places)))
    seen = replace(played(off_cushion(Point(222, 3522))), origin=Point(1730, 112))
    shares = dict(nominations(at, seen, RULES.kit))
    assert shares["yellow"] > 0.5 > shares["blue"]


@pytest.mark.parametrize(
    ("sentence", "hiding", "due"),
    [
        ("all colours can be hit straight: the yellow, which is missed by least", None, "yellow"),
        ("the black cannot be hit straight, so that it is played at by a cushion", (1072.0, 2500.0), "black"),
    ],
)
def test_a_colour_that_can_be_hit_straight_is_hardly_played_at_by_a_cushion(
    sentence: str, hiding: tuple[float, float] | None, due: str
) -> None:
    """From the right side by a hand's breadth past the yellow, down to the Bottom cushion."""
    lies = {**SPOTS, "pink": (500, 2672), "blue": (500, 1784)}
    reds = [] if hiding is None else [Place(ball=RED, at=Point(*hiding), sd_mm=1.0)]
    places = (*(Place(ball=ball, at=Point(*at), sd_mm=1.0) for ball, at in lies.items()), *reds)
    at = RULES.opening(Setup(start=Start(reds=1, on=COLOUR, places=places)))
    seen = replace(played(off_cushion(Point(1040, 26))), origin=Point(1400, 1170))
    shares = {colour: share for colour, share in nominations(at, seen, RULES.kit) if colour}
    assert max(shares, key=lambda colour: shares[colour]) == due, sentence


def test_whoever_plays_towards_a_colour_hardly_meant_none() -> None:
    """Nobody heard a word: who plays elsewhere may have named none (seven away), who plays at a colour showed it."""
    plain, elsewhere, unseen = (
        dict(nominations(on_a_colour(), played(off_cushion(at)), RULES.kit))[""]
        for at in (BEYOND_PINK, Point(26, 2600), None)
    )
    assert plain < 0.1
    assert (elsewhere, unseen) == pytest.approx((1 - NAMED, 1 - NAMED), abs=0.02)


def test_of_a_colour_that_was_met_first_another_is_meant_as_often_as_players_slip() -> None:
    at, seen = on_a_colour(), played(touching_red(Point(870, 1850), 1), first=("blue",))
    others = {colour: share for colour, share in nominations(at, seen, RULES.kit) if colour}
    assert "blue" not in others
    assert sum(others.values()) == pytest.approx(SLIPS)


def test_a_ball_that_passes_a_colour_and_meets_nothing_costs_what_that_colour_does() -> None:
    """Section 3 Rule 11(b): the value of the ball on where that is higher than four."""
    at, seen = on_a_colour(), played(off_cushion(BEYOND_PINK))
    likeliest = max(RULES.branches(at, seen, NOWHERE), key=lambda branch: branch.log_prior)
    fouls = [call.points for call in likeliest.calls if isinstance(call, Foul)]
    assert fouls == [6]


def test_who_came_by_a_cushion_to_a_colour_that_could_be_hit_straight_hardly_chose_it() -> None:
    """The share of a colour met first is by how much oftener it is chosen so than met by mistake, with a red on."""
    at, touch = on_a_colour(), Touch(at_us=LATER_US, balls=(WHITE, "blue"), at=Point(870, 1850), sure=1.0)
    straight, round_it, then_a_cushion, another_ball = (
        dict(nominations(at, played(touch, *bounces, first=("blue",)), RULES.kit))[""]
        for bounces in (
            (),
            (off_cushion(BEYOND_PINK),),
            (off_cushion(BEYOND_PINK, 2 * LATER_US),),
            (off_cushion(BEYOND_PINK, ball="pink"),),
        )
    )
    assert straight == then_a_cushion == another_ball > 1.0
    assert round_it < straight / 20
