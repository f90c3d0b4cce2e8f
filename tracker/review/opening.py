"""Open what can be looked at again: the strokes in the database, and what the cameras of the tables recorded."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from tracker.domain.errors import BadInput
from tracker.live.table.table import Table
from tracker.review.archive import Archive
from tracker.store.database.opening import Database

if TYPE_CHECKING:  # a score kept by hand need not wait for what decodes pictures
    from tracker.review.clips import Clips
    from tracker.review.footage import Footage


class TakeUp(Protocol):
    """Has what is recorded of a table looked at again, and the pictures of its fouls kept from now on."""

    def __call__(self, table: Table, folder: Path, *, is_recorded: bool) -> "Clips":
        """Return the clips of a table whose recording lies in a folder, or that `is_recorded` into it now.

        Raises:
            BadInput: the folder can be neither made nor written.
        """


@contextmanager
def opened_archive(database: Database, now_us: Callable[[], int]) -> Iterator[tuple[Archive, TakeUp]]:
    """Give what can be looked at again, and what takes up a table.

    Args:
        database: where the books lie.
        now_us: tells the time of day (µs UTC).
    """
    clips: dict[str, Clips] = {}
    recorded: set[str] = set()
    with ExitStack() as stack:

        def take_up(table: Table, folder: Path, *, is_recorded: bool) -> "Clips":
            own = clips[table.name] = stack.enter_context(_clips_in(folder, database, now_us))
            recorded.update({table.name} if is_recorded else ())
            own.watch(table)
            return own

        yield Archive(database, clips, recorded), take_up


@contextmanager
def _clips_in(folder: Path, database: Database, now_us: Callable[[], int]) -> "Iterator[Clips]":
    from tracker.review.clips import Clips  # noqa: PLC0415  a score kept by hand need not wait for it

    clips = Clips(database, _footage(folder), now_us)
    try:
        yield clips
    finally:
        clips.footage.close()


def _footage(folder: Path) -> "Footage":
    from tracker.review.footage import Footage  # noqa: PLC0415  a score kept by hand need not wait for it

    try:
        return Footage(folder)
    except OSError as trouble:
        why = (trouble.strerror or str(trouble)).lower()
        raise BadInput(f"nothing can be recorded into {folder} ({why}): name another --record") from trouble
