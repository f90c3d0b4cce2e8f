"""Balls that leave the table: told where it is proved, asked where it is not, never where a ball fell or is hidden."""

from dataclasses import dataclass, field

import numpy as np
import pytest
from makers_air import CAMERAS, KIT, Way, film, flies, lies, path, stray, until

from tracker.geometry.paths import POCKET, VANISHED
from tracker.geometry.sightings import Stray
from tracker.incidents.strokes import strokes

MET_S = 0.74
WHITE = until(flies(900, 2000, (0, 2400)), MET_S)
"""The white goes up the table and is stopped dead by what it meets."""


def white_stops(t: float) -> tuple[float, float, float]:
    return WHITE(min(t, MET_S - 1e-6))


def sent(speed: tuple[float, float], lift: float = 0.0) -> Way:
    """A ball that lies ahead of the white and is sent on as they meet."""
    return flies(900, 2000 + 2400 * (MET_S - 0.5) + KIT.touching_mm, speed, lift, MET_S)


def still_beyond(x: float, y: float, from_s: float = 0.0) -> tuple[Stray, ...]:
    return tuple(stray("red", t, np.array([x, y])) for t in np.arange(from_s, 4.0, 1 / 30))


@dataclass(frozen=True)
class Row:
    """What a red does, and what must be told of it."""

    red: Way
    off: tuple[str, ...] = ()
    potted: tuple[str, ...] = ()
    asked: tuple[str, ...] = ()
    end: str = VANISHED
    most_beyond: int = 99
    extra: tuple[Stray, ...] = field(default=())


OVER_LEFT = sent((-2600, 300), 900)
OVER_TOP = sent((200, 2800), 1100)
LOST_AT_LEFT = until(sent((-2600, 300)), MET_S + 0.33)
INTO_TOP_LEFT = until(sent((-2030, 2260)), MET_S + 0.40)
OVER_A_JAW = sent((-2180, 2260), 1500)
ROWS = {
    "a red flies over the left cushion": Row(OVER_LEFT, off=("red",)),
    "a red flies over the top cushion": Row(OVER_TOP, off=("red",)),
    "a red is seen but once beyond the cushion: ask": Row(OVER_LEFT, asked=("off_table",), most_beyond=1),
    "a red is lost at the cushion and not seen again: ask": Row(LOST_AT_LEFT, asked=("off_table",)),
    "nobody can tell whether the red left or is hidden behind a player: ask": Row(
        OVER_LEFT, asked=("off_table",), end="present"
    ),
    "a red falls into the top left pocket": Row(INTO_TOP_LEFT, potted=("top-left",), end=POCKET),
    "a red falls into a net that the camera sees": Row(
        INTO_TOP_LEFT, potted=("top-left",), end=POCKET, extra=still_beyond(-75, 3640, MET_S + 0.6)
    ),
    "a red ball always lay on the rail, and another is lost there: ask": Row(
        LOST_AT_LEFT, asked=("off_table",), extra=still_beyond(-40, 2710)
    ),
    "a red rolls slowly and is hidden at the cushion: it may have left the bed nowhere": Row(
        until(sent((-400, 0)), MET_S + 2.1), end="present", asked=("potted",)
    ),
    "a red flies over the jaw of a pocket: weigh both, and ask": Row(OVER_A_JAW, asked=("off_table", "potted")),
}


def told(row: Row, camera: str, rate: float):
    balls = [("white", white_stops), ("red", row.red), ("blue", lies(889, 1000))]
    seen = film(balls, CAMERAS[camera], rate, ends={"red": row.end}, most_beyond=row.most_beyond, extra=row.extra)
    (stroke, standing), *more = strokes(seen.paths, KIT, seen.watch)
    assert more == []
    return stroke, standing


@pytest.mark.parametrize("rate", [30.0, 50.0])
@pytest.mark.parametrize("camera", CAMERAS)
@pytest.mark.parametrize("name", ROWS)
def test_a_ball_that_is_gone_is_told_as_it_went(name, camera, rate):
    row = ROWS[name]
    stroke, _ = told(row, camera, rate)
    asked = {d.about for d in stroke.doubts if d.about in ("off_table", "potted")}
    if set(row.asked) == {"off_table", "potted"}:
        assert asked == set(row.asked)
        return
    assert (stroke.off_table, tuple(p.pocket for p in stroke.potted), asked) == (row.off, row.potted, set(row.asked))


def test_a_ball_off_the_table_stands_nowhere():
    stroke, standing = told(ROWS["a red flies over the left cushion"], "over a corner", 50.0)
    assert standing.count("red") == 0
    assert "red" not in stroke.rest


def test_a_doubt_names_the_cushion_and_the_ball():
    stroke, _ = told(ROWS["a red is seen but once beyond the cushion: ask"], "over a corner", 50.0)
    (doubt,) = [d for d in stroke.doubts if d.about == "off_table"]
    assert "red" in doubt.why
    assert "left cushion" in doubt.why
    assert doubt.margin == "1 of 2 sightings"
    assert doubt.candidates == ((), ("red",))


def test_balls_are_told_in_the_order_in_which_they_left():
    early, late = sent((-2600, 300), 900), flies(400, 3000, (0, 2600), 1100, MET_S + 0.3)
    balls = [("white", white_stops), ("black", late), ("red", early)]
    seen = film(balls, CAMERAS["over a corner"], 50.0, ends={"red": VANISHED, "black": VANISHED})
    (stroke, _), *_ = strokes(seen.paths, KIT, seen.watch)
    assert stroke.off_table == ("red", "black")


def test_a_red_that_comes_into_view_soon_after_may_be_the_one_that_was_lost():
    balls = [("white", white_stops), ("red", ROWS["a red flies over the left cushion"].red)]
    seen = film(balls, CAMERAS["over a corner"], 30.0, ends={"red": VANISHED})
    later = np.arange(60, 120)
    again = path(9, "red", later, later / 30.0, np.tile([300.0, 2500.0], (60, 1)), "present")
    (stroke, _), *_ = strokes((*seen.paths, again), KIT, seen.watch)
    assert stroke.off_table == ()
    assert [d.about for d in stroke.doubts if d.about == "off_table"] == ["off_table"]


def test_without_the_cameras_witness_nothing_leaves():
    row = ROWS["a red flies over the left cushion"]
    seen = film([("white", white_stops), ("red", row.red)], CAMERAS["over a corner"], 50.0, ends={"red": VANISHED})
    (stroke, _), *_ = strokes(seen.paths, KIT)
    assert stroke.off_table == ()
