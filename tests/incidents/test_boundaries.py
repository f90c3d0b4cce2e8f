"""Where strokes begin and end: one ball that is never believed to rest holds no stroke open."""

from dataclasses import fields, replace
from functools import cache
from typing import Any

import numpy as np
import pytest
from made_ways import STEP_S, Moved, rolls, seen, still, then

from tracker.geometry.paths import POCKET, Path
from tracker.incidents.search.strokes import strokes
from tracker.incidents.segment.flights import flights_of
from tracker.incidents.segment.windows import settled_windows, windows_of
from tracker.physics.constants import ROLLING_MM_S2
from tracker.store.kits import find_kit

pytestmark = pytest.mark.slow

KIT = find_kit("snooker-12ft")
RATE = 25.0
STROKES, EVERY_S, FIRST_S, PACE = 13, 9.0, 1.0, 600.0
LASTS_S = STROKES * EVERY_S + 3
ROLL_S = PACE / ROLLING_MM_S2 + 0.2
STRUCK_S = [FIRST_S + n * EVERY_S for n in range(STROKES)]
POTTED_IN = range(0, STROKES, 2)
RED_MM, HEAP_MM = (460.0, 1350.0), (1200.0, 2700.0)


def up_and_down(pace: float = PACE, strokes: int = STROKES) -> Moved:
    """The cue-ball, struck every nine seconds from where it came to rest."""
    parts, at = [still((400, 600), FIRST_S)], (400.0, 600.0)
    for n in range(strokes):
        roll = rolls(at, (0.0, -pace if n % 2 else pace), ROLL_S)
        at = tuple(roll.places[-1])
        parts += [roll, still(at, EVERY_S - ROLL_S)]
    return then(*parts)


def potted_at(struck_s: float, track: int) -> Path:
    """A red that lies on the table until the cue-ball, as it comes by, drives it into a pocket."""
    hole = next(p.fall for p in KIT.pockets if p.name == "middle-left")
    way = np.subtract(hole, RED_MM)
    roll = rolls(RED_MM, way / np.hypot(*way) * 1500.0, float(np.hypot(*way)) / 1450.0)
    return replace(seen(then(still(RED_MM, struck_s + 1.5), roll), track=track, rate=RATE), end=POCKET)


def told_of(moved: Moved, ball: str, track: int, noise_mm: float = 0.5, claimed_mm: float = 0.5) -> Path:
    path = seen(moved, ball, track, RATE, noise_mm)
    return replace(path, sd_mm=np.full(len(path), claimed_mm), raw_sd_mm=np.full(len(path), claimed_mm))


def since(path: Path, from_s: float) -> Path:
    first = int(np.searchsorted(path.at_s, from_s))
    values = {f.name: getattr(path, f.name) for f in fields(path)}
    later: dict[str, Any] = {name: a[first:] for name, a in values.items() if isinstance(a, np.ndarray)}
    return replace(path, **later)


