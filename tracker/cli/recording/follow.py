"""Follow one source to its end: a clip in, a called and scored frame out, written as a run folder."""

import argparse
import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from math import inf
from pathlib import Path
from threading import Event
from typing import TypeAlias

from rich.console import Console

from tracker.capture.ahead import read_ahead
from tracker.capture.picture import Picture
from tracker.capture.sources.source import Source, Span, open_source
from tracker.cli.finding import calibration_of, kit_for
from tracker.cli.passwords import with_password
from tracker.cli.recording.closeups import with_closeups
from tracker.cli.recording.terms import checked_terms
from tracker.cli.recording.views import by_time, marks_at, run_view
from tracker.cli.recording.watching import watch
from tracker.cli.typed import checked_score
from tracker.domain.book.setup import Setup
from tracker.domain.errors import BadInput
from tracker.domain.table.kit import Kit
from tracker.domain.time import NEVER_US
from tracker.geometry.calibration import Calibration
from tracker.geometry.paths import TrackPoint, rows
from tracker.live.stopping import stopped_by_hand
from tracker.match.book.codec import book_to_text
from tracker.pipeline.judging import Judged, judge
from tracker.pipeline.opening import NO_TERMS
from tracker.pipeline.watched import Watched
from tracker.pipeline.whole import Keep
from tracker.rules import shelf
from tracker.show.pictures.overlay import draw_overlay, overlay_for
from tracker.show.run.moment import picture_view
from tracker.show.run.summary import progress
from tracker.show.run.words import RunView
from tracker.show.sheets.moving import moving
from tracker.show.sheets.report import report
from tracker.store import runs
from tracker.store.calibrations import write_calibration
from tracker.store.strokes import stroke_line
from tracker.store.video import video_writer
from tracker.store.ways import ways_on_disk
from tracker.vision.runtimes.networks import open_detector, with_network_kinds
from tracker.vision.seer import seer_of_film

