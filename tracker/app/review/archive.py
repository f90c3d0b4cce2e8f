"""All that can be looked at again at the tables of a hall: strokes, their evidence and pictures, verdicts and clips."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tracker.app.live.table import Table
from tracker.app.review.happenings import doubts_of, first_contact_of, happenings
from tracker.app.review.titles import strokes_seen, titles
from tracker.domain.errors import CallRefused, UnknownName
from tracker.match.desk import Desk
from tracker.match.entries import Seen
from tracker.show.review import StrokeLine, StrokeReview, Verdict

NOT_KEPT = "nothing is recorded at this table: start with --source and --record"


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryName:
    """What a stroke of a book is named by."""

    table: str
    epoch: int
    sequence: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """The pictures that a clip is to hold, by number, both ends included."""

    begin: int
    until: int
    marks: bool


class Archive:
    """What is kept of the strokes."""

    def strokes(self, table: Table) -> Iterator[StrokeLine]:
        """Give the strokes that were seen in the present match, the newest last."""
        match = table.moment.match
        for frame in match.frames if match else ():
            named = titles(frame.desk)
            for seen in strokes_seen(frame.desk):
                yield _line(frame.epoch, seen, named.get(seen.number, ""))

    def stroke(self, table: Table, entry: EntryName) -> StrokeReview:
        """Return all that is known of a stroke.

        Raises:
            UnknownName: there is no such stroke.
        """
        desk = self._desk(table, entry)
        seen = next((one for one in strokes_seen(desk) if one.number == entry.sequence), None)
        if seen is None:
            raise _unknown(entry)
        line = _line(entry.epoch, seen, titles(desk).get(seen.number, ""))
        stroke = seen.stroke
        return StrokeReview(
            epoch=line.epoch, sequence=line.sequence, number=line.number, began_us=line.began_us,
            ended_us=line.ended_us, title=line.title, has_pictures=False, verdict=None, width=0, height=0, pictures=(),
            outline_px=(), incidents=happenings(stroke, desk.rules.kit), tracks=(),
            first_contact=first_contact_of(stroke), doubts=doubts_of(stroke, seen.standing), verdicts=(), clips=(),
            why_no_pictures=NOT_KEPT,
        )  # fmt: skip

    def give(self, table: Table, entry: EntryName, verdict: Verdict) -> Verdict:
        """Keep a verdict on a stroke.

        Raises:
            UnknownName: there is no such stroke.
        """
        self.stroke(table, entry)
        raise CallRefused("a verdict cannot be kept: nothing is kept of this table")

    def picture(self, table: Table, entry: EntryName, number: int) -> bytes:
        """Return a picture of a stroke as a JPEG.

        Raises:
            UnknownName: there is no such picture.
        """
        raise UnknownName(f"there is no picture {number} of this stroke: {self.stroke(table, entry).why_no_pictures}")

    def cut(self, table: Table, entry: EntryName, span: Span) -> str:
        """Make a clip of a stroke, and return its id.

        Raises:
            UnknownName: there is no such stroke.
            CallRefused: there are no such pictures.
        """
        raise CallRefused(self.stroke(table, entry).why_no_pictures)

    def clip(self, id: str) -> Path:
        """Return where a clip lies.

        Raises:
            UnknownName: there is none of that id.
        """
        raise UnknownName(f"there is no clip {id}")

    def _desk(self, table: Table, entry: EntryName) -> Desk[Any]:
        match = table.moment.match
        frame = next((frame for frame in match.frames if frame.epoch == entry.epoch), None) if match else None
        if frame is None:
            raise _unknown(entry)
        return frame.desk


def _line(epoch: int, seen: Seen, title: str) -> StrokeLine:
    stroke = seen.stroke
    return StrokeLine(
        epoch=epoch, sequence=seen.number, number=stroke.number, began_us=stroke.began_us, ended_us=stroke.ended_us,
        title=title, has_pictures=False, verdict=None,
    )  # fmt: skip


def _unknown(entry: EntryName) -> UnknownName:
    return UnknownName(f"no stroke was seen in entry {entry.sequence} of epoch {entry.epoch}")
