"""Pieces of one ball's way are joined where it was lost and found again, and those of two balls are not."""

from dataclasses import replace

import numpy as np
import pytest

from tracker.domain.table.kit import Kit
from tracker.domain.table.plane import Point
from tracker.geometry.paths import POCKET, PRESENT, VANISHED, TrackPoint
from tracker.store.kits import find_kit
from tracker.tracking.stitch import joined, woven
from tracker.tracking.tracklets import Tracklet

TABLE = find_kit()
PICTURE_US = 40_000


def piece(
    track: int, first: int, count: int, at: tuple[float, float], step_mm: float = 0.0, *, kit: Kit = TABLE,
    ball: str = "red",
) -> Tracklet:  # fmt: skip
    """Return a ball that is seen in so many pictures, going so far toward the Top end in each."""
    points = tuple(
        TrackPoint(picture=first + n, at_us=(first + n) * PICTURE_US, track=track, ball=ball,
                   at=Point(at[0], at[1] + n * step_mm), sd_mm=2.0, u_px=0.0, v_px=0.0, r_px=8.0, seen=True, sure=0.95,
                   moving=step_mm > 0)
        for n in range(count)
    )  # fmt: skip
    weights = np.where(np.array(kit.kinds) == ball, 0.0, -4.0) * count
    return Tracklet(points=points, weights=weights, looks=float(count), end=VANISHED)


@pytest.mark.parametrize(
    ("found", "is_one"),
    [
        (piece(2, 51, 40, (900, 860), 60.0), True),  # in the next picture
        (piece(2, 50, 40, (900, 860), 60.0), True),  # in the same: it set off while the shutter was open
        (piece(2, 49, 40, (900, 860), 60.0), False),  # in two at once: there are two
        (piece(2, 50, 40, (900, 1600), 60.0), False),  # too far off for a picture's time
    ],
    ids=["then", "at once", "beside it", "elsewhere"],
)
def test_a_ball_that_lay_is_the_one_that_rolls_on_from_there(found: Tracklet, is_one: bool) -> None:
    lay = piece(1, 0, 51, (900, 800))
    lives = joined([lay, found], find_kit())
    assert len(lives) == (1 if is_one else 2)
    if is_one:
        pictures = [point.picture for point in lives[0].points]
        assert pictures == list(range(found.points[-1].picture + 1))  # each once


@pytest.mark.parametrize(
    ("apart_mm", "both", "lives"),
    [
        (30.0, 4, 1),  # a ball that rattles is taken for two in one picture, and followed on as the second
        (52.5, 4, 2),  # two that touch, one of which is lost as the other comes into view
        (30.0, 30, 2),  # seen at once again and again: somebody holds one over the other, or whatever it be
        (300.0, 4, 2),
    ],
    ids=["one taken for two", "two that touch", "both seen at once", "elsewhere"],
)
def test_a_ball_that_was_taken_for_two_in_a_picture_is_one(apart_mm: float, both: int, lives: int) -> None:
    lay, other = piece(1, 0, 51, (30, 30)), piece(2, 51 - both, 60, (30, 30 + apart_mm))
    seen = (*other.points[:1], *(replace(p, seen=both > 4) for p in other.points[1:both]), *other.points[both:])
    found = woven([lay, replace(other, points=seen)], find_kit())
    assert len(found) == lives
    if lives == 1:
        assert [point.picture for point in found[0].points] == list(range(51 - both + 60))


@pytest.mark.parametrize(
    ("table", "ball", "lost_at", "lives"),
    [("snooker-12ft", "white", (889, 3200), 1), ("novuss", "striker", (800, 500), 2)],
    ids=["a cue-ball came out from behind somebody", "a striker was put there: a board has no D"],
)
def test_what_was_lost_on_its_way_to_a_pocket_and_lies_elsewhere_seconds_later(
    table: str, ball: str, lost_at: tuple[float, float], lives: int
) -> None:
    kit = find_kit(table)
    rolls = replace(piece(1, 0, 6, lost_at, 50.0, kit=kit, ball=ball), end=POCKET)
    lies = piece(2, 106, 60, (kit.width_mm / 3, kit.length_mm / 3), kit=kit, ball=ball)
    assert len(joined([rolls, lies], kit)) == lives


@pytest.mark.parametrize(
    ("ball", "comes_to", "lives"),
    [("blue", (889, 1784), 2), ("blue", (889, 2300), 1), ("green", (889, 1784), 1), ("blue", (889, 1854), 1)],
    ids=[
        "onto its own spot: a hand carried it there",
        "elsewhere: it came off the cushion",
        "onto another's spot",
        "over its own spot and on",
    ],
)
def test_what_was_lost_on_its_way_to_a_pocket_and_comes_into_view_on_its_way(
    ball: str, comes_to: tuple[float, float], lives: int
) -> None:
    x_mm, y_mm = comes_to
    rolls = replace(piece(1, 0, 6, (400, y_mm), ball=ball), end=POCKET)
    comes = piece(2, 80, 6, (x_mm, y_mm - 120), 20.0, ball=ball)
    rests = piece(2, 86, 40, comes_to, ball=ball)
    found = replace(rests, points=comes.points + rests.points, looks=46.0)
    assert len(joined([rolls, found], TABLE)) == lives


