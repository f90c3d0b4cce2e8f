"""What pictures that are missing leave in doubt: who was met first, and what fell."""

from dataclasses import replace

import numpy as np
import pytest
from made_ways import seen, still

from tracker.domain.strokes.stroke import Pot, Stroke, Touch
from tracker.domain.table.plane import Point
from tracker.incidents.explain.halting import halting_doubts

LIES = seen(still((900, 900), 6.0), rate=25)
NOTHING_MET = Stroke(number=1, began_us=1_000_000, ended_us=5_000_000, cue_ball="white", origin=Point(900, 900))
MET = replace(NOTHING_MET, touches=(Touch(at_us=2_000_000, balls=("white", "red"), at=Point(900, 900), sure=1.0),))
FELL = Pot(at_us=4_000_000, ball="red", pocket="top-left", sure=1.0)


def doubts(stroke: Stroke, *missing_s: tuple[float, float]) -> list[tuple[str, str]]:
    """What is in doubt where the pictures between these times are missing."""
    kept = ~np.any([(LIES.at_s > a) & (LIES.at_s < b) for a, b in missing_s], axis=0)
    path = replace(LIES, at_us=LIES.at_us[kept])
    return [(doubt.about, doubt.margin) for doubt in halting_doubts(stroke, [path])]


@pytest.mark.parametrize(
    ("stroke", "missing_s", "due"),
    [
        (MET, (1.9, 2.1), ["first_hit"]),
        (MET, (1.65, 1.95), ["first_hit"]),  # it ends just before the contact: names may have changed in it
        (MET, (2.04, 2.4), ["first_hit"]),
        (MET, (1.95, 2.03), []),
        (MET, (1.2, 1.8), []),
        (MET, (3.8, 4.1), []),
        (replace(MET, potted=(FELL,)), (3.8, 4.1), ["potted"]),
        (replace(MET, potted=(FELL,)), (1.9, 4.1), ["first_hit", "potted"]),
        (NOTHING_MET, (3.0, 3.3), ["first_hit"]),
        (NOTHING_MET, (5.2, 5.6), []),
    ],
)
def test_what_nobody_watched_is_in_doubt(stroke: Stroke, missing_s: tuple[float, float], due: list[str]) -> None:
    assert sorted(about for about, _ in doubts(stroke, missing_s)) == due


def test_of_two_balls_that_fell_the_one_watched_worse_says_by_how_much() -> None:
    fell = tuple(replace(FELL, at_us=at_us) for at_us in (3_000_000, 4_000_000))
    for first_s, then_s in ((0.4, 0.2), (0.2, 0.4)):
        missing = ((3 - first_s / 2, 3 + first_s / 2), (4 - then_s / 2, 4 + then_s / 2))
        ((_, margin),) = doubts(replace(MET, potted=fell), *missing)
        assert margin.startswith("0.4")
