"""What is told of a stroke does not change with balls that have nothing to do with it, however many they are."""

from collections.abc import Sequence

import pytest
from made_ways import seen as watched
from made_ways import still
from makers import Eye, look, play

from tracker.geometry.paths import Path
from tracker.incidents.search.strokes import strokes
from tracker.store.kits import find_kit
from tracker.tracking.follow import follow, start
from tracker.tracking.stitch import stitch

PACK = tuple(("red", 889 + 52.6 * (i - row / 2), 2740 + row * 45.6) for row in range(4) for i in range(row + 1))
SCENES = {
    "into a pack": ((("white", 860, 900), ("blue", 300, 1784.5), *PACK), 3000, 90.5),
    "one after the other": ((("white", 889, 900), ("red", 889, 1500), ("blue", 905, 2100)), 2500, 90.5),
}


def followed(name: str, rate: float) -> tuple[Path, ...]:
    balls, speed, degrees = SCENES[name]
    state, pictures = start(find_kit()), []
    for sightings in look(play(balls, speed, degrees, lasts_s=3.6), Eye(rate=rate, noise_mm=0.6)):
        state = follow(state, sightings)
        pictures.append(state.points)
    return stitch(pictures, state)


def bystanders(count: int) -> list[Path]:
    """Balls on a shelf far from the table."""
    return [watched(still((-9000.0 - 100 * i, -9000.0), 3.6), track=9000 + i) for i in range(count)]


def facts(paths: Sequence[Path]) -> list[object]:
    return [
        (s.began_us, s.touches, s.first_hit, s.first_hit_sure, s.cushions, s.potted, s.off_table)
        for s, _ in strokes(paths, find_kit())
    ]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "rate"), tuple(zip(SCENES, (25.0, 50.0), strict=True)))
def test_balls_that_have_nothing_to_do_with_a_stroke_change_nothing_of_it(name: str, rate: float) -> None:
    paths = followed(name, rate)
    told = facts(paths)
    assert told
    assert facts([*bystanders(80), *paths]) == told
    assert facts([*paths, *bystanders(80)]) == told
