"""A turn that a few sightings show as a curve: off the face of a cushion it was a bounce, elsewhere it was none."""

from dataclasses import replace

import numpy as np
import pytest
from made_ways import Moved, rolls, seen, slides, still, then

from tracker.geometry.paths import Path
from tracker.incidents.propose.cushions import bounces, turned_back_s
from tracker.incidents.segment.flights import flights_of
from tracker.incidents.segment.pieces import Sighted, fitted
from tracker.store.kits import find_kit

KIT = find_kit()
FACE_MM = KIT.width_mm - KIT.ball_radius_mm
TURNED_S = 0.1


def off(wall_mm: float, speed: float = 300.0, kept: float = 0.7) -> Moved:
    """A ball that turns back at some distance from the left edge, a tenth of a second after it is first seen."""
    came = rolls((wall_mm - speed * TURNED_S, 1200.0), (speed, 80.0), TURNED_S)
    return then(came, rolls(came.places[-1], (-kept * speed, 80.0), 0.14))


def drawn_back() -> Moved:
    """A cue-ball with so much backspin that it comes back 4 mm before the face, as it slides on."""
    return slides((FACE_MM - 45.0, 1200.0), (400.0, 0.0), (-2000.0, 0.0), 0.5)


@pytest.mark.parametrize(
    ("sentence", "moved", "ball", "turned_s"),
    [
        ("off the face a ball has bounced", off(FACE_MM), "red", TURNED_S),
        ("and so has a cue-ball", off(FACE_MM), "white", TURNED_S),
        ("far from the cushion something else turned it", off(FACE_MM - 80.0), "red", None),
        ("and so it did nearer, but farther than places err", off(FACE_MM - 40.0), "red", None),
        ("one that rolls along it has not turned", rolls((FACE_MM, 1200.0), (0.0, 300.0), 0.24), "red", None),
        ("one that rolls away from it has not turned", rolls((FACE_MM, 1200.0), (-300.0, 0.0), 0.24), "red", None),
        ("a cue-ball comes back by its own spin", drawn_back(), "white", None),
        ("no other ball does", drawn_back(), "red", 0.2),
    ],
)  # fmt: skip
def test_a_turn_at_a_face_is_a_bounce(sentence: str, moved: Moved, ball: str, turned_s: float | None) -> None:
    path = seen(moved, ball, 1, rate=25, noise_mm=0.3)
    flight = flights_of(path)[0]
    piece = fitted(Sighted(at_s=path.at_s, places_mm=path.raw_mm, sd_mm=path.raw_sd_mm))
    at_s = turned_back_s(piece, flight, KIT)
    assert at_s == pytest.approx(np.nan if turned_s is None else turned_s, abs=0.03, nan_ok=True), sentence


SIGHTED = (
    "1563.3,805.2 1562.0,806.5 1566.4,799.1 1566.6,799.6 1585.3,788.9 1599.3,772.5 1612.7,762.9 1622.5,751.6 "
    "1638.5,742.5 1653.2,728.7 1673.9,708.5 1678.0,706.9 1689.1,694.8 1699.8,686.0 1718.3,667.2 1729.6,661.0 "
    "1739.0,654.9 1743.0,644.6 1735.6,635.2 1730.0,625.0 1723.7,615.2 1718.2,598.2 1710.0,594.9 1702.2,588.9 "
    "1695.2,575.2 1691.5,566.0 1683.5,559.6 1675.7,551.5 1668.9,543.2 1663.6,534.3 1654.5,527.4 1650.8,517.9 "
    "1646.1,510.2 1643.4,497.2 1634.6,496.9 1628.6,489.3 1624.6,480.8 1617.5,474.0 1611.0,468.3 1606.9,458.6 "
    "1605.3,453.1 1602.6,441.9 1594.3,435.8"
)
"""Where a red was seen 25 times a second that rolls to the right cushion and back, half hidden by its nose there."""


def sighted() -> Path:
    """The path of that red, which lay still for a second before."""
    places = np.array([place.split(",") for place in SIGHTED.split()], float)
    places = np.vstack([np.tile(places[0], (25, 1)), places])
    n = len(places)
    made = seen(still((0.0, 0.0), n / 25 + 0.1), "red", 1, rate=25)
    first = {name: getattr(made, name)[:n] for name in ("picture", "at_us", "centres_px", "radii_px", "seen", "sures")}
    return replace(
        made, **first, open_cloth=made.open_cloth[:n], places_mm=places, raw_mm=places, sd_mm=np.full(n, 1.4),
        raw_sd_mm=np.full(n, 1.4),
    )  # fmt: skip


def test_a_bounce_that_a_way_shows_as_a_curve_is_told() -> None:
    (flight, *_) = flights_of(sighted())
    (bounce,) = bounces(flight, KIT)
    assert bounce.cushion == "right"
    assert bounce.at is not None
    assert abs(bounce.at.x_mm - FACE_MM) < 10
    assert bounce.sure > 0.9
