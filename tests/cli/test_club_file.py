"""A club's file is taken as a whole, or each fault in it is told: file, line, key, and what to write."""

import json
from pathlib import Path
from typing import Never

import pytest

from bench.samples import SAMPLES
from tracker.cli.club.reading import ClubUnreadable, line_of, read_club
from tracker.cli.commands import calibrate
from tracker.cli.commands.serve import serving_of
from tracker.cli.main import main
from tracker.cli.options import parser
from tracker.cli.recording import follow
from tracker.cli.serving import Serving
from tracker.domain.errors import BadInput

CLIP = SAMPLES / "0001-red-then-black" / "clip.mp4"
TABLE = '[[tables]]\nname = "1"\n'


def written(folder: Path, text: str) -> Path:
    path = folder / "club.toml"
    path.write_text(text, "utf-8")
    return path


def served(path: Path, *more: str) -> Serving:
    return serving_of(parser().parse_args(["serve", "--config", str(path), *more]))


@pytest.mark.parametrize(("text", "line", "key", "why"), [
    ("", None, "tables", "is missing: write [[tables]]"),
    ("tables = [", None, "", "is no TOML"),
    ('[network]\nport = "x"\n' + TABLE, 2, "network.port", "write port = 8080"),
    ("[network]\nport = 70000\n" + TABLE, 2, "network.port", "less than or equal to 65535"),
    ("[network]\nport = true\n" + TABLE, 2, "network.port", "valid integer"),
    ('[network]\nprt = 1\n' + TABLE, 2, "network.prt", "there is no such key: write port"),
    ('[network]\nproxies = ["club.local"]\n' + TABLE, 2, "network.proxies.1", "does not appear to be an IPv4"),
    ("[[tables]]\n", 1, "tables.1.name", 'is missing: write name = "1"'),
    ('[[tables]]\nname = "a/b"\n', 2, "tables.1.name", "letters, digits"),
    (TABLE + 'kit = "snooker-13ft"\n', 3, "tables.1.kit", "use one of"),
    (TABLE + 'rules = "golf"\n', 3, "tables.1.rules", "'golf' is not known"),
    (TABLE + 'camera = "ftp://camera"\n', 3, "tables.1.camera", "an address that begins with"),
    (TABLE + 'camera = "gone.mp4"\n', 3, "tables.1.camera", "no such video"),
    (TABLE + 'camera = "rtsp://bob:secret@camera/live"\n', 3, "tables.1.camera", "a password stands in the address"),
    (TABLE + 'camera = "rtsp://cam"\npassword_env = "NOT_SET"\n', 4, "tables.1.password_env", "holds no NOT_SET"),
    (TABLE + 'camera = "rtsp://cam"\npassword_file = "gone"\n', 4, "tables.1.password_file", "cannot be read"),
    (TABLE + 'user = "bob"\n', 1, "tables.1", "for a camera with an address"),
    (TABLE + 'calibration = "gone.json"\n', 3, "tables.1.calibration", "cannot be read"),
    (TABLE + 'corners = "1,2"\n', 3, "tables.1.corners", "not four corners"),
    (TABLE + "record_gb = -1\n", 3, "tables.1.record_gb", "write record_gb = 50"),
    (TABLE + "record_gb = nan\n", 3, "tables.1.record_gb", "write record_gb = 50"),
    (TABLE + 'label = "\\u202eevil"\n', 3, "tables.1.label", "cannot be shown"),
    (TABLE + 'scorers = [\n  "Eva",\n  3,\n]\n', 6, "tables.1.scorers.2", "valid string"),
    (TABLE + TABLE, 1, "tables", "two tables have the name '1'"),
])  # fmt: skip
def test_a_fault_is_told_with_its_line_its_key_and_what_to_write(
    text: str, line: int | None, key: str, why: str, tmp_path: Path
) -> None:
    path = written(tmp_path, text)
    with pytest.raises(ClubUnreadable) as told:
        read_club(path)
    (fault,) = told.value.faults
    assert (fault.file, fault.line, fault.key) == (path, line, key)
    assert why in fault.why
    assert str(told.value).startswith(f"{path}, line {line}: {key}: " if line else str(path))
    assert "secret" not in str(told.value)


def test_all_faults_are_told_and_the_first_says_how_many_more_there_are(tmp_path: Path) -> None:
    with pytest.raises(ClubUnreadable, match="and 2 more") as told:
        read_club(written(tmp_path, "[network]\nport = 0\nhost = 1\n[[tables]]\n"))
    assert len(told.value.faults) == 3


