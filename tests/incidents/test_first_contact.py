"""Which ball was met first: told where the pictures decide it, asked with both candidates where they do not."""

from dataclasses import dataclass, fields, replace
from math import cos, radians, sin

import numpy as np
import pytest
from makers_air import path

from models.training.strokes import Played, Strike, play
from tracker.domain.strokes.stroke import Stroke, Touch
from tracker.domain.table.ball import WHITE
from tracker.domain.table.plane import Point
from tracker.geometry.paths import PRESENT, VANISHED, Path
from tracker.incidents.explain.first_contact import FirstContact, doubts, first_told
from tracker.incidents.explain.knocks import in_sigmas
from tracker.incidents.explain.stages import Moved, of_moved, stages, weighed_firsts
from tracker.incidents.noise import noise
from tracker.incidents.propose.touching.grazes import Brush, odds_touched
from tracker.incidents.search.strokes import strokes
from tracker.incidents.search.supposed import with_first
from tracker.incidents.segment.windows import windows_of
from tracker.store.kits import find_kit

pytestmark = pytest.mark.slow

KIT = find_kit()
TWO_R = KIT.touching_mm
PLACE, TURN = (700.0, 1000.0), 60.0
"""Where the white lies, and in which direction (degrees) it is played."""


def ahead(along: float, aside: float) -> tuple[float, float]:
    """A place so far along the way of the white and so far to its left."""
    way = np.array([cos(radians(TURN)), sin(radians(TURN))])
    x, y = np.array(PLACE) + along * way + aside * np.array([-way[1], way[0]])
    return float(x), float(y)


def met_at(along: float, aside: float, later_mm: float = 0.0) -> tuple[float, float]:
    """A place where a ball is met when the white has gone `along` (and `later_mm`), so far to the left of its way."""
    return ahead(along + later_mm + float(np.sqrt(TWO_R**2 - aside**2)), aside)


def played(balls: tuple[tuple[str, tuple[float, float]], ...], pace: float) -> Played:
    """What happens when the white is struck, sliding and rolling and all; it is the first of the balls."""
    return play(KIT, ((WHITE, PLACE), *balls), Strike(angle=radians(TURN), speed_mm_s=pace, follow=0.3))


def met_first(stroke: Played) -> tuple[str, ...]:
    return tuple(stroke.names[met.balls[1]] for met in stroke.touches[:1])


def paths_of(
    stroke: Played, rate: float, noise_mm: float, seed: int, hidden: frozenset[str] = frozenset()
) -> tuple[Path, ...]:
    """What is followed of each ball when pictures err by so much; the white is struck after half a second."""
    rng = np.random.default_rng(seed)
    times = np.arange(0, STRUCK_S + stroke.lasts_s + 0.8, 1 / rate)
    true = np.stack([stroke.at(t - STRUCK_S) for t in times])
    seen = true + rng.normal(0, noise_mm, true.shape)
    return tuple(
        followed(n, name, times, seen[:, n], noise_mm) for n, name in enumerate(stroke.names) if name not in hidden
    )


def followed(number: int, name: str, times: np.ndarray, places: np.ndarray, noise_mm: float) -> Path:
    here = ~np.isnan(places[:, 0])
    one = path(number, name, np.flatnonzero(here), times[here], places[here], PRESENT)
    return replace(one, raw_sd_mm=np.full(len(one), noise_mm))


@dataclass(frozen=True)
class Row:
    """What lies before the white, how fast it is played, and what it meets first."""

    balls: tuple[tuple[str, tuple[float, float]], ...]
    met: tuple[str, ...]
    pace: float = 1500.0


def rolled() -> float:
    """How far the white rolls when it is played slowly."""
    return float(np.hypot(*(played((), SLOW).places_mm[-1, 0] - PLACE)))


STRUCK_S = 0.5
SLOW = 330.0
ROLLS = rolled()


