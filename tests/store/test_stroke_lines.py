"""Strokes as lines of `strokes.jsonl`: what other programs read of them."""

import pytest

from tracker.domain.law.call import Suggestion
from tracker.domain.strokes.stroke import Bounce, Standing, Stroke
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


PROMISED = (
    "schema", "stroke", "began_s", "ended_s", "cue_ball", "from_mm", "in_hand", "touches", "first_hit",
    "first_hit_sure", "cushions", "potted", "off_table", "jumped", "rest", "touching", "moved_between", "doubts",
    "calls",
)  # fmt: skip


def test_a_line_has_every_field_that_is_promised_with_what_happened() -> None:
    stroke = Stroke(
        number=1, began_us=0, ended_us=1, cue_ball="white", origin=Point(1, 1), off_table=("red",), jumped=("blue",),
        moved_between=("pink",),
    )  # fmt: skip
    record = stroke_record(stroke, Standing(at_us=1, places=()), [])
    assert set(PROMISED) <= record.keys()
    assert (record["off_table"], record["jumped"], record["moved_between"]) == (["red"], ["blue"], ["pink"])


def test_a_cushion_says_where_it_was_met_if_that_is_known() -> None:
    met = Bounce(at_us=1_500_000, ball="white", cushion="top", sure=0.97, at=Point(912.34, 3542.75))
    stroke = Stroke(
        number=1, began_us=0, ended_us=1, cue_ball="white", origin=Point(1, 1),
        cushions=(met, Bounce(at_us=1_700_000, ball="white", cushion="left", sure=0.9)),
    )  # fmt: skip
    told, untold = stroke_record(stroke, Standing(at_us=1, places=()), [])["cushions"]
    assert told == {"t_s": 1.5, "ball": "white", "cushion": "top", "sure": 0.97, "at_mm": [912.3, 3542.8]}
    assert "at_mm" not in untold
