"""The ways of balls come back from the disk as they were kept, short or long, and take no memory meanwhile."""

import resource
import tracemalloc
from dataclasses import fields

import numpy as np
import pytest

from tracker.domain.time import NEVER_US
from tracker.geometry.paths import Path, rows
from tracker.pipeline.whole import BallLife, Keep, at_hand, lengthened, whole
from tracker.store import ways
from tracker.store.ways import ways_on_disk


def a_way(count: int, track: int = 1, *, shaped: bool = False) -> Path:
    rng = np.random.default_rng(track)
    number = np.arange(count, dtype=np.int64)
    return Path(
        track=track, ball="red", sure=0.9, picture=number, at_us=number * 40_000, places_mm=rng.random((count, 2)),
        sd_mm=rng.random(count), raw_mm=rng.random((count, 2)), raw_sd_mm=rng.random(count),
        centres_px=rng.random((count, 2)), radii_px=rng.random(count), seen=rng.random(count) > 0.5,
        open_cloth=rng.random(count) > 0.5, sures=rng.random(count), kinds={"red": 0.0},
        raw_shape=rng.random((count, 2, 2)) if shaped else None,
    )  # fmt: skip


def same(one: Path, other: Path) -> bool:
    return all(
        np.array_equal(a, b, equal_nan=True) and a.dtype == b.dtype if isinstance(a, np.ndarray) else a == b
        for a, b in ((getattr(one, field.name), getattr(other, field.name)) for field in fields(Path))
    )


@pytest.mark.parametrize("shaped", [False, True])
def test_what_is_kept_comes_back_bit_by_bit_after_others_were_kept(shaped: bool) -> None:
    kept = [a_way(count, count, shaped=shaped) for count in (1, 7, ways.LONG, ways.LONG + 1)]
    with ways_on_disk() as keep:
        back = [keep(way) for way in kept]
        assert [same(way, given()) for way, given in zip(kept, back, strict=True)] == [True] * len(kept)
        long = back[-1]()
    assert same(kept[-1], long)


def test_what_there_is_no_room_for_stays_in_memory_and_nothing_is_lost() -> None:
    kept = [a_way(count, count) for count in (40, ways.LONG + 1, 41)]
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    with ways_on_disk() as keep:
        resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, before[1]))
        try:
            back = [keep(way) for way in kept]
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)
        assert [same(way, given()) for way, given in zip(kept, back, strict=True)] == [True] * 3


def test_what_is_kept_takes_no_memory() -> None:
    way = a_way(3000)
    with ways_on_disk() as keep:
        tracemalloc.start()
        back = [keep(way) for _ in range(40)]
        held, _ = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    assert held < len(back) * 3000 * 100 / 20


@pytest.mark.parametrize("shaped", [False, True])
def test_a_life_in_pieces_is_one_whether_kept_at_hand_or_on_the_disk(shaped: bool) -> None:
    parts = [([a_way(90, shaped=shaped), a_way(60, 2)], until_us) for until_us in (1_000_000, 2_200_000, NEVER_US)]

    def lived(keep: Keep) -> list[Path]:
        lives: tuple[BallLife, ...] = ()
        from_us = -1
        for paths, until_us in parts:
            lives, from_us = lengthened(lives, paths, from_us, until_us, keep), until_us
        return list(filter(None, map(whole, lives)))

    at_hand_ways = lived(at_hand)
    assert [len(way) for way in at_hand_ways] == [90, 60]
    with ways_on_disk() as keep:
        assert [same(*pair) for pair in zip(lived(keep), at_hand_ways, strict=True)] == [True, True]


def test_rows_come_in_the_order_of_pictures_then_of_tracks() -> None:
    order = [(row.picture, row.track) for row in rows([a_way(5, 3), a_way(9, 2), a_way(5, 7)])]
    assert order == sorted(order)
    assert len(order) == 19
