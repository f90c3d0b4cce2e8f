"""Watch the clips that `make truth` draws and say, kind of stroke by kind of stroke, how well incidents are told.

    python -m bench.incidents [--truth DIR] [--only thin-cuts] [--all | --to-tune] [--seen DIR] [--keep DIR] [--write]

Only the clips held out are watched (every third stroke of a stratum), so that nothing was tuned on them; `--all` takes
every clip, `--to-tune` the others. A clip whose run folder under --keep is newer than the clip is not watched again;
`--seen` tells from what `bench.sightings` has kept. With --write the tables
go into docs/MEASURED.md.

An incident is told right when it has the right names and lies within the tolerance: one picture, 20 ms, 5 ms. A first
contact is that of a stroke, with the ball or balls that were met. `sure` is weighed as in the forecaster's reliability
table (Murphy 1973): of all that was told about so sure, how much was right at one picture (of a first contact, the ball
alone, whenever it was met, and none where none was); the expected calibration error is the mean difference, weighed by
how much was told (Naeini, Cooper, Hauskrecht, AAAI 2015).
"""

import argparse
import itertools
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np

from bench import kept as seen_before
from bench.clips import chosen, clip_options, is_newer
from bench.measured import machine, put_section
from models.training.truth.naming import parts_of
from tracker.app import measures, track
from tracker.app.evidence import Event, Run, StrokeFacts, Truth, read_run, read_truth
from tracker.app.main import parser
from tracker.domain.errors import TableNotFound
from tracker.domain.kit import Kit
from tracker.geometry.camera import Camera

REMEDY = "python -m bench.incidents --write"
TOLERANCES_S: dict[str, float | None] = {"1 picture": None, "20 ms": 0.020, "5 ms": 0.005}
"""None: what a picture lasts in that clip."""
BINS = (0.0, 0.5, 0.7, 0.8, 0.9, 0.95, 0.99, 1.0 + 1e-9)
NEAR_S = 0.5
"""Events of the same names that lie further apart are not the same one, however late it was told."""
OVERHEAD_DEG, CORNER_DEG = 70.0, 12.0


def first_contacts(strokes: Sequence[StrokeFacts]) -> list[Event]:
    """Return the first contact of each stroke that had one."""
    return [
        Event(at_s=s.first_touch_s, who=("first", " and ".join(s.first_hit)), sure=s.first_hit_sure)
        for s in strokes
        if s.first_hit and s.first_touch_s is not None
    ]


KINDS: dict[str, Callable[[Sequence[StrokeFacts]], list[Event]]] = {
    "touches": lambda strokes: [e for s in strokes for e in s.touches],
    "cushions": lambda strokes: [e for s in strokes for e in s.cushions],
    "pots": lambda strokes: [e for s in strokes for e in s.falls],
    "first contact": first_contacts,
    "strike": lambda strokes: [Event(at_s=s.began_s, who=("cue", "white")) for s in strokes],
    "rest": lambda strokes: [Event(at_s=s.ended_s, who=("all", "rest")) for s in strokes],
}
WEIGHED = ("touches", "cushions", "pots")
"""Kinds of which the program says of each how sure it is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What was measured on one clip."""

    stratum: str
    camera: str
    counts: dict[tuple[str, str], Counter[str]]
    """(kind, tolerance) -> how many are right, false, missed."""
    late_ms: dict[str, tuple[float, ...]]
    """By how much each event of a kind, of those within `NEAR_S`, is told too late."""
    weighed: dict[str, tuple[tuple[float, bool], ...]]
    """(how sure, whether right) of each event told."""
    first: Counter[str]
    """Strokes whose first contact is right, wrong or asked."""
    calls: Counter[str]
    places: dict[str, Any]
    wrong: tuple[str, ...]


def measured(stratum: str, run: Run, truth: Truth) -> Found:
    """Compare a run with the truth of its clip."""
    told, due = run.strokes, truth.strokes
    picture_s = 1 / truth.rate
    pairs = measures.paired_strokes(told, due)
    evaluated = measures.evaluate(run, truth)
    return Found(
        stratum=stratum,
        camera=camera_kind(truth.calibration.camera, truth.kit) if truth.calibration else "unknown",
        counts={
            (kind, name): counted(events(told), events(due), within_s or picture_s)
            for kind, events in KINDS.items()
            for name, within_s in TOLERANCES_S.items()
        },
        late_ms={kind: late_ms(events(told), events(due), NEAR_S) for kind, events in KINDS.items()},
        weighed={
            **{kind: weighed(KINDS[kind](told), KINDS[kind](due), picture_s) for kind in WEIGHED},
            "first contact": tuple((a.first_hit_sure, a.first_hit == b.first_hit) for a, b in pairs),
        },
        first=Counter(first_contact(*pair) for pair in pairs) + Counter(missed=len(due) - len(pairs)),
        calls=Counter(evaluated["calls"]),
        places=evaluated["places"],
        wrong=tuple(evaluated["wrong"]),
    )


