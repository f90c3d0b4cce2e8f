"""Balls that leave the table: told where it is proved; where it is not, that they did and did not are readings both."""

from dataclasses import dataclass, field, replace
from math import exp

import numpy as np
import pytest
from makers_air import CAMERAS, KIT, Filmed, Way, film, flies, lies, path, stray, until

from tracker.domain.strokes.stroke import Standing, Stroke
from tracker.geometry.cloth_shown import ClothShown
from tracker.geometry.paths import POCKET, VANISHED
from tracker.geometry.sightings import Stray
from tracker.incidents.propose.leaving import Watch, in_hole
from tracker.incidents.search.readings import readings
from tracker.incidents.search.strokes import strokes

pytestmark = pytest.mark.slow

MET_S = 0.74
WHITE = until(flies(900, 2000, (0, 2400)), MET_S)
"""The white goes up the table and is stopped dead by what it meets."""


def white_stops(t: float) -> tuple[float, float, float] | None:
    return WHITE(min(t, MET_S - 1e-6))


def sent(speed: tuple[float, float], lift: float = 0.0) -> Way:
    """A ball that lies ahead of the white and is sent on as they meet."""
    return flies(900, 2000 + 2400 * (MET_S - 0.5) + KIT.touching_mm, speed, lift, MET_S)


LEAST = 1e-4
"""What is likelier than this is a reading that later pictures may make the likeliest."""


def still_beyond(x: float, y: float, from_s: float = 0.0) -> tuple[Stray, ...]:
    return tuple(stray("red", t, np.array([x, y])) for t in np.arange(from_s, 4.0, 1 / 30))


@dataclass(frozen=True)
class Row:
    """What a red does, and what must be told of it."""

    red: Way
    off: tuple[str, ...] = ()
    potted: tuple[str, ...] = ()
    open: tuple[str, ...] = ()
    """What may have become of it, for all that the pictures say: off, hidden, fell."""
    end: str = VANISHED
    most_beyond: int = 99
    extra: tuple[Stray, ...] = field(default=())
    is_clear: bool = False
    """All the cloth is in view all the time; else somebody may stand before what is lost."""


OVER_LEFT = sent((-2600, 300), 900)
OVER_TOP = sent((200, 2800), 1100)
LOST_AT_LEFT = until(sent((-2600, 300)), MET_S + 0.33)
INTO_TOP_LEFT = until(sent((-2030, 2130)), MET_S + 0.42)
SLOWLY_IN = until(sent((-700, 734)), MET_S + 1.22)
OVER_A_JAW = sent((-2180, 2260), 1500)
ROWS = {
    "a red flies over the left cushion": Row(OVER_LEFT, off=("red",)),
    "a red flies over the top cushion": Row(OVER_TOP, off=("red",)),
    "a red is seen but once beyond the cushion": Row(OVER_LEFT, open=("off", "hidden"), most_beyond=1),
    "a red is lost at the cushion and not seen again": Row(LOST_AT_LEFT, open=("off", "hidden")),
    "a red is seen to fly over the left cushion from behind a player": Row(OVER_LEFT, off=("red",), end="present"),
    "a red is lost at the cushion behind a player, who may hide it": Row(
        LOST_AT_LEFT, open=("off", "hidden"), end="present"
    ),
    "a red falls into the top left pocket": Row(INTO_TOP_LEFT, potted=("top-left",), end=POCKET, is_clear=True),
    "a red is lost before the top left pocket behind somebody who stays: it may lie there yet": Row(
        INTO_TOP_LEFT, open=("fell", "hidden"), end=POCKET
    ),
    "a red falls into a net that the camera sees": Row(
        INTO_TOP_LEFT, potted=("top-left",), end=POCKET, extra=still_beyond(-75, 3640, MET_S + 0.6), is_clear=True
    ),
    "a red falls into a pocket and is seen in its hole": Row(
        SLOWLY_IN, potted=("top-left",), end=POCKET, extra=still_beyond(-5, 3580, MET_S + 1.25), is_clear=True
    ),
    "a red ball always lay on the rail, and another is lost there": Row(
        LOST_AT_LEFT, open=("off", "hidden"), extra=still_beyond(-40, 2710)
    ),
    "a red rolls slowly and is hidden at the cushion: it may have left the bed nowhere": Row(
        until(sent((-400, 0)), MET_S + 2.1), end="present", open=("hidden",)
    ),
    "a red flies over the jaw of a pocket: weigh both": Row(OVER_A_JAW, open=("off", "fell")),
}


