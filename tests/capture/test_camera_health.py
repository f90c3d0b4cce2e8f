"""How a camera fares is told in the right word, with the right times."""

from dataclasses import replace

import pytest

from tracker.capture.process.camera_health import CameraHealth
from tracker.capture.process.capture_request import Laid
from tracker.capture.process.state import CameraState, Patience

PATIENCE = Patience(stalled_s=1.0)


def laid(number: int, *, dropped: int = 0, size: tuple[int, int] = (64, 48)) -> Laid:
    return Laid(slot=0, number=number, at_us=40_000 * number, width=size[0], height=size[1], dropped=dropped)


def state(health: CameraHealth, clock_us: int) -> CameraState:
    return health.state(clock_us, PATIENCE, 0, ())


def test_it_starts_then_lives() -> None:
    health = CameraHealth(since_us=100)
    assert (state(health, 350).state, state(health, 350).since_us, state(health, 350).age_us) == ("starting", 250, None)
    for n in (*range(20), *range(25, 60)):
        health = health.laid(laid(n, dropped=5 * (n == 25)), 1000 + n)
    now = state(health, 2000)
    assert (now.state, now.since_us, now.age_us, now.pictures, now.size) == ("live", 1000, 941, 60, (64, 48))
    assert now.rate == pytest.approx(25)


def test_without_a_picture_for_a_moment_it_is_stalled() -> None:
    health = CameraHealth(since_us=0).laid(laid(0), 0)
    assert state(health, 1_000_000).state == "live"
    now = state(health, 1_300_000)
    assert (now.state, now.since_us, now.age_us, now.why) == ("stalled", 300_000, 1_300_000, "no picture comes")


def test_it_is_lost_since_the_first_failure_until_a_picture_comes_again() -> None:
    health = CameraHealth(since_us=0).laid(laid(0), 0).down("lost", "silent", 100).down("lost", "refused", 300)
    now = state(health, 500)
    assert (now.state, now.since_us, now.why, now.reconnects) == ("lost", 400, "refused", 0)
    now = state(health.laid(laid(1), 600), 650)
    assert (now.state, now.since_us, now.why, now.reconnects) == ("live", 50, "", 1)


def test_a_camera_that_only_answers_late_was_never_lost_from_sight() -> None:
    assert state(CameraHealth(since_us=0).down("lost", "refused", 100).laid(laid(0), 200), 300).reconnects == 0


def test_dropped_pictures_came_all_the_same() -> None:
    assert state(CameraHealth(since_us=0).laid(laid(9, dropped=9), 0), 0).pictures == 10


def test_what_does_not_come_is_not_recorded() -> None:
    assert state(replace(CameraHealth(since_us=0), recording="on").down("lost", "silent", 100), 200).recording == "off"
