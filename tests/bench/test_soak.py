"""The soak tells a leak from the ups and downs of an allocator, and misses no entry that is gone."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bench.footprint import Sample, growth
from bench.soak import Screens, grown, lost, stuck
from tracker.domain.book.setup import Setup
from tracker.live.table.stored import Stored
from tracker.live.table.table import Table
from tracker.match.book.entries import Header
from tracker.match.steps import BeginMatch, ByHand
from tracker.rules.desk import Scored
from tracker.show.screens.state import as_json
from tracker.store.database.opening import open_database
from tracker.web.hall.channel import PublishedMoment

HEADER = Header(rulebook="snooker-2024", setup=Setup(names=("Anna", "Bo")), table="snooker-12ft")


def held(mb_per_hour: float, minutes: int = 60, begins_mb: float = 0.0) -> list[Sample]:
    """Return samples of eyes that warm up from `begins_mb` in a minute, then rise, to and fro by 10 MB."""
    seconds = np.arange(0, 60 * minutes, 5.0)
    chance = np.random.default_rng(1).uniform(0, 10, len(seconds))
    mb = 180 - (180 - begins_mb) * (seconds < 60) + mb_per_hour * seconds / 3600 + chance
    return [Sample(role="eyes", pid=7, at_s=t, held_mb=m) for t, m in zip(seconds, mb, strict=True)]


@pytest.mark.parametrize(
    ("mb_per_hour", "minutes", "is_leak"), [(0, 60, 0), (3, 60, 0), (30, 60, 1), (0, 5, 0), (400, 5, 1)]
)
def test_memory_that_rises_is_told_and_memory_that_wavers_is_not(mb_per_hour: int, minutes: int, is_leak: int) -> None:
    came = growth(held(mb_per_hour, minutes), "eyes", warm_s=60)
    assert came is not None
    assert came.mb_per_hour == pytest.approx(mb_per_hour, abs=30 * 5 / minutes)
    assert len(list(grown([came]))) == is_leak


def test_a_process_that_never_warmed_up_is_not_measured() -> None:
    assert growth(held(0, 1), "eyes", warm_s=60) is None


def test_an_entry_that_was_shown_and_is_not_kept_is_told(tmp_path: Path) -> None:
    screens = Screens()
    with open_database(tmp_path / "club.db") as database:
        table = Table("1", Stored(database, lambda: 1), lambda: 1)
        table.do(BeginMatch(header=HEADER))
        table.do(ByHand(deed=Scored(potted=("red",))))
        screens.desk("state", _json(PublishedMoment(table.moment)))
    assert not list(lost(tmp_path, screens))
    screens.reached[1] += 1
    assert list(lost(tmp_path, screens)) == ["epoch 1: 2 entries were shown, 1 are kept"]
    screens.reached[1] -= 1
    screens.lines[1, 1] = screens.lines[1, 1] | {"calls": []}
    assert list(lost(tmp_path, screens)) == ["entry 1.1 is not kept as it was shown"]


def test_eyes_that_do_not_look_again_are_told() -> None:
    assert not list(stuck(Screens(), [1.0, 2.0]))
    assert list(stuck(Screens(), [1.0, float("inf")]))


def _json(shown: PublishedMoment) -> Any:
    return json.loads(as_json(shown.referee))
