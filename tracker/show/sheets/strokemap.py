"""One stroke on the table from above: hollow rings where balls stood, lines where they went, full balls where they lie.

A line is dashed where the ball was hidden and its place only predicted. Numbers are those of the list of incidents.
"""

from collections.abc import Iterable, Sequence
from itertools import product
from math import cos, hypot, pi, sin

from tracker.domain.strokes.incidents import CONTACT
from tracker.domain.strokes.stroke import Place
from tracker.domain.table.plane import distance_mm
from tracker.show.markup import Html, join, tag
from tracker.show.palette import PUCKS, RGB, is_light, letter, named
from tracker.show.plan import Plan, circle, line, piece, use_table
from tracker.show.run.route import MOVED_MM, has_moved, legs, spaced
from tracker.show.run.timeline import ShownIncident
from tracker.show.run.words import Route, StrokeView

TAG_MM = 36.0
WAY_MM = 10.0
TAG_REACHES = (85.0, 130.0, 185.0)
TAG_TURNS = tuple(pi / 4 + step * pi / 4 for step in range(8))

Spot = tuple[float, float]


def stroke_map(view: StrokeView, found: Sequence[ShownIncident], plan: Plan, within: str = "") -> Html:
    """Return the drawing of one stroke; it needs the table's symbol on the same page.

    Where strokes of several frames stand on one page, `within` names the frame, so that no id comes twice.
    """
    width, height = plan.size_mm
    name = f"map{within}-{view.stroke.number}-{plan.name}"
    ways = [route for route in view.routes if route.points and has_moved(route)]
    stood, lie = starts(view, ways), rests(view)
    layers = (
        *(_way(plan, route) for route in ways),
        *_ghosts(plan, found),
        *(_ring(plan, place) for place in stood if not is_near(place, lie)),
        *(ball(plan, place, moved=not is_near(place, stood)) for place in lie),
        *_tags(plan, found, stood + lie, ways),
    )
    return tag(
        "svg",
        tag("title", f"Stroke {view.stroke.number} on the table from above", id=f"{name}-t"),
        tag("desc", ". ".join(incident.words for incident in found) or "No ball was met.", id=f"{name}-d"),
        use_table(plan),
        *layers,
        class_=f"map {plan.name}",
        role="img",
        aria_labelledby=f"{name}-t {name}-d",
        viewBox=f"0 0 {width:g} {height:g}",
    )


def starts(view: StrokeView, ways: Iterable[Route]) -> tuple[Place, ...]:
    """Return where the balls stood: as measured at rest, else where their routes begin."""
    if view.start:
        return view.start.places
    return tuple(Place(ball=way.ball, at=way.points[0], sd_mm=0.0) for way in ways)


def rests(view: StrokeView) -> tuple[Place, ...]:
    """Return where the balls came to rest."""
    if view.end:
        return view.end.places
    return tuple(Place(ball=name, at=at, sd_mm=0.0) for name, places in view.stroke.rest.items() for at in places)


def ball(plan: Plan, place: Place, moved: bool = False) -> Html:
    """Return a ball with its letter, to scale."""
    x, y = plan.lay(place.at)
    word = tag("text", letter(place.ball), class_="letter dark" if is_light(place.ball) else "letter", x=x, y=y)
    rim = "ball moved" if moved else "ball"
    title = tag("title", f"{named(place.ball)} at {place.at.x_mm:.0f}, {place.at.y_mm:.0f} mm")
    disc = piece(plan, place.ball, place.at, f"{rim} {paint(place.ball)}")
    return tag("g", title, disc, word)


def paint(name: str) -> str:
    """Return the class that colours a ball or its path; unknown pieces share one."""
    known = letter(name) if name in RGB else "other"
    return f"b-{name if name in PUCKS else known}"


def is_near(place: Place, others: Iterable[Place]) -> bool:
    """Tell whether a ball of the same name lies where this one does."""
    return any(other.ball == place.ball and distance_mm(other.at, place.at) <= MOVED_MM for other in others)


