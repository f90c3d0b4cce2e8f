"""What happened in a stroke, as it is marked over the pictures: every incident with its moment, place and doubt."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from tracker.domain.strokes.stroke import Doubt, Standing, Stroke
from tracker.domain.table.kit import Kit
from tracker.domain.table.plane import Point
from tracker.show.run.timeline import doubt_words, incidents
from tracker.show.run.words import Route, StrokeView
from tracker.show.screens.review import Happening, Pixel, ReviewContact, ReviewPicture

Showing = Callable[[Point], Pixel | None]
"""Says where in the pictures a ball at a place shows, if that is known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UnplacedHappening:
    """One thing that happened, before it is put into the pictures."""

    kind: str
    at_us: int
    balls: tuple[str, ...]
    words: str
    at: Point | None = None
    sure: float = 1.0
    doubt: Doubt | None = None
    margin: str = ""
    """By how much it was so, where there is no doubt of it."""


def nowhere(_at: Point) -> Pixel | None:
    """Know of no camera."""
    return None


def happenings(
    stroke: Stroke,
    kit: Kit,
    routes: Sequence[Route] = (),
    showing: Showing = nowhere,
    pictures: Sequence[ReviewPicture] = (),
) -> tuple[Happening, ...]:
    """Return all that happened in a stroke in order of time; without routes or a camera some have no place."""
    moments = sorted(moments_of(stroke, kit, routes), key=lambda moment: moment.at_us)
    return tuple(_happening(moment, showing, pictures) for moment in moments)


def moments_of(stroke: Stroke, kit: Kit, routes: Sequence[Route]) -> Iterable[UnplacedHappening]:
    """Give what happened in a stroke: the strike, each incident, what left the table, and when all lay still."""
    yield UnplacedHappening(
        kind="strike", at_us=stroke.began_us, balls=(stroke.cue_ball,), words=f"{stroke.cue_ball} is struck",
        at=stroke.origin, doubt=_doubt(stroke, "began_us"),
    )  # fmt: skip
    for one in incidents(StrokeView(stroke=stroke, routes=tuple(routes)), kit):
        touch = one.kind in ("contact", "touch")
        about = {"contact": "first_hit", "pot": "potted"}.get(one.kind, "")
        yield UnplacedHappening(
            kind="touch" if touch else one.kind, at_us=one.at_us, balls=(one.ball, one.met) if touch else (one.ball,),
            words=one.words, at=one.at, sure=one.sure, doubt=_doubt(stroke, about),
            margin=contact_margin(stroke) if one.kind == "contact" else "",
        )  # fmt: skip
    for ball in stroke.off_table:
        at_us, at = _last_seen(ball, stroke, routes)
        yield UnplacedHappening(
            kind="off_table", at_us=at_us, balls=(ball,), words=f"{ball} leaves the table", at=at,
            doubt=_doubt(stroke, "off_table"),
        )  # fmt: skip
    yield UnplacedHappening(
        kind="rest", at_us=stroke.ended_us, balls=(), words="all balls lie still", doubt=_doubt(stroke, "rest")
    )


def first_contact_of(stroke: Stroke) -> ReviewContact | None:
    """Return what the cue-ball met first; None where it was not seen to move."""
    doubt = _doubt(stroke, "first_hit")
    if not stroke.first_hit and stroke.first_hit_sure == 0.0:
        return None
    why, margin = (doubt.why, doubt.margin) if doubt else ("", contact_margin(stroke))
    return ReviewContact(balls=stroke.first_hit, sure=round(stroke.first_hit_sure, 3), why=why, margin=margin)


def contact_margin(stroke: Stroke) -> str:
    """Return how long after the first contact the cue-ball met the next ball; empty: it met no other."""
    met_us = sorted(touch.at_us for touch in stroke.touches if stroke.cue_ball in touch.balls)
    return f"{(met_us[1] - met_us[0]) / 1000:.0f} ms" if len(met_us) > 1 else ""


def doubts_of(stroke: Stroke, standing: Standing) -> tuple[str, ...]:
    """Return all that could not be told of a stroke, a sentence each."""
    return tuple(doubt_words(doubt) for doubt in dict.fromkeys((*stroke.doubts, *standing.doubts)))


def nearest(pictures: Sequence[ReviewPicture], at_us: int) -> int | None:
    """Return the number of the picture taken nearest to a time; None where there is none."""
    return min(pictures, key=lambda shown: abs(shown.at_us - at_us)).number if pictures else None


def _happening(moment: UnplacedHappening, showing: Showing, pictures: Sequence[ReviewPicture]) -> Happening:
    at, doubt = moment.at, moment.doubt
    x_px, y_px = (showing(at) if at else None) or (None, None)
    return Happening(
        kind=moment.kind, at_us=moment.at_us, picture=nearest(pictures, moment.at_us), sure=round(moment.sure, 3),
        margin=doubt.margin if doubt else moment.margin, why=f"{moment.words}; {doubt.why}" if doubt else moment.words,
        balls=moment.balls, x_mm=round(at.x_mm, 1) if at else None, y_mm=round(at.y_mm, 1) if at else None,
        x_px=x_px, y_px=y_px,
    )  # fmt: skip


def _doubt(stroke: Stroke, about: str) -> Doubt | None:
    return next((doubt for doubt in stroke.doubts if doubt.about == about), None)


def _last_seen(ball: str, stroke: Stroke, routes: Sequence[Route]) -> tuple[int, Point | None]:
    """Return when and where a ball that left the table was seen on it last."""
    own = (route for route in routes if route.ball == ball and route.times_us[-1] < stroke.ended_us)
    last = max(own, key=lambda route: route.times_us[-1], default=None)
    return (last.times_us[-1], last.points[-1]) if last else (stroke.ended_us, None)
