"""A half hidden ball seems to shift before it is gone: its way tells where it went, or what met it where it lay.

Of a ball that rolls behind somebody an edge is seen last, which stays behind the ball.
"""

from dataclasses import replace

import numpy as np
import pytest
from made_ways import Moved, rolls, seen, slides, still, then

from tracker.domain.table.plane import Point
from tracker.geometry.paths import VANISHED, Path
from tracker.incidents.explain.asked import with_way
from tracker.incidents.explain.losses.missing import missing_of
from tracker.incidents.noise import noise
from tracker.incidents.propose.leaving import Watch
from tracker.incidents.propose.pots import loss_of
from tracker.incidents.propose.touching.meeting import Meeting
from tracker.incidents.propose.touching.touches import collisions
from tracker.incidents.segment.flights import flights_of
from tracker.store.kits import find_kit

KIT = find_kit()
LAY = np.array((420.0, 1784.5))
"""Before the middle pocket of the left side."""
POCKET = "middle-left"
TOUCHING = LAY + np.array((KIT.touching_mm, 0.0))
"""Where the cue-ball is as it meets it full, from the right."""
HIT_S, UNTIL_US = 1.0, 3_000_000
SHIFTS_MM = (8.0, 16.0, 16.0)
"""By how much a ball at rest seems to lie farther off as somebody comes before it, in three pictures."""


def red(shift: tuple[float, float]) -> Path:
    """The red, at rest for a second, then seen to shift that way, and then no more."""
    path = seen(still(LAY, HIT_S))
    places = path.raw_mm.copy()
    places[-3:] += np.outer(SHIFTS_MM, shift)
    return replace(path, raw_mm=places, end=VANISHED)


def white() -> Path:
    """The cue-ball, which comes from the right, meets the red full and stops there."""
    comes = rolls((LAY[0] + KIT.touching_mm + 1500.0 * HIT_S, LAY[1]), (-1550.0, 0.0), HIT_S)
    off = comes.places[-1] - TOUCHING
    return seen(then(Moved(comes.places - off, comes.speed), still(TOUCHING)), "white", track=2)


def leads(shift: tuple[float, float]) -> str:
    """Into which pocket, or to which at the nearest, the red was sent."""
    (gone,), came = flights_of(red(shift)), flights_of(white())[0]
    at = Point(*TOUCHING.tolist())
    meeting = Meeting(mover=came, met=gone, at_us=round(HIT_S * 1e6), at=at, misfit=0.3, sd_us=2000)
    loss = loss_of(gone, UNTIL_US, KIT, rest_us=0)
    assert loss is not None
    told = missing_of(with_way(loss, [meeting], noise()), [gone.path, came.path], KIT, None, Watch())
    return min(told.leads, key=lambda lead: lead.beside_mm).pocket


@pytest.mark.parametrize(
    "shift", [(1.0, 0.0), (0.0, 1.0), (0.0, -1.0), (-1.0, 0.0)], ids=["right", "up", "down", "left"]
)
def test_a_ball_goes_where_what_met_it_sent_it_however_it_seemed_to_shift(shift: tuple[float, float]) -> None:
    assert leads(shift) == POCKET


FAST_MM_S, RATE = 4500.0, 25.0
"""A stroke that nobody sees the ball of: within three pictures it is in the pocket."""


def struck_hard(aside_deg: float) -> tuple[Path, Path]:
    """The white at the black so that it goes to a corner, off the line of their centres by an angle; the black is gone.

    The white was seen to come, and to leave from where they touched.
    """
    lay, fall = np.array((862.0, 3077.0)), np.array(KIT.pockets[-1].fall)
    line = (fall - lay) / np.hypot(*(fall - lay))
    turn = np.deg2rad(aside_deg)
    way = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]]) @ line
    touching = lay - KIT.touching_mm * line
    comes = rolls(touching - 0.09 * FAST_MM_S * way, FAST_MM_S * way, 0.09)
    begins = touching - (comes.places[-1] - comes.places[0])
    comes = rolls(begins, FAST_MM_S * way, 0.09)
    off = slides(comes.places[-1], comes.speed - 0.975 * (comes.speed @ line) * line, comes.speed, 1.0)
    cue_ball = seen(then(still(begins, HIT_S), comes, off), "white", track=2, rate=RATE)
    return cue_ball, replace(seen(still(lay, HIT_S + 0.09), "black", rate=RATE), end=VANISHED)


