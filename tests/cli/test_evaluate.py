"""Measuring a run: runs and truths small enough to be written by hand, so that numbers can be checked in the head."""

import copy
import csv
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from room_fixtures import Cuewatch

from tracker.cli.evaluation import identity
from tracker.geometry.calibration import Calibration
from tracker.geometry.camera import Camera
from tracker.store.calibrations import calibration_record
from tracker.store.kits import find_kit

KIT = find_kit("snooker-12ft")
RATE, PICTURES = 25, 50
BALLS = ["white", "red", "blue"]
TOP_DOWN = Camera(
    image_size=(1280, 720), matrix=np.array([[1200.0, 0, 640], [0, 1200, 360], [0, 0, 1]]), distortion=np.zeros(5),
    rotation=np.array([np.pi, 0, 0]), translation=np.array([-889.0, 1784.5, 6500.0]),
)  # fmt: skip
Told = dict[str, Any]
"""A stroke, a truth or a row, as JSON or CSV hold it."""
Measured = Callable[..., Told]
"""Writes a run and a truth, and gives what `evaluate --json` says."""
COLUMNS = ["picture", "t_s", "track", "ball", "x_mm", "y_mm", "sd_mm", "u_px", "v_px", "r_px", "seen", "sure"]


def stroke(**changed: Any) -> Told:
    """A red potted after half a second."""
    return {
        "schema": 1, "stroke": 1, "began_s": 0.5, "ended_s": 1.8, "cue_ball": "white", "from_mm": [500.0, 900.0],
        "in_hand": False, "touches": [{"t_s": 0.8, "balls": ["white", "red"], "at_mm": [500.0, 1500.0], "sure": 1.0}],
        "first_hit": ["red"], "first_hit_sure": 1.0,
        "cushions": [{"t_s": 1.2, "ball": "white", "cushion": "top", "sure": 1.0}],
        "potted": [{"t_s": 1.5, "ball": "red", "pocket": "top-left", "sure": 1.0}], "off_table": [], "jumped": [],
        "rest": {}, "touching": [], "moved_between": [], "doubts": [],
        "calls": [{"say": "1", "value": 1, "cite": "3.3(g)", "why": "red potted", "sure": 1.0, "ask": False}],
    } | changed  # fmt: skip


FOUL = {"say": "FOUL", "value": 5, "cite": "3.11(b)(iv)", "why": "blue hit first", "sure": 1.0, "ask": False}


def places(picture: int) -> list[list[float] | None]:
    """The white runs up the table, the red is potted at 1.5 s, the blue never moves."""
    t_s = picture / RATE
    white = [500.0, 900.0 + 2000 * min(max(0.0, t_s - 0.5), 1.0)]
    red = None if t_s >= 1.5 else [500.0 - 400 * max(0.0, t_s - 0.8), 1552.5 + 600 * max(0.0, t_s - 0.8)]
    return [white, red, [889.0, 1784.5]]


def truth_of(**changed: Any) -> Told:
    calibration = Calibration(table="snooker-12ft", camera=TOP_DOWN, error_px=0.0, error_mm=0.0, found_by="points")
    return {
        "schema": 1, "clip": "by hand", "table": "snooker-12ft", "apply": {"on": "red", "score": [0, 0]}, "rate": RATE,
        "calibration": calibration_record(calibration, KIT), "balls": BALLS,
        "pictures": [
            {"picture": n, "t_s": n / RATE, "places_mm": places(n), "visible": [1.0, 1.0, 1.0]} for n in range(PICTURES)
        ],
        "respots": [], "strokes": [stroke()],
    } | changed  # fmt: skip


def rows_of(truth: Told) -> list[Told]:
    return [
        dict(zip(COLUMNS, (p["picture"], p["t_s"], track, ball, *at, 1, 0, 0, 9, 1, 1), strict=True))
        for p in truth["pictures"]
        for track, (ball, at) in enumerate(zip(truth["balls"], p["places_mm"], strict=True))
        if at is not None
    ]


