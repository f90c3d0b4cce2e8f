"""What is a ball and what only looked like one for a while: a table of lives, and strays on a drawn table."""

from collections.abc import Sequence

import pytest
from makers import Eye, Stray, look, play

from tracker.tracking.existence import BALL, bare_evidence, seen_evidence, strongest
from tracker.tracking.follow import follow, start
from tracker.tracking.phantoms import is_ball
from tracker.tracking.stitch import stitch
from tracker.tracking.tracklets import tracklets

BARE, HIDDEN = "bare cloth", "hidden"
LIVES: dict[str, tuple[Sequence[float | str], bool]] = {
    "a ball that lies in plain view": ([0.99] * 60, True),
    "a ball seen surely for half a second": ([0.97] * 15, True),
    "a far ball that is seen none too surely for three seconds": ([0.75] * 90, True),
    "a ball that an arm hides and shows again": ([0.98] * 10 + [HIDDEN] * 120 + [0.98] * 10, True),
    "a ball that lies in a shadow later": ([0.98] * 40 + [0.2] * 200, True),
    "a ball that was first seen badly": ([0.1] * 40 + [0.95] * 40, True),
    "a ball that a picture misses now and then": ([0.95, 0.95, BARE] * 20, True),
    "a finger-tip in three pictures": ([0.87] * 3, False),
    "a ring on the bridge hand: one good look and many bad ones": ([0.79] + [0.02] * 15, False),
    "a highlight that comes and goes on bare cloth": ([0.8, BARE, BARE] * 20, False),
    "a stain that is as likely a ball as not": ([0.5] * 300, False),
}


@pytest.mark.parametrize("sentence", LIVES)
@pytest.mark.parametrize("rate", [25, 50])
def test_a_life_is_that_of_a_ball(sentence: str, rate: int) -> None:
    looks, is_ball = LIVES[sentence]
    again = [one for one in looks for _ in range(rate // 25)]
    assert (strongest(evidence(again, round(1e6 / rate))) > BALL) is is_ball


def evidence(looks: Sequence[float | str], passed_us: int) -> list[float]:
    told = {BARE: bare_evidence(passed_us), HIDDEN: 0.0}
    return [told[one] if isinstance(one, str) else seen_evidence(one, passed_us) for one in looks]


@pytest.mark.parametrize(("come", "is_ball"), [(0.0, False), (1.8, True)], ids=["at one place", "over new ground"])
def test_seven_looks_are_enough_at_a_ball_that_crosses_the_cloth_and_not_at_what_stays(
    come: float, is_ball: bool
) -> None:
    looks = [seen_evidence(sure, 40_000, come) for sure in (0.68, 0.97, 0.97, 0.97, 0.95, 0.9, 0.78)]
    assert (strongest(looks) > BALL) is is_ball


TABLE = (("white", 700, 700), ("red", 889, 1500), ("blue", 889, 1784.5), ("black", 889, 3245))
STRAYS = {
    "a bridge hand that holds still": Stray(0.3, 1.2, lambda t: (620, 620), (0.79, 0.05)),
    "a cue-tip that feathers": Stray(0.2, 2.0, lambda t: (660 + 15 * (round(5 * t) % 2), 640), (0.8, 0.6, 0.1)),
    "a finger in four pictures": Stray(0.5, 0.63, lambda t: (560, 600), (0.9,)),
    "a sleeve that sweeps over the cloth": Stray(0.3, 2.3, lambda t: (400 + 500 * t, 2200), (0.6, 0.5, 0.3)),
}


@pytest.mark.parametrize("sentence", STRAYS)
def test_what_only_looks_like_a_ball_becomes_none(sentence: str) -> None:
    table = play(TABLE, 0, 0, lasts_s=3.0)
    state, pictures = start(table.kit), []
    for sightings in look(table, Eye(strays=(STRAYS[sentence],))):
        state = follow(state, sightings)
        pictures.append(state.points)
    assert sorted(p.ball for p in stitch(pictures, state)) == sorted(table.balls)


@pytest.mark.parametrize(("mm_s", "more"), [(0.0, 0), (100.0, 0), (2400.0, 1)], ids=["lies", "creeps", "flies"])
def test_what_is_seen_for_a_quarter_of_a_second_is_a_ball_only_where_it_crosses_the_cloth(
    mm_s: float, more: int
) -> None:
    table = play(TABLE, 0, 0, lasts_s=3.0)
    seen = Stray(0.3, 0.57, lambda t: (300 + mm_s * t, 2200), (0.9,))
    state, pictures = start(table.kit), []
    for sightings in look(table, Eye(rate=25, strays=(seen,))):
        state = follow(state, sightings)
        pictures.append(state.points)
    assert sum(map(is_ball, tracklets(pictures, state))) == len(table.balls) + more
