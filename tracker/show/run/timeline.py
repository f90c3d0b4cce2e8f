"""A stroke's incidents in the order of time, numbered, each with the words and the place to show it by."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from tracker.domain.strokes.incident_kind import Incident, IncidentKind
from tracker.domain.strokes.incidents import declared, doubted
from tracker.domain.strokes.stroke import Doubt
from tracker.domain.table.kit import CUSHIONS, Kit
from tracker.domain.table.plane import Point
from tracker.domain.time import seconds
from tracker.show.run.route import gap_to_cushion_mm, place_at
from tracker.show.run.words import Route, StrokeView, TableView

SURE_ENOUGH = 0.9
"""An incident less sure than this is shown with a question mark."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownIncident:
    """One happening of a stroke, ready to be shown."""

    number: int = 0
    at_us: int
    kind: str
    """As it is declared: `contact` for the first contact, `touch`, `cushion`, `pot` …"""
    ball: str
    words: str
    brief: str
    """The same where a picture shows it."""
    remark: str
    """What a list adds to the words; often empty."""
    sure: float
    at: Point | None = None
    met: str = ""
    """The ball that was met, or the cushion, or the pocket."""


def incidents(view: StrokeView, kit: Kit | None) -> tuple[ShownIncident, ...]:
    """Return the incidents of a stroke that are numbered, in order, from 1.

    Where a cushion was met and nobody told where, the place is read off the ball's route: without one, or a `kit`,
    there is none.
    """
    found = [
        _shown(kind, one, place_of(one, view.routes, kit))
        for kind in declared()
        if kind.is_numbered
        for one in kind.happened(view.stroke, view.end)
    ]
    ordered = sorted(found, key=lambda incident: incident.at_us)
    return tuple(replace(incident, number=number) for number, incident in enumerate(ordered, 1))


def incident_words(found: Iterable[ShownIncident]) -> str:
    """Return numbered incidents in one line."""
    return ", ".join(f"{incident.number} {incident.words}" for incident in found)


def _shown(kind: IncidentKind, one: Incident, at: Point | None) -> ShownIncident:
    return ShownIncident(
        at_us=one.at_us, kind=kind.name, ball=one.balls[0], words=one.words, brief=one.brief or one.words,
        remark=kind.remark, sure=one.sure, at=at, met=one.met,
    )  # fmt: skip


def place_of(one: Incident, routes: Sequence[Route], kit: Kit | None) -> Point | None:
    """Return where an incident was: its own place, on the ball's route at the cushion, or where the pocket takes it."""
    if one.at or kit is None:
        return one.at
    if one.met in CUSHIONS:
        places = [place_at(route, one.at_us) for route in _on_table(routes, one)]
        return min(places, key=lambda place: gap_to_cushion_mm(kit, one.met, place)) if places else None
    return next((pocket.fall for pocket in kit.pockets if pocket.name == one.met), None)


def _on_table(routes: Sequence[Route], one: Incident) -> list[Route]:
    """Return the routes of balls of that name that were on the table then; a potted one's has ended."""
    named = [route for route in routes if route.ball in one.balls and route.points]
    then = [route for route in named if route.times_us[0] <= one.at_us <= route.times_us[-1]]
    return then or named


def first_contact_words(view: StrokeView) -> str:
    """Return what the cue-ball met first: a ball, two at the same moment, or nothing."""
    return " and ".join(view.stroke.first_hit) or "none: no ball was met"


def doubt_words(doubt: Doubt) -> str:
    """Return a doubt as one sentence: what about, why, by how much, and what it may have been."""
    either = " or ".join(" and ".join(names) or "none" for names in doubt.candidates)
    return doubted(doubt) + (f"; {either}?" if either else "")


def table_doubts(table: TableView | None) -> tuple[str, ...]:
    """Return what a person should know of how the table was found, a sentence each."""
    if table is None:
        return ("no table was found",)
    is_told = any("Baulk" in note for note in table.notes)
    unsure = table.baulk_sure < SURE_ENOUGH and not is_told
    turned = f"which end is Baulk is only {percent(table.baulk_sure)} sure"
    return ((turned,) if unsure else ()) + table.notes


def clock(at_us: int) -> str:
    """Return a time of the source as minutes and seconds, `1:02.48`."""
    minutes, rest_us = divmod(at_us, 60_000_000)
    return f"{minutes}:{seconds(rest_us):05.2f}"


def percent(sure: float) -> str:
    """Return how sure something is; never rounded up to certainty."""
    return f"{min(99, round(sure * 100)) if sure < 1 else 100} %"
