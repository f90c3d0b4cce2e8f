"""What to draw over the picture of one moment: the trails behind the balls, what has just happened, what was called."""

from collections.abc import Sequence

from tracker.domain.book.scoreline import Scoreline
from tracker.domain.table.kit import Kit
from tracker.show.run.route import between, has_moved
from tracker.show.run.timeline import SURE_ENOUGH, ShownIncident, incidents, percent
from tracker.show.run.words import BallMark, Caption, PictureView, StrokeView

TRAIL_US = 1_500_000
CAPTION_US = 1_200_000


def picture_view(
    at_us: int,
    marks: tuple[BallMark, ...],
    strokes: Sequence[StrokeView],
    kit: Kit,
    notice: str = "",
    opening: Scoreline | None = None,
) -> PictureView:
    """Return what is drawn at `at_us` over a picture in which `marks` were seen.

    `strokes` are all strokes in order. During a stroke its trails and incidents show; once it is over, its calls and
    doubts, until the next begins. `opening` is the score where there is no stroke to tell it.
    """
    begun = [view for view in strokes if view.stroke.began_us <= at_us]
    if not begun:
        line = strokes[0].before if strokes else opening
        return PictureView(at_us=at_us, marks=marks, scoreline=line, notice=notice)
    view = begun[-1]
    is_over = at_us >= view.stroke.ended_us
    trails = (between(route, at_us - TRAIL_US, at_us) for route in view.routes)
    return PictureView(
        at_us=at_us,
        marks=marks,
        trails=tuple(trail for trail in trails if trail.points and has_moved(trail)),
        captions=captions(view, at_us, kit),
        stroke_number=view.stroke.number,
        calls=view.suggestions if is_over else (),
        doubts=view.doubts if is_over else (),
        scoreline=_score(view, is_over),
        notice=notice,
    )


def captions(view: StrokeView, at_us: int, kit: Kit) -> tuple[Caption, ...]:
    """Return a caption for each incident of the last moments."""
    recent = (incident for incident in incidents(view, kit) if 0 <= at_us - incident.at_us < CAPTION_US)
    return tuple(
        Caption(words=_words(incident), kind=_kind(incident), ball=incident.ball, at=incident.at) for incident in recent
    )


def _words(incident: ShownIncident) -> str:
    """Return few words: the picture itself shows where."""
    unsure = f" ? {percent(incident.sure)}" if incident.sure < SURE_ENOUGH else ""
    return f"{incident.brief}{unsure}"


def _kind(incident: ShownIncident) -> str:
    return "doubt" if incident.sure < SURE_ENOUGH else incident.kind


def _score(view: StrokeView, is_over: bool) -> Scoreline | None:
    return view.after if is_over else view.before
