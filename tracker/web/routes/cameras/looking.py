"""How a camera sees a table, found in its picture or pointed at there, as a page draws and says it.

What finds tables takes 40 MB, so a server imports this once somebody sets up a camera, and not before.
"""

from base64 import b64decode
from collections.abc import Sequence
from dataclasses import replace
from math import isfinite
from typing import Any

from tracker.calibrate.draw import table_lines
from tracker.calibrate.find import against_the_named, find_table
from tracker.calibrate.fit.pose import rectangle
from tracker.calibrate.points import from_points
from tracker.capture.jpeg import still_of_jpeg
from tracker.capture.picture import Image
from tracker.domain.errors import BadInput
from tracker.domain.table.kit import Kit
from tracker.geometry.calibration import Calibration
from tracker.pipeline.advice import advise_on, grade
from tracker.show.advice import change_sentences, remark_sentences
from tracker.show.advice_words import UNFORETOLD, in_language
from tracker.store.calibrations import calibration_record
from tracker.store.kits import find_kit, snooker_kits
from tracker.vision.runtimes.networks import is_foretold, must_be_seen


def sent(still: str) -> Image:
    """Return the picture that a page sent, a JPEG in base 64.

    Raises:
        BadInput: it is none, or one too large to be looked at.
    """
    try:
        jpeg = b64decode(still, validate=True)
    except ValueError:  # beside its own error it raises the plain one, for letters that are not ASCII
        raise BadInput("this cannot be read as a picture: send a JPEG") from None
    return still_of_jpeg(jpeg)


def calibration_by(
    image: Image, table: str | None = None, corners: Sequence[tuple[float, float]] | None = None, baulk: Any = None
) -> Calibration:
    """Return how the camera sees a table: that kit's, or (None) one for snooker; `corners` (px) if a person has said.

    Raises:
        TableNotFound: the picture shows none that can be trusted.
        BadInput: no table can have its corners there, or no camera tells what is played with on it.
    """
    kits = snooker_kits()
    kit = find_kit(table) if table else None
    if kit is not None:
        must_be_seen(kit)
    if corners is not None:
        found = from_points(image, kit or kits[0], corners, baulk)
    else:
        found = find_table([image], kit or kits, baulk)
    against = against_the_named(image, found, kit, kits) if kit is not None else ()
    return replace(found, notes=(*against, *found.notes))


def seen_as(calibration: Calibration, lang: str) -> dict[str, Any]:
    """Return a calibration with what a page draws and says of it; places are pixels of the picture."""
    kit, view = find_kit(calibration.table), calibration.camera
    spots = {ball: spot for ball in kit.pieces if (spot := kit.spot_of(ball)) is not None}
    radius = kit.ball_radius_mm
    return {
        "calibration": calibration_record(calibration, kit),
        "kit": kit.name,
        "size_px": view.image_size,
        "corners": _pixels(view.project(rectangle(kit, 0.0))),
        "lines": [{"kind": line.kind, "points": _pixels(line.points_px)} for line in table_lines(view, kit)],
        "spots": [
            {"ball": ball, "at": _pixels(view.project_on([spot], radius))[0],
             "radius": round(float(view.ball_radius_px([spot], radius)[0]), 1)}
            for ball, spot in spots.items()
        ],
        "error_mm": round(calibration.error_mm, 1) if isfinite(calibration.error_mm) else None,
        "baulk_sure": round(calibration.baulk_sure, 3),
        "notes": calibration.notes,
        "verdict": verdict(calibration, kit, lang),
    }  # fmt: skip


def verdict(calibration: Calibration, kit: Kit, lang: str) -> dict[str, Any]:
    """Return what a camera that is there will decide, and what to change, in words; of a board no grade is given."""
    if not is_foretold(kit):
        return {"grade": "", "remarks": [in_language(UNFORETOLD, lang)], "changes": []}
    try:
        advice = advise_on(calibration, kit)
    except BadInput as trouble:
        return {"grade": "poor", "remarks": [str(trouble)], "changes": []}
    return {
        "grade": grade(advice), "remarks": remark_sentences(advice, lang), "changes": change_sentences(advice, lang)
    }  # fmt: skip


def _pixels(points: Any) -> list[list[float]]:
    return [[round(float(x), 1), round(float(y), 1)] for x, y in points]
