"""Whatever is handed over, the answer is one clear line and the right status, and nothing half-written is left."""

import json
import struct
import zlib
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest
from room_fixtures import Cuewatch, Film

from bench.samples import SAMPLES
from tracker.capture.picture import Image

CASE = """[[case]]
id = "x"
name = "Yellow hit first"
cite = []
rules = ["snooker-2024"]
[[case.play]]
stroke = {hits = ["yellow"]}
[case.after]
calls = ["FOUL", "4"]
"""
NOISE = np.random.default_rng(3).integers(0, 255, (360, 640, 3), np.uint8)


def leftovers() -> list[str]:
    """Return the names of all files under the folder that the program ran in."""
    return [str(p) for p in Path().rglob("*") if p.is_file()]


def missing(_film: Film, tmp_path: Path, _table: Image) -> Path:
    return tmp_path / "nowhere.mp4"


def empty(_film: Film, tmp_path: Path, _table: Image) -> Path:
    (tmp_path / "empty.mp4").touch()
    return tmp_path / "empty.mp4"


def no_video(_film: Film, tmp_path: Path, _table: Image) -> Path:
    (tmp_path / "notes.mp4").write_text("stroke, stroke, pot " * 200)
    return tmp_path / "notes.mp4"


def truncated(film: Film, _tmp_path: Path, table: Image) -> Path:
    path = film([table] * 30)
    path.write_bytes(path.read_bytes()[:-2000])
    return path


def still(_film: Film, tmp_path: Path, table: Image) -> Path:
    cv2.imwrite(str(tmp_path / "still.png"), table)
    return tmp_path / "still.png"


def absurd_rate(film: Film, _tmp_path: Path, table: Image) -> Path:
    return film([table[::4, ::4]] * 4, rate=1)


@pytest.mark.parametrize("make", [missing, empty, no_video, truncated, still, absurd_rate])
def test_a_source_that_cannot_be_used_is_bad_input(
    make: Callable[[Film, Path, Image], Path], cuewatch: Cuewatch, film: Film, tmp_path: Path, table_picture: Image
) -> None:
    status, out, err = cuewatch("track", make(film, tmp_path, table_picture))
    assert status == 2
    assert out == ""
    assert err.startswith("cuewatch: ")
    assert err.count("\n") == 1
    assert leftovers() == []


@pytest.mark.parametrize("cut", [slice(None, 500), slice(700, None)], ids=["right half gone", "left half gone"])
def test_a_table_half_out_of_view_is_not_found(
    cut: slice, cuewatch: Cuewatch, film: Film, table_picture: Image
) -> None:
    status, _, err = cuewatch("track", film([table_picture[:, cut]] * 10))
    assert (status, err.count("\n")) == (1, 1)
    assert "table" in err
    assert leftovers() == []


def test_pictures_without_a_table_are_not_found_and_it_is_said_what_can_be_done(cuewatch: Cuewatch, film: Film) -> None:
    status, _, err = cuewatch("track", film([NOISE] * 10))
    assert (status, err.count("\n")) == (1, 1)
    assert "table" in err
    assert err.endswith("or give its corners: `cuewatch calibrate --points`, then --calibration\n")


@pytest.mark.parametrize(
    "content", ["", "{", '{"schema": 1}', "[1, 2]", '{"schema": 1, "table": "x", "image_size": [0, 0]}']
)
def test_a_broken_calibration_is_bad_input(
    content: str, cuewatch: Cuewatch, film: Film, tmp_path: Path, table_picture: Image
) -> None:
    (tmp_path / "calibration.json").write_text(content)
    status, _, err = cuewatch("track", film([table_picture] * 3), "--calibration", tmp_path / "calibration.json")
    assert (status, err.count("\n")) == (2, 1)
    assert "calibrat" in err
    assert leftovers() == []


@pytest.mark.parametrize(
    "change", [{"translation": [0, 0, 1e308]}, {"translation": [1e6, 0, 9000]}, {"rotation": [1e308, 0, 0]}], ids=str
)
def test_an_absurd_calibration_is_bad_input(
    change: dict[str, object], cuewatch: Cuewatch, film: Film, tmp_path: Path, table_picture: Image
) -> None:
    picture = still(film, tmp_path, table_picture)
    assert cuewatch("calibrate", picture, "--out", tmp_path / "c.json")[0] == 0
    (tmp_path / "c.json").write_text(json.dumps(json.loads((tmp_path / "c.json").read_text()) | change))
    status, _, err = cuewatch("look", picture, "--calibration", tmp_path / "c.json")
    assert (status, err.count("\n")) == (2, 1)
    assert "calibration" in err


