"""All that can be looked at again at the tables of a hall: strokes, their evidence and pictures, verdicts and clips."""

from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from shutil import copyfile
from typing import TYPE_CHECKING, Any, Final

from pydantic import TypeAdapter

from tracker.domain.book.verdict import Verdict
from tracker.domain.errors import BadInput, CallRefused, UnknownName
from tracker.live.messages import Struck
from tracker.live.strokes.happenings import doubts_of, first_contact_of, happenings, nearest
from tracker.live.table.table import Moment, Table, rules_for
from tracker.match.book.entries import EntryName, Seen
from tracker.match.desk.desk import Desk, resume_desk
from tracker.review.titles import strokes_seen, titles
from tracker.show.screens.review import (
    BallWay,
    Evidence,
    KeptClip,
    PictureSpan,
    ReviewPicture,
    StrokeLine,
    StrokeReview,
)
from tracker.store.database.books import book_of
from tracker.store.database.footage import StrokeTime, clip_named, keep_stroke
from tracker.store.database.opening import Database
from tracker.store.database.reviews import clips_showing, evidence_of, keep_verdict, strokes_of, verdicts_of

if TYPE_CHECKING:  # a score kept by hand need not wait for what decodes pictures
    from tracker.review.clips import Clips
    from tracker.review.footage import Footage
    from tracker.review.pictures import NumberedJpeg

EVIDENCE: Final = TypeAdapter(Evidence)
OFF: Final = "this stroke was not recorded: start with --source, and without --no-record"
ELSEWHERE: Final = "this stroke was recorded into another folder than the one that is recorded into now"
GONE: Final = "the pictures of this stroke have been deleted, or were never recorded"


