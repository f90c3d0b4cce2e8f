"""Balls go back to where the eyes saw them at rest before a keyed stroke, or it is said why that is not known."""

from typing import Any

import pytest

from tracker.domain.book.setup import Setup, Start
from tracker.domain.strokes.stroke import Place, Stroke
from tracker.domain.table.plane import Point
from tracker.match.book.entries import Header
from tracker.match.desk.desk import Desk
from tracker.match.desk.putting_back import balls_to_put_back, due_back
from tracker.match.desk.rests import Rests, looked, witness_of, witness_of_last
from tracker.match.frames import begin_match
from tracker.match.steps import ByHand, Step, taken
from tracker.rules import shelf
from tracker.rules.desk import Deed, Fouled, Witness
from tracker.rules.ruleset import RuleSet
from tracker.store.kits import find_kit

LOOK_US = 200_000
NOTHING = Rests(cue_balls=("white",))


def lying(**at: tuple[float, float]) -> tuple[Place, ...]:
    return tuple(Place(ball=ball, at=Point(*place), sd_mm=2.0) for ball, place in at.items())


A = lying(white=(400, 500), black=(889, 3245))
B = lying(white=(1200, 900), black=(889, 3245))
C = lying(white=(300, 300), black=(889, 3245))
B_SPOTTED = lying(white=(1200, 900), black=(889, 2000))
A_SPOTTED = lying(white=(400, 500), black=(889, 2000))
GONE = lying(black=(889, 3245))
JITTER = lying(white=(403, 497), black=(887, 3246))
WHITE, HAND = {"white"}, {"black"}

SEEN = [
    # what the eyes saw after the last call, how the balls lay before the stroke, or why that is not known
    ("one stroke", [A, A, WHITE, WHITE, B], A),
    ("it is keyed while the balls roll yet", [A, WHITE], A),
    ("a ball at rest is told a few mm about its place", [A, JITTER, WHITE, B], JITTER),
    ("so quick a stroke that no look fell into it", [A, B], A),
    ("a colour was spotted before it", [A, HAND, A_SPOTTED, WHITE, C], A_SPOTTED),
    ("a colour was spotted after it", [A, WHITE, B, HAND, B_SPOTTED], A),
    ("the cue-ball went down", [A, WHITE, GONE], A),
    ("the cue-ball went down and was handed back", [A, WHITE, GONE, WHITE, B], A),
    ("somebody stood before the table, and all lay as before", [A, None, A, WHITE, B], A),
    ("a player bent over the cue-ball and was seen no more until it rolled", [A, GONE, WHITE, B], A),
    ("a player stood before the cue-ball for a while", [A, GONE, A, WHITE, B], A),
    ("a player stood before a colour as the stroke began", [A, A[:1], WHITE, B], A),
    ("nothing moved", [A, A], "no-stroke"),
    ("only a hand was at the colours", [A, HAND, A], "no-stroke"),
    ("the table was out of view", [None, None], "no-stroke"),
    ("the next stroke was played already", [A, WHITE, B, WHITE, C], "several"),
    ("the cue-ball was put back before it was called", [A, WHITE, B, WHITE, A], "several"),
    ("the stroke was out of view", [A, None, B], "out-of-view"),
    ("the table went out of view during the stroke", [A, WHITE, None, B], "out-of-view"),
]


Look = tuple[Place, ...] | set[str] | None
"""What is seen: where balls lie, which of them move, or nothing."""


def after(*looks: Look, rests: Rests = NOTHING) -> Rests:
    for look in looks:
        places, moving = (None if look is None else look, set()) if not isinstance(look, set) else (A, look)
        rests = looked(rests, LOOK_US * (rests.looks + 1), places, moving)
    return rests


@pytest.mark.parametrize(("looks", "told"), [case[1:] for case in SEEN], ids=[case[0] for case in SEEN])
def test_the_balls_go_back_to_the_rest_that_the_cue_ball_left(
    looks: list[Look], told: str | tuple[Place, Place]
) -> None:
    witness = witness_of_last(after(*looks), since=0)
    assert ({*witness.before} if witness.before else witness.why) == ({*told} if isinstance(told, tuple) else told)
    assert bool(witness.before) != bool(witness.why)
    newest = looks[-1]
    assert witness.left == (None if newest is None or isinstance(newest, set) else newest)