@pytest.fixture
def measured(cuewatch: Cuewatch, tmp_path: Path) -> Measured:
    """Return a function that writes a run and a truth, and gives what `evaluate --json` says."""

    def measure(
        truth: Told | None = None,
        rows: list[Told] | None = None,
        strokes: list[Told] | None = None,
        points: tuple[int, int] = (1, 0),
        calibration: Told | None = None,
    ) -> Told:
        true = truth or truth_of()
        run = write_run(tmp_path / "run", true, rows, [stroke()] if strokes is None else strokes, points)
        if calibration:
            (run / "calibration.json").write_text(json.dumps(calibration))
        (tmp_path / "truth.json").write_text(json.dumps(true))
        status, out, err = cuewatch("evaluate", run, tmp_path / "truth.json", "--json")
        assert (status, err) == (0, "")
        told: Told = json.loads(out)
        return told

    return measure


def write_run(folder: Path, truth: Told, rows: list[Told] | None, strokes: list[Told], points: tuple[int, int]) -> Path:
    folder.mkdir()
    with (folder / "tracks.csv").open("w", newline="") as file:
        lines = csv.DictWriter(file, COLUMNS)
        lines.writeheader()
        lines.writerows(rows_of(truth) if rows is None else rows)
    (folder / "strokes.jsonl").write_text("".join(json.dumps(s) + "\n" for s in strokes))
    (folder / "score.json").write_text(json.dumps({"schema": 1, "points": list(points)}))
    (folder / "calibration.json").write_text(json.dumps(truth["calibration"]))
    return folder


def test_a_perfect_run_is_perfect(measured: Measured) -> None:
    got = measured()
    assert got["schema"] == 1
    places_ = got["places"]
    assert [places_[kind]["missed"] for kind in ("rest", "moving", "hidden")] == [0, 0, 0]
    assert places_["rest"]["mean_mm"] == places_["moving"]["p95_mm"] == 0
    assert (places_["false"], places_["false_tracks"]) == (0, 0)
    assert places_["colours"]["right"] == places_["colours"]["of"] == len(rows_of(truth_of()))
    for what in ("strokes", "pots", "cushions", "touches"):
        assert (got[what]["precision"], got[what]["recall"]) == (1, 1), what
    assert got["moments"]["strike"]["worst_ms"] == got["moments"]["first_touch"]["worst_ms"] == 0
    assert got["first_hit"] == {"right": 1, "of": 1}
    assert (got["calls"]["right"], got["calls"]["of"]) == (1, 1)
    assert got["score"]["told"] == got["score"]["due"] == [1, 0]
    assert got["calibration"]["worst_mm"] == pytest.approx(0, abs=0.01)
    assert got["wrong"] == []


def test_a_constant_shift_is_the_place_error_at_rest_and_moving(measured: Measured) -> None:
    rows = [row | {"x_mm": row["x_mm"] + 3, "y_mm": row["y_mm"] - 4} for row in rows_of(truth_of())]
    got = measured(rows=rows)["places"]
    assert got["rest"]["mean_mm"] == got["moving"]["mean_mm"] == 5.0
    assert got["rest"]["shift_mm"] == [3.0, -4.0]


def test_a_missed_ball_is_counted_missed(measured: Measured) -> None:
    got = measured(rows=[row for row in rows_of(truth_of()) if row["ball"] != "blue"])["places"]
    assert (got["rest"]["missed"], got["moving"]["missed"], got["false"]) == (PICTURES, 0, 0)


def test_a_ball_missed_while_a_player_hides_it_is_counted_apart(measured: Measured) -> None:
    truth = truth_of()
    for picture in truth["pictures"][:10]:
        picture["visible"] = [1.0, 1.0, 0.1]
    rows = [row for row in rows_of(truth) if row["ball"] != "blue" or row["picture"] >= 10]
    got = measured(truth, rows)["places"]
    assert (got["rest"]["missed"], got["hidden"]["missed"]) == (0, 10)


