"""One stroke on the match sheet: its drawing, its incidents, what to call and why, and the score after it."""

from base64 import b64encode

from tracker.domain.book.scoreline import Scoreline
from tracker.domain.law.call import Suggestion
from tracker.domain.table.kit import POCKETS, Kit
from tracker.domain.time import seconds
from tracker.show.markup import Html, tag, void
from tracker.show.palette import is_light, letter
from tracker.show.plan import Plan
from tracker.show.run.summary import facts, labels_of_lists, rest_words, say_words, striker_words
from tracker.show.run.timeline import SURE_ENOUGH, ShownIncident, clock, doubt_words, incidents, percent
from tracker.show.run.words import StrokeView
from tracker.show.sheets.strokemap import paint, stroke_map


def stroke_card(view: StrokeView, kit: Kit | None) -> Html:
    """Return the whole card of a stroke; without a `kit` it has no drawing."""
    found = incidents(view, kit)
    number = view.stroke.number
    plans = [Plan(kit=kit, upright=upright) for upright in (False, True)] if kit else []
    maps = tag("div", *(stroke_map(view, found, plan) for plan in plans), class_="maps")
    told = tag(
        "div",
        *_looks(view),
        _calls(view),
        *_provisional(view),
        _score(view.after),
        *_closeup(view),
        _facts(view),
        class_="told",
    )
    listed = tag("div", _incidents(found), class_="listed")
    return tag(
        "article", _title(view), maps, told, listed, id=f"stroke-{number}", aria_labelledby=f"stroke-{number}-title"
    )


def _title(view: StrokeView) -> Html:
    number, stroke, before = view.stroke.number, view.stroke, view.before
    lasts = f"{seconds(stroke.ended_us - stroke.began_us):.1f} s"
    who = striker_words(before) if before else ""
    return tag(
        "header",
        tag("h3", f"Stroke {number}", id=f"stroke-{number}-title"),
        tag("p", who, class_="who"),
        tag("p", f"{clock(stroke.began_us)} · {lasts}", class_="faint"),
    )


def _looks(view: StrokeView) -> list[Html]:
    return [
        tag("p", tag("strong", "Please look"), " ", doubt_words(doubt), class_="look", role="note")
        for doubt in view.doubts
    ]


def _calls(view: StrokeView) -> Html:
    if not view.suggestions:
        return tag("p", "Nothing to call.", class_="none")
    return tag("ul", *map(_call, view.suggestions), class_="calls")


def _call(call: Suggestion) -> Html:
    asked = tag("strong", "Please look", class_="asked") if call.ask else Html("")
    return tag(
        "li",
        tag("p", tag("span", say_words(call), class_="say"), asked),
        tag("p", call.why, class_="why"),
        tag("p", tag("cite", f"Rule {call.cite}"), Html(" "), _how_sure(call.sure), class_="faint"),
        class_="call ask" if call.ask else "call",
    )


def _how_sure(sure: float) -> Html:
    """Return the bar and its number, which stay on one line."""
    return tag("span", _meter(sure), f"{percent(sure)} sure", class_="num")


def _meter(sure: float) -> Html:
    bar = tag("span", Html(""), style=f"width:{100 * min(1.0, max(0.0, sure)):.0f}%")
    return tag("span", bar, class_="meter", aria_hidden="true")


def _provisional(view: StrokeView) -> list[Html]:
    if not view.provisional:
        return []
    return [tag("p", tag("strong", "Provisional"), " ", view.provisional, class_="open", role="note")]


def _score(after: Scoreline | None) -> Html:
    if after is None:
        return Html("")
    mark = "unsettled" if after.provisional else None
    sides = [
        tag("span", tag("span", name, class_="name"), tag("b", str(points), class_=mark), class_="pair")
        for name, points in zip(after.names, after.points, strict=True)
    ]
    return tag("div", tag("p", *sides), tag("p", rest_words(after).strip(), class_="faint"), class_="after")


def _closeup(view: StrokeView) -> list[Html]:
    """Return the picture of the first contact; its bytes stand in the sheet itself, so nothing is fetched."""
    if view.closeup is None:
        return []
    source = f"data:image/jpeg;base64,{b64encode(view.closeup.jpeg).decode()}"
    return [tag("figure", void("img", src=source, alt=view.closeup.words, width=480, height=480))]


def _incidents(found: tuple[ShownIncident, ...]) -> Html:
    if not found:
        return tag("p", "No ball and no cushion was met.", class_="none")
    head = tag("tr", *(tag("th", name, scope="col") for name in ("No.", "Time", "What happened", "Place, mm", "Sure")))
    rows = (_incident(incident) for incident in found)
    return tag(
        "table", tag("thead", head), tag("tbody", *rows), class_="incidents", aria_label="What happened, in order"
    )


def _incident(incident: ShownIncident) -> Html:
    place = f"{incident.at.x_mm:.0f}, {incident.at.y_mm:.0f}" if incident.at and incident.met not in POCKETS else ""
    unsure = incident.sure < SURE_ENOUGH
    remark = tag("em", f" {incident.remark}") if incident.remark else Html("")
    return tag(
        "tr",
        tag("td", tag("span", str(incident.number), class_=f"no {incident.kind}")),
        tag("td", f"{seconds(incident.at_us):.2f} s", class_="num"),
        tag("td", chip(incident.ball), incident.words, remark),
        tag("td", place, class_="num place"),
        tag("td", percent(incident.sure) + (" ?" if unsure else ""), class_="num unsure" if unsure else "num"),
    )


def chip(ball: str) -> Html:
    """Return a small ball with its letter, for running text."""
    return tag("i", letter(ball), class_=f"chip {paint(ball)}{' dark' if is_light(ball) else ''}", aria_hidden="true")


def _facts(view: StrokeView) -> Html:
    """Tell what the list of incidents does not: what has no time of its own."""
    listed = labels_of_lists()
    rows = [
        tag("tr", tag("th", label, scope="row"), tag("td", words))
        for label, words in facts(view)
        if label not in listed
    ]
    return tag("table", tag("tbody", *rows), class_="facts", aria_label="Facts of the stroke")