SURE = {
    "the yellow, and 9 ms later the red on the other side": Row(
        (("yellow", met_at(500, 30)), ("red", met_at(500, -42, 13.0))), ("yellow",)
    ),
    "the red, and 9 ms later the yellow on the other side": Row(
        (("red", met_at(500, 30)), ("yellow", met_at(500, -42, 13.0))), ("red",)
    ),
    "the yellow, which drives the red 4 mm behind it": Row(
        (("yellow", met_at(500, 10)), ("red", ahead(500 + 2 * TWO_R + 4, 10))), ("yellow",)
    ),
    "the red, thinly": Row((("red", met_at(500, 51.9)), ("black", (300.0, 3000.0))), ("red",)),
    "the red, so thinly that it goes but a few millimetres": Row(
        (("red", met_at(500, 52.44)), ("black", (300.0, 3000.0))), ("red",)
    ),
    "nothing: it passes the red by 3 mm": Row((("red", ahead(500, TWO_R + 3)), ("black", (300.0, 3000.0))), ()),
    "nothing: it stops 8 mm short of the red": Row((("red", ahead(ROLLS + TWO_R + 8, 0)),), (), SLOW),
    "nothing: it is played away from the red that it touches": Row((("red", ahead(-TWO_R, 0)),), ()),
    "the red, from a few millimetres": Row((("red", met_at(6, 30)), ("black", (300.0, 3000.0))), ("red",)),
}


def told(row: Row, rate: float, noise_mm: float, seed: int = 1) -> tuple[Played, Stroke]:
    stroke = played(row.balls, row.pace)
    (found, _), *_ = strokes(paths_of(stroke, rate, noise_mm, seed), KIT)
    return stroke, found


@pytest.mark.parametrize("sentence", SURE)
def test_the_first_contact_is_told(sentence: str) -> None:
    row = SURE[sentence]
    truth, stroke = told(row, 50, 0.4)
    assert met_first(truth) == row.met
    assert stroke.first_hit == row.met
    assert [d for d in stroke.doubts if d.about == "first_hit"] == []
    assert stroke.first_hit_sure > 0.9


def test_a_first_contact_that_is_told_is_told_with_its_moment_though_the_cue_ball_was_not_seen_before_it() -> None:
    stroke = played((("red", met_at(250, 30)),), 6500.0)
    met_s = stroke.touches[0].at_s + STRUCK_S
    white, red = paths_of(stroke, 25, 0.4, 1)
    (found, _), *_ = strokes((unseen(white, met_s - 0.09, met_s + 0.001), red), KIT)
    (touch,) = [t for t in found.touches if WHITE in t.balls]
    assert touch.balls == (WHITE, "red")
    assert abs(touch.at_us / 1e6 - met_s) < 0.005
    assert np.hypot(*np.subtract(touch.at, ahead(250, 0))) < 10


@pytest.mark.parametrize(("later_s", "told"), [(None, 1), (0.02, 1), (1.8, 2)])
def test_a_first_contact_stands_among_the_touches_though_the_white_is_told_to_have_met_a_ball_later(
    later_s: float | None, told: int
) -> None:
    first = Touch(at_us=1_860_000, balls=(WHITE, "red"), at=Point(700, 3000), sure=0.99)
    found = FirstContact(hit=("red",), sure=0.99, touches=(first,))
    other = [] if later_s is None else [replace(first, at_us=first.at_us + round(1e6 * later_s))]
    assert len(with_first(other, found, WHITE)) == told


def test_a_first_contact_that_is_asked_about_is_told_as_no_touch() -> None:
    stroke = played((("yellow", met_at(500, 30)), ("red", met_at(500, -30, 0.3))), 1500.0)
    paths = paths_of(stroke, 25, 1.0, 1)
    (window,) = windows_of(paths, KIT)
    found = weighed_firsts(stages(window.flights[0], window.flights, paths, KIT, noise().firsts), noise().firsts)
    assert doubts(found)
    assert first_told(found[0], WHITE).touches == ()


SHORT = {"a tenth of a millimetre short of the red": 0.1, "with a hair between it and the red": 0.02}


@pytest.mark.parametrize("sentence", SHORT)
def test_a_white_that_stops_beside_a_ball_may_have_touched_it(sentence: str) -> None:
    gap = SHORT[sentence]
    row = Row((("red", ahead(ROLLS + TWO_R + gap, 0)),), (), SLOW)
    truth, stroke = told(row, 50, 0.4)
    assert met_first(truth) == ()
    (doubt,) = [d for d in stroke.doubts if d.about == "first_hit"]
    assert set(doubt.candidates) == {(), ("red",)}
    assert "mm" in doubt.margin
    assert stroke.first_hit_sure < 0.9


