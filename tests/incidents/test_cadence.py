"""Film that shows every sixth picture twice is told by the moments at which its pictures were taken."""

from dataclasses import replace

import numpy as np
import pytest
from made_ways import rolls, seen, still, then
from makers import Eye, look, play

from tracker.geometry.paths import Path
from tracker.incidents.search.strokes import strokes
from tracker.incidents.segment.cadence import Rhythm, evened, rhythm_of, untimely_s
from tracker.incidents.segment.flights import flights_of
from tracker.incidents.segment.ways import way_of
from tracker.tracking.follow import follow, start
from tracker.tracking.stitch import stitch

TRUTH = play((("white", 500, 500), ("red", 889, 2600), ("blue", 300, 1784.5)), 1800, 79.0, lasts_s=3.0)


def paths_seen(eye: Eye) -> tuple[Path, ...]:
    state, points = start(TRUTH.kit, None), []
    for sightings in look(TRUTH, eye):
        state = follow(state, sightings)
        points.append(state.points)
    return stitch(points, state)


def test_most_repeats_must_keep_one_rhythm() -> None:
    assert rhythm_of(np.array([17, 23, 29, 41, 47])) == Rhythm(every=6, first=5)
    assert rhythm_of(np.array([5, 10, 15, 20, 23, 25])) == Rhythm(every=5, first=0)
    assert rhythm_of(np.array([17, 22, 29, 33, 44, 50])) is None
    assert rhythm_of(np.array([6, 12, 18])) is None


def test_between_repeats_pictures_were_taken_evenly_and_on_average_when_they_say() -> None:
    rhythm, numbers = Rhythm(every=6, first=5), np.arange(60)
    own = numbers % 6 != 5
    assert np.allclose(np.diff((numbers + rhythm.late(numbers))[own]), 1.2)
    assert np.all(np.diff(numbers + rhythm.late(numbers)) > 0)
    assert abs(rhythm.late(numbers)[own].mean()) < 1e-9


def test_a_film_of_its_own_pictures_keeps_its_stamps() -> None:
    paths = paths_seen(Eye())
    assert all(a is b for a, b in zip(paths, evened(paths), strict=True))


def test_a_ball_of_a_doubled_film_runs_smoothly_by_the_times_of_taking_and_not_by_its_stamps() -> None:
    paths = paths_seen(Eye(doubled=True))
    assert untimely_s(paths) > 0.004
    assert {path.untimely_s for path in evened(paths)} == {0.0}


def test_the_first_contact_of_a_doubled_film_is_told() -> None:
    (stroke, _), *others = strokes(paths_seen(Eye(doubled=True)), TRUTH.kit)
    assert not others
    due = [h.at_s for h in TRUTH.of("touch")]
    # Its pictures show what was 0 to 0.8 of a picture later than their stamps: 0.4 on average.
    assert np.allclose([touch.at_us / 1e6 for touch in stroke.touches], np.array(due) - 0.4 / 30, atol=1 / 90)


def test_stamps_are_not_doubted_because_a_ball_all_but_stops() -> None:
    """The cue-ball meets a red nearly full, a quarter of a second after it was struck; the red runs on smoothly."""
    crowded = play((("white", 500, 500), ("red", 520, 1100), ("blue", 300, 1784.5)), 2000, 88.0, lasts_s=3.0)
    assert crowded.first_hit == "red"
    state, points = start(crowded.kit, None), []
    for sightings in look(crowded, Eye()):
        state = follow(state, sightings)
        points.append(state.points)
    assert untimely_s(stitch(points, state)) == 0.0


@pytest.mark.parametrize("claimed_mm", [0.5, 6.0])
def test_stamps_are_not_doubted_because_places_err_more_than_they_claim_or_claim_more_than_they_err(
    claimed_mm: float,
) -> None:
    roll = rolls((300, 300), (400, 1200), 1.6)
    path = seen(then(still((300, 300), 0.5), roll), noise_mm=4.0)
    assert untimely_s([replace(path, raw_sd_mm=np.full(len(path), claimed_mm))]) == 0.0


@pytest.mark.parametrize(("lasts_s", "is_told"), [(1.6, True), (0.34, False)])
def test_a_few_sightings_do_not_tell_that_stamps_err(lasts_s: float, is_told: bool) -> None:
    roll = rolls((300, 300), (400, 1200), lasts_s)
    path = seen(then(still((300, 300), 0.5), roll))
    late_us = np.random.default_rng(3).normal(0, 5000, len(path)).astype(np.int64)
    assert (untimely_s([replace(path, at_us=path.at_us + late_us)]) > 0) == is_told


def test_what_stamps_err_by_is_told_with_the_paths_and_loosens_the_ways_of_fast_balls() -> None:
    roll = rolls((300, 300), (400, 1200), 1.6)
    path = seen(then(still((300, 300), 0.5), roll))
    late_us = np.random.default_rng(3).normal(0, 5000, len(path)).astype(np.int64)
    (told,) = evened([replace(path, at_us=path.at_us + late_us)])
    assert told.untimely_s == pytest.approx(0.005, rel=0.5)
    sds_mm = [np.median(way_of(flights_of(one)[0]).seen.sd_mm) for one in (path, told)]
    assert sds_mm[1] - sds_mm[0] > 0.5 * told.untimely_s * np.hypot(400, 1200)
