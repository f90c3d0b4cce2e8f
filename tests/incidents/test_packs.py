"""Who pushed whom in a pack, by the balance of its balls."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import pytest
from made_ways import rolls, seen, slides, still, then
from makers import Eye, look, play
from test_first_contact import TURN, ahead, met_at, paths_of, played

from tracker.domain.table.plane import Point
from tracker.geometry.paths import Path
from tracker.incidents.explain.stages import began_first
from tracker.incidents.propose.touching.bodies import stay
from tracker.incidents.propose.touching.comers import brought
from tracker.incidents.propose.touching.contact import Contact
from tracker.incidents.propose.touching.meeting import Meeting
from tracker.incidents.propose.touching.packs import takes_s, with_packs
from tracker.incidents.propose.touching.passing import Lain
from tracker.incidents.propose.touching.pushes import Link, Pack, Push, Pushed, pushes
from tracker.incidents.propose.touching.touches import meetings
from tracker.incidents.search.strokes import strokes
from tracker.incidents.segment.flights import flights_of
from tracker.incidents.segment.rests import rests_of, tolerance_of
from tracker.physics.motion import pace_to_go
from tracker.pipeline.live_window import begin
from tracker.pipeline.recorded import recorded
from tracker.store.kits import find_kit

pytestmark = pytest.mark.slow

KIT = find_kit()
D = KIT.touching_mm
ROWS = np.array([(0, 0), (-0.5, 1), (0.5, 1), (-1, 2), (0, 2), (1, 2)]) * (1, np.sqrt(0.75)) * D
"""Three rows of the triangle of reds."""
COLOURS = ("yellow", "green", "brown", "blue", "pink", "black")
FLIGHT = flights_of(seen(then(still((0, 0), 0.5), rolls((0, 0), (300, 0), 1.0))))[0]


def pack(given: dict[tuple[int, int], float], seed: int, *, others_mm_s: float = 0.0, astray_mm: float = 0.5) -> Pack:
    """A triangle of which pairs pushed each other so much; the ball before its apex came to it."""
    rng = np.random.default_rng(seed)
    at = np.vstack([[0.3 * D, -np.sqrt(1 - 0.3**2) * D], ROWS])
    gained = np.zeros_like(at)
    for (a, b), push in given.items():
        line = (at[b] - at[a]) / np.hypot(*(at[b] - at[a]))
        gained[a] -= push * line
        gained[b] += push * line
    gained[1:] += rng.normal(0, others_mm_s, (6, 2))
    at = at + rng.normal(0, astray_mm, at.shape)
    balls = [Pushed(flight=FLIGHT, place=at[i], gained=gained[i], sd_mm_s=15.0, comes=i == 0) for i in range(7)]
    links = [
        Link(a=i, b=j, line=(at[j] - at[i]) / np.hypot(*(at[j] - at[i])), at=at[i], at_s=0.0)
        for i in range(7) for j in range(i + 1, 7) if np.hypot(*(at[j] - at[i])) < D + 4
    ]  # fmt: skip
    return Pack(balls=tuple(balls), links=tuple(links), at_s=0.0, sd_s=0.001)


CHAIN = {(0, 1): 900.0, (1, 2): 850.0, (2, 4): 800.0}
"""The apex and the ball behind it pass nearly all on, and hardly move."""


@pytest.mark.parametrize("seed", range(8))
def test_what_passes_through_balls_that_hardly_move_is_told(seed: int) -> None:
    told = {(one.link.a, one.link.b) for one in pushes(pack(CHAIN, seed))}
    assert told >= set(CHAIN)
    assert len(told) <= len(CHAIN) + 1


def test_of_two_ways_apart_both_are_told_with_what_they_gave() -> None:
    given = {(0, 1): 700.0, (1, 2): 300.0, (1, 3): 400.0, (3, 6): 390.0}
    told = {(one.link.a, one.link.b): one.given_mm_s for one in pushes(pack(given, 3))}
    assert told.keys() == given.keys()
    assert all(told[pair] == pytest.approx(push, rel=0.15, abs=30) for pair, push in given.items())


@pytest.mark.parametrize("seed", range(8))
def test_lines_of_centres_that_err_make_no_pushes_and_hide_none(seed: int) -> None:
    """Places of balls in a pack are told to some 1.5 mm: a few hundredths of what passes through goes elsewhere."""
    told = {(one.link.a, one.link.b) for one in pushes(pack(CHAIN, seed, astray_mm=1.5))}
    assert told == set(CHAIN)


def test_what_came_may_have_met_a_cushion_in_the_same_moment() -> None:
    met = pack(CHAIN, 2)
    came = replace(met.balls[0], gained=met.balls[0].gained + np.array([600.0, 300.0]))
    assert {(one.link.a, one.link.b) for one in pushes(replace(met, balls=(came, *met.balls[1:])))} >= set(CHAIN)


def test_motion_that_neighbours_cannot_have_given_is_not_explained() -> None:
    assert pushes(pack({}, 1, others_mm_s=600.0)) == ()


@pytest.mark.parametrize("seen_off_mm", [0.0, 6.0])
def test_a_ball_sent_off_through_one_that_stays_was_met_by_that_one(seen_off_mm: float) -> None:
    """The white meets a red that touches another one, in line: only the far one goes, seen a little too far on."""
    start = (300.0, 500.0)
    white = rolls(start, (1500, 0), 0.4)
    near, far = white.places[-1] + (D, 0), white.places[-1] + (2 * D + seen_off_mm, 0)
    pace = float(white.speed[0])
    paths = [
        seen(then(still(start, 0.5), white, rolls(white.places[-1], (0.03 * pace, 0), 1.5)), "white", 1, noise_mm=0.3),
        seen(still(near, 2.4), "red", 2, noise_mm=0.3),
        seen(then(still(far, 0.9), slides(far, (0.94 * pace, 0), lasts_s=1.0)), "pink", 3, noise_mm=0.3),
    ]
    told = with_packs([], [f for p in paths for f in flights_of(p)], paths, KIT)
    assert [(m.mover.ball, m.met.ball) for m in told] == [("white", "red"), ("red", "pink")]
    assert all(abs(m.at_us / 1e6 - 0.9) < 0.004 for m in told)


def behind(first: tuple[float, float], *degrees: float) -> list[tuple[float, float]]:
    """Places of balls each of which touches the one before it, that way on."""
    places = [first]
    for angle in np.radians(degrees):
        places.append(tuple(np.array(places[-1]) + (D + 0.05) * np.array([np.cos(angle), np.sin(angle)])))
    return places


TRIANGLE = [ahead(600 + row * (0.8665 * D + 0.02), 6 + aside * (D / 2 + 0.03)) for row, aside in
            ((0, 0), (1, -1), (1, 1), (2, -2), (2, 0), (2, 2))]  # fmt: skip
PACKS = {
    "a row that bends": behind(met_at(500, 12), 70, 80),
    "a row met thinly": behind(ahead(600, 20), 94.4, 94.4),
    "two side by side": [ahead(600, D / 2 + 0.02), ahead(600, -D / 2 - 0.02)],
    "three rows of a triangle": TRIANGLE,
}


@pytest.mark.parametrize("sentence", PACKS)
@pytest.mark.parametrize("rate", [25, 50])
def test_who_met_whom_in_a_pack_is_told_each_once_and_in_order(sentence: str, rate: int) -> None:
    balls = tuple(zip(COLOURS, PACKS[sentence], strict=False))
    truth = played(balls, 1500)
    first_s = truth.touches[0].at_s
    due = [tuple(truth.names[n] for n in met.balls) for met in truth.touches if met.at_s - first_s < 0.01]
    due = [pair for n, pair in enumerate(due) if {*pair} not in [{*other} for other in due[:n]]]
    ((stroke, _),) = strokes(paths_of(truth, rate, 0.4, 1), KIT)
    told = [touch for touch in stroke.touches if abs(touch.at_us / 1e6 - 0.5 - first_s) < 0.01]
    assert sorted(touch.balls for touch in told) == sorted(due)
    assert all(touch.sure > 0.5 for touch in told)
    assert np.mean([touch.sure for touch in told]) > 0.8
    met_us = {"white": 0} | {touch.balls[1]: touch.at_us for touch in reversed(told)}
    assert all(met_us[touch.balls[0]] <= touch.at_us for touch in told)


@pytest.mark.parametrize("seed", range(3))
def test_a_pack_met_within_a_picture_of_another_ball_is_told_too(seed: int) -> None:
    """The white turns aside at the yellow, and before the next picture it is at the green, which touches the brown."""
    turn, line = np.radians([-40, -70])
    turned = np.array([600.0, 0.0]) + 40 * np.array([np.cos(turn), np.sin(turn)])
    green, brown = (turned + far * np.array([np.cos(line), np.sin(line)]) for far in (D, 2 * D + 0.05))
    truth = played((("yellow", met_at(600, 40)), ("green", ahead(*green)), ("brown", ahead(*brown))), 2500)
    due = [tuple(truth.names[n] for n in met.balls) for met in truth.touches]
    assert due == [("white", "yellow"), ("white", "green"), ("green", "brown")]
    assert truth.touches[1].at_s - truth.touches[0].at_s < 0.04
    ((stroke, _),) = strokes(paths_of(truth, 25, 0.4, seed), KIT)
    assert [touch.balls for touch in stroke.touches] == due


def test_what_a_ball_lost_at_one_before_the_pack_it_did_not_bring_there() -> None:
    """One knock is seen of two: the white came with 2000 mm/s, and to the pack with what the yellow had left of it."""
    came = rolls((900, 300), (0, 2000), 0.3)
    moved = then(still((900, 300), 0.5), came, slides(came.places[-1], (-300, 100), lasts_s=0.7))
    (flight,) = flights_of(seen(moved, "white", rate=25))
    had = np.array([-900.0, 600.0])
    contact = Contact(
        at_s=0.81, sd_s=0.002, miss_mm=0.0, sd_mm=1.0, line=np.array([-1.0, 0.0]), closing_mm_s=900.0,
        pace_mm_s=1080.0, place=came.places[-1], speed=had,
    )  # fmt: skip
    ball = brought(flight, contact, 0.04)
    assert ball.gained == pytest.approx(np.array([-300.0, 100.0]) - had, abs=100)


@pytest.mark.parametrize(
    ("room_mm", "set_off_s", "late_ms"),
    [(0.3, 1.020, 0), (3.0, 1.010, 10), (3.0, 1.025, 20), (3.0, 0.990, 0), (3.0, None, 0), (9.0, 1.500, 30)],
)
def test_a_push_takes_as_long_as_the_next_ball_lay_clear_and_no_longer(
    room_mm: float, set_off_s: float | None, late_ms: int
) -> None:
    """At 100 mm/s: a ball that seems to lie 3 mm clear may lie 2 mm so."""
    link = Link(a=0, b=1, line=np.array([1.0, 0.0]), at=np.zeros(2), at_s=1.0, room_mm=room_mm)
    took_s = takes_s(Push(link=link, given_mm_s=100.0, worth=50.0), 1.0, set_off_s)
    assert 1000 * took_s == pytest.approx(late_ms, abs=0.5)


CRADLE = behind(ahead(600, 8), TURN + 5, TURN + 10)


def beside_the_way(gap: float, aside: float) -> list[tuple[float, float]]:
    """A ball that the white passes with a gap, and one behind it which it touches, so far to the left."""
    on = np.sqrt((D + 0.05) ** 2 - (D + gap - aside) ** 2)
    return [ahead(600, D + gap), ahead(600 + on, aside)]


@dataclass(frozen=True)
class Row:
    """What lies before the white, by colour; what met what, within some milliseconds of the first touch."""

    balls: Sequence[tuple[float, float]]
    due: Sequence[tuple[str, str]]
    seen_off: dict[str, float] | None = None
    """How far beyond its place a ball of the pack was seen (mm)."""
    pace: float = 1500.0
    rate: float = 50.0


ROWS_OF_BALLS = {
    "a green touched so thinly that it goes 2 mm": Row(
        behind(ahead(600, 0), TURN + 87), [("white", "yellow"), ("yellow", "green")]
    ),
    "a green that lies a little behind the square of the yellow's way": Row(
        behind(ahead(600, 0), TURN + 92), [("white", "yellow")]
    ),
    "past the yellow by 3 mm, and into the green behind it": Row(
        beside_the_way(3.0, 35.0), [("white", "green")], pace=700, rate=25
    ),
    "three that touch in line, seen 3 and 6 mm apart": Row(
        CRADLE, [("white", "yellow"), ("yellow", "green"), ("green", "brown")], {"green": 3.0, "brown": 9.0}
    ),
}  # fmt: skip


def told_of(paths: Sequence[Path]) -> list[Meeting]:
    flights = [f for p in paths for f in flights_of(p)]
    return with_packs(meetings(flights, KIT), flights, paths, KIT)


def who_met_whom(met: Sequence[Meeting]) -> list[tuple[str, str]]:
    return [(one.mover.ball, one.met.ball) for one in met]


@pytest.mark.parametrize("sentence", ROWS_OF_BALLS)
def test_what_a_pack_passed_on_is_told_from_where_its_balls_lay_and_went(sentence: str) -> None:
    row = ROWS_OF_BALLS[sentence]
    truth = played(tuple(zip(COLOURS, row.balls, strict=False)), row.pace)
    soon = [one for one in truth.touches if one.at_s - truth.touches[0].at_s < 0.01]
    assert [tuple(truth.names[n] for n in one.balls) for one in soon] == list(row.due)
    off = {ball: mm * (np.array(ahead(1, 0)) - ahead(0, 0)) for ball, mm in (row.seen_off or {}).items()}
    paths = [replace(p, raw_mm=p.raw_mm + off.get(p.ball, 0.0)) for p in paths_of(truth, row.rate, 0.4, 1)]
    told = [one for one in told_of(paths) if one.at_us / 1e6 - 0.5 < soon[0].at_s + 0.01]
    assert who_met_whom(told) == list(row.due)
    for one, true in zip(told, soon, strict=True):
        assert one.at_us / 1e6 - 0.5 == pytest.approx(true.at_s, abs=0.003)
        assert np.hypot(*(np.array(one.at) - true.at_mm)) < 5 + max((row.seen_off or {}).values(), default=0.0)


def cradle(place: tuple[float, float], degrees: float, at_s: float, names: tuple[str, str], track: int) -> list[Path]:
    """A ball comes to one that lies at a place and stops there; the one behind that goes off with what it brought."""
    towards = np.array([np.cos(np.radians(degrees)), np.sin(np.radians(degrees))])
    came = rolls((0, 0), 1500 * towards, 0.4)
    start, far = np.array(place) - D * towards - came.places[-1], np.array(place) + D * towards
    comes = then(
        still(start, at_s - 0.4), rolls(start, 1500 * towards, 0.4), still(np.array(place) - D * towards, 4 - at_s)
    )
    goes = then(still(far, at_s), slides(far, 0.94 * came.speed, lasts_s=0.7))
    return [
        seen(way, name, track + k, noise_mm=0.3) for k, (way, name) in enumerate(zip((comes, goes), names, strict=True))
    ]


RED = (900.0, 1700.0)
STAYS = seen(still(RED, 4.0), "red", 9, noise_mm=0.3)


def test_a_ball_that_stays_may_pass_on_pushes_twice() -> None:
    """The white sends off the pink through the red, and a second later the brown sends off the blue through it."""
    paths = [*cradle(RED, 0, 0.9, ("white", "pink"), 1), *cradle(RED, 80, 2.0, ("brown", "blue"), 3), STAYS]
    assert who_met_whom(told_of(paths)) == [("white", "red"), ("red", "pink"), ("brown", "red"), ("red", "blue")]


@pytest.mark.parametrize(
    ("moved_mm", "touched"),
    [(0.0, False), (0.6, False), (3.0, True)],
    ids=["it stays", "it only seems to move", "it goes 3 mm"],
)
@pytest.mark.parametrize("later_s", [0.45, 1.1])
def test_a_ball_of_a_pack_that_was_sent_off_later_was_pushed_before_only_if_it_moved_then(
    moved_mm: float, touched: bool, later_s: float
) -> None:
    """The white drives the red away from the pink beside it; the brown comes a little later, and drives the pink."""
    white, _ = cradle(RED, 0, 0.9, ("white", "none"), 1)
    red = seen(then(still(RED, 0.9), slides(RED, (1400, 0), lasts_s=0.5)), "red", 9, noise_mm=0.3)
    lay = (RED[0], RED[1] + D)
    nudged = slides(lay, (0, pace_to_go(moved_mm)), lasts_s=later_s)
    brown, _ = cradle(nudged.places[-1], 90, 0.9 + later_s, ("brown", "none"), 3)
    pink = seen(
        then(still(lay, 0.9), nudged, slides(nudged.places[-1], (0, 1400), lasts_s=0.7)), "pink", 5, noise_mm=0.3
    )
    paths = [white, red, brown, pink]
    assert who_met_whom(told_of(paths)) == [("white", "red"), *[("red", "pink")] * touched, ("brown", "pink")]


GUESSES = {
    "the white met the pink": ("white", "pink", 0.0, 0.001, False),
    "the red met the white, at some moment about then": ("red", "white", 0.03, 0.02, False),
    "the red met the white, just then": ("red", "white", 0.0, 0.001, True),
    "the red met the white, at some moment long after": ("red", "white", 0.5, 0.02, True),
    "the black met the white, at some moment about then": ("black", "white", 0.03, 0.02, True),
}


@pytest.mark.parametrize(("mover", "met", "late_s", "sd_s", "stands"), GUESSES.values(), ids=GUESSES)
def test_what_is_guessed_of_the_balls_of_a_pack_gives_way_to_what_its_pushes_tell(
    mover: str, met: str, late_s: float, sd_s: float, stands: bool
) -> None:
    """The white sends off the pink through the red; the black rolls elsewhere."""
    rolled = seen(then(still((300, 300), 0.9), rolls((300, 300), (400, 0), 1.0)), "black", 7, noise_mm=0.3)
    paths = [*cradle(RED, 0, 0.9, ("white", "pink"), 1), STAYS, rolled]
    flights = [f for p in paths for f in flights_of(p)]
    by_name = {f.ball: f for f in flights} | {"red": stay(STAYS, rests_of(STAYS, tolerance_of(STAYS))[0])}
    guess = Meeting(
        mover=by_name[mover], met=by_name[met], at_us=round((0.9 + late_s) * 1e6), at=Point(*RED),
        misfit=0.3, sd_us=round(sd_s * 1e6),
    )  # fmt: skip
    told = with_packs([guess], flights, paths, KIT)
    assert (guess in told) is stands
    assert who_met_whom([one for one in told if one is not guess]) == [("white", "red"), ("red", "pink")]


@pytest.mark.parametrize(("gap_mm", "aside_mm", "pace"), [(2.0, 0.0, 2200), (2.0, 3.0, 800), (3.0, 3.0, 800)])
def test_a_ball_that_passes_the_push_on_and_stays_until_it_is_met_again_was_met_first(
    gap_mm: float, aside_mm: float, pace: int
) -> None:
    """The red behind it is seen to move first; the cue-ball rolls on, and drives the ball between a moment later."""
    white, blue = np.array((946.5, 152.6)), np.array((889.0, 737.0))
    way = (blue - white) / np.hypot(*(blue - white))
    red, aim = blue + (D + gap_mm) * way, blue + aside_mm * np.array([-way[1], way[0]]) - white
    balls = (("white", *white), ("blue", *blue), ("red", *red), ("pink", 889, 2676.75), ("black", 889, 3245))
    truth = play(balls, pace, float(np.degrees(np.arctan2(aim[1], aim[0]))), lasts_s=6.0, kit=KIT)
    (one,) = [one for part in recorded(look(truth, Eye(rate=25)), begin(KIT, None)) for one in part.told]
    assert one.likeliest.stroke.first_hit == ("blue",)


@pytest.mark.parametrize(
    ("behind_mm", "aside_mm", "is_weighed"),
    [(D + 2.0, 0.0, True), (D + 2.0, 15.0, True), (D + 8.0, 0.0, False), (0.0, D + 2.0, False), (-D - 2.0, 0.0, False)],
    ids=["behind it", "a little aside", "too far behind", "beside it", "before it"],
)
@pytest.mark.parametrize("stays_s", [0.2, 9.0], ids=["driven on later", "it stays"])
def test_a_ball_may_have_driven_the_one_that_moved_first_if_it_lay_behind_that(
    stays_s: float, behind_mm: float, aside_mm: float, is_weighed: bool
) -> None:
    red_at = np.array((900.0, 1500.0))
    blue_at = red_at - (aside_mm, np.sqrt(behind_mm**2 - aside_mm**2) * np.sign(behind_mm) if behind_mm else 0.0)
    red = seen(then(still(red_at, 1.0), rolls(red_at, (0, 900), 2.0)), "red", 1)
    blue = seen(then(still(blue_at, min(1.0 + stays_s, 3.0)), rolls(blue_at, (0, 200), 0.5)), "blue", 2)
    moved = [flight for path in (red, blue) for flight in flights_of(path)] if stays_s < 1 else flights_of(red)
    lain = [] if stays_s < 1 else [Lain(path=blue, rest=rests_of(blue, tolerance_of(blue))[0])]
    early = began_first(moved, lain, KIT)
    assert [ball.ball for ball in early] == (["red", "blue"] if is_weighed else ["red"])
    assert {ball.onset_s for ball in early} == {early[0].onset_s}
