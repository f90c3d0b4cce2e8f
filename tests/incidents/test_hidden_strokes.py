"""A stroke that somebody stood before: the cue-ball lies elsewhere when it is seen again, and so may other balls."""

from collections.abc import Sequence
from dataclasses import replace
from math import exp

import numpy as np
import pytest
from made_ways import STEP_S, Moved, rolls, seen, still, then

from tracker.domain.strokes.alternatives import Alternatives
from tracker.geometry.paths import POCKET, VANISHED, Path
from tracker.incidents.search.strokes import readings
from tracker.incidents.segment.windows import windows_of
from tracker.store.kits import find_kit

KIT = find_kit()
FROM, TO = (1440.0, 100.0), (1757.0, 24.0)
HIDDEN_S = 3.0, 5.0
LAY, ELSEWHERE = (1703.0, 31.0), (1600.0, 400.0)
OTHERS = {"green": (122.0, 334.0), "brown": (319.0, 1162.0), "blue": (889.0, 1785.0), "pink": (889.0, 2678.0)}


def cue_ball() -> Moved:
    """Struck while it is hidden, seen to lie elsewhere, and struck again in full view."""
    ways = then(still(FROM, 4.0), still(TO, 6.0), rolls(TO, (-1500.0, 600.0), 2.4))
    return then(ways, still(ways.places[-1], 3.0))


def told(yellow: Path) -> list[Alternatives]:
    white = cue_ball()
    lasts_s = (len(white.places) - 1) * STEP_S
    rest = [seen(still(at, lasts_s), ball, k, noise_mm=0.4) for k, (ball, at) in enumerate(OTHERS.items(), start=3)]
    return readings([seen(white, "white", 1, noise_mm=0.4, unseen=[HIDDEN_S]), yellow, *rest], KIT)


def yellow(ways: Moved, unseen: Sequence[tuple[float, float]] = (HIDDEN_S,)) -> Path:
    return seen(ways, "yellow", 2, noise_mm=0.4, unseen=unseen)


def test_a_ball_that_moved_while_it_was_hidden_with_the_cue_ball_was_met_and_no_hand_is_thought_of() -> None:
    first, then_seen = told(yellow(then(still(LAY, 4.0), still(ELSEWHERE, 11.0))))
    stroke = first.likeliest.stroke
    assert stroke.first_hit == ("yellow",)
    assert stroke.moved_between == ()
    assert HIDDEN_S[0] < stroke.began_us / 1e6 < HIDDEN_S[1]
    assert then_seen.likeliest.stroke.began_us / 1e6 == pytest.approx(10.0, abs=0.03)
    assert then_seen.likeliest.stroke.first_hit == ()


def test_a_ball_that_lies_where_it_lay_is_not_said_to_have_been_met() -> None:
    first, _ = told(yellow(still(LAY, 15.0)))
    assert first.likeliest.stroke.first_hit == ()


@pytest.mark.parametrize("bare_s", [5.1, 6.0])
def test_a_ball_that_has_gone_when_its_place_is_seen_again_was_met_and_may_have_been_potted(bare_s: float) -> None:
    first, then_seen = told(replace(yellow(still(LAY, bare_s), [(HIDDEN_S[0], 20.0)]), end=VANISHED))
    assert first.likeliest.stroke.first_hit == ("yellow",)
    pots = [[pot.ball for pot in reading.stroke.potted] for reading in first.readings[:2]]
    assert sorted(pots) == [[], ["yellow"]]
    assert exp(first.readings[1].log_odds) > 0.05
    assert then_seen.before is not None
    assert then_seen.before.hidden == ()  # it has gone from where it lay: nobody takes it for hidden there


def test_a_ball_that_stays_hidden_leaves_open_whether_it_fell() -> None:
    first, _ = told(yellow(still(LAY, 15.0), [(HIDDEN_S[0], 20.0)]))
    assert any(pot.ball == "yellow" for reading in first.readings for pot in reading.stroke.potted)
    assert any("hidden" in doubt.why for doubt in first.likeliest.stroke.doubts)


def behind_a_player_at_the_pocket(red_at: tuple[float, float]) -> Alternatives:
    """The cue-ball rolls towards the top right pocket, behind somebody who hides what lies there to the end."""
    white = then(still((938.0, 600.0), 1.0), rolls((938.0, 600.0), (760.0, 2690.0), 0.9))
    cue = replace(seen(white, "white", 1, noise_mm=0.4), end=POCKET)
    red = seen(still(red_at, 6.0), "red", 2, noise_mm=0.4, unseen=[(1.8, 9.0)])
    rest = [seen(still(at, 6.0), ball, k, noise_mm=0.4) for k, (ball, at) in enumerate(OTHERS.items(), start=3)]
    return readings([cue, red, *rest], KIT)[0]


def how_likely_met(ball: str, told: Alternatives) -> float:
    each = zip(told.readings, told.log_probabilities, strict=False)
    return sum(exp(log_odds) for reading, log_odds in each if reading.stroke.first_hit == (ball,))


