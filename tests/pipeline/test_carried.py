"""What is kept of a ball whose older pictures are dropped."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from tracker.domain.strokes.alternatives import Alternatives
from tracker.domain.strokes.stroke import Standing, Stroke
from tracker.domain.table.plane import Point
from tracker.geometry.paths import Path, TrackPoint
from tracker.pipeline.carry import carried, summed_up, went_on
from tracker.pipeline.live_window import begin
from tracker.pipeline.look_back import LookBack, settled
from tracker.store.kits import find_kit
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


HIDING, FOUND = Point(599.0, 740.0), Point(545.0, 705.0)


def green(picture: int, track: int, at: Point, *, seen: bool) -> TrackPoint:
    return replace(
        black(picture, LOOK if seen else UNSEEN), track=track, ball="green", at=at, raw=at if seen else None,
        moving=False,
    )  # fmt: skip


def life(*points: TrackPoint) -> Path:
    """The life that was made of some points, under the number of the first."""
    count, raw = len(points), [p.raw or (np.nan, np.nan) for p in points]
    return Path(
        track=points[0].track, ball="green", sure=1.0, picture=np.array([p.picture for p in points]),
        at_us=np.array([p.at_us for p in points]), places_mm=np.array([p.at for p in points]), sd_mm=np.ones(count),
        raw_mm=np.array(raw), raw_sd_mm=np.ones(count), centres_px=np.zeros((count, 2)), radii_px=np.ones(count),
        seen=np.array([p.seen for p in points]), open_cloth=np.zeros(count, bool), sures=np.ones(count),
        cue_balls=("white",),
    )  # fmt: skip


@pytest.mark.parametrize("is_found", [False, True], ids=["hides yet", "was found elsewhere"])
def test_a_ball_that_was_found_elsewhere_does_not_lie_hidden_where_it_was_lost(is_found: bool) -> None:
    """Another ball came over a green and drove it on; it was found under another number, 65 mm away."""
    lay, lost, found = green(0, 15, HIDING, seen=True), green(1, 15, HIDING, seen=False), green(1, 16, FOUND, seen=True)
    lives = [life(lay, found if is_found else lost), life(green(0, 7, FOUND, seen=True))]
    gone_on = went_on([(lay,), (lost, found)], lives)
    assert gone_on == ({15} if is_found else set())
    (kept,) = carried([(lay,), (lost,)], (green(2, 15, HIDING, seen=False),), gone_on)
    assert kept.seen == (not is_found)
    assert kept.raw == (None if is_found else HIDING)


@pytest.mark.parametrize("gone_on", [frozenset[int](), frozenset({15})], ids=["hides yet", "was found elsewhere"])
def test_what_was_found_elsewhere_is_dropped_with_the_stroke_that_was_told(gone_on: frozenset[int]) -> None:
    pictures = (green(0, 15, HIDING, seen=True),), *((green(n, 15, HIDING, seen=False),) for n in range(1, 40))
    stroke = Stroke(number=1, began_us=0, ended_us=40_000, cue_ball="white", origin=Point(0.0, 0.0))
    told = Alternatives.certain(stroke, Standing(at_us=40_000, places=()))
    back = LookBack(at_us=39 * 40_000, told=(told,), part_us=400_000, gone_on=gone_on)
    window = settled(replace(begin(find_kit(), None), pictures=pictures), back)
    assert window.pictures[0][0].picture == 10
    assert window.pictures[0][0].seen == (not gone_on)
