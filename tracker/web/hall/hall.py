"""The tables that one program serves, each with its line to the screens."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final, Literal, Protocol

from anyio import CapacityLimiter

from tracker.domain.errors import BadInput, UnknownName
from tracker.live.messages import Order
from tracker.live.supervision.pace import Pace
from tracker.live.table.table import Table, WallClock
from tracker.review.archive import Archive
from tracker.review.uploads.reviewing import Reviewing
from tracker.web.hall.channel import Channel
from tracker.web.hall.logs import Recent
from tracker.web.hall.metrics import Metrics
from tracker.web.hall.roster import Roster

CUTTERS: Final = 4
FINDERS: Final = 1
READERS: Final = 1
LOOKERS: Final = 2
"""Pictures are decoded one at a time; one more request may get ready."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """Something that is kept on the disk, and how much of the disk it leaves free."""

    what: Literal["database", "recording", "uploads"]
    path: Path
    spare_bytes: int = 0
    """Nothing more is kept while the disk has less than this left."""
    keep_days: float | None = None
    """Older things go; None: none does."""

    table: str = ""
    """Of which table; empty: of all."""

    @property
    def is_recording(self) -> bool:
        """Whether it lies there in days and parts."""
        return self.what == "recording"


@dataclass(frozen=True, slots=True, kw_only=True)
class About:
    """What the club says of a table."""

    rulebook: str
    """What a new match there is offered."""
    kit: str | None = None
    """What table it is; None: the one that a rulebook describes."""
    scorers: frozenset[str] | None = None
    """Who may score there; None: all whose role lets them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NewTable:
    """A table that is to be served from now on."""

    name: str
    rulebook: str
    kit: str
    label: str = ""
    camera: str = ""
    """Its address; empty: the score is kept by hand."""
    user: str = ""
    password: str = field(default="", repr=False)


class TableWatching(Protocol):
    """The watching of a table, as far as a page may know and change it."""

    is_paused: bool
    pace: Pace

    @property
    def order(self) -> Order:
        """What new eyes would be told to do now."""
        ...

    def begin_anew(self) -> None:
        """Have other eyes watch the table, which see it as it is set up by now."""

    def pause(self, on: bool) -> None:
        """Watch the table no more, or again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Added:
    """A table that was added, and how it comes to be watched."""

    table: Table
    kept: tuple[Kept, ...] = ()
    """What is kept of it on the disk."""
    watched: Callable[[Channel], TableWatching] | None = None
    """Has its camera watched from now on, and the channel told; None: it has no camera."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hall:
    """What every route works with."""

    channels: Mapping[str, Channel]
    clock: WallClock
    rulebook: str
    """The one that a new match is offered with."""
    club: str = ""
    """What the club is called; empty: nobody has said."""
    about: Mapping[str, About] = field(default_factory=dict)
    """What the club says of its tables."""
    watching: Mapping[str, TableWatching] = field(default_factory=dict)
    """The tables that a camera watches."""
    metrics: Metrics = field(default_factory=Metrics)
    archive: Archive = field(default_factory=Archive)
    """What can be looked at again."""
    kept: tuple[Kept, ...] = ()
    """What is kept on the disk."""
    reviewing: Reviewing | None = None
    """What takes clips in for review; None: nothing does."""
    roster: Roster = field(default_factory=Roster)
    """What the screens call the players."""
    recent: Recent = field(default_factory=Recent)
    """What the log said last."""
    adding: Callable[[NewTable], Added] | None = None
    """Writes a new table down where those are that are served after a restart; None: that is nowhere."""
    lookers: CapacityLimiter = field(default_factory=lambda: CapacityLimiter(LOOKERS))
    """Those who wait for a picture hold up nobody else."""
    cutters: CapacityLimiter = field(default_factory=lambda: CapacityLimiter(CUTTERS))
    """And so with those who wait for a clip."""
    readers: CapacityLimiter = field(default_factory=lambda: CapacityLimiter(READERS))
    """The first of many screens reads what all of them then show."""
    finders: CapacityLimiter = field(default_factory=lambda: CapacityLimiter(FINDERS))
    """Tables are looked for one at a time: it takes a processor for seconds."""

    def channel(self, table: str) -> Channel:
        """Return the line of the table called `table`.

        Raises:
            UnknownName: there is none; the message lists those there are.
        """
        if table not in self.channels:
            raise UnknownName(f"there is no table {table!r}: use one of {', '.join(self.channels)}")
        return self.channels[table]

    def table(self, name: str) -> Table:
        """Return the table called `name`.

        Raises:
            UnknownName: there is none.
        """
        return self.channel(name).table

    def rulebook_at(self, table: str) -> str:
        """Return what a new match at a table is offered."""
        return self.about[table].rulebook if table in self.about else self.rulebook

    def kit_at(self, table: str) -> str | None:
        """Return what table it is; None: nobody has said."""
        return self.about[table].kit if table in self.about else None

    def with_kit(self, table: str, kit: str) -> "Hall":
        """Return a hall in which a table is of another kit."""
        was = self.about.get(table, About(rulebook=self.rulebook))
        return replace(self, about={**self.about, table: replace(was, kit=kit)})

    def stuck(self, wait_s: float) -> list[str]:
        """Return the tables at which no step could be taken within so long, one after the other."""
        return [name for name, channel in self.channels.items() if not channel.table.is_free(wait_s)]

    def with_table(self, new: NewTable) -> "Hall":
        """Return a hall that serves one more table.

        Raises:
            UnknownName: nobody may add a table here.
            BadInput: there is one of that name, it can be none, or its camera cannot be used.
        """
        if self.adding is None:
            raise UnknownName("a table is added where a club's file is served: start the program with --config")
        if new.name in self.channels:
            raise BadInput(f"there is a table {new.name!r} already: give this one another name")
        added = self.adding(new)
        channel = Channel(added.table, self.roster)
        self.metrics.watch(channel)
        return replace(
            self, channels={**self.channels, new.name: channel}, kept=(*self.kept, *added.kept),
            about={**self.about, new.name: About(rulebook=new.rulebook, kit=new.kit)},
            watching={**self.watching, new.name: added.watched(channel)} if added.watched else self.watching,
        )  # fmt: skip

    def call_players_anew(self) -> None:
        """Show the players as they are called by now, on every screen."""
        self.roster.read()
        for channel in self.channels.values():
            channel.tell_again()

    def close(self) -> None:
        """Let every screen go."""
        for channel in self.channels.values():
            channel.close()


def hall_of(
    tables: Iterable[Table],
    clock: WallClock,
    rulebook: str,
    archive: Archive | None = None,
    roster: Roster | None = None,
) -> Hall:
    """Return a hall with these tables."""
    known = roster or Roster()
    channels = {table.name: Channel(table, known) for table in tables}
    hall = Hall(channels=channels, clock=clock, rulebook=rulebook, archive=archive or Archive(), roster=known)
    for channel in hall.channels.values():
        hall.metrics.watch(channel)
    return hall
