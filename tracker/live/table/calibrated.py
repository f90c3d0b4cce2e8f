"""Keeps how a camera sees a table in the club's database, so that after a restart it need not be found."""

from contextlib import suppress

from tracker.domain.errors import CalibrationUnreadable
from tracker.live.table.keeping import KeptCalibration, SetBy
from tracker.store.calibrations import calibration_from, calibration_text
from tracker.store.database.footage import StoredCalibration, calibrations_of, keep_calibration
from tracker.store.database.opening import Database
from tracker.store.kits import find_kit


def keep(database: Database, at: tuple[str, str], text: str, set_by: SetBy, now_us: int) -> None:
    """Keep the text of a `calibration.json`; `at` is the table, and the source without credentials.

    Raises:
        DatabaseUnusable: the disk is full or gone.
        CalibrationUnreadable, UnknownName: it makes no sense, or is for no table that we know.
    """
    table, source = at
    calibration = calibration_from(text, "found")
    whole = calibration_text(calibration, find_kit(calibration.table))
    keep_calibration(
        database,
        StoredCalibration(
            table=table, source=source, text=whole, kept_us=now_us, how=set_by.how, set_by=set_by.name
        ),
    )  # fmt: skip


def kept(database: Database, at: tuple[str, str]) -> tuple[KeptCalibration, ...]:
    """Return what was kept of a table and a source, the newest first; what another program wrote is passed over."""
    found = []
    for one in calibrations_of(database, *at):
        with suppress(CalibrationUnreadable):
            kit = calibration_from(one.text, "kept").table
            set_by = SetBy(how=one.how, name=one.set_by)
            found.append(KeptCalibration(number=one.id, kit=kit, text=one.text, at_us=one.kept_us, set_by=set_by))
    return tuple(found)