@pytest.mark.parametrize(("cue_balls", "before"), [(("white", "yellow"), True), (("white",), False)])
def test_where_each_side_has_a_cue_ball_either_may_leave_its_place(cue_balls: tuple[str, ...], before: bool) -> None:
    lay = lying(white=(400, 500), yellow=(800, 2000), red=(889, 3245))
    rests = after(
        lay, {"yellow"}, lying(white=(400, 500), yellow=(300, 900), red=(889, 3245)), rests=Rests(cue_balls=cue_balls)
    )
    assert (witness_of_last(rests, since=0).before == lay) is before


def test_a_ball_that_moved_unnoticed_is_not_told_twice() -> None:
    assert after(A, A_SPOTTED).now == A_SPOTTED
    two = (*A, *lying(red=(100, 100)), *lying(red=(200, 200)))
    one = (*A, *lying(red=(205, 203)))
    assert after(two, one).now == (*one, *lying(red=(100, 100)))
    assert after(two, HAND, one).now == one


def test_only_what_happened_since_the_last_call_counts() -> None:
    rests = after(A, WHITE, B)
    later = after(WHITE, C, rests=rests)
    assert witness_of_last(later, since=0).why == "several"
    assert witness_of_last(later, since=rests.looks - 1).before == B
    assert witness_of_last(later, since=later.looks).why == "no-stroke"
    rolling = after(A, WHITE)
    assert witness_of_last(after(WHITE, B, WHITE, C, rests=rolling), since=rolling.looks).before == B


def stroke(began: float) -> Stroke:
    began_us = round(began * LOOK_US)
    return Stroke(number=1, began_us=began_us, ended_us=began_us + 1, cue_ball="white", origin=Point(400, 500))


@pytest.mark.parametrize(
    ("looks", "began", "told"),
    [
        ([A, A, WHITE, B, WHITE, C], 2.4, A),
        ([A, A, WHITE, B, WHITE, C], 4.4, B),
        ([A, WHITE, WHITE, WHITE, WHITE, WHITE, WHITE, WHITE, WHITE, WHITE, B], 9.5, "never-at-rest"),
        ([A, *[None] * 9, WHITE, B], 10.5, "out-of-view"),
        ([WHITE, B], 0.5, "never-at-rest"),
        ([A] * 9, 4.5, "never-at-rest"),
    ],
)
def test_a_stroke_that_the_eyes_told_is_known_by_its_time(
    looks: list[Look], began: float, told: str | tuple[Place, Place]
) -> None:
    witness = witness_of(after(*looks), stroke(began), left=C)
    assert (witness.before or witness.why, witness.left) == (told, C)


MISS = Fouled(points=7, miss=True)
TWO_LEFT = Setup(start=Start(reds=0, colours=("pink", "black"), on="pink", scores=(60, 40)))
PINK = lying(pink=(889, 2676))


def keyed(*steps: Step, setup: Setup = TWO_LEFT, rulebook: str = "snooker-2024") -> Desk[Any]:
    def rules_for(header: Header) -> RuleSet[Any]:
        return shelf.find(header.rulebook)

    match = begin_match(rules_for, Header(rulebook=rulebook, setup=setup), 1)
    for step in steps:
        match = taken(match, step, rules_for)
    return match.frame.desk


def by_hand(
    deed: Deed, before: tuple[Place, ...] | None = None, why: str = "", left: tuple[Place, ...] | None = None
) -> ByHand:
    return ByHand(deed=deed, witness=Witness(before=before, why=why, left=left))


def test_after_a_keyed_miss_the_balls_may_be_put_back_and_the_book_says_so_without_a_camera() -> None:
    desk = keyed(by_hand(MISS, before=A + PINK, left=B + PINK))
    due = due_back(desk)
    assert due is not None
    assert (due.lie, due.left, due.unseen, due.chosen) == (A + PINK, B + PINK, "", False)
    white = balls_to_put_back(due, B + PINK, find_kit("snooker-12ft"))[0]
    assert white.moved_mm is not None
    assert (white.ball, round(white.moved_mm), white.across_mm, white.along_mm) == ("white", 894, -800, -400)
