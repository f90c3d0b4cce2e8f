"""A stroke's incidents in the order of time, numbered, each with the words and the place to show it by."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from tracker.domain.strokes.stroke import Bounce, Doubt, Pot, Touch
from tracker.domain.table.kit import Kit
from tracker.domain.table.plane import Point
from tracker.domain.time import seconds
from tracker.show.run.route import gap_to_cushion_mm, place_at
from tracker.show.run.words import Route, StrokeView, TableView

SURE_ENOUGH = 0.9
"""An incident less sure than this is shown with a question mark."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Incident:
    """One happening of a stroke, ready to be shown."""

    number: int = 0
    at_us: int
    kind: str
    """`contact` for the first contact, else `touch`, `cushion` or `pot`."""
    ball: str
    words: str
    sure: float
    at: Point | None = None
    met: str = ""
    """The ball that was met, or the cushion, or the pocket."""


def incidents(view: StrokeView, kit: Kit | None) -> tuple[Incident, ...]:
    """Return the touches, cushions and pots of a stroke in order, numbered from 1.

    A cushion has no place of its own: it is read off the ball's route, so without a route or a `kit` it has none.
    """
    stroke = view.stroke
    found = [
        *_touches(view),
        *(_bounce(view.routes, bounce, kit) for bounce in stroke.cushions),
        *(_pot(pot, kit) for pot in stroke.potted),
    ]
    ordered = sorted(found, key=lambda incident: incident.at_us)
    return tuple(replace(incident, number=number) for number, incident in enumerate(ordered, 1))


def incident_words(found: Iterable[Incident]) -> str:
    """Return numbered incidents in one line."""
    return ", ".join(f"{incident.number} {incident.words}" for incident in found)


def _touches(view: StrokeView) -> Iterable[Incident]:
    stroke = view.stroke
    first = min((touch.at_us for touch in stroke.touches if stroke.cue_ball in touch.balls), default=None)
    for touch in stroke.touches:
        is_first = touch.at_us == first and stroke.cue_ball in touch.balls
        yield Incident(
            at_us=touch.at_us,
            kind="contact" if is_first else "touch",
            ball=touch.balls[0],
            words=touch_words(touch),
            sure=touch.sure,
            at=touch.at,
            met=touch.balls[1],
        )


def touch_words(touch: Touch) -> str:
    """Return a touch in words."""
    return f"{touch.balls[0]} meets {touch.balls[1]}"


def _bounce(routes: tuple[Route, ...], bounce: Bounce, kit: Kit | None) -> Incident:
    places = [place_at(route, bounce.at_us) for route in _on_table(routes, bounce)]
    at = min(places, key=lambda p: gap_to_cushion_mm(kit, bounce.cushion, p)) if kit and places else None
    words = f"{bounce.ball} off the {bounce.cushion} cushion"
    return Incident(
        at_us=bounce.at_us,
        kind="cushion",
        ball=bounce.ball,
        words=words,
        sure=bounce.sure,
        at=at,
        met=bounce.cushion,
    )


def _on_table(routes: tuple[Route, ...], bounce: Bounce) -> list[Route]:
    """Return the routes of balls of that name that were on the table then; a potted one's has ended."""
    named = [route for route in routes if route.ball == bounce.ball and route.points]
    then = [route for route in named if route.times_us[0] <= bounce.at_us <= route.times_us[-1]]
    return then or named


def _pot(pot: Pot, kit: Kit | None) -> Incident:
    fall = next((p.fall for p in kit.pockets if p.name == pot.pocket), None) if kit else None
    words = f"{pot.ball} into {pot.pocket}"
    return Incident(at_us=pot.at_us, kind="pot", ball=pot.ball, words=words, sure=pot.sure, at=fall, met=pot.pocket)


def first_contact_words(view: StrokeView) -> str:
    """Return what the cue-ball met first: a ball, two at the same moment, or nothing."""
    return " and ".join(view.stroke.first_hit) or "none: no ball was met"


def doubt_words(doubt: Doubt) -> str:
    """Return a doubt as one sentence: what about, why, by how much, and what it may have been."""
    either = " or ".join(" and ".join(names) or "none" for names in doubt.candidates)
    return doubt.words + (f"; {either}?" if either else "")


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
