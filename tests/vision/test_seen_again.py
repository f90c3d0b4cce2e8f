"""A ball that the network misses in some pictures stays seen, and one that has gone does not."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import cv2
import drawn_tables
import numpy as np
import pytest
from drawn_tables import Lying

from tracker.domain.table.ball import SNOOKER
from tracker.domain.table.kit import Kit
from tracker.geometry.sightings import Sightings
from tracker.store.kits import find_kit
from tracker.vision.again import Pointed, remembered
from tracker.vision.believed import as_proposed
from tracker.vision.detector import Detections
from tracker.vision.seer import Seer

KIT = find_kit("snooker-12ft")
CALIBRATION = drawn_tables.behind_the_end(KIT)
RED, WHITE = ("red", 900.0, 1800.0), ("white", 500.0, 1200.0)
PICTURE_US = 40_000


class Pointing:
    """A detector that points at the balls written down for each picture: name, place and, if not 0.7, how sure."""

    ball_px = 16.0
    colours = None

    def __init__(self, film: Iterable[Sequence[Lying]], kit: Kit = KIT) -> None:
        self.film = list(film)
        self.sees = kit.kinds
        self.seer = Seer(CALIBRATION if kit is KIT else drawn_tables.behind_the_end(kit), kit, self, whole_us=0)

    def detect(self, picture: np.ndarray) -> Detections:
        balls, eye = self.film.pop(0), self.seer.eye
        places = np.array([ball[1:3] for ball in balls]).reshape(-1, 2)
        camera, crop = eye.calibration.camera, eye.crop
        middles, radii = (
            camera.project_on(places, eye.kit.lies_mm),
            camera.ball_radius_px(places, eye.kit.ball_radius_mm),
        )
        boxes = np.hstack([middles - radii[:, None], middles + radii[:, None]])
        odds = np.full((len(balls), len(self.sees)), 0.05)
        odds[np.arange(len(balls)), [self.sees.index(name) for name, *_ in balls]] = 0.65
        cut = (boxes - [crop.left, crop.top] * 2 + 0.5) * np.tile(crop.scale, 2) - 0.5
        return Detections(boxes_px=cut, odds=odds, kinds=self.sees, sure=np.array([(*ball, 0.7)[3] for ball in balls]))


def seen(
    there: Sequence[Sequence[Lying]],
    pointed_at: Sequence[Sequence[Lying]],
    every_us: int = PICTURE_US,
    over: Callable[[np.ndarray], object] | None = None,
) -> Sightings:
    """What is seen of the last picture when these balls are there in each, and the network points at those."""
    seer = Pointing(pointed_at).seer
    for number, balls in enumerate(there):
        picture = drawn_tables.draw(CALIBRATION, KIT, balls)
        if over is not None and number == len(there) - 1:
            over(picture)
        found = seer.see(picture, number, number * every_us)
    return found


def named(found: Sightings) -> list[str]:
    return sorted(SNOOKER[k] for k in found.colour_odds.argmax(axis=1))


def test_a_ball_that_the_network_misses_is_seen_where_it_lies() -> None:
    found = seen([[RED, WHITE]] * 3, [[RED, WHITE], [WHITE], [WHITE]])
    assert named(found) == ["red", "white"]
    assert np.linalg.norm(found.places_mm - RED[1:], axis=1).min() < 2.0


def test_it_is_a_little_less_sure_each_time_until_the_network_sees_it_again() -> None:
    sures = [seen([[RED]] * n, [[RED], *[[]] * (n - 1)]).sure[0] for n in (1, 2, 10)]
    assert sures[0] > sures[1] > sures[2]
    assert sures[1] > 0.8
    assert seen([[RED]] * 11, [[RED], *[[]] * 9, [RED]]).sure[0] == pytest.approx(sures[0])


def test_a_ball_that_rolls_is_found_where_its_way_leads() -> None:
    way = [("red", 900.0 + 25.0 * n, 1800.0 + 40.0 * n) for n in range(4)]
    found = seen([[ball] for ball in way], [[way[0]], [way[1]], [], []])
    assert len(found) == 1
    assert np.linalg.norm(found.places_mm[0] - way[3][1:]) < 3.0


@pytest.mark.parametrize("left", [[], [WHITE]], ids=["nothing else", "another ball elsewhere"])
def test_a_ball_that_has_gone_is_not_seen_again(left: list[tuple[str, float, float]]) -> None:
    assert named(seen([[RED, *left], left], [[RED, *left], left])) == [name for name, *_ in left]


def test_a_ball_behind_an_arm_is_not_seen_again() -> None:
    u, v = (int(x) for x in CALIBRATION.camera.project_on([RED[1:]], KIT.ball_radius_mm)[0])
    found = seen([[RED, WHITE]] * 2, [[RED, WHITE], [WHITE]], over=lambda p: cv2.rectangle(
        p, (u - 25, v - 40), (u + 25, v + 300), (105, 140, 205), -1))  # fmt: skip
    assert named(found) == ["white"]


def test_the_ball_beside_it_is_not_taken_for_a_ball_that_has_gone() -> None:
    beside = ("red", 900.0 + 60.0, 1800.0)
    assert len(seen([[RED, beside], [beside]], [[RED, beside], [beside]])) == 1


def test_of_two_reds_side_by_side_each_stays_where_it_lies() -> None:
    beside = ("red", 900.0 + 54.0, 1800.0)
    found = seen([[RED, beside]] * 2, [[RED, beside], [beside]])
    assert sorted(np.round(found.places_mm[:, 0] / 54.0).tolist()) == [17.0, 18.0]


def test_what_was_seen_long_ago_is_forgotten() -> None:
    assert len(seen([[RED]] * 2, [[RED], []], every_us=500_000)) == 0


def test_what_it_looks_like_is_learnt_only_where_the_network_pointed_at_it() -> None:
    bare, there = (drawn_tables.draw(CALIBRATION, KIT, balls) for balls in ([], [RED]))
    seer = Pointing([[RED]]).seer
    found = seer.see(there, 0, 0)
    first = remembered(there, found, Pointed(scores=np.array([0.7]), again=np.array([-1])), None)
    for again, same in ((0, True), (-1, False)):
        after = remembered(bare, found, Pointed(scores=np.array([0.7]), again=np.array([again])), first)
        assert np.array_equal(after.patches, first.patches) == same


def pack(across: float = 52.8, along: float = 46.0) -> list[Lying]:
    """Ten reds of a pack, from its apex on."""
    return [("red", 900.0 + (k - row / 2) * across, 1500.0 - row * along) for row in range(4) for k in range(row + 1)]


def test_a_red_guessed_in_a_pack_is_seen_but_not_held_on_to() -> None:
    reds = pack()
    pointed: list[Any] = [(*reds[2], 0.35), *(ball for k, ball in enumerate(reds) if k not in {2, 4})]
    for film, pointed_at, is_seen in (([reds], [pointed], True), ([reds] * 2, [pointed, []], False)):
        found = seen(film, pointed_at)
        away = np.linalg.norm(found.places_mm[found.sure > 0.5] - reds[4][1:], axis=1)
        assert np.any(away < 5.0) == is_seen


@pytest.mark.parametrize(
    ("likeliest", "odds_of_red", "believed"),
    [("red", 0.6, True), ("brown", 0.4, True), ("blue", 0.13, False), ("black", 0.2, False)],
)
def test_what_was_proposed_as_a_red_must_look_like_one(likeliest: str, odds_of_red: float, believed: bool) -> None:
    proposed, read = np.full((1, 8), 0.02), np.full((1, 8), 0.01)
    proposed[0, SNOOKER.index("red")] = 0.86
    read[0, SNOOKER.index("red")] = odds_of_red
    read[0, SNOOKER.index(likeliest)] = 0.6
    assert as_proposed(proposed, read).tolist() == [believed]


@pytest.mark.parametrize(("pointed_at", "told"), [([True, True], 1), ([True, False], 0)])
def test_a_flat_piece_is_seen_where_the_network_points_and_nowhere_else(pointed_at: list[bool], told: int) -> None:
    """No outline holds what only looks like it did: of what was found so, next to nothing was there."""
    board = find_kit("novuss")
    puck = ("a", 400.0, 500.0)
    seer = Pointing([[puck] if is_there else [] for is_there in pointed_at], board).seer
    camera = seer.eye.calibration.camera
    picture = np.full((camera.image_size[1], camera.image_size[0], 3), (120, 170, 200), np.uint8)
    at = camera.project_on([puck[1:]], 0.0)[0]
    cv2.circle(picture, (round(at[0]), round(at[1])), 12, (90, 40, 30), -1)
    found = [seer.see(picture.copy(), number, number * PICTURE_US) for number in range(2)]
    assert [len(one) for one in found] == [1, told]
    assert found[0].sure[0] > 0.85  # the network's 0.7 is worth more
