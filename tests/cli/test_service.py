"""A club, or a hub, as a service: units that systemd takes, a program that says how it fares, a folder with it all."""

import os
import re
import shutil
import signal
import socket
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from browsing import free_port
from room_fixtures import Cuewatch

from tests.needs import missing
from tests.servers import nats_program
from tracker.cli.club.installing import bring
from tracker.cli.hub.installing import bring as bring_hub
from tracker.cli.service.installing import CLUB, HUB, Service, this_program
from tracker.domain.errors import BadInput
from tracker.store.database.opening import open_database
from tracker.store.database.people import ClubTable, keep_table, tables

ROOT = Path(__file__).parents[2]
PATIENCE_S = 1.5
MOST_EXPOSED = 25
"""Tenths, by `systemd-analyze security`: from 0 to 100; a unit that hardens nothing has 96."""


@contextmanager
def managed(folder: Path) -> Iterator[tuple["subprocess.Popen[bytes]", socket.socket]]:
    """Give `cuewatch serve` as systemd starts it, and the socket by which it tells how it fares."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as heard, (folder / "log").open("wb") as log:
        heard.bind(str(folder / "notify"))
        command = [sys.executable, "-m", "tracker.cli.main", "serve", "--db", str(folder / "club.db")]
        environment = {
            **os.environ, "PYTHONPATH": str(ROOT), "NOTIFY_SOCKET": str(folder / "notify"),
            "WATCHDOG_USEC": str(round(PATIENCE_S * 1e6)),
        }  # fmt: skip
        program = subprocess.Popen([*command, "--port", str(free_port())], stdout=log, stderr=log, env=environment)
        try:
            yield program, heard
        finally:
            program.kill()
            program.wait()


def said(heard: socket.socket, within_s: float) -> str:
    heard.settimeout(within_s)
    try:
        return heard.recv(4096).decode().split("\n")[0]
    except TimeoutError:
        return ""


@pytest.mark.slow
def test_a_program_that_hangs_is_silent_and_one_that_is_stopped_says_so(tmp_path: Path) -> None:
    with managed(tmp_path) as (program, heard):
        assert said(heard, 60) == "READY=1"
        assert [said(heard, 10) for _ in range(3)] == ["WATCHDOG=1"] * 3
        program.send_signal(signal.SIGSTOP)
        while said(heard, 0.1):  # what was said before
            pass
        assert said(heard, 2 * PATIENCE_S) == ""
        program.send_signal(signal.SIGCONT)
        assert said(heard, 10) == "WATCHDOG=1"
        program.send_signal(signal.SIGTERM)
        while (word := said(heard, 10)) == "WATCHDOG=1":
            pass
        assert word == "STOPPING=1"
        assert program.wait(20) == 0
        assert said(heard, PATIENCE_S) == ""


@pytest.fixture
def package(cuewatch: Cuewatch, tmp_path: Path) -> Path:
    """The units as packages of a club and of a hub have them; what they run is a file that can be run."""
    program = tmp_path / "opt" / "cuewatch"
    program.parent.mkdir()
    program.write_text("#!/bin/sh\n", "utf-8")
    program.chmod(0o755)
    for what, files in (("club", 4), ("hub", 3)):
        status, out, err = cuewatch(what, "install", "--to", tmp_path / "root", "--program", program)
        assert (status, err) == (0, "")
        assert len(out.splitlines()) == files
    return tmp_path / "root"


def test_systemd_finds_no_fault_in_the_units(package: Path) -> None:
    analyze = analyzer()
    nats_program()
    units = sorted(map(str, (package / "usr/lib/systemd/system").iterdir()))
    told = subprocess.run([analyze, "verify", *units], capture_output=True, text=True, check=False)
    ours = [line for line in (told.stdout + told.stderr).splitlines() if "cuewatch" in line]
    assert (told.returncode, ours) == (0, [])


@pytest.mark.parametrize(
    "unit", ["cuewatch.service", "cuewatch-backup.service", "cuewatch-hub.service", "cuewatch-hub-nats.service"]
)
def test_the_services_may_do_little(unit: str, package: Path) -> None:
    path = package / "usr/lib/systemd/system" / unit
    command = [analyzer(), "security", "--offline=yes", f"--threshold={MOST_EXPOSED}", "--no-pager", str(path)]
    told = subprocess.run(command, capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stdout[-500:] + told.stderr


def test_the_timer_comes_round_every_night_and_the_users_can_be_made(package: Path) -> None:
    timer = (package / "usr/lib/systemd/system/cuewatch-backup.timer").read_text("utf-8")
    (at,) = (line.removeprefix("OnCalendar=") for line in timer.splitlines() if line.startswith("OnCalendar="))
    told = subprocess.run([analyzer(), "calendar", "--iterations=2", at], capture_output=True, text=True, check=True)
    assert "Iteration #2" in told.stdout.replace("Iter. #2", "Iteration #2")
    sysusers = shutil.which("systemd-sysusers") or missing(
        "no systemd-sysusers on this machine: apt-get install systemd"
    )
    users = sorted(map(str, (package / "usr/lib/sysusers.d").iterdir()))
    assert len(users) == 2
    told = subprocess.run([sysusers, "--dry-run", *users], capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stderr


def analyzer() -> str:
    return shutil.which("systemd-analyze") or missing("no systemd-analyze on this machine: apt-get install systemd")


@pytest.mark.parametrize("service", [CLUB, HUB])
def test_a_program_whose_path_holds_blanks_is_quoted_and_no_mark_is_left(service: Service) -> None:
    program = Path("/opt/a b/100%/cuewatch")
    for path, text in service.unit_files({"PROGRAM": program, "NATS": program}, Path("/etc")).items():
        assert not re.search("@[A-Z]+@", text)
        if path.suffix == ".service":
            assert '\nExecStart="/opt/a b/100%%/cuewatch" ' in text
            assert f"\nUser={service.user}\n" in text


@pytest.mark.parametrize(
    ("program", "why"), [("/nowhere/cuewatch", "no such program"), ("/home/eva/cuewatch", "/home")]
)
def test_a_program_that_a_service_cannot_run_is_refused(
    program: str, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "access", lambda path, _: str(path).startswith("/home"))
    with pytest.raises(BadInput, match=why):
        this_program(program)


def test_whoever_is_not_root_is_told_so_in_one_line(
    cuewatch: Cuewatch, monkeypatch: pytest.MonkeyPatch, package: Path
) -> None:
    assert package.is_dir()
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    status, _, err = cuewatch("club", "install", "--program", package.parent / "opt" / "cuewatch")
    assert (status, err.count("\n"), "run it with sudo" in err) == (2, 1, True), err


@pytest.fixture
def club(tmp_path: Path) -> Path:
    """The file of a club with a password and a database."""
    folder = tmp_path / "mine"
    (folder / "secrets").mkdir(parents=True)
    (folder / "secrets" / "table-1").write_text("pw\n", "utf-8")
    (folder / "club.toml").write_text(
        '[[tables]]\nname = "1"\ncamera = "rtsp://127.0.0.1:9/live"\nuser = "v"\npassword_file = "secrets/table-1"\n',
        "utf-8",
    )
    with open_database(folder / "club.db") as database:
        keep_table(database, ClubTable(name="of mine"))
    return folder / "club.toml"


def test_a_club_is_brought_with_all_that_it_names_for_its_owner_alone(club: Path, tmp_path: Path) -> None:
    there = tmp_path / "lib"
    service = replace(CLUB, folder=there)
    assert service.file_to_bring(str(club)) == club
    assert set(bring(club, there)) == {"club.toml", "club.db", "secrets/table-1"}
    for name in ("club.toml", "secrets/table-1"):
        assert (there / name).read_bytes() == (club.parent / name).read_bytes()
        assert stat.S_IMODE((there / name).stat().st_mode) == 0o600
    with open_database(there / "club.db") as database:
        assert [table.name for table in tables(database)] == ["of mine"]
    assert service.file_to_bring(None) is None
    with pytest.raises(BadInput, match="there already"):
        service.file_to_bring(str(club))


def test_a_club_that_names_what_lies_elsewhere_is_not_brought(club: Path, tmp_path: Path) -> None:
    club.write_text(club.read_text("utf-8").replace("secrets/table-1", f"{tmp_path}/pw"), "utf-8")
    with pytest.raises(BadInput, match="lies outside"):
        bring(club, tmp_path / "lib")
    assert not (tmp_path / "lib").exists()


def test_no_club_is_no_service(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(BadInput, match="cuewatch club init"):
        replace(CLUB, folder=tmp_path / "lib").file_to_bring(None)


def test_a_hub_is_brought_with_its_passwords_and_its_servers_files_name_the_new_place(
    cuewatch: Cuewatch, tmp_path: Path
) -> None:
    hub, there = tmp_path / "mine" / "hub.toml", tmp_path / "lib"
    hub.parent.mkdir()
    assert cuewatch("hub", "init", "--without-tls", "--config", hub)[0] == 0
    assert cuewatch("hub", "add-hall", "crown", "--config", hub)[0] == 0
    assert {"hub.toml", "secrets/crown", "secrets/hub.crown", "halls/crown/club-hub.toml"} <= set(bring_hub(hub, there))
    for name in ("hub.toml", "secrets/crown", "nats/accounts.conf"):
        assert (there / name).read_bytes() == (hub.parent / name).read_bytes()
        assert stat.S_IMODE((there / name).stat().st_mode) == 0o600
    assert f'"{there}/nats/streams"' in (there / "nats/hub.conf").read_text("utf-8")
    hub.write_text(hub.read_text("utf-8").replace("[nats]", 'password_file = "word"\n[nats]'), "utf-8")
    with pytest.raises(BadInput, match="does not lie in"):
        bring_hub(hub, tmp_path / "other")
    assert not (tmp_path / "other").exists()
