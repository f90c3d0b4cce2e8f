"""Drawn strokes by which odds are fitted and measured: a number is always the same stroke, and its truth is known."""

import xml.etree.ElementTree as ET
from functools import cache

import numpy as np
import pytest

from bench import fit_odds, reliability
from bench.odds.drawn import drawn
from bench.odds.evidence import Evidence, evidence, followed_by
from bench.odds.kept import Followed, followed
from tracker.incidents.noise import PARTS, noise, parsed
from tracker.store.kits import find_kit

KIT = find_kit()
SEEDS = (1, 2)


@cache
def one(seed: int) -> Followed:
    return followed(seed, KIT)


@cache
def found(seed: int) -> tuple[Evidence, ...]:
    return tuple(evidence(one(seed), KIT))


def test_a_number_is_always_the_same_stroke() -> None:
    a, b = drawn(SEEDS[0], KIT), drawn(SEEDS[0], KIT)
    assert a.names == b.names
    assert a.met_first == b.met_first
    assert np.array_equal(a.places(np.array([2.0])), b.places(np.array([2.0])), equal_nan=True)


@pytest.mark.parametrize("seed", SEEDS)
def test_every_path_is_known_by_the_ball_that_it_follows(seed: int) -> None:
    told = one(seed)
    balls = [followed_by(path, told) for path in told.paths]
    assert sorted(b for b in balls if b is not None) == list(range(len(told.names)))


@pytest.mark.parametrize("seed", SEEDS)
def test_a_stroke_gives_evidence_of_what_was_met_first(seed: int) -> None:
    (told,) = found(seed)
    assert told.struck
    assert told.first == told.first_named == frozenset(one(seed).met_first)


def test_fitting_explains_the_strokes_better_than_the_guess() -> None:
    told = [e for seed in SEEDS for e in found(seed)]
    _, before, after = fit_odds.fitted("kinds", told, fit_odds.GUESS.kinds)
    assert after <= before


def test_the_file_of_parameters_is_read_as_it_was_written() -> None:
    text = fit_odds.written(noise(), dict.fromkeys(PARTS, 5), "python -m bench.fit_odds --write")
    assert parsed(text) == noise()
    assert 'unit = "mm"' in text


def test_the_curves_are_a_picture_and_a_table_of_every_question() -> None:
    every = [e for seed in SEEDS for e in found(seed)]
    told = {name: [s for e in every for s in of(e)] for name, of in reliability.QUESTIONS.items()}
    assert ET.fromstring(reliability.drawing(told)).tag.endswith("svg")
    table = reliability.markdown(told, SEEDS)
    assert all(f"| {name} |" in table for name in reliability.QUESTIONS)
