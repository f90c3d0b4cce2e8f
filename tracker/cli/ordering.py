"""From the options of `cuewatch serve` to the order for the eyes at its table."""

import argparse
from pathlib import Path

from tracker.capture.process.opening import check_source, is_live
from tracker.capture.recording.storage import GIGABYTE
from tracker.cli.typed import corners
from tracker.domain.errors import BadInput
from tracker.live.messages import Order
from tracker.store.calibrations import calibration_text, read_calibration
from tracker.store.kits import DEFAULT_TABLE, find_kit


def order_of(options: argparse.Namespace, folder: Path) -> Order:
    """Return what the eyes at the table are to do; a camera is recorded into `folder`.

    Raises:
        BadInput: the source, the calibration, the corners or the kit cannot be used, or it is not said for which table.
    """
    if len(options.table or []) > 1:
        raise BadInput("--source watches one table: name one --table, and serve the others by a program of their own")
    check_source(options.source)
    happens_now = options.realtime or is_live(options.source)
    if options.record and not happens_now:
        raise BadInput("--record is for a camera: a video file is there already")
    if not options.record_gb > 0:
        raise BadInput(f"--record-gb {options.record_gb:g}: give a number above 0, or --no-record")
    calibration = read_calibration(Path(options.calibration)) if options.calibration else None
    kit = find_kit(options.kit or (calibration.table if calibration else DEFAULT_TABLE))
    if calibration and calibration.table != kit.name:
        raise BadInput(f"{options.calibration} is for table {calibration.table}, not {kit.name}: leave --kit out")
    return Order(
        source=options.source, realtime=options.realtime, kit=kit.name, runtime=options.runtime,
        record=str(folder) if happens_now and not options.no_record else None,
        record_bytes=round(options.record_gb * GIGABYTE),
        calibration=calibration_text(calibration, kit) if calibration else None,
        corners=corners(options.points) if options.points else (),
    )  # fmt: skip
