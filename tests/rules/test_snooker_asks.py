"""What the judge asks, what it leaves alone, and what it notes for the referee only."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, cast

import pytest

from tests.rules.test_snooker_judge import NOWHERE, RULES, stroke
from tracker.domain.book.setup import Setup, Start
from tracker.domain.strokes.stroke import Bounce, Place, Standing, Touch
from tracker.domain.table.ball import RED, WHITE
from tracker.domain.table.plane import Point
from tracker.rules import shelf
from tracker.rules.ruleset import apply_all
from tracker.rules.snooker.edition import Snooker
from tracker.rules.snooker.frame.calls import Choose, Concede, Foul, Hold, Lots, Nominate, NominateFree, PutBack
from tracker.rules.snooker.frame.position import Position
from tracker.rules.snooker.frame.told import Fall, Jump, Told
from tracker.rules.snooker.judge.finds import Find
from tracker.rules.snooker.judge.reports import Report

OLDER = cast(Snooker, shelf.find("snooker-legacy"))
FRESH = RULES.opening(Setup())
SAFE = replace(FRESH, opening=False, in_hand=False, opener=0)


def lying(sd_mm: float = 0.0, **places: tuple[float, float]) -> tuple[Place, ...]:
    return tuple(Place(ball=ball, at=Point(*at), sd_mm=sd_mm) for ball, at in places.items())


def at_rest(*places: Place) -> Standing:
    return Standing(at_us=2, places=places)


def one_red(*places: Place) -> Position:
    return RULES.opening(Setup(start=Start(reds=1, on=RED, places=places)))


@pytest.mark.parametrize(
    ("first", "asks"), [((), True), (("blue",), True), ((RED,), False)], ids=["no ball", "a wrong one", "a red"]
)
def test_played_away_from_a_ball_that_may_have_touched_the_foul_is_asked_about(
    first: tuple[str, ...], asks: bool
) -> None:
    near = lying(0.5, white=(889, 900), red=(889, 900 + 52.5 + 1.0), blue=(889, 1784.5))
    ruling = RULES.judge(one_red(*near), stroke(*first), NOWHERE)
    assert ruling.ask == asks
    assert ruling.doubts == (("did the cue-ball rest against the red before the stroke?",) if asks else ())


@pytest.mark.parametrize(("gap_mm", "sd_mm"), [(4.0, 0.5), (1.0, 0.0)], ids=["beyond the spread", "known exactly"])
def test_played_away_from_a_ball_that_did_not_touch_it_is_a_foul(gap_mm: float, sd_mm: float) -> None:
    apart = lying(sd_mm, white=(889, 900), red=(889, 900 + 52.5 + gap_mm))
    ruling = RULES.judge(one_red(*apart), stroke(), NOWHERE)
    assert [finding.clause for finding in ruling.findings] == ["SNK-3.11.a.vi"]
    assert ruling.doubts == ()


@pytest.mark.parametrize("choice", ["replace", "play-replaced"])
def test_what_touched_before_a_foul_touches_when_the_balls_are_back(choice: str) -> None:
    at = replace(SAFE, touching=("blue",))
    back, _ = apply_all(RULES, at, (Foul(points=4, miss=True, on_purpose=True), Choose(what=choice)))
    assert back.touching == ("blue",)
    for_good, _ = apply_all(RULES, at, (Foul(points=4), Choose(what="play")))
    assert for_good.touching == ()


def test_a_ball_that_fell_in_the_way_puts_a_touching_ball_back_too() -> None:
    at = replace(SAFE, touching=("blue",))
    fallen = Told(fell=Fall(ball="green", would_be_hit=True))
    ruling = RULES.judge(at, stroke(RED, pots=(WHITE,)), NOWHERE, fallen)
    then, _ = apply_all(RULES, at, ruling.calls)
    assert (then.scores, then.in_hand, then.touching) == ((0, 4), False, ("blue",))


@pytest.mark.parametrize(
    ("told", "miss"),
    [
        (Told(intent=True), True),
        (Told(possible=True, strength="short"), True),
        (Told(strength="short"), True),
        (Told(possible=False, strength="short"), True),
        (Told(possible=False, strength="enough"), False),
        (Told(possible=False), None),
        (Told(effort="best"), False),
        (Told(effort="poor"), True),
        (Told(strength="enough", effort="best"), False),
        (Told(), None),
    ],
    ids=lambda value: (
        " ".join(f"{key}={getattr(value, key)}" for key in ("intent", "possible", "strength", "effort"))
        if isinstance(value, Told)
        else str(value)
    ),
)
def test_a_failure_from_a_snooker_is_what_the_referee_makes_of_it(told: Told, miss: bool | None) -> None:
    ruling = RULES.judge(SAFE, stroke(), NOWHERE, replace(told, path="none", snookered=False))
    foul = ruling.calls[-1]
    assert isinstance(foul, Foul)
    assert foul.miss is miss
    assert (ruling.suggestions[0].say == "FOUL AND A MISS") == (miss is True)
    asked = [one for one in ruling.suggestions[1:] if one.say == "FOUL AND A MISS"]
    assert [one.ask for one in asked] == ([True] if miss is None else [])
    assert any("no miss by" in note for note in ruling.notes) == (miss is False)
    assert any("house view" in note for note in ruling.notes) == (told == Told())


@pytest.mark.parametrize(("level", "word"), [("professional", "professional"), ("club", "club")])
def test_the_view_of_the_house_is_noted_where_the_book_leaves_it_to_the_referee(level: str, word: str) -> None:
    ruling = RULES.judge(replace(SAFE, level=level), stroke(), NOWHERE, Told(path="none", snookered=False))
    assert [note for note in ruling.notes if note.startswith(f"house view, {word}")]


@pytest.mark.parametrize(
    ("scores", "noted"),
    [((0, 6), []), ((0, 7), ["A"]), ((0, 8), []), ((0, 13), ["A"]), ((19, 0), ["B"]), ((13, 0), ["B"]), ((12, 0), [])],
)
def test_a_side_that_trails_by_exactly_what_is_left_is_noted(scores: tuple[int, int], noted: list[str]) -> None:
    at = RULES.opening(Setup(start=Start(reds=0, colours=("pink", "black"), on="pink", scores=scores)))
    ruling = RULES.judge(at, stroke(), NOWHERE, Told(path="none", snookered=False))
    level = [note[:1] for note in ruling.notes if "trails by exactly" in note]
    assert level == noted


@pytest.mark.parametrize(
    ("pots", "noted"),
    [(("black", "pink"), True), (("black",), False), (("pink", "blue"), False)],
    ids=["one spot taken", "all taken", "none taken"],
)
def test_another_reading_is_noted_where_of_several_colours_some_find_their_spot_free(
    pots: tuple[str, ...], noted: bool
) -> None:
    rest = at_rest(*lying(white=(500, 900), red=(889, 3245)))
    ruling = RULES.judge(one_red(*rest.places), stroke(RED, pots=pots), rest, Told(snookered=False))
    assert any("3.7(f)" in note for note in ruling.notes) == noted


@pytest.mark.parametrize(
    ("aside_mm", "sd_mm", "free"),
    [(52.0, 0.0, True), (53.0, 0.0, False), (54.5, 1.0, None), (57.5, 1.0, False), (47.5, 1.0, True)],
)
def test_the_next_player_is_snookered_by_any_part_of_a_millimetre_that_was_measured_for_certain(
    aside_mm: float, sd_mm: float, free: bool | None
) -> None:
    """The red's left edge is met by a white that runs up the line of x = 547.5; the blue lies beside that line."""
    rest = at_rest(*lying(sd_mm, white=(547.5, 500), red=(600, 2500), blue=(547.5 - aside_mm, 1500)))
    ruling = RULES.judge(one_red(), stroke("blue"), rest)
    foul = ruling.calls[-1]
    assert isinstance(foul, Foul)
    assert foul.free_ball is free


