"""The section of docs/MEASURED.md about incidents: what is to be reached first, then what lies behind it."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from itertools import pairwise
from typing import Any

import numpy as np

from bench.found import BINS, KINDS, TOLERANCES_S, WEIGHED, Found, reliability, scores
from bench.measured import machine
from bench.reach import ROWS, share, summed
from bench.shown import CHANGES_MM_S
from bench.shown import KINDS as SHOWN_KINDS
from tracker.cli.commands.evaluate import gap_words
from tracker.cli.evaluation import identity, places, touching
from tracker.domain.table.ball import SNOOKER

REMEDY = "python -m bench.incidents --write"


def markdown(found: Mapping[str, Found | None], which: str) -> str:
    """Return the section of docs/MEASURED.md."""
    seen = [one for one in found.values() if one is not None]
    lost = [name for name, one in found.items() if one is None]
    wrong = [f"- **{name}**: {said}" for name, one in found.items() if one for said in one.wrong]
    parts = [
        f"Measured {date.today().isoformat()} by `{REMEDY}`, on {machine()}:",
        f"{len(found)} clips ({which}), strokes by pooltool, pictures by our painter, the ball on and the score given.",
        *([f"No table was found in {', '.join(lost)}: these are in no figure below."] if lost else []),
        *_table(("measure", "reach", "measured"), (_line(row.measure, row.reach, row.told(seen)) for row in ROWS)),
        "Incidents, over all kinds of strokes: precision / recall / F1 within each tolerance, and the median error in",
        "time (ms) of all that are told at most half a second too early or late.",
        *_table(("incident", "true", *TOLERANCES_S, "median ms"), incident_rows(seen)),
        "Touches and cushions by what there was to see of them: by how much they changed the speed (mm/s) of the ball",
        "that they changed less. Told right at one picture, of how many; gone: a ball was gone before it showed.",
        *_table(("incident", *_changes(), "gone"), shown_rows(seen)),
        "By kind of stroke. Touches, cushions, pots: F1 at one picture (how many there were). First contact and calls:",
        "right; wrong and not asked; asked; stroke missed. Look: share of strokes with a *please look*. Switches, HOTA",
        "and IDF1 of the tracks. Places: mean error at rest and moving, mm.",
        *_table(STRATUM_COLUMNS, stratum_rows(seen)),
        "Places by camera: mean / 95th percentile of the error, over all balls in all pictures, in mm and in px;",
        "discs: what is left at rest, in mm, where the true camera reads the places; normalised: the error at rest by",
        "the spread that was told with it (1 is honest, more was too sure); balls in pictures missed and false.",
        *_table(CAMERA_COLUMNS, camera_rows(seen)),
        "Balls at rest: told right to touch or to lie clear, told wrong, left to a person, by their true gap.",
        *_table(("camera", "gap", "right", "wrong", "asked"), touching_rows(seen)),
        "Colours: what was said of each ball, over all balls in all pictures (a dash: never); last, the balls of which",
        "most pictures said something else.",
        *_table(("true \\ said", *SNOOKER, "wrong for the most part"), colour_rows(seen)),
        "How far `sure` can be trusted: of all told so sure, *mean sure → share right (how many)*, right within a",
        "picture (of a first contact, the ball alone); last, the expected calibration error.",
        *_table(("incident", *_bins(), "error"), reliability_rows(seen)),
        *(["What is wrong:", "", *wrong] if wrong else []),
    ]
    return "\n".join(parts).rstrip() + "\n"


def incident_rows(found: Sequence[Found]) -> Iterator[str]:
    """Give a line for each kind of incident: what there was, and how well it was told at each tolerance."""
    for kind in KINDS:
        sums = {name: summed([one.counts[kind, name] for one in found]) for name in TOLERANCES_S}
        first = next(iter(sums.values()))
        late = [abs(ms) for one in found for ms in one.late_ms[kind]]
        cells = (" / ".join(map(_two, scores(counts))) for counts in sums.values())
        yield _line(kind, first["right"] + first["missed"], *cells, f"{np.median(late):.1f}" if late else "–")


def _changes() -> tuple[str, ...]:
    return tuple(f"{low:g} and more" if np.isinf(up) else f"{low:g} – {up:g}" for low, up in pairwise(CHANGES_MM_S))


def shown_rows(found: Sequence[Found]) -> Iterator[str]:
    """Give two lines for each kind: how many were told of those that showed so much."""
    for kind in SHOWN_KINDS:
        for alone, words in ((True, "alone"), (False, "another within a picture")):
            some = [one for clip in found for one in clip.shown if (one.kind, one.is_alone) == (kind, alone)]
            bins = np.searchsorted(CHANGES_MM_S, [one.change_mm_s for one in some], side="right")
            told = [[one.is_told for one, at in zip(some, bins, strict=True) if at == k]
                    for k in range(1, len(CHANGES_MM_S) + 1)]  # fmt: skip
            yield _line(f"{kind}, {words}", *(f"{sum(own)} of {len(own)}" if own else "–" for own in told))


STRATUM_COLUMNS = (
    "stratum", "clips", "touches", "cushions", "pots", "first contact", "calls", "look", "switches", "HOTA", "IDF1",
    "at rest", "moving",
)  # fmt: skip


def stratum_rows(found: Sequence[Found]) -> Iterator[str]:
    """Give a line for each kind of stroke, and all of them together at the end."""
    groups: dict[str, list[Found]] = defaultdict(list)
    for one in found:
        groups[one.stratum].append(one)
    for stratum, some in {**groups, "all": list(found)}.items():
        calls = summed([one.calls for one in some])
        yield _line(
            stratum,
            len(some),
            *(_f1(some, kind) for kind in WEIGHED),
            _words(summed([one.first for one in some])),
            _words(calls),
            _two(calls["asked"] / calls["of"] if calls["of"] else None),
            *_identity(some),
            *(_mean(some, kind) for kind in ("rest", "moving")),
        )


def _f1(some: Sequence[Found], kind: str) -> str:
    counts = summed([one.counts[kind, "1 picture"] for one in some])
    return f"{_two(scores(counts)[2])} ({counts['right'] + counts['missed']})" if counts.total() else "–"


def _words(counts: Counter[str]) -> str:
    return "; ".join(str(counts[word]) for word in ("right", "wrong", "asked", "missed"))


def _identity(some: Sequence[Found]) -> tuple[str, str, str]:
    found = identity.figures([one.identity for one in some])
    return (str(found["switches"]), f"{found['hota']:.3f}", f"{found['idf1']:.3f}") if found else ("–", "–", "–")


def _mean(some: Sequence[Found], kind: str) -> str:
    return _two(places.summed(places.together([one.off[kind] for one in some]))["mean_mm"])


CAMERA_COLUMNS = (
    "camera", "lines", "clips", "mm per px", "at rest, mm", "px", "moving, mm", "px", "discs", "normalised", "missed",
    "false",
)  # fmt: skip


def camera_rows(found: Sequence[Found]) -> Iterator[str]:
    """Give a line for each kind of camera and size of picture: the error of places."""
    for camera, height in sorted({(one.camera, one.height_px) for one in found}):
        some = [one for one in found if (one.camera, one.height_px) == (camera, height)]
        rest, moving = (places.summed(places.together([one.off[kind] for one in some])) for kind in ("rest", "moving"))
        yield _line(
            camera,
            height,
            len(some),
            _two(rest["mm_per_px"]),
            *(f"{_two(one[f'mean_{u}'])} / {_two(one[f'p95_{u}'])}" for one in (rest, moving) for u in ("mm", "px")),
            _two(rest["discs_mm"]),
            _two(rest["normalised"]),
            sum(one.missed for one in some),
            sum(one.false for one in some),
        )


def touching_rows(found: Sequence[Found]) -> Iterator[str]:
    """Give a line for each kind of camera and gap between balls at rest."""
    for camera in sorted({one.camera for one in found}):
        for gap in touching.by_gap([verdict for one in found if one.camera == camera for verdict in one.touching]):
            words = [gap[word] for word in ("right", "wrong", "asked")]
            if any(words):
                yield _line(camera, gap_words(gap), *words)


def colour_rows(found: Sequence[Found]) -> Iterator[str]:
    """Give a line for each kind of ball: what was said of it."""
    said, of_balls = summed([one.said for one in found]), summed([one.said_of_balls for one in found])
    for true in SNOOKER:
        cells = (str(said[true, told]) if said[true, told] else "–" for told in SNOOKER)
        all_of = sum(n for (ball, _), n in of_balls.items() if ball == true)
        yield _line(f"**{true}**", *cells, share(all_of - of_balls[true, true], all_of))


def _bins() -> tuple[str, ...]:
    return tuple(f"{low:g} – {min(high, 1.0):g}" for low, high in pairwise(BINS))


def reliability_rows(found: Sequence[Found]) -> Iterator[str]:
    """Give a line for each kind: how much was right of what was told so sure, and the calibration error."""
    for kind in (*WEIGHED, "first contact"):
        rows, error = reliability([sample for one in found for sample in one.weighed[kind]])
        cells = {low: f"{said:.2f} → {was:.2f} ({n})" for low, _, n, said, was in rows}
        yield _line(kind, *(cells.get(low, "") for low in BINS[:-1]), _two(error) if not rows else f"{error:.3f}")


def _two(value: Any) -> str:
    return "–" if value is None or np.isnan(value) else f"{value:.2f}"


def _line(*cells: object) -> str:
    return f"| {' | '.join(map(str, cells))} |"


def _table(columns: Sequence[str], rows: Iterable[str]) -> list[str]:
    return ["", _line(*columns), "|" + "---|" * len(columns), *rows, ""]
