"""The last balls on the table fall, and the camera looks on: its look does not end with the last ball that is seen."""

from dataclasses import replace

import numpy as np
import pytest
from made_ways import rolls, seen, still, then
from makers import Eye, look, play

from tracker.geometry.paths import POCKET
from tracker.incidents.propose.leaving import Watch
from tracker.incidents.search.strokes import strokes
from tracker.pipeline.live_window import begin
from tracker.pipeline.recorded import recorded
from tracker.store.kits import find_kit

KIT = find_kit()
START, PACE = (1200.0, 1784.5), (900.0, 0.0)
"""Straight at the middle pocket on the right."""
GOES_S = 0.66


@pytest.mark.parametrize(("looked_on_s", "fell"), [(2.5, ["middle-right"]), (0.0, [])])
def test_a_cue_ball_that_falls_with_nothing_left_on_the_table_was_potted(looked_on_s: float, fell: list[str]) -> None:
    white = seen(then(still(START, 1.0), rolls(START, PACE, GOES_S)), "white", 1, 25)
    gone = replace(white, end=POCKET)
    ((stroke, _),) = strokes([gone], KIT, Watch(until_us=int(gone.at_us[-1] + looked_on_s * 1e6)))
    assert [(pot.ball, pot.pocket) for pot in stroke.potted] == [("white", pocket) for pocket in fell]


def test_a_recording_tells_that_its_only_ball_fell() -> None:
    truth = play((("white", *START),), PACE[0], 0.0, lasts_s=5.0, kit=KIT)
    assert np.isnan(truth.places_mm[-1]).all(), "it falls"
    (told,) = [one for part in recorded(look(truth, Eye(rate=25)), begin(KIT, None)) for one in part.told]
    assert [(pot.ball, pot.pocket) for pot in told.likeliest.stroke.potted] == [("white", "middle-right")]
