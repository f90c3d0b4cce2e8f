"""A stroke that is seen to meet nothing may have met a ball that nobody saw where the law has one."""

from collections.abc import Sequence
from dataclasses import replace
from math import exp

import pytest

from tests.match.test_decoder import CUE, after, desk_of, sure, table
from tracker.domain.law.branch import Expected
from tracker.domain.strokes.alternatives import Alternatives, Reading
from tracker.domain.strokes.stroke import Bounce, Place, Pot, Standing, Stroke
from tracker.domain.table.plane import Point
from tracker.match.decoder.unseen import lying, seen_last, with_unseen_met
from tracker.match.decoder.weighing import CHANCES, Surplus
from tracker.match.desk.desk import Policy
from tracker.rules import shelf

KIT = shelf.find("snooker-2024").kit
JAWS, ORIGIN, BY_THE_POCKET, AWAY = Point(60, 100), Point(590, 300), Point(85, 25), Point(1500, 3000)
BLUE = Place(ball="blue", at=JAWS, sd_mm=2.0)
WHITE = Place(ball="white", at=ORIGIN, sd_mm=2.0)
DUE = Expected(counts={"blue": 1, "white": 1}, places=(BLUE, WHITE))
FAR_DUE = replace(DUE, places=(replace(BLUE, at=Point(100, 850)), WHITE))
BLUE_MISSING: Surplus = (("blue", -1),)


def read(rest: Point, first: tuple[str, ...] = (), *cushions: Point) -> Reading:
    bounces = tuple(Bounce(at_us=1, ball="white", cushion="left", sure=1.0, at=at) for at in cushions)
    played = Stroke(number=1, began_us=0, ended_us=9, cue_ball="white", origin=ORIGIN, first_hit=first,
                    cushions=bounces)  # fmt: skip
    return Reading(stroke=played, standing=Standing(at_us=9, places=(Place(ball="white", at=rest, sd_mm=2.0),)))


def told(one: Reading, lay: Expected = DUE, missing: Surplus = BLUE_MISSING) -> list[Reading]:
    return list(with_unseen_met([one], lay, Standing(at_us=0, places=(WHITE,)), missing, KIT))


def test_it_met_the_ball_by_the_pocket_and_that_fell_or_it_met_nothing() -> None:
    nothing, fell, stays = told(read(BY_THE_POCKET))
    assert [one.stroke.first_hit for one in (nothing, fell, stays)] == [(), ("blue",), ("blue",)]
    assert [(pot.ball, pot.pocket) for pot in fell.stroke.potted] == [("blue", "bottom-left")]
    assert "blue" not in {place.ball for place in fell.standing.places}
    assert (stays.standing.places[-1], stays.standing.hidden) == (BLUE, ("blue",))
    assert sum(exp(one.log_odds) for one in (nothing, fell, stays)) == pytest.approx(1)
    assert fell.stroke.first_hit_sure == stays.stroke.first_hit_sure == CHANCES.unseen_met
    assert fell.why == "the blue lay unseen by the bottom-left pocket, was met and fell"


@pytest.mark.parametrize(
    ("one", "lay", "missing", "count"),
    [
        (read(BY_THE_POCKET), DUE, BLUE_MISSING, 3),
        (read(AWAY, (), Point(26, 140)), DUE, BLUE_MISSING, 3),
        (read(AWAY), DUE, BLUE_MISSING, 1),
        (read(BY_THE_POCKET, ("pink",)), DUE, BLUE_MISSING, 1),
        (read(BY_THE_POCKET), DUE, (), 1),
        (read(Point(85, 900)), FAR_DUE, BLUE_MISSING, 1),
        (read(BY_THE_POCKET), Expected(counts={"blue": 1, "white": 1}), BLUE_MISSING, 1),
    ],
    ids=["past it", "past it off a cushion", "elsewhere", "met another ball", "none is missing",
         "far from any pocket", "nobody knows where"],
)  # fmt: skip
def test_only_a_stroke_that_met_nothing_and_passed_a_ball_that_is_missing(
    one: Reading, lay: Expected, missing: Surplus, count: int
) -> None:
    assert len(told(one, lay, missing)) == count


def test_a_cue_ball_that_was_in_hand_does_not_meet_itself_where_it_fell() -> None:
    """An in-off: the white is in a hand as the stroke begins, and was seen last at the pocket that it comes near."""
    before = Standing(at_us=0, places=(BLUE,))
    lay = Expected(counts={"blue": 1, "white": 1}, places=(BLUE, replace(WHITE, at=JAWS)))
    assert len(list(with_unseen_met([read(BY_THE_POCKET)], lay, before, (("white", -1),), KIT))) == 1


def test_of_two_reds_by_pockets_only_the_one_that_nobody_sees_may_have_been_met() -> None:
    here, there = (Place(ball="red", at=at, sd_mm=2.0) for at in (Point(40, 60), JAWS))
    lay = Expected(counts={"red": 2, "white": 1}, places=(here, there, WHITE))
    seen = Standing(at_us=0, places=(here, WHITE))
    readings = list(with_unseen_met([read(BY_THE_POCKET)], lay, seen, (("red", -1),), KIT))
    assert [one.standing.places[-1] for one in readings if one.standing.hidden] == [there]


