"""Which table, and where the camera stands: from the calibration that was given, or from the pictures themselves."""

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path

from tracker.calibrate.find import TOGETHER, TRY_EVERY_S, against_the_named, find_table
from tracker.calibrate.fit.facing import faced
from tracker.capture.picture import Image
from tracker.capture.sources.source import Source
from tracker.domain.errors import BadInput, CalibrationUnreadable, TableNotFound
from tracker.domain.table.kit import Kit
from tracker.geometry.calibration import Calibration
from tracker.rules import shelf
from tracker.store.calibrations import read_calibration
from tracker.store.kits import DEFAULT_TABLE, find_kit, snooker_kits

TRY_FOR_S = 30.0
"""A source that shows no table for so long shows none."""


def kit_for(options: argparse.Namespace, calibration: Calibration | None = None) -> Kit:
    """Return the kit that was asked for, else the calibration's, else the usual one."""
    return find_kit(table_named(options) or (calibration.table if calibration else DEFAULT_TABLE))


def table_named(options: argparse.Namespace) -> str | None:
    """Return the table that a person named, if only by the rulebook of a game that is played on a board.

    Raises:
        UnknownName: no rulebook has the name that was given.
    """
    rules = getattr(options, "rules", None)
    if options.table or rules is None:
        return str(options.table) if options.table else None
    return shelf.board_of(rules)


def calibration_for(images: Sequence[Image], options: argparse.Namespace) -> Calibration:
    """Return the calibration that was given with `--calibration`, or find the table in `images`.

    Raises:
        CalibrationUnreadable: the given one is broken, or for another table or size of picture.
        TableNotFound: the pictures show no table that can be trusted.
    """
    if options.calibration is None:
        return _named(images, options) if table_named(options) else find_table(images, snooker_kits(), options.baulk)
    height, width = images[0].shape[:2]
    calibration = read_calibration(Path(options.calibration), (width, height))
    if options.table and options.table != calibration.table:
        raise CalibrationUnreadable(
            f"{options.calibration} is for table {calibration.table}, not {options.table}: leave --table out"
        )
    return faced(calibration, find_kit(calibration.table), options.baulk)


def _named(images: Sequence[Image], options: argparse.Namespace) -> Calibration:
    """Return how the camera sees the table that was named; where the pictures speak against it, that is said.

    Raises:
        TableNotFound: the pictures do not show that table; the message names the one that they show, if any.
    """
    kit, kits = kit_for(options), snooker_kits()
    try:
        found = find_table(images, kit, options.baulk)
    except TableNotFound as trouble:
        if kit.pieces != kits[0].pieces:
            raise
        other = find_table(images, kits, options.baulk)  # where there is none either, this says why
        if other.table == kit.name:
            return other
        raise TableNotFound(
            f"no {kit.name} is seen: the picture looks like {other.table};"
            f" say --table {other.table}, or leave --table out"
        ) from trouble
    return replace(found, notes=(*against_the_named(images[0], found, kit, kits), *found.notes))


def calibration_of(source: Source, options: argparse.Namespace) -> Calibration:
    """Return the calibration of a whole source; pictures before the table comes into view are passed over.

    Raises:
        BadInput: the source holds no picture.
        TableNotFound: no table in the first half minute.
    """
    reason = TableNotFound(f"{source.name}: no table in view")
    for images in _groups(source, given=options.calibration is not None):
        try:
            return calibration_for(images, options)
        except TableNotFound as trouble:
            reason = trouble
    raise reason


def _groups(source: Source, given: bool) -> Iterator[list[Image]]:
    """Give pictures half a second apart, a few at a time; one alone where the calibration is given."""
    step = max(1, round(source.rate * TRY_EVERY_S))
    count = 1 if given else round(TRY_FOR_S / TRY_EVERY_S)
    images = (picture.image for picture in islice(source.pictures(), 0, count * step, step))
    group = list(islice(images, TOGETHER))
    if not group:
        raise BadInput(f"{source.name} gave no picture: check it")
    while group:
        yield group
        group = list(islice(images, TOGETHER))
