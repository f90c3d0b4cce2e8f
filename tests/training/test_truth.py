"""Strokes to measure by: the engine plays on the table that we draw, and its log agrees with where the balls went.

Needs pooltool, which `make truth` installs beside the project; without it these tests are left out.
"""

import numpy as np
import pytest

pytest.importorskip("pooltool")

from models.training.clips import aiming
from models.training.strokes import Played, Strike
from models.training.truth.engine import play
from models.training.truth.strata import STRATA, Stratum, find
from tracker.store.kits import find_kit

KIT = find_kit()


def straight(speed_mm_s: float = 1500.0) -> Played:
    """The white meets the red full; the red runs up the middle of the table."""
    return play(
        KIT, (("white", (889.0, 800.0)), ("red", (889.0, 1500.0))), Strike(angle=np.pi / 2, speed_mm_s=speed_mm_s)
    )


@pytest.mark.parametrize("follow", [-0.8, 0.0, 1.0])
def test_the_cue_ball_leaves_as_fast_as_it_was_told(follow: float) -> None:
    strike = Strike(angle=np.pi / 2, speed_mm_s=2000.0, follow=follow)
    played = play(KIT, (("white", (889.0, 800.0)),), strike)
    ways = np.linalg.norm(np.diff(played.places_mm[:3, 0], axis=0), axis=1)
    assert ways[0] / (played.times_s[1] - played.times_s[0]) == pytest.approx(2000.0, rel=0.01)


def test_balls_meet_when_their_centres_are_a_diameter_apart() -> None:
    played = straight()
    met = played.touches[0]
    apart = np.linalg.norm(np.subtract(*played.at(met.at_s)))
    assert met.balls == (0, 1)
    assert apart == pytest.approx(KIT.touching_mm, abs=0.01)


def test_a_ball_comes_off_the_face_that_is_drawn() -> None:
    bounce = next(b for b in straight(4000.0).bounces if b.ball == 1)
    y = straight(4000.0).at(bounce.at_s)[1, 1]
    assert bounce.cushion == "top"
    assert not bounce.is_jaw
    assert y == pytest.approx(KIT.length_mm - KIT.ball_radius_mm, abs=0.01)


def test_a_ball_falls_at_the_edge_of_the_hole() -> None:
    pocket = KIT.pockets[-1]
    red = np.array(pocket.fall) - 500 * np.sqrt(0.5)
    white = aiming.ghost(KIT, red, pocket.fall) - 300 * np.sqrt(0.5)
    balls = (("white", (float(white[0]), float(white[1]))), ("red", (float(red[0]), float(red[1]))))
    played = play(KIT, balls, Strike(angle=np.pi / 4, speed_mm_s=1500.0, follow=-0.5))
    (fell,) = played.pots
    assert (fell.ball, fell.pocket) == (1, pocket.name)
    assert np.linalg.norm(np.subtract(fell.at_mm, pocket.fall)) == pytest.approx(pocket.radius_mm, abs=0.1)
    assert np.isnan(played.places_mm[-1, 1, 0])


@pytest.mark.parametrize("stratum", STRATA, ids=lambda stratum: stratum.name)
def test_a_stroke_of_a_stratum_is_the_same_again_and_does_what_it_is_for(stratum: Stratum) -> None:
    (balls, _, played), (again, *_) = find(stratum, KIT, 0), find(stratum, KIT, 0)
    assert balls == again
    assert stratum.fits(KIT, played)
    assert played.lasts_s < stratum.longest_s
    apart = np.linalg.norm(played.places_mm[:, :, None] - played.places_mm[:, None], axis=3)
    apart[:, np.arange(len(balls)), np.arange(len(balls))] = np.inf
    assert np.nanmin(apart) > KIT.touching_mm - 0.1
