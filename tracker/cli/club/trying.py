"""Try the camera of a table: whether it answers, what it sends, and whether the table is found in its pictures."""

from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from tracker.calibrate.draw import draw_table
from tracker.calibrate.find import TOGETHER, TRY_EVERY_S, find_table
from tracker.calibrate.points import from_points
from tracker.capture.addresses import scrubbed, shown_name
from tracker.capture.picture import Image
from tracker.capture.sources.source import Source, open_source
from tracker.cli.serving import ServedTable
from tracker.domain.errors import CuewatchError
from tracker.geometry.calibration import Calibration
from tracker.live.messages import Order
from tracker.store.calibrations import calibration_from
from tracker.store.files import write_whole_image
from tracker.store.kits import find_kit

SLOWEST: float = 20.0
"""Pictures a second: a camera that sends fewer leaves first contacts in doubt."""
LOWEST_PX: int = 700
"""Of the picture's short side: in a lower one the balls are small."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CameraTrial:
    """How a camera fares, in words for a person."""

    is_well: bool
    words: str


def tried(table: ServedTable, pictures: Path | None) -> CameraTrial:
    """Return how the camera of a table fares; where a folder is given, what it shows is drawn there."""
    if table.order is None:
        return CameraTrial(is_well=True, words="no camera: the score is kept by hand")
    try:
        source = open_source(table.order.source)
        width, height = source.size
        sends = f"{shown_name(table.order.source)} answers: {width}x{height} at {source.rate:.1f} pictures a second"
        images = _images(source)
    except CuewatchError as trouble:
        return CameraTrial(is_well=False, words=f"not well: {scrubbed(str(trouble), table.order.source)}")
    try:
        calibration = _calibration(images, table.order)
    except CuewatchError as trouble:
        return CameraTrial(is_well=False, words=f"not well: {sends}; {trouble}")
    if pictures is not None:
        pictures.mkdir(parents=True, exist_ok=True)
        drawn = draw_table(images[-1], calibration, find_kit(table.order.kit))
        write_whole_image(pictures / f"table-{table.name}.png", drawn)
    fit = "" if calibration.error_mm != calibration.error_mm else f" (off by {calibration.error_mm:.1f} mm)"
    poor = _poor(source)
    return CameraTrial(is_well=not poor, words=f"{'not well' if poor else 'well'}: {sends}; table found{fit}{poor}")


def _images(source: Source) -> list[Image]:
    """Return a few pictures half a second apart."""
    step = max(1, round(source.rate * TRY_EVERY_S))
    return [picture.image for picture in islice(source.pictures(), 0, TOGETHER * step, step)]


def _calibration(images: list[Image], order: Order) -> Calibration:
    """Return how the camera sees the table: as it was given, if it is for pictures of this size, or as it is found.

    Raises:
        CuewatchError: no table is found, or the given calibration is for other pictures.
    """
    kit = find_kit(order.kit)
    if order.corners:
        return from_points(images[-1], kit, order.corners, order.baulk)
    if order.calibration is None:
        return find_table(images, kit, order.baulk)
    given = calibration_from(order.calibration, "given")
    height, width = images[-1].shape[:2]
    if given.camera.image_size != (width, height):
        made = "x".join(map(str, given.camera.image_size))
        raise CuewatchError(f"the calibration is for pictures of {made}: make another with `cuewatch calibrate`")
    return given


def _poor(source: Source) -> str:
    slow = f"; fewer than {SLOWEST:g} pictures a second: set the camera to 25" if source.rate < SLOWEST else ""
    low = f"; lower than {LOWEST_PX} px: set the camera to 1280x720" if min(source.size) < LOWEST_PX else ""
    return slow + low
