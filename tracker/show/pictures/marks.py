"""A picture of a stroke with the marks drawn in: where the balls went, what just happened, its number and its time."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

import cv2
import numpy as np

from tracker.domain.table.plane import Point
from tracker.domain.time import seconds
from tracker.show.palette import bgr, letter
from tracker.show.pictures.board import PALE, draw_trail, fixed
from tracker.show.pictures.lettering import SHADE, Picture, Type, blend, label, paste_inside
from tracker.show.pictures.overlay import name_type
from tracker.show.pictures.placing import Box, free_box
from tracker.show.run.timeline import percent
from tracker.show.run.words import Route
from tracker.show.screens.review import BallWay, Happening, Pixel, PlacePoint, ReviewPicture

CAPTION_US = 1_200_000
"""So long what happened is told."""
RING_PX = 9
MOVED_PX = 4.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Marks:
    """What is drawn into the pictures of a stroke."""

    began_us: int
    """When it was struck."""
    outline_px: Sequence[Pixel] = ()
    incidents: Sequence[Happening] = ()
    tracks: Sequence[BallWay] = ()


def draw_marks(picture: Picture, shown: ReviewPicture, marks: Marks) -> Picture:
    """Return a copy of a (height, width, 3) BGR picture with all that is known of its moment drawn in."""
    drawn = picture.copy()
    type_px = max(12, picture.shape[0] // 54)
    if marks.outline_px:
        cv2.polylines(drawn, [fixed(np.array(marks.outline_px))], True, PALE, 1, cv2.LINE_AA, 4)
    for way in marks.tracks:
        _draw_way(drawn, way, shown.number, type_px)
    _draw_incidents(drawn, [one for one in marks.incidents if 0 <= shown.at_us - one.at_us < CAPTION_US], type_px)
    stamp = label(stamp_words(shown, marks.began_us), Type(size_px=type_px, ink=PALE, ground=SHADE, weight=600))
    paste_inside(drawn, stamp, type_px, picture.shape[0])
    return drawn


def stamp_words(shown: ReviewPicture, began_us: int) -> str:
    """Return which picture it is, when it was taken, and how long after the strike."""
    after_s = seconds(shown.at_us - began_us)
    return f"picture {shown.number}   {seconds(shown.at_us):.3f} s   strike {after_s:+.3f} s"


def caption_words(one: Happening) -> str:
    """Return what happened, when, how sure that is, and by what margin."""
    margin = f", {one.margin}" if one.margin else ""
    return f"{one.why}   {seconds(one.at_us):.3f} s   {percent(one.sure)}{margin}"


def _draw_way(drawn: Picture, way: BallWay, number: int, type_px: int) -> None:
    """Draw the way of a ball that moves up to a picture, and where it is there, by its letter."""
    until = list(takewhile(lambda point: point[0] <= number, way.points))
    if not until or not _moves(way.points):
        return
    pixels = np.array([(x, y) for _, x, y, *_ in until], float)
    draw_trail(drawn, pixels, _route(way, until), 2)
    x, y = (int(value) for value in fixed(pixels[-1]))
    cv2.circle(drawn, (x, y), RING_PX << 4, bgr(way.ball), 1, cv2.LINE_AA, 4)
    patch = label(letter(way.ball), name_type(way.ball, type_px))
    paste_inside(drawn, patch, round(pixels[-1][0]) + RING_PX, round(pixels[-1][1]) - RING_PX - patch.shape[0])


def _moves(points: Sequence[PlacePoint]) -> bool:
    (_, x0, y0, *_), *others = points
    return any(np.hypot(x - x0, y - y0) > MOVED_PX for _, x, y, *_ in others)


def _route(way: BallWay, points: Sequence[PlacePoint]) -> Route:
    numbers, _, _, x_mm, y_mm, seen = zip(*points, strict=True)
    places = tuple(Point(x, y) for x, y in zip(x_mm, y_mm, strict=True))
    return Route(track=way.track, ball=way.ball, times_us=numbers, points=places, seen=seen)


def _draw_incidents(drawn: Picture, recent: Sequence[Happening], type_px: int) -> None:
    taken: list[Box] = []
    for one in recent:
        spot = (type_px, type_px) if one.x_px is None or one.y_px is None else (round(one.x_px), round(one.y_px))
        around = (spot[0] - RING_PX, spot[1] - RING_PX, spot[0] + RING_PX, spot[1] + RING_PX)
        if one.x_px is not None:
            cv2.drawMarker(drawn, spot, PALE, cv2.MARKER_CROSS, 2 * RING_PX, 1, cv2.LINE_AA)
        patch = label(caption_words(one), Type(size_px=type_px, ink=PALE, ground=SHADE, weight=600))
        box = free_box(around, (patch.shape[1], patch.shape[0]), taken, (drawn.shape[1], drawn.shape[0]))
        taken.append(box)
        blend(drawn, patch, box[0], box[1])
