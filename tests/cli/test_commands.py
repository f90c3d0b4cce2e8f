"""The commands as another program calls them: files, columns and units as promised."""

import csv
import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from room_fixtures import Cuewatch, Film

from tracker.capture.picture import Image
from tracker.cli.main import main
from tracker.domain.table.ball import SNOOKER
from tracker.store.video import video_writer

COLUMNS = [
    "picture", "t_s", "track", "ball", "x_mm", "y_mm", "sd_mm", "u_px", "v_px", "r_px", "seen", "sure", "schema",
]  # fmt: skip

PLAYERS = ["--players", "Anna", "Bo <the 2nd>"]


@pytest.fixture(scope="module")
def second(tmp_path_factory: pytest.TempPathFactory, table_picture: Image) -> Path:
    """A run folder of a one-second clip in which nothing happens, with its overlay."""
    folder = tmp_path_factory.mktemp("second")
    with video_writer(folder / "still.mp4", 25, (1280, 720)) as writer:
        for n in range(25):
            writer.write(table_picture, n * 40_000)
    assert main(["track", str(folder / "still.mp4"), "--out", str(folder / "run"), "--video", *PLAYERS]) == 0
    return folder / "run"


def test_the_run_folder_holds_what_was_promised(second: Path) -> None:
    assert {p.name for p in second.iterdir()} == {
        "calibration.json", "tracks.csv", "strokes.jsonl", "book.jsonl", "score.json", "moves.html", "report.html",
        "overlay.mp4",
    }  # fmt: skip


def test_a_still_second_has_no_stroke_and_no_points(second: Path) -> None:
    assert (second / "strokes.jsonl").read_text() == ""
    assert json.loads((second / "score.json").read_text())["points"] == [0, 0]


def test_the_players_are_named_in_score_book_and_report(second: Path) -> None:
    assert json.loads((second / "score.json").read_text())["names"] == ["Anna", "Bo <the 2nd>"]
    assert json.loads((second / "book.jsonl").read_text().splitlines()[0])["setup"]["names"] == ["Anna", "Bo <the 2nd>"]
    report = (second / "report.html").read_text()
    assert "Anna" in report
    assert "Bo &lt;the 2nd&gt;" in report


@pytest.mark.parametrize("names", [("", "Bo"), ("Anna", "  "), ("Anna", "B\no")])
def test_a_name_that_cannot_be_shown_is_refused_before_anything_is_watched(
    names: tuple[str, str], cuewatch: Cuewatch
) -> None:
    status, out, err = cuewatch("track", "nowhere.mp4", "--players", *names)
    assert (status, out) == (2, "")
    assert "name" in err
    assert err.count("\n") == 1


def test_the_tracks_have_their_columns_and_name_only_balls(second: Path) -> None:
    with (second / "tracks.csv").open() as file:
        reader = csv.DictReader(file)
        rows = list(reader)
    assert reader.fieldnames == COLUMNS
    assert {row["ball"] for row in rows} <= set(SNOOKER)
    assert {row["seen"] for row in rows} <= {"0", "1"}
    assert {row["schema"] for row in rows} == {"1"}
    assert [int(r["picture"]) for r in rows] == sorted(int(r["picture"]) for r in rows)


@pytest.mark.parametrize("page", ["report.html", "moves.html"])
def test_the_pages_of_a_run_say_their_schema(page: str, second: Path) -> None:
    assert '<meta name="schema" content="1">' in (second / page).read_text("utf-8")


def test_all_22_balls_of_an_opening_are_followed(second: Path) -> None:
    with (second / "tracks.csv").open() as file:
        last = [row for row in csv.DictReader(file) if row["picture"] == "24"]
    assert sorted(row["ball"] for row in last) == sorted([*(b for b in SNOOKER if b != "red"), *["red"] * 15])


