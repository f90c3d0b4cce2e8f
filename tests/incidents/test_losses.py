"""A ball that was lost on its way, far from a pocket: the cloth about it and about where it went tells of it."""

from dataclasses import replace

import numpy as np
import pytest
from made_ways import Moved, rolls, seen, still, then

from tracker.geometry.cloth_shown import ClothShown, parts_of
from tracker.geometry.paths import POCKET, PRESENT
from tracker.geometry.sightings import Openness
from tracker.incidents.explain.asked import StrokeContext, asked
from tracker.incidents.explain.losses.missing import Missing, missing_of
from tracker.incidents.noise import noise
from tracker.incidents.propose.leaving import Watch
from tracker.incidents.propose.pots import loss_of
from tracker.incidents.search.strokes import readings
from tracker.incidents.segment.flights import flights_of
from tracker.store.kits import find_kit

KIT, CELL_MM, RATE = find_kit(), 25.0, 30.0
HOLE = next(pocket for pocket in KIT.pockets if pocket.name == "top-right")
PACE_MM_S, SEEN_S, LAY_S, UNTIL_S = 3000.0, 0.2, 0.5, 3.0
WAY = np.array((0.6, 0.8))
START = np.array(HOLE.fall) - 1500.0 * WAY


def lost(hidden: tuple[float, float] | None) -> Missing:
    """A red on its way into a pocket, lost 900 mm before it; then somebody stands over a place, 300 mm about."""
    path = seen(then(still(START, LAY_S), rolls(START, PACE_MM_S * WAY, SEEN_S)), rate=RATE)
    path = replace(path, end=POCKET)
    shown = []
    for at_s in np.arange(0.0, UNTIL_S, 1 / RATE):
        cloth = np.ones((round(KIT.length_mm / CELL_MM), round(KIT.width_mm / CELL_MM)), np.uint8)
        if hidden is not None and at_s > LAY_S + SEEN_S - 1 / RATE:
            rows, columns = (slice(max(int((at - 300) / CELL_MM), 0), int((at + 300) / CELL_MM)) for at in hidden[::-1])
            cloth[rows, columns] = 0
        shown.append((round(at_s * 1e6), parts_of(Openness(cell_mm=CELL_MM, cloth=cloth))))
    loss = loss_of(flights_of(path)[-1], round(UNTIL_S * 1e6), KIT, rest_us=0)
    assert loss is not None
    return missing_of(loss, [path], KIT, None, Watch(cloth=ClothShown.of(shown)))


def missed(told: Missing) -> int:
    return next(lead.missed for lead in told.leads if lead.pocket == HOLE.name)


@pytest.mark.parametrize("hidden", [None, (300.0, 300.0)], ids=["nobody stands there", "somebody at the other end"])
def test_what_was_in_view_speaks_against_a_ball_that_is_hidden(hidden: tuple[float, float] | None) -> None:
    told = lost(hidden)
    assert told.clear_s == pytest.approx(UNTIL_S - LAY_S - SEEN_S, abs=0.1)
    assert missed(told) == pytest.approx((900 - HOLE.radius_mm) / PACE_MM_S * RATE, abs=1.5)


@pytest.mark.parametrize("hidden", [tuple(HOLE.fall), tuple(START + 600.0 * WAY)], ids=["at the pocket", "there"])
def test_who_stands_where_it_went_or_was_lost_may_hide_it(hidden: tuple[float, float]) -> None:
    told = lost(hidden)
    assert told.clear_s == 0.0
    assert missed(told) == 0


@pytest.mark.parametrize(
    ("at", "lay_s", "rolls_on_s", "is_lost"),
    [((4.0, 35.0), 0.22, 0.0, True), ((4.0, 35.0), 0.8, 0.0, True), ((4.0, 35.0), 1.5, 0.0, False),
     ((400.0, 35.0), 0.22, 0.0, False), ((4.0, 35.0), 1.5, 2.5, True), ((37.0, 80.0), 1.5, 2.5, True),
     ((37.0, 80.0), 1.5, 1.0, True), ((37.0, 80.0), 1.5, 0.2, False), ((400.0, 35.0), 1.5, 2.5, False)],
    ids=["gone from a pocket's mouth at once", "gone from it before a hand can be there", "gone from it after a while",
         "gone from beside a cushion at once", "after a while, as another ball rolls",
         "from before the mouth, as another rolls", "just after that has stopped", "once that lay for a while",
         "from beside a cushion, as another rolls"],
)  # fmt: skip
def test_a_ball_that_seemed_to_lie_before_a_hole_and_is_gone_before_a_hand_could_take_it_may_have_fallen(
    at: tuple[float, float], lay_s: float, rolls_on_s: float, is_lost: bool
) -> None:
    """No cloth is open there that could show that it had gone."""
    speed = np.array([-300.0, -300.0])
    came = rolls(np.array(at) - 0.6 * speed, speed, 0.3)
    lies = then(came, Moved(np.linspace(came.places[-1], at, 600), np.zeros(2)), still(at, lay_s + 2.0))
    lost_s = 0.6 + lay_s
    red = seen(lies, unseen=((lost_s, 9.0),), noise_mm=0.2)
    assert red.end == PRESENT
    rolls_s = 0.6 + rolls_on_s
    blue_rolls = rolls(np.array([1500.0, 3000.0]), np.array([0.0, -600.0]), rolls_s)
    blue = seen(then(blue_rolls, still(blue_rolls.places[-1], lay_s + 3.2 - rolls_s)), "blue", 3, noise_mm=0.2)
    flights = [flight for path in (red, blue) for flight in flights_of(path)]
    room = StrokeContext(paths=(red, blue), kit=KIT, watch=Watch(until_us=int(red.at_us[-1])))
    gone = asked(None, flights, [], room, noise()).gone
    assert [one.path.ball for one in gone] == (["red"] if is_lost else [])


FROM, MET_AT = np.array((400.0, 2937.0)), np.array((1063.0, 620.0))
CORNER = next(pocket for pocket in KIT.pockets if pocket.name == "bottom-right")
LINE = np.array((-0.6414, -0.7672))
"""From the cue-ball's centre to the brown's as they touch: what is left of its speed leads into the corner."""


@pytest.mark.parametrize("left_s", [0.11, 0.04], ids=["two pictures after the touch", "one picture after it"])
def test_a_cue_ball_that_turned_at_a_ball_just_before_it_was_lost_went_on_from_there(left_s: float) -> None:
    """Three pictures show it on its way: one before the touch, so that all three together lead past the pocket."""
    struck = 7000.0 * (MET_AT - FROM) / np.hypot(*(MET_AT - FROM))
    given = 0.97 * float(struck @ LINE) * LINE
    took_s = float(np.hypot(*(MET_AT - FROM))) / 7000.0
    white = then(still(FROM, 1.0), rolls(FROM, struck, took_s), rolls(MET_AT, struck - given, left_s))
    brown_at = MET_AT + KIT.touching_mm * LINE
    brown = then(still(brown_at, 1.0 + took_s), rolls(brown_at, given, 0.2))
    brown = then(brown, still(brown.places[-1], 3.0))
    unseen = ((1.02, 1.27), (1.39, 1.43))
    cue = replace(seen(white, "white", 1, rate=RATE, noise_mm=1.5, unseen=unseen), end=POCKET)
    (told,) = readings([cue, seen(brown, "brown", 2, rate=RATE), seen(still((300, 300), 4.0), "red", 3, RATE)], KIT)
    stroke = told.likeliest.stroke
    assert [(pot.ball, pot.pocket) for pot in stroke.potted] == [("white", CORNER.name)]
    assert stroke.off_table == ()
