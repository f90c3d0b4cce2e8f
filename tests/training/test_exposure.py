"""The exposure of a clip: steady where it should be, up and down with time, or in bands that wander."""

import numpy as np
import pytest

from models.training.clips.exposure import STEADY, Exposure


def test_a_steady_exposure_changes_nothing() -> None:
    assert np.all(STEADY.lines(1.234, 720) == 1)


def test_a_drift_is_the_same_for_all_lines_and_comes_back() -> None:
    drift = Exposure(drift=0.1, period_s=4.0)
    lines = drift.lines(1.0, 720)
    assert lines == pytest.approx(np.full((720, 1, 1), 1.1))
    assert drift.lines(5.0, 720) == pytest.approx(lines)


def test_the_bands_of_a_lamp_stand_where_the_rate_goes_into_its_flicker_and_wander_elsewhere() -> None:
    lamp = Exposure(bands=0.05, lamp_hz=100.0)
    first = lamp.lines(0.0, 720)
    assert float(np.ptp(first)) == pytest.approx(0.1, abs=0.001)
    assert lamp.lines(1 / 25, 720) == pytest.approx(first, abs=1e-5)
    assert np.abs(lamp.lines(1 / 30, 720) - first).max() > 0.05
