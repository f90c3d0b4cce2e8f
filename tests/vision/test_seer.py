"""From a picture to places in millimetres: right to a millimetre or two, and nothing that cannot be a ball."""

import drawn_tables
import numpy as np
import pytest

from bench.chroma import shifted
from tracker.domain.table.ball import SNOOKER
from tracker.geometry.calibration import Calibration
from tracker.store.kits import find_kit
from tracker.vision.believed import drawn_in
from tracker.vision.detector import Detections
from tracker.vision.placed import on_bed, on_table
from tracker.vision.seer import CHROMA_US, Seer

KIT = find_kit("snooker-12ft")
CAMERAS = {"behind": drawn_tables.behind_the_end(KIT), "overhead": drawn_tables.overhead(KIT)}
BALLS = [(name, 250.0 + 180.0 * k, 300.0 + 420.0 * k) for k, name in enumerate(SNOOKER)]


class Scripted:
    """A detector that answers with boxes written down beforehand, in the camera's pixels."""

    sees, ball_px = SNOOKER, 16.0
    colours = None

    def __init__(self, boxes_px: np.ndarray, sure: float = 0.9) -> None:
        self.boxes_px = boxes_px
        self.sure = sure
        self.seer: Seer | None = None

    def detect(self, picture: np.ndarray) -> Detections:
        assert self.seer is not None
        crop = self.seer.eye.crop
        boxes = (self.boxes_px - [crop.left, crop.top] * 2 + 0.5) * np.tile(crop.scale, 2) - 0.5
        odds = np.full((len(boxes), 8), 0.05)
        odds[np.arange(len(boxes)), np.arange(len(boxes)) % 8] = 0.65
        return Detections(boxes_px=boxes, odds=odds, kinds=SNOOKER, sure=np.full(len(boxes), self.sure))


def boxes_round(calibration: Calibration, places: np.ndarray, off_px: float = 1.0) -> np.ndarray:
    centres = calibration.camera.project_on(places, KIT.ball_radius_mm)
    radii = calibration.camera.ball_radius_px(places, KIT.ball_radius_mm)[:, None]
    middles = centres + np.random.default_rng(5).uniform(-off_px, off_px, centres.shape)
    return np.hstack([middles - radii, middles + radii])


def seer_for(calibration: Calibration, boxes_px: np.ndarray, sure: float = 0.9) -> Seer:
    detector = Scripted(boxes_px, sure)
    detector.seer = Seer(calibration, KIT, detector)
    return detector.seer


def test_a_camera_that_shows_colour_aside_is_found_out_once_there_is_light() -> None:
    calibration, places = CAMERAS["behind"], np.array([ball[1:] for ball in BALLS])
    lit = shifted(drawn_tables.draw(calibration, KIT, BALLS), (0.6, 0.5))
    seer = seer_for(calibration, boxes_round(calibration, places))
    seer.see(np.zeros_like(lit), 0, 0)
    as_shown = seer.see(lit, 1, 1_000_000)
    aligned = seer.see(lit, 2, CHROMA_US + 1_000_000)
    off = [np.linalg.norm(seen.places_mm - places, axis=1).mean() for seen in (as_shown, aligned)]
    assert seer.eye.chroma_px == pytest.approx((0.6, 0.5), abs=0.12)
    assert off[1] < 0.7 * off[0]


def test_how_well_a_ball_is_placed_is_told_of_that_ball_where_another_look_at_one_is_left_out() -> None:
    calibration, places = CAMERAS["behind"], np.array([ball[1:] for ball in BALLS])
    picture, boxes = drawn_tables.draw(calibration, KIT, BALLS), boxes_round(calibration, places)
    beside = boxes[-1:] + np.array([0.45, 0.0, 0.45, 0.0]) * (boxes[-1, 2] - boxes[-1, 0])
    alone, twice = (
        seer_for(calibration, told).see(picture, 0, 0) for told in (boxes, np.vstack([beside, boxes]))
    )  # fmt: skip
    assert len(alone) == len(twice) == len(BALLS)
    for place, spread in zip(alone.places_mm[:-1], alone.spread_mm2[:-1], strict=True):
        nearest = np.linalg.norm(twice.places_mm - place, axis=1).argmin()
        assert twice.spread_mm2[nearest] == pytest.approx(spread, rel=0.01)