def test_two_balls_met_within_a_millisecond_are_asked_and_both_are_named() -> None:
    row = Row((("yellow", met_at(500, 37.1)), ("red", met_at(500, -37.1, 0.3))), ("yellow",))
    _, stroke = told(row, 25, 1.0)
    (doubt,) = [d for d in stroke.doubts if d.about == "first_hit"]
    assert {("yellow",), ("red",)} <= set(doubt.candidates)
    assert doubt.margin.endswith("mm")
    assert "ms" in doubt.margin


def test_what_the_referee_would_call_does_not_hang_on_which_of_two_reds_was_met() -> None:
    row = Row((("red", met_at(500, 30)), ("red", met_at(500, -42, 2.0))), ("red",))
    for seed in range(2):
        _, stroke = told(row, 25, 1.0, seed)
        assert set(stroke.first_hit) == {"red"}


def test_a_ball_that_starts_far_from_the_white_is_not_surely_met() -> None:
    """A hand pushes the blue while the white rolls."""
    stroke = played((("red", (300.0, 3000.0)), ("blue", (1500.0, 500.0))), 1500)
    white, red, blue = paths_of(stroke, 50, 0.4, 1)
    since = np.clip(blue.at_s - 0.9, 0, 1)
    pushed = blue.raw_mm + (since * (2 - since))[:, None] * np.array([-180.0, 90.0])
    (found, _), *_ = strokes((white, red, replace(blue, raw_mm=pushed, places_mm=pushed)), KIT)
    assert [d.about for d in found.doubts if d.about == "first_hit"] == ["first_hit"] or found.first_hit == ()


def test_a_ball_across_the_table_that_is_seen_a_little_elsewhere_was_not_met() -> None:
    """Light or coding changes, and the green seems to go 5 mm while the white rolls far from it."""
    stroke = played((("red", (300.0, 3000.0)), ("green", (1500.0, 500.0))), 1500)
    (found, _), *_ = strokes(with_green_astray(stroke), KIT)
    assert found.first_hit == ()
    assert [d for d in found.doubts if d.about == "first_hit"] == []


def with_green_astray(stroke: Played) -> tuple[Path, ...]:
    """What is followed of three balls, the last of which seems to go 5 mm."""
    white, red, green = paths_of(stroke, 50, 0.4, 1)
    seems = green.raw_mm + np.clip((green.at_s - 0.9) / 0.1, 0, 1)[:, None] * np.array([-4.0, 3.0])
    return white, red, replace(green, raw_mm=seems, places_mm=seems)


def test_where_a_ball_was_not_met_the_white_goes_on_and_may_touch_another() -> None:
    stroke = played((("red", ahead(ROLLS + TWO_R + 0.02, 0)), ("green", (1500.0, 500.0))), SLOW)
    (found, _), *_ = strokes(with_green_astray(stroke), KIT)
    (doubt,) = [d for d in found.doubts if d.about == "first_hit"]
    assert {(), ("red",)} <= set(doubt.candidates)


def test_places_count_by_how_they_err_across_the_line_of_sight_and_along_it() -> None:
    spread = np.array([[0.5, 0.6], [0.6, 2.0]])
    off = np.array([[1.0, -0.5], [0.2, 3.0]])
    sigmas = in_sigmas(off, np.tile(spread, (2, 1, 1)))
    assert np.sum(sigmas**2, axis=1) == pytest.approx([one @ np.linalg.inv(spread) @ one for one in off])


def test_the_white_that_was_never_seen_to_move_met_nobody_knows_what() -> None:
    stroke = played((("red", met_at(500, 10)), ("black", (300.0, 3000.0))), 1500)
    (found, _), *_ = strokes(paths_of(stroke, 50, 0.4, 1, hidden=frozenset({WHITE})), KIT)
    assert found.first_hit == ()
    assert found.first_hit_sure == 0.0
    assert [d.why for d in found.doubts if d.about == "first_hit"] == ["the cue-ball was not seen to move"]