Bar: TypeAlias = Callable[[str, int, Console], AbstractContextManager[Callable[[int], None]]]
"""Shows long work: of what, how much there is (0: nobody knows), where; gives what takes how much is done."""
NONE_LEFT: tuple[int, tuple[TrackPoint, ...]] = (NEVER_US, ())
"""After the last picture in which there are balls."""
MOST_AT_ONCE = 4
"""More pictures in work at once than this would wait for the one thread that follows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """What to watch, and with which eyes."""

    source: Source
    span: Span
    calibration: Calibration
    kit: Kit

    def pictures(self, enough: Event | None = None) -> Iterator[Picture]:
        """Give the pictures that were asked for, until `enough` is set."""
        return read_ahead(self.span.cut(self.source.pictures()), enough=enough)

    def until(self) -> AbstractContextManager[Event]:
        """Return what ends a live source by hand, keeping what was seen; a recording that is stopped is left undone."""
        return stopped_by_hand() if self.source.total is None else nullcontext(Event())

    @property
    def due(self) -> int:
        """About how many pictures there will be; 0 where nobody can know."""
        total, rate = self.source.total or 0, self.source.rate
        return max(0, round(min(total, self.span.end_s * rate) - self.span.start_s * rate))


def follow_source(options: argparse.Namespace, bar: Bar = progress) -> RunView:
    """Do the whole way for one source and return what there is to show; `bar` shows how far the watching is.

    Raises:
        BadInput: the source, the calibration, a name or an option cannot be used; nothing has been written.
        TableNotFound: no table in view.
    """
    terms, score = checked_terms(options), checked_score(options.score)
    source = open_source(with_password(options))
    if options.video and source.total is None:
        raise BadInput(f"--video needs a recording: {source.name} is live and cannot be read twice")
    job = job_for(source, options, terms)
    with ways_on_disk() as keep:
        watched = watched_by(job, options.runtime, bar, keep)
        judged = judge(watched, job.kit, options.rules, score, options.on, terms=terms)
        folder = runs.run_folder(options.out, source.name)
        return written(folder, job, watched, judged, video=options.video)


def job_for(source: Source, options: argparse.Namespace, terms: Setup = NO_TERMS) -> Job:
    """Return the job once the table is found; `terms` tell how many play, and so what lies on it.

    Raises:
        BadInput: the span or the calibration cannot be used.
        TableNotFound: no table in view.
    """
    span = Span(start_s=options.start, end_s=options.end)
    calibration = calibration_of(source, options)
    rules = shelf.find_for(kit_for(options, calibration), options.rules)
    kit = rules.kit_for(terms)  # the table, with the balls of this game
    return Job(source=source, span=span, calibration=calibration, kit=kit)


def watched_by(job: Job, runtime: str | None, bar: Bar, keep: Keep) -> Watched:
    """Watch all pictures of the job.

    Raises:
        BadInput: there was no picture.
    """
    at_once = min(cores(), MOST_AT_ONCE)
    kit = with_network_kinds(job.kit)
    seer = seer_of_film(job.calibration, kit, open_detector(kit.kinds, at_once=at_once, runtime=runtime))
    shown = bar(f"watching {job.source.name}", job.due, Console(stderr=True))
    with shown as told, job.until() as enough:
        watched = watch(job.pictures(enough), seer, kit, told, at_once, keep)
        watched = replace(watched, is_part=job.span.end_s < inf)
    if not watched.seen_us:
        raise BadInput(f"{job.source.name} gave no picture between --start {job.span.start_s:g} and its end")
    return watched


def cores() -> int:
    """Return how many cores this program may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def written(folder: Path, job: Job, watched: Watched, judged: Judged, *, video: bool) -> RunView:
    """Write the run folder and return what there is to show; the match sheet comes last, when all else stands."""
    view = run_view(job.source.name, watched, judged, job.calibration, job.kit)
    view = with_closeups(view, job.source, watched, job.calibration.camera)
    files = data_files(folder, job.calibration, job.kit, watched, judged)
    if video:
        files["video"] = overlay_video(folder / "overlay.mp4", job, watched, view)
    files["strokes, moving"] = runs.write_moving(folder, moving(view))
    files["match sheet"] = folder / "report.html"
    view = replace(view, files=tuple((what, str(path)) for what, path in files.items()))
    runs.write_report(folder, report(view))
    return view


def data_files(folder: Path, calibration: Calibration, kit: Kit, watched: Watched, judged: Judged) -> dict[str, Path]:
    """Write the files for other programs; return what each is and where it lies."""
    lines = (
        stroke_line(stroke, standing, ruling.suggestions)
        for (stroke, standing), ruling in zip(judged.strokes, judged.rulings, strict=True)
    )
    write_calibration(folder / "calibration.json", calibration, kit)
    return {
        "calibration": folder / "calibration.json",
        "tracks": runs.write_tracks(folder, rows(watched.paths)),
        "strokes": runs.write_strokes(folder, lines),
        "book": runs.write_book(folder, book_to_text(judged.book)),
        "score": runs.write_score(folder, judged.called),
    }


def overlay_video(path: Path, job: Job, watched: Watched, view: RunView) -> Path:
    """Draw the balls, and what happened, over the pictures read a second time."""
    balls = by_time(rows(watched.paths))
    at_us, points = next(balls, NONE_LEFT)
    overlay = overlay_for(job.kit, job.calibration.camera, job.calibration.camera.image_size)
    with (
        video_writer(path, job.source.rate, overlay.size) as writer,
        progress("drawing overlay.mp4", job.due, Console(stderr=True)) as told,
    ):
        for done, picture in enumerate(job.pictures(), 1):
            while at_us < picture.at_us:
                at_us, points = next(balls, NONE_LEFT)
            marks = marks_at(points if at_us == picture.at_us else ())
            notice = "table lost" if picture.at_us in watched.lost_us else ""
            moment = picture_view(picture.at_us, marks, view.strokes, job.kit, notice, view.final)
            writer.write(draw_overlay(picture.image, moment, overlay), picture.at_us)
            told(done)
    return path
