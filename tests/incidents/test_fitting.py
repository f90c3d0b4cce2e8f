"""Where a fit of touches begins, by what was seen of the balls."""

import numpy as np
import pytest

from tracker.domain.table.plane import Point
from tracker.incidents.explain.fitting import leaving
from tracker.incidents.explain.knocks import Lying, SeenPlaces


def ball_at_rest(*later: tuple[float, float]) -> Lying:
    """A ball at (100, 100) that leaves at 1 s, with sightings every tenth of a second after that."""
    at_s = np.array([1.1 + 0.1 * n for n in range(len(later))])
    seen = SeenPlaces(
        at_s=at_s, places_mm=np.array(later).reshape(-1, 2), spread_mm2=np.tile(np.eye(2), (len(later), 1, 1))
    )
    return Lying(
        ball="red", track=1, place=Point(100.0, 100.0), onset_s=1.0, onset_sd_s=0.01, seen=seen, errs_mm2=np.eye(2)
    )


@pytest.mark.parametrize(
    ("later", "degrees"),
    [((), 90.0), (((100.5, 100.5),), 90.0), (((150.0, 100.0), (200.0, 100.0)), 0.0)],
    ids=["nothing seen: away from what came", "within its noise: the same", "seen to go aside"],
)
def test_a_ball_leaves_as_it_is_seen_to_or_away_from_what_came(
    later: tuple[tuple[float, float], ...], degrees: float
) -> None:
    assert np.degrees(leaving(ball_at_rest(*later), np.array([100.0, 0.0]))) == pytest.approx(degrees)
