"""From a club's file to what `cuewatch serve` serves."""

import argparse
from pathlib import Path
from typing import Final

from tracker.cli.club.form import ClubFile, HubPart, TablePart, source_of
from tracker.cli.club.reading import read_club
from tracker.cli.options import option_called, parser
from tracker.cli.ordering import WatchOptions, order_of
from tracker.cli.serving import HubAddress, ServedTable, Serving
from tracker.domain.errors import BadInput
from tracker.live.messages import Order

SAID_IN_THE_FILE: Final = (
    "rules", "table", "db", "host", "name", "port", "source", "password_env", "password_file", "realtime", "kit",
    "calibration", "points", "baulk", "record", "no_record", "record_gb", "accept_sure", "runtime",
)  # fmt: skip
"""Options that `--config` stands in place of."""


def serving_by_config(options: argparse.Namespace) -> Serving:
    """Return what the file that `--config` names says.

    Raises:
        BadInput: the file cannot be used, or an option says again what stands there.
    """
    usual = parser().parse_args(["serve"])
    given = [name for name in SAID_IN_THE_FILE if getattr(options, name) != getattr(usual, name)]
    if given:
        raise BadInput(f"--config and {option_called(given[0])}: with a file, say all of it there")
    path = Path(options.config)
    return serving_by_file(read_club(path), path.absolute().parent)


def serving_by_file(file: ClubFile, folder: Path) -> Serving:
    """Return what a club's file says; its paths are taken from `folder`.

    Raises:
        BadInput: a camera, or what calibrates it, cannot be used.
    """
    among = sum(bool(table.camera) for table in file.tables)
    return Serving(
        tables=tuple(_table_by(table, file, folder, max(1, among)) for table in file.tables),
        database=folder / file.storage.database, host=file.network.host, port=file.network.port,
        names=tuple(file.network.names), proxies=tuple(file.network.proxies), club=file.club.name,
        hub=_hub_by(file.hub, folder),
    )  # fmt: skip


def _hub_by(hub: HubPart | None, folder: Path) -> HubAddress | None:
    if hub is None:
        return None
    return HubAddress(
        hall=hub.hall, address=hub.address, is_leaf=hub.leaf, password_file=folder / hub.password_file,
        certificate=folder / hub.certificate if hub.certificate else None,
        gives_recordings=hub.recordings,
    )  # fmt: skip


def _table_by(table: TablePart, file: ClubFile, folder: Path, among: int) -> ServedTable:
    recorded = folder / file.storage.recordings / table.name
    return ServedTable(
        name=table.name, rulebook=table.rules, folder=recorded, accept_sure=table.accept_sure, label=table.label,
        kit=table.kit, paused=table.paused,
        scorers=None if table.scorers is None else frozenset(table.scorers),
        order=_order_by(table, file.vision.runtime, folder, recorded, among) if table.camera else None,
    )  # fmt: skip


def _order_by(table: TablePart, runtime: str | None, folder: Path, recorded: Path, among: int) -> Order:
    watch = WatchOptions(
        source=source_of(table, folder), realtime=table.realtime, kit=table.kit, rules=table.rules,
        points=table.corners, baulk=table.baulk, runtime=runtime,
        calibration=folder / table.calibration if table.calibration else None,
        record=recorded if table.record else None, record_gb=table.record_gb, among=among,
    )  # fmt: skip
    return order_of(watch)
