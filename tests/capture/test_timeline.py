"""Times follow the source's stamps, and where those make no sense they go on, and never back."""

from collections.abc import Iterator, Sequence
from typing import Any

import av
import pytest

from tracker.capture.process.feeds import on_capture_clock
from tracker.capture.stamped import MICRO
from tracker.capture.timeline import LEAP_US, Reached, Timeline

STEP_US = 40_000


def times(
    stamps_us: Sequence[int | None],
    *,
    orders_us: Sequence[int | None] | None = None,
    reached: Reached | None = None,
    clock: Sequence[int] | None = None,
    steps_us: int = STEP_US,
) -> list[int]:
    """Capture times of packets that come one step after the other by our clock."""
    ticks = iter(range(5_000_000, 10**12, steps_us)) if clock is None else iter(clock)

    def packets() -> Iterator[Any]:
        for shown_us, sent_us in zip(stamps_us, orders_us or stamps_us, strict=True):
            packet = av.Packet(b"picture")
            packet.pts, packet.dts, packet.time_base = shown_us, sent_us, MICRO
            yield packet

    return [sent.at_us for sent in on_capture_clock(packets(), reached, lambda: next(ticks))]


def even(count: int, first_us: int = 0) -> list[int]:
    return [first_us + STEP_US * n for n in range(count)]


def test_times_count_from_the_first_picture() -> None:
    assert times(even(4, 7_000_000)) == even(4)


def test_uneven_stamps_are_kept_to_the_microsecond() -> None:
    assert times([3, 33_336, 66_670, 100_003]) == [0, 33_333, 66_667, 100_000]


def test_pictures_sent_out_of_turn_are_stamped_when_they_are_shown() -> None:
    shown_us = [0, 120_000, 40_000, 80_000, 240_000, 160_000, 200_000]
    sent_us = even(7, -80_000)
    assert times(shown_us, orders_us=sent_us) == shown_us
    assert times(shown_us, orders_us=[None, None, *sent_us[2:]]) == shown_us
    assert times(shown_us, orders_us=[None] * 7) == shown_us


def test_a_source_without_stamps_is_stamped_by_our_clock() -> None:
    assert times([None] * 4) == even(4)


@pytest.mark.parametrize("jump_us", [-(10**12), -STEP_US, LEAP_US + 2 * STEP_US, 10**12])
def test_a_jump_takes_as_long_as_it_took_by_our_clock(jump_us: int) -> None:
    assert times([*even(5), *even(5, 5 * STEP_US + jump_us)]) == even(10)


def test_a_silence_that_the_stamps_tell_of_is_no_jump() -> None:
    clock = [0, 0, 40_000, 80_000, 9_000_000, 9_040_000]
    assert times([0, 40_000, 80_000, 9_100_000, 9_140_000], clock=clock) == [0, 40_000, 80_000, 9_100_000, 9_140_000]


def test_after_a_reconnection_times_go_on_by_what_passed_in_between() -> None:
    reached = Reached(at_us=70_000_000, clock_us=1_000_000)
    assert times(even(3, 555), reached=reached, clock=[4_000_000, 4_000_000, 4_040_000, 4_080_000]) == even(
        3, 73_000_000
    )


def test_times_do_not_go_back_even_if_our_clock_does() -> None:
    assert times(even(2), reached=Reached(at_us=70, clock_us=10**15))[0] == 71
    timeline = Timeline(shift_us=0, stamp_us=100, clock_us=10**9)
    assert timeline.then(50, 0).shift_us + 50 == 101