def _way(plan: Plan, route: Route) -> Html:
    parts = legs(route)
    kind = paint(route.ball)
    casing = [line(plan, points, f"way casing {kind}") for _, points in parts]
    return join(
        *casing, *(line(plan, points, f"way {kind}" if seen else f"way hidden {kind}") for seen, points in parts)
    )


def _ring(plan: Plan, place: Place) -> Html:
    """Show where a ball stood: a ring that hides the path under it, with the ball's letter."""
    (x, y), radius, kind = plan.lay(place.at), plan.kit.radius_of(place.ball), paint(place.ball)
    return tag(
        "g",
        tag("title", f"{named(place.ball)} stood at {place.at.x_mm:.0f}, {place.at.y_mm:.0f} mm"),
        circle(plan, place.at, radius, f"ring casing {kind}"),
        circle(plan, place.at, radius - 3.0, f"ring {kind}"),
        tag("text", letter(place.ball), class_="letter stood", x=x, y=y),
    )


def _ghosts(plan: Plan, found: Iterable[ShownIncident]) -> tuple[Html, ...]:
    """Show the cue-ball where it was at the first contact."""
    places = (incident.at for incident in found if incident.kind == CONTACT.name and incident.at)
    radius = plan.kit.radius_of(plan.kit.cue_balls[0])
    return tuple(circle(plan, at, radius, "ghost") for at in places)


def _tags(plan: Plan, found: Sequence[ShownIncident], places: Sequence[Place], ways: Sequence[Route]) -> list[Html]:
    """Put a number beside each incident, where it covers neither a ball, nor a path, nor another number."""
    taken: list[tuple[Spot, float]] = [(plan.lay(place.at), plan.kit.radius_of(place.ball)) for place in places]
    taken += [(plan.lay(at), WAY_MM) for way in ways for at in spaced(way, TAG_MM)]
    taken += [(plan.lay(at), 2 * TAG_MM) for _, at in plan.ends()]
    drawn: list[Html] = []
    for incident in found:
        if incident.at is None:
            continue
        at = plan.lay(incident.at)
        spot = _free_spot(at, taken, plan.size_mm)
        taken.append((spot, TAG_MM))
        drawn.append(_tag(at, spot, incident))
    return drawn


def _free_spot(at: Spot, taken: Sequence[tuple[Spot, float]], size: Spot) -> Spot:
    """Return the nearest place on the plan around `at` for a number; the one with most room when all are taken.

    What is told to have happened beyond the plan is numbered at its edge.
    """
    at = (min(max(at[0], 0.0), size[0]), min(max(at[1], 0.0), size[1]))
    spots = [(at[0] + reach * cos(turn), at[1] + reach * sin(turn)) for reach, turn in product(TAG_REACHES, TAG_TURNS)]
    inside = [spot for spot in spots if all(TAG_MM < v < limit - TAG_MM for v, limit in zip(spot, size, strict=True))]
    return next((spot for spot in inside if _room(spot, taken) > 6.0), max(inside, key=lambda s: _room(s, taken)))


def _room(spot: Spot, taken: Iterable[tuple[Spot, float]]) -> float:
    gaps = (hypot(spot[0] - x, spot[1] - y) - radius - TAG_MM for (x, y), radius in taken)
    return min(gaps, default=float("inf"))


def _tag(at: Spot, spot: Spot, incident: ShownIncident) -> Html:
    return tag(
        "g",
        tag("title", f"{incident.number}: {incident.words}"),
        tag("line", class_="lead", x1=at[0], y1=at[1], x2=spot[0], y2=spot[1]),
        tag("circle", class_="dot", cx=at[0], cy=at[1], r=8.0),
        tag("circle", class_="disc", cx=spot[0], cy=spot[1], r=TAG_MM),
        tag("text", str(incident.number), class_="number", x=spot[0], y=spot[1]),
        class_=f"tag {incident.kind}",
    )
