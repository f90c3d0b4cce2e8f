"""A rim is found where it is, however ball and cloth shade off beside it, and an overlap is shared by its balls."""

import numpy as np
import pytest

from tracker.geometry import rims
from tracker.geometry.apart import kept_apart

RADIUS_PX = 12.0
NORMALS = 28


def across(edge_px: float, inside: tuple[float, float], outside: tuple[float, float]) -> np.ndarray:
    """Return one profile: (level at the edge, rise per px) on either side of a step softened as a lens does."""
    at = np.linspace(-1, 1, rims.STEPS) * RADIUS_PX * rims.reaches(np.array([RADIUS_PX]))[0]
    beyond = 1 / (1 + np.exp(-rims.LOGISTIC * (at - edge_px) / 0.9))
    values = (inside[0] + inside[1] * (at - edge_px)) * (1 - beyond)
    values += (outside[0] + outside[1] * (at - edge_px)) * beyond
    return np.repeat(values[:, None], 3, axis=1)


CASES = {
    "a plain step": ((180, 0), (80, 0)),
    "a ball that darkens toward its rim": ((80, -12), (90, 0)),
    "a shadow that fades outward": ((160, 0), (30, 10)),
    "no step at all, but a crease between a dark rim and a shadow": ((40, -8), (40, 8)),
}


@pytest.mark.parametrize("sentence", CASES)
@pytest.mark.parametrize("edge_px", [-1.3, 0.0, 0.8])
def test_a_rim_is_found_within_a_tenth_of_a_pixel(sentence: str, edge_px: float) -> None:
    found = rims.rims(np.tile(across(edge_px, *CASES[sentence]), (1, 4, 1, 1)), np.array([RADIUS_PX]))
    edge, _ = rims.edges(found, np.zeros((1, 4)), 0.2)
    assert edge * RADIUS_PX == pytest.approx(np.full((1, 4), edge_px), abs=0.1)


def test_an_outline_is_moved_to_its_edges_though_some_are_of_something_else() -> None:
    angle = np.linspace(0, 2 * np.pi, NORMALS, endpoint=False)
    normals = np.column_stack([np.cos(angle), np.sin(angle)])[None]
    edge_px = normals[0] @ [0.6, -0.4]
    edge_px[3:7] = -2.5
    profiles = np.array([across(edge, (180, -5), (80, 2)) for edge in edge_px])[None]
    found = rims.rims(profiles, np.array([RADIUS_PX]))
    move, cov = rims.settled(found, normals, np.ones((1, NORMALS), bool))
    assert move[0] * RADIUS_PX == pytest.approx([0.6, -0.4, 0.0], abs=0.1)
    assert np.sqrt(cov[0, 0, 0]) * RADIUS_PX < 0.2


def test_a_rim_lies_within_the_discs_that_count_for_its_ball() -> None:
    rim = np.array([[[10.0, 0.0]], [[6.0, 0.0]]])
    centres, radii = np.array([[0.0, 0.0], [16.0, 0.0]]), np.array([10.0, 10.0])
    for others, due in (([[0, 1], [0, 0]], [[True], [False]]), ([[0, 0], [1, 0]], [[False], [True]])):
        assert rims.within(rim, centres, radii, np.array(others, bool)).tolist() == due


def test_an_overlap_is_shared_by_how_little_each_place_is_known() -> None:
    places = np.array([[0.0, 0.0], [50.0, 0.0], [500.0, 0.0]])
    spread = np.array([np.eye(2) * 1.0, np.eye(2) * 4.0, np.eye(2)])
    assert kept_apart(places, spread, 52.5) == pytest.approx(
        np.array([[-0.5, 0.0], [52.0, 0.0], [500.0, 0.0]]), abs=0.02
    )


def test_a_whole_pack_finds_room() -> None:
    true = np.array([(52.5 * (i - row / 2), 52.5 * row * 0.75**0.5) for row in range(5) for i in range(row + 1)])
    seen = true + np.random.default_rng(2).normal(0, 2.0, true.shape)
    told = kept_apart(seen, np.tile(np.eye(2) * 4.0, (15, 1, 1)), 52.5)
    apart = np.linalg.norm(told[:, None] - told[None], axis=2)[np.triu_indices(15, 1)]
    assert apart.min() > 52.4
    assert np.linalg.norm(told - true, axis=1).mean() < 0.9 * np.linalg.norm(seen - true, axis=1).mean()


def test_balls_with_room_stay_where_they_are() -> None:
    places = np.array([[0.0, 0.0], [52.6, 0.0]])
    assert np.array_equal(kept_apart(places, np.tile(np.eye(2), (2, 1, 1)), 52.5), places)
