"""`cuewatch backup` and `restore`: what a club's folder holds, while a server plays; what is refused, in one line."""

import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from browsing import free_port
from room_fixtures import Cuewatch

from bench.samples import SAMPLES
from tests.cli.test_whole_club import BEGIN, Club
from tracker.store.database.opening import open_database
from tracker.store.database.people import ClubTable, keep_table

MADE = SAMPLES / "0001-red-then-black" / "calibration.json"
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
RED_IN, MISSED = {"do": "score", "potted": ["red"]}, {"do": "score"}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A club's folder with all that may lie there."""
    folder = tmp_path / "club"
    for name in ("secrets/table-1", "recordings/1/2026-11-25/part.mp4", "uploads/3f/clip.mp4", "uploads/.new.part"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(name, "utf-8")
    shutil.copy(MADE, folder / "table-1.calibration.json")
    (tmp_path / "elsewhere").write_text("pw", "utf-8")
    (folder / "club.toml").write_text(
        f"""
        [club]
        name = "The Crown"
        [network]
        port = {free_port()}
        [[tables]]
        name = "1"
        camera = "rtsp://127.0.0.1:9/live"
        user = "viewer"
        password_file = "secrets/table-1"
        calibration = "table-1.calibration.json"
        paused = true
        [[tables]]
        name = "2"
        camera = "rtsp://127.0.0.1:9/other"
        user = "viewer"
        password_env = "IS_NOT_SET_HERE"
        [[tables]]
        name = "3"
        camera = "rtsp://127.0.0.1:9/third"
        user = "viewer"
        password_file = "{tmp_path / "elsewhere"}"
        """,
        "utf-8",
    )
    with open_database(folder / "club.db") as database:
        keep_table(database, ClubTable(name="1"))
    return folder


def names_in(archive: Path) -> set[str]:
    with zipfile.ZipFile(archive) as packed:
        return {name.removeprefix("files/") for name in packed.namelist()} - {"manifest.json"}


def test_a_backup_holds_the_folder_as_the_club_names_it(cuewatch: Cuewatch, folder: Path) -> None:
    status, out, _ = cuewatch("backup", "b.zip", "--config", folder / "club.toml")
    assert status == 0
    kept = {"club.db", "club.toml", "secrets/table-1", "table-1.calibration.json", "uploads/3f/clip.mp4"}
    assert names_in(Path("b.zip")) == kept
    assert "5 files" in out
    assert "elsewhere, which lies outside" in out
    assert cuewatch("backup", "c.zip", "--config", folder / "club.toml", "--with-recordings")[0] == 0
    assert names_in(Path("c.zip")) == kept | {"recordings/1/2026-11-25/part.mp4"}
    assert cuewatch("restore", "c.zip", "--into", "new")[0] == 0
    for name in names_in(Path("c.zip")) - {"club.db"}:
        assert (Path("new") / name).read_bytes() == (folder / name).read_bytes()


def test_without_a_file_all_lies_beside_the_database(cuewatch: Cuewatch, folder: Path) -> None:
    (folder / "club.toml").unlink()
    assert cuewatch("backup", "b.zip", "--db", folder / "club.db", "--with-recordings")[0] == 0
    assert names_in(Path("b.zip")) == {"club.db", "uploads/3f/clip.mp4", "recordings/1/2026-11-25/part.mp4"}


def test_a_database_that_lies_elsewhere_comes_back_into_the_folder_and_that_is_said(
    cuewatch: Cuewatch, folder: Path, tmp_path: Path
) -> None:
    far = tmp_path / "far" / "books.db"
    far.parent.mkdir()
    (folder / "club.db").rename(far)
    (folder / "club.toml").write_text(f"[storage]\ndatabase = '{far}'\n[[tables]]\nname = '1'\n", "utf-8")
    assert cuewatch("backup", "b.zip", "--config", folder / "club.toml")[0] == 0
    status, out, _ = cuewatch("restore", "b.zip", "--into", "new")
    assert (status, Path("new/books.db").exists(), "write database = 'books.db'" in out) == (0, True, True)


def test_in_a_folder_backups_are_dated_and_the_oldest_of_them_go(cuewatch: Cuewatch, folder: Path) -> None:
    backups = Path("backups")
    backups.mkdir()
    for name in ("cuewatch-20250101-000000.zip", "cuewatch-20250102-000000.zip", "mine.zip"):
        (backups / name).touch()
    assert cuewatch("backup", backups, "--config", folder / "club.toml", "--keep", 2)[0] == 0
    old, new = sorted(path.name for path in backups.glob("cuewatch-*"))
    assert (old, new > "cuewatch-2026", (backups / "mine.zip").exists()) == ("cuewatch-20250102-000000.zip", True, True)


@pytest.mark.parametrize(("arguments", "why"), [
    (("backup", "b.zip"), "no such database"),
    (("backup", "b.zip", "--config", "no.toml"), "no.toml cannot be read"),
    (("backup", "b.zip", "--config", "bad.toml"), "bad.toml cannot be used"),
    (("backup", "b.zip", "--keep", "3"), "--keep 3"),
    (("backup", "nowhere/b.zip", "--db", "there.db"), "nowhere"),
    (("restore", "no.zip"), "no such file"),
    (("restore", "bad.toml"), "no backup"),
])  # fmt: skip
def test_what_cannot_be_done_is_told_in_one_line(arguments: tuple[str, ...], why: str, cuewatch: Cuewatch) -> None:
    Path("bad.toml").write_text("[storage]\ndatabase = 7\n", "utf-8")
    open_database(Path("there.db")).close()
    before = set(Path().rglob("*"))
    status, _, err = cuewatch(*arguments)
    assert (status, err.count("\n"), why in err) == (2, 1, True), err
    assert {path for path in set(Path().rglob("*")) - before if path.name[0] != "."} == set()


@pytest.mark.parametrize("blocks", [100, 1000], ids=["no room for the database", "no room for a clip"])
def test_where_there_is_no_room_it_is_said_in_one_line_and_nothing_is_left(
    blocks: int, cuewatch: Cuewatch, folder: Path
) -> None:
    (folder / "uploads" / "3f" / "clip.mp4").write_bytes(bytes(3_000_000))
    assert cuewatch("backup", "whole.zip", "--config", folder / "club.toml")[0] == 0
    for command in (f"backup b.zip --config {folder / 'club.toml'}", "restore whole.zip --into into"):
        limited = f"ulimit -f {blocks}; exec {sys.executable} -m tracker.cli.main {command}"
        told = subprocess.run(["bash", "-c", limited], capture_output=True, text=True, env=ENVIRONMENT, check=False)
        assert (told.returncode, told.stdout, told.stderr.count("\n")) == (2, "", 1), told.stderr
        left = [path.name for path in Path().rglob("*") if path.is_file() and not path.name.endswith(".lock")]
        assert left == ["whole.zip"]


@pytest.mark.slow
def test_a_club_is_backed_up_while_it_plays_and_not_restored_under_it(cuewatch: Cuewatch, tmp_path: Path) -> None:
    folder, port = tmp_path / "club", free_port()
    folder.mkdir()
    (folder / "club.toml").write_text(f"[network]\nport = {port}\n[[tables]]\nname = '1'\n", "utf-8")
    club = Club(folder / "club.toml", port)
    try:
        club.take("1", BEGIN)
        club.take("1", RED_IN)
        assert cuewatch("backup", "b.zip", "--config", folder / "club.toml")[0] == 0
        status, _, err = cuewatch("restore", "b.zip", "--into", folder, "--over")
        assert (status, err.count("\n"), "in use by another program" in err) == (2, 1, True), err
        assert club.take("1", MISSED)["sequence"] == 2
    finally:
        club.process.terminate()
        club.process.wait(20)
    assert cuewatch("restore", "b.zip", "--into", folder)[0] == 2
    assert cuewatch("restore", "b.zip", "--into", folder, "--over")[0] == 0
    club = Club(folder / "club.toml", port)
    try:
        assert club.take("1", RED_IN | {"potted": ["black"]})["sequence"] == 2
    finally:
        club.process.terminate()
        club.process.wait(20)
    manifest = json.loads(zipfile.ZipFile("b.zip").read("manifest.json"))
    assert (manifest["schema"], manifest["database"]) == (1, "club.db")