def test_a_calibration_for_another_size_of_picture_is_bad_input(
    cuewatch: Cuewatch, film: Film, tmp_path: Path, table_picture: Image
) -> None:
    assert cuewatch("calibrate", still(film, tmp_path, table_picture), "--out", tmp_path / "c.json")[0] == 0
    status, _, err = cuewatch("track", film([table_picture[::2, ::2]] * 3), "--calibration", tmp_path / "c.json")
    assert (status, err.count("\n")) == (2, 1)


@pytest.mark.parametrize(
    ("option", "says"),
    [
        (("--rules", "pool-8"), "snooker-2024"),
        (("--table", "kitchen"), "snooker-12ft"),
        (("--start", "9", "--end", "4"), "--start"),
        (("--start", "99"), "--start"),
        (("--on", "octopus"), "octopus"),
        (("--score", "-5", "9999999999999"), "--score -5 9999999999999: points are 0 to 10000"),
        (("--score", "24", "10001"), "--score 24 10001"),
        (("--target", "100"), "--target 100: snooker-2024 is not played to a number of points"),
        (("--rules", "novuss-2015", "--target", "100"), "--target 100: novuss-2015 is not played"),
        (("--rules", "billiards-2024", "--target", "0"), "a game to 0 points cannot be played"),
        (("--rules", "novuss-2015", "--on", "red"), "--on red: by novuss-2015 no ball is on"),
        (("--rules", "billiards-2024", "--on", "red"), "--on red: by billiards-2024 no ball is on"),
        (("--on", "purple"), "'purple' is not on the table: use red, colour, yellow"),
        (("--table", "novuss"), "snooker-2024 is not played on table novuss"),
        (("--rules", "novuss-2015", "--table", "snooker-12ft"), "novuss-2015 is not played on table snooker-12ft"),
        (("--calibration", str(SAMPLES / "0008-novuss" / "calibration.json")), "is not played on table novuss"),
    ],
)
def test_an_option_that_makes_no_sense_says_what_would(
    option: tuple[str, ...], says: str, cuewatch: Cuewatch, film: Film, table_picture: Image
) -> None:
    status, _, err = cuewatch("track", film([table_picture] * 10), *option)
    assert (status, err.count("\n")) == (2, 1)
    assert says in err


@pytest.mark.parametrize("said", [("--on", "purple"), ("--target", "100"), ("--table", "novuss")], ids=" ".join)
def test_what_is_said_of_the_game_is_looked_at_before_the_source_is(said: tuple[str, ...], cuewatch: Cuewatch) -> None:
    status, _, err = cuewatch("track", "nowhere.mp4", *said)
    assert (status, said[1] in err, "nowhere.mp4" in err) == (2, True, False)


