"""Keeps how a camera sees a table in the club's database, so that after a restart the table need not be found again."""

from tracker.store.calibrations import calibration_from, calibration_text
from tracker.store.database.footage import calibration_of, keep_calibration
from tracker.store.database.opening import Database
from tracker.store.kits import find_kit


def keep(database: Database, at: tuple[str, str], text: str, now_us: int) -> None:
    """Keep the text of a `calibration.json`; `at` is the table, and the source without credentials.

    Raises:
        DatabaseUnusable: the disk is full or gone.
        CalibrationUnreadable, UnknownName: it makes no sense, or is for no table that we know.
    """
    table, source = at
    calibration = calibration_from(text, "found")
    keep_calibration(database, table, calibration, find_kit(calibration.table), source, now_us)


def kept(database: Database, at: tuple[str, str], kit: str) -> str | None:
    """Return what was kept last of a table and a source; None: nothing was, or the table was another one.

    Raises:
        CalibrationUnreadable: it is that of another program.
    """
    calibration = calibration_of(database, *at)
    if calibration is None or calibration.table != kit:
        return None
    return calibration_text(calibration, find_kit(kit))
