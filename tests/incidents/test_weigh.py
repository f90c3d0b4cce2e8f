"""Readings of a stroke: products over its open questions, and what became of balls that were lost."""

from dataclasses import replace
from math import exp, log
from typing import Any

import numpy as np
import pytest

from tracker.domain.table.ball import SNOOKER
from tracker.geometry.paths import POCKET, PRESENT, VANISHED
from tracker.incidents.explain.kinds import kind_probabilities
from tracker.incidents.explain.losses.fates import HIDDEN, OFF, fates
from tracker.incidents.explain.losses.missing import Lead, Missing
from tracker.incidents.explain.weigh import PossibleAnswer, combined
from tracker.incidents.noise import noise

FALLS, KINDS = noise().falls, noise().kinds


def options(*shares: float) -> list[PossibleAnswer[int]]:
    return [PossibleAnswer(answer=n, log_odds=log(share)) for n, share in enumerate(shares)]


def test_the_likeliest_products_come_first_and_no_better_one_is_left_out() -> None:
    questions = [options(0.6, 0.4), options(0.7, 0.2, 0.1), options(0.9, 0.1)]
    found = combined(questions, most=5)
    shares = [0.378, 0.252, 0.108, 0.072, 0.054]
    assert [exp(odds) for odds, _ in found] == pytest.approx(shares)
    assert found[1][1] == (1, 0, 0)


def test_an_answer_that_hangs_on_an_earlier_one_is_weighed_by_it() -> None:
    found = combined(
        [options(0.9, 0.1), options(0.5, 0.5)], given=lambda told, n: log(0.01) if (*told, n) == (0, 0) else 0
    )
    assert [answers for _, answers in found] == [(0, 1), (1, 0), (1, 1), (0, 0)]
    assert exp(found[-1][0]) == pytest.approx(0.0045)


def test_what_is_all_but_impossible_is_no_reading() -> None:
    assert len(combined([options(1 - 1e-6, 1e-6)])) == 1


def lead(pocket: str = "top-left", **what: Any) -> Lead:
    own = {"away_mm": 400.0, "beside_mm": -40.0, "edge_mm": 350.0, "short_mm": -3000.0, "falls_us": 1_150_000} | what
    return Lead(pocket=pocket, **own)


def missing(*leads: Lead, **what: Any) -> Missing:
    own: dict[str, Any] = {"end": VANISHED, "unseen": False, "away_s": 2.0, "picture_s": 0.04} | what
    return Missing(ball="pink", track=1, lost_us=1_000_000, leads=leads or (lead(),), **own)


def sure_of(one: Missing, what: str) -> float:
    return next(fate.sure for fate in fates(one, FALLS) if fate.what == what)


def test_the_odds_of_all_that_may_have_become_of_a_ball_sum_to_one() -> None:
    found = fates(missing(lead(), lead("top-right", beside_mm=300.0)), FALLS)
    assert {fate.what for fate in found} == {HIDDEN, OFF, "top-left", "top-right"}
    assert sum(fate.sure for fate in found) == pytest.approx(1.0)


def test_a_fast_ball_lost_far_from_the_pocket_on_its_way_into_it_is_surely_potted_at_25_pictures_a_second() -> None:
    gone = missing(lead(away_mm=400.0, edge_mm=350.0), end=POCKET, clear_s=1.0)
    assert sure_of(gone, "top-left") > 0.95
    assert sure_of(replace(gone, clear_s=0.0), "top-left") < 0.95, "behind somebody who stays it may lie there yet"


ODDLY = {
    "its way leads half a metre beside the pocket": (missing(lead(beside_mm=500.0)), missing()),
    "it would have stopped half a metre short": (missing(lead(short_mm=500.0)), missing()),
    "it has hardly been away": (missing(away_s=0.2), missing()),
    "pictures of open cloth before it missed it": (missing(lead(missed=5)), missing()),
    "it hardly had the way to the edge": (missing(clear_s=1.0, spare_mm=5.0), missing(clear_s=1.0, spare_mm=300.0)),
    "it was lost between the jaws": (missing(clear_s=1.0, spare_mm=5.0), missing(clear_s=1.0)),
    "it was lost well before the edge of the hole": (
        missing(lead(edge_mm=40.0), clear_s=1.0, spare_mm=5.0),
        missing(lead(edge_mm=2.0), clear_s=1.0, spare_mm=5.0),
    ),
    "nothing shows that it has gone": (missing(end=PRESENT), missing(end=VANISHED)),
    "a ball of its colour comes into view": (missing(again=True), missing()),
}


@pytest.mark.parametrize("sentence", ODDLY)
def test_a_pot_is_less_likely_where(sentence: str) -> None:
    oddly, plainly = ODDLY[sentence]
    assert sure_of(oddly, "top-left") < sure_of(plainly, "top-left")


def test_a_ball_seen_beyond_a_cushion_has_rather_left() -> None:
    beside = lead(beside_mm=800.0)
    unseen, seen = (missing(beside, crosses=True, past_mm=500.0, beyond=n) for n in (0, 3))
    assert sure_of(unseen, OFF) < sure_of(seen, OFF)
    assert sure_of(replace(seen, crosses=False), OFF) < 1e-6


def test_a_colour_that_another_ball_has_is_less_likely_and_all_sum_to_one() -> None:
    looks, nobody = dict.fromkeys(SNOOKER, 0.0) | {"brown": 2.0, "red": 2.0}, np.zeros(8, bool)
    taken = nobody.copy()
    taken[3] = True
    red_taken = kind_probabilities("red", looks, taken, KINDS)
    red, brown, black = (kind_probabilities(name, looks, nobody, KINDS) for name in ("red", "brown", "black"))
    assert red_taken.sum() == pytest.approx(1.0)
    assert black[3] == pytest.approx(black[7])
    assert red_taken[3] < red[3]
    assert red[7] > brown[7]