def test_the_calibration_is_consistent_with_its_own_matrices(second: Path) -> None:
    record = json.loads((second / "calibration.json").read_text())
    assert record["schema"] == 1
    assert record["image_size"] == [1280, 720]
    for key, height in (("cloth_to_image", 0.0), ("ball_plane_to_image", 26.25)):
        turn, _ = cv2.Rodrigues(np.array(record["rotation"]))
        at = np.array(record["camera_matrix"]) @ (turn @ [889, 737, height] + record["translation"])
        flat = np.array(record[key]) @ [889, 737, 1]
        np.testing.assert_allclose(flat[:2] / flat[2], at[:2] / at[2], atol=0.01)


def test_the_book_replays_to_the_same_score(second: Path, cuewatch: Cuewatch) -> None:
    status, out, _ = cuewatch("replay", second / "book.jsonl", "--json")
    assert status == 0
    assert json.loads(out)["points"] == json.loads((second / "score.json").read_text())["points"]


def test_the_report_opens_offline(second: Path) -> None:
    html = (second / "report.html").read_text()
    assert "http://" not in html.replace("http://www.w3.org", "")
    assert "https://" not in html


def test_an_earlier_book_is_kept_when_a_run_is_repeated(
    second: Path, cuewatch: Cuewatch, film: Film, table_picture: Image, tmp_path: Path
) -> None:
    clip = film([table_picture] * 5)
    for _ in range(2):
        assert cuewatch("track", clip, "--out", tmp_path / "again")[0] == 0
    assert (tmp_path / "again" / "book-1.jsonl").exists()


def test_look_counts_the_balls_of_an_opening_with_one_astray_at_most(
    cuewatch: Cuewatch, tmp_path: Path, table_picture: Image
) -> None:
    cv2.imwrite(str(tmp_path / "table.png"), table_picture)
    status, out, _ = cuewatch("look", tmp_path / "table.png", "--json")
    record = json.loads(out)
    assert status == 0
    due = {ball: 15 if ball == "red" else 1 for ball in SNOOKER}
    assert sum(abs(record["counts"][ball] - due[ball]) for ball in SNOOKER) <= 1
    assert set(record["balls"][0]) == {"ball", "x_mm", "y_mm", "sd_mm", "u_px", "v_px", "r_px", "sure"}


def test_calibrate_writes_a_calibration_and_a_picture_beside_the_reader(
    cuewatch: Cuewatch, tmp_path: Path, table_picture: Image
) -> None:
    cv2.imwrite(str(tmp_path / "table.png"), table_picture)
    status, out, _ = cuewatch("calibrate", tmp_path / "table.png")
    assert status == 0
    assert "px" in out
    assert Path("table.calibration.json").is_file()
    picture = cv2.imread("table.calibration.png")
    assert picture is not None
    assert picture.shape == (720, 1280, 3)


def test_a_phone_clip_held_upright_is_followed_like_any_other(
    cuewatch: Cuewatch, film: Film, tmp_path: Path, table_picture: Image
) -> None:
    status, _, _ = cuewatch("track", film([np.rot90(table_picture)] * 5), "--out", tmp_path / "tall")
    assert status == 0


def test_all_rulebooks_are_listed(cuewatch: Cuewatch) -> None:
    status, out, _ = cuewatch("rules", "list")
    assert status == 0
    assert "snooker-2024" in out


def test_a_file_of_cases_of_each_game_passes(cuewatch: Cuewatch) -> None:
    files = ("endings.toml", "billiards-counts.toml", "novuss-ends.toml")
    status, out, _ = cuewatch("rules", "check", *(Path(__file__).parents[1] / "cases" / file for file in files))
    assert status == 0, out
    assert out.rstrip().endswith("0 failed")


def test_corners_alone_give_an_error_in_mm_and_none_in_px(cuewatch: Cuewatch, tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "dark.png"), np.full((720, 1280, 3), 20, np.uint8))
    corners = "410,180 870,180 1180,660 100,660"
    status, out, _ = cuewatch("calibrate", tmp_path / "dark.png", "--points", corners, "--out", tmp_path / "c.json")
    assert (status, "nan" in out, " mm on the cloth." in out) == (0, False, True)
    assert json.loads((tmp_path / "c.json").read_text())["error_px"] is None
