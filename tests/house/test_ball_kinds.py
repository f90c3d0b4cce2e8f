"""Kinds of ball are written nowhere but in the kit and in the card of a network: whoever sees or follows asks them.

Shown by a game that the program does not have: bowls on a table, with a jack that is struck, three teal balls and one
of orange. What points at them is no network, but knows its kinds by name as one does, in an order of its own.
"""

from collections.abc import Iterator
from dataclasses import replace

import cv2
import numpy as np
import pytest
from makers import Truth, play

from tracker.domain.table.kit import Kit
from tracker.geometry.calibration import Calibration
from tracker.geometry.camera import Camera
from tracker.geometry.sightings import Sightings
from tracker.pipeline.live_window import begin
from tracker.pipeline.recorded import WholeRecording, gathered, recorded
from tracker.store.kits import find_kit
from tracker.vision.detector import Detections
from tracker.vision.seer import Seer

BOWLS = replace(find_kit(), name="bowls", pieces={"jack": 1, "orange": 1, "teal": 3}, cue_balls=("jack",))
LIE = (("jack", 600, 900), ("teal", 900, 1700), ("teal", 300, 2600), ("teal", 1500, 600), ("orange", 1300, 2900))
BGR = {"teal": (150, 140, 10), "grey": (120, 120, 120), "orange": (10, 120, 240), "jack": (245, 245, 245)}
CLOTH = (60, 20, 70)
RATE, LASTS_S = 25, 3.2


class ByColour:
    """Points at what has the colour of one of its kinds; one of them, the grey, is none of the game's."""

    sees, ball_px, colours = tuple(BGR), 11.0, None

    def detect(self, picture: np.ndarray) -> Detections:
        boxes, odds = [np.zeros((0, 4))], [np.zeros((0, len(BGR)))]
        for kind, colour in enumerate(BGR.values()):
            alike = cv2.inRange(picture, np.subtract(colour, 24).astype(float), np.add(colour, 24).astype(float))
            _, _, stats, _ = cv2.connectedComponentsWithStats(alike)
            found = stats[1:][stats[1:, cv2.CC_STAT_AREA] > 12][:, :4].astype(float)
            boxes.append(np.hstack([found[:, :2], found[:, :2] + found[:, 2:] - 1]))
            odds.append(np.tile(0.05 + 0.8 * np.eye(len(BGR))[kind], (len(found), 1)))
        n = sum(map(len, boxes))
        return Detections(boxes_px=np.vstack(boxes), odds=np.vstack(odds), sure=np.full(n, 0.95), kinds=self.sees)


def above(kit: Kit) -> Calibration:
    """Return a camera that hangs over the middle of a table, its length across the picture."""
    middle = np.array([kit.width_mm / 2, kit.length_mm / 2, 5000.0])
    turn = np.array([[0.0, 1, 0], [1, 0, 0], [0, 0, -1]])
    camera = Camera(
        image_size=(800, 450), matrix=np.array([[1000.0, 0, 399.5], [0, 1000, 224.5], [0, 0, 1]]),
        distortion=np.zeros(5), rotation=np.asarray(cv2.Rodrigues(turn)[0], float).ravel(), translation=-turn @ middle,
    )  # fmt: skip
    return Calibration(table=kit.name, camera=camera, error_px=0.2, error_mm=0.5, found_by="points")


def drawn(camera: Camera, names: tuple[str, ...], places: np.ndarray) -> np.ndarray:
    """Return a picture of balls at these (n, 2) places; where nan, a ball has fallen."""
    picture = np.full((camera.image_size[1] * 2, camera.image_size[0] * 2, 3), CLOTH, np.uint8)
    for name, place in zip(names, places, strict=True):
        if not np.isnan(place).any():
            middle = 2 * camera.project_on(place[None], BOWLS.ball_radius_mm)[0] + 0.5
            radius = 2 * float(camera.ball_radius_px(place[None], BOWLS.ball_radius_mm)[0])
            cv2.circle(picture, tuple(np.round(16 * middle).astype(int)), round(16 * radius), BGR[name], -1, shift=4)
    return np.asarray(cv2.resize(picture, camera.image_size, interpolation=cv2.INTER_AREA))


@pytest.fixture(scope="module")
def game() -> tuple[Truth, WholeRecording, list[Sightings]]:
    truth, calibration = play(LIE, 2200.0, 69.4, struck_s=0.8, lasts_s=LASTS_S, kit=BOWLS), above(BOWLS)
    seer, seen = Seer(calibration, BOWLS, ByColour()), list[Sightings]()

    def sightings() -> Iterator[Sightings]:
        for n in range(round(LASTS_S * RATE)):
            picture = drawn(calibration.camera, truth.balls, truth.at(n / RATE))
            seen.append(seer.see(picture, n, n * 1_000_000 // RATE))
            yield seen[-1]

    return truth, gathered(recorded(sightings(), begin(BOWLS, calibration)), BOWLS, 0.5), seen


def test_what_is_seen_is_told_in_the_kinds_of_the_game(game: tuple[Truth, WholeRecording, list[Sightings]]) -> None:
    _, _, seen = game
    assert {one.kinds for one in seen} == {("jack", "orange", "teal")}
    looks = sorted(BOWLS.kinds[k] for k in seen[0].colour_odds.argmax(axis=1))
    assert looks == sorted(name for name, *_ in LIE)


def test_each_ball_is_followed_by_its_name(game: tuple[Truth, WholeRecording, list[Sightings]]) -> None:
    truth, told, _ = game
    assert sorted(path.ball for path in told.paths) == sorted(truth.balls)
    assert all(path.kinds is not None and tuple(path.kinds) == BOWLS.kinds for path in told.paths)


def test_a_stroke_says_which_ball_was_struck_and_which_it_met(
    game: tuple[Truth, WholeRecording, list[Sightings]],
) -> None:
    truth, told, _ = game
    met = next(one for one in truth.happenings if one.kind == "touch")
    (stroke,) = (one.likeliest.stroke for one in told.told)
    assert (stroke.cue_ball, met.who) == ("jack", ("jack", "teal"))
    assert stroke.first_hit == ("teal",)
    assert stroke.touches[0].at_us == pytest.approx(met.at_s * 1e6, abs=20_000)
