"""Painted tables with score strips, players, noise and bent lenses are found, to what the calibration itself says."""

from functools import cache

import numpy as np

from bench.tables import ASTRAY_MM, Find, looked_for

SEEDS = range(203, 209)


@cache
def finds() -> tuple[Find, ...]:
    """Return what becomes of a handful of painted tables, other than those that were looked at at work."""
    return tuple(looked_for(seed) for seed in SEEDS)


def test_most_painted_tables_are_found() -> None:
    assert sum(find.found for find in finds()) >= 4  # of two the cushions cannot be made out today


def test_those_found_are_found_to_millimetres_and_the_right_way_round() -> None:
    off = [find.off_mm for find in finds() if find.found]
    assert np.median(off) < 3.0
    assert np.max(off) < ASTRAY_MM
    assert not any(find.is_turned for find in finds())


def test_the_error_reported_is_about_the_error_made() -> None:
    ratio = np.array([find.off_mm / find.said_mm for find in finds() if find.found])
    assert 0.3 < np.median(ratio) < 1.6
    # Hardly any lies far off without saying so, a score strip along its cushion or not: 4 of 97 of seeds 200 to 299.
    # Which one does, hangs on the last bits of the machine's arithmetic.
    assert np.count_nonzero(ratio > 2.5) <= 1
