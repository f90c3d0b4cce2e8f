"""Colour that a recording shows beside its brightness is told from the picture; balls are placed as if it lay right."""

import drawn_tables
import numpy as np
import pytest

from bench.chroma import shifted
from tracker.geometry.chroma import aligned, chroma_shift
from tracker.store.kits import find_kit
from tracker.vision.measuring.discs import Artefacts, fit_discs

KIT = find_kit("snooker-12ft")
CAMERAS = {"behind": drawn_tables.behind_the_end(KIT), "overhead": drawn_tables.overhead(KIT)}
BALLS = [(name, 250.0 + 180.0 * k, 300.0 + 420.0 * k) for k, name in enumerate(drawn_tables.BGR)]
SHIFTS = [(0.0, 0.0), (0.5, 0.0), (0.5, 0.5), (-0.4, 0.3), (0.3, -0.7)]
"""Right and down, px: none; as H.264 has it by default; each block's first pixel taken for all; two others."""


@pytest.mark.parametrize("by_px", SHIFTS)
@pytest.mark.parametrize("camera", CAMERAS)
def test_the_shift_is_told_to_a_tenth_of_a_pixel_or_so(camera: str, by_px: tuple[float, float]) -> None:
    picture = shifted(drawn_tables.draw(CAMERAS[camera], KIT, BALLS), by_px)
    assert chroma_shift(picture) == pytest.approx(by_px, abs=0.12)


def test_a_shift_no_larger_than_what_unshifted_pictures_seem_to_have_is_none() -> None:
    picture = shifted(drawn_tables.draw(CAMERAS["behind"], KIT, BALLS), (0.1, -0.08))
    assert chroma_shift(picture) == pytest.approx((0.0, 0.0), abs=0.03)


@pytest.mark.parametrize("camera", CAMERAS)
def test_balls_are_placed_by_their_brightness_and_their_colour_where_they_lie(camera: str) -> None:
    calibration = CAMERAS[camera]
    picture = shifted(drawn_tables.draw(calibration, KIT, BALLS), (0.5, 0.5))
    told = chroma_shift(picture)
    assert told is not None
    places = np.array([ball[1:] for ball in BALLS])
    truth = calibration.camera.project_on(places, KIT.ball_radius_mm)
    cloth = np.array([np.array(drawn_tables.CLOTH) * (0.8 + 0.3 * x / KIT.width_mm) for x in places[:, 0]])
    off = {
        how: np.linalg.norm(
            fit_discs(picture, calibration.camera, truth, KIT.ball_radius_mm, cloth, known).centres_px - truth, axis=1
        )
        for how, known in (("as shown", Artefacts()), ("aligned", Artefacts(chroma_px=told)))
    }
    assert off["as shown"].max() > 0.3, "else this picture shows nothing of it"
    assert off["aligned"].max() < 0.2
    assert off["aligned"].mean() < 0.6 * off["as shown"].mean()


def test_a_picture_without_edges_tells_nothing() -> None:
    assert chroma_shift(np.full((200, 300, 3), (60, 140, 30), np.uint8)) is None


def test_edges_of_brightness_alone_tell_nothing() -> None:
    grey = np.zeros((240, 320, 3), np.uint8)
    grey[60:180, 80:240] = 200
    assert chroma_shift(grey) is None
    assert aligned(grey) is grey


def test_a_shadow_along_all_edges_is_no_shift() -> None:
    """What a thing throws on the cloth round it is brightness alone; the lower edge is out of this picture."""
    picture = np.full((240, 320, 3), (60, 140, 30), float)
    picture[58:, 78:242] *= 0.8
    picture[60:, 80:240] = (30, 20, 190)
    assert chroma_shift(np.asarray(picture, np.uint8)) == pytest.approx((0.0, 0.0), abs=0.1)
