"""From what watches a table, as a person named it, to the order for the eyes there."""

from dataclasses import dataclass
from pathlib import Path

from tracker.capture.process.opening import check_source, is_live
from tracker.capture.recording.storage import GIGABYTE
from tracker.cli.typed import corners
from tracker.domain.errors import BadInput
from tracker.domain.table.kit import End, Kit
from tracker.geometry.calibration import Calibration
from tracker.live.messages import Order
from tracker.rules import shelf
from tracker.store.calibrations import calibration_text, read_calibration
from tracker.store.kits import DEFAULT_TABLE, find_kit


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchOptions:
    """What watches a table."""

    source: str
    realtime: bool = False
    kit: str | None = None
    rules: str | None = None
    """Rulebook whose balls are looked for."""
    calibration: Path | None = None
    points: str = ""
    baulk: End | None = None
    """Where in the picture Baulk lies, or side A of a board."""
    runtime: str | None = None
    record: Path | None = None
    """Folder to record into; None: nothing is recorded."""
    record_gb: float = 50.0
    among: int = 1
    """So many tables are watched on this machine."""

    @property
    def happens_now(self) -> bool:
        """Whether pictures come in their own time, and so can be recorded."""
        return self.realtime or is_live(self.source)


def order_of(watch: WatchOptions) -> Order:
    """Return what the eyes at the table are to do.

    Raises:
        BadInput: the source, the calibration, the corners or the kit cannot be used, or it is not said for which table.
    """
    check_source(watch.source)
    if not watch.record_gb > 0:
        raise BadInput(f"--record-gb {watch.record_gb:g}: give a number above 0, or --no-record")
    calibration = read_calibration(watch.calibration) if watch.calibration else None
    board = shelf.board_of(watch.rules) if watch.rules else None
    kit = find_kit(watch.kit or (calibration.table if calibration else board or DEFAULT_TABLE))
    if calibration and calibration.table != kit.name:
        raise BadInput(f"{watch.calibration} is for table {calibration.table}, not {kit.name}: leave --kit out")
    if watch.rules is not None:
        shelf.find_for(kit, watch.rules)  # a game that is not played on this table is refused before anybody watches
    calibration = _faced(calibration, kit, watch.baulk) if calibration else None
    return Order(
        source=watch.source, realtime=watch.realtime, kit=kit.name, rules=watch.rules, runtime=watch.runtime,
        record=str(watch.record) if watch.record and watch.happens_now else None,
        record_bytes=round(watch.record_gb * GIGABYTE),
        calibration=calibration_text(calibration, kit) if calibration else None,
        corners=corners(watch.points) if watch.points else (), baulk=watch.baulk, among=watch.among,
    )  # fmt: skip


def _faced(calibration: Calibration, kit: Kit, baulk: End | None) -> Calibration:
    """Return a calibration with its ends where a person says that they lie."""
    if baulk is None:
        return calibration
    from tracker.calibrate.fit.facing import faced  # noqa: PLC0415  large, and only wanted here

    return faced(calibration, kit, baulk)
