"""What is hardly a ball does not stand for one that somebody hides, nor for one before it comes into view."""

from collections.abc import Sequence
from dataclasses import dataclass

import pytest

from tracker.domain.table.plane import Point
from tracker.geometry.paths import POCKET, VANISHED, TrackPoint
from tracker.tracking.swaps import Trajectory
from tracker.tracking.tracklets import without_excursions

TOUCHING_MM = 52.5
HOME, SLEEVE, FAR = Point(618, 3180), Point(757, 3125), Point(840, 1090)
BALL, HARDLY, WEAKLY = 1.5, -0.6, 0.4


@dataclass(frozen=True)
class Seen:
    """So many pictures of a ball at a place, each with so much evidence for one."""

    at: Point
    evidence: float
    count: int
    moving: bool = False
    left_bare: bool = False


def way(parts: Sequence[Seen | int], end: str = "") -> Trajectory:
    """A track seen in parts; a number is so many pictures that do not show it."""
    points: list[TrackPoint] = []
    for part in parts:
        seen = part if isinstance(part, Seen) else None
        at = seen.at if seen else points[-1].at
        for _ in range(seen.count if seen else int(part)):  # type: ignore[arg-type]
            points.append(
                TrackPoint(
                    picture=len(points), at_us=len(points) * 40_000, track=1, ball="green", at=at, sd_mm=2.0, u_px=0.0,
                    v_px=0.0, r_px=8.0, seen=seen is not None, sure=0.9, raw=at if seen else None,
                    moving=bool(seen and seen.moving), left_bare=bool(seen and seen.left_bare),
                    evidence=seen.evidence if seen else 0.0,
                )
            )  # fmt: skip
    return Trajectory(points=tuple(points), end=end)


LIES = Seen(HOME, BALL, 20)
CASES: dict[str, tuple[list[Seen | int], str, list[tuple[Point, int]], str]] = {
    "a sleeve beside it, and it lies there yet when the arm has gone":
        ([LIES, 2, Seen(SLEEVE, HARDLY, 18), LIES], "", [(HOME, 40)], ""),
    "a sleeve beside it to the end: it is hidden where it lay, whatever became of the sleeve":
        ([LIES, 2, Seen(SLEEVE, HARDLY, 18)], VANISHED, [(HOME, 20)], ""),
    "a sleeve that looked like a ball for a moment":
        ([LIES, 2, Seen(SLEEVE, BALL, 2), Seen(SLEEVE, HARDLY, 18)], "", [(HOME, 20)], ""),
    "a ball that was struck from there, and is seen well":
        ([LIES, 2, Seen(SLEEVE, BALL, 18)], VANISHED, [(HOME, 20), (SLEEVE, 18)], VANISHED),
    "a ball that one picture shows on its way into a pocket":
        ([LIES, 2, Seen(SLEEVE, WEAKLY, 1, moving=True)], POCKET, [(HOME, 20), (SLEEVE, 1)], POCKET),
    "a ball that rolls on, and is hardly seen there":
        ([Seen(HOME, BALL, 20, moving=True), 2, Seen(SLEEVE, HARDLY, 18)], "", [(HOME, 20), (SLEEVE, 18)], ""),
    "a ball that is hardly seen on its way, and is gone from where it lay":
        ([LIES, 2, Seen(SLEEVE, HARDLY, 6, moving=True, left_bare=True)], VANISHED, [(HOME, 20), (SLEEVE, 6)],
         VANISHED),
    "a sleeve beside it, and its place seems bare in one picture":
        ([LIES, 2, Seen(SLEEVE, HARDLY, 9), Seen(SLEEVE, HARDLY, 1, left_bare=True), Seen(SLEEVE, HARDLY, 8)], "",
         [(HOME, 20)], ""),
    "a ball that is hardly seen where it lies":
        ([Seen(HOME, HARDLY, 40)], "", [(HOME, 40)], ""),
    "a shoe far away was followed before the ball came into view where it lies":
        ([Seen(FAR, HARDLY, 12, moving=True), 5, LIES], "", [(HOME, 20)], ""),
    "a ball was followed to where it lies":
        ([Seen(FAR, BALL, 12, moving=True), 5, LIES], "", [(FAR, 12), (HOME, 20)], ""),
    "a ball that flies as a streak from where it came into view":
        ([Seen(FAR, HARDLY, 2, moving=True), 1, Seen(HOME, BALL, 6, moving=True), Seen(SLEEVE, BALL, 6)], "",
         [(FAR, 2), (HOME, 6), (SLEEVE, 6)], ""),
}  # fmt: skip


@pytest.mark.parametrize("sentence", CASES)
def test_a_ball_is_taken_to_have_been_seen(sentence: str) -> None:
    parts, end, where, ends = CASES[sentence]
    told = without_excursions(way(parts, end), TOUCHING_MM)
    seen = [point.raw for point in told.points if point.seen]
    assert seen == [at for at, count in where for _ in range(count)]
    assert told.end == ends


def test_a_ball_that_was_hidden_is_told_to_lie_unseen_where_it_lay() -> None:
    parts, *_ = CASES["a sleeve beside it, and it lies there yet when the arm has gone"]
    told = without_excursions(way(parts), TOUCHING_MM).points
    assert [point.picture for point in told] == list(range(60))
    assert {point.at for point in told} == {HOME}
    assert {(point.raw, point.look, point.evidence) for point in told if not point.seen} == {(None, None, 0.0)}