def test_a_ball_where_none_is_counts_as_false(measured: Measured) -> None:
    ghost = [r | {"track": 9, "x_mm": 1500.0, "y_mm": 300.0} for r in rows_of(truth_of()) if r["ball"] == "blue"]
    got = measured(rows=[*rows_of(truth_of()), *ghost])["places"]
    assert (got["false"], got["false_tracks"], got["rest"]["missed"]) == (PICTURES, 1, 0)


def test_a_wrong_colour_is_counted_wrong_at_the_right_place(measured: Measured) -> None:
    rows = [row | {"ball": "black" if row["ball"] == "blue" else row["ball"]} for row in rows_of(truth_of())]
    got = measured(rows=rows)["places"]
    assert got["colours"]["of"] - got["colours"]["right"] == PICTURES
    assert got["rest"]["missed"] == 0


def test_what_a_ball_was_said_to_be_is_counted_by_picture_and_by_ball(measured: Measured) -> None:
    def seen_as(row: Told) -> object:
        return "black" if row["ball"] == "blue" and row["picture"] < 10 else row["ball"]

    got = measured(rows=[row | {"ball": seen_as(row)} for row in rows_of(truth_of())])["places"]["colours"]
    assert got["pictures"]["blue"] == {"black": 10, "blue": PICTURES - 10}
    assert got["balls"]["blue"] == {"blue": 1}


def test_an_error_in_the_picture_is_that_on_the_table_by_what_a_pixel_shows(measured: Measured) -> None:
    rows = [row | {"x_mm": row["x_mm"] + 3} for row in rows_of(truth_of())]
    rest = measured(rows=rows)["places"]["rest"]
    assert rest["mm_per_px"] == pytest.approx(6500 / 1200, rel=0.01)
    assert rest["mean_px"] == pytest.approx(3 / rest["mm_per_px"], rel=0.01)


@pytest.mark.parametrize(("sd_mm", "normalised"), [(5 / 2**0.5, 1.0), (0.5, 5 / 2**0.5 / 0.5), (0.0, None)])
def test_an_error_as_large_as_the_spread_told_is_honest(
    measured: Measured, sd_mm: float, normalised: float | None
) -> None:
    rows = [
        row | {"x_mm": row["x_mm"] + 3, "y_mm": row["y_mm"] - 4, "sd_mm": f"{sd_mm:.4f}"} for row in rows_of(truth_of())
    ]
    assert measured(rows=rows)["places"]["rest"]["normalised"] == pytest.approx(normalised, abs=0.01)


def test_balls_that_change_their_numbers_are_switched(measured: Measured) -> None:
    pytest.importorskip("trackeval", reason="identity switches need TrackEval")
    assert measured()["tracks"] == {"switches": 0, "broken": 0, "idf1": 1, "hota": 1, "det_a": 1, "ass_a": 1}


