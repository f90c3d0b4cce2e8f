"""What is missing on a machine lets a test be skipped, but not in the gate."""

from pathlib import Path

import pytest

from tests.needs import ALL_INSTALLED, missing

GATE = Path(__file__).parents[2] / ".ci" / "run"


def test_what_is_missing_skips_a_test(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(ALL_INSTALLED, raising=False)
    with pytest.raises(pytest.skip.Exception, match="no browser"):
        missing("no browser")


def test_what_is_missing_fails_a_test_where_all_is_said_to_be_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(ALL_INSTALLED, "1")
    with pytest.raises(pytest.fail.Exception, match="no browser"):
        missing("no browser")


def test_the_gate_says_that_all_is_installed() -> None:
    assert f"export {ALL_INSTALLED}=1\n" in GATE.read_text("utf-8")
