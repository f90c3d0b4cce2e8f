"""What is foretold of a camera is what pictures drawn from there then show, within the factors stated here."""

from dataclasses import replace

import numpy as np
import pytest
from drawn_table import drawn

from bench.fit_sightings import seen_in
from models.training.clips.takes import hall
from models.training.painter import DrawnBall, Scene
from tracker.calibrate.find import find_table
from tracker.domain.advice import Stand
from tracker.domain.table.plane import Point
from tracker.geometry.stand import camera_of
from tracker.pipeline.advice import outlook
from tracker.store.kits import find_kit
from tracker.vision.foretold import foretold, open_sd_px

KIT = find_kit()
MIDDLE = Point(KIT.width_mm / 2, KIT.length_mm / 2)
STANDS = {
    "end": Stand(at_mm=(889, -3000, 2500), towards_mm=MIDDLE, lens_deg=55, size_px=(1920, 1080)),
    "over": Stand(at_mm=(889, 1784.5, 3200), towards_mm=MIDDLE, lens_deg=67, size_px=(1920, 1080)),
    "corner": Stand(at_mm=(-1500, -1500, 2500), towards_mm=MIDDLE, lens_deg=75, size_px=(1280, 720)),
    "side": Stand(at_mm=(-2500, 1784, 2500), towards_mm=MIDDLE, lens_deg=66, size_px=(1280, 720)),
}
RED_DOT = (20, 20, 230)


def ball_in(stand: Stand, at: Point) -> tuple[np.ndarray, float]:
    """Return the middle (px) and the diameter (px) of the one ball of a drawn picture, counted in its pixels."""
    kit = replace(KIT, spots={"blue-spot": at})
    camera = camera_of(stand, kit)
    picture, bare = (drawn(kit, camera, balls=balls).astype(float) for balls in ({"blue": RED_DOT}, {}))
    share = np.clip((picture - bare)[:, :, 2] / 150, 0, 1) * ((picture - bare)[:, :, 2] > 20)
    v, u = np.mgrid[: share.shape[0], : share.shape[1]]
    return np.array([np.sum(u * share), np.sum(v * share)]) / share.sum(), float(np.sqrt(4 * share.sum() / np.pi))


@pytest.mark.parametrize("name", STANDS)
def test_millimetres_a_pixel_and_the_size_of_balls_are_those_of_a_drawn_picture(name: str) -> None:
    stand = STANDS[name]
    blue = next(p for p in outlook(stand, KIT).prospects if p.name == "blue-spot")
    _, wide_px = ball_in(stand, blue.at)
    assert wide_px == pytest.approx(blue.ball_px, rel=0.12)
    for step, told in ((Point(150, 0), blue.across_mm), (Point(0, 150), blue.along_mm)):
        one, _ = ball_in(stand, Point(blue.at.x_mm - step.x_mm, blue.at.y_mm - step.y_mm))
        two, _ = ball_in(stand, Point(blue.at.x_mm + step.x_mm, blue.at.y_mm + step.y_mm))
        assert 300 / np.hypot(*(two - one)) == pytest.approx(told, rel=0.04)


@pytest.mark.parametrize("name", STANDS)
def test_the_camera_errs_as_the_found_table_says_and_by_no_more_than_twice_that(name: str) -> None:
    stand = STANDS[name]
    camera = camera_of(stand, KIT)
    found = find_table([drawn(KIT, camera)], KIT)
    foreseen = outlook(stand, KIT).prospects
    due = float(np.sqrt(np.mean([p.camera_mm**2 for p in foreseen])))
    assert 0.5 * found.error_mm < due < 2.0 * found.error_mm
    places = np.array([p.at for p in foreseen])
    pixels = camera.project_on(places, KIT.ball_radius_mm)
    got = found.camera.place(pixels, KIT.ball_radius_mm)
    off = min(np.linalg.norm(one - places, axis=1).mean() for one in (got, [KIT.width_mm, KIT.length_mm] - got))
    assert off < 2.0 * due


@pytest.mark.parametrize(("name", "azimuth"), [("end", 22), ("over", 33), ("corner", 44)])
def test_balls_in_the_open_are_seen_as_well_as_is_foretold(name: str, azimuth: int) -> None:
    camera = camera_of(STANDS[name], KIT)
    balls = tuple(
        DrawnBall(ball=spot.removesuffix("-spot"), at_mm=(*at, KIT.ball_radius_mm)) for spot, at in KIT.spots.items()
    )
    look = hall(KIT, azimuth, is_overhead=name == "over")
    seen = seen_in(Scene(kit=KIT, camera=camera, look=look, balls=balls, seed=2900), np.random.default_rng(2900))
    due = open_sd_px(seen.radii_px, foretold())
    assert len(due) >= 5
    assert 0.6 < np.median(seen.told_px / due) < 1.7
    assert np.sqrt(np.mean(seen.off_px**2)) < 2.0 * np.median(due)
