"""Of two sightings that cannot both be balls the surer one stays."""

from dataclasses import replace

import numpy as np
import pytest
from makers import Eye, sighting

from tracker.domain.table.ball import SNOOKER
from tracker.store.kits import find_kit
from tracker.tracking.distinct import distinct

KIT = find_kit()
LONE, RED = (300.0, 300.0), (900.0, 1800.0)


@pytest.mark.parametrize(
    ("beside_mm", "sure", "kept"),
    [(0.0, (0.9, 0.5, 0.9), (0, 2)), (30.0, (0.5, 0.9, 0.9), (1, 2)), (52.0, (0.5, 0.9, 0.9), (0, 1, 2))],
    ids=["one ball seen twice", "a third between two", "two that touch"],
)
def test_a_sighting_inside_a_surer_one_is_dropped(
    beside_mm: float, sure: tuple[float, ...], kept: tuple[int, ...]
) -> None:
    places = np.array([RED, (RED[0] + beside_mm, RED[1]), LONE])
    seen = sighting(0, 0.0, places, (SNOOKER, np.full((3, len(SNOOKER)), 1 / len(SNOOKER))), Eye(), None)
    found = distinct(replace(seen, sure=np.array(sure)), KIT)
    assert found.places_mm.tolist() == places[list(kept)].tolist()
    assert found.sure.tolist() == [sure[k] for k in kept]
