"""Which balls the cue-ball met, as reports and questions name them."""

from dataclasses import replace

import pytest
from doubtful import stroke

from tracker.domain.strokes.incidents import met_by_cue_ball
from tracker.domain.strokes.stroke import Touch
from tracker.domain.table.plane import Point


@pytest.mark.parametrize(
    ("sentence", "touches", "met"),
    [
        ("none where nothing was touched", [], ()),
        ("in the order in which they were met", [(30, "white", "blue"), (10, "white", "red")], ("red", "blue")),
        ("each once", [(10, "white", "red"), (20, "white", "blue"), (30, "white", "red")], ("red", "blue")),
        ("not what another ball met", [(10, "white", "red"), (20, "red", "pink")], ("red",)),
    ],
)
def test_the_balls_that_the_cue_ball_met(
    sentence: str, touches: list[tuple[int, str, str]], met: tuple[str, ...]
) -> None:
    told = tuple(Touch(at_us=at, balls=(one, other), at=Point(900, 1800), sure=1.0) for at, one, other in touches)
    assert met_by_cue_ball(replace(stroke(1, "red"), touches=told)) == met, sentence
