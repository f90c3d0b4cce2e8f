"""What the camera saw with everything that was understood drawn in, and beside it the table from above and the score.

Nothing is written over the picture but the balls' names, their trails and short captions where things happen: the score
and the calls stand on a panel at the right, or below a picture that is higher than wide, and so hide nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from tracker.domain.table.kit import Kit
from tracker.geometry.camera import Camera
from tracker.show.palette import bgr, is_light, letter
from tracker.show.pictures.board import DARK, PALE, SHIFT, draw_trail, fixed
from tracker.show.pictures.lettering import AMBER, SHADE, Bgr, Picture, Type, blend, label, paste, paste_inside
from tracker.show.pictures.panel import Panel, draw_panel, panel_for
from tracker.show.pictures.placing import Box, free_box, is_far
from tracker.show.run.words import BallMark, Caption, PictureView, Route


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Overlay:
    """The sheet that every picture of one source is laid on, made once."""

    kit: Kit
    camera: Camera | None
    panel: Panel

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the whole sheet in px; both even, as video needs."""
        return self.panel.sheet

    @property
    def type_px(self) -> int:
        """Size of small type."""
        return self.panel.type_px


def overlay_for(kit: Kit, camera: Camera | None, picture_size: tuple[int, int]) -> Overlay:
    """Lay out the sheet for pictures of (width, height); without a `camera`, trails are drawn only on the table."""
    return Overlay(kit=kit, camera=camera, panel=panel_for(kit, camera, picture_size))


def draw_overlay(picture: Picture, view: PictureView, overlay: Overlay) -> Picture:
    """Return a new picture of `overlay.size`: the (height, width, 3) BGR `picture` with its drawing, and the panel.

    Raises:
        ValueError: the picture does not fit on the sheet that was laid out for another size.
    """
    width, high = overlay.size
    if picture.shape[0] > high or picture.shape[1] > width:
        raise ValueError(f"picture of shape {picture.shape} does not fit on a sheet of {width} x {high} px")
    sheet = overlay.panel.blank.copy()
    seen = sheet[: picture.shape[0], : picture.shape[1]]
    seen[:] = picture
    draw_seen(seen, view, overlay)
    draw_panel(sheet, view, overlay.panel)
    return sheet


def draw_seen(seen: Picture, view: PictureView, overlay: Overlay) -> None:
    """Draw trails, balls and captions into a camera's picture, or nothing but the notice: then it is not the table."""
    if view.notice:
        _draw_notice(seen, view.notice, overlay.type_px)
        return
    moving = {trail.track for trail in view.trails}
    still_first = sorted(view.marks, key=lambda mark: mark.track in moving)
    _draw_trails(seen, view.trails, overlay)
    captions = _draw_captions(seen, view, [_around(mark) for mark in still_first if mark.track not in moving], overlay)
    outline_balls(seen, view.marks)
    names = [_name(mark, overlay.kit) for mark in still_first]
    write_names(seen, still_first, names, overlay.type_px, captions)