def test_two_balls_that_change_numbers_are_two_switches(measured: Measured) -> None:
    pytest.importorskip("trackeval", reason="identity switches need TrackEval")
    other = {0: 2, 2: 0}
    rows = [
        row | {"track": other.get(row["track"], row["track"]) if row["picture"] >= PICTURES // 2 else row["track"]}
        for row in rows_of(truth_of())
    ]
    got = measured(rows=rows)["tracks"]
    assert got["switches"] == 2
    assert got["det_a"] == 1
    assert 0.5 < got["ass_a"] < got["idf1"] < 1


def test_a_hidden_ball_is_neither_due_nor_false(measured: Measured) -> None:
    pytest.importorskip("trackeval", reason="identity switches need TrackEval")
    truth = truth_of()
    for picture in truth["pictures"][:10]:
        picture["visible"] = [1.0, 1.0, 0.1]
    seldom = [row for row in rows_of(truth) if row["ball"] != "blue" or row["picture"] % 2 or row["picture"] >= 10]
    assert measured(truth, seldom)["tracks"]["idf1"] == 1


def test_without_trackeval_the_tracks_are_not_measured_and_the_table_says_how_to(
    cuewatch: Cuewatch, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "trackeval.metrics", None)
    identity._metrics.cache_clear()
    run = write_run(tmp_path / "run", truth_of(), None, [stroke()], (1, 0))
    (tmp_path / "truth.json").write_text(json.dumps(truth_of()))
    status, out, _ = cuewatch("evaluate", run, tmp_path / "truth.json")
    identity._metrics.cache_clear()
    assert status == 0
    assert "pip install trackeval" in out


def resting(gap_mm: float) -> Told:
    """A truth in which the white comes to rest so far from the blue, edge to edge."""
    truth = truth_of()
    for picture in truth["pictures"]:
        if picture["t_s"] >= 1.5:
            picture["places_mm"][0] = [889.0, 1784.5 - KIT.touching_mm - gap_mm]
    return truth


CANNOT_TELL = {"about": "touching", "why": "", "margin": "1 mm", "candidates": [["white", "blue"], []]}


@pytest.mark.parametrize(
    ("gap_mm", "told", "word", "from_mm"),
    [
        (0.02, {"touching": [["white", "blue"]]}, "right", None),
        (0.02, {}, "wrong", None),
        (3.0, {}, "right", 2.0),
        (3.0, {"touching": [["blue", "white"]]}, "wrong", 2.0),
        (3.0, {"touching": [["white", "blue"]], "doubts": [CANNOT_TELL]}, "asked", 2.0),
        (300.0, {"touching": [["white", "blue"]]}, "wrong", 10.0),
    ],
)
def test_balls_at_rest_are_told_to_touch_or_not_by_their_gap(
    measured: Measured, gap_mm: float, told: Told, word: str, from_mm: float | None
) -> None:
    got = [row for row in measured(resting(gap_mm), strokes=[stroke(**told)])["touching"] if row[word]]
    assert [(row["from_mm"], row[word]) for row in got] == [(from_mm, 1)]


def test_of_balls_of_the_same_name_the_nearer_is_the_one_told_to_touch(measured: Measured) -> None:
    truth = resting(0.0)
    truth["balls"] = ["white", "blue", "blue"]
    truth["pictures"] = [p | {"places_mm": [*p["places_mm"][::2], [889.0, 1676.0]]} for p in truth["pictures"]]
    got = measured(truth, rows=[], strokes=[stroke(touching=[["white", "blue"]])])["touching"]
    assert [(row["from_mm"], row["right"]) for row in got if row["right"]] == [(None, 1), (2.0, 1)]


def test_a_wrong_first_hit_is_counted_wrong_and_named(measured: Measured) -> None:
    got = measured(strokes=[stroke(first_hit=["blue"])])
    assert got["first_hit"] == {"right": 0, "of": 1}
    assert got["wrong"] == ["stroke 1: first hit blue, true red"]


def test_first_hit_of_two_balls_at_once_has_no_order(measured: Measured) -> None:
    truth = truth_of(strokes=[stroke(first_hit=["red", "blue"])])
    assert measured(truth, strokes=[stroke(first_hit=["blue", "red"])])["first_hit"]["right"] == 1


def test_a_missed_and_a_false_stroke_are_counted(measured: Measured) -> None:
    truth = truth_of(strokes=[stroke(), stroke(stroke=2, began_s=20.0)])
    got = measured(truth, strokes=[stroke(), stroke(stroke=2, began_s=9.0)])
    assert (got["strokes"]["right"], got["strokes"]["missed"], got["strokes"]["false"]) == (1, 1, 1)
    assert (got["pots"]["right"], got["pots"]["missed"], got["pots"]["false"]) == (1, 1, 1)
    assert (got["calls"]["missed"], got["calls"]["false"]) == (1, 1)
    assert len(got["wrong"]) == 2


def test_the_right_ball_in_the_wrong_pocket_is_one_missed_and_one_false(measured: Measured) -> None:
    potted = [{"t_s": 1.5, "ball": "red", "pocket": "top-right", "sure": 1.0}]
    got = measured(strokes=[stroke(potted=potted)])["pots"]
    assert (got["right"], got["missed"], got["false"]) == (0, 1, 1)


@pytest.mark.parametrize(("late_s", "right"), [(0.039, 1), (-0.039, 1), (0.06, 0)])
def test_events_count_within_one_picture(measured: Measured, late_s: float, right: int) -> None:
    late = [{"t_s": 1.2 + late_s, "ball": "white", "cushion": "top", "sure": 1.0}]
    got = measured(strokes=[stroke(cushions=late)])["cushions"]
    assert (got["right"], got["false"], got["missed"]) == (right, 1 - right, 1 - right)


def test_late_moments_are_told_in_ms(measured: Measured) -> None:
    touches = [stroke()["touches"][0] | {"t_s": 0.825}]
    got = measured(strokes=[stroke(began_s=0.48, touches=touches)])["moments"]
    assert got["strike"]["each_ms"] == [-20.0]
    assert got["first_touch"]["each_ms"] == [25.0]


@pytest.mark.parametrize(
    ("told", "counts"),
    [
        (FOUL, {"wrong": 1, "right": 0, "asked": 0}),
        (FOUL | {"ask": True}, {"wrong": 0, "right": 0, "asked": 1, "asked_right": 0}),
        (stroke()["calls"][0] | {"ask": True}, {"wrong": 0, "right": 0, "asked": 1, "asked_right": 1}),
    ],
)
def test_a_wrong_call_is_worse_than_one_left_to_a_person(
    measured: Measured, told: Told, counts: dict[str, int]
) -> None:
    got = measured(strokes=[stroke(calls=[told])])["calls"]
    assert counts.items() <= got.items()


def test_the_points_of_a_foul_are_due_to_the_other_side_and_a_visit_ends(measured: Measured) -> None:
    second = stroke(stroke=2, began_s=10.0)
    got = measured(truth_of(strokes=[stroke(calls=[FOUL]), second]), strokes=[], points=(0, 0))
    assert got["score"] == {"told": [0, 0], "due": [0, 6]}


def test_a_camera_put_wrong_shows_as_calibration_error(measured: Measured) -> None:
    moved = copy.deepcopy(truth_of()["calibration"])
    moved["translation"][0] += 10
    assert measured(calibration=moved)["calibration"]["mean_mm"] == pytest.approx(10, abs=0.1)


def test_what_a_wrong_camera_adds_to_the_error_of_places_is_told_apart(measured: Measured) -> None:
    moved = copy.deepcopy(truth_of()["calibration"])
    moved["translation"][0] += 10
    rows = [row | {"x_mm": row["x_mm"] - 10} for row in rows_of(truth_of())]
    rest = measured(rows=rows, calibration=moved)["places"]["rest"]
    assert rest["mean_mm"] == 10
    assert rest["discs_mm"] == pytest.approx(0, abs=0.1)


def test_a_run_that_saw_nothing_is_measured_too(measured: Measured) -> None:
    got = measured(rows=[], strokes=[], points=(0, 0))
    assert got["places"]["rest"]["mean_mm"] is None
    assert got["places"]["rest"]["missed"] + got["places"]["moving"]["missed"] == len(rows_of(truth_of()))
    assert (got["strokes"]["missed"], got["strokes"]["precision"]) == (1, None)


def test_the_table_names_every_measure_and_what_is_wrong(cuewatch: Cuewatch, tmp_path: Path) -> None:
    run = write_run(tmp_path / "run", truth_of(), None, [stroke(first_hit=["blue"])], (1, 0))
    (tmp_path / "truth.json").write_text(json.dumps(truth_of()))
    status, out, _ = cuewatch("evaluate", run, tmp_path / "truth.json")
    assert status == 0
    for words in ("at rest", "moving", "hidden", "colours", "strike", "pots", "cushions", "touches", "calls", "score"):
        assert words in out
    assert "stroke 1: first hit blue, true red" in out