def counted(told: Sequence[Event], due: Sequence[Event], within_s: float) -> Counter[str]:
    """Count what is right, false and missed within a tolerance."""
    right = len(measures.paired_events(told, due, within_s))
    return Counter(right=right, false=len(told) - right, missed=len(due) - right)


def late_ms(told: Sequence[Event], due: Sequence[Event], within_s: float) -> tuple[float, ...]:
    """Return by how many ms each event that is right is told too late; below 0, too early."""
    return tuple(1000 * (told[i].at_s - due[j].at_s) for i, j in measures.paired_events(told, due, within_s))


def weighed(told: Sequence[Event], due: Sequence[Event], within_s: float) -> tuple[tuple[float, bool], ...]:
    """Return of each event told how sure it was and whether it is right."""
    right = {i for i, _ in measures.paired_events(told, due, within_s)}
    return tuple((event.sure, i in right) for i, event in enumerate(told))


def first_contact(told: StrokeFacts, due: StrokeFacts) -> str:
    """Say of a stroke whether its first contact is right, wrong, or left to a person."""
    if "first_hit" in told.doubted:
        return "asked"
    return "right" if told.first_hit == due.first_hit else "wrong"


def scores(counts: Counter[str]) -> tuple[float | None, float | None, float | None]:
    """Return precision, recall and F1; None where nothing was told, or nothing was there."""
    right, told, due = counts["right"], counts["right"] + counts["false"], counts["right"] + counts["missed"]
    return (
        right / told if told else None,
        right / due if due else None,
        2 * right / (told + due) if told + due else None,
    )


def reliability(samples: Sequence[tuple[float, bool]]) -> tuple[list[tuple[float, float, int, float, float]], float]:
    """Return (from, to, how many, mean sure, share right) of each bin that is not empty, and the calibration error."""
    sure, right = np.array([s for s, _ in samples], float), np.array([r for _, r in samples], float)
    rows = []
    for low, high in itertools.pairwise(BINS):
        inside = (sure >= low) & (sure < high)
        if inside.any():
            rows.append(
                (low, min(high, 1.0), int(inside.sum()), float(sure[inside].mean()), float(right[inside].mean()))
            )
    error = sum(n * abs(said - was) for _, _, n, said, was in rows) / len(samples) if samples else float("nan")
    return rows, error


def camera_kind(camera: Camera, kit: Kit) -> str:
    """Say where a camera stands: overhead, behind an end (broadcast), or at a corner."""
    x, y, z = camera.centre_mm - np.array([kit.width_mm / 2, kit.length_mm / 2, 0.0])
    if np.degrees(np.arctan2(z, np.hypot(x, y))) > OVERHEAD_DEG:
        return "overhead"
    return "corner" if np.degrees(np.arctan2(abs(x), abs(y))) > CORNER_DEG else "broadcast"


def watched(clip: Path, runs: Path) -> Found | None:
    """Return what is found of a clip, watched first where its run is not there; None where the table was not found."""
    out = runs / clip.name
    if not is_newer(out / "report.html", clip / "clip.mp4"):
        given = ["track", str(clip / "clip.mp4"), "--out", str(out), "--on", "red", "--score", "0", "0"]
        try:
            track.follow_source(parser().parse_args(given))
        except TableNotFound:
            return None
    return compared(clip, out)


def retold(clip: Path, seen: Path, runs: Path) -> Found | None:
    """Return what is told of a clip from what was seen of it before; None where the table was not found."""
    kept = seen_before.load(seen / f"{clip.name}.pickle")
    if kept is None:
        return None
    seen_before.tell(kept, runs / clip.name)
    return compared(clip, runs / clip.name)


def compared(clip: Path, out: Path) -> Found:
    """Compare a run folder with the truth of its clip."""
    return measured(parts_of(clip.name)[0], read_run(out), read_truth(clip / "truth.json"))


def by_stratum(found: Sequence[Found]) -> dict[str, list[Found]]:
    """Return what was found by stratum, and all of it together at the end."""
    groups: dict[str, list[Found]] = defaultdict(list)
    for one in found:
        groups[one.stratum].append(one)
    return {**groups, "all": list(found)}


def incident_rows(found: Sequence[Found]) -> Iterator[str]:
    """Give a line for each stratum and kind: what there was, and precision, recall and F1 at each tolerance."""
    for stratum, some in by_stratum(found).items():
        for kind in KINDS:
            sums = {name: sum((one.counts[kind, name] for one in some), Counter()) for name in TOLERANCES_S}
            first = next(iter(sums.values()))
            late = [abs(ms) for one in some for ms in one.late_ms[kind]]
            if first.total():
                cells = (" / ".join(map(_share, scores(counts))) for counts in sums.values())
                yield _line(stratum, kind, first["right"] + first["missed"], *cells, _ms(late))


def stroke_rows(found: Sequence[Found]) -> Iterator[str]:
    """Give a line for each stratum: clips, first contacts, calls, the share that a person is asked, places."""
    for stratum, some in by_stratum(found).items():
        first = sum((one.first for one in some), Counter())
        calls = sum((one.calls for one in some), Counter())
        yield _line(
            stratum,
            len(some),
            "; ".join(str(first[what]) for what in ("right", "wrong", "asked", "missed")),
            "; ".join(str(calls[what]) for what in ("right", "wrong", "asked", "missed", "false")),
            _share(calls["asked"] / calls["of"] if calls["of"] else None),
            _places(some, "rest"),
            _places(some, "moving"),
        )