def _draw_notice(seen: Picture, notice: str, type_px: int) -> None:
    patch = label(notice, Type(size_px=type_px * 2, ink=SHADE, ground=AMBER, weight=700, pad_px=10))
    paste_inside(seen, patch, (seen.shape[1] - patch.shape[1]) // 2, type_px)


def draw_balls(picture: Picture, marks: Sequence[BallMark], type_px: int = 13) -> Picture:
    """Return a copy of a BGR picture with every ball outlined, named in full and, where known, placed in mm."""
    drawn = picture.copy()
    outline_balls(drawn, marks)
    write_names(drawn, marks, [f"{mark.ball}{_place_words(mark)}" for mark in marks], type_px)
    return drawn


def _place_words(mark: BallMark) -> str:
    spread = "" if mark.sd_mm is None else f" ±{mark.sd_mm:.1f}"
    return f" {mark.at.x_mm:.0f}, {mark.at.y_mm:.0f}{spread}" if mark.at else ""


def outline_balls(picture: Picture, marks: Sequence[BallMark]) -> None:
    """Draw a ring in its colour around each ball, with a rim that stands out; a broken one where it is hidden."""
    for mark in marks:
        x, y = (int(value) for value in fixed(np.array([mark.u_px, mark.v_px])))
        radius = round((mark.r_px + 1.5) * (1 << SHIFT))
        rim = DARK if is_light(mark.ball) else PALE
        for colour, thick in ((rim, 3), (bgr(mark.ball), 2)):
            if mark.seen:
                cv2.circle(picture, (x, y), radius, colour, thick, cv2.LINE_AA, SHIFT)
            else:
                _broken_ring(picture, (x, y), radius, colour, thick - 1)


def _broken_ring(picture: Picture, centre: tuple[int, int], radius: int, colour: Bgr, thick: int) -> None:
    """Draw six arcs; centre and radius carry `SHIFT` bits of fraction."""
    for turn in range(0, 360, 60):
        cv2.ellipse(picture, centre, (radius, radius), turn, 0, 34, colour, thick, cv2.LINE_AA, SHIFT)


def write_names(
    picture: Picture, marks: Sequence[BallMark], names: Sequence[str], type_px: int, captions: Sequence[Box] = ()
) -> None:
    """Write a name beside each ball, on its own colour, where it covers no ball, no name and none of the `captions`.

    A hidden ball's name has a question mark.
    """
    taken = [*map(_around, marks), *captions]
    patches = [
        label(name if mark.seen else f"{name}?", name_type(mark.ball, type_px))
        for mark, name in zip(marks, names, strict=True)
    ]
    boxes = [_claim(picture, patch, _around(mark), taken) for mark, patch in zip(marks, patches, strict=True)]
    for mark, box in zip(marks, boxes, strict=True):
        _lead(picture, _around(mark), box, bgr(mark.ball))
    for patch, box in zip(patches, boxes, strict=True):
        paste(picture, patch, box[0], box[1])


def _claim(picture: Picture, patch: Picture, around: Box, taken: list[Box]) -> Box:
    """Find a free place for a label beside a box, and add it to what is taken."""
    box = free_box(around, (patch.shape[1], patch.shape[0]), taken, (picture.shape[1], picture.shape[0]))
    taken.append(box)
    return box


def _lead(picture: Picture, around: Box, box: Box, colour: Bgr) -> None:
    """Draw a line from what is named to a label that must stand far off."""
    if is_far(around, box):
        near = _towards(box, ((around[0] + around[2]) // 2, (around[1] + around[3]) // 2))
        start = _towards(around, near)
        cv2.line(picture, start, near, DARK, 3, cv2.LINE_AA)
        cv2.line(picture, start, near, colour, 1, cv2.LINE_AA)


def _towards(box: Box, point: tuple[int, int]) -> tuple[int, int]:
    """Return the point of a box that is nearest to another point."""
    return min(max(point[0], box[0]), box[2]), min(max(point[1], box[1]), box[3])


def _around(mark: BallMark) -> Box:
    u, v, r = mark.u_px, mark.v_px, mark.r_px + 2
    return round(u - r), round(v - r), round(u + r), round(v + r)


def name_type(ball: str, size_px: int) -> Type:
    """Return how a ball's name is set: on the ball's own colour."""
    ink = DARK if is_light(ball) else (250, 250, 250)
    return Type(size_px=size_px, ink=ink, ground=bgr(ball), weight=600, pad_px=2)


def _name(mark: BallMark, kit: Kit) -> str:
    """Write the name in full where there is one such ball, the letter where there are many."""
    return mark.ball if kit.pieces.get(mark.ball, 1) == 1 else letter(mark.ball)


def _draw_trails(seen: Picture, trails: Sequence[Route], overlay: Overlay) -> None:
    """Project all trails at once, for speed."""
    if overlay.camera is None or not trails:
        return
    places = np.array([point for trail in trails for point in trail.points], float).reshape(-1, 2)
    pixels = overlay.camera.project_on(places, overlay.kit.lies_mm)
    ends = np.cumsum([len(trail.points) for trail in trails])[:-1]
    for trail, way in zip(trails, np.split(pixels, ends), strict=True):
        draw_trail(seen, way, trail, 2)


def _draw_captions(seen: Picture, view: PictureView, still: list[Box], overlay: Overlay) -> list[Box]:
    """Draw the captions clear of balls at rest, so that they stay where they are while others move; return their boxes.

    A moving ball shows through them.
    """
    taken = list(still)
    for caption in view.captions:
        spot = _spot(caption, view.marks, overlay)
        if spot is not None:
            _draw_caption(seen, caption, (round(float(spot[0])), round(float(spot[1]))), taken, overlay.type_px)
    return taken[len(still) :]


def _draw_caption(seen: Picture, caption: Caption, spot: tuple[int, int], taken: list[Box], type_px: int) -> None:
    ground, ink = (AMBER, SHADE) if caption.kind == "doubt" else (SHADE, PALE)
    patch = label(caption.words, Type(size_px=type_px + 2, ink=ink, ground=ground, weight=600))
    around = (spot[0] - type_px, spot[1] - type_px, spot[0] + type_px, spot[1] + type_px)
    box = _claim(seen, patch, around, taken)
    _lead(seen, around, box, PALE)
    blend(seen, patch, box[0], box[1])


def _spot(caption: Caption, marks: Sequence[BallMark], overlay: Overlay) -> NDArray[np.float64] | None:
    """Return the pixel of a caption's place: through the camera, else where its ball is now."""
    if caption.at is not None and overlay.camera is not None:
        spot = overlay.camera.project_on([caption.at], overlay.kit.lies_mm)[0]
        return spot if np.isfinite(spot).all() else None
    return next((np.array([mark.u_px, mark.v_px]) for mark in marks if mark.ball == caption.ball), None)
