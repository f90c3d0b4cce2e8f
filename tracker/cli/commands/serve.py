"""`cuewatch serve`: the score of every table on every screen of the club, kept by hand or seen by cameras."""

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from dataclasses import replace
from pathlib import Path
from threading import Thread
from typing import Final, TypeAlias

from tracker.capture.addresses import shown_name
from tracker.capture.recording.storage import DAY_S, Storage
from tracker.cli.picked_up import picked_up_of, picking_up
from tracker.cli.serving import ServedTable, Serving, serving_by_options
from tracker.domain.errors import BadInput, CuewatchError
from tracker.live.log import say
from tracker.live.messages import Order
from tracker.live.supervision.forks import Forks
from tracker.live.supervision.supervisor import Hearers
from tracker.live.supervision.watching import Watching
from tracker.live.table.keeping import Keeper
from tracker.live.table.stored import Stored
from tracker.live.table.table import Moment, Table
from tracker.match.book.entries import Seen
from tracker.match.desk.desk import Policy
from tracker.match.frames import Match
from tracker.review.archive import Archive
from tracker.review.opening import TakeUp, opened_archive
from tracker.review.uploads.reviewing import Reviewing, Tools
from tracker.rules import shelf
from tracker.store.database.copying import in_use
from tracker.store.database.opening import Database, open_database
from tracker.store.database.people import ClubTable, keep_table
from tracker.store.database.people import tables as tables_kept
from tracker.store.database.users import has_admin
from tracker.store.kits import find_kit
from tracker.store.uploads import Uploads
from tracker.web.access.door import Door, is_here
from tracker.web.hall.channel import Channel
from tracker.web.hall.hall import About, Added, Hall, Kept, NewTable, hall_of
from tracker.web.hall.logs import Recent, logged_to_stderr
from tracker.web.hall.roster import Roster
from tracker.web.server import listening, now_ms, serve

Playing: TypeAlias = Callable[[Mapping[str, Watching]], AbstractContextManager[None]]
"""Has something played while tables are watched."""
WATCH_UPLOAD: Final = (sys.executable, "-m", "tracker.cli.recording.watch_upload")


def run(options: argparse.Namespace) -> int:
    """Serve until somebody stops it; return the exit status.

    Raises:
        UnknownName: there is no such rulebook.
        BadInput: a table, its camera, the address or the database cannot be used, or what was kept cannot be played; or
            others could come in while nobody has a password.
    """
    recent = Recent()
    with (
        logged_to_stderr(recent),
        serving_for(options) as serving,
        listening(serving.host, serving.port) as line,
        in_use(serving.database),
        open_database(serving.database) as database,
    ):
        must_be_safe(line.getsockname()[0], serving, database)
        picked = picked_up_of(options, serving)
        keeper = Stored(database, now_ms)
        tables = [Table(one.name, keeper, now_ms, Policy() if one.accept_sure else None) for one in serving.tables]
        set_up = replace(serving, tables=tuple(map(with_kit_as_set_up, serving.tables, tables)))
        known(database, set_up)
        with (
            opened_archive(database, lambda: now_ms() * 1000) as (archive, take_up),
            reviewing_for(serving) as reviewing,
            demo_at(options, serving, database, tables) as playing,
            fed_to_hub(serving, database, archive) as feed,
        ):
            for one, table in zip(serving.tables, tables, strict=True):
                archived(one, table, take_up)
                feed(table)
            played_in = hall_of(tables, now_ms, serving.rulebook, archive, Roster(database))
            hall = replace(
                played_in, reviewing=reviewing, recent=recent, kept=kept_on_disk(serving, reviewing),
                club=serving.club, about=about(set_up),
            )  # fmt: skip
            reviewing.counted(hall.metrics.registry)
            with picking_up(picked, tables), watched(hall, serving.tables) as eyes, playing(eyes.open):
                growing = adding_to(Path(options.config), keeper, (take_up, feed), eyes) if options.config else None
                door = door_to(database, serving.names)
                serve(replace(hall, watching=dict(eyes.open), adding=growing), line, door, serving.proxies)
    return 0


@contextmanager
def fed_to_hub(serving: Serving, database: Database, archive: Archive) -> Iterator[Callable[[Table], None]]:
    """Send all that is called to the hub meanwhile, if there is one; nobody here waits for it.

    What is given has a table's calls sent at once, and its recordings lent to the hub where the club's file says so.

    Raises:
        BadInput: its password cannot be read, or what speaks to it is not installed.
    """
    if serving.hub is None:
        yield lambda _: None
        return
    from tracker.cli.club.feeding import feeding_to, lending_of  # noqa: PLC0415  most clubs have no hub

    tables: dict[str, Table] = {}
    with feeding_to(serving.hub, database, lending_of(archive, tables)) as feed:

        def fed(table: Table) -> None:
            tables[table.name] = table
            table.listen(waking(feed.wake))

        yield fed