def test_a_cue_ball_that_was_lost_on_its_way_to_a_pocket_may_have_met_a_hidden_ball_before_it() -> None:
    assert how_likely_met("red", behind_a_player_at_the_pocket((1720.0, 3380.0))) > 0.5


def test_a_hidden_ball_that_nothing_came_near_was_not_met_there() -> None:
    assert how_likely_met("red", behind_a_player_at_the_pocket((1300.0, 3380.0))) < 0.02


@pytest.mark.parametrize("red_at", [(1720.0, 3380.0), (1300.0, 3380.0)])
def test_where_nothing_was_met_no_ball_fell_that_was_not_seen_to_go(red_at: tuple[float, float]) -> None:
    told = behind_a_player_at_the_pocket(red_at).readings
    assert any(not reading.stroke.first_hit for reading in told)
    fell = [reading for reading in told if any(pot.ball == "red" for pot in reading.stroke.potted)]
    assert all(reading.stroke.first_hit for reading in fell)


def test_a_ball_that_went_while_it_was_hidden_from_the_stroke_on_went_in_the_stroke() -> None:
    white = then(still((938.0, 600.0), 1.0), rolls((938.0, 600.0), (760.0, 2690.0), 0.9))
    cue = replace(seen(white, "white", 1, noise_mm=0.4), end=POCKET)
    red = replace(seen(still((1720.0, 3380.0), 4.2), "red", 2, noise_mm=0.4, unseen=[(1.8, 9.0)]), end=VANISHED)
    rest = [seen(still(at, 6.0), ball, k, noise_mm=0.4) for k, (ball, at) in enumerate(OTHERS.items(), start=3)]
    (told,) = readings([cue, red, *rest], KIT)
    assert told.likeliest.stroke.moved_between == ()
    assert how_likely_met("red", told) > 0.9
    assert any(pot.ball == "red" for reading in told.readings for pot in reading.stroke.potted)


def behind_a_player_over_the_middle_pocket(
    pink_at: tuple[float, float], unseen: Sequence[tuple[float, float]] = ((3.0, 99.0),)
) -> list[Alternatives]:
    """Somebody stands before a pocket: the cue-ball comes out from behind him, rolling slowly away; then one more."""
    lay, out, then_up = (311.0, 1823.0), (53.0, 1850.0), (700.0, 1400.0)
    gone = rolls(out, (520.0, 260.0), 3.5)
    ways = then(
        still(lay, 3.9), still(out, 0.1), gone, still(gone.places[-1], 2.0), rolls(gone.places[-1], then_up, 3.0)
    )
    white = then(ways, still(ways.places[-1], 2.0))
    lasts_s = (len(white.places) - 1) * STEP_S
    pink = seen(still(pink_at, lasts_s), "pink", 2, noise_mm=0.4, unseen=unseen)
    rest = [seen(still(at, lasts_s), ball, k, noise_mm=0.4) for k, (ball, at) in enumerate(OTHERS.items(), start=3)]
    cue = seen(white, "white", 1, noise_mm=0.4, unseen=[(3.2, 5.4)])
    return readings([cue, pink, *rest[:3]], KIT)


def test_a_cue_ball_that_rolls_out_from_where_a_hidden_ball_hung_may_have_potted_it() -> None:
    first, then_seen = behind_a_player_over_the_middle_pocket((14.0, 1807.0))
    assert how_likely_met("pink", first) > 0.2
    fell = [pot.pocket for reading in first.readings for pot in reading.stroke.potted if pot.ball == "pink"]
    assert fell[0] == "middle-left"
    assert then_seen.before is not None
    assert then_seen.before.hidden == ("pink",)


def test_a_ball_that_was_seen_since_the_stroke_before_is_not_told_as_hidden_though_a_player_stands_before_it() -> None:
    _, then_seen = behind_a_player_over_the_middle_pocket((14.0, 1807.0), [(3.0, 8.0), (8.2, 99.0)])
    assert then_seen.before is not None
    assert "pink" in {place.ball for place in then_seen.before.places}
    assert then_seen.before.hidden == ()


def test_a_ball_that_only_the_first_picture_shows_is_hidden_for_what_is_carried_on_stands_there() -> None:
    first, _ = behind_a_player_over_the_middle_pocket((14.0, 1807.0), [(0.01, 99.0)])
    assert first.before is not None
    assert first.before.hidden == ("pink",)


def test_it_has_not_met_a_hidden_ball_from_which_it_does_not_come() -> None:
    first, _ = behind_a_player_over_the_middle_pocket((300.0, 2300.0))
    assert how_likely_met("pink", first) < 0.05


