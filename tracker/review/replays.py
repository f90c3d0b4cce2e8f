"""The stroke that a stream shows again: the last one that scored, or the one that was looked at again last."""

import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from threading import Lock
from typing import Final, Literal
from weakref import finalize

from tracker.domain.errors import UnknownName
from tracker.live.table.table import Table
from tracker.match.book.entries import EntryName
from tracker.match.book.ledger import LedgerLine, ledger
from tracker.match.frames import Match
from tracker.review.archive import Archive
from tracker.show.screens.review import StrokeLine

Of = Literal["pot", "review"]
KEPT: Final = 6
"""So many clips lie ready at once: graphics fetch them when they are new."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayClip:
    """A stroke to be shown again."""

    id: str
    of: Of
    stroke: int
    """Its number in the frame."""
    player: str
    """Who played it."""
    made: tuple[str, ...]
    """What it scored with; empty: nothing."""
    verdict: str
    """`upheld`, `changed` or `inconclusive`; empty: nobody looked at it again."""


class Replays:
    """Clips of strokes as the camera sent them, made when they are asked for, gone when the program ends."""

    def __init__(self, archive: Archive) -> None:
        self._archive, self._lock = archive, Lock()
        self._folder: Path | None = None
        self._lying: dict[str, Path] = {}

    def newest(self, table: Table, of: Of) -> ReplayClip | None:
        """Return what is shown again; None: there is nothing."""
        match = table.moment.match
        if match is None:
            return None
        lines = [line for line in self._archive.strokes(table) if line.has_pictures]
        played = dict(strokes_called(match))
        if of == "review":
            looked = [line for line in lines if line.verdict is not None]
            last = max(looked, key=lambda line: line.verdict.at_us if line.verdict else 0, default=None)
        else:
            last = next((line for line in reversed(lines) if _scored(played.get((line.epoch, line.sequence)))), None)
        return replay_of(last, played.get((last.epoch, last.sequence)), of) if last else None

    def file(self, table: Table, id: str) -> Path:
        """Return where the clip of a stroke lies, made if need be; one after the other.

        Raises:
            UnknownName: there is no such stroke, or no picture of it.
        """
        epoch, _, sequence = id.partition("-")
        entry = EntryName(table=table.name, epoch=int(epoch), sequence=int(sequence))
        with self._lock:
            name = f"{table.name}/{id}"
            if name not in self._lying:
                self._lying[name] = self._made(table, entry)
                for old in [*self._lying][:-KEPT]:
                    self._lying.pop(old).unlink(missing_ok=True)
            return self._lying[name]

    def _made(self, table: Table, entry: EntryName) -> Path:
        if self._folder is None:
            self._folder = Path(mkdtemp(prefix="cuewatch-replays-"))
            finalize(self, rmtree, self._folder, ignore_errors=True)
        path = self._folder / f"{secrets.token_hex(8)}.mp4"
        if self._archive.copied_to(path, table, entry):
            return path
        raise UnknownName(f"there are no pictures of stroke {entry.epoch}-{entry.sequence}")


def strokes_called(match: Match) -> Iterator[tuple[tuple[int, int], LedgerLine]]:
    """Give what was called of each stroke of a match that a camera saw, by epoch and number of its entry."""
    for frame in match.frames:
        for line in ledger(frame.desk.book).lines:
            if line.seen is not None:
                yield (frame.epoch, line.seen.number), line


def replay_of(line: StrokeLine, called: LedgerLine | None, of: Of) -> ReplayClip:
    """Return a stroke as it is shown again."""
    return ReplayClip(
        id=f"{line.epoch}-{line.sequence}", of=of, stroke=line.number, player=called.player if called else "",
        made=called.made if called and not called.is_foul else (), verdict=line.verdict.verdict if line.verdict else "",
    )  # fmt: skip


def _scored(line: LedgerLine | None) -> bool:
    return line is not None and bool(line.made) and not line.is_foul
