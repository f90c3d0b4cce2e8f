"""Where the cue-ball turned at a ball that nobody saw: in the open, in the jaws, or one that then came into view."""

from dataclasses import fields, replace
from typing import Any

import numpy as np
import pytest
from made_ways import Moved, rolls, seen, still, then

from tracker.geometry.paths import Path
from tracker.incidents.explain.stages import stages, weighed
from tracker.incidents.noise import noise
from tracker.incidents.propose.unseen_balls import turns
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
    (turn,) = turns(cue, [cue.path, *others("brown")], KIT)
    assert turn.kinds == ("brown",)
    assert turn.at_us / 1e6 == pytest.approx(MET_S, abs=0.02)
    assert not turn.in_jaws


def test_a_ball_that_comes_into_view_from_there_is_the_one_that_was_met() -> None:
    cue = cue_of(struck((200.0, 500.0)))
    met = emerging((500.0, -400.0), MET_S + 0.15)
    (turn,) = turns(cue, [cue.path, met, *others("yellow", "brown")], KIT)
    assert turn.tracks == (met.track,)
    first, *_ = weighed(stages(cue, [cue], [cue.path, met, *others("yellow")], KIT, noise().firsts), noise().firsts)
    assert first.hit == ("yellow",)


@pytest.mark.parametrize(
    ("sentence", "moved", "beside"),
    [
        ("it slid, and rolls now", struck((700.0, 0.0)), ()),
        ("it came off a cushion", struck((-500.0, 100.0), (1500.0, 100.0), (600.0, 900.0)), ()),
        ("a ball lay there that is known", struck((300.0, 500.0)), ((1245.0, 900.0),)),
    ],
)  # fmt: skip
def test_no_unseen_ball_is_thought_of_where_what_is_known_explains_it(
    sentence: str, moved: Moved, beside: tuple[Pair, ...]
) -> None:
    cue = cue_of(moved)
    near = [seen(still(at, LASTS_S), "red", 90 + n) for n, at in enumerate(beside)]
    assert turns(cue, [cue.path, *near, *others("brown")], KIT) == (), sentence


def test_where_all_balls_are_known_to_lie_elsewhere_none_was_met_unseen() -> None:
    cue = cue_of(struck((300.0, 500.0)))
    by = noise().firsts
    first, *rest = weighed(stages(cue, [cue], [cue.path, *others()], KIT, by), by)
    assert first.hit == ()
    assert not rest