def waking(wake: Callable[[], None]) -> Callable[[Moment], None]:
    """Return what wakes somebody when a book has grown, not whenever a ball has moved."""
    at = (0, 0)

    def hear(moment: Moment) -> None:
        nonlocal at
        if moment.at != at:
            at = moment.at
            wake()

    return hear


@contextmanager
def demo_at(
    options: argparse.Namespace, serving: Serving, database: Database, tables: Sequence[Table]
) -> Iterator[Playing]:
    """Give what has the demo's table played while it is watched; nothing is where there is no demo."""
    if not options.demo:
        yield lambda _: nullcontext()
        return
    from tracker.cli import playing  # noqa: PLC0415  a score kept by hand need not wait for it

    by_itself = tables[0]
    playing.introduced(database, by_itself)
    print(playing.announced(serving), flush=True)
    yield lambda watching: playing.played_again(by_itself, watching[by_itself.name])


def serving_for(options: argparse.Namespace) -> AbstractContextManager[Serving]:
    """Return what gives what is served, for as long as it is.

    Raises:
        UnknownName: there is no such rulebook.
        BadInput: a table's name, its camera, or the club's file cannot be used.
    """
    if not options.demo:
        return nullcontext(serving_of(options))
    from tracker.cli.playing import demonstrated  # noqa: PLC0415  a score kept by hand need not wait for it

    return demonstrated(options)


def serving_of(options: argparse.Namespace) -> Serving:
    """Return what the options of `serve` say.

    Raises:
        UnknownName: there is no such rulebook.
        BadInput: a table's name, its camera, or the club's file cannot be used.
    """
    if not options.config:
        return serving_by_options(options)
    from tracker.cli.club.serving import serving_by_config  # noqa: PLC0415  a score kept by hand need not wait for it

    return serving_by_config(options)


def adding_to(
    path: Path, keeper: Keeper, taken_up: tuple[TakeUp, Callable[[Table], None]], eyes: "Eyes"
) -> Callable[[NewTable], Added]:
    """Return what adds a table to those that are served: it is written into the club's file first.

    Args:
        path: the club's file.
        keeper: keeps its books.
        taken_up: by whom it is taken up besides: the archive, and what feeds the hub.
        eyes: watch its camera.
    """
    from tracker.cli.club.adding import write_table  # noqa: PLC0415  a score kept by hand need not wait for it

    def add(new: NewTable) -> Added:
        table = Table(new.name, keeper, now_ms)
        one = write_table(path, new)
        take_up, fed = taken_up
        archived(one, table, take_up)
        fed(table)
        if one.order is None:
            return Added(table=table)
        kept = (recording(one.order, new.name),) if one.order.record else ()
        return Added(table=table, kept=kept, watched=lambda channel: eyes.begin(channel, one))

    return add


def known(database: Database, serving: Serving) -> None:
    """Keep what a club's file says of its tables; what it leaves open stays as it was kept."""
    before = {table.name: table for table in tables_kept(database)}
    for one in serving.tables:
        if one.label or serving.club:
            was = before.get(one.name, ClubTable(name=one.name))
            said = replace(was, label=one.label or was.label, kit=one.kit or was.kit, club=serving.club or was.club)
            if said != was or one.name not in before:
                keep_table(database, said)


def about(serving: Serving) -> dict[str, About]:
    """Return what is said of each table."""
    return {one.name: About(rulebook=one.rulebook, kit=one.kit, scorers=one.scorers) for one in serving.tables}


def reviewing_for(serving: Serving) -> Reviewing:
    """Return what takes clips in for review, beside the database."""
    uploads = Uploads(serving.database.absolute().parent / "uploads")
    return Reviewing(uploads, lambda: now_ms() * 1000, tools=Tools(watch=WATCH_UPLOAD))


def kept_on_disk(serving: Serving, reviewing: Reviewing) -> tuple[Kept, ...]:
    """Return what this program keeps on the disk."""
    books = Kept(what="database", path=serving.database)
    clips = Kept(what="uploads", path=reviewing.folder, spare_bytes=reviewing.room.spare_bytes)
    orders = {one.name: one.order for one in serving.tables if one.order is not None and one.order.record}
    several = len(orders) > 1
    reels = (recording(order, name if several else "") for name, order in orders.items())
    return (books, *reels, clips)


def recording(order: Order, table: str) -> Kept:
    """Return what is kept of the recording of a table."""
    assert order.record is not None
    storage = Storage(folder=order.record)
    days, spare = storage.keep_s / DAY_S, storage.spare_bytes
    return Kept(what="recording", path=Path(order.record), spare_bytes=spare, keep_days=days, table=table)


class Eyes:
    """The watching of all tables of a program."""

    def __init__(self, archive: Archive, forks: Forks, stack: ExitStack) -> None:
        self._archive, self._forks, self._stack = archive, forks, stack
        self.open: dict[str, Watching] = {}

    def begin(self, channel: Channel, table: ServedTable) -> Watching:
        """Have a table watched until the program ends."""
        hearers = Hearers(
            sight=channel.sight.tell, evidence=self._archive.keep, screens=channel.picture,
            wholes=channel.whole_picture,
        )  # fmt: skip
        order, forks = lambda: order_now(table, channel), self._forks.line
        watching = Watching(channel.table, order, hearers, paused=table.paused, forks=forks)
        self.open[table.name] = self._stack.enter_context(watching)
        channel.table.listen(looking_anew(watching))
        return watching


