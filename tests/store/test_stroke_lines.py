"""Strokes as lines of `strokes.jsonl`: what other programs read of them."""

import pytest

from tracker.domain.law.call import Suggestion
from tracker.domain.strokes.stroke import Standing, Stroke
from tracker.domain.table.plane import Point
from tracker.store.strokes import stroke_record


@pytest.mark.parametrize(
    ("sure", "written"), [(1.0, 1.0), (0.9997, 0.999), (0.9874, 0.987), (0.0002, 0.001), (0.0, 0.0)]
)
def test_what_is_not_certain_is_not_written_as_if_it_were(sure: float, written: float) -> None:
    stroke = Stroke(number=1, began_us=0, ended_us=1, cue_ball="white", origin=Point(0.0, 0.0), first_hit_sure=sure)
    call = Suggestion(say="NO SCORE", value=0, cite="2.5(a)", why="", sure=sure, ask=False)
    record = stroke_record(stroke, Standing(at_us=1, places=()), [call])
    assert record["first_hit_sure"] == written
    assert record["calls"][0]["sure"] == written