@pytest.mark.parametrize(
    ("spreads_mm", "free"),
    [
        ((1.0, 1.0, 0.0, 1.0), False),
        ((2.0, 0.0, 2.0, 0.0), None),
        ((0.5, 0.5, 0.5, 3.0), False),
        ((0.5, 3.0, 0.5, 0.5), None),
    ],
)
def test_how_sure_a_view_is_hangs_on_the_balls_that_it_is_of_and_on_the_one_in_the_way(
    spreads_mm: tuple[float, ...], free: bool | None
) -> None:
    places = lying(white=(547.5, 500), red=(600, 2500), blue=(547.5 - 57.2, 1500), pink=(1500, 3000))
    measured = (replace(place, sd_mm=sd_mm) for place, sd_mm in zip(places, spreads_mm, strict=True))
    foul = RULES.judge(one_red(), stroke("blue"), at_rest(*measured)).calls[-1]
    assert isinstance(foul, Foul)
    assert foul.free_ball is free


@pytest.mark.parametrize(
    ("sentence", "beside_mm", "free"),
    [
        ("one red is hidden, and whether the other is cannot be told", 53.0, None),
        ("one red is hidden, and the other is not", 70.0, False),
        ("both are hidden", 40.0, True),
    ],
)
def test_a_player_is_snookered_if_every_red_is_hidden(sentence: str, beside_mm: float, free: bool | None) -> None:
    """The red's left edge is met by a white that runs up the line of x = 547.5; the brown hides the other red."""
    others = {"blue": (547.5 - beside_mm, 1500), "brown": (1021.5, 660)}
    lie = (*lying(0.5, white=(547.5, 500), red=(600, 2500), **others), *lying(0.5, red=(1400, 788)))
    foul = RULES.judge(one_red(), stroke("blue"), at_rest(*lie)).calls[-1]
    assert isinstance(foul, Foul)
    assert foul.free_ball is free, sentence


