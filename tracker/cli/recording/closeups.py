"""The picture of each first contact, cut out and enlarged, so that a person can judge it from the match sheet alone.

The recording is entered again at those few moments only; what is live cannot be, and gets no such pictures.
"""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import replace

from tracker.capture.picture import Image
from tracker.capture.sources.seek import images_at
from tracker.capture.sources.source import Source
from tracker.cli.recording.views import by_time, marks_at
from tracker.domain.strokes.stroke import Stroke, Touch
from tracker.domain.time import seconds
from tracker.geometry.camera import Camera
from tracker.geometry.paths import rows
from tracker.pipeline.watched import Watched
from tracker.show.pictures.closeup import draw_closeup, jpeg
from tracker.show.run.words import BallMark, Closeup, RunView, StrokeView

REACH_BALLS = 7.0
"""How far a close-up reaches to each side, in radii of a ball there."""
SMALLEST_REACH_PX = 40.0


def with_closeups(view: RunView, source: Source, watched: Watched, camera: Camera) -> RunView:
    """Return the run with a close-up for every stroke that met a ball; without, where `source` is live."""
    shown = [at_us for at_us in watched.seen_us if at_us not in watched.lost_us]
    if view.table is None or source.total is None or not shown:
        return view
    radius_mm = view.table.kit.ball_radius_mm
    moments = {nearest(shown, touch.at_us): touch for stroke in view.strokes if (touch := first_contact(stroke.stroke))}
    balls = dict(by_time(row for row in rows(watched.paths) if row.at_us in moments))
    found = {
        at_us: closeup(image, moments[at_us], camera, radius_mm, marks_at(balls.get(at_us, ())))
        for at_us, image in images_at(source, tuple(moments))
    }
    by_contact = {moments[at_us].at_us: close for at_us, close in found.items()}
    return replace(view, strokes=tuple(_with(stroke, by_contact) for stroke in view.strokes))


def _with(view: StrokeView, closeups: dict[int, Closeup]) -> StrokeView:
    touch = first_contact(view.stroke)
    return replace(view, closeup=closeups.get(touch.at_us)) if touch else view


def first_contact(stroke: Stroke) -> Touch | None:
    """Return the cue-ball's first touch of a stroke, None where it met nothing."""
    return min((t for t in stroke.touches if stroke.cue_ball in t.balls), key=lambda t: t.at_us, default=None)


def nearest(times_us: Sequence[int], at_us: int) -> int:
    """Return the one of the ascending `times_us`, at least one, that is nearest to `at_us`."""
    after = bisect_left(times_us, at_us)
    return min(times_us[max(0, after - 1) : after + 1], key=lambda time_us: abs(time_us - at_us))


def closeup(image: Image, touch: Touch, camera: Camera, radius_mm: float, marks: tuple[BallMark, ...]) -> Closeup:
    """Return the surroundings of a touch in a picture of it, with the balls outlined."""
    place = [(touch.at.x_mm, touch.at.y_mm)]
    u_px, v_px = camera.project_on(place, radius_mm)[0].tolist()
    reach_px = max(SMALLEST_REACH_PX, REACH_BALLS * float(camera.ball_radius_px(place, radius_mm)[0]))
    near = tuple(m for m in marks if max(abs(m.u_px - u_px), abs(m.v_px - v_px)) < reach_px)
    words = f"{' and '.join(touch.balls)}, {seconds(touch.at_us):.2f} s"
    picture = draw_closeup(image, (u_px, v_px), reach_px, words, near)
    return Closeup(jpeg=jpeg(picture), words=f"The picture nearest to the first contact: {words}")