def filmed(row: Row, camera: str, rate: float) -> Filmed:
    balls = [("white", white_stops), ("red", row.red), ("blue", lies(889, 1000))]
    seen = film(balls, CAMERAS[camera], rate, ends={"red": row.end}, most_beyond=row.most_beyond, extra=row.extra)
    shown = [(int(at_us), np.ones((12, 6), np.float32)) for at_us in seen.paths[0].at_us]
    return replace(seen, watch=replace(seen.watch, cloth=ClothShown.of(shown) if row.is_clear else None))


def told(row: Row, camera: str, rate: float) -> tuple[Stroke, Standing]:
    seen = filmed(row, camera, rate)
    (stroke, standing), *more = strokes(seen.paths, KIT, seen.watch)
    assert more == []
    return stroke, standing


def became_of(stroke: Stroke) -> str:
    return "off" if "red" in stroke.off_table else "fell" if stroke.potted else "hidden"


def chances(seen: Filmed) -> dict[str, float]:
    """How likely it is, by all readings, that the red left, fell, or is hidden."""
    (one,) = readings(seen.paths, KIT, seen.watch)
    shares = {"off": 0.0, "fell": 0.0, "hidden": 0.0}
    for log_odds, reading in zip(one.log_probabilities, one.readings, strict=False):
        shares[became_of(reading.stroke)] += exp(log_odds)
    return shares


@pytest.mark.parametrize("rate", [30.0, 50.0])
@pytest.mark.parametrize("camera", CAMERAS)
@pytest.mark.parametrize("name", ROWS)
def test_a_ball_that_is_gone_is_told_as_it_went(name: str, camera: str, rate: float) -> None:
    row = ROWS[name]
    if row.open:
        shares = chances(filmed(row, camera, rate))
        assert sum(shares[what] for what in row.open) > 0.8
        assert all(shares[what] > LEAST for what in row.open)
        return
    stroke, _ = told(row, camera, rate)
    asked = [d for d in stroke.doubts if d.about in ("off_table", "potted")]
    assert (stroke.off_table, tuple(p.pocket for p in stroke.potted), asked) == (row.off, row.potted, [])


def test_a_ball_off_the_table_stands_nowhere() -> None:
    stroke, standing = told(ROWS["a red flies over the left cushion"], "over a corner", 50.0)
    assert standing.count("red") == 0
    assert "red" not in stroke.rest


def test_the_oftener_it_was_seen_beyond_the_surer_it_left() -> None:
    once, often = (chances(filmed(Row(OVER_LEFT, most_beyond=n), "over a corner", 50.0)) for n in (1, 99))
    assert once["off"] < often["off"]


def test_a_reading_names_the_cushion_and_the_ball() -> None:
    seen = filmed(ROWS["a red is lost at the cushion and not seen again"], "over a corner", 50.0)
    (one,) = readings(seen.paths, KIT, seen.watch)
    words = {"off": "the red left the table over the left cushion", "hidden": "the red did not fall"}
    said = {(became_of(r.stroke), r.why) for r in one.readings[1:]}
    assert said & set(words.items())


def test_balls_are_told_in_the_order_in_which_they_left() -> None:
    early, late = sent((-2600, 300), 900), flies(400, 3000, (0, 2600), 1100, MET_S + 0.3)
    balls = [("white", white_stops), ("black", late), ("red", early)]
    seen = film(balls, CAMERAS["over a corner"], 50.0, ends={"red": VANISHED, "black": VANISHED})
    (stroke, _), *_ = strokes(seen.paths, KIT, seen.watch)
    assert stroke.off_table == ("red", "black")


def test_a_red_that_comes_into_view_soon_after_may_be_the_one_that_was_lost() -> None:
    balls = [("white", white_stops), ("red", ROWS["a red flies over the left cushion"].red)]
    seen = film(balls, CAMERAS["over a corner"], 30.0, ends={"red": VANISHED})
    later = np.arange(60, 120)
    again = path(9, "red", later, later / 30.0, np.tile([300.0, 2500.0], (60, 1)), "present")
    assert chances(replace(seen, paths=(*seen.paths, again)))["hidden"] > chances(seen)["hidden"]


def test_without_the_cameras_witness_it_is_less_sure_that_a_ball_left() -> None:
    row = ROWS["a red flies over the left cushion"]
    seen = film([("white", white_stops), ("red", row.red)], CAMERAS["over a corner"], 50.0, ends={"red": VANISHED})
    assert chances(replace(seen, watch=Watch()))["off"] < chances(seen)["off"]


@pytest.mark.parametrize(("at", "is_in"), [((-5.0, 3580.0), True), ((-75.0, 3640.0), False), ((-30.0, 3400.0), False)])
def test_what_is_seen_in_a_hole_lies_over_it_and_not_on_the_rail_beside_it(
    at: tuple[float, float], is_in: bool
) -> None:
    assert in_hole(stray("red", 0.0, np.array(at)), KIT) == is_in
