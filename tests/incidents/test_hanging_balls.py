"""A ball lost between the jaws hangs there yet, or fell: the mouth of the pocket tells, unless others lay about it."""

from dataclasses import replace
from math import pi

import numpy as np
import pytest
from made_ways import Moved, rolls, seen, still, then

from tracker.geometry.mouths import MouthsLook, MouthsShown, mouth_points, spacing_mm
from tracker.geometry.paths import POCKET, Path
from tracker.incidents.explain.losses.fates import fates
from tracker.incidents.explain.losses.missing import missing_of
from tracker.incidents.explain.losses.mouths import changed_balls, changed_worth, mouth_odds
from tracker.incidents.noise import noise
from tracker.incidents.propose.leaving import Watch
from tracker.incidents.propose.pots import Loss, loss_of
from tracker.incidents.segment.flights import flights_of
from tracker.store.kits import find_kit

KIT, RATE = find_kit(), 30.0
NUMBER, HOLE = next((n, pocket) for n, pocket in enumerate(KIT.pockets) if pocket.name == "top-right")
FALL = np.array(HOLE.fall)
LAY_S, ROLLED_S, UNTIL_S, PACE_MM_S = 1.5, 0.7, 5.0, 350.0
WAY = np.array((-1.0, -1.0)) / np.sqrt(2.0)
LOST_MM = HOLE.radius_mm + 25.0
START = FALL + (LOST_MM + PACE_MM_S * ROLLED_S) * WAY


def lost(start: np.ndarray = START, rolled_s: float = ROLLED_S) -> tuple[Path, Loss]:
    """A red that rolls slowly into the jaws, where it is seen no more."""
    path = replace(seen(then(still(start, LAY_S), rolls(start, -PACE_MM_S * WAY, rolled_s)), rate=RATE), end=POCKET)
    loss = loss_of(flights_of(path)[-1], round(UNTIL_S * 1e6), KIT, rest_us=0)
    assert loss is not None
    return path, loss


def shown(balls: float) -> MouthsShown:
    """What the mouths look like: once the ball is lost, so many balls of that pocket's are of another colour."""
    points = mouth_points(KIT)
    away = np.hypot(*(points[NUMBER] - FALL).T)
    looks = []
    for at_s in np.arange(0.0, UNTIL_S, 0.15):
        colours = np.where(np.isnan(points[:, :, :1]), np.nan, np.full((*points.shape[:2], 3), 90.0)).astype(np.float32)
        if at_s > LAY_S + ROLLED_S:
            colours[
                NUMBER, away < np.sort(away)[round(balls * pi * KIT.ball_radius_mm**2 / spacing_mm(KIT) ** 2)], 2
            ] = 200.0
        looks.append(MouthsLook(at_us=round(at_s * 1e6), colours=colours))
    return MouthsShown.of(looks)


def sure_it_fell(mouths_shown: MouthsShown | None) -> float:
    path, loss = lost()
    one = missing_of(loss, [path], KIT, None, Watch(mouths=mouths_shown))
    return next(fate.sure for fate in fates(one, noise().falls) if fate.what == HOLE.name)


def test_the_mouth_tells_a_ball_that_hangs_there_from_one_that_fell() -> None:
    hangs, fell, nobody_knows = (sure_it_fell(one) for one in (shown(1.5), shown(0.0), None))
    assert hangs < 0.5 < nobody_knows < fell


def test_by_how_much_it_changed_is_told_in_balls() -> None:
    path, loss = lost()
    assert changed_balls(loss, NUMBER, [path], KIT, shown(1.5)) == pytest.approx(1.5, abs=0.5)
    assert changed_balls(loss, NUMBER, [path], KIT, shown(0.0)) == 0.0


LAY_ABOUT = {
    "there before": (0.0, 1.0, (-150.0, -60.0), False),
    "there since": (3.5, 5.0, (-150.0, -60.0), False),
    "there, and lost as well": (2.0, 2.4, (-60.0, -60.0), False),
    "far off all along": (0.0, 5.0, (-700.0, -500.0), True),
    "passing by meanwhile": (1.6, 5.0, None, True),
    "passing by since": (3.5, 5.0, None, False),
}


@pytest.mark.parametrize("where", LAY_ABOUT)
def test_where_another_ball_lay_about_it_nobody_knows_what_changed_it(where: str) -> None:
    from_s, until_s, at, tells = LAY_ABOUT[where]
    path, loss = lost()
    other = cut(seen(passes(from_s) if at is None else still(FALL + at, until_s), rate=RATE), from_s)
    other = replace(other, track=path.track + 1)
    assert (changed_balls(loss, NUMBER, [path, other], KIT, shown(1.5)) is not None) == tells


def test_a_ball_that_lay_about_the_hole_itself_is_gone_from_there_whatever_became_of_it() -> None:
    path, loss = lost(FALL + (LOST_MM + 150.0) * WAY, 0.4)
    assert changed_balls(loss, NUMBER, [path], KIT, shown(1.5)) is None


def passes(from_s: float) -> Moved:
    """Return a ball that comes by while the other is on its way, and lies far off before and after."""
    there, way = FALL - (900.0, 160.0), np.array((2500.0, 0.0))
    return then(
        still(there, from_s), rolls(there, way, 0.3), rolls(there + 0.3 * way, -way, 0.3), still(there, 5.0 - from_s)
    )


def cut(path: Path, from_s: float) -> Path:
    """Return a way without what was seen before a moment."""
    kept = path.at_s >= from_s
    raw_mm = np.where(kept[:, None], path.raw_mm, np.nan)
    return replace(path, raw_mm=raw_mm, seen=path.seen & kept)


def test_the_parameters_that_are_shipped_say_so() -> None:
    by = mouth_odds()
    assert changed_worth(0.1, by) < 0.0 < changed_worth(1.5, by)
    assert changed_worth(None, by) == 0.0
