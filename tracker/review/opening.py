"""Open what can be looked at again: the strokes in the database, and what the cameras of the tables recorded."""

from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path

from tracker.domain.errors import BadInput
from tracker.review.archive import Archive
from tracker.review.clips import Clips
from tracker.review.footage import Footage
from tracker.store.database.opening import Database


@contextmanager
def opened_archive(
    database: Database, folders: Mapping[str, Path], recorded: Collection[str], now_us: Callable[[], int]
) -> Iterator[tuple[Archive, Mapping[str, Clips]]]:
    """Give the archive of tables whose recordings lie in these folders, and the clips of each table.

    Args:
        database: where the books lie.
        folders: where each table is recorded, or was.
        recorded: the tables among them whose cameras are recorded now.
        now_us: tells the time of day (µs UTC).

    Raises:
        BadInput: a folder can be neither made nor written.
    """
    with ExitStack() as stack:
        clips = {name: stack.enter_context(clips_in(folder, database, now_us)) for name, folder in folders.items()}
        yield Archive(database, clips, recorded), clips


@contextmanager
def clips_in(folder: Path, database: Database, now_us: Callable[[], int]) -> Iterator[Clips]:
    """Give the clips of a table whose recording lies in a folder.

    Raises:
        BadInput: the folder can be neither made nor written.
    """
    clips = Clips(database, _footage(folder), now_us)
    try:
        yield clips
    finally:
        clips.footage.close()


def _footage(folder: Path) -> Footage:
    try:
        return Footage(folder)
    except OSError as trouble:
        why = (trouble.strerror or str(trouble)).lower()
        raise BadInput(f"nothing can be recorded into {folder} ({why}): name another --record") from trouble
