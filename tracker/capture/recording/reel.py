"""What a camera recorded: any picture by its number or its time, any span as a clip, also while recording goes on.

A picture is found through the names of the parts and decoded from the beginning of its part, so it is that very picture
and no other; no player's own seeking is trusted.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import av
import av.error

from tracker.capture.picture import Picture, quarter_turns, upright
from tracker.capture.recording.clip import Clip, write_clip
from tracker.capture.recording.parts import Part, days, parts_of
from tracker.capture.recording.reading import packets_of, pictures_of
from tracker.capture.stamped import PictureStamp

Key = Callable[[Part], int]
LONGEST_US = 12_000_000
"""No camera sends pictures that stand alone less often than that, so no part is longer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class End:
    """The last picture of a reel, and when it was recorded (UTC)."""

    shown: PictureStamp
    utc_s: float


class Reel:
    """The parts in a folder, as they lie there now; what has been deleted is simply not found."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._listed: dict[Path, tuple[int, list[Part]]] = {}
        """The parts of a day, and when the folder had been written to when they were listed."""

    def picture(self, number: int) -> Picture | None:
        """Return the picture of that number, or None where it is not there."""
        for shown, frame in _frames(self.part_before(number)):
            if shown.number == number:
                return _picture(shown, frame)
        return None

    def part_before(self, number: int) -> Part | None:
        """Return the part in which the picture of that number is, if it is anywhere."""
        return self._part_before(number, lambda part: part.number)

    def pictures_in(self, part: Part, first: int) -> Iterator[Picture]:
        """Give the pictures of a part that are numbered from `first`; none where it has been deleted."""
        return (_picture(shown, frame) for shown, frame in _frames(part) if shown.number >= first)

    def pictures(self, from_us: int, to_us: int) -> Iterator[Picture]:
        """Give the pictures of a span, both ends included."""
        for part in self.parts(from_us, to_us):
            for shown, frame in _frames(part):
                if from_us <= shown.at_us <= to_us:
                    yield _picture(shown, frame)

    def shown(self, from_us: int, to_us: int) -> list[PictureStamp]:
        """Return which pictures there are in a span, without decoding any."""
        listed = (shown for part in self.parts(from_us, to_us) for shown in _stamps(part))
        return [shown for shown in listed if from_us <= shown.at_us <= to_us]

    def parts(self, from_us: int, to_us: int) -> list[Part]:
        """Return the parts that hold the pictures of a span, in their order."""
        first = self._part_before(from_us, _begin)
        begin_us = from_us if first is None else first.begin_us
        listed = (part for parts in self._days(to_us, _begin) for part in parts)
        return sorted((part for part in listed if begin_us <= part.begin_us <= to_us), key=_begin)

    def holds(self, at_us: int) -> bool:
        """Tell by the names of the parts whether that moment seems to have been recorded, and not deleted since."""
        part = self._part_before(at_us, _begin)
        return part is not None and at_us - part.begin_us < LONGEST_US and part.path.exists()

    def end(self) -> End | None:
        """Return where the reel ends, or None where it is empty."""
        listed = (part for day in days(self.folder) for part in parts_of(day))
        for part in sorted(listed, key=_begin, reverse=True):
            if stamps := _stamps(part):
                last = stamps[-1]
                return End(shown=last, utc_s=part.utc_s + (last.at_us - part.begin_us) / 1e6)
        return None

    def export(self, from_us: int, to_us: int, path: Path) -> Clip | None:
        """Write a span as a clip, as it was sent, and return what it really holds; None where nothing is there.

        It begins with the last picture before the span that stands alone in its part, and ends early where the size or
        the coding of the pictures changes.

        Raises:
            OSError, FFmpegError: the disk is full, the folder is not there, or a part has gone.
        """
        return write_clip(self.parts(from_us, to_us), to_us, path)

    def _part_before(self, wanted: int, key: Key) -> Part | None:
        """Return the last part whose number, or time, is not after the one that is wanted.

        All days are asked: after the computer's clock was set back, a later part lies in an earlier day.
        """
        listed = ((parts, bisect_right(parts, wanted, key=key)) for parts in self._days(wanted, key))
        return max((parts[place - 1] for parts, place in listed if place), key=key, default=None)

    def _days(self, wanted: int, key: Key) -> Iterator[list[Part]]:
        return (self._of(day, wanted, key) for day in days(self.folder))

    def _of(self, day: Path, wanted: int, key: Key) -> list[Part]:
        """Return the parts of a day; they are listed again only where the wanted one may be new."""
        written_ns = day.stat().st_mtime_ns if day.exists() else 0
        listed_ns, parts = self._listed.get(day, (0, []))
        if listed_ns != written_ns and (not parts or key(parts[-1]) < wanted or not parts[-1].is_whole):
            parts = parts_of(day)
            self._listed[day] = written_ns, parts
        return parts


def _begin(part: Part) -> int:
    return part.begin_us


def _frames(part: Part | None) -> Iterator[tuple[PictureStamp, av.VideoFrame]]:
    """Give the decoded pictures of a part; none where it has been deleted or cannot be read."""
    if part is None:
        return
    try:
        sent = {shown.at_us: shown for shown in _stamps(part)}  # a broken one among them has its number too
        for decoded in pictures_of(part):
            if decoded.at_us not in sent:
                return  # the part has grown since its packets were read: what is new is there for the next look
            yield sent[decoded.at_us], decoded.frame
    except (av.error.FFmpegError, OSError):
        return


def _stamps(part: Part) -> list[PictureStamp]:
    """Return the pictures of a part by their packets; none where it has been deleted or cannot be read."""
    try:
        times = sorted(sent.at_us for sent in packets_of(part))
    except (av.error.FFmpegError, OSError):
        return []
    return [PictureStamp(number=number, at_us=at_us) for number, at_us in enumerate(times, part.number)]


def _picture(shown: PictureStamp, frame: av.VideoFrame) -> Picture:
    return Picture(number=shown.number, at_us=shown.at_us, image=upright(frame, quarter_turns(frame)))
