from dataclasses import replace

import cv2
import makers_show as make
import numpy as np
import pytest

from tracker.domain.table.plane import Point
from tracker.geometry.camera import Camera
from tracker.show.palette import bgr
from tracker.show.pictures.closeup import CLOSE_PX, draw_closeup
from tracker.show.pictures.overlay import draw_balls, draw_overlay, overlay_for
from tracker.show.pictures.placing import free_box, overlap
from tracker.show.run.moment import picture_view
from tracker.show.run.words import BallMark, PictureView

WIDE = (1280, 720)


def blank(size: tuple[int, int] = WIDE) -> np.ndarray:
    return np.full((size[1], size[0], 3), 60, np.uint8)


def overhead(size: tuple[int, int] = WIDE) -> Camera:
    """A camera 4 m above the middle; the table's length runs along the picture's width."""
    turn = np.array([[0.0, 1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, -1.0]])
    eye = np.array([889.0, 1784.5, 4000.0])
    matrix = np.array([[1300.0, 0, size[0] / 2], [0, 1300.0, size[1] / 2], [0, 0, 1]])
    rotation = np.asarray(cv2.Rodrigues(turn)[0].ravel(), float)
    return Camera(image_size=size, matrix=matrix, distortion=np.zeros(5), rotation=rotation, translation=-turn @ eye)


def changed(before: np.ndarray, after: np.ndarray) -> np.ndarray:
    return np.asarray(np.any(before != after, axis=2))


@pytest.mark.parametrize("size", [(1280, 720), (720, 1280), (641, 361), (320, 240)])
def test_the_sheet_is_a_bgr_picture_of_the_promised_even_size(size: tuple[int, int]) -> None:
    overlay = overlay_for(make.kit(), None, size)
    view = make.blue_first()
    sheet = draw_overlay(
        blank(size), picture_view(view.stroke.ended_us, make.marks(view), make.strokes(), make.kit()), overlay
    )
    assert sheet.shape == (overlay.size[1], overlay.size[0], 3)
    assert sheet.dtype == np.uint8
    assert overlay.size[0] % 2 == overlay.size[1] % 2 == 0
    assert overlay.size[0] >= size[0]
    assert overlay.size[1] >= size[1]


def test_the_panel_stands_beside_a_wide_picture_and_below_a_high_one() -> None:
    assert overlay_for(make.kit(), None, (1280, 720)).size[1] == 720
    assert overlay_for(make.kit(), None, (720, 1280)).size[0] == 720


def test_the_given_picture_is_left_as_it_was() -> None:
    picture = blank()
    draw_overlay(
        picture, PictureView(at_us=0, marks=make.marks(make.red_potted())), overlay_for(make.kit(), None, WIDE)
    )
    assert (picture == 60).all()


def test_nothing_hides_the_picture_where_nothing_is() -> None:
    overlay = overlay_for(make.kit(), overhead(), WIDE)
    view = PictureView(
        at_us=5_000_000, scoreline=make.line((7, 8), 0, "red", 7, 60), calls=make.blue_first().suggestions
    )
    sheet = draw_overlay(blank(), view, overlay)
    assert (sheet[:720, :1280] == 60).all()


def test_a_ball_is_outlined_where_it_is_in_its_colour() -> None:
    mark = BallMark(ball="blue", u_px=400, v_px=300, r_px=10)
    seen = draw_overlay(blank(), PictureView(at_us=0, marks=(mark,)), overlay_for(make.kit(), None, WIDE))[:720, :1280]
    ring = changed(blank(), seen)
    ring[:285] = False  # the name stands above
    rows, columns = np.nonzero(ring)
    assert abs(columns.mean() - 400) < 0.5
    assert 311 <= rows.max() <= 315
    assert columns.min() >= 385
    assert columns.max() <= 415
    assert tuple(seen[300, 411]) == bgr("blue")
    assert (seen[300, 400] == 60).all()


def test_a_hidden_ball_is_drawn_otherwise_than_a_seen_one() -> None:
    mark = BallMark(ball="pink", u_px=400, v_px=300, r_px=10)
    overlay = overlay_for(make.kit(), None, WIDE)
    seen, hidden = (
        changed(blank(), draw_overlay(blank(), PictureView(at_us=0, marks=(one,)), overlay)[:720, :1280])
        for one in (mark, replace(mark, seen=False))
    )
    assert hidden[288:].sum() < 0.8 * seen[288:].sum()


