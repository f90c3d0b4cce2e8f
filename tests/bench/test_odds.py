"""Drawn strokes by which odds are fitted and measured: a number is always the same stroke, and its truth is known."""

import xml.etree.ElementTree as ET
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from bench import fit_odds, reliability
from bench.odds.drawn import BACKS, BACKS_HELD_OUT, HELD_OUT, SLOW, SLOW_HELD_OUT, comes_slowly, drawn
from bench.odds.evidence import Evidence, evidence, followed_by
from bench.odds.eyes import Scene, eye_of, looked
from bench.odds.kept import Fact, Followed, followed
from bench.odds.told import told
from tracker.geometry.paths import POCKET
from tracker.incidents.explain.losses.missing import Lead, Missing
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


def test_what_was_met_after_the_recording_is_no_truth_of_it() -> None:
    stroke = next(one for one in (drawn(seed, KIT) for seed in range(1, 20)) if one.met_first)
    assert stroke.played is not None
    before_s = stroke.struck_s + min(met.at_s for met in stroke.played.touches if 0 in met.balls) - 0.01
    assert replace(stroke, until_s=before_s).met_first == ()


@pytest.mark.parametrize("seed", [BACKS[0], BACKS[1], BACKS_HELD_OUT[0]])
def test_somebody_stands_before_a_pocket_in_strokes_of_these_numbers(seed: int) -> None:
    told = drawn(seed, KIT)
    eye, rng = eye_of(told, KIT), np.random.default_rng(1)
    assert eye.person is not None
    falls = np.array([pocket.fall for pocket in KIT.pockets])
    depth = np.linalg.norm(np.column_stack([falls, np.zeros(len(falls))]) - eye.camera.centre_mm, axis=1)
    scene, centres = Scene(told, eye, KIT, rng), eye.camera.project_on(falls, KIT.ball_radius_mm)
    assert scene.behind(centres, depth, eye.person.from_s + 0.01).any()
    assert not scene.behind(centres, depth, eye.person.from_s - 0.01).any()


@pytest.mark.parametrize("seed", [SLOW[0], SLOW_HELD_OUT[1]])
def test_a_ball_comes_slowly_between_the_jaws_in_strokes_of_these_numbers(seed: int) -> None:
    assert comes_slowly(drawn(seed, KIT), KIT)


@pytest.mark.parametrize("is_missed", [True, False])
def test_a_ball_that_is_missed_between_the_jaws_is_seen_there_in_no_picture(is_missed: bool) -> None:
    told = drawn(SLOW[2], KIT)
    scene = Scene(told, eye_of(told, KIT), KIT, np.random.default_rng(1))
    scene.lost_in_jaws[:] = is_missed
    at_s = np.arange(0.0, told.until_s, 0.04)
    places, heights = told.places(at_s), told.heights(at_s)
    seen = [scene.picture(n, t, places, heights).places_mm for n, t in enumerate(at_s.tolist())]
    holes = [(np.array(p.fall), p.radius_mm + KIT.ball_radius_mm) for p in KIT.pockets]
    assert any((np.linalg.norm(at - fall, axis=1) < mm).any() for at in seen for fall, mm in holes) != is_missed


def test_strokes_for_fitting_are_none_for_measuring() -> None:
    fitted, measured = (set(BACKS), set(SLOW)), (set(BACKS_HELD_OUT), set(SLOW_HELD_OUT))
    assert max(max(each) for each in fitted) < HELD_OUT <= min(min(each) for each in measured)
    assert not fitted[0] & fitted[1]
    assert not measured[0] & measured[1]


@pytest.mark.parametrize("seed", [SEEDS[0], BACKS[0]])
def test_when_all_the_cloth_was_in_view_is_kept_as_the_program_tells_it(seed: int) -> None:
    told = drawn(seed, KIT)
    pictures = looked(told, eye_of(told, KIT), KIT)
    shown = {seen.at_us: float(seen.openness.cloth.mean()) for seen in pictures if seen.openness is not None}
    cloth = one(seed).watch.cloth
    assert cloth is not None
    assert dict(zip(cloth.at_us.tolist(), cloth.shares.mean(axis=(1, 2)), strict=True)) == pytest.approx(
        shown, abs=0.01
    )


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


def test_what_nobody_thought_of_costs_more_the_surer_something_else_was_told() -> None:
    (told,) = found(SEEDS[0])
    absent = replace(told, first=frozenset({"a ball that is not there"}))
    by = noise().firsts
    doubtful, sure = (replace(by, mistaken=at, unexplained=at) for at in (-1.0, -6.0))
    assert 0 < fit_odds.firsts_nats([absent], doubtful) < fit_odds.firsts_nats([absent], sure)
    assert fit_odds.firsts_nats([told], sure) < fit_odds.firsts_nats([told], doubtful)


def test_strokes_drawn_for_one_thing_have_lines_of_their_own() -> None:
    lead = Lead(pocket="top-left", away_mm=400.0, beside_mm=-40.0, edge_mm=350.0, short_mm=-3000.0, falls_us=1_150_000)
    gone = Missing(
        ball="pink", track=1, lost_us=1_000_000, end=POCKET, unseen=False, away_s=2.0, picture_s=0.04, leads=(lead,)
    )  # fmt: skip
    (told, *_) = found(SEEDS[0])
    lot = replace(told, seed=HELD_OUT, missing=((replace(gone, clear_s=1.0), "top-left"),))
    behind = replace(told, seed=BACKS_HELD_OUT[0], missing=((gone, "top-left"),))
    slow = replace(told, seed=SLOW_HELD_OUT[0], missing=((replace(gone, spare_mm=5.0), "top-left"),))
    answers = reliability.answered([behind, lot, slow])
    assert answers["pots"] == reliability.pots(lot) != reliability.pots(behind)
    assert answers[reliability.BEHIND] == reliability.pots(behind)
    assert answers[reliability.HANGING] == reliability.pots(slow)
    assert len(answers["touches"]) == len(reliability.touches(told))


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


def test_a_stroke_as_it_is_told_is_compared_with_what_was_true() -> None:
    """What is told of a stroke stays, and its truth is turned: then as much of it is wrong."""
    struck = one(SEEDS[1])
    fine = told(struck, KIT)
    right = fine.touches[0]
    assert fine.first_is_right
    assert right > 0
    otherwise = told(replace(struck, met_first=("pink", "black")), KIT)
    assert not otherwise.first_is_right
    assert otherwise.first_nats > fine.first_nats + 1.0
    fell = Fact(at_s=struck.struck_s + 0.5, balls=(1,), where="middle-left")
    more = told(replace(struck, pots=(*struck.pots, fell)), KIT)
    assert not more.pots_are_right
    assert more.pots_nats > fine.pots_nats + 1.0
    late = tuple(replace(fact, at_s=fact.at_s + 2 / struck.rate) for fact in struck.touches)
    assert told(replace(struck, touches=late), KIT).touches[0] < right
    assert told(replace(struck, struck_s=struck.struck_s + 100.0), KIT).touches == (0, 0, 0)
    cue_ball, other = struck.names.index("white"), struck.names.index("black")
    met = Fact(at_s=struck.struck_s + 0.6, balls=(cue_ball, other), where="")
    right, false, missed = told(replace(struck, touches=(*struck.touches, met)), KIT).met_later
    assert (right, false, missed - 1) == fine.met_later
    assert told(replace(struck, touches=()), KIT).met_later == (0, sum(fine.met_later[:2]), 0)
