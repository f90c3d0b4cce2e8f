"""`cuewatch club`: the file that `init` writes is one that can be served, and `check` says how each camera fares."""

import io
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from bench.samples import SAMPLES
from tracker.cli.club.asking import asked_club
from tracker.cli.club.reading import read_club
from tracker.cli.main import main
from tracker.domain.errors import BadInput

SAMPLE = SAMPLES / "0001-red-then-black"
ANSWERS = [
    "Cue Club", "2", "left", "snooker-10ft", "snooker-2022", "", "2", "snooker-4in", "", "golf", "", "rtsp://cam/live",
    "bob", "s3cret", "70000", "8123",
]  # fmt: skip
"""A table without a camera; then one for which a kit and a rulebook are said that are none; and a port that is none."""


def answering(answers: list[str]) -> Callable[[str], str]:
    left = iter(answers)

    def ask(question: str) -> str:
        try:
            return next(left)
        except StopIteration:
            raise EOFError(question) from None

    return ask


def test_what_was_answered_is_a_file_that_can_be_served_and_a_password_is_for_its_owner_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, secret = asked_club(tmp_path / "club.toml", answering(ANSWERS))
    club = read_club(path)
    assert (club.club.name, club.network.port) == ("Cue Club", 8123)
    assert [(one.name, one.kit, one.rules, one.camera) for one in club.tables] == [
        ("left", "snooker-10ft", "snooker-2022", ""),
        ("2", "snooker-12ft", "snooker-2024", "rtsp://cam/live"),
    ]
    assert "s3cret" not in path.read_text("utf-8")
    assert stat.S_IMODE(secret.stat().st_mode) == 0o600
    assert secret.read_text("utf-8") == "s3cret\n"
    said = capsys.readouterr().out
    assert all(wrong in said for wrong in ("snooker-4in", "golf", "65535"))


def test_for_a_board_its_own_rulebook_is_offered(tmp_path: Path) -> None:
    path, *_ = asked_club(tmp_path / "club.toml", answering(["", "1", "board", "novuss", "", "", ""]))
    assert [(one.kit, one.rules) for one in read_club(path).tables] == [("novuss", "novuss-2015")]


def test_nothing_is_written_where_the_answers_end_before_the_questions(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="nothing was written"):
        asked_club(tmp_path / "club.toml", answering(ANSWERS[:-1]))
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_is_there_is_not_written_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "club.toml"
    path.write_text("mine", "utf-8")
    assert main(["club", "init", "--config", str(path)]) == 2
    assert "is there already" in capsys.readouterr().err
    assert path.read_text("utf-8") == "mine"


def test_a_folder_that_is_not_there_yet_is_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "new" / "club" / "club.toml"
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(["", "1", "board", "novuss", "", "", ""]) + "\n"))
    assert main(["club", "init", "--config", str(path)]) == 0
    assert [one.name for one in read_club(path).tables] == ["board"]


def test_where_no_folder_can_be_nothing_is_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    answers = io.StringIO("Cue Club\n")
    monkeypatch.setattr("sys.stdin", answers)
    assert main(["club", "init", "--config", str(tmp_path / "file" / "club.toml")]) == 2
    assert (answers.tell(), str(tmp_path / "file") in capsys.readouterr().err) == (0, True)


@pytest.mark.slow
def test_check_says_of_each_camera_how_it_fares_and_draws_what_it_shows(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "club.toml"
    path.write_text(
        f'[[tables]]\nname = "1"\ncamera = "{SAMPLE / "clip.mp4"}"\ncalibration = "{SAMPLE / "calibration.json"}"\n'
        f'[[tables]]\nname = "2"\ncamera = "rtsp://127.0.0.1:9/live"\n[[tables]]\nname = "3"\n',
        "utf-8",
    )
    assert main(["club", "check", "--config", str(path), "--pictures", str(tmp_path / "seen")]) == 1
    found, lost, none = capsys.readouterr().out.splitlines()
    assert found.startswith("table 1: well: ")
    assert "1280x720 at 30.0 pictures a second; table found" in found
    assert lost.startswith("table 2: not well: ")
    assert "127.0.0.1" in lost
    assert none == "table 3: no camera: the score is kept by hand"
    assert [one.name for one in (tmp_path / "seen").iterdir()] == ["table-1.png"]
