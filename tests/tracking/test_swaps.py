"""No ball changes its colour: another ball that was taken for a lost one is told from it afterwards."""

from dataclasses import replace

import numpy as np
import pytest
from makers import STEP_S, Eye, Truth, look, play

from tracker.domain.ball import SNOOKER
from tracker.domain.plane import Point
from tracker.geometry.paths import TrackPoint
from tracker.geometry.sightings import Sightings
from tracker.tracking.follow import follow, start
from tracker.tracking.mend import mend
from tracker.tracking.swaps import another_from

LOST = None
LIVES = {
    "a black all along": ([("black", 0.9)] * 40, None),
    "a black that is hidden and comes back": ([("black", 0.9)] * 40 + [LOST] * 10 + [("black", 0.9)] * 40, None),
    "a black that is lost, then a red": ([("black", 0.9)] * 40 + [LOST] * 5 + [("red", 0.9)] * 40, 45),
    "a black, one look at who knows what, then a red":
        ([("black", 0.9)] * 40 + [LOST] * 5 + [("white", 0.3)] + [LOST] * 5 + [("red", 0.9)] * 40, 45),
    "a brown that looks like a red where it is dark": ([("brown", 0.8)] * 40 + [LOST] * 5 + [("red", 0.5)] * 40, None),
    "a black that looked like a red for a moment": ([("black", 0.9)] * 40 + [LOST] * 5 + [("red", 0.6)] * 2, None),
    "a black that turned red before our eyes": ([("black", 0.9)] * 40 + [("red", 0.9)] * 40, None),
}  # fmt: skip


@pytest.mark.parametrize("sentence", LIVES)
def test_a_life_is_cut_where_another_ball_begins(sentence):
    looks, cut = LIVES[sentence]
    assert another_from([point(n, look) for n, look in enumerate(looks)]) == cut


def point(n: int, seen: tuple[str, float] | None) -> TrackPoint:
    look = None if seen is None else tuple(np.log(shares(*seen)).tolist())
    return TrackPoint(
        picture=n, at_us=n * 33_333, track=1, ball="black", at=Point(900, 900), sd_mm=1, u_px=0, v_px=0, r_px=9,
        seen=seen is not None, sure=0.9, look=look, look_weight=1.0 if seen else 0.0,
    )  # fmt: skip


def shares(ball: str, share: float) -> np.ndarray:
    """Return odds with `share` for a ball; what a brown lacks a red has, and the other way round."""
    odds = np.full(8, (1 - share) / 20)
    odds[SNOOKER.index({"brown": "red", "red": "brown"}.get(ball, ball))] += (1 - share) / 2
    odds[SNOOKER.index(ball)] = share
    return odds / odds.sum()


def test_a_black_that_left_unseen_does_not_live_on_in_the_red_that_rolls_past_its_place():
    table = play((("white", 300, 600), ("black", 889, 3000), ("red", 889, 2500)), 0, 0, lasts_s=4.0)
    at_s = np.arange(len(table.places_mm)) * STEP_S
    places = table.places_mm.copy()
    places[at_s > 1.2, table.balls.index("black")] = np.nan
    places[at_s < 1.35, table.balls.index("red")] = np.nan
    places[:, table.balls.index("red"), 1] = 2950 - 250 * (at_s - 1.35)
    state, pictures = start(table.kit), []
    for sightings in look(Truth(table.kit, table.balls, places, (), 0.5), Eye(confusion=0.0)):
        state = follow(state, dim(sightings) if 1.3 < sightings.at_us / 1e6 < 1.45 else sightings)
        pictures.append(state.points)
    paths = {p.ball: p for p in mend(pictures, state)}
    assert set(paths) == {"white", "black", "red"}
    assert abs(paths["black"].at_us[paths["black"].last_seen] / 1e6 - 1.2) < 0.05
    assert paths["black"].end == "vanished"


def dim(sightings: Sightings) -> Sightings:
    """Return the sightings with a ball near the black spot that may be of any colour, as a blurred one is."""
    near = np.hypot(*(sightings.places_mm - (889, 2950)).T) < 200
    return replace(sightings, colour_odds=np.where(near[:, None], 1 / 8, sightings.colour_odds))
