"""What is kept of a ball whose older pictures are dropped."""

from collections.abc import Sequence

import pytest

from tracker.domain.table.plane import Point
from tracker.geometry.paths import TrackPoint
from tracker.pipeline.carry import summed_up
from tracker.tracking.swaps import looks_of

LOOK, UNSEEN = (0.0, 1.5, -2.0, 0.5), None


def black(picture: int, look: tuple[float, ...] | None) -> TrackPoint:
    return TrackPoint(
        picture=picture, at_us=40_000 * picture, track=18, ball="black", at=Point(889.0, 3245.0), sd_mm=1.0, u_px=740.0,
        v_px=196.0, r_px=5.0, seen=look is not None, sure=0.5, look=look, look_weight=0.9 if look else 0.0,
    )  # fmt: skip


@pytest.mark.parametrize("before", [(UNSEEN, UNSEEN), (LOOK, UNSEEN)], ids=["never seen", "seen once"])
def test_looks_that_were_dropped_are_of_as_many_kinds_as_those_that_follow(
    before: Sequence[tuple[float, ...] | None],
) -> None:
    """A ball that somebody hid in all pictures that were dropped comes into view later."""
    kept = summed_up([black(number, look) for number, look in enumerate(before)], black(2, UNSEEN))
    weights, looks = looks_of((kept, black(3, LOOK)))
    told = sum(look is not UNSEEN for look in (*before, LOOK))
    assert weights.sum(axis=0) == pytest.approx([told * of for of in LOOK])
    assert looks.sum() == pytest.approx(0.9 * told)