@contextmanager
def watched(hall: Hall, tables: Sequence[ServedTable]) -> Iterator[Eyes]:
    """Have every table watched that a camera is named for; at the end all eyes close at once."""
    with Forks() as forks, ExitStack() as stack:
        eyes = Eyes(hall.archive, forks, stack)
        for one in tables:
            if one.order is not None:
                eyes.begin(hall.channels[one.name], one)
        yield eyes
        for watching in eyes.open.values():
            watching.ask_to_end()


def looking_anew(watching: Watching) -> Callable[[Moment], None]:
    """Return what has other balls looked for once a match of another game begins; it keeps nobody waiting."""
    epoch = -1

    def hear(moment: Moment) -> None:
        nonlocal epoch
        if moment.at[0] != epoch:
            epoch = moment.at[0]
            Thread(target=watching.look_for_what_is_played, name="looks anew", daemon=True).start()

    return hear


def order_now(table: ServedTable, channel: Channel) -> Order:
    """Return what new eyes at a table are to do: they go on where those before them ended."""
    assert table.order is not None
    match = channel.table.moment.match
    return replace(for_match(with_kept(table.order, channel.table), match), told=last_stroke(match))


def for_match(order: Order, match: Match | None) -> Order:
    """Return an order to look for the balls of the match that is played, whatever the club plays there else."""
    if match is None or match.over:
        return order
    header = match.frame.header
    try:
        kit = shelf.find(header.rulebook, find_kit(order.kit)).kit_for(header.setup)
    except CuewatchError as trouble:
        say("the match cannot be seen on this table", kit=order.kit, why=str(trouble))
        return order
    return replace(order, rules=header.rulebook, pieces=dict(kit.pieces))


def with_kept(order: Order, table: Table) -> Order:
    """Return an order that begins from how the camera saw the table last.

    Where somebody has set it up on the camera's page, that holds rather than what the program was started with, the
    kit too; else what it was started with does.
    """
    try:
        kept = table.calibrations(shown_name(order.source))
    except CuewatchError as trouble:
        say("the calibration that was kept is not used", table=table.name, why=str(trouble))
        return order
    newest = next(iter(kept), None)
    if newest is None:
        return order
    if any(one.is_set_up for one in kept):
        rules = order.rules and shelf.book_for(find_kit(newest.kit), order.rules)
        return replace(order, kit=newest.kit, rules=rules, calibration=newest.text, corners=(), baulk=None)
    is_told = order.calibration is not None or order.corners or newest.kit != order.kit
    return order if is_told else replace(order, calibration=faced_as(newest.text, order))


def faced_as(text: str, order: Order) -> str:
    """Return a calibration that was kept with its ends where the order says that they lie, if it does."""
    if order.baulk is None:
        return text
    from tracker.calibrate.fit.facing import faced  # noqa: PLC0415  large, and only wanted here
    from tracker.store.calibrations import calibration_from, calibration_text  # noqa: PLC0415

    kit = find_kit(order.kit)
    return calibration_text(faced(calibration_from(text, "kept"), kit, order.baulk), kit)


def with_kit_as_set_up(one: ServedTable, table: Table) -> ServedTable:
    """Return a table with the kit that was chosen for it on the camera's page, if one was."""
    if one.order is None:
        return one
    kit = with_kept(one.order, table).kit
    return one if kit == one.order.kit else replace(one, kit=kit)


def archived(one: ServedTable, table: Table, take_up: TakeUp) -> None:
    """Have what is recorded of a table looked at again, if its camera is recorded, or was.

    Raises:
        BadInput: nothing can be recorded into its folder.
    """
    is_recorded = one.order is not None and bool(one.order.record)
    if is_recorded or one.folder.is_dir():
        take_up(table, one.folder, is_recorded=is_recorded)


def last_stroke(match: Match | None) -> int:
    """Return the number of the last stroke that was seen in the present frame."""
    entries = match.frame.desk.book.entries if match else ()
    return max((entry.stroke.number for entry in entries if isinstance(entry, Seen)), default=0)


def door_to(database: Database, names: Iterable[str] | None) -> Door:
    """Return the door that those pass who are kept in `database`, and who ask by one of these names or `localhost`."""
    return Door(database=database, names=frozenset({"localhost", *(name.lower() for name in names or ())}))


def must_be_safe(address: str, serving: Serving, database: Database) -> None:
    """Do nothing if only this machine can come in, or there is somebody who says who may.

    Raises:
        BadInput: anybody could come in.
    """
    if not is_here(address) and not has_admin(database):
        raise BadInput(
            f"--host {serving.host} lets others in, and nobody has a password yet: set one with "
            f"`cuewatch users add NAME --role admin --db {serving.database}`, or leave --host out"
        )
