"""Looking at several pictures at once changes nothing but the time that it takes."""

import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import closing

import cv2
import numpy as np
import pytest

from tracker.calibrate.find import find_table
from tracker.calibrate.watch import start_watch, table_in_view
from tracker.capture.picture import Image, Picture
from tracker.cli.recording.side_by_side import AHEAD, side_by_side
from tracker.cli.recording.watching import watch
from tracker.geometry.calibration import Calibration
from tracker.geometry.paths import rows
from tracker.geometry.sightings import Sightings, blind
from tracker.pipeline.watched import watched
from tracker.store.kits import find_kit
from tracker.vision.runtimes.networks import open_detector
from tracker.vision.seer import Seer

KIT = find_kit("snooker-12ft")


def threads_of_ours() -> list[str]:
    return [t.name for t in threading.enumerate() if t.name.startswith("side by side")]


@pytest.mark.parametrize("at_once", [1, 2, 5])
def test_results_come_in_the_order_of_the_items_however_long_each_takes(at_once: int) -> None:
    def slow_at_first(n: int) -> int:
        time.sleep(0.02 if n % 4 == 0 else 0.0)
        return n * n

    assert list(side_by_side(slow_at_first, range(40), at_once)) == [n * n for n in range(40)]
    assert threads_of_ours() == []


def test_only_a_few_items_are_drawn_ahead() -> None:
    drawn = []

    def items() -> Iterator[int]:
        for n in range(100):
            drawn.append(n)
            yield n

    with closing(side_by_side(lambda n: n, items(), 2)) as results:
        for result in results:
            assert len(drawn) - result <= AHEAD * 2
    assert len(drawn) == 100


def test_work_that_fails_is_told_after_the_results_before_it() -> None:
    def breaks_at_seven(n: int) -> int:
        if n == 7:
            raise ValueError("picture 7 is torn")
        return n

    got = []
    with pytest.raises(ValueError, match="picture 7"):  # noqa: PT012  what came before it counts too
        for result in side_by_side(breaks_at_seven, range(100), 3):
            got.append(result)
    assert got == list(range(7))
    assert threads_of_ours() == []


@pytest.mark.parametrize("trouble", [OSError("the cable is out"), KeyboardInterrupt()])
def test_a_source_that_fails_or_a_person_who_stops_it_leaves_no_thread_behind(
    trouble: KeyboardInterrupt | OSError,
) -> None:
    def items() -> Iterator[int]:
        yield from range(10)
        raise trouble

    with pytest.raises(type(trouble)):
        list(side_by_side(lambda n: time.sleep(0.01), items(), 2))
    assert threads_of_ours() == []


def test_leaving_early_begins_nothing_more() -> None:
    begun = []

    def work(n: int) -> None:
        begun.append(n)
        time.sleep(0.01)

    with closing(side_by_side(work, range(100), 2)) as results:
        next(results)
    assert len(begun) < 10
    assert threads_of_ours() == []


@pytest.fixture(scope="module")
def pictures(table_picture: Image) -> list[Picture]:
    """Half a second of a table over which the light flickers and a ball rolls; then something else is shown."""
    noise, high, wide = np.random.default_rng(4), *table_picture.shape[:2]
    shown = []
    for n in range(12):
        lit = np.clip(table_picture + noise.normal(0, 2, table_picture.shape), 0, 255).astype(np.uint8)
        cv2.circle(lit, (wide // 2 - 60 + 12 * n, high // 2 + 20), 8, (215, 235, 240), -1)
        shown.append(lit)
    shown[6] = np.zeros_like(table_picture)
    return [Picture(number=n, at_us=40_000 * n, image=image) for n, image in enumerate(shown)]


def test_what_is_watched_side_by_side_is_the_same_to_the_last_bit(pictures: list[Picture]) -> None:
    calibration = find_table([pictures[0].image], KIT)
    one, three = (
        watch(iter(pictures), Seer(calibration, KIT, open_detector(at_once=n)), KIT, lambda done: None, n)
        for n in (1, 3)
    )
    alone = list(rows(watched(in_turn(pictures, calibration), calibration, KIT, lambda done: None).paths))
    assert len(alone) >= 10 * 22
    assert list(rows(one.paths)) == list(rows(three.paths)) == alone
    assert one.lost_us == three.lost_us == {240_000}


def in_turn(pictures: Sequence[Picture], calibration: Calibration) -> Iterator[Sightings]:
    """See without any thread but this one."""
    seer, view = Seer(calibration, KIT, open_detector()), start_watch(calibration, KIT)
    for picture in pictures:
        view, here = table_in_view(view, picture.image)
        number, at_us = picture.number, picture.at_us
        yield seer.see(picture.image, number, at_us) if here else blind(number, at_us, KIT.kinds)
