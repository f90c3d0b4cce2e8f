"""Where the cue-ball turned at a ball that nobody saw: in the open, in the jaws, or one that then came into view."""

from dataclasses import fields, replace
from typing import Any

import numpy as np
import pytest
from made_ways import Moved, rolls, seen, still, then

from tracker.geometry.paths import POCKET, Path
from tracker.incidents.explain.stages import Stage, stages, weighed_firsts
from tracker.incidents.noise import Firsts, noise
from tracker.incidents.propose.leaving import Watch
from tracker.incidents.propose.unseen_balls import deflections
from tracker.incidents.search.strokes import readings
from tracker.incidents.segment.flights import Flight, flights_of
from tracker.store.kits import find_kit

Pair = tuple[float, float]

KIT = find_kit()
START = (500.0, 900.0)
MET_S, LASTS_S = 1.8, 4.0


def struck(after: Pair, way: Pair = (900.0, 0.0), start: Pair = START) -> Moved:
    """The cue-ball, struck after a second, goes on otherwise from `MET_S` on."""
    came = rolls(start, way, MET_S - 1.0)
    return then(still(start, 1.0), came, rolls(came.places[-1], after, LASTS_S - MET_S))


def others(*but: str) -> list[Path]:
    """One ball of each kind but some, all reds, far from where the cue-ball goes."""
    kinds = [k for k, n in KIT.pieces.items() for _ in range(n) if k != "white" and k not in but]
    return [seen(still((300.0 + 60 * n, 3000.0), LASTS_S), kind, 10 + n) for n, kind in enumerate(kinds)]


def cue_of(moved: Moved) -> Flight:
    return flights_of(seen(moved, "white", 1))[0]


def emerging(after: Pair, from_s: float) -> Path:
    """A yellow that was met at `MET_S` and comes into view a little later, on its way."""
    at = struck((0.0, 0.0)).at(np.array([MET_S]))[0] + np.array([KIT.touching_mm, 0.0])
    moved = then(still(at, MET_S), rolls(at, after, LASTS_S - MET_S))
    whole = seen(moved, "yellow", 2)
    first = int(np.searchsorted(whole.at_s, from_s))
    arrays = ((f.name, getattr(whole, f.name)) for f in fields(whole))
    later: dict[str, Any] = {name: a[first:] for name, a in arrays if isinstance(a, np.ndarray)}
    return replace(whole, **later)


def test_where_it_turned_in_the_open_it_met_a_ball_of_a_kind_that_is_not_known_to_lie_elsewhere() -> None:
    cue = cue_of(struck((300.0, 500.0)))
    (one,) = deflections(cue, [cue.path, *others("brown")], KIT, 0)
    assert one.kinds == ("brown",)
    assert one.at_us / 1e6 == pytest.approx(MET_S, abs=0.02)
    assert not one.in_jaws


def test_a_ball_that_comes_into_view_from_there_is_the_one_that_was_met() -> None:
    cue = cue_of(struck((200.0, 500.0)))
    met = emerging((500.0, -400.0), MET_S + 0.15)
    (one,) = deflections(cue, [cue.path, met, *others("yellow", "brown")], KIT, 0)
    assert one.tracks == (met.track,)
    first, *_ = weighed_firsts(
        stages(cue, [cue], [cue.path, met, *others("yellow")], KIT, noise().firsts), noise().firsts
    )
    assert first.hit == ("yellow",)


@pytest.mark.parametrize(
    ("sentence", "moved", "beside"),
    [
        ("it slid, and rolls now", struck((700.0, 0.0)), ()),
        ("it went on faster, which no ball that lies still makes it", struck((900.0, 900.0)), ()),
        ("it came off a cushion", struck((-500.0, 100.0), (1500.0, 100.0), (600.0, 900.0)), ()),
        ("a ball lay there that is known", struck((300.0, 500.0)), ((1245.0, 900.0),)),
    ],
)  # fmt: skip
def test_no_unseen_ball_is_thought_of_where_what_is_known_explains_it(
    sentence: str, moved: Moved, beside: tuple[Pair, ...]
) -> None:
    cue = cue_of(moved)
    near = [seen(still(at, LASTS_S), "red", 90 + n) for n, at in enumerate(beside)]
    assert deflections(cue, [cue.path, *near, *others("brown")], KIT, 0) == (), sentence


JAW, INTO = (60.0, 120.0), (-600.0, -1100.0)
"""Before the bottom left pocket, and the way there from the middle of the table."""


@pytest.mark.parametrize(("kept", "was_met"), [(0.8, False), (0.3, True)])
def test_a_jaw_leaves_the_cue_ball_most_of_its_speed_and_a_ball_in_it_takes_more(kept: float, was_met: bool) -> None:
    came = rolls((0.0, 0.0), INTO, MET_S - 1.0)
    start = tuple(np.array(JAW) - came.places[-1])
    back = tuple((-kept * came.speed).tolist())
    cue = cue_of(struck(back, INTO, start))
    found = [one for one in deflections(cue, [cue.path, *others("red")], KIT, 0) if abs(one.at_us / 1e6 - MET_S) < 0.1]
    assert [(one.kinds, one.in_jaws) for one in found] == ([(("red",), True)] if was_met else [])


def test_the_longer_the_table_is_watched_the_less_is_thought_of_a_ball_that_was_never_seen() -> None:
    cue = cue_of(struck((300.0, 500.0)))
    by = noise().firsts
    soon, late = (
        odds_of_unseen(stages(cue, [cue], [cue.path, *others("brown")], KIT, by, in_view_us), by)
        for in_view_us in (0, -30_000_000)
    )
    assert soon > 5 * late > 0


def test_it_is_the_time_since_the_table_came_into_view_that_counts_in_what_is_told() -> None:
    ways = [seen(struck((300.0, 500.0)), "white", 1), *others("brown")]
    soon, late = (
        readings(ways, KIT, Watch(in_view_us=in_view_us))[0].likeliest.stroke for in_view_us in (0, -300_000_000)
    )
    assert soon.first_hit == late.first_hit == ()
    assert 1 - soon.first_hit_sure > 2 * (1 - late.first_hit_sure)


def odds_of_unseen(found: tuple[Stage, ...], by: Firsts) -> float:
    return sum(one.odds for one in weighed_firsts(found, by) if one.hit == ("brown",))


def test_where_all_balls_are_known_to_lie_elsewhere_none_was_met_unseen() -> None:
    cue = cue_of(struck((300.0, 500.0)))
    by = noise().firsts
    first, *rest = weighed_firsts(stages(cue, [cue], [cue.path, *others()], KIT, by), by)
    assert first.hit == ()
    assert not rest


def test_a_cue_ball_that_has_gone_meets_nothing_any_more() -> None:
    way = then(still((600.0, 889.0), 1.0), rolls((600.0, 889.0), (-1000.0, -1480.0), 0.55))
    cue = flights_of(replace(seen(way, "white", 1, noise_mm=0.3), end=POCKET))[0]
    red = seen(still((900.0, 900.0), 4.0), "red", 2, noise_mm=0.3)  # a ball that came back out would meet it
    (stage,) = stages(cue, [cue], [cue.path, red], KIT, noise().firsts)
    assert [one.odds for one in stage.near] in ([], [0.0])
