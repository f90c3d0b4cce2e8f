"""What is told of incidents is counted within a tolerance, and `sure` is weighed against what came true."""

from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from bench.clips import is_newer
from bench.found import (
    Found,
    camera_kind,
    chance_error,
    counted,
    first_contact,
    late_ms,
    measured,
    pots,
    reliability,
    scores,
    weighed,
)
from bench.incident_tables import markdown
from bench.incidents import figures
from bench.measured import ROOT
from bench.reach import ROWS
from models.training.painter.cameras import camera_at
from models.training.truth.naming import is_held_out, name_of, parts_of
from models.training.truth.views import CAMERAS, stand
from tracker.cli.evaluation.run_and_truth import Event, Run, StrokeFacts, Truth, read_truth
from tracker.store.kits import find_kit

RED, BLUE = ("red", "white"), ("blue", "white")


def event(at_s: float, who: tuple[str, str] = RED, sure: float = 1.0) -> Event:
    return Event(at_s=at_s, who=who, sure=sure)


def stroke(first_hit: tuple[str, ...], doubted: tuple[str, ...] = ()) -> StrokeFacts:
    return StrokeFacts(
        number=1, began_s=1.0, ended_s=3.0, first_touch_s=1.5, first_hit=first_hit, touches=(), cushions=(), falls=(),
        counted={}, calls=(), cue_ball="white", doubted=doubted,
    )  # fmt: skip


def perfect(truth: Truth) -> Run:
    """Return a run that tells all as it is."""
    picture, ball = np.nonzero(~np.isnan(truth.places_mm[:, :, 0]))
    assert truth.calibration is not None
    return Run(
        at_s=truth.at_s[picture],
        places_mm=truth.places_mm[picture, ball],
        sd_mm=np.ones(len(ball)),
        balls=tuple(truth.balls[i] for i in ball),
        tracks=ball,
        strokes=truth.strokes,
        points=(0, 0),
        calibration=truth.calibration,
    )


@pytest.fixture(scope="module")
def found() -> Found:
    truth = read_truth(ROOT / "sample_videos" / "0003-in-off" / "truth.json")
    return measured("plain-pots", perfect(truth), truth)


def test_of_a_perfect_run_nothing_counts_against_it(found: Found) -> None:
    assert {name: value for name, value in figures({"one": found}).items() if value} == {}


def test_a_clip_in_which_no_table_was_found_counts_and_is_named(found: Found) -> None:
    assert figures({"one": found, "two": None})["tables_lost"] == 1
    assert "No table was found in two" in markdown({"one": found, "two": None}, "held out")


def test_what_is_to_be_reached_stands_first_with_its_counts(found: Found) -> None:
    section = markdown({"one": found}, "held out")
    table = section.split("Incidents, over all kinds")[0]
    assert [row.measure in table for row in ROWS] == [True] * len(ROWS)
    assert "| ≥ 99.5 % / ≤ 5 % | 100.0 % (1 of 1) / 0.0 % (0 of 1) |" in table
    assert "100.0 % (1 of 1) / 100.0 % (1 of 1); 100.0 % (1 of 1)" in table


def test_a_pot_has_a_ball_and_a_pocket() -> None:
    told = StrokeFacts(
        number=1, began_s=1.0, ended_s=3.0, first_touch_s=None, first_hit=(), touches=(), cushions=(),
        falls=(event(2.0, ("red", "top-left")), event(2.5, ("blue", "top-left"))), counted={}, calls=(),
        cue_ball="white",
    )  # fmt: skip
    due = replace(told, falls=(event(2.9, ("red", "top-right")),))
    assert pots([(told, due)], [told], [due]) == Counter(told=2, due=1, ball=1, pocket=0)


def test_an_event_counts_only_within_the_tolerance() -> None:
    told, due = [event(1.010), event(2.0)], [event(1.0), event(2.0)]
    assert counted(told, due, 0.020) == Counter(right=2)
    assert counted(told, due, 0.005) == Counter(right=1, false=1, missed=1)


def test_an_event_of_another_ball_is_false_and_the_true_one_missed() -> None:
    assert counted([event(1.0, BLUE)], [event(1.0)], 0.04) == Counter(false=1, missed=1)


def test_precision_is_of_what_was_told_and_recall_of_what_was_true() -> None:
    precision, recall, f1 = scores(Counter(right=2, false=2, missed=1))
    assert precision == 0.5
    assert recall == pytest.approx(2 / 3)
    assert f1 == pytest.approx(4 / 7)
    assert scores(Counter()) == (None, None, None)
    assert scores(Counter(missed=1)) == (None, 0.0, 0.0)


def test_too_late_is_above_nought() -> None:
    assert late_ms([event(1.010)], [event(1.0)], 0.02) == pytest.approx((10.0,))


def test_a_doubted_first_contact_is_asked_even_where_it_would_be_wrong() -> None:
    assert first_contact(stroke(("blue",), ("first_hit",)), stroke(("red",))) == "asked"
    assert first_contact(stroke(("blue",)), stroke(("red",))) == "wrong"
    assert first_contact(stroke(("red",)), stroke(("red",))) == "right"


def test_the_calibration_error_is_the_gap_between_sure_and_right_weighed_by_how_much_was_told() -> None:
    samples = [(0.85, True), (0.85, False), (0.97, True), (0.97, True)]
    rows, error = reliability(samples)
    assert [(n, was) for _, _, n, _, was in rows] == [(2, 0.5), (2, 1)]
    assert [said for _, _, _, said, _ in rows] == pytest.approx([0.85, 0.97])
    assert error == pytest.approx((0.35 + 0.03) / 2)


def test_what_honest_odds_show_by_chance_falls_with_how_much_was_told() -> None:
    few, many = chance_error([(0.75, True)] * 8), chance_error([(0.75, True)] * 800)
    assert few == pytest.approx(0.8 * (0.75 * 0.25 / 8) ** 0.5, rel=0.15)  # of a normal error 0.8 sigma is the mean
    assert many == pytest.approx(few / 10, rel=0.15)
    assert chance_error([(1.0, True)] * 8) == 0.0


def test_what_is_quite_sure_has_a_bin() -> None:
    assert reliability([(1.0, True)])[1] == 0.0


def test_each_event_told_is_weighed_once() -> None:
    assert weighed([event(1.0, sure=0.9), event(1.0, BLUE, sure=0.6)], [event(1.0)], 0.02) == (
        (0.9, True),
        (0.6, False),
    )


@pytest.mark.parametrize("kind", CAMERAS)
def test_a_camera_is_known_by_where_it_stands(kind: str) -> None:
    kit = find_kit()
    stands = [stand(np.random.default_rng(seed), kind) for seed in range(20)]
    assert {camera_kind(camera_at(kit, one), kit) for one in stands} == {kind}


def test_every_third_clip_is_held_out_by_its_name() -> None:
    assert parts_of(name_of("thin-cuts", 5)) == ("thin-cuts", 5)
    assert [number for number in range(9) if is_held_out(number)] == [2, 5, 8]


def test_a_run_older_than_its_clip_is_watched_again(tmp_path: Path) -> None:
    clip, made = tmp_path / "clip", tmp_path / "made"
    made.touch()
    assert not is_newer(tmp_path / "none", made)
    clip.touch()
    assert not is_newer(made, clip)
