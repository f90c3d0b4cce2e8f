"""Strokes on a board: flat discs that slide, of two sizes and masses, told by the same rooms as those of balls."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from makers import STEP_S, Eye, Truth, look

from models.training.strokes.discs import play_discs
from models.training.strokes.moving import Played, Strike
from tracker.domain.strokes.stroke import Standing, Stroke
from tracker.incidents.search.strokes import strokes
from tracker.store.kits import find_kit
from tracker.tracking.follow import follow, start
from tracker.tracking.stitch import stitch

KIT = find_kit("novuss")
STRUCK_S = 0.5
APART_MM = KIT.apart_mm("striker", "a")
EYE = Eye(rate=25, noise_mm=1.2, confusion=0.0)

Disc = tuple[str, tuple[float, float]]


def played(discs: Sequence[Disc], degrees: float, speed_mm_s: float) -> Truth:
    """A stroke of the first disc, seen from half a second before it until a second after the last disc lies still."""
    return seen_of(play_discs(KIT, tuple(discs), Strike(angle=np.radians(degrees), speed_mm_s=speed_mm_s)))


def seen_of(stroke: Played) -> Truth:
    """A stroke from half a second before it until a second after the last disc lies still."""
    places = [stroke.at(max(t - STRUCK_S, 0.0)) for t in np.arange(0.0, STRUCK_S + stroke.lasts_s + 1.0, STEP_S)]
    return Truth(KIT, stroke.names, np.array(places), (), STRUCK_S)


def told(truth: Truth) -> tuple[Stroke, Standing]:
    """The one stroke that was seen."""
    state, pictures = start(KIT), []
    for sightings in look(truth, EYE):
        state = follow(state, sightings)
        pictures.append(state.points)
    ((stroke, standing),) = strokes(stitch(pictures, state), KIT)
    return stroke, standing


@cache
def cut_into_the_corner() -> Truth:
    """Puck `a` is cut into the top right hole; the striker meets it where their centres are 62 mm apart."""
    puck, hole, lies = np.array([700.0, 800.0]), np.array([990.0, 990.0]), np.array([400.0, 90.0])
    meets = puck - APART_MM * (hole - puck) / np.hypot(*(hole - puck))
    way = meets - lies
    discs = [("striker", (400.0, 90.0)), ("a", (700.0, 800.0)), ("b", (200.0, 600.0)), ("b", (300.0, 950.0))]
    return played(discs, float(np.degrees(np.arctan2(way[1], way[0]))), 1700)


def test_a_puck_is_told_that_was_driven_into_a_corner() -> None:
    stroke, standing = told(cut_into_the_corner())
    assert (stroke.cue_ball, stroke.first_hit) == ("striker", ("a",))
    assert [(pot.ball, pot.pocket) for pot in stroke.potted] == [("a", "top-right")]
    assert abs(stroke.began_us / 1e6 - STRUCK_S) < 0.04
    assert sorted(place.ball for place in standing.places) == ["b", "b", "striker"]


@pytest.mark.parametrize(("aside_mm", "met"), [(60.0, "a"), (65.0, "b")])
def test_a_striker_that_passes_a_puck_by_a_hair_met_the_next_one(aside_mm: float, met: str) -> None:
    """It touches a puck when their centres are 62 mm apart: two pucks would do so at 54 mm."""
    discs = [("striker", (500.0, 90.0)), ("a", (500.0 + aside_mm, 400.0)), ("b", (470.0, 620.0))]
    stroke, _ = told(played(discs, 90.0, 1600))
    assert stroke.first_hit == (met,)


def test_a_stroke_by_way_of_the_far_board_is_told_as_one() -> None:
    discs = [("striker", (400.0, 90.0)), ("b", (400.0, 520.0)), ("a", (700.0, 700.0))]
    stroke, _ = told(played(discs, 79.0, 2600))
    first = min(stroke.touches, key=lambda touch: touch.at_us)
    before = [bounce.cushion for bounce in stroke.cushions if bounce.ball == "striker" and bounce.at_us < first.at_us]
    assert before == ["top"]


def test_a_disc_slides_to_its_stop_as_fast_as_a_board_lets_it() -> None:
    """The moment of rest is told from how discs slow down: ten times as much as balls that roll."""
    truth = played([("striker", (500.0, 90.0)), ("a", (150.0, 700.0))], 85.0, 1200)
    still_s = float(np.argmax(np.all(truth.places_mm == truth.places_mm[-1], axis=(1, 2)))) * STEP_S
    stroke, _ = told(truth)
    assert stroke.ended_us / 1e6 == pytest.approx(still_s, abs=0.06)


def test_a_striker_that_jumps_over_a_puck_met_the_one_beyond() -> None:
    discs = [("striker", (500.0, 90.0)), ("b", (505.0, 330.0)), ("a", (500.0, 800.0))]
    flown = play_discs(KIT, tuple(discs), Strike(angle=np.pi / 2, speed_mm_s=2600, lift_mm_s=900))
    stroke, _ = told(seen_of(flown))
    assert (stroke.jumped, stroke.first_hit) == (("b",), ("a",))


def test_a_striker_that_passes_between_two_pucks_jumped_over_neither() -> None:
    discs = [("striker", (500.0, 90.0)), ("b", (566.0, 400.0)), ("b", (434.0, 420.0)), ("a", (500.0, 800.0))]
    stroke, _ = told(played(discs, 90.0, 2000))
    assert (stroke.jumped, stroke.first_hit) == ((), ("a",))


def named_on_its_way(shown_s: float, striker_nats: float, begins_s: float) -> list[tuple[str, ...]]:
    """What is told to be struck and met first, of a stroke whose striker comes into view at a time, looking like a `b`.

    `striker_nats`: by how much less it looks like a striker, as following tells it; `begins_s`: with the recording.
    """
    truth = cut_into_the_corner()
    state, pictures = start(KIT), []
    for sightings in look(truth, replace(EYE, hides=lambda t, x, y: t < shown_s and y < 300)):
        if sightings.at_us >= begins_s * 1e6:
            state = follow(state, sightings)
            pictures.append(state.points)
    paths = stitch(pictures, state)
    came = max((path for path in paths if path.ball == "striker"), key=lambda path: int(path.at_us[0]))
    looks = {"striker": striker_nats, "a": -45.0, "b": 0.0}
    found = strokes([replace(path, ball="b", kinds=looks) if path is came else path for path in paths], KIT)
    return [(stroke.cue_ball, *stroke.first_hit) for stroke, _ in found]


@pytest.mark.parametrize(
    ("sentence", "shown_s", "striker_nats", "begins_s", "met"),
    [
        ("what comes into view on its way was brought, though it looks rather like a puck", 0.6, -25.0, 0.0, ("a",)),
        ("what looks by far like a puck is one", 0.6, -90.0, 0.0, ()),
        ("and so is what was seen to lie there", 0.0, -25.0, 0.0, ()),
        ("or was on its way as the recording began", 0.0, -25.0, 0.6, ()),
    ],
)
def test_what_comes_into_view_on_its_way_with_no_striker_in_sight_is_the_striker(
    sentence: str, shown_s: float, striker_nats: float, begins_s: float, met: tuple[str, ...]
) -> None:
    assert named_on_its_way(shown_s, striker_nats, begins_s) == [("striker", *met)], sentence