def test_a_caption_beside_the_table_says_nothing_of_how_the_camera_shows_colour() -> None:
    calibration, places = CAMERAS["behind"], np.array([ball[1:] for ball in BALLS])
    picture = shifted(drawn_tables.draw(calibration, KIT, BALLS), (0.6, 0.5))
    seer = seer_for(calibration, boxes_round(calibration, places))
    above = seer.eye.crop.top - 4
    assert above > 40, "else there is no room for one"
    stripes = np.arange(picture.shape[1]) // 12 % 2
    picture[:above] = np.where(stripes[:, None], (20, 20, 200), (60, 140, 30))
    seer.see(picture, 0, 0)
    assert seer.eye.chroma_px == pytest.approx((0.6, 0.5), abs=0.12)


@pytest.mark.parametrize("camera", CAMERAS)
def test_every_ball_is_placed_within_three_millimetres(camera: str) -> None:
    calibration, places = CAMERAS[camera], np.array([ball[1:] for ball in BALLS])
    seen = seer_for(calibration, boxes_round(calibration, places)).see(
        drawn_tables.draw(calibration, KIT, BALLS), 7, 233_333
    )
    assert (seen.picture, seen.at_us, len(seen)) == (7, 233_333, 8)
    error = np.linalg.norm(seen.places_mm - places, axis=1)
    assert np.median(error) < 0.7
    assert error.max() < 3.0
    assert [SNOOKER[k] for k in seen.colour_odds.argmax(axis=1)] == list(SNOOKER)


def test_what_the_mouths_of_all_pockets_look_like_is_told_now_and_then() -> None:
    calibration = drawn_tables.overhead(KIT)
    seer, picture = seer_for(calibration, np.zeros((0, 4))), drawn_tables.draw(calibration, KIT, [])
    looks = [seer.see(picture, n, n * 40_000).mouths for n in range(8)]
    told = [look for look in looks if look is not None]
    assert [look.at_us for look in told] == [0, 160_000]
    assert all(len(look.colours) == len(KIT.pockets) and not np.isnan(look.colours[:, 0]).any() for look in told)


def test_heads_hands_and_strips_are_not_balls() -> None:
    calibration = CAMERAS["behind"]
    u, v = calibration.camera.project_on([[900.0, 1800.0]], KIT.ball_radius_mm)[0]
    head, speck = [u - 25, v - 25, u + 25, v + 25], [u - 2, v - 2, u + 2, v + 2]
    strip = [100.0, 650.0, 116.0, 666.0]
    seen = seer_for(calibration, np.array([head, speck, strip])).see(drawn_tables.draw(calibration, KIT, []), 0, 0)
    assert len(seen) == 0


def test_a_box_without_a_disc_under_it_says_a_large_spread() -> None:
    calibration = CAMERAS["behind"]
    places = np.array([[900.0, 1800.0], [900.0, 1000.0]])
    picture = drawn_tables.draw(calibration, KIT, [("red", 900.0, 1800.0)])
    seen = seer_for(calibration, boxes_round(calibration, places)).see(picture, 0, 0)
    ball, nothing = np.sqrt(seen.spread_mm2[:, 0, 0])
    assert nothing > 4 * ball


def test_bare_cloth_beside_a_ball_is_none_however_the_network_points_at_it() -> None:
    balls = [("red", 900.0, 1800.0)]
    places = np.array([(900.0, 1800.0), (900.0 + 1.1 * KIT.touching_mm, 1800.0)])
    calibration = CAMERAS["behind"]
    picture = drawn_tables.draw(calibration, KIT, balls)
    seen = seer_for(calibration, boxes_round(calibration, places), sure=0.55).see(picture, 0, 0)
    sure = {
        round(float(x / KIT.touching_mm)): one
        for (x, _), one in zip(seen.places_mm - places[0], seen.sure, strict=True)
    }
    assert sure[0] > 0.9
    assert sure.get(1, 0.0) < 0.1


def test_a_half_hidden_ball_that_ran_into_a_surer_one_goes_back_to_its_box() -> None:
    boxes = np.array([[900.0, 1800.0], [900.0, 1852.0], [900.0, 1905.0]])
    fitted = boxes - [[0.0, 0.0], [0.0, 20.0], [0.0, 0.0]]
    held, sure = np.array([0.9, 0.3, 0.9]), np.array([0.98, 0.9, 0.97])
    assert drawn_in((boxes, fitted), held, sure, 38.0).tolist() == [False, True, False]
    clear = np.array([0.9, 0.8, 0.9])  # what holds its outline is where it is, and its box was the next ball's
    assert not drawn_in((boxes, fitted), clear, sure, 38.0).any()
    twice = boxes - [[0.0, 0.0], [0.0, 30.0], [0.0, 0.0]]  # a second box on the first ball
    assert not drawn_in((twice, twice), held, sure, 38.0).any()