@pytest.mark.parametrize(
    ("sentence", "sd_mm", "free"),
    [
        ("of two balls beside the path the one that is placed worse may hide the red", 4.0, None),
        ("placed well, neither does", 1.0, False),
    ],
)
def test_each_ball_beside_the_path_hides_a_red_as_well_as_it_is_placed(
    sentence: str, sd_mm: float, free: bool | None
) -> None:
    places = lying(white=(547.5, 500), red=(600, 2500), blue=(547.5 - 57.2, 1500), pink=(547.5 - 60.0, 1200))
    measured = (replace(place, sd_mm=sd_mm if place.ball == "pink" else 0.5) for place in places)
    foul = RULES.judge(one_red(), stroke("blue"), at_rest(*measured)).calls[-1]
    assert isinstance(foul, Foul)
    assert foul.free_ball is free, sentence


def test_no_touching_ball_is_called_when_the_frame_is_over() -> None:
    at = RULES.opening(Setup(start=Start(reds=0, colours=("black",), on="black", scores=(50, 50 - 8))))
    ended = RULES.judge(at, stroke("black"), replace(NOWHERE, touching=((WHITE, "black"),)))
    then, said = apply_all(RULES, at, ended.calls)
    assert then.over
    assert said == ()
    assert [one.say for one in ended.suggestions] == ["NO SCORE"]


@pytest.mark.parametrize("offering", [0, 1])
def test_playing_on_refuses_the_concession_of_either_side(offering: int) -> None:
    held = Hold(call=replace(Foul(points=4)))
    offered, _ = apply_all(RULES, SAFE, (Concede(side=offering), held))
    ruling = RULES.judge(offered, stroke(RED), NOWHERE)
    assert getattr(ruling.calls[0], "side", None) == 1 - offering


def test_the_black_played_before_anybody_won_the_lot_is_taken_as_the_striker_s() -> None:
    at = RULES.apply(
        RULES.opening(Setup(start=Start(reds=0, colours=("black",), on="black", scores=(50, 43)))), Foul(points=7)
    )
    ruling = RULES.judge(at, stroke("black"), NOWHERE)
    assert ruling.calls[0] == Lots(side=at.striker, inferred=True)
    assert ruling.ask


@pytest.mark.parametrize(
    ("at", "ball", "inferred"),
    [
        (replace(SAFE, on="colour"), "pink", Nominate(ball="pink", inferred=True)),
        (replace(SAFE, free_ball=True), "pink", NominateFree(ball="pink", inferred=True)),
        (RULES.apply(SAFE, Foul(points=4)), RED, Choose(what="play", inferred=True)),
    ],
    ids=["a colour", "a free ball", "a choice"],
)
def test_what_was_only_seen_is_marked_as_inferred(at: Position, ball: str, inferred: object) -> None:
    assert RULES.judge(at, stroke(ball), NOWHERE).calls[0] == inferred


@pytest.mark.parametrize(
    ("report", "say", "back"),
    [
        (Report(fault="placed-badly", by=0, ball=WHITE), "PLAY ON", ()),
        (Report(fault="outside-cause", by=0, ball="pink"), "REPLACE", ("pink",)),
        (Report(fault="referee-moved", by=0), "REPLACE", ()),
        (Report(fault="table-defect", by=0, ball=RED), "PLAY ON", ()),
        (Report(fault="table-defect", by=0, ball="blue"), "REPLACE", ("blue",)),
    ],
    ids=lambda value: f"{value.fault} {value.ball}" if isinstance(value, Report) else "",
)
def test_for_what_nobody_did_nobody_pays(report: Report, say: str, back: tuple[str, ...]) -> None:
    ruling = RULES.report(FRESH, report)
    assert [(one.say, one.value, one.ask) for one in ruling.suggestions] == [(say, None, False)]
    assert ruling.calls == ((PutBack(balls=back),) if back else ())


