"""A flat piece's kind is told by the network's odds and by how large it looks where it lies."""

from dataclasses import replace

import numpy as np
import pytest
from drawn_tables import behind_the_end

from tracker.store.kits import find_kit
from tracker.vision.detector import Detections
from tracker.vision.flat_kinds import kinds_by_size
from tracker.vision.measuring.discs import box_sizes_px
from tracker.vision.seer import Seer

NOVUSS = find_kit("novuss")
CAMERA = behind_the_end(NOVUSS).camera
NEAR, FAR = (500.0, 880.0), (500.0, 120.0)
PUCK, STRIKER = (0.02, 0.01, 0.97), (0.97, 0.01, 0.02)
LIKELY_STRIKER, UNSURE = (0.7, 0.05, 0.25), (0.34, 0.32, 0.34)
"""What the network says: striker, light puck, dark puck."""


def detected(
    network: tuple[float, ...], radius_mm: float, at: tuple[float, float], shown: tuple[float, float] = (1.0, 1.0)
) -> Detections:
    """A piece that is so wide, of which so much shows across and up."""
    (middle,) = CAMERA.project_on(np.array([at]), NOVUSS.lies_mm)
    size = box_sizes_px(CAMERA, np.array([at]), NOVUSS)[0] * radius_mm / NOVUSS.ball_radius_mm * np.array(shown)
    box = np.concatenate([middle - size / 2, middle + size / 2])
    return Detections(boxes_px=box[None], odds=np.array([network]), kinds=NOVUSS.kinds, sure=np.array([0.9]))


def told(
    network: tuple[float, ...], radius_mm: float, at: tuple[float, float], shown: tuple[float, float] = (1.0, 1.0)
) -> dict[str, float]:
    """How likely such a piece is of each kind."""
    place, found = np.array([at]), detected(network, radius_mm, at, shown)
    odds = kinds_by_size(found, place, CAMERA, NOVUSS)
    assert odds.sum() == pytest.approx(1.0)
    return dict(zip(NOVUSS.kinds, odds[0].tolist(), strict=True))


@pytest.mark.parametrize("at", [NEAR, FAR])
@pytest.mark.parametrize(
    ("sentence", "network", "radius_mm", "shown", "kind"),
    [
        ("a striker that the network takes for a puck is as wide as a striker", PUCK, 35.0, (1.0, 1.0), "striker"),
        (
            "a puck that looks like the striker to the network is as wide as a puck",
            LIKELY_STRIKER,
            27.0,
            (1.0, 1.0),
            "b",
        ),
        ("of what may be either the size decides: a striker", UNSURE, 35.0, (1.0, 1.0), "striker"),
        ("a striker of which a hand hides a part is one", STRIKER, 35.0, (1.0, 0.6), "striker"),
        ("a striker of which a hand hides a part at a side is one", STRIKER, 35.0, (0.6, 1.0), "striker"),
        ("a striker that is hidden from two sides is one, if it looks so", STRIKER, 35.0, (0.8, 0.8), "striker"),
        ("a puck of which a hand hides a part is one", PUCK, 27.0, (1.0, 0.6), "b"),
    ],
)
def test_what_a_piece_is(
    sentence: str,
    network: tuple[float, ...],
    radius_mm: float,
    shown: tuple[float, float],
    kind: str,
    at: tuple[float, float],
) -> None:
    odds = told(network, radius_mm, at, shown)
    assert max(odds, key=lambda one: odds[one]) == kind, (sentence, odds)


def test_of_two_kinds_as_large_as_each_other_the_network_tells_which() -> None:
    odds = told((0.1, 0.2, 0.7), 27.0, NEAR)
    assert odds["b"] > 2 * odds["a"] > odds["striker"]


class Wide:
    """A detector that takes a piece as wide as a striker for a dark puck."""

    ball_px, colours, sees = 20.0, None, NOVUSS.kinds

    def __init__(self) -> None:
        self.seer = Seer(behind_the_end(NOVUSS), NOVUSS, self, whole_us=0)

    def detect(self, picture: np.ndarray) -> Detections:
        found, crop = detected(PUCK, 35.0, NEAR), self.seer.eye.crop
        boxes = (found.boxes_px - [crop.left, crop.top] * 2 + 0.5) * np.tile(crop.scale, 2) - 0.5
        return replace(found, boxes_px=boxes)


def test_what_is_seen_is_named_by_its_size() -> None:
    picture = np.full((CAMERA.image_size[1], CAMERA.image_size[0], 3), (120, 170, 200), np.uint8)
    seen = Wide().seer.see(picture, 0, 0)
    assert [NOVUSS.kinds[k] for k in seen.colour_odds.argmax(axis=1)] == ["striker"]
