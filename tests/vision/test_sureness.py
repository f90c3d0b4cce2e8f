"""How sure something is to be a ball: a score is worth little where no outline stands on the cloth."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.store.kits import find_kit
from tracker.vision.sureness import AGAIN, GUESSED, POINTED, Proposed, how_sure

BALLS, DISCS = find_kit("snooker-12ft"), find_kit("novuss")


PLAIN = 1.5
"""By how much a ball's colour usually differs from the cloth's."""


def sure(
    score: float, held: float, source: int = POINTED, *, beside: float | None = None, contrast: float = PLAIN
) -> float:
    """How sure one is; `beside`: as far from another ball, in mm, that is clearly seen."""
    places = np.array([(900.0, 1800.0), *([] if beside is None else [(900.0 + beside, 1800.0)])])
    n = len(places)
    told = how_sure(
        Proposed(
            score=np.array([score, 0.8])[:n], held=np.array([held, 0.9])[:n],
            source=np.array([source, POINTED])[:n], places=places, contrasts=np.array([contrast, PLAIN])[:n],
        ), BALLS,
    )  # fmt: skip
    return float(told[0])


@pytest.mark.parametrize(
    ("what", "told"),
    [
        ("a ball in the open", sure(0.8, 0.9)),
        ("a ball half hidden by a cushion", sure(0.75, 0.4)),
        ("a ball in a pack, whose outline others hide", sure(0.6, 0.1, beside=53.0)),
        ("a ball of a pack that only looks like the others", sure(0.6, 0.5, GUESSED, beside=53.0)),
        ("a ball that the network misses for a picture", sure(0.7, 0.8, AGAIN)),
        ("a green on green cloth, of which the light shows enough", sure(0.75, 0.4, contrast=0.6)),
        ("a black at dusk on black cloth, which the network is sure of", sure(0.85, 0.4, contrast=0.45)),
    ],
)
def test_what_is_a_ball(what: str, told: float) -> None:
    assert told > 0.9


@pytest.mark.parametrize(
    ("what", "told"),
    [
        ("a sleeve that looks like the ball that went behind it", sure(0.75, 0.0, AGAIN)),
        ("a red shirt that looks like a red", sure(0.49, 0.16, GUESSED)),
        ("a knuckle that the network half believes", sure(0.3, 0.2)),
        ("red cloth between two reds, taken for a third", sure(0.55, 0.0, beside=53.0, contrast=0.1)),
        ("red cloth that looks like a red of the pack", sure(0.55, 0.0, GUESSED, beside=53.0, contrast=0.1)),
    ],
)
def test_what_is_none(what: str, told: float) -> None:
    assert told < 0.2


def test_a_pack_ends_where_nothing_clear_lies_beside() -> None:
    near, far = (sure(0.55, 0.1, GUESSED, beside=mm) for mm in (60.0, 200.0))
    assert near > 0.8
    assert far < 0.2


def test_two_guesses_do_not_vouch_for_one_another() -> None:
    """On a red shirt one patch of red stands beside the next, with no outline round either."""
    told = how_sure(
        Proposed(
            score=np.array([0.55, 0.55]), held=np.array([0.1, 0.1]), source=np.array([GUESSED, GUESSED]),
            places=np.array([(900.0, 1800.0), (953.0, 1800.0)]), contrasts=np.array([PLAIN, PLAIN]),
        ), BALLS,
    )  # fmt: skip
    assert max(told) < 0.2


@given(st.floats(0, 1), st.floats(0, 1), st.floats(0, 4), st.floats(0, 4))
def test_the_less_it_differs_from_the_cloth_the_less_it_is_believed(
    score: float, held: float, one: float, other: float
) -> None:
    less, more = sorted((one, other))
    assert sure(score, held, contrast=less) <= sure(score, held, contrast=more)


def test_a_difference_that_leaves_no_doubt_does_not_make_a_ball_of_what_is_none() -> None:
    assert sure(0.3, 0.2, contrast=4.0) == sure(0.3, 0.2, contrast=PLAIN)


def of_discs(*scores: float) -> list[float]:
    """How sure flat pieces are, far from each other, by the network's scores; no outline of them is measured."""
    n = len(scores)
    proposed = Proposed(
        score=np.array(scores),
        held=np.zeros(n),
        source=np.full(n, POINTED),
        places=np.array([(200.0, 200.0 * k) for k in range(n)]),
        contrasts=np.zeros(n),
    )
    return [float(one) for one in how_sure(proposed, DISCS)]


def test_a_flat_piece_is_told_by_its_score_alone_and_a_high_one_is_worth_more_than_it_says() -> None:
    low, even, high = of_discs(0.2, 0.5, 0.85)
    assert low < 0.3
    assert 0.5 < even < high
    assert high > 0.97
