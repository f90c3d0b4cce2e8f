"""The close-up of a first contact shows the picture nearest to it, with that place in its middle."""

from pathlib import Path

import cv2
import numpy as np
import pytest
from room_fixtures import Film

from tracker.capture.picture import Image
from tracker.capture.sources.source import open_source
from tracker.cli.recording.closeups import nearest, with_closeups
from tracker.domain.strokes.stroke import Standing, Stroke, Touch
from tracker.domain.table.plane import Point
from tracker.geometry.camera import Camera
from tracker.pipeline.watched import Watched
from tracker.show.run.words import Closeup, RunView, StrokeView, TableView
from tracker.store.kits import find_kit

KIT = find_kit("snooker-12ft")
CAMERA = Camera(
    image_size=(640, 360), matrix=np.array([[600.0, 0, 320], [0, 600, 180], [0, 0, 1]]), distortion=np.zeros(5),
    rotation=np.array([np.pi, 0, 0]), translation=np.array([-889.0, 1784.5, 6500.0]),
)  # fmt: skip
AT = Point(1200.0, 2000.0)
STEP_US = 40_000
TABLE = TableView(kit=KIT, viewpoint="above", error_px=0.1, error_mm=0.1, found_by="auto", image_size=(640, 360))


def stroke(number: int, at_us: int, balls: tuple[str, str] | None = ("white", "red")) -> StrokeView:
    touches = (Touch(at_us=at_us, balls=balls, at=AT, sure=1.0),) if balls else ()
    began_us = number * 10**6
    return StrokeView(
        stroke=Stroke(
            number=number, began_us=began_us, ended_us=began_us + 1, cue_ball="white", origin=AT, touches=touches
        )
    )


def shown(clip: Path, strokes: tuple[StrokeView, ...], lost_us: frozenset[int] = frozenset()) -> list[Image | None]:
    view = RunView(clip="clip", made="today", rulebook="snooker-2024", table=TABLE, strokes=strokes)
    watched = Watched(
        paths=(), opening=Standing(at_us=0, places=()), alternatives=(), seen_us=tuple(range(0, 20 * STEP_US, STEP_US)),
        lost_us=lost_us,
    )  # fmt: skip
    found = with_closeups(view, open_source(str(clip)), watched, CAMERA).strokes
    return [None if view.closeup is None else decoded(view.closeup) for view in found]


def decoded(closeup: Closeup) -> Image:
    return np.asarray(cv2.imdecode(np.frombuffer(closeup.jpeg, np.uint8), cv2.IMREAD_COLOR), np.uint8)


@pytest.fixture
def clip(film: Film) -> Path:
    """Twenty pictures, each brighter than the one before, with a spot where the balls meet."""
    u_px, v_px = CAMERA.project_on([(AT.x_mm, AT.y_mm)], KIT.ball_radius_mm)[0]
    pictures = []
    for n in range(20):
        picture = np.full((360, 640, 3), 5 * n + 20, np.uint8)
        cv2.circle(picture, (round(u_px), round(v_px)), 3, (255, 255, 255), -1)
        pictures.append(picture)
    return film(pictures)


def test_the_place_of_the_contact_is_in_the_middle(clip: Path) -> None:
    (close,) = shown(clip, (stroke(1, 3 * STEP_US),))
    assert close is not None
    middle = close.shape[0] // 2
    assert close[middle, middle].mean() > 220
    assert close[middle, 40].mean() < 80


def test_it_is_the_nearest_picture(clip: Path) -> None:
    closes = [close for at_us in (390_000, 410_000, 425_000) for close in shown(clip, (stroke(1, at_us),))]
    levels = [close[240, 60].mean() for close in closes if close is not None]
    assert levels[0] == pytest.approx(levels[1], abs=1.5)
    assert levels[2] == pytest.approx(levels[1] + 5, abs=2)


def test_a_stroke_that_met_nothing_has_none_and_the_others_keep_theirs(clip: Path) -> None:
    found = shown(clip, (stroke(1, 0, None), stroke(2, 5 * STEP_US), stroke(3, 9 * STEP_US, ("red", "blue"))))
    assert [close is not None for close in found] == [False, True, False]


def test_no_picture_is_shown_that_did_not_show_the_table(clip: Path) -> None:
    lost = frozenset(range(8 * STEP_US, 13 * STEP_US, STEP_US))
    (close,) = shown(clip, (stroke(1, 9 * STEP_US),), lost)
    assert close is not None
    assert close[240, 60].mean() == pytest.approx(20 + 5 * 7, abs=3)


@pytest.mark.parametrize(("at_us", "due"), [(-5, 0), (4, 0), (6, 10), (19, 20), (99, 20)])
def test_nearest(at_us: int, due: int) -> None:
    assert nearest((0, 10, 20), at_us) == due