def played_from(origin: Point, first: str = "") -> Stroke:
    return Stroke(number=2, began_us=20, ended_us=29, cue_ball="white", origin=origin,
                  first_hit=(first,) if first else ())  # fmt: skip


BEFORE_LAST = Alternatives(
    readings=(read(AWAY, ("blue",)),), before=Standing(at_us=0, places=(BLUE, WHITE, replace(BLUE, ball="red")))
)
FELL = Alternatives(
    readings=(
        replace(
            (one := read(AWAY, ("blue",))),
            stroke=replace(one.stroke, potted=(Pot(at_us=5, ball="blue", pocket="bottom-left", sure=0.7),)),
        ),
    )
)
"""Rather told potted, and so it lies between the jaws of that pocket if it hung there."""


@pytest.mark.parametrize(
    ("strokes", "count"),
    [((BEFORE_LAST, sure(table(0, None), played_from(AWAY, "pink"), table(0, None))), 1), ((BEFORE_LAST,), 3),
     ((FELL,), 3), ((), 1)],
    ids=["seen elsewhere since", "seen there, strokes ago", "seen to go into that pocket", "never seen"],
)  # fmt: skip
def test_a_ball_that_was_lost_strokes_ago_lies_where_it_was_seen_last(
    strokes: Sequence[Alternatives], count: int
) -> None:
    """The law has the blue on the table, and no place of it."""
    lay = lying(replace(DUE, places=(WHITE,)), seen_last(strokes, KIT))
    assert len(told(read(BY_THE_POCKET), lay)) == count


def test_a_ball_that_the_law_has_a_place_of_or_has_no_more_lies_nowhere_else() -> None:
    lain = seen_last((BEFORE_LAST,), KIT)
    assert set(lain) == {"blue", "white"}, "of reds nobody knows which one is meant"
    assert lying(FAR_DUE, lain) == FAR_DUE
    potted = Expected(counts={"white": 1}, places=(WHITE,))
    assert lying(potted, lain) == potted


# In a frame


OTHERS = ("yellow", "green", "brown", "blue")


def blue_in_doubt(*, fell: float) -> Alternatives:
    """The blue rolled to the bottom left pocket and is seen no more: rather potted, the likelier the more `fell`."""
    before = table(0, CUE[0], without=OTHERS[:3])
    lies = table(0, ORIGIN, without=OTHERS)
    hangs = Standing(at_us=0, places=(*lies.places, BLUE), hidden=("blue",))
    pot = Pot(at_us=5, ball="blue", pocket="bottom-left", sure=0.7)
    met = Stroke(number=1, began_us=0, ended_us=9, cue_ball="white", origin=CUE[0], first_hit=("blue",))
    potted = Stroke(number=1, began_us=0, ended_us=9, cue_ball="white", origin=CUE[0], first_hit=("blue",),
                    potted=(pot,))  # fmt: skip
    readings = (
        Reading(stroke=potted, standing=lies, log_odds=fell),
        Reading(stroke=met, standing=hangs, why="the blue did not fall"),
    )
    return Alternatives(readings=readings, before=before)


def points_after(*strokes: Alternatives) -> tuple[Sequence[int], int]:
    lies = table(0, CUE[0], without=OTHERS[:3]).places
    begun = desk_of(reds=0, policy=Policy(), on="blue", colours=("blue", "pink", "black"), places=lies)
    line = after(begun, *strokes).scoreline
    return line.points, line.striker


def test_a_ball_that_hung_unseen_and_is_played_at_was_not_potted_before() -> None:
    doubt = blue_in_doubt(fell=0.7)
    assert points_after(doubt) == ((5, 0), 0)
    lies, gone = table(0, ORIGIN, without=OTHERS), table(0, BY_THE_POCKET, without=OTHERS)
    towards = sure(lies, played_from(ORIGIN), gone)
    assert points_after(doubt, towards) == ((0, 5), 1)
    elsewhere = sure(lies, played_from(ORIGIN, "pink"), table(0, CUE[3], without=OTHERS))
    assert points_after(doubt, elsewhere)[0] == (5, 0)


def test_a_ball_that_hung_unseen_for_a_stroke_and_more_is_potted_by_who_plays_at_it() -> None:
    """The blue did not fall; the other side hits the black, a foul of seven; then the blue is played at and falls."""
    lies = table(0, ORIGIN, without=OTHERS)
    fouled = sure(lies, played_from(ORIGIN, "black"), lies)
    towards = sure(lies, played_from(ORIGIN), table(0, BY_THE_POCKET, without=OTHERS))
    other = replace(towards, same_player=-4.0)
    assert points_after(blue_in_doubt(fell=-6.0), fouled) == ((7, 0), 0)
    assert points_after(blue_in_doubt(fell=-6.0), fouled, other) == ((12, 0), 0)


@pytest.mark.parametrize("found_at", [JAWS, Point(42, 16), Point(110, 190)], ids=["there", "rolled on", "farther off"])
def test_a_ball_that_is_seen_again_did_not_fall_wherever_it_rolled_on(found_at: Point) -> None:
    again = table(0, ORIGIN, without=OTHERS[:3], blue=found_at)
    fell = sure(again, played_from(ORIGIN, "blue"), table(0, BY_THE_POCKET, without=OTHERS[:3], blue=found_at))
    assert points_after(blue_in_doubt(fell=3.0), fell) == ((0, 0), 0)
