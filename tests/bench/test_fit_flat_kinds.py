"""What a network's odds and the sizes of boxes are worth is told by what the pieces were."""

from dataclasses import asdict

import numpy as np
import pytest

from bench.fit_flat_kinds import KindsSeen, coordinates, fitted, lost, misnamed, parameters_at, true_kinds, written
from tracker.domain.parameters import parsed
from tracker.vision.flat_kinds import FlatKinds

WIDER = float(np.log(1.3))
"""By how much the first kind is wider than both others."""


def seen(box_sd: float, hidden: float, told: float, worth: float = 1.0, astray: float = 0.0) -> KindsSeen:
    """Pieces of three kinds, so many of them hidden from one side, of which the network names the share `told` rightly.

    It claims to be surer than it is where its odds are `worth` less than one, and so many boxes may have any size.
    """
    count = 6000
    rng = np.random.default_rng(7)
    kind = rng.integers(3, size=count)
    own = rng.normal(0, box_sd, (count, 2))
    short = np.arange(2) == np.where(rng.random(count) < hidden, rng.integers(2, size=count), 2)[:, None]
    own = np.where(short, -rng.uniform(0, np.log(2), (count, 2)), own)
    own = np.where(rng.random((count, 1)) < astray, rng.uniform(-np.log(2), np.log(2), (count, 2)), own)
    size = np.where(kind == 0, WIDER, 0.0)[:, None] + own
    larger = np.stack([size - WIDER, size, size], axis=1)
    named = np.where(rng.random(count) < told, kind, (kind + rng.integers(1, 3, count)) % 3)
    network = np.full((count, 3), (1 - told) / 2)
    network[np.arange(count), named] = told
    network = network ** (1 / worth)
    network /= network.sum(axis=1, keepdims=True)
    return KindsSeen(network=network, larger=larger, kind=kind)


@pytest.mark.parametrize(
    ("box_sd", "hidden", "told", "worth", "astray"),
    [(0.03, 0.1, 0.9, 1.0, 0.0), (0.08, 0.3, 0.8, 1.0, 0.0), (0.03, 0.1, 0.8, 0.5, 0.0), (0.03, 0.1, 0.8, 1.0, 0.1)],
)
def test_what_sizes_are_worth_is_found(box_sd: float, hidden: float, told: float, worth: float, astray: float) -> None:
    whole = seen(box_sd, hidden, told, worth, astray)
    by, true = fitted(whole), FlatKinds(network=worth, box_sd=box_sd, hidden=hidden, covered=0.0, astray=astray)
    assert lost(whole, by) < lost(whole, true) + 5
    assert by.network == pytest.approx(worth, abs=0.1)
    assert by.box_sd == pytest.approx(box_sd, rel=0.4)


def test_where_the_network_errs_sizes_make_up_for_it() -> None:
    whole = seen(0.03, 0.05, 0.8)
    by, alone = fitted(whole), FlatKinds(network=1.0, box_sd=1e3, hidden=0.0, covered=0.0, astray=0.0)
    assert misnamed(whole, alone) == pytest.approx(0.2, abs=0.02)
    assert misnamed(whole, by) < 0.15
    assert lost(whole, by) < 0.7 * lost(whole, alone)


def test_a_sighting_has_the_kind_of_the_piece_that_lies_there() -> None:
    there = [(100.0, 100.0), None, (300.0, 100.0)]
    seen_at = np.array([(104.0, 100.0), (298.0, 103.0), (200.0, 100.0)])
    assert true_kinds(seen_at, there, ["striker", "a", "b"], ("striker", "a", "b"), 27.0).tolist() == [0, 2, -1]
    assert true_kinds(seen_at, [None] * 3, ["striker", "a", "b"], ("striker", "a", "b"), 27.0).tolist() == [-1] * 3


def test_parameters_come_back_from_what_the_fit_moves() -> None:
    by = FlatKinds(network=1.3, box_sd=0.03, hidden=0.2, covered=0.1, astray=0.01)
    assert asdict(parameters_at(coordinates(by))) == pytest.approx(asdict(by))


def test_the_file_is_read_back_as_it_was_fitted() -> None:
    by = fitted(seen(0.03, 0.1, 0.9))
    read = parsed(written(by, 6000), {"kinds": FlatKinds})["kinds"]
    assert asdict(read) == pytest.approx(asdict(by), rel=1e-3)
