"""A ball that lay still and sets off was set going by the one ball beside it, though no way tells the touch."""

from collections.abc import Sequence

import numpy as np
import pytest
from made_ways import Moved, rolls, seen, still, then

from tracker.incidents.propose.touching.meeting import Meeting
from tracker.incidents.propose.touching.touches import set_off_beside
from tracker.incidents.search.strokes import touched
from tracker.incidents.segment.flights import Flight, flights_of
from tracker.incidents.segment.windows import windows_of
from tracker.store.kits import find_kit

KIT, SETS_OFF_S = find_kit(), 1.5
LAY = np.array((1200.0, KIT.length_mm - KIT.ball_radius_mm - 8.0))
"""By the top cushion: driven into that, it is back within a picture, and goes off as nothing foretells."""
RED = then(still(LAY, SETS_OFF_S), rolls(LAY, (-340.0, -820.0), 1.0))


def coming(gap_mm: float, towards_deg: float, until_s: float = 2.5) -> Moved:
    """A ball that is on its way from 1 s on, so far beside the red as that sets off."""
    way = np.array((np.cos(np.radians(towards_deg)), np.sin(np.radians(towards_deg))))
    there = LAY - way * (KIT.touching_mm + gap_mm)
    speed = 700.0 * np.array((-way[1], way[0]))
    begin = there - speed * (SETS_OFF_S - 1.0)
    return then(still(begin, 1.0), Moved(np.linspace(begin, there, 1000), speed), rolls(there, speed, until_s - 1.5))


LATER = then(still(LAY - (56.0, 0.0), 1.9), rolls(LAY - (56.0, 0.0), (0.0, -700.0), 1.0))


def flights(*others: Moved) -> list[Flight]:
    paths = [seen(RED, "red", 1), *(seen(other, "white", 2 + n) for n, other in enumerate(others))]
    return [flight for path in paths for flight in flights_of(path)]


@pytest.mark.parametrize(
    ("sentence", "others", "told"),
    [
        ("the ball beside it set it going", [coming(4.0, 60.0)], 1),
        ("from a hand's breadth away it did not", [coming(90.0, 60.0)], 0),
        ("of two beside it nobody knows which did", [coming(4.0, 60.0), coming(4.0, 150.0)], 0),
        ("what has not set off yet moves nothing", [LATER], 0),
    ],
)  # fmt: skip
def test_a_ball_was_set_going_by_the_ball_beside_it(sentence: str, others: Sequence[Moved], told: int) -> None:
    found = set_off_beside(flights(*others), [], KIT)
    assert [(m.mover.ball, m.met.ball) for m in found] == [("white", "red")] * told, sentence
    assert all(abs(m.at_us / 1e6 - SETS_OFF_S) < 0.03 for m in found)


def test_a_touch_that_is_told_is_not_told_again() -> None:
    going = flights(coming(4.0, 60.0))
    (found,) = set_off_beside(going, [], KIT)
    assert isinstance(found, Meeting)
    assert set_off_beside(going, [found], KIT) == []


def test_it_is_told_of_a_stroke_but_not_of_a_ball_of_which_nobody_saw_when_it_set_off() -> None:
    """Of two pictures one shows it at rest and the next on its way; or it was hidden for 0.4 s."""
    for unseen, told in (((), True), (((1.3, 1.7),), False)):
        paths = [seen(RED, "red", 1, unseen=unseen), seen(coming(4.0, 60.0), "white", 2)]
        alone = [flight for path in paths for flight in flights_of(path)]
        assert bool(set_off_beside(alone, [], KIT)) == told
    (window,) = windows_of(paths := [seen(RED, "red", 1), seen(coming(4.0, 60.0), "white", 2)], KIT)
    assert any({m.mover.ball, m.met.ball} == {"white", "red"} for m in touched(None, window, paths, KIT))
