"""`serve --demo`: a table that plays by itself, watched as any other is, to try all screens without a camera.

Its camera is the film of a drawn frame. Database and recording lie in a folder that is gone when the program ends.
"""

import argparse
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, Protocol

from tracker.cli.options import option_called, parser
from tracker.cli.ordering import WatchOptions, order_of
from tracker.cli.samples import sample
from tracker.cli.serving import ServedTable, Serving
from tracker.domain.book.setup import Setup, Start
from tracker.domain.errors import BadInput, CuewatchError
from tracker.live.log import say
from tracker.live.table.table import Table
from tracker.match.book.entries import Header
from tracker.match.frames import Match
from tracker.match.steps import BeginFrame, BeginMatch, CorrectBeginning
from tracker.store.database.opening import Database
from tracker.store.database.players import Player, keep_player

FILM: Final = "a-frame.mp4"
START: Final = Start(reds=3, on="red")
"""How the film begins: in the middle of a frame, with a table that is easily cleared."""
PLAYERS: Final = (
    Player(name="Alva Lindgren", short_name="Lindgren", country="SE"),
    Player(name="Bruno Conti", short_name="Conti", country="IT"),
)
HEADER: Final = Header(
    rulebook="snooker-2024",
    setup=Setup(names=(PLAYERS[0].name, PLAYERS[1].name), frames=3, start=START),
    camera_calls=True,
)
BY_ITSELF, BY_HAND = "1", "2"
INTERVAL_S, LOOK_S = 20.0, 0.5
"""From one frame to the next, and how often it is looked whether the film has ended."""
OWN: Final = ("config", "source", "table", "db", "host", "record", "calibration", "points", "baulk", "kit", "rules")
"""Options that `--demo` stands in place of."""
OPENED: Final = ("", "desk/1", "review/1", "overlay/1", "board/1", "streams", "desk/2")


@contextmanager
def demonstrated(options: argparse.Namespace) -> Iterator[Serving]:
    """Give what `serve --demo` serves: a table that plays by itself, and one to keep the score of by hand.

    Raises:
        BadInput: an option names a table, a camera or a database of one's own.
    """
    with TemporaryDirectory(prefix="cuewatch-demo-") as name:
        yield serving_in(Path(name), options)


def serving_in(folder: Path, options: argparse.Namespace) -> Serving:
    """Return what is served, with all that it keeps in `folder`.

    Raises:
        BadInput: an option names a table, a camera or a database of one's own.
    """
    usual = parser().parse_args(["serve"])
    if given := [option_called(name) for name in OWN if getattr(options, name) != getattr(usual, name)]:
        raise BadInput(f"--demo brings its own tables, camera and database, for this machine: leave {given[0]} out")
    watch = WatchOptions(
        source=str(sample(FILM)), realtime=True, runtime=options.runtime, record=folder / "recordings", record_gb=2.0
    )
    tables = (
        ServedTable(name=BY_ITSELF, rulebook=HEADER.rulebook, folder=folder / "recordings", order=order_of(watch)),
        ServedTable(name=BY_HAND, rulebook=HEADER.rulebook, folder=folder / "none"),
    )
    return Serving(
        tables=tables, database=folder / "demo.db", host=options.host, port=options.port,
        names=tuple(options.name or ()),
    )  # fmt: skip


def introduced(database: Database, table: Table) -> None:
    """Have the players known by the club, and their match begun."""
    for player in PLAYERS:
        keep_player(database, player)
    table.do(BeginMatch(header=HEADER))


class Pausable(Protocol):
    """The watching of a table, as far as it is stopped and begun again here."""

    def pause(self, on: bool) -> None:
        """Watch the table no more, or again."""


@contextmanager
def played_again(table: Table, watching: Pausable, interval_s: float = INTERVAL_S) -> Iterator[None]:
    """Have the next frame begin, and the film with it, some time after it has ended, until the block is left."""
    closing = threading.Event()

    def play() -> None:
        while not closing.wait(LOOK_S):
            if table.moment.camera == "ended" and not closing.wait(interval_s):
                _again(table, watching)

    player = threading.Thread(target=play, name="plays again", daemon=True)
    player.start()
    try:
        yield
    finally:
        closing.set()
        player.join()


def _again(table: Table, watching: Pausable) -> None:
    """Begin the next frame, or the match anew, and the film; a match that somebody else has begun is left alone."""
    watching.pause(True)
    try:
        if not is_begun_by_a_person(table.moment.match):
            begin_again(table)
    except CuewatchError as trouble:
        say("the demo could not begin anew", why=str(trouble))
    watching.pause(False)


def begin_again(table: Table) -> None:
    """Begin the next frame as the film does; where that ends the match, or was left undecided, begin another one.

    Raises:
        CuewatchError: it could not be kept.
    """
    match = table.moment.match
    if match is None or match.over or not match.frame.over:
        table.do(BeginMatch(header=HEADER, abandon=True))
        return
    table.do(BeginFrame(starter=0))
    table.do(CorrectBeginning(changes={"start": START}, keep=False))


def is_begun_by_a_person(match: Match | None) -> bool:
    """Tell whether it is a match of somebody's own."""
    return match is not None and not match.over and match.frame.header.setup.names != HEADER.setup.names


def announced(serving: Serving) -> str:
    """Return what a person is told who starts the demo: what plays, and where it is seen."""
    address = f"http://{serving.host}:{serving.port}/"
    pages = "\n".join(f"  {address}{page}" for page in OPENED)
    return (
        f"A drawn frame is played at table {BY_ITSELF} again and again, watched and called by the program itself; "
        f"table {BY_HAND} is yours to score.\nNothing of it is kept. Look at:\n{pages}"
    )