def test_a_key_is_found_where_it_stands_even_after_a_value_over_several_lines() -> None:
    text = 'a = """\nb = 1\n"""\nb = 2\n[[c]]\nd = 1\n[[c]]\nd = 2\n'
    assert [line_of(text, key) for key in (("a",), ("b",), ("c", 1, "d"), ("c", 1, "e"), ("f",))] == [3, 4, 8, 7, None]


def test_a_club_is_served_as_its_file_says(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("p@ss/word\n")
    path = written(
        tmp_path,
        f"""
[club]
name = "Riverside"
[storage]
database = "kept/club.db"
[network]
port = 9000
names = ["club.local"]
proxies = ["10.0.0.0/24"]
[[tables]]
name = "1"
label = "by the window"
kit = "snooker-10ft"
camera = "rtsp://camera/live"
user = "bob"
password_file = "secret"
record_gb = 2
scorers = ["Eva"]
[[tables]]
name = "2"
rules = "six-reds-2024"
camera = "{CLIP}"
accept_sure = true
record = false
paused = true
[[tables]]
name = "3"
[[tables]]
name = "4"
rules = "novuss-2015"
camera = "rtsp://board/live"
baulk = "left"
""",
    )
    serving = served(path)
    assert (serving.club, serving.database, serving.port) == ("Riverside", tmp_path / "kept" / "club.db", 9000)
    assert (serving.names, serving.proxies, serving.host) == (("club.local",), ("10.0.0.0/24",), "127.0.0.1")
    one, two, three, board = serving.tables
    assert one.order is not None
    assert (one.order.source, one.order.kit) == ("rtsp://bob:p%40ss%2Fword@camera/live", "snooker-10ft")
    assert (one.order.record, one.order.record_bytes) == (str(tmp_path / "recordings" / "1"), 2 * 10**9)
    assert (one.order.among, one.scorers, one.label) == (3, frozenset({"Eva"}), "by the window")
    assert two.order is not None
    assert (two.order.realtime, two.order.record, two.rulebook) == (True, None, "six-reds-2024")
    assert (two.accept_sure, two.paused) == (True, True)
    assert (three.order, three.rulebook) == (None, "snooker-2024")
    assert board.order is not None
    assert (board.kit, board.order.kit, board.order.baulk) == ("novuss", "novuss", "left")


def test_a_board_is_served_by_the_name_of_its_rulebook_and_by_where_side_a_sits() -> None:
    asked = ("--source", "rtsp://camera/live", "--rules", "novuss-2015", "--baulk", "right")
    order = serving_of(parser().parse_args(["serve", *asked])).tables[0].order
    assert order is not None
    assert (order.kit, order.baulk) == ("novuss", "right")
    calibration = str(SAMPLES / "0008-novuss" / "calibration.json")
    turned = serving_of(parser().parse_args(["serve", *asked, "--calibration", calibration])).tables[0].order
    assert turned is not None
    assert turned.calibration is not None
    assert json.loads(turned.calibration)["rotation"] != json.loads(Path(calibration).read_text())["rotation"]


def test_what_stands_in_the_file_is_not_said_twice(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="--config and --port"):
        served(written(tmp_path, TABLE), "--port", "9000")


def test_a_camera_named_on_the_command_line_finds_its_password_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CAMERA", "s:cret")
    options = parser().parse_args(["serve", "--source", "rtsp://bob@camera/live", "--password-env", "CAMERA"])
    order = serving_of(options).tables[0].order
    assert order is not None
    assert order.source == "rtsp://bob:s%3Acret@camera/live"
    options = parser().parse_args(["serve", "--source", "rtsp://camera/live", "--password-env", "NOT_SET"])
    with pytest.raises(BadInput, match="holds no such password"):
        serving_of(options)


@pytest.mark.parametrize("command", ["track", "calibrate"])
def test_so_does_one_that_is_tracked_or_calibrated(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []

    def opening(source: str) -> Never:
        opened.append(source)
        raise BadInput("nobody answers")

    for module in (follow, calibrate):
        monkeypatch.setattr(module, "open_source", opening)
    monkeypatch.setenv("CAMERA", "s:cret")
    (tmp_path / "secret").write_text("word\n")
    for option in (("--password-env", "CAMERA"), ("--password-file", str(tmp_path / "secret"))):
        assert main([command, "rtsp://bob@camera/live", *option]) == 2
    assert opened == ["rtsp://bob:s%3Acret@camera/live", "rtsp://bob:word@camera/live"]
    assert main([command, "film.mp4", "--password-env", "CAMERA"]) == 2
    assert len(opened) == 2