@pytest.mark.parametrize(
    ("table", "ball", "comes_to", "end", "lives"),
    [
        ("billiards-12ft", "red", (889, 3245), VANISHED, 2),
        ("billiards-12ft", "red", (889, 3245), PRESENT, 2),
        ("billiards-12ft", "red", (500, 2900), PRESENT, 1),
        ("snooker-12ft", "blue", (889, 1784), PRESENT, 2),
        ("snooker-12ft", "blue", (889, 3245), PRESENT, 1),
    ],
    ids=["gone, and spotted", "hidden, and spotted", "it rolled elsewhere", "on its own spot", "on another's"],
)
def test_a_ball_that_was_hidden_where_it_lay_and_lies_on_its_spot_seconds_later_had_been_potted(
    table: str, ball: str, comes_to: tuple[float, float], end: str, lives: int
) -> None:
    kit = find_kit(table)
    lay = replace(piece(1, 0, 60, (110, 220), kit=kit, ball=ball), end=end)
    carried = piece(2, 200, 6, (comes_to[0], comes_to[1] + 250), 20.0, kit=kit, ball=ball)
    rests = piece(2, 206, 60, comes_to, kit=kit, ball=ball)
    found = replace(rests, points=carried.points + rests.points, looks=66.0)
    assert len(joined([lay, found], kit)) == lives


def test_a_ball_that_rolls_onto_its_spot_while_it_is_hidden_for_a_moment_is_the_same() -> None:
    rolls = replace(piece(1, 0, 60, (889, 900), 12.0, ball="blue"), end=PRESENT)
    rests = piece(2, 100, 60, (889, 1784), ball="blue")
    assert len(joined([rolls, rests], TABLE)) == 1


@pytest.mark.parametrize("doubtful", ["lost", "found", ""])
def test_what_was_hardly_a_ball_is_not_one_that_was_lost_elsewhere(doubtful: str) -> None:
    lay, found = piece(1, 0, 51, (900, 800)), piece(2, 56, 20, (700, 1200))
    looks = {name: -0.5 if name == doubtful else 1.5 for name in ("lost", "found")}
    lives = [
        replace(one, points=tuple(replace(p, evidence=looks[name]) for p in one.points))
        for name, one in (("lost", lay), ("found", found))
    ]
    assert len(joined(lives, find_kit())) == (2 if doubtful else 1)


@pytest.mark.parametrize(
    ("looks_red", "first", "at", "is_one"),
    [
        (0.05, 51, (900, 860), True),
        (0.05, 51, (900, 1000), False),
        (0.05, 56, (900, 860), False),
        (0.001, 51, (900, 860), False),
    ],
    ids=["set off, its streak pinkish", "pinkish, farther off", "pinkish, later", "clearly pink"],
)
def test_a_red_whose_streak_looks_like_another_ball_is_that_red_where_it_was_set_off(
    looks_red: float, first: int, at: tuple[float, float], is_one: bool
) -> None:
    lay, found = piece(1, 0, 51, (900, 800)), piece(2, first, 40, at, 60.0)
    odds = {"pink": 0.0, "red": float(np.log(looks_red))}
    weights = np.array([odds.get(kind, -40.0) for kind in TABLE.kinds])
    lives = joined([lay, replace(found, weights=weights, looks=1.0)], TABLE)
    assert len(lives) == (1 if is_one else 2)


def test_what_is_hardly_seen_where_a_ball_lay_is_that_ball() -> None:
    lay, found = piece(1, 0, 51, (900, 800)), piece(2, 56, 20, (905, 805))
    hardly = replace(found, points=tuple(replace(p, evidence=-0.5) for p in found.points))
    assert len(joined([lay, hardly], find_kit())) == 1


@pytest.mark.parametrize(
    ("found", "shown_gone", "is_one"),
    [
        (piece(2, 100, 60, (900, 840)), 60, True),
        (piece(2, 100, 60, (900, 840)), 10, False),
        (piece(2, 100, 60, (900, 1000)), 60, False),
        (piece(2, 90, 60, (930, 960), 60.0), 60, True),
        (piece(2, 90, 60, (930, 960), 60.0), 10, False),
    ],
    ids=[
        "within its own width: an arm drew its last sightings aside",
        "there, but open cloth had shown before that it was gone",
        "at rest farther off",
        "on its way: it went while somebody hid it",
        "on its way, but open cloth had shown before that it was gone",
    ],
)
def test_what_comes_from_behind_somebody_is_the_red_that_lay_there(
    found: Tracklet, shown_gone: int, is_one: bool
) -> None:
    lay = hidden_until(piece(1, 0, 51, (900, 800)), 51 + shown_gone)
    assert len(joined([lay, found], TABLE)) == (1 if is_one else 2)


def hidden_until(lay: Tracklet, until: int) -> Tracklet:
    """Return a ball at rest that is followed on unseen, until a picture shows bare cloth there."""
    last = lay.points[-1]
    unseen = (replace(last, picture=n, at_us=n * PICTURE_US, seen=False) for n in range(last.picture + 1, until))
    return replace(lay, tail=tuple(unseen))


@pytest.mark.parametrize(("looks_mostly_like", "lives"), [("a ball", 1), ("a sleeve", 2)])
def test_what_stands_elsewhere_while_a_pink_is_hidden_is_the_pink_if_it_looks_like_a_ball(
    looks_mostly_like: str, lives: int
) -> None:
    """The pink may have been struck behind somebody; his sleeve is pink, too."""
    lay, elsewhere = piece(1, 0, 90, (900, 2700), ball="pink"), piece(2, 40, 20, (930, 1700), ball="pink")
    hidden = tuple(replace(p, seen=not 30 < p.picture < 60) for p in lay.points)
    looks = 0.5 if looks_mostly_like == "a ball" else -0.5
    shown = tuple(replace(p, evidence=looks) for p in elsewhere.points)
    assert len(woven([replace(lay, points=hidden), replace(elsewhere, points=shown)], TABLE)) == lives
