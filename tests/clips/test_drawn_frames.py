"""The beginnings of whole drawn frames are told and scored as they were, nobody answering (`bench.frames` has more).

Their seeds are for tuning on, so this holds what was reached, and measures nothing.
"""

from pathlib import Path

import pytest

from bench.frames import Shot, drawn, tracked

SHOTS = (
    Shot(rules="snooker-2024", seed=415, view="top", reds=4, strokes=3),
    Shot(rules="six-reds-2024", seed=407, view="overhead", reds=4, strokes=3),
    Shot(rules="snooker-2022", seed=406, view="baulk", reds=6, strokes=3),
)
"""Behind the Top cushion; from above; and from behind Baulk, with a red sleeve over the table."""


@pytest.mark.slow
@pytest.mark.parametrize("shot", SHOTS, ids=lambda shot: shot.name)
def test_the_first_strokes_of_a_frame_are_told_and_scored_as_they_were(shot: Shot, tmp_path: Path) -> None:
    told = tracked(shot, drawn(shot, tmp_path), tmp_path)
    assert told.wrong == ()
    assert (told.found, told.extra, told.points) == (told.strokes, 0, told.strokes)
    assert told.is_right
