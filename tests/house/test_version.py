"""One version: what the program says is what the changelog was last cut for."""

import re
from datetime import date
from pathlib import Path

import pytest

from tracker import __version__
from tracker.cli.main import main

CHANGELOG = Path(__file__).parents[2] / "CHANGELOG.md"
CUT = re.compile(r"## (\d+\.\d+\.\d+) - (\d{4}-\d{2}-\d{2})")


def headings() -> list[str]:
    return [line for line in CHANGELOG.read_text("utf-8").splitlines() if line.startswith("## ")]


def test_the_program_says_its_version(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert ended.value.code == 0
    assert capsys.readouterr().out == f"cuewatch {__version__}\n"


def test_the_changelog_was_last_cut_for_this_version() -> None:
    unreleased, *cuts = headings()
    assert unreleased == "## Unreleased"
    found = [cut for heading in cuts if (cut := CUT.fullmatch(heading))]
    assert len(found) == len(cuts), "a version is written as '## 1.2.3 - 2026-01-31'"
    assert found[0][1] == __version__
    days = [date.fromisoformat(cut[2]) for cut in found]
    assert days == sorted(days, reverse=True)
