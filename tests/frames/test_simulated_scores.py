"""The desk with nobody at it keeps the score of whole frames of every rulebook: with perfect eyes to the last point."""

import pytest

from bench.simulated.__main__ import one
from bench.simulated.frame import KINDS
from bench.simulated.scored import Result

SEEDS = range(400, 403)
"""None of the frames of the table in docs/MEASURED.md, which begin at seed 0."""
AS_MEASURED = 0.85
"""Share of the final scores that must be right at the measured rates, in a sample as small as this one."""


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_seen_perfectly_is_called_to_the_last_point(kind: str) -> None:
    for seed in SEEDS:
        result = one((kind, seed, 0.0))
        assert not result.crashed
        assert (result.score_right, result.winner_right) == (True, True), f"{kind} {seed}"
        assert result.strokes_right == result.strokes
        assert result.questions == 0


@pytest.fixture(scope="module")
def as_measured() -> list[Result]:
    return [one((kind, seed, 1.0)) for kind in KINDS for seed in SEEDS]


def test_at_the_measured_rates_most_scores_are_right(as_measured: list[Result]) -> None:
    right = sum(result.score_right for result in as_measured)
    wrong = [(result.kind, result.seed) for result in as_measured if not result.score_right]
    assert right >= AS_MEASURED * len(as_measured), wrong


def test_no_sight_makes_the_desk_fall_over(as_measured: list[Result]) -> None:
    worse = [one((kind, 404, 10.0)) for kind in KINDS]
    assert [result.crashed for result in (*as_measured, *worse) if result.crashed] == []
