"""A run or a truth that cannot be measured is refused in one line that says which."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from room_fixtures import Cuewatch

from tests.cli.test_evaluate import BALLS, stroke, truth_of, write_run


def cut_short(folder: Path) -> None:
    (folder / "truth.json").write_text(json.dumps(truth_of())[:500])


def of_tomorrow(folder: Path) -> None:
    (folder / "truth.json").write_text(json.dumps(truth_of(schema=2)))


def one_ball_too_many(folder: Path) -> None:
    (folder / "truth.json").write_text(json.dumps(truth_of(balls=[*BALLS, "pink"])))


def no_truth(folder: Path) -> None:
    (folder / "truth.json").unlink()


def a_list(folder: Path) -> None:
    (folder / "truth.json").write_text("[]")


def unknown_table(folder: Path) -> None:
    (folder / "truth.json").write_text(json.dumps(truth_of(table="kitchen")))


def without_tracks(folder: Path) -> None:
    (folder / "run" / "tracks.csv").unlink()


def with_a_bad_stroke(folder: Path) -> None:
    (folder / "run" / "strokes.jsonl").write_text('{"stroke": 1}\n')


def with_a_bad_row(folder: Path) -> None:
    with (folder / "run" / "tracks.csv").open("a") as file:
        file.write("50,2.0,1,red,far,away,1,0,0,9,1,1\n")


@pytest.mark.parametrize(
    "spoil",
    [
        cut_short, of_tomorrow, one_ball_too_many, no_truth, a_list, unknown_table,
        without_tracks, with_a_bad_stroke, with_a_bad_row,
    ],
)  # fmt: skip
def test_what_is_broken_gets_one_line(spoil: Callable[[Path], None], cuewatch: Cuewatch, tmp_path: Path) -> None:
    run = write_run(tmp_path / "run", truth_of(), None, [stroke()], (1, 0))
    (tmp_path / "truth.json").write_text(json.dumps(truth_of()))
    spoil(tmp_path)
    status, out, err = cuewatch("evaluate", run, tmp_path / "truth.json")
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert err.startswith("cuewatch: ")
    assert str(tmp_path) in err or "kitchen" in err


def test_a_run_folder_that_is_not_there_gets_one_line(cuewatch: Cuewatch, tmp_path: Path) -> None:
    status, _, err = cuewatch("evaluate", tmp_path / "nowhere", tmp_path / "truth.json")
    assert (status, err.count("\n")) == (2, 1)
    assert "no such run folder" in err