class Archive:
    """What is kept of the strokes: in the database, and in the folders that the cameras of the tables record into."""

    def __init__(
        self,
        database: Database | None = None,
        clips: "Mapping[str, Clips] | None" = None,
        recorded: Collection[str] = (),
    ) -> None:
        """Without a database nothing is kept; what a book holds can be looked at all the same.

        Args:
            database: where evidence and verdicts are kept.
            clips: those of the tables whose cameras are recorded, or were, by the tables' names; more may come.
            recorded: the tables whose cameras are recorded now; numbers and times of the others name no picture.
        """
        self._database, self._recorded = database, recorded
        self._clips = {} if clips is None else clips  # not `or`: it is empty until the first table is taken up

    def keep(self, moment: Moment, struck: Struck) -> None:
        """Keep the evidence of the stroke that was put into the book last, as the eyes gave it.

        Raises:
            DatabaseUnusable: the disk is full or gone.
        """
        match, clips = moment.match, self._clips.get(moment.table)
        if self._database is None or match is None:
            return
        *_, seen = strokes_seen(match.frame.desk)
        kept = StrokeTime(
            table=moment.table, epoch=match.epoch, sequence=seen.number,
            began_us=struck.stroke.began_us + struck.clock_us, ended_us=struck.stroke.ended_us + struck.clock_us,
            reel=clips.footage.id if clips and moment.table in self._recorded else "",
        )  # fmt: skip
        keep_stroke(self._database, kept, struck.evidence)
        if clips:
            clips.look_again(moment.table)

    def strokes(self, table: Table) -> Iterator[StrokeLine]:
        """Give the strokes that were seen in the present match, the newest last."""
        match = table.moment.match
        for frame in match.frames if match else ():
            yield from self._lines(table.name, frame.epoch, frame.desk)

    def stroke(self, table: Table, entry: EntryName) -> StrokeReview:
        """Return all that is known of a stroke.

        Raises:
            UnknownName: there is no such stroke.
        """
        desk = self._desk(table, entry)
        seen = _seen(desk, entry)
        (line,) = self._lines(entry.table, entry.epoch, desk, entry.sequence)
        evidence = self._evidence(entry) or Evidence(incidents=happenings(seen.stroke, desk.rules.kit))
        why = self._why_no_pictures(entry)
        pictures = () if why else self._clips[entry.table].footage.shown(seen.stroke)
        return StrokeReview(
            epoch=line.epoch, sequence=line.sequence, number=line.number, title=line.title, verdict=line.verdict,
            began_us=line.began_us, ended_us=line.ended_us, has_pictures=bool(pictures), pictures=pictures,
            width=evidence.width, height=evidence.height, outline_px=evidence.outline_px, tracks=evidence.tracks,
            incidents=tuple(replace(one, picture=_picture(pictures, one)) for one in evidence.incidents),
            first_contact=first_contact_of(seen.stroke), doubts=doubts_of(seen.stroke, seen.standing),
            verdicts=self._verdicts(entry), clips=self._clips_of(entry),
            why_no_pictures="" if pictures else why or GONE,
        )  # fmt: skip

    def ways(self, entry: EntryName) -> tuple[BallWay, ...] | None:
        """Return the ways of the balls in a stroke as the eyes gave them; None: they are not kept, or not yet.

        Raises:
            DatabaseUnusable: the disk is gone.
        """
        evidence = self._evidence(entry)
        return None if evidence is None else evidence.tracks

    def picture(self, table: Table, entry: EntryName, number: int) -> "NumberedJpeg":
        """Return a picture of a stroke.

        Raises:
            UnknownName: there is no such stroke, or no such picture of it.
        """
        stroke = _seen(self._desk(table, entry), entry).stroke
        why = self._why_no_pictures(entry)
        still = None if why else self._clips[entry.table].footage.still(stroke, number)
        if still is None:
            raise UnknownName(f"there is no picture {number} of this stroke: {why or GONE}")
        return still

    def reel(self, table: str) -> str:
        """Return what tells the recording of a table from every other; empty: there is none."""
        return self._clips[table].footage.id if table in self._clips else ""

    def give(self, table: Table, entry: EntryName, verdict: Verdict) -> None:
        """Keep a verdict on a stroke, for good, and the pictures that show it.

        Raises:
            UnknownName: there is no such stroke.
            BadInput: it rests on pictures that are not of this stroke.
            CallRefused: nothing is kept here.
        """
        review = self.stroke(table, entry)
        known = {shown.number for shown in review.pictures}
        if strange := [number for number in verdict.pictures if number not in known]:
            raise BadInput(f"there is no picture {strange[0]} of this stroke")
        if self._database is None:
            raise CallRefused("a verdict cannot be kept: no database is open")
        keep_verdict(self._database, entry, verdict)
        if review.pictures:
            self._clips[entry.table].keep(entry, _seen(self._desk(table, entry), entry).stroke, "review")

    def cut(self, table: Table, entry: EntryName, span: PictureSpan) -> str:
        """Make a clip of some pictures of a stroke; return its id once it is there.

        Raises:
            UnknownName: there is no such stroke.
            BadInput: there are no such pictures of it.
            CallRefused: no pictures can be had, or no clip kept.
        """
        review = self.stroke(table, entry)
        if not review.pictures:
            raise CallRefused(review.why_no_pictures)
        return self._clips[entry.table].export(entry, review, span)

    def copied_to(self, path: Path, table: Table, entry: EntryName) -> bool:
        """Write the pictures of a stroke to a file elsewhere, as the camera sent them; tell whether it is whole.

        Raises:
            UnknownName: there is no such stroke.
        """
        stroke = _seen(self._desk(table, entry), entry).stroke
        return not self._why_no_pictures(entry) and self._clips[entry.table].footage.copied_to(path, stroke)

    def lent_to(self, path: Path, table: Table, entry: EntryName) -> bool:
        """Write the pictures of a stroke to a file, those of a clip that was kept of it where the recording has gone.

        Raises:
            UnknownName: there is no such stroke.
            OSError: the disk is full.
        """
        if self.copied_to(path, table, entry):
            return True
        for kept in self._clips_of(entry):
            if kept.purpose != "export":  # one of those shows what somebody chose, and marks may be drawn in
                with suppress(UnknownName):
                    copyfile(self.clip(kept.id), path)
                    return True
        return False

    def clip(self, id: str) -> Path:
        """Return where a clip lies.

        Raises:
            UnknownName: there is none of that id, or it is not where it was.
        """
        clip = clip_named(self._database, id) if self._database else None
        if clip is None or clip.table not in self._clips:
            raise UnknownName(f"there is no clip {id}")
        return self._clips[clip.table].file(clip)

    def _lines(self, table: str, epoch: int, desk: Desk[Any], only: int | None = None) -> Iterator[StrokeLine]:
        """Give the strokes of a book, or one of them."""
        named, footage = titles(desk), self._footage(table)
        kept = strokes_of(self._database, table, epoch, only) if self._database else {}
        verdicts = verdicts_of(self._database, table, epoch, only) if self._database else {}
        for seen in strokes_seen(desk):
            if only is not None and seen.number != only:
                continue
            stroke, there = seen.stroke, kept.get(seen.number)
            ours = footage is not None and there is not None and there.reel == footage.id
            yield StrokeLine(
                epoch=epoch, sequence=seen.number, number=stroke.number, began_us=stroke.began_us,
                ended_us=stroke.ended_us, title=named.get(seen.number, ""), verdict=_last(verdicts.get(seen.number)),
                has_pictures=ours and footage is not None and footage.holds(stroke),
            )  # fmt: skip

    def _footage(self, table: str) -> "Footage | None":
        return self._clips[table].footage if table in self._clips else None

    def _clips_of(self, entry: EntryName) -> tuple[KeptClip, ...]:
        kept = clips_showing(self._database, entry) if self._database else ()
        return tuple(KeptClip(id=clip.id, purpose=clip.purpose) for clip in kept)

    def _why_no_pictures(self, entry: EntryName) -> str:
        """Return why no recording that we have shows a stroke; empty: one may."""
        kept = strokes_of(self._database, entry.table, entry.epoch, entry.sequence) if self._database else {}
        if entry.sequence not in kept or not kept[entry.sequence].reel:
            return OFF
        return "" if kept[entry.sequence].reel == self.reel(entry.table) else ELSEWHERE

    def _verdicts(self, entry: EntryName) -> tuple[Verdict, ...]:
        if self._database is None:
            return ()
        return verdicts_of(self._database, entry.table, entry.epoch, entry.sequence).get(entry.sequence, ())

    def _evidence(self, entry: EntryName) -> Evidence | None:
        text = evidence_of(self._database, entry) if self._database else ""
        return EVIDENCE.validate_json(text) if text else None

    def _desk(self, table: Table, entry: EntryName) -> Desk[Any]:
        """Return the desk of a book: of the present match, or of an earlier one.

        Raises:
            UnknownName: there is no such book.
        """
        match = table.moment.match
        frame = next((frame for frame in match.frames if frame.epoch == entry.epoch), None) if match else None
        if frame is not None:
            return frame.desk
        if self._database is None:
            raise _unknown(entry)
        book = book_of(self._database, entry.table, entry.epoch)
        return resume_desk(rules_for(book.header), book)[0]


def _seen(desk: Desk[Any], entry: EntryName) -> Seen:
    """Return a stroke of a book.

    Raises:
        UnknownName: there is none in that entry.
    """
    seen = next((one for one in strokes_seen(desk) if one.number == entry.sequence), None)
    if seen is None:
        raise _unknown(entry)
    return seen


def _last(verdicts: tuple[Verdict, ...] | None) -> Verdict | None:
    return verdicts[-1] if verdicts else None


def _picture(pictures: tuple[ReviewPicture, ...], one: Any) -> int | None:
    return nearest(pictures, one.at_us) if pictures else one.picture


def _unknown(entry: EntryName) -> UnknownName:
    return UnknownName(f"no stroke was seen in entry {entry.sequence} of epoch {entry.epoch}")
