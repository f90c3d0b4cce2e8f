"""The strokes of a run as they moved, on the table from above: one HTML file with all that it needs inside.

Balls are drawn from their measured places, on straight lines between one picture and the next.
"""

import json
from importlib.resources import files
from typing import Any, Final

from tracker.domain.book.scoreline import Scoreline
from tracker.domain.strokes.stroke import Place
from tracker.domain.table.kit import Kit
from tracker.show.markup import Html, tag, void
from tracker.show.palette import is_light, letter
from tracker.show.plan import Plan, table_sheet
from tracker.show.run.route import has_moved
from tracker.show.run.summary import say_words
from tracker.show.run.words import Route, RunView, StrokeView
from tracker.show.sheets.sheet import sheet
from tracker.show.sheets.strokemap import is_near, paint, rests, starts

SPEEDS: Final = (("½", "0.5"), ("1", "1"), ("2", "2"))


def moving(run: RunView) -> str:
    """Return the page as the text of an HTML file; a run without a table or a stroke has nothing that moves."""
    title = f"Strokes: {run.clip}"
    if run.table is None or not run.strokes:
        return sheet(title, tag("main", tag("h1", run.clip), tag("p", "No stroke was seen.", class_="none")))
    plan = Plan(kit=run.table.kit, upright=False)
    told = json.dumps([_stroke(view, run.table.kit) for view in run.strokes], ensure_ascii=False, separators=(",", ":"))
    return sheet(
        title,
        tag("style", Html(_file("moving.css"))),
        tag(
            "main",
            tag("header", tag("h1", run.clip), tag("p", "", id="said", role="status")),
            tag("figure", table_sheet(plan), id="table"),
            _controls(),
            tag("p", tag("a", "The match sheet", href="report.html"), class_="faint"),
        ),
        tag("script", Html(told.replace("<", "\\u003c")), type="application/json", id="strokes"),
        tag("script", Html(_file("moving.js"))),
    )


def _controls() -> Html:
    steps = (("before", "‹", "The stroke before"), ("play", "", "Play"), ("next", "›", "The next stroke"))
    buttons = (tag("button", sign, type="button", id=name, aria_label=words) for name, sign, words in steps)
    slider = void("input", type="range", id="at", min=0, max=1000, value=0, aria_label="Time within the stroke")
    speeds = (tag("option", words, value=value, selected=value == "1") for words, value in SPEEDS)
    return tag("div", *buttons, slider, tag("label", "× ", tag("select", *speeds, id="speed")), class_="controls")


def _stroke(view: StrokeView, kit: Kit) -> dict[str, Any]:
    ways = [route for route in view.routes if route.points and has_moved(route)]
    return {
        "number": view.stroke.number,
        "from": view.stroke.began_us // 1000,
        "to": view.stroke.ended_us // 1000,
        "say": ", ".join(say_words(call) for call in view.suggestions),
        "score": _score(view.after),
        "provisional": view.provisional,
        "ways": [_way(route, {pot.ball: pot.at_us // 1000 for pot in view.stroke.potted}) for route in ways],
        "still": [_spot(place) for place in starts(view, ways) if not _goes(place, ways)],
        "lie": [_spot(place) for place in rests(view)],
        "radius": kit.ball_radius_mm,
    }


def _goes(place: Place, ways: list[Route]) -> bool:
    return any(is_near(place, [Place(ball=way.ball, at=way.points[0], sd_mm=0.0)]) for way in ways)


def _way(route: Route, fell: dict[str, int]) -> dict[str, Any]:
    points = [
        (at_us // 1000, round(point.x_mm), round(point.y_mm))
        for at_us, point in zip(route.times_us, route.points, strict=True)
    ]
    return {**_ball(route.ball), "points": points, "fell": fell.get(route.ball)}


def _spot(place: Place) -> dict[str, Any]:
    return {**_ball(place.ball), "x": round(place.at.x_mm), "y": round(place.at.y_mm)}


def _ball(name: str) -> dict[str, Any]:
    return {"ball": name, "paint": paint(name), "letter": letter(name), "dark": is_light(name)}


def _score(line: Scoreline | None) -> str:
    sides = zip(line.names, line.points, strict=True) if line else ()
    return " – ".join(f"{name} {points}" for name, points in sides)


def _file(name: str) -> str:
    return (files("tracker.show.sheets") / name).read_text("utf-8")
