"""The table drawn from above as SVG: cushions, pockets, marks, where the balls stood, went and came to rest.

Drawn in millimetres, to scale. `flat` has Baulk at the left; `upright` has the Top at the top, as seen from Baulk.
"""

from dataclasses import dataclass
from json import dumps
from math import cos, pi, sin

from tracker.domain.table.kit import Kit
from tracker.domain.table.plane import Point
from tracker.show.markup import Html, join, tag

LINE_MM = 6.0
RING_STEPS = 72


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """A way to lay the table on a sheet: its own sizes, and where a place of the table comes to lie."""

    kit: Kit
    upright: bool
    turned: bool = False
    """By half a turn, as a camera behind the Top end sees the table."""
    seats: tuple[tuple[str, str], ...] = (("near", "A"), ("far", "B"))
    """Of a board: at which edges players sit, each with the letter of the side."""

    @property
    def edge_mm(self) -> float:
        """Width of cushion and rail together."""
        return self.kit.cushion_mm + self.kit.rail_mm

    @property
    def size_mm(self) -> tuple[float, float]:
        """Width and height of the sheet."""
        across, along = self.kit.width_mm + 2 * self.edge_mm, self.kit.length_mm + 2 * self.edge_mm
        return (across, along) if self.upright else (along, across)

    def lay(self, place: Point) -> tuple[float, float]:
        """Return where a place of the table lies on the sheet, from its top left corner, to the right and down (mm)."""
        if self.upright:
            right, down = place.x_mm + self.edge_mm, self.kit.length_mm - place.y_mm + self.edge_mm
        else:
            right, down = place.y_mm + self.edge_mm, place.x_mm + self.edge_mm
        width, height = self.size_mm
        return (width - right, height - down) if self.turned else (right, down)

    @property
    def name(self) -> str:
        """`upright` or `flat`."""
        return "upright" if self.upright else "flat"

    def ends(self) -> tuple[tuple[str, Point], ...]:
        """Return the names of the two ends, or the sides that sit at edges, and where on the rail they are written."""
        wide, long, out = self.kit.width_mm, self.kit.length_mm, self.edge_mm - self.kit.rail_mm / 2
        at = {
            "near": Point(wide / 2, -out), "far": Point(wide / 2, long + out),
            "left": Point(-out, long / 2), "right": Point(wide + out, long / 2),
        }  # fmt: skip
        named = self.seats if self.kit.disc_mm else (("near", "Baulk"), ("far", "Top"))
        return tuple((name, at[edge]) for edge, name in named)


def table_symbol(plan: Plan) -> Html:
    """Return the empty table as a symbol, to be drawn again and again by `use_table`."""
    width, height = plan.size_mm
    return tag("symbol", _table(plan), id=f"table-{plan.name}", viewBox=f"0 0 {width:g} {height:g}")


def table_sheet(plan: Plan) -> Html:
    """Return the empty table as a drawing of its own that says how a page may lay balls on it.

    `data-edge` is where the playing area begins, `data-radius` the ball's (mm); of discs `data-discs` has the radius of
    each kind and that of its hole.
    """
    width, height = plan.size_mm
    sizes = {"data-edge": plan.edge_mm, "data-radius": plan.kit.ball_radius_mm, "data-lie": plan.name}
    if plan.kit.disc_mm:
        discs = {piece: [plan.kit.radius_of(piece), plan.kit.hole_of(piece)] for piece in plan.kit.pieces}
        sizes["data-discs"] = dumps(discs)
    return tag("svg", _table(plan), xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 {width:g} {height:g}", **sizes)


def use_table(plan: Plan) -> Html:
    """Return the empty table where `table_symbol` stands on the same page."""
    width, height = plan.size_mm
    return tag("use", href=f"#table-{plan.name}", width=width, height=height)


def circle(plan: Plan, at: Point, radius_mm: float, class_: str) -> Html:
    """Return a circle around a place."""
    x, y = plan.lay(at)
    return tag("circle", class_=class_, cx=x, cy=y, r=radius_mm)


def line(plan: Plan, points: tuple[Point, ...], class_: str) -> Html:
    """Return a line through places."""
    text = " ".join(f"{x:.0f},{y:.0f}" for x, y in map(plan.lay, points))
    return tag("polyline", class_=class_, points=text)


def _table(plan: Plan) -> Html:
    words = (_rail_word(plan, at, word) for word, at in plan.ends())
    whole = join(*_bed(plan), *_marks(plan), *_pockets(plan), *words)
    return tag("g", whole, class_="board") if plan.kit.disc_mm else whole


def _bed(plan: Plan) -> tuple[Html, ...]:
    width, height = plan.size_mm
    rail, edge = plan.kit.rail_mm, plan.edge_mm
    return (
        tag("rect", class_="rail", width=width, height=height, rx=edge * 0.6),
        tag("rect", class_="nose", x=rail, y=rail, width=width - 2 * rail, height=height - 2 * rail, rx=10.0),
        tag("rect", class_="cloth", x=edge, y=edge, width=width - 2 * edge, height=height - 2 * edge),
    )


def _marks(plan: Plan) -> tuple[Html, ...]:
    kit = plan.kit
    if kit.disc_mm:
        return tuple(line(plan, points, "mark") for points in board_lines(kit))
    middle, radius = kit.width_mm / 2, kit.d_radius_mm
    left, right = (plan.lay(Point(middle + side * radius, kit.baulk_mm)) for side in (-1, 1))
    arc = f"M{left[0]:g} {left[1]:g}A{radius:g} {radius:g} 0 0 0 {right[0]:g} {right[1]:g}"
    baulk = (Point(0.0, kit.baulk_mm), Point(kit.width_mm, kit.baulk_mm))
    return (
        line(plan, baulk, "mark"),
        tag("path", class_="mark", d=arc),
        *(circle(plan, spot, LINE_MM, "spot") for spot in kit.spots.values()),
    )


def board_lines(kit: Kit) -> tuple[tuple[Point, ...], ...]:
    """Return the lines of a wooden board: the four zones, the circle, and the centre lines that cross in it (mm)."""
    w, h, zone, ring = kit.width_mm, kit.length_mm, kit.sizes_mm["zone"], kit.sizes_mm["circle"]
    turns = [2 * pi * step / RING_STEPS for step in range(RING_STEPS + 1)]
    across = [(Point(0.0, y), Point(w, y)) for y in (zone, h / 2, h - zone)]
    along = [(Point(x, 0.0), Point(x, h)) for x in (zone, w / 2, w - zone)]
    return (*across, *along, tuple(Point(w / 2 + ring * cos(turn), h / 2 + ring * sin(turn)) for turn in turns))


def piece(plan: Plan, ball: str, at: Point, class_: str) -> Html:
    """Return a ball, or a disc with its hole, to scale around a place."""
    kit = plan.kit
    shape = circle(plan, at, kit.radius_of(ball), class_)
    return join(shape, circle(plan, at, kit.hole_of(ball), "hole")) if kit.disc_mm else shape


def _pockets(plan: Plan) -> tuple[Html, ...]:
    return tuple(circle(plan, pocket.fall, pocket.radius_mm + 8.0, "pocket") for pocket in plan.kit.pockets)


def _rail_word(plan: Plan, at: Point, word: str) -> Html:
    x, y = plan.lay(at)
    turn = None if plan.upright else f"rotate(-90 {x:.0f} {y:.0f})"
    return tag("text", word, class_="end", x=x, y=y, transform=turn)