def camera_rows(found: Sequence[Found]) -> Iterator[str]:
    """Give a line for each kind of camera: the error of places."""
    for camera in sorted({one.camera for one in found}):
        some = [one for one in found if one.camera == camera]
        false = sum(one.places["false"] for one in some)
        missed = sum(one.places["rest"]["missed"] + one.places["moving"]["missed"] for one in some)
        yield _line(camera, len(some), _places(some, "rest"), _places(some, "moving"), missed, false)


def reliability_rows(found: Sequence[Found]) -> Iterator[str]:
    """Give a line for each kind and bin of `sure`, then the expected calibration error of the kind."""
    for kind in (*WEIGHED, "first contact"):
        rows, error = reliability([sample for one in found for sample in one.weighed[kind]])
        for low, high, n, said, was in rows:
            yield _line(kind, f"{low:g} – {high:g}", n, f"{said:.3f}", f"{was:.3f}", "")
        if rows:
            yield _line(kind, "all", sum(row[2] for row in rows), "", "", f"{error:.3f}")


def _places(some: Sequence[Found], kind: str) -> str:
    """Return the mean error over all balls in all pictures and the worst clip's 95th percentile, in mm."""
    parts = [one.places[kind] for one in some if one.places[kind]["found"]]
    if not parts:
        return "–"
    mean = np.average([part["mean_mm"] for part in parts], weights=[part["found"] for part in parts])
    return f"{mean:.2f} / {max(part['p95_mm'] for part in parts):.2f}"


def _share(value: float | None) -> str:
    return "–" if value is None else f"{value:.2f}"


def _ms(late: Sequence[float]) -> str:
    return f"{np.median(late):.1f}" if late else "–"


def _line(*cells: object) -> str:
    return f"| {' | '.join(map(str, cells))} |"


def _table(columns: Sequence[str], rows: Iterator[str]) -> list[str]:
    return ["", _line(*columns), "|" + "---|" * len(columns), *rows, ""]


def markdown(found: dict[str, Found | None], which: str) -> str:
    """Return the section of docs/MEASURED.md."""
    seen = [one for one in found.values() if one is not None]
    lost = [name for name, one in found.items() if one is None]
    wrong = [f"- **{name}**: {said}" for name, one in found.items() if one for said in one.wrong]
    parts = [
        f"Measured {date.today().isoformat()} by `{REMEDY}`, on {machine()}:",
        f"{len(found)} clips ({which}), strokes by pooltool, pictures by our painter, the ball on and the score given.",
        "With so few clips a share is coarse: the count beside it says how coarse.",
        *([f"The table was not found in {', '.join(lost)}: these are in no figure below."] if lost else []),
        "",
        "Incidents: precision / recall / F1 within each tolerance, and the median error in time (ms) of all that are",
        "told at most half a second too early or late.",
        *_table(("stratum", "incident", "true", *TOLERANCES_S, "median ms"), incident_rows(seen)),
        "Strokes: first contact right; wrong and not asked; asked; stroke missed. Calls right; wrong; asked; missed;",
        "for no stroke. Places: mean over all balls and pictures / the worst clip's 95th percentile, mm.",
        *_table(("stratum", "clips", "first contact", "calls", "please look", "at rest", "moving"), stroke_rows(seen)),
        "By camera: places, balls missed and false, counted in pictures.",
        *_table(("camera", "clips", "at rest", "moving", "missed", "false"), camera_rows(seen)),
        "How far `sure` can be trusted: told so sure, right within a picture (of a first contact, the ball alone);",
        "expected calibration error.",
        *_table(("incident", "sure", "told", "mean sure", "right", "error"), reliability_rows(seen)),
        *(["What is wrong:", "", *wrong] if wrong else []),
    ]
    return "\n".join(parts).rstrip() + "\n"


def main(arguments: Sequence[str] | None = None) -> int:
    """Watch, measure, print, and with --write keep the tables; 1 where there is no clip."""
    options = _options(arguments)
    clips = list(chosen(options))
    if not clips:
        print(f"{options.truth}: no such clips; make them with `make truth`", file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory() as scratch:
        out = options.keep or Path(scratch)
        found = {clip.name: retold(clip, options.seen, out) if options.seen else watched(clip, out) for clip in clips}
    section = markdown(found, "all" if options.all else "to tune on" if options.to_tune else "held out")
    print(section)
    if options.write:
        put_section("bench.incidents", "Incidents, by kind of stroke", section)
    return 0


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    options = clip_options("Measure how well incidents are told, by kind of stroke.")
    options.add_argument("--seen", type=Path, metavar="DIR", help="tell from what `bench.sightings` kept here")
    options.add_argument("--keep", type=Path, metavar="DIR", help="keep the run folders here, and use those there are")
    options.add_argument("--write", action="store_true", help="keep the tables in docs/MEASURED.md")
    return options.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
