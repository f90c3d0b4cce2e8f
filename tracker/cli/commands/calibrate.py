"""`cuewatch calibrate`: find the table, or take its four corners, and show what was found for a person to check."""

import argparse
from pathlib import Path

from rich.console import Console

from tracker.calibrate.draw import draw_table
from tracker.calibrate.points import from_points
from tracker.capture.picture import Image
from tracker.capture.sources.folder import read_still
from tracker.capture.sources.source import STILLS, open_source
from tracker.cli.finding import calibration_for, calibration_of, kit_for
from tracker.cli.passwords import with_password
from tracker.cli.typed import corners
from tracker.domain.table.kit import Kit
from tracker.geometry.calibration import Calibration
from tracker.show.viewpoint import error_words, viewpoint
from tracker.store.calibrations import calibration_text
from tracker.store.files import write_whole, write_whole_image


def run(options: argparse.Namespace) -> int:
    """Write the calibration and the picture that shows it; print how well it fits."""
    image, calibration = _found(options, kit_for(options))
    kit = kit_for(options, calibration)
    out = Path(options.out) if options.out else _beside(options.source)
    drawn = out.with_suffix(".png")
    write_whole(out, calibration_text(calibration, kit))
    write_whole_image(drawn, draw_table(image, calibration, kit))
    _print(calibration, kit, out, drawn)
    return 0


def _found(options: argparse.Namespace, kit: Kit) -> tuple[Image, Calibration]:
    still = Path(options.source)
    if still.suffix.lower() in STILLS and "://" not in options.source:
        image = read_still(still)
        return image, _points_or_search(image, options, kit) or calibration_for([image], options)
    source = open_source(with_password(options))
    image = next(source.pictures()).image
    return image, _points_or_search(image, options, kit) or calibration_of(source, options)


def _points_or_search(image: Image, options: argparse.Namespace, kit: Kit) -> Calibration | None:
    if options.points is None:
        return None
    return from_points(image, kit, corners(options.points), options.baulk)


def _beside(source: str) -> Path:
    name = Path(source).stem if "://" not in source else "stream"
    return Path(f"{name.replace(':', '-')}.calibration.json")


def _print(calibration: Calibration, kit: Kit, out: Path, drawn: Path) -> None:
    console = Console(soft_wrap=True)
    console.print(f"Table {calibration.table}, seen from {viewpoint(calibration.camera, kit)}.")
    bed, which = ("bed", "Which side is A's") if kit.disc_mm else ("cloth", "Which end is Baulk")
    console.print(f"Reprojection error {error_words(calibration.error_px, calibration.error_mm)} on the {bed}.")
    console.print(f"{which}: {calibration.baulk_sure:.0%} sure.")
    for note in calibration.notes:
        console.print(f"Please look: {note}")
    console.print(f"Wrote {out} and {drawn}; check the picture by eye.")
