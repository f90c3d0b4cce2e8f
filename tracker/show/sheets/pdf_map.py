"""One stroke on the table from above, for paper: rings where balls stood, full balls where they lie, pale cloth."""

from math import cos, pi, sin
from typing import Any, Final

from reportlab.graphics.shapes import Circle, Drawing, PolyLine, Rect, String
from reportlab.lib.colors import Color, HexColor

from tracker.domain.strokes.incidents import CONTACT
from tracker.domain.strokes.stroke import Place
from tracker.domain.table.plane import Point
from tracker.show.palette import is_light, letter, rgb
from tracker.show.plan import Plan, board_lines
from tracker.show.run.timeline import incidents
from tracker.show.run.words import StrokeView
from tracker.show.sheets.pdf_type import BOLD, INK, faces
from tracker.show.sheets.strokemap import is_near, rests, starts

CLOTH, NOSE, RAIL, POCKET, MARK = (HexColor(value) for value in ("#e9f0ea", "#c9d6cd", "#a89a8c", "#222222", "#8a948d"))
ARC_STEPS: Final = 24
LETTER_MM: Final = 34.0


def pdf_map(view: StrokeView, plan: Plan, width: float) -> Any:
    """Return the drawing of a stroke, `width` points wide."""
    across, along = plan.size_mm
    scale = width / across
    faces()
    drawing = Drawing(width, along * scale)
    for shape in (*_table(plan, scale), *_balls(view, plan, scale)):
        drawing.add(shape)
    return drawing


def _table(plan: Plan, scale: float) -> list[Any]:
    kit, edge = plan.kit, plan.edge_mm
    middle, radius = kit.width_mm / 2, kit.d_radius_mm
    turns = [pi + pi * step / ARC_STEPS for step in range(ARC_STEPS + 1)]
    arc = [Point(middle + radius * cos(turn), kit.baulk_mm + radius * sin(turn)) for turn in turns]
    baulk = [Point(0.0, kit.baulk_mm), Point(kit.width_mm, kit.baulk_mm)]
    return [
        _bed(plan, 0.0, RAIL, scale),
        _bed(plan, kit.rail_mm, NOSE, scale),
        _bed(plan, edge, CLOTH, scale),
        *(_line(plan, points, scale) for points in (baulk, arc) if kit.baulk_mm),
        *(_line(plan, list(points), scale) for points in (board_lines(kit) if kit.disc_mm else ())),
        *(_circle(plan, pocket.fall, pocket.radius_mm, scale, fillColor=POCKET) for pocket in kit.pockets),
        *(_circle(plan, spot, 8.0, scale, fillColor=MARK) for spot in kit.spots.values()),
    ]


def _balls(view: StrokeView, plan: Plan, scale: float) -> list[Any]:
    stood, lie, kit = starts(view, ()), rests(view), plan.kit
    left = [place for place in stood if not is_near(place, lie)]
    contact = [one.at for one in incidents(view, plan.kit) if one.kind == CONTACT.name and one.at]
    return [
        *(
            _circle(plan, one.at, kit.radius_of(one.ball), scale, fillColor=None, strokeColor=_paint(one.ball))
            for one in left
        ),
        *(
            _circle(plan, at, kit.radius_of(kit.cue_balls[0]), scale, fillColor=None, strokeColor=INK, dash=(1, 1))
            for at in contact
        ),
        *(shape for place in lie for shape in _ball(plan, place, scale)),
    ]


def _ball(plan: Plan, place: Place, scale: float) -> tuple[Any, Any]:
    x, y = _lay(plan, place.at, scale)
    size = LETTER_MM * scale
    ink = INK if is_light(place.ball) else HexColor("#ffffff")
    word = String(
        x, y - size * 0.36, letter(place.ball), fontName=BOLD, fontSize=size, fillColor=ink, textAnchor="middle"
    )
    ball = _circle(plan, place.at, plan.kit.radius_of(place.ball), scale, fillColor=_paint(place.ball), strokeColor=INK)
    return ball, word


def _bed(plan: Plan, inset_mm: float, paint: Any, scale: float) -> Any:
    across, along = plan.size_mm
    side = inset_mm * scale
    return Rect(side, side, across * scale - 2 * side, along * scale - 2 * side, fillColor=paint, strokeColor=None)


def _line(plan: Plan, points: list[Point], scale: float) -> Any:
    places = [number for point in points for number in _lay(plan, point, scale)]
    return PolyLine(places, strokeColor=MARK, strokeWidth=0.5)


def _circle(plan: Plan, at: Point, radius_mm: float, scale: float, **looks: Any) -> Any:
    x, y = _lay(plan, at, scale)
    dash = looks.pop("dash", None)
    return Circle(x, y, radius_mm * scale, strokeWidth=0.3, strokeDashArray=dash, **{"strokeColor": None} | looks)


def _lay(plan: Plan, at: Point, scale: float) -> tuple[float, float]:
    """Return where a place lies on the drawing in points, from its bottom left corner and up, as PDF counts."""
    x, y = plan.lay(at)
    return x * scale, (plan.size_mm[1] - y) * scale


def _paint(ball: str) -> Any:
    red, green, blue = rgb(ball)
    return Color(red / 255, green / 255, blue / 255)
