"""Advice on a camera, put into words for a club's secretary, and as a record for other programs."""

from collections.abc import Mapping
from dataclasses import asdict
from math import isfinite
from typing import Any, Final

from tracker.domain.advice import CameraAdvice, Prospect, Stand, StandChange, StandRemark
from tracker.show.advice_words import (
    CHANGES,
    CUSHIONS,
    ENDS,
    HEADINGS,
    NO_CHANGE,
    PLACES,
    REMARKS,
    RESULT,
    Words,
    in_language,
)

SCHEMA: Final = 1
COLUMNS: Final = ("place", "across", "along", "ball", "error", "touch", "clear", "pots")
UNSEEN: Final = "–"
MANY_MM: Final = 50.0
"""What is told from nowhere nearer than this is not told at all."""


def place_name(name: str, language: str) -> str:
    """Return the name of a pocket or spot; of a game's own places, as it stands."""
    return _of(PLACES, name, language)


def headings(language: str) -> tuple[str, ...]:
    """Return the headings of `rows`."""
    return tuple(in_language(HEADINGS[column], language) for column in COLUMNS)


def rows(advice: CameraAdvice, language: str) -> list[tuple[str, ...]]:
    """Return what a camera makes of each place, as the rows of a table."""
    return [_row(one, one.name in advice.pots, language) for one in advice.prospects]


def _row(one: Prospect, tells_pots: bool, language: str) -> tuple[str, ...]:
    name = place_name(one.name, language)
    pots = in_language(HEADINGS["told" if tells_pots else "asked"], language) if one.is_pocket else ""
    if not one.in_view:
        return name, *[UNSEEN] * 6, pots
    return (
        name, _number(one.across_mm, language), _number(one.along_mm, language), f"{one.ball_px:.0f}",
        _number(one.error_mm, language), _share(one.touch_told), _number(one.clear_mm, language), pots,
    )  # fmt: skip


def remark_sentences(advice: CameraAdvice, language: str) -> list[str]:
    """Return what there is to say of a stand, a sentence or two each."""
    return [_remark(remark, language) for remark in advice.remarks]


def change_sentences(advice: CameraAdvice, language: str) -> list[str]:
    """Return what to change and what would come of it; a sentence that nothing helps where nothing does."""
    pockets = sum(one.is_pocket for one in advice.prospects)
    said = [_change(change, pockets, language) for change in advice.changes]
    return said or [in_language(NO_CHANGE, language)]


def _remark(remark: StandRemark, language: str) -> str:
    names = [_of(CUSHIONS if remark.kind == "cushion" else PLACES, name, language) for name in remark.names]
    kind = "cut-edge" if remark.kind == "cut" and not names else remark.kind
    filled = {key: _quantity(key, value, language) for key, value in remark.numbers.items()}
    first, second = (*names, "", "")[:2]
    joined = ("、" if language == "zh" else ", ").join(names)
    return in_language(REMARKS[kind], language).format(**filled, names=joined, first=first, second=second)


def _change(change: StandChange, pockets: int, language: str) -> str:
    x, y, z = (f"{value:.0f}" for value in change.stand.at_mm)
    wide, high = change.stand.size_px
    what = in_language(CHANGES[change.kind], language).format(
        lens=f"{change.stand.lens_deg:.0f}°", height=f"{_number(change.stand.at_mm[2] / 1000, language)} m",
        at=f"{x} {y} {z}", size=f"{wide}x{high}", end=_of(ENDS, change.end, language) if change.end else "",
    )  # fmt: skip
    return in_language(RESULT, language).format(
        change=what, worst=_length(change.worst_mm, language), touch=_share(change.touch_told), pots=change.pots_told,
        of=pockets,
    )  # fmt: skip


QUANTITIES: Final = {
    "share": "share", "least": "share", "near": "share", "far": "share", "px": "pixels", "count": "count",
    "deg": "degrees", "least_deg": "degrees",
}  # fmt: skip
"""What is no length."""


def _quantity(key: str, value: float, language: str) -> str:
    kind = QUANTITIES.get(key, "length")
    if kind == "share":
        return _share(value)
    if kind == "length":
        return _length(value, language)
    if kind == "degrees":
        return f"{value:.0f}°"
    return f"{value:.0f} px" if kind == "pixels" else f"{value:.0f}"


def _of(table: Mapping[str, Words], name: str, language: str) -> str:
    return in_language(table[name], language) if name in table else name


def _number(value: float, language: str) -> str:
    if not isfinite(value):
        return UNSEEN
    return f"{value:.1f}".replace(".", "," if language in ("it", "sv") else ".")


def _share(value: float) -> str:
    """Return a share in percent; what is not all is not said to be."""
    return f"{min(round(100 * value), 99 if value < 1 else 100)} %"


def _length(value_mm: float, language: str) -> str:
    if not isfinite(value_mm):
        return f"> {MANY_MM:.0f} mm"
    if value_mm >= 10 * MANY_MM:
        return f"{_number(value_mm / 1000, language)} m"
    return f"{_number(value_mm, language) if value_mm < MANY_MM else round(value_mm)} mm"


def advice_record(advice: CameraAdvice, language: str) -> dict[str, Any]:
    """Return an advice as plain values; what is infinite, as nothing. Sentences are in `language`."""
    pockets = sum(one.is_pocket for one in advice.prospects)
    return {
        "schema": SCHEMA,
        "table": advice.table,
        "stand": _stand(advice.stand),
        "in_view": round(advice.in_view, 3),
        "pots": list(advice.pots),
        "places": [_prospect(one) for one in advice.prospects],
        "remarks": [
            {"kind": r.kind, "numbers": _finite(r.numbers), "names": list(r.names), "words": _remark(r, language)}
            for r in advice.remarks
        ],
        "changes": [
            {
                "kind": c.kind, "stand": _stand(c.stand), "words": _change(c, pockets, language),
                **_finite({"worst_mm": c.worst_mm, "touch_told": c.touch_told, "pots_told": c.pots_told}),
            }
            for c in advice.changes
        ],
    }  # fmt: skip


def _stand(stand: Stand) -> dict[str, Any]:
    return {
        "at_mm": list(stand.at_mm), "towards_mm": list(stand.towards_mm), "lens_deg": stand.lens_deg,
        "size_px": list(stand.size_px),
    }  # fmt: skip


def _prospect(one: Prospect) -> dict[str, Any]:
    values = asdict(one)
    head = {"name": one.name, "is_pocket": one.is_pocket, "at_mm": list(values.pop("at")), "in_view": one.in_view}
    return {**head, **_finite({key: value for key, value in values.items() if key not in head})}


def _finite(numbers: Mapping[str, float]) -> dict[str, float | None]:
    return {key: round(value, 3) if isfinite(value) else None for key, value in numbers.items()}