def unseen(one: Path, from_s: float, until_s: float) -> Path:
    """A path as it is followed where the ball itself was hidden for a while."""
    hidden = (one.at_s >= from_s) & (one.at_s < until_s)
    return replace(one, raw_mm=np.where(hidden[:, None], np.nan, one.raw_mm), seen=one.seen & ~hidden)


@pytest.mark.parametrize("from_s", [0.3, 0.5, 0.7, 0.9])
@pytest.mark.parametrize("lasts_s", [0.2, 0.6, 9.0])
def test_a_first_contact_that_nobody_saw_is_told_right_or_asked(from_s: float, lasts_s: float) -> None:
    """The yellow is met first; the white, and then the white and the yellow, are hidden for a while about then."""
    truth = played((("yellow", met_at(500, 30)), ("red", met_at(900, -42))), 1500)
    assert met_first(truth) == ("yellow",)
    white, yellow, red = paths_of(truth, 50, 0.4, 1)
    for hidden in ((white,), (white, yellow)):
        seen = [
            unseen(one, from_s, from_s + lasts_s) if any(one is h for h in hidden) else one
            for one in (white, yellow, red)
        ]
        for stroke, _ in strokes(seen, KIT):
            assert stroke.first_hit == ("yellow",) or [d for d in stroke.doubts if d.about == "first_hit"]


def test_a_ball_that_sets_off_while_the_white_is_out_of_view_was_not_surely_met() -> None:
    """A hand pushes the blue, far from the white, which nobody sees for a third of a second about then."""
    stroke = played((("red", (300.0, 3000.0)), ("blue", (1500.0, 500.0))), 1500)
    white, red, blue = paths_of(stroke, 50, 0.4, 1)
    since = np.clip(blue.at_s - 0.9, 0, 1)
    pushed = blue.raw_mm + (since * (2 - since))[:, None] * np.array([-180.0, 90.0])
    blue = replace(blue, raw_mm=pushed, places_mm=pushed)
    (found, _), *_ = strokes((unseen(white, 0.7, 1.3), red, blue), KIT)
    (doubt,) = [d for d in found.doubts if d.about == "first_hit"]
    assert {("blue",), ()} <= set(doubt.candidates)


def test_a_ball_that_sets_off_while_the_white_is_out_of_view_was_met_as_a_rule() -> None:
    found = of_moved(Moved(balls=(("red", 7),), costs=None, beside=0.0), noise().firsts)
    assert {one.hit: one.odds > 0.9 for one in found} == {("red",): True, (): False}


def test_a_ball_that_is_out_of_view_where_the_white_was_going_is_named() -> None:
    """A head hides both, first the yellow and then the white, and neither is seen again."""
    truth = played((("yellow", met_at(500, 30)), ("red", met_at(900, -42))), 1500)
    white, yellow, red = paths_of(truth, 50, 0.4, 1)
    (found, _), *_ = strokes((unseen(white, 0.8, 9.0), unseen(yellow, 0.6, 9.0), red), KIT)
    (doubt,) = [d for d in found.doubts if d.about == "first_hit"]
    assert found.first_hit == ("yellow",)
    assert doubt.margin == "out of view"


@pytest.mark.parametrize(("rate", "is_asked"), [(50, False), (25, False), (12.5, False), (6, True), (3, True)])
def test_who_was_met_is_asked_where_pictures_are_missing(rate: float, is_asked: bool) -> None:
    seen = paths_of(played((("yellow", met_at(500, 30)), ("red", met_at(900, -42))), 1500), rate, 0.4, 1)
    ((stroke, _),) = strokes(seen, KIT)
    assert stroke.first_hit == ("yellow",)
    whys = [d.why for d in stroke.doubts if d.about == "first_hit"]
    assert ("pictures are missing" in whys, bool(whys)) == (is_asked, is_asked)


