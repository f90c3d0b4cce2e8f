"""What happened in a stroke, as it is marked over the pictures: every incident with its moment, place and doubt."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from tracker.domain.strokes.incidents import CONTACT, contact_margin, declared
from tracker.domain.strokes.stroke import Doubt, Standing, Stroke
from tracker.domain.table.kit import Kit
from tracker.domain.table.plane import Point
from tracker.show.run.timeline import doubt_words, place_of
from tracker.show.run.words import Route
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
    """Give what happened in a stroke, of every kind that the review marks."""
    for kind in declared():
        if kind.sign is None:
            continue
        for one in kind.happened(stroke, None):
            last = _last_seen(one.balls[0], stroke, routes) if kind.is_when_last_seen else None
            at_us, at = last or (one.at_us, place_of(one, routes, kit))
            yield UnplacedHappening(
                kind=kind.sign.name, at_us=at_us, balls=one.balls, words=one.words, at=at, sure=one.sure,
                doubt=_doubt(stroke, kind.fact), margin=kind.margin(stroke),
            )  # fmt: skip


def first_contact_of(stroke: Stroke) -> ReviewContact | None:
    """Return what the cue-ball met first; None where it was not seen to move."""
    doubt = _doubt(stroke, CONTACT.fact)
    if not stroke.first_hit and stroke.first_hit_sure == 0.0:
        return None
    why, margin = (doubt.why, doubt.margin) if doubt else ("", contact_margin(stroke))
    return ReviewContact(balls=stroke.first_hit, sure=round(stroke.first_hit_sure, 3), why=why, margin=margin)


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
