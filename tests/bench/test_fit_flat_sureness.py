"""What a network's score is worth of flat pieces is told by what came true of such scores."""

from dataclasses import asdict

import numpy as np
import pytest

from bench.fit_flat_sureness import Sighted, fitted, written
from tracker.domain.parameters import parsed
from tracker.vision.sureness import FlatSureness, flat_log_odds


def seen(base: float, score: float, count: int = 4000) -> Sighted:
    """Sightings whose scores are worth so much."""
    rng = np.random.default_rng(5)
    scores = rng.uniform(0.05, 0.95, count)
    odds = flat_log_odds(scores, FlatSureness(base=base, score=score))
    is_piece = rng.random(count) < 1 / (1 + np.exp(-odds))
    return Sighted(score=scores, away=np.where(is_piece, rng.uniform(0, 1, count), rng.uniform(2.1, 9, count)))


@pytest.mark.parametrize(("base", "score"), [(0.0, 1.0), (1.5, 2.0), (-2.0, 0.5)])
def test_what_scores_are_worth_is_found(base: float, score: float) -> None:
    by = fitted(seen(base, score))
    assert (by.base, by.score) == pytest.approx((base, score), abs=0.15)


def test_what_is_badly_seen_is_not_counted() -> None:
    told = Sighted(score=np.array([0.9, 0.8, 0.7]), away=np.array([0.2, 1.5, 4.0])).counted
    assert told.score.tolist() == [0.9, 0.7]
    assert told.is_piece.tolist() == [True, False]


def test_the_file_is_read_back_as_it_was_fitted() -> None:
    by = fitted(seen(1.0, 2.0))
    read = parsed(written(by, 4000), {"sureness": FlatSureness})["sureness"]
    assert asdict(read) == pytest.approx(asdict(by), rel=1e-3)
