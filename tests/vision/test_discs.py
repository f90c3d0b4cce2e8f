"""Centres are found to a fraction of a pixel, on every colour, from either kind of camera, wherever the box was put."""

import drawn_tables
import numpy as np
import pytest

from tracker.geometry.outlines import outlines_px
from tracker.store.kits import find_kit
from tracker.vision.measuring.discs import INSIDE_POINTS, Discs, contrasts, disc_radii_px, fit_discs

KIT = find_kit("snooker-12ft")
CAMERAS = {"behind": drawn_tables.behind_the_end(KIT), "overhead": drawn_tables.overhead(KIT)}
SPREAD_OUT = [
    (name, 250.0 + 180.0 * k, 300.0 + 420.0 * k) for k, name in enumerate(drawn_tables.BGR)
]  # fmt: skip


def fit(camera: str, balls: list[tuple[str, float, float]], off_px: float) -> tuple[Discs, np.ndarray]:
    calibration = CAMERAS[camera]
    picture = drawn_tables.draw(calibration, KIT, balls)
    places = np.array([ball[1:] for ball in balls])
    truth = calibration.camera.project_on(places, KIT.ball_radius_mm)
    near = truth + np.random.default_rng(3).uniform(-off_px, off_px, truth.shape)
    cloth = np.array([np.array(drawn_tables.CLOTH) * (0.8 + 0.3 * x / KIT.width_mm) for x in places[:, 0]])
    return fit_discs(picture, calibration.camera, near, KIT.ball_radius_mm, cloth), truth


def of_bare_cloth() -> Discs:
    calibration = CAMERAS["behind"]
    picture = drawn_tables.draw(calibration, KIT, [])
    near = calibration.camera.project_on([[900.0, 1800.0]], KIT.ball_radius_mm)
    cloth = np.array([np.array(drawn_tables.CLOTH) * (0.8 + 0.3 * 900 / KIT.width_mm)])
    return fit_discs(picture, calibration.camera, near, KIT.ball_radius_mm, cloth)


@pytest.mark.parametrize("camera", CAMERAS)
def test_every_colour_is_centred_within_a_fifth_of_a_pixel_of_truth(camera: str) -> None:
    discs, truth = fit(camera, SPREAD_OUT, off_px=1.5)
    assert np.linalg.norm(discs.centres_px - truth, axis=1).max() < 0.2


@pytest.mark.parametrize("camera", CAMERAS)
def test_touching_balls_do_not_pull_each_other_away(camera: str) -> None:
    r = KIT.ball_radius_mm
    pack = [("red", 800.0, 1500.0), ("red", 800.0 + 2 * r, 1500.0), ("pink", 800.0 + r, 1500.0 - 2 * r * 0.866)]
    discs, truth = fit(camera, pack, off_px=0.7)
    assert np.linalg.norm(discs.centres_px - truth, axis=1).max() < 0.6


def test_of_a_ball_between_others_only_the_rim_on_cloth_is_asked_for() -> None:
    row = [("red", 870.0, 1500.0), ("brown", 889.0, 1550.5), ("red", 860.0, 1597.0)]
    discs, _ = fit("behind", [*row, ("blue", 400.0, 1500.0)], off_px=0.5)
    assert discs.held[1] < 0.6
    assert discs.held_on_cloth[1] > 0.8
    assert discs.held_on_cloth[3] == discs.held[3]


def test_a_ball_half_behind_another_has_the_colour_of_what_is_seen_of_it() -> None:
    """As a brown that a red hides for the most part, and that was a red by the colour of its disc."""
    r = KIT.ball_radius_mm
    balls = [("brown", 889.0, 1500.0), ("red", 889.0 + 0.3 * r, 1500.0 + 1.98 * r), ("brown", 400.0, 1500.0)]
    discs, _ = fit("behind", balls, off_px=0.5)
    half, red, alone = discs.inside
    assert np.linalg.norm(half - alone) < 0.5 * np.linalg.norm(half - red)


def test_what_is_hardly_seen_beside_other_balls_is_not_clear() -> None:
    calibration = CAMERAS["behind"]
    balls = [("red", 870.0, 1500.0), ("red", 923.0, 1500.0)]
    picture = drawn_tables.draw(calibration, KIT, balls)
    places = np.array([*(ball[1:] for ball in balls), (896.5, 1502.0)])
    cloth = np.array([np.array(drawn_tables.CLOTH) * (0.8 + 0.3 * x / KIT.width_mm) for x in places[:, 0]])
    near = calibration.camera.project_on(places, KIT.ball_radius_mm)
    discs = fit_discs(picture, calibration.camera, near, KIT.ball_radius_mm, cloth)
    assert discs.held_on_cloth[2] < 0.5


def test_cloth_looks_like_cloth_and_each_ball_unlike_it_green_on_green_the_least() -> None:
    """The white, the yellow, the red and the black too: as a highlight or its underside, no one spot decides."""
    by_name = dict(
        zip((ball[0] for ball in SPREAD_OUT), fit("behind", SPREAD_OUT, off_px=1.5)[0].contrasts, strict=True)
    )
    bare = of_bare_cloth().contrasts[0]
    assert min(by_name, key=by_name.__getitem__) == "green"
    assert bare < 0.2
    assert by_name["green"] > 2 * bare


@pytest.mark.parametrize(
    ("unlike", "counts"), [(0.2, False), (0.3, True), (1.0, True)], ids=["a highlight", "a lit part", "all of it"]
)
def test_a_few_spots_of_another_colour_do_not_make_a_ball_of_cloth(unlike: float, counts: bool) -> None:
    cloth = np.array([[60.0, 140.0, 30.0]])
    colours = np.repeat(cloth[:, None], INSIDE_POINTS, axis=1)
    colours[0, : round(unlike * INSIDE_POINTS)] = (30, 20, 190)
    assert (contrasts(colours, cloth)[0] > 0.5) == counts


def test_the_claimed_spread_covers_the_true_error() -> None:
    discs, truth = fit("behind", SPREAD_OUT, off_px=1.5)
    error = (discs.centres_px - truth)[:, None]
    miss2 = (error @ np.linalg.inv(discs.cov_px2) @ error.transpose(0, 2, 1)).ravel()
    assert np.median(miss2) < 4.0


def test_bare_cloth_holds_no_disc() -> None:
    discs = of_bare_cloth()
    assert discs.held[0] < 0.5
    assert np.sqrt(discs.cov_px2[0, 0, 0]) > 0.2


@pytest.mark.parametrize("camera", CAMERAS)
def test_the_expected_radius_is_that_of_the_outline(camera: str) -> None:
    view, places = CAMERAS[camera].camera, np.array([ball[1:] for ball in SPREAD_OUT])
    outline = outlines_px(view, places, KIT.ball_radius_mm)
    middle = outline.mean(axis=1, keepdims=True)
    mean = np.linalg.norm(outline - middle, axis=2).mean(axis=1)
    assert disc_radii_px(view, places, KIT.ball_radius_mm) == pytest.approx(mean, rel=0.02)


def test_no_balls_give_no_discs() -> None:
    picture = drawn_tables.draw(CAMERAS["behind"], KIT, [])
    discs = fit_discs(picture, CAMERAS["behind"].camera, np.zeros((0, 2)), KIT.ball_radius_mm, np.zeros((0, 3)))
    assert len(discs.centres_px) == 0