def behind(end: str, size: tuple[int, int] = WIDE) -> Camera:
    """A camera 2.5 m behind an end of the table and 2.5 m above it, that looks at its middle."""
    along = 1.0 if end == "Baulk" else -1.0
    eye = np.array([889.0, 1784.5 - along * 4284.5, 2500.0])
    ahead = np.array([889.0, 1784.5, 0.0]) - eye
    ahead /= np.linalg.norm(ahead)
    right = np.array([along, 0.0, 0.0])
    turn = np.stack([right, np.cross(ahead, right), ahead])
    matrix = np.array([[1000.0, 0, size[0] / 2], [0, 1000.0, size[1] / 2], [0, 0, 1]])
    rotation = np.asarray(cv2.Rodrigues(turn)[0].ravel(), float)
    return Camera(image_size=size, matrix=matrix, distortion=np.zeros(5), rotation=rotation, translation=-turn @ eye)


@pytest.mark.parametrize("end", ["Baulk", "Top"])
def test_the_table_from_above_lies_as_the_camera_sees_it(end: str) -> None:
    camera = behind(end)
    corners = Point(300, 300), Point(1500, 3200)
    seen = camera.project_on(corners, 0.0)
    board = overlay_for(make.kit(), camera, WIDE).panel.board
    above = board.lay(corners)
    assert np.array_equal(np.sign(seen[1] - seen[0]), np.sign(above[1] - above[0]))
    kit = make.kit()
    in_d, beyond = board.lay([Point(kit.width_mm / 2, kit.baulk_mm + way * kit.d_radius_mm) for way in (-1, 1)])
    assert brightest(board.empty, in_d) > brightest(board.empty, beyond) + 20  # the D lies in Baulk


def brightest(picture: np.ndarray, at: np.ndarray) -> int:
    u, v = np.round(at).astype(int)
    return int(picture[v - 2 : v + 3, u - 2 : u + 3, 2].max())


@pytest.mark.parametrize("side", [1, -1])
def test_below_a_high_picture_the_table_lies_as_an_overhead_camera_sees_it(side: int) -> None:
    size = (720, 1280)
    turn = np.array([[0.0, side, 0.0], [side, 0.0, 0.0], [0.0, 0.0, -1.0]])
    eye, matrix = np.array([889.0, 1784.5, 6000.0]), np.array([[1000.0, 0, 360], [0, 1000.0, 640], [0, 0, 1]])
    rotation = np.asarray(cv2.Rodrigues(turn)[0].ravel(), float)
    camera = Camera(image_size=size, matrix=matrix, distortion=np.zeros(5), rotation=rotation, translation=-turn @ eye)
    corners = Point(300, 300), Point(1500, 3200)
    seen, above = camera.project_on(corners, 0.0), overlay_for(make.kit(), camera, size).panel.board.lay(corners)
    assert np.array_equal(np.sign(seen[1] - seen[0]), np.sign(above[1] - above[0]))


def test_trails_and_captions_lie_where_the_camera_sees_them() -> None:
    camera, view = overhead(), make.red_potted()
    contact = view.stroke.touches[0]
    now = contact.at_us + 100_000
    overlay = overlay_for(make.kit(), camera, WIDE)
    seen = draw_overlay(blank(), picture_view(now, (), (view,), make.kit()), overlay)[:720, :1280]
    drawn = changed(blank(), seen)
    for way in (Point(900, 2280), Point(700, 1775)):
        u, v = camera.project_on([way], 26.25)[0]
        assert drawn[int(v) - 12 : int(v) + 13, int(u) - 12 : int(u) + 13].any()
    u, v = camera.project_on([contact.at], 26.25)[0]
    assert drawn[int(v) - 60 : int(v) + 60, int(u) - 200 : int(u) + 200].sum() > 800


def test_the_table_from_above_shows_each_ball_in_its_place() -> None:
    overlay = overlay_for(make.kit(), None, WIDE)
    mark = BallMark(ball="yellow", u_px=1, v_px=1, r_px=1, at=Point(1181, 737))
    sheet = draw_overlay(blank(), PictureView(at_us=0, marks=(mark,)), overlay)
    x, y = overlay.panel.board.lay([Point(1181, 737)])[0]
    left, top = overlay.panel.table
    assert tuple(sheet[top + round(y), left + round(x)]) == bgr("yellow")


def test_score_and_calls_are_told_only_when_the_stroke_is_over() -> None:
    view = make.blue_first()
    during, after = (
        picture_view(at, (), make.strokes(), make.kit()) for at in (view.stroke.ended_us - 1, view.stroke.ended_us)
    )
    assert (during.scoreline, during.calls, during.doubts) == (view.before, (), ())
    assert (after.scoreline, after.calls, after.doubts) == (view.after, view.suggestions, view.doubts)


