"""What is known of a camera and its table before the first picture: where to cut, and where to look for cloth."""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from tracker.domain.table.kit import Kit
from tracker.geometry.calibration import Calibration
from tracker.vision.colours import ColourReader
from tracker.vision.detector import Detector
from tracker.vision.looking.changes import Cells, bed_cells
from tracker.vision.looking.crop import Crop, crop_round
from tracker.vision.surroundings import cloth as cloths


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Eye:
    """What is known before the first picture: camera, table, where to cut and where to look for cloth.

    But for what the first picture that shows enough of the table tells of its colour.
    """

    calibration: Calibration
    kit: Kit
    crop: Crop
    bed: Cells
    """The cells of the network's picture in which a ball on the table can show."""
    cells: cloths.Cells
    colours: ColourReader | None
    """What was learnt about the colours of balls, if anything."""
    chroma_px: NDArray[np.float64] = field(default_factory=lambda: np.zeros(2))
    """(2,) by how far pictures show colour to the right of where it belongs, and below; 0 until one tells it."""


def prepare(calibration: Calibration, kit: Kit, detector: Detector) -> Eye:
    """Return the eye for one camera on one table, with what suits the detector."""
    crop = crop_round(calibration, kit, detector.ball_px)
    cells = cloths.cells_of(calibration.camera, kit)
    bed = bed_cells(crop, calibration, kit)
    return Eye(calibration=calibration, kit=kit, crop=crop, bed=bed, cells=cells, colours=detector.colours)


def alike_kinds(kit: Kit) -> tuple[str, ...]:
    """Return the kinds by whose look others of them are told: none of flat pieces, whose outlines are not measured."""
    return () if kit.disc_mm else kit.several