def struck_behind_somebody_at_the_pocket(red: Path) -> list[Alternatives]:
    """The cue-ball comes into view on its way to a red before the top right pocket, which is gone a tenth later."""
    ways = then(still((1000.0, 2400.0), 1.7), rolls((1000.0, 2400.0), (1728.0, 2634.0), 0.4))
    white = then(ways, rolls(ways.places[-1], (240.0, 420.0), 0.12))
    cue = replace(seen(white, "white", 1, rate=25.0, noise_mm=0.4, unseen=[(0.0, 1.86)]), end=POCKET)
    rest = [
        seen(still(at, 6.0), ball, k, rate=25.0, noise_mm=0.4) for k, (ball, at) in enumerate(OTHERS.items(), start=3)
    ]
    return readings([cue, red, *rest], KIT)


def test_a_ball_that_one_picture_shows_on_its_way_into_a_pocket_was_driven_there_by_a_stroke() -> None:
    lay, last = (1715.0, 3490.0), (1748.0, 3540.0)
    red = then(still(lay, 2.12), still(last, 0.05))
    told = struck_behind_somebody_at_the_pocket(replace(seen(red, "red", 2, rate=25.0, noise_mm=0.4), end=POCKET))
    assert [one.likeliest.stroke.first_hit for one in told] == [("red",)]
    assert [pot.ball for pot in told[0].likeliest.stroke.potted if pot.ball == "red"] == ["red"]


def test_a_ball_that_went_behind_somebody_who_hid_the_cue_ball_too_went_in_the_stroke() -> None:
    lay, out = (1324.0, 3068.0), (1580.0, 3400.0)
    ways = then(still(lay, 3.6), rolls(out, (-120.0, -900.0), 1.5))
    white = then(ways, still(ways.places[-1], 3.0))
    lasts_s = (len(white.places) - 1) * STEP_S
    cue = seen(white, "white", 1, noise_mm=0.4, unseen=[(2.5, 3.8)])
    red = replace(seen(still((1631.0, 3507.0), 4.2), "red", 2, noise_mm=0.4, unseen=[(1.0, 9.0)]), end=VANISHED)
    rest = [seen(still(at, lasts_s), ball, k, noise_mm=0.4) for k, (ball, at) in enumerate(OTHERS.items(), start=3)]
    (told,) = readings([cue, red, *rest], KIT)
    assert told.likeliest.stroke.moved_between == ()
    assert told.likeliest.stroke.first_hit == ("red",)
    assert any(pot.ball == "red" for reading in told.readings for pot in reading.stroke.potted)


def test_a_ball_that_is_in_view_to_the_end_did_not_fall_though_it_was_brushed() -> None:
    """The cue-ball brushes a red, which lies a little elsewhere since, too little to have been seen to go."""
    white = then(still((938.0, 600.0), 1.0), rolls((938.0, 600.0), (0.0, 1800.0), 3.0))
    cue = seen(then(white, still(white.places[-1], 3.0)), "white", 1, noise_mm=0.4)
    lay, lies = np.array((988.0, 1400.0)), np.array((995.0, 1402.0))
    brushed = then(still(lay, 1.46), Moved(np.linspace(lay, lies, 160), np.zeros(2)), still(lies, 5.3))
    red = seen(brushed, "red", 2, noise_mm=0.4)
    badly_placed = replace(red, raw_sd_mm=np.full(len(red), 1.6))
    rest = [seen(still(at, 7.0), ball, k, noise_mm=0.4) for k, (ball, at) in enumerate(OTHERS.items(), start=3)]
    (told,) = readings([cue, badly_placed, *rest], KIT)
    assert not any(reading.stroke.potted for reading in told.readings)
    assert not [doubt for doubt in told.likeliest.stroke.doubts if doubt.about == "potted"]


def test_a_stroke_behind_somebody_begins_with_the_cue_ball_though_what_it_drove_seems_to_have_gone_before() -> None:
    lay, beside = (1100.0, 3350.0), (1112.0, 3440.0)
    white = then(still(lay, 4.57), rolls(lay, (160.0, 1200.0), 0.03))
    white = then(white, rolls(white.places[-1], (-600.0, -300.0), 1.4))
    white = then(white, still(white.places[-1], 2.0))
    driven = rolls(beside, (300.0, 2100.0), 0.045)
    back = rolls(driven.places[-1], (250.0, -1900.0), 0.2)
    yellow_ways = then(still(beside, 4.6), driven, back, rolls(back.places[-1], (60.0, -400.0), 1.0))
    yellow_ways = then(yellow_ways, still(yellow_ways.places[-1], 2.15))
    rest = [seen(still(at, 8.0), ball, k, noise_mm=0.4) for k, (ball, at) in enumerate(OTHERS.items(), start=3)]
    cue = seen(white, "white", 1, noise_mm=0.4, unseen=[(2.2, 4.9)])
    paths = [cue, yellow(yellow_ways, [(2.2, 4.9)]), *rest]
    (window,) = windows_of(paths, KIT)
    assert [one.ball for one in window.flights] == ["white", "yellow"]
    (told,) = readings(paths, KIT)
    stroke = told.likeliest.stroke
    assert (stroke.cue_ball, stroke.first_hit) == ("white", ("yellow",))
    assert 4.0 < stroke.began_us / 1e6 < 4.9
