"""No ball changes its colour: another ball that was taken for a lost one is told from it afterwards."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from makers import STEP_S, Eye, Truth, look, play

from tracker.domain.table.ball import SNOOKER
from tracker.domain.table.plane import Point
from tracker.geometry.paths import TrackPoint
from tracker.geometry.sightings import Sightings
from tracker.tracking.follow import follow, start
from tracker.tracking.stitch import stitch
from tracker.tracking.swaps import Trajectory, another_from, exchanged

LOST = None
LIVES: dict[str, tuple[Sequence[tuple[str, float] | None], int | None]] = {
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
def test_a_life_is_cut_where_another_ball_begins(sentence: str) -> None:
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
    return np.asarray(odds / odds.sum())


def test_a_black_that_left_unseen_does_not_live_on_in_the_red_that_rolls_past_its_place() -> None:
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
    paths = {p.ball: p for p in stitch(pictures, state)}
    assert set(paths) == {"white", "black", "red"}
    assert abs(paths["black"].at_us[paths["black"].last_seen] / 1e6 - 1.2) < 0.05
    assert paths["black"].end == "vanished"


def dim(sightings: Sightings) -> Sightings:
    """Return the sightings with a ball near the black spot that may be of any colour, as a blurred one is."""
    near = np.hypot(*(sightings.places_mm - (889, 2950)).T) < 200
    return replace(sightings, colour_odds=np.where(near[:, None], 1 / 8, sightings.colour_odds))


TOUCHING_MM, FULL_BALL_MM = 52.5, 960.0
"""The cue-ball comes up the table, and meets a ball full in the face from this place."""


def rolling(n: int, y_mm: float, ball: str, share: float = 0.9, x_mm: float = 900) -> TrackPoint:
    seen = point(n, (ball, share))
    assert seen.look is not None
    look = tuple(0.25 * told for told in seen.look)  # a ball may be blurred while it moves
    return replace(seen, at=Point(x_mm, y_mm), moving=True, look=look, look_weight=0.25)


def hit_full(struck: str, then: tuple[str, str], pictures: int = 60) -> dict[int, Trajectory]:
    """Return the ways of the cue-ball and of the ball that it met, as following had them.

    `then`: what the ball looks like that follows the cue-ball's track after they met, and what the other one.
    """
    came = [rolling(n, FULL_BALL_MM - 30 * (20 - n), "white") for n in range(21)]
    lay = [rolling(n, FULL_BALL_MM + TOUCHING_MM, struck) for n in range(21)]
    on = [rolling(21 + n, FULL_BALL_MM + TOUCHING_MM + 28 * n, then[0]) for n in range(3)]
    stays = [rolling(21 + n, FULL_BALL_MM - n / 10, then[1]) for n in range(pictures)]
    return {1: Trajectory(points=(*came, *on), end="pocket"), 2: Trajectory(points=(*lay, *stays), end="")}


FACES = {
    "a black, and following took each for the other": ("black", ("black", "white"), True),
    "a red, likewise": ("red", ("red", "white"), True),
    "a black, and following knew them": ("black", ("white", "black"), False),
    "a pink that looks like a white now and then": ("pink", ("white", "pink"), False),
}  # fmt: skip


@pytest.mark.parametrize("sentence", FACES)
def test_balls_that_met_full_in_the_face_keep_their_own_ways(sentence: str) -> None:
    struck, then, were_exchanged = FACES[sentence]
    ways = hit_full(struck, then)
    told = exchanged(ways, TOUCHING_MM)
    if not were_exchanged:
        assert told == ways
        return
    assert told[1].end == ""
    assert told[2].end == "pocket"
    assert [p.picture for p in told[2].points] == list(range(24))
    assert {told[1].points[n].look for n in range(81)} == {ways[1].points[0].look}


def test_balls_that_were_never_near_each_other_are_not_exchanged() -> None:
    ways = hit_full("black", ("black", "white"))
    far = tuple(replace(p, at=Point(p.at.x_mm + 500, p.at.y_mm)) for p in ways[2].points)
    apart = {1: ways[1], 2: Trajectory(points=far, end="")}
    assert exchanged(apart, TOUCHING_MM) == apart


def test_a_glance_at_another_colour_exchanges_nobody() -> None:
    ways = hit_full("black", ("black", "white"), pictures=1)
    assert exchanged(ways, TOUCHING_MM) == ways
