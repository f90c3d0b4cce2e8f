"""`cuewatch upgrade`: each step with what it leaves behind, and whatever fails: what served before serves again."""

import json
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from room_fixtures import Cuewatch

from tracker.cli.main import main
from tracker.cli.upgrading import machine as real
from tracker.cli.upgrading.machine import Machine
from tracker.cli.upgrading.steps import RECORD, back, upgrade
from tracker.domain.errors import BadInput
from tracker.store.database.opening import open_database
from tracker.store.database.people import ClubTable, keep_table, tables

NOW = "20261126-120000"
WANTED = ("-c", "constraints.txt", "cuewatch.whl")


@dataclass(kw_only=True)
class Acted:
    """A machine that acts as it is told: environments are folders, programs are this one, systemd takes note."""

    folder: Path
    fails: Callable[[str], bool] = lambda _: False
    """Whether a command, as a line, fails."""
    answers: Callable[[], bool] = lambda: True
    said: list[str] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)

    def run(self, command: Sequence[str]) -> str:
        line = " ".join(command).replace(str(self.folder), "")
        self.lines.append(line)
        if "-m venv" in line:
            (Path(command[-1]) / "bin").mkdir(parents=True)
        if self.fails(line):
            raise BadInput(f"{line} failed: disk full")
        words = list(command[4:] if command[0] == "runuser" else command)
        if Path(words[0]).name == "cuewatch" and words[1] in ("backup", "restore", "matches"):
            assert main(words[1:]) == 0
        return "cuewatch 9\n"

    @property
    def machine(self) -> Machine:
        return Machine(
            before=self.folder / "opt/cuewatch", programs=self.folder / "opt", link=self.folder / "cuewatch",
            folder=self.folder / "lib", database=self.folder / "lib/club.db", user="cuewatch", is_booted=True,
            run=self.run, serves=self.answers,
        )  # fmt: skip

    @property
    def called(self) -> str:
        """What people call by the program's name."""
        return str(self.machine.link.readlink()).replace(str(self.folder), "")

    @property
    def serving(self) -> bool:
        """Whether the service was started last, not stopped."""
        return [line for line in self.lines if line.startswith("systemctl")][-1].startswith("systemctl start")


@pytest.fixture
def acted(tmp_path: Path) -> Acted:
    acts = Acted(folder=tmp_path)
    (tmp_path / "opt/cuewatch/bin").mkdir(parents=True)
    (tmp_path / "opt/cuewatch/bin/cuewatch").write_text("the first")
    (tmp_path / "cuewatch").symlink_to(tmp_path / "opt/cuewatch/bin/cuewatch")
    (tmp_path / "lib/backups").mkdir(parents=True)
    (tmp_path / "lib/club.toml").write_text('[[tables]]\nname = "1"\n')
    has_table(acts, "before")
    return acts


def has_table(acts: Acted, name: str) -> None:
    with open_database(acts.machine.database) as database:
        keep_table(database, ClubTable(name=name))


def table_names(acts: Acted) -> set[str]:
    with open_database(acts.machine.database) as database:
        return {one.name for one in tables(database)}


def upgraded(acts: Acted) -> None:
    upgrade(acts.machine, WANTED, NOW, acts.said.append)


def test_a_newer_version_takes_the_place_with_the_way_back_on_the_disk(acted: Acted) -> None:
    upgraded(acted)
    new, asked = f"/opt/cuewatch-{NOW}", "runuser -u cuewatch --"
    backup = f"/lib/backups/before-upgrade-{NOW}.zip"
    assert acted.lines == [
        f"/opt/cuewatch/bin/python -m venv {new}",
        f"{new}/bin/python -m pip install -q -c constraints.txt cuewatch.whl",
        f"{new}/bin/cuewatch --version",
        f"{new}/bin/cuewatch --version",
        "systemctl stop cuewatch.service",
        f"{asked} /opt/cuewatch/bin/cuewatch backup {backup} --config /lib/club.toml",
        f"{new}/bin/cuewatch club install",
        f"{asked} {new}/bin/cuewatch matches list --last 1 --db /lib/club.db",
        "systemctl start cuewatch.service",
    ]
    assert acted.called == f"{new}/bin/cuewatch"
    assert "it serves" in acted.said[-1]
    assert (acted.folder / "opt/cuewatch/bin/cuewatch").exists()
    assert json.loads((acted.folder / "lib" / RECORD).read_text())["backup"] == f"{acted.folder}{backup}"


