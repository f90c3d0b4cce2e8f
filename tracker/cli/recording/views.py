"""Fill what is shown from what was seen and judged."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import date
from itertools import groupby

from tracker.domain.book.scoreline import Scoreline
from tracker.domain.strokes.stroke import Doubt
from tracker.domain.table.kit import Kit
from tracker.domain.time import seconds
from tracker.geometry.calibration import Calibration
from tracker.geometry.paths import Path, TrackPoint
from tracker.live.strokes.routes import routes
from tracker.pipeline.judging import Judged
from tracker.pipeline.opening import ABOUT_BALLS
from tracker.pipeline.watched import Watched
from tracker.rules import shelf
from tracker.show.run.words import BallMark, RunView, StrokeNote, StrokeView, TableView
from tracker.show.viewpoint import viewpoint

SOURCE = "source"
"""What a run's doubt is about where a live source was lost."""


def run_view(clip: str, watched: Watched, judged: Judged, calibration: Calibration, kit: Kit) -> RunView:
    """Return everything that the summary and the match sheet show, but for where the files lie."""
    return RunView(
        clip=clip,
        made=date.today().isoformat(),
        rulebook=judged.book.header.rulebook,
        table=table_view(calibration, kit),
        strokes=tuple(stroke_views(watched, judged)),
        opening=watched.opening,
        final=judged.called,
        length_us=watched.length_us,
        pictures=len(watched.seen_us),
        assumed=judged.assumed,
        doubts=tuple(run_doubts(watched, judged)),
        asked=tuple(_note(one.stroke, one.words) for one in judged.provisional if one.words in judged.asked),
        amended=tuple(_note(one.stroke, one.why) for one in judged.amended),
        unseen=tuple(one for one in shelf.find(judged.book.header.rulebook).sentences if one.is_told),
    )


def _note(stroke: int, words: str) -> StrokeNote:
    return StrokeNote(stroke=stroke, words=words.removeprefix(f"stroke {stroke}: "))


def table_view(calibration: Calibration, kit: Kit) -> TableView:
    """Return the table as it was found."""
    return TableView(
        kit=kit,
        viewpoint=viewpoint(calibration.camera, kit),
        error_px=calibration.error_px,
        error_mm=calibration.error_mm,
        found_by=calibration.found_by,
        image_size=calibration.camera.image_size,
        baulk_sure=calibration.baulk_sure,
        notes=calibration.notes,
    )


def stroke_views(watched: Watched, judged: Judged) -> Iterator[StrokeView]:
    """Give each stroke with its calls, the ways of the balls and the score before and after."""
    start = watched.opening
    may_be = {one.stroke: one.words for one in judged.provisional}
    lines = _marked(judged, may_be)
    for (stroke, standing), ruling, before, after in zip(
        judged.strokes, judged.rulings, lines[:-1], lines[1:], strict=True
    ):
        yield StrokeView(
            stroke=stroke,
            suggestions=ruling.suggestions,
            routes=tuple(routes(watched.paths, stroke)),
            start=start,
            end=standing,
            before=before,
            after=after,
            provisional=_note(stroke.number, may_be.get(stroke.number, "")).words,
        )
        start = standing


def _marked(judged: Judged, may_be: Mapping[int, str]) -> tuple[Scoreline, ...]:
    """Return the scores with what of each is provisional: what its strokes, and those before, may have come to."""
    lines = [judged.lines[0]]
    for (stroke, _), line in zip(judged.strokes, judged.lines[1:], strict=True):
        words = may_be.get(stroke.number)
        lines.append(replace(line, provisional=(*lines[-1].provisional, *((words,) if words else ()))))
    return tuple(lines)


def run_doubts(watched: Watched, judged: Judged) -> Iterator[Doubt]:
    """Give what a person should know of the run as a whole."""
    if watched.cut_short:
        yield Doubt(about=SOURCE, why=watched.cut_short, margin=f"told until {seconds(watched.length_us):.2f} s")
    if watched.lost_us:
        first, share = seconds(min(watched.lost_us)), len(watched.lost_us) / len(watched.seen_us)
        yield Doubt(
            about="table", why=f"lost, first at {first:.2f} s; nothing was followed meanwhile",
            margin=f"{share:.0%} of the pictures",
        )  # fmt: skip
    yield from judged.doubts
    yield from map(surplus_doubt, watched.surplus)


def surplus_doubt(path: Path) -> Doubt:
    """Return the doubt about what was taken for a ball while the set was complete without it: where, and when."""
    first, last = (seconds(int(path.at_us[path.seen][i])) for i in (0, -1))
    x_mm, y_mm = path.places_mm[path.seen][0]
    why = f"what looks like one {path.ball} more than the set has was left out, at ({x_mm:.0f}, {y_mm:.0f}) mm"
    return Doubt(about=ABOUT_BALLS, why=why, margin=f"from {first:.2f} s to {last:.2f} s")


def marks_at(points: tuple[TrackPoint, ...]) -> tuple[BallMark, ...]:
    """Return the balls of one picture as they are drawn over it."""
    return tuple(
        BallMark(
            ball=p.ball, u_px=p.u_px, v_px=p.v_px, r_px=p.r_px, at=p.at, sd_mm=p.sd_mm, seen=p.seen, sure=p.sure,
            track=p.track,
        )
        for p in points
    )  # fmt: skip


def by_time(points: Iterable[TrackPoint]) -> Iterator[tuple[int, tuple[TrackPoint, ...]]]:
    """Give the time of each picture and its points; `points` are in order of time."""
    for at_us, those in groupby(points, lambda point: point.at_us):
        yield at_us, tuple(those)