@pytest.mark.parametrize("aside_deg", [-40.0, -20.0, 20.0, 40.0])
def test_a_ball_gone_too_fast_to_be_seen_went_where_the_knock_of_the_cue_ball_tells(aside_deg: float) -> None:
    cue_ball, black = struck_hard(aside_deg)
    flights = [*flights_of(cue_ball), *flights_of(black)]
    loss = loss_of(flights[-1], UNTIL_US, KIT, rest_us=0)
    met = [m for m in collisions(flights, [cue_ball, black], KIT) if m.met == flights[-1]]
    assert loss is not None
    assert met
    for one in met:
        assert np.hypot(*(loss.place - np.array(one.at))) == pytest.approx(KIT.touching_mm, rel=0.1)
    told = missing_of(with_way(loss, met, noise()), [cue_ball, black], KIT, None, Watch())
    assert min(told.leads, key=lambda lead: lead.beside_mm).pocket == KIT.pockets[-1].name


ON_ITS_WAY = np.array(KIT.pockets[-1].fall) - np.array((500.0, 200.0))
"""From there a ball rolls to the right pocket of the Top end."""
STAYS_BEHIND_MM = (20.0, 45.0)


def rolling_behind(sures: tuple[float, float]) -> Path:
    """A black that rolls towards a pocket, and of whose last two sightings, so sure, each falls farther behind."""
    way = np.array((5.0, 2.0)) / np.hypot(5.0, 2.0)
    path = seen(then(still(ON_ITS_WAY - 300 * way, 0.5), rolls(ON_ITS_WAY - 300 * way, 700 * way, 0.6)), "black")
    places, sure = path.raw_mm.copy(), np.full(len(path), 0.995)
    places[-2:] -= np.outer(STAYS_BEHIND_MM, way)
    sure[-2:] = sures
    return replace(path, raw_mm=places, sures=sure, end=VANISHED)


@pytest.mark.parametrize(("sures", "leads_there"), [((0.9, 0.7), True), ((0.995, 0.995), False)])
def test_of_a_ball_that_rolls_behind_somebody_the_edge_seen_last_tells_no_way(
    sures: tuple[float, float], leads_there: bool
) -> None:
    (gone,) = flights_of(rolling_behind(sures))
    loss = loss_of(gone, UNTIL_US, KIT, rest_us=0)
    assert loss is not None
    to_pocket = np.array(KIT.pockets[-1].fall) - loss.place
    straight = float(to_pocket @ loss.speed) / float(np.hypot(*to_pocket) * np.hypot(*loss.speed))
    assert (straight > 0.95) == leads_there


def test_a_ball_that_is_less_surely_seen_after_a_touch_went_where_it_is_seen_to_go() -> None:
    """It is followed with less trust once it left the way foretold; half a second of a new way is no edge of a ball."""
    to_pocket = np.array((-350.0, 420.0))
    way = to_pocket / np.hypot(*to_pocket)
    lay = np.array(KIT.pockets[-1].fall) - to_pocket - np.array((400.0, 500.0))
    came = then(still(lay, 0.5), rolls(lay, (800.0, 1000.0), 0.5))
    moved = then(came, rolls(came.places[-1], 1000 * way, 0.5))
    path = seen(moved, "white", noise_mm=0.3)
    turned_s = 1.0
    path = replace(path, sures=np.where(path.at_s > turned_s, 0.93, 0.997), end=VANISHED)
    (gone,) = flights_of(path)
    loss = loss_of(gone, UNTIL_US, KIT, rest_us=0)
    assert loss is not None
    assert loss.lost_us == path.at_us[-1]
    assert float(way @ loss.speed) == pytest.approx(float(np.hypot(*loss.speed)), rel=0.01)
