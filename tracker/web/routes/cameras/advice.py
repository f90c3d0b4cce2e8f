"""Routes of the advice before a camera is bought: the page, the tables there are, and the advice with its picture."""

from base64 import b64encode
from dataclasses import replace
from typing import Annotated, Any, Final

from fastapi import APIRouter, Query
from fastapi.responses import FileResponse

from tracker.domain.advice import SMALLEST_PX, CameraAdvice, Stand
from tracker.domain.table.kit import Kit
from tracker.domain.table.plane import Point
from tracker.show.advice import advice_record, change_sentences, headings, remark_sentences, rows
from tracker.show.advice_words import HEADINGS, in_language
from tracker.store.kits import DEFAULT_TABLE, find_kit, table_names
from tracker.vision.runtimes.networks import is_foretold, is_seen, must_be_foretold
from tracker.web.routes.pages import page
from tracker.web.routes.tables import REFUSALS

SHOWN_PX: Final = 1280
"""No picture is drawn larger for a page."""
JPEG_QUALITY: Final = 88
router = APIRouter(tags=["camera"], responses=REFUSALS)


@router.get("/camera-advice", include_in_schema=False)
def advice_page() -> FileResponse:
    """Return the page on which a camera is tried before it is bought."""
    return page("camera-advice/camera-advice.html")


@router.get("/api/kits")
def kits() -> list[dict[str, Any]]:
    """Return the tables that a camera may be set up over, the usual one first, with their lengths in mm."""
    known = [find_kit(name) for name in sorted(table_names(), key=lambda name: (name != DEFAULT_TABLE, name))]
    tried = [kit for kit in known if is_seen(kit)]
    return [
        {
            "name": kit.name, "width_mm": kit.width_mm, "length_mm": kit.length_mm, "baulk_mm": kit.baulk_mm,
            "d_radius_mm": kit.d_radius_mm, "is_board": kit.disc_mm > 0, "is_foretold": is_foretold(kit),
        }
        for kit in tried
    ]  # fmt: skip


@router.get("/api/camera-advice")
def camera_advice(  # noqa: PLR0913 (each is a field of the form)
    x: float,
    y: float,
    z: float,
    lens: float,
    *,
    width: int = 1920,
    height: int = 1080,
    table: Annotated[str, Query(max_length=40)] = DEFAULT_TABLE,
    towards_x: float | None = None,
    towards_y: float | None = None,
    lang: Annotated[str, Query(max_length=5)] = "en",
) -> dict[str, Any]:
    """Return what a camera there would make of a table: the record, its words, and the picture (JPEG in base 64)."""
    from tracker.pipeline.advice import advise  # noqa: PLC0415  large, and only wanted here

    kit = find_kit(table)
    must_be_foretold(kit)
    towards = Point(
        kit.width_mm / 2 if towards_x is None else towards_x, kit.length_mm / 2 if towards_y is None else towards_y
    )
    stand = Stand(at_mm=(x, y, z), towards_mm=towards, lens_deg=lens, size_px=(width, height))
    advice = advise(stand, kit)
    remarks, changes = remark_sentences(advice, lang), change_sentences(advice, lang)
    return {
        **advice_record(advice, lang),
        "headings": headings(lang),
        "rows": rows(advice, lang),
        "said": [
            {"title": in_language(HEADINGS["remarks"], lang), "sentences": remarks},
            {"title": in_language(HEADINGS["changes"], lang), "sentences": changes},
        ],
        "picture": b64encode(_picture(advice, kit)).decode(),
    }


def _picture(advice: CameraAdvice, kit: Kit) -> bytes:
    """Return the picture as the camera would see it, no larger than a page shows, as a JPEG."""
    from tracker.geometry.stand import camera_of  # noqa: PLC0415  large, and only wanted here
    from tracker.show.pictures.foreseen import foreseen, marked  # noqa: PLC0415
    from tracker.show.pictures.jpeg import as_jpeg  # noqa: PLC0415

    share = min(SHOWN_PX / max(advice.stand.size_px), 1.0)
    wide, high = (round(share * side) for side in advice.stand.size_px)
    camera = camera_of(replace(advice.stand, size_px=(max(wide, SMALLEST_PX), max(high, SMALLEST_PX))), kit)
    return as_jpeg(marked(foreseen(camera, kit), camera, kit, advice), JPEG_QUALITY)
