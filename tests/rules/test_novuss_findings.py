"""Every finding of a novuss stroke is named with its paragraph and its price, and what is open is asked."""

from dataclasses import replace
from typing import Any, cast

import pytest

from tracker.domain.book.setup import Setup
from tracker.domain.law.ruling import Ruling
from tracker.domain.strokes.stroke import Place, Pot, Standing, Stroke
from tracker.domain.table.plane import Point
from tracker.rules import shelf
from tracker.rules.novuss.calls import Off, Picks, Played
from tracker.rules.novuss.edition import Novuss
from tracker.rules.novuss.position import Position
from tracker.rules.novuss.reports import Report
from tracker.rules.novuss.told import BrokenPiece, Told

RULES = cast(Novuss, shelf.find("novuss-2015"))
SINGLES = replace(RULES.opening(Setup()), turn=2, strokes=4, pucks=(5, 6), light=(3, 6), blind=(1, 0))
PAIRS = (("A1", "A2"), ("B1", "B2"))
DOUBLES = replace(RULES.opening(Setup(players=PAIRS)), turn=4, strokes=4, pucks=(12, 12), light=(12, 12))
DARK = replace(SINGLES, pucks=(2, 6), light=(0, 6), blind=(1, 0))
FAIR = Told(kind="direct", first="own-light", far_edge=False, backslide=False, moved=0, blind_out=0, drove="", off=())


def stroke(*potted: str) -> Stroke:
    fallen = tuple(Pot(at_us=1, ball=ball, pocket="top-left", sure=0.8) for ball in potted)
    return Stroke(number=1, began_us=0, ended_us=9, cue_ball="striker", origin=Point(500, 60), potted=fallen)


def ruled(at: Position, told: Told, *potted: str, places: tuple[Place, ...] = ()) -> Ruling:
    return RULES.judge(at, stroke(*potted), Standing(at_us=9, places=places), told)


def found(at: Position, told: Told, *potted: str) -> list[tuple[str, str, int]]:
    return [(one.clause, one.cite, one.value) for one in ruled(at, told, *potted).findings]


NO_POT = ("NOV-7.1", "N7 ¶1", 0)


@pytest.mark.parametrize(
    ("at", "changes", "potted", "findings"),
    [
        (SINGLES, {}, ("a",), []),
        (SINGLES, {}, (), [NO_POT]),
        (SINGLES, {}, ("a", "b"), [("NOV-7.2", "N7 ¶2", 0)]),
        (SINGLES, {}, ("b",), [NO_POT, ("NOV-7.2", "N7 ¶2", 0)]),
        (SINGLES, {"first": "opponent"}, ("a",), [("NOV-6.b", "N6 ¶3", 1)]),
        (SINGLES, {}, ("a", "striker"), [("NOV-6.d", "N6 ¶5", 1)]),
        (
            SINGLES,
            {"first": "opponent", "drove": "blind"},
            ("a",),
            [("NOV-6.b", "N6 ¶3", 1), ("NOV-3.17", "N3 ¶17", 1)],
        ),
        (DOUBLES, {"first": "opponent", "drove": "blind"}, ("a",), [("NOV-6.b", "N6 ¶3", 1), ("NOV-9.3", "N9 ¶3", 1)]),
        (
            DOUBLES,
            {"first": "own+opponent", "drove": "centre"},
            ("a",),
            [("NOV-6.b", "N6 ¶3", 1), ("NOV-3.11", "N3 ¶11", 1)],
        ),
        (DARK, {"first": "own-blind"}, ("a",), [("NOV-6.h", "N6 ¶9", 1), ("NOV-6.l", "N6 ¶12", 1)]),
        (DARK, {"kind": "rebound", "first": "opponent"}, ("a",), [("NOV-6.f", "N6 ¶7", 1)]),
        (replace(SINGLES, strokes=0, out_of_turn=True), {}, ("a",), [("NOV-5.9", "N5 ¶9", 0)]),
        (replace(DOUBLES, strokes=0, out_of_turn=True), {}, ("a",), [("NOV-5.11", "N5 ¶11", 0)]),
    ],
)
def test_each_sentence_that_is_broken_is_named(
    at: Position, changes: dict[str, Any], potted: tuple[str, ...], findings: list[tuple[str, str, int]]
) -> None:
    assert found(at, replace(FAIR, **changes), *potted) == findings


@pytest.mark.parametrize(
    ("at", "changes", "asks"),
    [
        (SINGLES, {}, ""),
        (SINGLES, {"kind": "rebound"}, "off a side board onto an open own puck"),
        (SINGLES, {"kind": "rebound", "far_edge": None}, ""),
        (SINGLES, {"kind": "rebound", "far_edge": True}, ""),
        (SINGLES, {"kind": "rebound", "first": "own-blind", "far_edge": None}, "touch the far board?"),
        (SINGLES, {"kind": "rebound", "first": "own-blind", "far_edge": True}, ""),
        (SINGLES, {"kind": "rebound", "first": "own-centre", "far_edge": None}, ""),
        (SINGLES, {"kind": "rebound", "first": "own-centre"}, ""),
        (SINGLES, {"first": "own-blind", "far_edge": None}, ""),
        (SINGLES, {"broken": BrokenPiece(ball="a1", part="equal")}, "the parts are of one size"),
        (SINGLES, {"broken": BrokenPiece(ball="a1", part="on")}, ""),
    ],
)
def test_what_is_left_open_is_asked(at: Position, changes: dict[str, Any], asks: str) -> None:
    ruling = ruled(at, replace(FAIR, **changes), "a")
    assert ruling.ask == bool(asks)
    assert [asks in doubt for doubt in ruling.doubts] == [True] * bool(asks)