def test_a_picture_of_another_size_is_refused() -> None:
    seer = seer_for(CAMERAS["behind"], np.zeros((0, 4)))
    with pytest.raises(ValueError, match=r"picture must have shape \(720, 1280, 3\)"):
        seer.see(np.zeros((360, 640, 3), np.uint8), 0, 0)


@pytest.mark.parametrize(
    ("beside_fall_mm", "there"),
    [
        ((25.0, 25.0), True),
        ((26.2, 55.0), True),
        ((75.0, 22.0), True),
        ((-5.0, 5.0), False),
        ((-60.0, -60.0), False),
        ((10.0, 140.0), False),
    ],
    ids=[
        "over the edge of the hole", "along one jaw, beyond the line of the face", "along the other jaw",
        "in the net", "in the leather behind the hole", "on the cushion beside the jaw",
    ],
)  # fmt: skip
def test_a_ball_may_hang_anywhere_between_the_jaws(beside_fall_mm: tuple[float, float], there: bool) -> None:
    fall = KIT.pockets[0].fall
    assert on_table(np.array([fall]) + beside_fall_mm, KIT).tolist() == [there]


def test_a_ball_that_touches_a_cushion_is_on_the_table_and_the_rail_is_not() -> None:
    assert on_table(np.array([[26.25, 500.0], [-40.0, 1000.0], [900.0, 3600.0]]), KIT).tolist() == [True, False, False]


def test_a_closer_look_adds_what_the_first_one_missed_and_nothing_twice() -> None:
    calibration, places = CAMERAS["behind"], np.array([ball[1:] for ball in BALLS])
    boxes = boxes_round(calibration, places)

    class Shortsighted(Scripted):
        """Misses the last two balls in its first look and the first two in its second."""

        looks = 0

        def detect(self, picture: np.ndarray) -> Detections:
            assert self.seer is not None
            crop = (self.seer.eye.crop, *self.seer.closer)[self.looks]
            kept = slice(0, 6) if self.looks == 0 else slice(2, 8)
            self.looks += 1
            shown = (boxes - [crop.left, crop.top] * 2 + 0.5) * np.tile(crop.scale, 2) - 0.5
            odds = np.full((8, 8), 0.05) + 0.6 * np.eye(8)
            return Detections(boxes_px=shown[kept], odds=odds[kept], kinds=SNOOKER, sure=np.full(6, 0.9))

    detector = Shortsighted(boxes)
    detector.seer = Seer(calibration, KIT, detector, closer=(1.5,))
    seen = detector.seer.see(drawn_tables.draw(calibration, KIT, BALLS), 0, 0)
    assert len(seen) == 8
    assert sorted(SNOOKER[k] for k in seen.colour_odds.argmax(axis=1)) == sorted(SNOOKER)


def test_no_pack_is_looked_for_in_the_leather_of_a_pocket() -> None:
    corner, middle = KIT.pockets[0].fall, next(p for p in KIT.pockets if 1000 < p.fall.y_mm < 2500).fall
    places = np.array([corner, [corner.x_mm + 40, corner.y_mm + 40], [300.0, 300.0], middle, [889.0, 1784.5]])
    assert on_bed(places, KIT).tolist() == [False, False, True, False, True]


def test_a_ball_between_others_is_not_given_up_for_the_rim_that_they_hide() -> None:
    calibration = CAMERAS["behind"]
    balls = [("red", 870.0, 1500.0), ("brown", 889.0, 1550.5), ("red", 860.0, 1597.0), ("blue", 400.0, 1500.0)]
    places = np.array([ball[1:] for ball in balls])
    seer = seer_for(calibration, boxes_round(calibration, places), sure=0.05)
    seen = seer.see(drawn_tables.draw(calibration, KIT, balls), 0, 0)
    sure = [float(seen.sure[np.hypot(*(seen.places_mm - place).T).argmin()]) for place in places]
    assert sure[1] > 0.25 * sure[3]