def test_no_ball_is_taken_for_met_on_a_way_drawn_on_after_another_set_off() -> None:
    """The white is lost just before it meets the yellow, on a line that leads on to the red, which stays."""
    truth = played((("yellow", met_at(500, 30)), ("red", ahead(900, 10))), 1500)
    white, yellow, red = paths_of(truth, 50, 0.4, 1)
    met_s = STRUCK_S + truth.touches[0].at_s
    (found, _), *_ = strokes((unseen(white, met_s - 0.1, met_s + 0.9), yellow, unseen(red, 0.0, met_s - 0.2)), KIT)
    assert "red" not in found.first_hit


@pytest.mark.parametrize("bare_s", [0.9, 1.6])
def test_a_ball_that_vanished_while_it_was_hidden_may_have_been_met(bare_s: float) -> None:
    """The yellow is hidden before it is met, and gone once bare cloth shows where it lay; the white hidden or not."""
    truth = played((("yellow", met_at(500, 30)), ("red", met_at(900, -42))), 1500)
    white, yellow, red = paths_of(truth, 50, 0.4, 1)
    kept = int(np.searchsorted(yellow.at_s, bare_s))
    lost = unseen(first_of(yellow, kept), 0.6, 9.0)
    for seen in (
        (white, replace(lost, end=VANISHED), red),
        (unseen(white, 0.7, bare_s), replace(lost, end=VANISHED), red),
    ):
        (found, _), *_ = strokes(seen, KIT)
        assert found.first_hit == ("yellow",) or [d for d in found.doubts if d.about == "first_hit"]


def first_of(one: Path, count: int) -> Path:
    """The first so many pictures of a path."""
    arrays = {f.name: getattr(one, f.name) for f in fields(one) if isinstance(getattr(one, f.name), np.ndarray)}
    return replace(one, **{name: values[:count] for name, values in arrays.items()})


def test_a_white_that_rolls_out_slowly_beside_a_ball_is_not_sworn_to_have_stopped_short() -> None:
    """The last of a roll is so slow that the white seems to lie still before it has come to the red."""
    row = Row((("red", ahead(ROLLS + TWO_R - 0.5, 0)),), ("red",), SLOW)
    for seed in range(4):
        _, stroke = told(row, 50, 1.0, seed)
        assert stroke.first_hit == ("red",) or [d for d in stroke.doubts if d.about == "first_hit"]


def brush(gap: float, moved: float, speed: float, sd: float = 0.6) -> Brush:
    return Brush(gap_mm=gap, gap_sd_mm=sd, moved_mm=moved, moved_sd_mm=0.2, speed_mm_s=speed)


BRUSHES = {
    "passed fast, and it stayed": (brush(0.5, 0.0, 1500), (0.0, 0.01)),
    "passed, and it lies 3 mm on": (brush(0.0, 3.0, 600), (5.0, 1e9)),
    "stopped at it, and it lies 2 mm on": (brush(0.5, 2.0, 0), (5.0, 1e9)),
    "stopped at it, and it stayed": (brush(0.3, 0.0, 0), (0.05, 1.0)),
    "stopped 4 mm short of it": (brush(4.0, 0.0, 0), (0.0, 0.01)),
    "lies elsewhere, but nothing came near": (brush(12.0, 3.0, 600), (0.0, 0.001)),
}


@pytest.mark.parametrize("sentence", BRUSHES)
def test_the_odds_that_a_ball_was_touched_follow_the_gap_and_how_far_it_was_moved(sentence: str) -> None:
    one, (least, most) = BRUSHES[sentence]
    assert least <= odds_touched(one, KIT.ball_radius_mm) < most


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_ball_that_only_seemed_to_move_may_be_met_yet(seed: int) -> None:
    """What is seen of the red shifts by 12 mm while the white is a metre away: the light has changed, or its shadow."""
    stroke = played((("red", met_at(1000.0, 10.0)),), 1200.0)
    white, red = paths_of(stroke, 25.0, 0.5, seed)
    early = red.at_us < (STRUCK_S + 0.3) * 1e6
    shifted = red.raw_mm + np.where(early, 12.0, 0.0)[:, None] * np.array([0.0, 1.0])
    ((told, _),) = strokes((white, replace(red, raw_mm=shifted, places_mm=shifted)), KIT)
    assert told.first_hit == met_first(stroke) == ("red",)
    assert told.first_hit_sure > 0.9