@pytest.mark.parametrize(
    ("rules", "kit"), [("novuss-2015", "snooker-9ft"), ("snooker-2024", "novuss"), ("billiards-2024", "novuss")]
)
def test_a_served_table_is_refused_a_game_that_is_not_played_on_it(
    rules: str, kit: str, cuewatch: Cuewatch, film: Film, tmp_path: Path, table_picture: Image
) -> None:
    told = ("--rules", rules, "--kit", kit, "--source", film([table_picture] * 3), "--db", tmp_path / "club.db")
    status, out, err = cuewatch("serve", *told)
    assert (status, out) == (2, "")
    assert err == f"cuewatch: {rules} is not played on table {kit}: name another table, or another rulebook\n"


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        (("track", "x.mp4", "--runtime", "openvino2"), "argument --runtime: invalid choice: 'openvino2'"),
        (("track", "x.mp4", "--end", "abc"), "argument --end: invalid float value: 'abc'"),
        (("track", "x.mp4", "--score", "5"), "argument --score: expected 2 arguments"),
        (("calibrate", "x.png", "--baulk", "up"), "argument --baulk: invalid choice: 'up'"),
        (("serve", "--port", "abc"), "argument --port: invalid int value: 'abc'"),
        (("demo", "--game", "pool"), "argument --game: invalid choice: 'pool'"),
        (("matches", "export", "abc", "--db", "x"), "argument MATCH: invalid int value: 'abc'"),
        (("look", "x.png", "--nonsense"), "unrecognized arguments: --nonsense"),
        (("referee",), "argument COMMAND: invalid choice: 'referee'"),
        ((), "the following arguments are required: COMMAND"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_what_cannot_be_taken_is_said_in_one_line_and_where_help_is(
    typed: tuple[str, ...], says: str, cuewatch: Cuewatch
) -> None:
    status, out, err = cuewatch(*typed)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(f"cuewatch: {says}")
    assert err.endswith(" --help`\n")


def test_corners_that_are_not_four_are_bad_input(
    cuewatch: Cuewatch, film: Film, tmp_path: Path, table_picture: Image
) -> None:
    status, _, err = cuewatch("calibrate", still(film, tmp_path, table_picture), "--points", "1,2 3,4")
    assert status == 2
    assert "four corners" in err


def test_an_out_that_is_a_file_is_bad_input_and_is_left_alone(
    cuewatch: Cuewatch, film: Film, tmp_path: Path, table_picture: Image
) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    status, _, _ = cuewatch("track", film([table_picture] * 3), "--out", tmp_path / "mine.txt")
    assert status == 2
    assert (tmp_path / "mine.txt").read_text() == "mine"


@pytest.mark.parametrize(
    "command",
    [("users", "list"), ("users", "remove", "Eva"), ("users", "password", "Eva"), ("tokens", "add", "obs"),
     ("tokens", "list"), ("tokens", "revoke", "obs")],
    ids=" ".join,
)  # fmt: skip
def test_a_database_typed_wrong_is_bad_input_and_none_is_made(command: tuple[str, ...], cuewatch: Cuewatch) -> None:
    status, _, err = cuewatch(*command, "--db", "clib.db")
    assert (status, err) == (2, "cuewatch: --db clib.db: there is no such database: check the name\n")
    assert leftovers() == []


def test_looking_at_something_that_is_no_picture_is_bad_input(cuewatch: Cuewatch, tmp_path: Path) -> None:
    (tmp_path / "x.png").write_text("no picture")
    status, _, err = cuewatch("look", tmp_path / "x.png")
    assert (status, err.count("\n")) == (2, 1)


def png_header(width: int, height: int) -> bytes:
    """Return the beginning of a PNG: all that may be read of a picture that is too large."""
    chunk = b"IHDR" + struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + chunk + struct.pack(">I", zlib.crc32(chunk)) + b"\0\0\0\0IDAT"


@pytest.mark.parametrize("command", ["look", "calibrate"])
@pytest.mark.parametrize("side", [9000, 20_000, 2**31 - 1])
def test_a_picture_too_large_to_decode_is_refused_by_its_header(
    side: int, command: str, cuewatch: Cuewatch, tmp_path: Path
) -> None:
    (tmp_path / "x.png").write_bytes(png_header(side, side))
    status, _, err = cuewatch(command, tmp_path / "x.png")
    assert (status, err.count("\n")) == (2, 1)
    assert "scale it down" in err


def test_looking_at_a_picture_without_a_table_says_so(cuewatch: Cuewatch, tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "noise.png"), NOISE)
    status, out, _ = cuewatch("look", tmp_path / "noise.png", "--json")
    assert status == 1
    assert '"table": false' in out
    status, out, _ = cuewatch("look", tmp_path / "noise.png")
    assert (status, " ".join(out.split()).count("no table")) == (1, 1)  # lines are folded


def test_a_book_that_is_none_is_bad_input(cuewatch: Cuewatch, tmp_path: Path) -> None:
    (tmp_path / "book.jsonl").write_text("once upon a time\n")
    status, _, err = cuewatch("replay", tmp_path / "book.jsonl")
    assert (status, err.count("\n")) == (2, 1)


def test_rule_cases_that_cannot_be_read_are_bad_input(cuewatch: Cuewatch, tmp_path: Path) -> None:
    (tmp_path / "cases.toml").write_text(CASE.replace("hits", "nonsense"))
    status, _, err = cuewatch("rules", "check", tmp_path / "cases.toml")
    assert (status, err.count("\n")) == (2, 1)
    assert "nonsense" in err