def test_pucks_are_counted_on_from_where_they_were_hit() -> None:
    for first, kind, light, blind in (
        ("own-light", "direct", (2, 6), (1, 0)),
        ("own-blind", "rebound", (3, 6), (0, 0)),
    ):
        call = ruled(SINGLES, replace(FAIR, first=first, kind=kind, far_edge=True), "a").calls[0]
        assert isinstance(call, Played)
        assert (call.after.light, call.after.blind, call.after.lie) == (light, blind, None)
    both = ruled(SINGLES, replace(FAIR, off=(Off(ball="b1", side="far"),)), "a", "b", "b").calls[0]
    assert isinstance(both, Played)
    assert both.after.light == (2, 3)
    theirs = ruled(replace(SINGLES, turn=3), FAIR, "b", "a").calls[0]
    assert isinstance(theirs, Played)
    assert (theirs.after.light, theirs.after.blind) == ((2, 5), (1, 0))


def test_pucks_that_are_seen_are_counted_where_they_lie() -> None:
    spots = {"a1": (300, 500), "a2": (400, 600), "a3": (200, 60), "a4": (500, 480), "b1": (700, 950), "b2": (700, 60)}
    lie = tuple(Place(ball=ball, at=Point(*at), sd_mm=1.0) for ball, at in spots.items())
    call = ruled(SINGLES, FAIR, "a", places=lie).calls[0]
    assert isinstance(call, Played)
    assert (call.after.light, call.after.blind, call.after.lie) == ((2, 1), (1, 1), lie)
    off = ruled(SINGLES, replace(FAIR, kind="rebound", off=(Off(ball="b3", side="left"),)), places=lie).calls[0]
    assert isinstance(off, Played)
    assert off.after.lie == (*lie, Place(ball="b3", at=Point(500 - 140 + 27, 500), sd_mm=0.0))
    assert off.after.occupied == ("centre", "cross-near")


def test_the_advice_is_as_sure_as_its_least_sure_pot() -> None:
    ruling = ruled(SINGLES, FAIR, "a")
    assert ruling.main is not None
    assert (ruling.main.say, ruling.main.cite, ruling.main.sure, ruling.main.value) == ("1", "N2 ¶10", 0.8, None)
    silent = ruled(SINGLES, FAIR)
    assert silent.main is not None
    assert (silent.main.say, silent.main.cite) == ("TURN LOST", "N7 ¶1")


@pytest.mark.parametrize(("at", "clause"), [(SINGLES, "NOV-5.9"), (DOUBLES, "NOV-5.11")])
def test_an_opening_out_of_turn_is_cited_for_pairs_and_for_single_players(at: Position, clause: str) -> None:
    for strokes, costs in ((0, True), (1, True), (2, False)):
        ruling = RULES.report(replace(at, strokes=strokes), Report(fault="out-of-turn", by=1))
        assert bool(ruling.calls) == costs
        assert [one.clause for one in ruling.findings] == [clause if costs else "NOV-5.9"]


def test_who_answers_for_a_pair_is_inferred_from_who_plays() -> None:
    waiting = RULES.apply(RULES.opening(Setup(players=PAIRS)), Played(own=16))
    for by, player in ((None, 0), ((1, 1), 1)):
        assert ruled(waiting, replace(FAIR, by=by)).calls[0] == Picks(side=1, player=player, inferred=True)


def test_a_puck_without_a_place_takes_none() -> None:
    taken = replace(SINGLES, occupied=("centre",))
    two = (Off(ball="a1"), Off(ball="a2", side="near"))
    then = RULES.apply(taken, Played(off=two))
    assert [put.place for put in then.put] == ["", "circle-near"]
    assert then.occupied == ("centre", "circle-near")


def places_of(*lying: tuple[str, float, float]) -> tuple[Place, ...]:
    return tuple(Place(ball=ball, at=Point(x, y), sd_mm=0.3) for ball, x, y in lying)


@pytest.mark.parametrize(
    ("before", "after", "back"),
    [
        ((("b", 750, 300),), (("b", 240, 890),), (("b", 750, 300),)),
        ((("b", 640, 610), ("b", 750, 300)), (("b", 656, 614), ("b", 240, 890)), (("b", 656, 614), ("b", 750, 300))),
        ((("b", 640, 610), ("b", 230, 900)), (("b", 750, 300), ("b", 240, 890)), (("b", 750, 300), ("b", 240, 890))),
        ((("b", 640, 610), ("b", 750, 300)), (("b", 240, 890),), (("b", 640, 610),)),
    ],
    ids=["one moved", "another moved a little", "moved within the zone", "another was pocketed"],
)
def test_an_opponents_puck_driven_into_its_blind_zone_goes_back_where_it_lay(
    before: tuple[tuple[str, float, float], ...],
    after: tuple[tuple[str, float, float], ...],
    back: tuple[tuple[str, float, float], ...],
) -> None:
    own = ("a", 300.0, 500.0)
    at = replace(SINGLES, lie=places_of(own, *before))
    told = Told(kind="direct", first="opponent", far_edge=False, backslide=False, off=())
    (call,) = ruled(at, told, places=places_of(own, *after)).calls
    assert isinstance(call, Played)
    assert call.after.lie is not None
    assert {one.at for one in call.after.lie if one.ball == "b"} == {Point(x, y) for _, x, y in back}
