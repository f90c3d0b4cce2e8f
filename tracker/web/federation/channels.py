"""The lines from the tables of all halls to their screens, each opened when a screen first asks for it."""

from collections.abc import Collection, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from threading import Lock
from typing import Final

from tracker.domain.errors import CuewatchError
from tracker.hub.tables import brought_up_to_date, taken_up
from tracker.live.log import say
from tracker.live.table.table import WallClock
from tracker.store.database.opening import Database
from tracker.store.mirror.taking import table_at_hub
from tracker.web.hall.channel import Channel

KEPT_MS: Final = 60_000
"""A line at which nobody has looked for so long is let go of."""


class HubChannels(Mapping[str, Channel]):
    """The lines by the names of the tables at the hub; an audience of what halls send.

    Iterating gives those that are open. What has grown is read in a thread of its own, however often it grows
    meanwhile once, so that halls are never kept waiting by screens.
    """

    def __init__(self, database: Database, clock: WallClock) -> None:
        self._database, self._clock = database, clock
        self._open: dict[str, Channel] = {}
        self._asked_ms: dict[str, int] = {}
        self._due: set[str] = set()
        self._lock = Lock()
        self._reader = ThreadPoolExecutor(1, thread_name_prefix="hub-tables")

    def __getitem__(self, name: str) -> Channel:
        """Return the line of a table, with what its hall has sent by now.

        Raises:
            UnknownName: no hall has told of it.
            BadInput: this program cannot play its books.
        """
        channel = self._open.get(name) or Channel(taken_up(self._database, name, self._clock))
        with self._lock:
            channel = self._open.setdefault(name, channel)
            self._asked_ms[name] = self._clock()
        brought_up_to_date(self._database, channel.table)
        return channel

    def __contains__(self, name: object) -> bool:
        """Say yes to whatever is asked for: asking for it says better why there is none."""
        return isinstance(name, str)

    def __iter__(self) -> Iterator[str]:
        """Give the names of the tables that are open."""
        return iter(tuple(self._open))

    def __len__(self) -> int:
        """Return how many are open."""
        return len(self._open)

    def heard(self, hall: str, at_us: int) -> None:
        """Have all that is shown of a hall be as old as it is now."""
        self._read_again([name for name in self if name.partition(":")[0] == hall])

    def grown(self, hall: str, tables: Collection[str]) -> None:
        """Have what has grown be shown."""
        self._read_again([table_at_hub(hall, table) for table in tables])

    def close(self) -> None:
        """Read nothing more."""
        self._reader.shutdown(cancel_futures=True)

    def _read_again(self, names: Collection[str]) -> None:
        with self._lock:
            due = [name for name in names if name in self._open and name not in self._due]
            self._due.update(due)
        for name in due:
            self._reader.submit(self._read, name)

    def _read(self, name: str) -> None:
        with self._lock:
            self._due.discard(name)
            channel = self._open[name]
            if not channel.viewers and self._clock() - self._asked_ms[name] > KEPT_MS:
                del self._open[name], self._asked_ms[name]
                return
        try:
            brought_up_to_date(self._database, channel.table)
        except CuewatchError as trouble:
            say("a table cannot be shown as it is by now", table=name, why=str(trouble))