def restless(kind: str, lasts_s: float) -> Moved:
    """A ball that lies still, while where it is seen does not: 0.4 mm from picture to picture, give or take 1.6."""
    rng, ticks = np.random.default_rng(7), int(lasts_s * RATE) + 2
    if kind == "jumps now and then":
        off = np.repeat(rng.normal(0, 1.6, (ticks // 4 + 1, 2)), 4, axis=0)[:ticks] + rng.normal(0, 0.2, (ticks, 2))
    elif kind == "mostly holds still":
        off = rng.normal(0, 0.2, (ticks, 2)) + (rng.random((ticks, 1)) < 0.3) * rng.normal(0, 2.2, (ticks, 2))
    elif kind == "snaps to another place":
        held = np.cumsum(rng.random(ticks) < 0.12)
        off = rng.normal(0, 3.2, (held[-1] + 1, 2))[held] + rng.normal(0, 0.1, (ticks, 2))
    elif kind == "snaps often":
        held = np.cumsum(rng.random(ticks) < 0.25)
        off = rng.normal(0, 4.0, (held[-1] + 1, 2))[held] + rng.normal(0, 0.05, (ticks, 2))
    else:
        off = rng.normal(0, 1.6, (ticks, 2))
    at_s = np.arange(int(lasts_s / STEP_S) + 1) * STEP_S
    return Moved(np.array(HEAP_MM) + off[np.minimum((at_s * RATE).astype(int), ticks - 1)], np.zeros(2))


@cache
def played() -> tuple[Path, ...]:
    pots = [potted_at(STRUCK_S[n], 10 + n) for n in POTTED_IN]
    return told_of(up_and_down(), "white", 1), told_of(still((889, 3245), LASTS_S), "black", 2), *pots


def is_each_told(*others: Path) -> None:
    found = settled_windows(windows_of([*played(), *others], KIT))
    assert [window.began_us / 1e6 for window in found] == pytest.approx(STRUCK_S, abs=0.05)
    going = [n for n, window in enumerate(found) if any(f.path.end == POCKET for f in window.flights)]
    assert going == list(POTTED_IN)
    assert all(window.ended_us / 1e6 < at_s + 6.5 for window, at_s in zip(found, STRUCK_S, strict=True))


def seldom(path: Path, every: int) -> Path:
    """A ball half hidden in the heap, which only one in so many pictures shows."""
    hidden = np.arange(len(path)) % every > 0
    raw = path.raw_mm.copy()
    raw[hidden] = np.nan
    return replace(path, raw_mm=raw, seen=~hidden)


KINDS = ["jumps now and then", "mostly holds still", "jumps all the time", "snaps to another place", "snaps often"]


def test_a_session_is_told_stroke_by_stroke_though_a_ball_of_the_heap_is_seldom_seen_and_jitters() -> None:
    heap = seldom(told_of(restless(KINDS[0], LASTS_S), "red", 9, 0.0, 0.4), 12)
    found = strokes([*played(), heap], KIT)
    assert [stroke.began_us / 1e6 for stroke, _ in found] == pytest.approx(STRUCK_S, abs=0.05)
    assert [n for n, (stroke, _) in enumerate(found) if stroke.potted] == list(POTTED_IN)
    assert all(standing.count("red") for _, standing in found)


@pytest.mark.parametrize("claimed_mm", [0.2, 0.4, 1.6])
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("from_s", [0.0, 3.0])
def test_a_ball_of_the_heap_whose_centre_jitters_holds_no_stroke_open(
    kind: str, claimed_mm: float, from_s: float
) -> None:
    heap = told_of(restless(kind, LASTS_S), "red", 9, 0.0, claimed_mm)
    is_each_told(since(heap, from_s))


@pytest.mark.parametrize("kind", KINDS)
def test_a_ball_that_was_driven_into_the_heap_and_jitters_there_holds_no_stroke_open(kind: str) -> None:
    roll = rolls((1200, 2500), (0.0, 215.0), 2.0)
    jitter = restless(kind, LASTS_S - 4.0)
    moved = then(still((1200, 2500), 2.0), roll, Moved(jitter.places - HEAP_MM + roll.places[-1], np.zeros(2)))
    is_each_told(told_of(moved, "red", 9, 0.0, 0.4))


@pytest.mark.parametrize("every", [5, 12, 40])
@pytest.mark.parametrize("from_s", [0.0, 3.0])
@pytest.mark.parametrize("kind", KINDS)
def test_a_ball_of_the_heap_that_is_seldom_seen_and_jitters_holds_no_stroke_open(
    kind: str, from_s: float, every: int
) -> None:
    heap = told_of(restless(kind, LASTS_S), "red", 9, 0.0, 0.4)
    is_each_told(seldom(since(heap, from_s), every))


@pytest.mark.parametrize("mm_s", [0.1, 0.5, 2.0, 5.0])
def test_a_ball_that_creeps_holds_no_stroke_open(mm_s: float) -> None:
    at_s = np.arange(int(LASTS_S / STEP_S) + 1) * STEP_S
    creeping = Moved(np.array(HEAP_MM) + np.outer(at_s * mm_s, (0.6, -0.8)), np.zeros(2))
    is_each_told(told_of(creeping, "red", 9))


@pytest.mark.parametrize("left_s", [0.4, 1.5])
def test_the_cue_ball_struck_again_while_another_ball_rolls_on_begins_another_stroke(left_s: float) -> None:
    """The red rolls for longer than the cue-ball, which is played again before the red lies still."""
    first = rolls((400, 600), (0.0, 350.0), 3.3)
    again_s = FIRST_S + 1.0 + 5.6 - left_s
    white = then(still((400, 600), FIRST_S), first, still(first.places[-1], again_s - FIRST_S - 3.3),
                 rolls(first.places[-1], (0.0, -400.0), 4.0), still((0, 0), 0.0))  # fmt: skip
    red = then(still((900, 1200), FIRST_S + 1.0), rolls((900, 1200), (100.0, 600.0), 5.8))
    paths = [told_of(white, "white", 1), told_of(then(red, still(red.places[-1], 4.0)), "red", 2)]
    one, two = (stroke for stroke, _ in strokes(paths, KIT))
    assert one.began_us / 1e6 == pytest.approx(FIRST_S, abs=0.05)
    assert two.began_us / 1e6 == pytest.approx(again_s, abs=0.05)
    assert one.ended_us <= two.began_us


@pytest.mark.parametrize("later_s", [0.0, 0.02, 0.05])
def test_a_ball_beside_the_cue_ball_that_is_seen_to_set_off_before_it_begins_no_stroke_of_its_own(
    later_s: float,
) -> None:
    """The cue-ball is struck into the green beside it; each is seen to move only from some picture on."""
    white = then(still((643, 700), 1.1 + later_s), rolls((643, 700), (-40, -240), 2.0))
    green = then(still((600, 730), 1.1), rolls((600, 730), (500, 1900), 3.0))
    (window,) = windows_of([told_of(white, "white", 1), told_of(green, "green", 2)], KIT)
    assert {flight.ball for flight in window.flights} == {"white", "green"}


def test_a_cue_ball_that_is_covered_in_part_is_struck_when_it_leaves_and_not_when_it_is_seen_astray() -> None:
    moved = then(still((870, 760), 4.0), rolls((870, 760), (300, 1300), 2.0), still((1470, 3360), 3.0))
    path = seen(moved, "white", 1, RATE, 0.3)
    astray = np.where((path.at_s > 2.5) & (np.floor(path.at_s / 0.16) % 3 == 0), 1.0, 0.0)
    astray *= path.at_s < 3.7
    astray += (path.at_s > 3.86) & (path.at_s < 4.0)
    covered = replace(path, raw_mm=path.raw_mm + astray[:, None] * np.array([-8.0, 14.0]))
    ((window,)) = windows_of([covered], KIT)
    assert window.began_us / 1e6 == pytest.approx(4.0, abs=0.05)
    assert window.flights[0].way_mm > 2000


def test_a_cue_ball_beside_which_the_tip_comes_is_struck_when_it_leaves_at_pace() -> None:
    struck = then(still((172, 3060), 3.38), rolls((172, 3060), (1250, -1320), 0.25))
    path = seen(then(struck, rolls(struck.places[-1], (200, -500), 2.0)), "white", 1, RATE, 0.2)
    beside = (path.at_s > 3.26) & (path.at_s < 3.38)  # too few pictures to be taken for a rest
    astray = path.raw_mm + beside[:, None] * np.array([0.0, -5.3])
    ((window,)) = windows_of([replace(path, raw_mm=astray, raw_sd_mm=np.full(len(path), 0.8))], KIT)
    assert window.flights[0].before is not None
    assert window.began_us / 1e6 == pytest.approx(3.38, abs=0.015)


def test_a_cue_ball_glimpsed_in_a_hand_and_seen_again_when_it_is_struck_was_not_under_way_meanwhile() -> None:
    carried = Moved(np.linspace((1100.0, 300.0), (870.0, 760.0), 11_000), np.zeros(2))
    struck = then(carried, rolls((870, 760), (300, 1300), 2.0), still((1470, 3360), 2.0))
    white = seen(struck, "white", 1, RATE, 0.3, unseen=((0.03, 5.55),))
    ((window,)) = windows_of([white], KIT)
    assert window.began_us / 1e6 == pytest.approx(5.56, abs=0.05)


def test_a_cue_ball_that_goes_out_of_view_on_its_way_is_under_way_meanwhile() -> None:
    struck = then(rolls((870, 760), (300, 1300), 2.0), still((1470, 3360), 2.0))
    ((window,)) = windows_of([seen(struck, "white", 1, RATE, 0.3, unseen=((0.03, 1.2),))], KIT)
    assert window.began_us / 1e6 == pytest.approx(0.0, abs=0.05)


@pytest.mark.parametrize(
    ("lay_mm", "from_s", "in_hand"),
    [
        ((800.0, 640.0), 1.0, True),
        ((800.0, 640.0), 0.0, False),
        ((800.0, 1400.0), 1.0, False),
        ((400.0, 640.0), 1.0, False),
        ((800.0, KIT.baulk_mm + 3.0), 1.0, True),
        ((800.0, KIT.baulk_mm + 12.0), 1.0, False),
    ],
    ids=[
        "put into the D",
        "lay in the D all the time",
        "put elsewhere",
        "put beside the D",
        "on the Baulk-line, as far over it as places err",
        "over the Baulk-line",
    ],
)
def test_a_cue_ball_that_came_to_the_table_in_the_d_was_in_hand(
    lay_mm: tuple[float, float], from_s: float, in_hand: bool
) -> None:
    white = since(told_of(then(still(lay_mm, 2.5), rolls(lay_mm, (0.0, PACE), ROLL_S)), "white", 1), from_s)
    black = told_of(still((889, 3245), 2.5 + ROLL_S), "black", 2)
    ((stroke, _),) = strokes([white, black], KIT)
    assert stroke.in_hand == in_hand


@pytest.mark.parametrize("seed", range(4))
def test_a_ball_half_hidden_by_the_one_that_comes_to_it_sets_off_as_it_leaves_and_not_as_it_is_seen_astray(
    seed: int,
) -> None:
    """What is left of it in view errs by as much as its spread says, from a quarter of a second before the touch."""
    lay, touched_s = (900.0, 3200.0), 2.0
    path = seen(then(still(lay, touched_s), rolls(lay, (120.0, 300.0), 1.5)), rate=25, seed=seed)
    covered = (path.at_s > touched_s - 0.26) & (path.at_s < touched_s + 0.1)
    off = covered * np.random.default_rng(seed).normal(0, 5.0, len(path))
    told = replace(
        path, raw_mm=path.raw_mm + off[:, None] * np.array([0.2, 1.0]), raw_sd_mm=np.where(covered, 5.0, 0.5)
    )
    (flight,) = flights_of(told)
    assert flight.onset_us / 1e6 == pytest.approx(touched_s, abs=0.06)