def test_back_keeps_what_was_called_since_where_the_earlier_version_can_read_it(acted: Acted) -> None:
    upgraded(acted)
    has_table(acted, "since")
    back(acted.machine, acted.said.append)
    assert (acted.called, acted.serving) == ("/opt/cuewatch/bin/cuewatch", True)
    assert table_names(acted) == {"before", "since"}
    with pytest.raises(BadInput, match="nothing was upgraded"):
        back(acted.machine, acted.said.append)


def test_back_puts_the_copy_back_where_the_earlier_version_cannot_and_keeps_the_newer_beside(
    acted: Acted, monkeypatch: pytest.MonkeyPatch
) -> None:
    upgraded(acted)
    has_table(acted, "since")
    asked_before = acted.run

    def run(command: Sequence[str]) -> str:
        line = " ".join(command)
        if "opt/cuewatch/bin/cuewatch matches" in line and "since" in table_names(acted):
            raise BadInput(f"{line} failed: club.db was written by a newer cuewatch (its schema is 99)")
        return asked_before(command)

    monkeypatch.setattr(acted, "run", run)
    back(acted.machine, acted.said.append)
    assert (acted.called, acted.serving) == ("/opt/cuewatch/bin/cuewatch", True)
    assert table_names(acted) == {"before"}
    with open_database(acted.folder / "lib/club-1.db") as newer:
        assert {one.name for one in tables(newer)} == {"before", "since"}


@pytest.mark.parametrize("step", ["-m venv", "-m pip", "--version", "backup"])
def test_what_fails_before_the_switch_leaves_all_as_it_was(step: str, acted: Acted) -> None:
    acted.fails = lambda line: step in line
    with pytest.raises(BadInput, match="disk full"):
        upgraded(acted)
    assert [path.name for path in (acted.folder / "opt").iterdir()] == ["cuewatch"]
    assert acted.called == "/opt/cuewatch/bin/cuewatch"
    assert not (acted.folder / "lib" / RECORD).exists()
    assert all(acted.serving for line in acted.lines if line.startswith("systemctl"))


@pytest.mark.parametrize("step", ["club install", "matches list", "systemctl start", "no answer"])
def test_what_fails_after_it_brings_the_version_of_before_back(step: str, acted: Acted) -> None:
    """The newer one's step fails; `no answer`: it is started, and serves nothing."""
    has_failed = list[str]()

    def fails(line: str) -> bool:
        first = step in line and not has_failed
        has_failed.extend([line] if first else [])
        return first

    answers = iter([step != "no answer", True])
    acted.fails, acted.answers = fails, lambda: next(answers, True)
    with pytest.raises(BadInput, match="the version of before serves again"):
        upgraded(acted)
    assert (acted.called, acted.serving) == ("/opt/cuewatch/bin/cuewatch", True)
    assert table_names(acted) == {"before"}
    units = [line for line in acted.lines if line.endswith("club install")]
    assert units[-1].startswith("/opt/cuewatch/bin/")


def test_a_file_of_somebodys_own_by_the_programs_name_is_left(acted: Acted) -> None:
    acted.machine.link.unlink()
    acted.machine.link.write_text("mine")
    upgraded(acted)
    assert acted.machine.link.read_text() == "mine"


def test_without_a_service_or_a_right_it_says_so_in_one_line(
    cuewatch: Cuewatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 0)
    status, _, err = cuewatch("upgrade", "x.whl")
    assert (status, err.count("\n"), "cuewatch club install" in err) == (2, 1, True)


def test_what_is_installed_can_be_run_by_the_services_user() -> None:
    before = os.umask(0o077)
    try:
        assert real.run(("sh", "-c", "umask")).strip() == "0022"
    finally:
        os.umask(before)


def test_a_command_that_fails_is_told_by_its_last_line() -> None:
    with pytest.raises(BadInput, match=r"failed: why it is$"):
        real.run(("sh", "-c", "echo first >&2; echo why it is >&2; exit 3"))
    with pytest.raises(BadInput, match="cannot be run"):
        real.run(("/nowhere/program",))
