"""What a single line has to say alone: how the solution would move without it."""

import numpy as np

from tracker.calibrate.fit.solve import left_out


def test_leaving_rows_out_moves_a_straight_fit_to_where_it_lies_without_them() -> None:
    chance = np.random.default_rng(4)
    slopes, wanted, counts = chance.normal(size=(30, 3)), chance.normal(size=30), [8, 6, 12]
    whole, *_ = np.linalg.lstsq(slopes, wanted, rcond=None)
    moves = left_out(slopes, slopes @ whole - wanted, counts)
    for move, (first, end) in zip(moves, ((0, 8), (8, 14), (14, 26)), strict=True):
        kept = np.r_[0:first, end:30]
        without, *_ = np.linalg.lstsq(slopes[kept], wanted[kept], rcond=None)
        assert np.allclose(whole + move, without)


def test_without_lines_nothing_moves() -> None:
    assert left_out(np.eye(3), np.zeros(3), []).shape == (0, 3)
