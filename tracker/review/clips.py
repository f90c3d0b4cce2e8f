"""Clips that stay however old the recording: of a foul, of a verdict or a correction, and those asked for."""

from collections.abc import Callable
from pathlib import Path
from typing import Final

from av.error import FFmpegError

from tracker.capture.picture import Image
from tracker.domain.errors import BadInput, CallRefused, CuewatchError, UnknownName
from tracker.domain.strokes.stroke import Stroke
from tracker.live.log import say
from tracker.live.table.table import Moment, Table
from tracker.match.book.entries import EntryName
from tracker.match.frames import Frame, Match
from tracker.review.footage import Cut, Footage
from tracker.review.hard import hard_strokes
from tracker.review.titles import fouls, strokes_seen
from tracker.show.pictures.marks import Marks, draw_marks
from tracker.show.screens.review import PictureSpan, ReviewPicture, StrokeReview
from tracker.store.database.footage import StoredClip, StrokeTime, keep_clip
from tracker.store.database.opening import Database
from tracker.store.database.reviews import clips_showing, strokes_of

FOUL, REVIEW, EXPORT = "foul", "review", "export"
FULL: Final = "the clip could not be written: the disk is full or gone"


class Clips:
    """Makes and keeps the clips of one table."""

    def __init__(self, database: Database, footage: Footage, now_us: Callable[[], int]) -> None:
        self.footage = footage
        self._database, self._now_us = database, now_us
        self._match: Match | None = None
        self._called: set[EntryName] = set()
        """The fouls and corrected strokes whose pictures are kept."""

    def export(self, entry: EntryName, review: StrokeReview, span: PictureSpan) -> str:
        """Make a clip of some pictures of a stroke, and return its id once it is there.

        Raises:
            BadInput: there are no such pictures.
            CallRefused: they have been deleted meanwhile, or the disk is full.
        """
        pictures = [shown for shown in review.pictures if span.begin <= shown.number <= span.until]
        if not pictures:
            raise BadInput(f"there are no pictures {span.begin} to {span.until} of this stroke")
        draw = drawing(review) if span.marks else plain
        return self.footage.later(lambda: self._exported(entry, review.began_us, pictures, draw)).result()

    def keep(self, entry: EntryName, stroke: Stroke, purpose: str) -> None:
        """Have the pictures of a stroke kept as the camera sent them, once for each purpose; returns at once."""
        self.footage.later(lambda: self._copied(entry, stroke, purpose))

    def watch(self, table: Table) -> None:
        """Keep the pictures of each stroke at a table that is called a foul, or corrected, from now on."""
        table.listen(self.look)
        self.look(table.moment)

    def look(self, moment: Moment) -> None:
        """Keep the pictures of the fouls and corrections of the present frame; returns at once."""
        is_new, self._match = moment.match is not self._match, moment.match
        if is_new:
            self.look_again(moment.table)

    def look_again(self, table: str) -> None:
        """Keep those of the frame looked at last: evidence has come; returns at once."""
        match = self._match
        if match is not None:
            self.footage.later(lambda: self._keep_called(table, match.frame))

    def file(self, clip: StoredClip) -> Path:
        """Return where a clip lies.

        Raises:
            UnknownName: it is not in our folder.
        """
        path = self.footage.folder / clip.file
        if not path.is_file():
            raise UnknownName(f"clip {clip.id} is not in the folder that is recorded into now")
        return path

    def _keep_called(self, table: str, frame: Frame) -> None:
        corrected = {one.seen.number: REVIEW for one in hard_strokes(frame.desk)}
        purposes = corrected | dict.fromkeys(fouls(frame.desk), FOUL)
        for seen in strokes_seen(frame.desk):
            entry, purpose = EntryName(table=table, epoch=frame.epoch, sequence=seen.number), purposes.get(seen.number)
            if purpose and entry not in self._called and self._copied(entry, seen.stroke, purpose):
                self._called.add(entry)

    def _exported(
        self,
        entry: EntryName,
        began_us: int,
        pictures: list[ReviewPicture],
        draw: Callable[[Image, ReviewPicture], Image],
    ) -> str:
        try:
            cut = self.footage.drawn(pictures, draw)
        except (OSError, FFmpegError) as trouble:
            raise CallRefused(FULL) from trouble
        if cut is None:
            raise CallRefused("the pictures of this stroke have been deleted")
        self._write_down(entry, cut, EXPORT, self._clock_us(entry, began_us))
        return cut.id

    def _copied(self, entry: EntryName, stroke: Stroke, purpose: str) -> bool:
        """Keep the pictures of a stroke, unless they are; nobody waits for it, so trouble is only written down.

        Returns:
            Whether they are kept; not yet, for one, where its evidence has not come.
        """
        try:
            if any(clip.purpose == purpose for clip in clips_showing(self._database, entry)):
                return True
            kept = self._kept(entry)
            ours = kept is not None and kept.reel == self.footage.id
            cut = self.footage.copied(stroke) if ours else None
            if cut is not None:
                self._write_down(entry, cut, purpose, self._clock_us(entry, stroke.began_us))
        except (OSError, FFmpegError, CuewatchError) as trouble:
            say("a clip was not kept", table=entry.table, purpose=purpose, why=str(trouble))
            return False
        return cut is not None

    def _kept(self, entry: EntryName) -> StrokeTime | None:
        return strokes_of(self._database, entry.table, entry.epoch, entry.sequence).get(entry.sequence)

    def _clock_us(self, entry: EntryName, began_us: int) -> int:
        """Return what makes the capture times of a stroke times of day."""
        kept = self._kept(entry)
        return kept.began_us - began_us if kept else 0

    def _write_down(self, entry: EntryName, cut: Cut, purpose: str, clock_us: int) -> None:
        """Write a clip into the database, or take it away again.

        Raises:
            CuewatchError: it could not be written.
        """
        clip = StoredClip(
            id=cut.id, table=entry.table, epoch=entry.epoch, sequence=entry.sequence, purpose=purpose, file=cut.file,
            began_us=cut.from_us + clock_us, ended_us=cut.to_us + clock_us, kept_us=self._now_us(),
        )  # fmt: skip
        try:
            keep_clip(self._database, clip)
        except BaseException:
            self.footage.drop(cut)
            raise


def drawing(review: StrokeReview) -> Callable[[Image, ReviewPicture], Image]:
    """Return what draws all that is known of a stroke into its pictures."""
    marks = Marks(
        began_us=review.began_us, outline_px=review.outline_px, incidents=review.incidents, tracks=review.tracks
    )
    return lambda image, shown: draw_marks(image, shown, marks)


def plain(image: Image, _shown: ReviewPicture) -> Image:
    """Leave a picture as it is."""
    return image