def test_an_unsure_contact_is_captioned_as_a_doubt() -> None:
    view = make.blue_first()
    (caption,) = picture_view(view.stroke.touches[0].at_us, (), (view,), make.kit()).captions
    assert (caption.kind, caption.words) == ("doubt", "first contact: blue ? 71 %")


def test_a_caption_stays_in_its_place_while_a_ball_passes() -> None:
    view, overlay = make.red_potted(), overlay_for(make.kit(), overhead(), WIDE)
    touch = view.stroke.touches[0]
    u, v = overhead().project_on([touch.at], 26.25)[0]
    passing = BallMark(ball="white", u_px=u, v_px=v - 30, r_px=10, track=view.routes[0].track)
    moment = picture_view(touch.at_us + 200_000, (), (view,), make.kit())
    alone, passed = (
        changed(blank(), draw_overlay(blank(), replace(moment, marks=marks), overlay)[:720, :1280])
        for marks in ((), (passing,))
    )
    assert (alone <= passed).all()


def test_before_the_first_stroke_the_opening_score_stands() -> None:
    assert picture_view(0, (), make.strokes(), make.kit()).scoreline == make.red_potted().before


def test_while_the_table_is_lost_that_is_said_and_no_ball_is_drawn() -> None:
    overlay, mark = overlay_for(make.kit(), None, WIDE), BallMark(ball="blue", u_px=400, v_px=500, r_px=10)
    sheet = draw_overlay(blank(), PictureView(at_us=0, marks=(mark,), notice="table lost"), overlay)
    drawn = changed(blank(), sheet[:720, :1280])
    assert drawn[:100].sum() > 2000
    assert not drawn[100:].any()


def test_a_picture_too_large_for_the_sheet_is_refused_in_words() -> None:
    overlay = overlay_for(make.kit(), None, (640, 360))
    with pytest.raises(ValueError, match=r"720, 1280, 3.*does not fit"):
        draw_overlay(blank(), PictureView(at_us=0), overlay)


def test_the_same_moment_is_drawn_the_same() -> None:
    view, overlay = make.blue_first(), overlay_for(make.kit(), overhead(), WIDE)
    moment = picture_view(view.stroke.ended_us, make.marks(view), make.strokes(), make.kit())
    assert (draw_overlay(blank(), moment, overlay) == draw_overlay(blank(), moment, overlay)).all()


def test_names_of_close_balls_cover_neither_balls_nor_each_other() -> None:
    taken = [(x, 300, x + 20, 320) for x in range(400, 520, 22)]
    boxes = []
    for around in tuple(taken):
        box = free_box(around, (60, 16), taken, WIDE)
        assert not any(overlap(box, other) for other in taken)
        taken.append(box)
        boxes.append(box)
    assert all(box[0] >= 0 and box[2] <= WIDE[0] for box in boxes)


def test_look_names_every_ball() -> None:
    marks = make.marks(make.red_potted())
    drawn = changed(blank(), draw_balls(blank(), marks))
    for mark in marks:
        u, v, r = round(mark.u_px), round(mark.v_px), round(mark.r_px) + 3
        assert drawn[v - r : v + r, u - r : u + r].any()


def test_a_closeup_has_its_place_in_the_middle() -> None:
    picture = blank()
    picture[100:110, 200:210] = (0, 0, 255)
    close = draw_closeup(picture, (204.5, 104.5), 20.0, "first contact")
    assert close.shape == (CLOSE_PX, CLOSE_PX, 3)
    assert tuple(close[CLOSE_PX // 2, CLOSE_PX // 2]) == (0, 0, 255)


def test_a_score_that_may_be_amended_has_a_broken_line_under_its_points_from_its_stroke_on() -> None:
    overlay = overlay_for(make.kit(), None, WIDE)
    x, y, wide, high = overlay.panel.score
    runs = (make.unsettled(), make.run())

    def scores(at_us: int) -> list[np.ndarray]:
        views = (picture_view(at_us, (), run.strokes, make.kit()) for run in runs)
        return [draw_overlay(blank(), view, overlay)[y : y + high, x : x + wide] for view in views]

    third = make.blue_first().stroke
    assert not changed(*scores(third.began_us)).any()
    rows = np.flatnonzero(changed(*scores(third.ended_us)).any(axis=1))
    assert len(rows) == 2
    assert rows.min() > high / 2
    foot = [draw_overlay(blank(), picture_view(third.ended_us, (), one.strokes, make.kit()), overlay) for one in runs]
    assert changed(*foot)[overlay.panel.foot[1] :].any(), "the word stands below"