def test_a_colour_put_up_by_mistake_and_gone_again_is_not_taken_off_twice() -> None:
    at = RULES.opening(Setup(start=Start(reds=0, colours=("pink", "black"), on="pink")))
    ruling = RULES.find(at, Find(what="colour_spotted_in_error", ball="blue"))
    assert ([one.say for one in ruling.suggestions], ruling.calls) == (["PLAY ON"], ())


def test_a_colour_put_up_again_lies_among_the_other_balls() -> None:
    at = replace(one_red(*lying(white=(300, 900), red=(600, 3000), pink=(700, 700))), colours=("pink", "black"))
    ruling = RULES.find(at, Find(what="colour_missing", ball="blue"))
    up, _ = apply_all(RULES, at, ruling.calls)
    assert up.colours == ("blue", "pink", "black")
    assert up.lie is not None
    assert {place.ball: place.at for place in up.lie} == {
        WHITE: Point(300, 900), RED: Point(600, 3000), "pink": Point(700, 700), "blue": RULES.kit.spots["blue-spot"]
    }  # fmt: skip


@pytest.mark.parametrize("choice", ["play", "play-again", "play-replaced", "replace"])
def test_a_choice_once_made_leaves_nothing_to_choose_or_to_put_back(choice: str) -> None:
    then, _ = apply_all(RULES, SAFE, (Foul(points=4, miss=True, on_purpose=True), Choose(what=choice)))
    assert (then.choices, then.original, then.visit) == ((), None, 0)


def test_a_stroke_of_the_other_side_without_a_name_is_that_of_its_one_player() -> None:
    at = replace(OLDER.opening(Setup(names=("Anna", "Bo"))), opening=False, in_hand=False)
    fouls = [call for call in OLDER.judge(at, stroke(RED), NOWHERE, Told(by=1)).calls if isinstance(call, Foul)]
    assert [foul.by for foul in fouls] == ["Bo"]


@pytest.mark.parametrize(
    ("jump", "first", "more", "fair"),
    [
        (Jump(over="blue", after_contact=False, beyond=True), (RED,), {}, False),
        (Jump(over="blue", after_contact=False, beyond=False), (RED,), {}, True),
        (Jump(over="blue", after_contact=True, beyond=True), (RED,), {}, True),
        (Jump(over=RED, after_contact=True, beyond=True), (RED,), {}, False),
        (Jump(over=RED, after_contact=True, beyond=False), (RED,), {}, True),
        (Jump(over=RED, after_contact=True, beyond=True), (RED,), {"cushions": WHITE}, True),
        (Jump(over=RED, after_contact=True, beyond=True), (RED,), {"cushions": "blue"}, False),
        (Jump(over=RED, after_contact=True, beyond=True), (RED,), {"touches": 2}, True),
        (Jump(over=RED, after_contact=True, beyond=True), (RED,), {"touches": 1}, False),
    ],
)
def test_a_jump_is_fair_in_the_three_ways_of_the_book_only(
    jump: Jump, first: tuple[str, ...], more: Mapping[str, Any], fair: bool
) -> None:
    cushions = (Bounce(at_us=1, ball=more["cushions"], cushion="top", sure=1.0),) if "cushions" in more else ()
    met = Touch(at_us=1, balls=(WHITE, RED), at=Point(1, 1), sure=1.0)
    seen = stroke(*first, cushions=cushions, touches=(met,) * more.get("touches", 0))
    found = [finding.clause for finding in RULES.judge(SAFE, seen, NOWHERE, Told(jump=jump)).findings]
    assert found == ([] if fair else ["SNK-3.11.a.x"])


@pytest.mark.parametrize("colour", ["pink", "green"])
def test_played_away_from_the_one_colour_that_touched_that_colour_is_taken_as_named_and_asked(colour: str) -> None:
    ruling = RULES.judge(replace(SAFE, on="colour", touching=(colour, RED)), stroke(), NOWHERE)
    assert ruling.calls[0] == Nominate(ball=colour, inferred=True)
    assert (ruling.findings, ruling.ask) == ((), True)


def test_a_touch_reported_before_a_choice_was_called_implies_that_the_next_player_plays() -> None:
    ruling = RULES.report(RULES.apply(SAFE, Foul(points=4)), Report(fault="ball-touched", by=1, ball="blue"))
    assert ruling.calls[0] == Choose(what="play", inferred=True)


def test_the_black_of_a_tie_is_put_on_its_spot() -> None:
    at = RULES.opening(Setup(start=Start(reds=0, colours=("black",), on="black", scores=(43, 50))))
    ruling = RULES.judge(at, stroke("black", pots=("black",)), NOWHERE)
    assert [(place.ball, place.at) for place in ruling.spots] == [("black", RULES.kit.spots["black-spot"])]
