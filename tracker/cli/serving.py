"""What `cuewatch serve` serves, as a value: made of its options here, or of a club's file (`club.serving`)."""

import argparse
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tracker.cli.options import option_called
from tracker.cli.typed import checked_name
from tracker.domain.errors import BadInput
from tracker.live.messages import Order
from tracker.rules import shelf

OF_A_CAMERA: Final = ("kit", "calibration", "points", "baulk", "realtime", "password_env", "password_file")
"""Options of `serve` that say nothing where no camera watches."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ServedTable:
    """A table, and what watches it if anything does."""

    name: str
    rulebook: str
    """What a new match there is offered."""
    folder: Path
    """Where its camera is recorded, or was."""
    order: Order | None = None
    accept_sure: bool = False
    label: str = ""
    kit: str | None = None
    scorers: frozenset[str] | None = None
    """Who may score there; None: all whose role lets them."""
    paused: bool = False
    """It is not watched until somebody says so."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HubAddress:
    """Where a federation's hub takes in what this hall calls."""

    hall: str
    address: str
    is_leaf: bool
    password_file: Path
    certificate: Path | None
    gives_recordings: bool = False
    """The hub may fetch the recording of a stroke when somebody asks for it there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Serving:
    """All that one program serves."""

    tables: tuple[ServedTable, ...]
    database: Path
    host: str = "127.0.0.1"
    port: int = 8080
    names: tuple[str, ...] = ()
    """By which this machine is reached, beside its addresses."""
    proxies: tuple[str, ...] = ()
    """Machines and networks whose word is taken on who asks, beside this machine."""
    club: str = ""
    hub: HubAddress | None = None
    """Where the books go besides; None: nowhere."""

    @property
    def rulebook(self) -> str:
        """The rulebook of the first table."""
        return self.tables[0].rulebook


def recordings(options: argparse.Namespace, table: str) -> Path:
    """Return where the camera of a table is recorded, or was."""
    return Path(options.record) if options.record else Path(options.db).absolute().parent / "recordings" / table


def serving_by_options(options: argparse.Namespace) -> Serving:
    """Return what the options of `serve` say, without a club's file.

    Raises:
        UnknownName: there is no such rulebook.
        BadInput: a table's name or its camera cannot be used.
    """
    names = tuple(map(checked_name, dict.fromkeys(options.table or ["1"])))
    rulebook = shelf.find(options.rules).name
    if options.source is not None and len(names) > 1:
        raise BadInput(
            "--source watches one table: name one --club-table, or name all with their cameras in --config FILE"
        )
    return Serving(
        tables=tuple(
            ServedTable(
                name=name, rulebook=rulebook, folder=recordings(options, name),
                order=_order(options, recordings(options, name)), accept_sure=options.accept_sure,
                kit=options.kit if options.source is not None else None,
            )
            for name in names
        ),
        database=Path(options.db), host=options.host, port=options.port, names=tuple(options.name or ()),
    )  # fmt: skip


def _must_name_no_camera(options: argparse.Namespace) -> None:
    if given := next((name for name in OF_A_CAMERA if getattr(options, name)), None):
        raise BadInput(f"{option_called(given)} is for what a camera watches: name its --source, or leave it out")


def _order(options: argparse.Namespace, folder: Path) -> Order | None:
    """Return what the eyes at the table are to do; None where nobody watches."""
    if options.source is None:
        _must_name_no_camera(options)
        return None
    from tracker.cli.ordering import WatchOptions, order_of  # noqa: PLC0415  a score kept by hand need not wait for what sees
    from tracker.cli.passwords import with_password  # noqa: PLC0415

    watch = WatchOptions(
        source=with_password(options), realtime=options.realtime, kit=options.kit, rules=options.rules,
        points=options.points or "", baulk=options.baulk, runtime=options.runtime,
        calibration=Path(options.calibration) if options.calibration else None,
        record=None if options.no_record else folder, record_gb=options.record_gb,
    )  # fmt: skip
    if options.record and not watch.happens_now:
        raise BadInput("--record is for a camera: a video file is there already")
    return order_of(watch)
