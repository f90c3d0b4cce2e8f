"""The comparison with the baseline: what counts as worse, as better, and as nothing."""

from pathlib import Path
from typing import Any

import pytest

from bench import baseline as kept_file
from bench.baseline import baseline, compare, write_baseline


@pytest.mark.parametrize(
    ("figure", "was", "now", "verdict"),
    [
        ("rest_mean_mm", 0.50, 0.52, "same"),
        ("rest_mean_mm", 0.50, 0.60, "worse"),
        ("rest_mean_mm", 0.50, 0.40, "better"),
        ("strike_mean_ms", 8.0, 9.5, "same"),
        ("strike_mean_ms", 8.0, 12.0, "worse"),
        ("missed_balls", 10, 13, "same"),
        ("missed_balls", 10, 15, "worse"),
        ("first_hits_wrong", 0, 1, "worse"),
        ("calls_asked", 1, 0, "better"),
        ("pots_false", 0, 1, "worse"),
        ("cushions_missed", 2, 2, "same"),
    ],
)
def test_only_more_than_noise_counts_and_events_have_none(figure: str, was: float, now: float, verdict: str) -> None:
    worse, better = compare({figure: was}, {figure: now})
    assert ("worse" if worse else "better" if better else "same") == verdict


def test_a_figure_that_is_gone_is_worse() -> None:
    worse, _ = compare({"first_touch_mean_ms": 5.0}, {})
    assert [c.figure for c in worse] == ["first_touch_mean_ms"]


def test_a_new_figure_is_no_reason_to_complain() -> None:
    assert compare({}, {"rest_mean_mm": 1.0}) == ([], [])


def test_what_is_written_is_read_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_file, "BASELINE", tmp_path / "baseline.toml")
    kept: dict[str, dict[str, Any]] = {
        "0001-a clip": {"clip": "abc-def", "rest_mean_mm": 0.512, "calls_wrong": 0},
        "0002": {"clip": "x"},
    }
    write_baseline(kept)
    assert baseline() == kept
