"""What the bench of whole frames says of a run: right where it is told as it was, and in words where it is not."""

import json
from functools import cache
from pathlib import Path

import pytest

from bench.frames import EARLIEST, GAMES, LAST, SHOTS, Shot, main, section
from bench.frames_told import FrameComparison, compared, failed, from_json, to_json
from models.training.frames.games import game_of
from models.training.frames.play import play_frame
from models.training.frames.timeline import timeline_of
from models.training.frames.truth import book_of, pictures_of, strokes_of, truth_of
from models.training.frames.turns import Frame
from models.training.frames.views import STANDS
from models.training.painter.cameras import camera_at

SHOT = Shot(rules="snooker-2024", seed=21, view="baulk", reds=2)


@cache
def frame() -> Frame:
    game = game_of("snooker-2024")
    return play_frame(game, game.kit, 21, reds=2, most=5)


def told_as_it_was(folder: Path) -> tuple[Path, Path]:
    """Write the truth of a frame, and a run folder that says just that."""
    run, one = folder / "run", frame()
    run.mkdir()
    timeline = timeline_of(one)
    times = [0.0, 1.0]
    pictures = pictures_of(timeline, times, [[1.0] * len(one.names)] * len(times))
    truth = truth_of(one, "one", "baulk", camera_at(one.kit, STANDS["baulk"]), 25, pictures)
    (folder / "truth.json").write_text(json.dumps(truth), "utf-8")
    (run / "calibration.json").write_text(json.dumps(truth["calibration"]), "utf-8")
    (run / "tracks.csv").write_text("picture,t_s,track,ball,x_mm,y_mm,sd_mm,u_px,v_px,r_px,seen,sure\n", "utf-8")
    (run / "strokes.jsonl").write_text("".join(json.dumps(line) + "\n" for line in strokes_of(one)), "utf-8")
    (run / "book.jsonl").write_text(book_of(one), "utf-8")
    score = {"schema": 1, "names": ["A", "B"], "points": list(one.scoreline), "winner": None, "over": False}
    (run / "score.json").write_text(json.dumps(score), "utf-8")
    return run, folder / "truth.json"


def test_a_frame_that_is_told_as_it_was_is_right(tmp_path: Path) -> None:
    found = compared(*told_as_it_was(tmp_path), took_s=1.0)
    assert found.is_right
    assert found.wrong == ()
    assert (found.found, found.extra, found.first_hits, found.pots, found.points) == (5, 0, 5, 5, 5)
    assert from_json(json.loads(json.dumps(to_json(found)))) == found


def test_a_stroke_that_is_not_told_is_named(tmp_path: Path) -> None:
    run, truth = told_as_it_was(tmp_path)
    lines = (run / "strokes.jsonl").read_text("utf-8").splitlines()
    (run / "strokes.jsonl").write_text("\n".join(lines[:1] + lines[2:]) + "\n", "utf-8")
    found = compared(run, truth, took_s=1.0)
    assert (found.found, found.extra, found.points) == (4, 0, 4)
    assert "stroke 2: missed" in found.wrong[0]


def test_points_that_were_never_called_are_wrong_though_the_facts_are_right(tmp_path: Path) -> None:
    run, truth = told_as_it_was(tmp_path)
    scored = next(turn for turn in frame().turns if sum(turn.points) > 0)
    lines = (run / "book.jsonl").read_text("utf-8").splitlines()
    (run / "book.jsonl").write_text("\n".join(lines[: 2 * scored.number]) + "\n", "utf-8")
    (run / "score.json").write_text('{"names": ["A", "B"], "points": [0, 0], "winner": null}', "utf-8")
    found = compared(run, truth, took_s=1.0)
    assert not found.is_right
    assert f"stroke {scored.number}: not called" in found.wrong[0]


def test_the_table_counts_frames_points_and_questions(tmp_path: Path) -> None:
    run, truth = told_as_it_was(tmp_path)
    text = section([(SHOT, compared(run, truth, 1.0)), (SHOT, failed(truth, "exit status 2: no table", 1.0))])
    assert "**1 of 2**" in text
    assert "**5 of 10**" in text
    assert "exit status 2: no table" in text
    assert isinstance(failed(truth, "", 0.0), FrameComparison)


def test_the_frames_are_held_out_and_of_many_kinds() -> None:
    assert len(SHOTS) >= 24
    assert all(8000 <= shot.seed < 9000 for shot in SHOTS)
    assert LAST < 9000
    assert len({shot.seed for shot in SHOTS}) == len({shot.name for shot in SHOTS}) == len(SHOTS)
    assert sum(shot.reds == 15 for shot in SHOTS) == 2
    assert {shot.view for shot in SHOTS} == set(STANDS)


def test_games_of_billiards_are_told_apart_and_twelve_of_them_go_to_100() -> None:
    short, long = GAMES["billiards"], GAMES["billiards-to-100"]
    assert [shot.target for shot in (*short, *long)] == [10] * 12 + [100] * 12
    assert len({shot.seed for shot in (*short, *long)}) == 24
    assert {shot.view for shot in long} == set(STANDS)


def test_sets_of_novuss_are_told_apart_and_twelve_of_them_are_whole() -> None:
    short, whole = GAMES["novuss"], GAMES["novuss-whole"]
    assert len({shot.seed for shot in (*short, *whole)}) == 24
    assert all("--reds" not in shot.drawing and "-whole-" in shot.name for shot in whole)
    assert [shot.view for shot in short] == [shot.view for shot in whole]


@pytest.mark.parametrize(
    "asked",
    [
        ["--earlier", "999"],
        ["--earlier", "8001"],
        ["--earlier", "2000", "--write"],
        ["--earlier", "2000", "--later", "1"],
        ["--seen", "seen", "--write"],
        ["--later", "976"],
        ["--later", "-1"],
        ["--later", "770", "--game", "billiards-to-100"],
        ["--later", "688", "--game", "novuss"],
    ],
    ids=[
        "seeds for measuring",
        "no seeds",
        "written down",
        "both",
        "seen before",
        "kept aside",
        "earlier",
        "kept aside, of billiards",
        "kept aside, of novuss",
    ],
)
def test_training_seeds_are_told_apart_from_those_for_measuring(
    asked: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(asked)
    assert "error" in capsys.readouterr().err
    assert max(shot.seed for shots in GAMES.values() for shot in shots) - EARLIEST < 8000
