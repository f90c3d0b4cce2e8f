"""Measure the whole program on the real footage and write the table of docs/MEASURED.md.

    python -m bench.real [--only clips|stills|overhead|speed] [--footage DIR] [--keep DIR] [--write]

Every row comes from the files that the commands write (`look --json`, the run folder), so it measures what a user gets.
Nothing of the footage is kept, but for pictures of what went wrong under --keep, which must not be committed.
"""

import argparse
import csv
import json
import statistics
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from bench.marks import Array, centred_mm
from bench.measured import FILE, ROOT, machine, merged, put_section, section
from tracker.capture.sources.source import open_source
from tracker.cli.commands import look
from tracker.cli.options import parser
from tracker.cli.recording.follow import follow_source
from tracker.domain.table.ball import SNOOKER
from tracker.domain.table.kit import Kit
from tracker.store.kits import find_kit

T = TypeVar("T")
IOU_ENOUGH, SHARE_ENOUGH, PICTURES_NEAR = 0.2, 0.8, 3
MATCH_MM = 40.0
"""A ball found within this of a true one is that ball: less than its diameter."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A line of the table."""

    on: str
    measure: str
    reach: str
    got: str
    fell_short: str = ""


def main() -> int:
    """Measure, print, and with --write put the table into docs/MEASURED.md."""
    options = _options()
    if not options.footage.is_dir():
        print(f"{options.footage} is not there: the real footage is not part of the project", file=sys.stderr)
        return 1
    parts = {"stills": stills, "clips": clips, "overhead": overhead, "jitter": jitter, "speed": speed}
    chosen = [options.only] if options.only else list(parts)
    with tempfile.TemporaryDirectory() as scratch:
        keep = options.keep or Path(scratch)
        rows = [row for name in chosen for row in parts[name](options.footage, keep)]
    print(markdown(rows, ""))
    if options.write:
        put_section("bench.real", "On real footage", markdown(rows, section("bench.real", FILE.read_text("utf-8"))))
    return 0


def stills(footage: Path, keep: Path) -> Iterable[Row]:
    """Broadcast stills: the table found the right way round, and the balls counted."""
    labels = json.loads((footage / "broadcast" / "counts.json").read_text())
    labels = labels if isinstance(labels, list) else labels["stills"]
    found, counted, colours, wrong = 0, 0, 0, []
    for label in _progress(labels, "broadcast stills"):
        name = Path(label["image"]).name
        seen = _look(footage / "broadcast" / label["image"], keep / "stills")
        upright = bool(seen["table"]) and _baulk_is_on_top(seen["calibration"])
        all_right = sum(seen["counts"].values()) == label["total"]
        each_right = all(seen["counts"].get(ball, 0) == count for ball, count in label["counts"].items())
        found, counted, colours = found + upright, counted + all_right, colours + each_right
        if not (upright and each_right):
            wrong.append(f"{name}{'' if upright else ' (table)'}: {_difference(seen['counts'], label['counts'])}")
    on = f"broadcast stills ({len(labels)})"
    yield Row(on=on, measure="table found, right way round", reach="50", got=str(found))
    yield Row(
        on=on, measure="all balls counted right / every colour's count right", reach="46 / 44",
        got=f"{counted} / {colours}", fell_short="; ".join(wrong),
    )  # fmt: skip


def clips(footage: Path, keep: Path) -> Iterable[Row]:
    """Broadcast clips: pots, boxes, the moments of strike and contact, and what was met first."""
    labels = json.loads((footage / "broadcast" / "shots.json").read_text())["shots"]
    score: dict[str, int] = defaultdict(int)
    wrong = defaultdict(list)
    for label in _progress(labels, "broadcast clips"):
        name = Path(label["clip"]).stem
        run = _track(footage / "broadcast" / label["clip"], keep / "clips" / name)
        for measure, (right, why) in _judged(run, label, footage / "broadcast" / "boxes", name).items():
            score[measure] += right
            if not right:
                wrong[measure].append(f"{name}: {why}")
        score["false pots"] += _false_pots(run, label)
    on = f"broadcast clips ({len(labels)})"
    yield Row(
        on=on, measure="pot or none, colour and pocket all right; false pots", reach="24; 0",
        got=f"{score['pot']}; {score['false pots']}", fell_short="; ".join(wrong["pot"]),
    )  # fmt: skip
    yield Row(
        on=on, measure=f"both marked balls within IoU {IOU_ENOUGH} in {SHARE_ENOUGH:.0%} of pictures", reach="24 clips",
        got=f"{score['boxes']} clips", fell_short="; ".join(wrong["boxes"]),
    )  # fmt: skip
    for measure, reach in (("strike", "24"), ("contact", "22")):
        yield Row(
            on=on, measure=f"{measure} within {PICTURES_NEAR} pictures", reach=reach, got=str(score[measure]),
            fell_short="; ".join(wrong[measure]),
        )  # fmt: skip
    yield Row(
        on=on, measure="a ball said to be met first; where one is potted, its colour", reach="", got=str(score["met"]),
        fell_short="; ".join(wrong["met"]),
    )  # fmt: skip


def overhead(footage: Path, keep: Path) -> Iterable[Row]:
    """Overhead stills of the small table: place error in mm against the marked centres.

    Their pixels count from the corner of the first one (`bench.marks` shows it on the balls), ours from its centre: the
    half pixel between is no error. Both figures are told, that without it and that against the marks as they stand.
    """
    truth = json.loads((footage / "overhead" / "truth.json").read_text())["stills"]
    kit = find_kit("small-1881")
    errors, as_marked, named, right, missed, false = [], [], 0, 0, [], []
    for still in _progress(truth, "overhead stills"):
        seen = _look(footage / "overhead" / still["image"], keep / "overhead", table="small-1881")
        got_mm = [(b["x_mm"], b["y_mm"]) for b in seen["balls"]]
        pairs, lost, extra = _matched(_from_baulk(centred_mm(still), kit), got_mm)
        errors += [distance for _, _, distance in pairs]
        marked = _from_baulk(np.array([b["mm"] for b in still["balls"]]), kit)
        as_marked += [distance for _, _, distance in _matched(marked, got_mm)[0]]
        known = [(still["balls"][i]["colour"], seen["balls"][j]["ball"]) for i, j, _ in pairs]
        known = [(due, got) for due, got in known if due in SNOOKER]
        named, right = named + len(known), right + sum(due == got for due, got in known)
        missed += [f"{Path(still['image']).stem} {still['balls'][i]['colour']}" for i in lost]
        false += [f"{Path(still['image']).stem} {seen['balls'][j]['ball']}" for j in extra]
    counted = f"{len(missed)} missed, {len(false)} false"
    got = f"{_mean_and_worst(errors)} mm; {counted}; as marked {_mean_and_worst(as_marked)} mm"
    short = "; ".join(f"{what} {', '.join(balls)}" for what, balls in (("missed", missed), ("false", false)) if balls)
    yield Row(
        on=f"overhead stills ({len(truth)})", measure="mean / 95th percentile error; misses and false balls",
        reach="mean ≤ 2.2 mm", got=got if errors else "none found", fell_short=short,
    )  # fmt: skip
    yield Row(
        on=f"overhead stills ({len(truth)})",
        measure="colour right, of balls found whose colour is known",
        reach="",
        got=f"{right} of {named}",
    )


def jitter(footage: Path, keep: Path) -> Iterable[Row]:
    """Overhead and broadcast clips: how far a ball at rest seems to move from one picture to the next."""
    for on, files, table in (
        ("overhead clips", sorted((footage / "overhead" / "clips").glob("*.mp4")), "small-1881"),
        ("broadcast clips", sorted((footage / "broadcast" / "clips").glob("*.mp4"))[:5], None),
    ):
        steps = [
            s
            for file in _progress(files, f"jitter, {on}")
            for s in _rest_steps(_track(file, keep / "jitter" / file.stem, table))
        ]
        median = f"{statistics.median(steps):.3f} mm" if steps else "no ball at rest found"
        reach = "≤ 0.13 mm" if "overhead" in on else ""
        yield Row(
            on=f"{on} ({len(files)})", measure="jitter at rest, median picture to picture", reach=reach, got=median
        )


def speed(footage: Path, keep: Path) -> Iterable[Row]:
    """Time a 720p clip from the file to the report, and decoding alone, in turn within one run, for each runtime."""
    file = footage / "broadcast" / "clips" / "07.mp4"
    for runtime in ("onnxruntime", "openvino"):
        if find_spec(runtime) is None:
            continue
        whole, alone, count = [], [], 0
        for turn in range(3):
            began_s = time.perf_counter()
            count = sum(1 for _ in open_source(str(file)).pictures())
            alone.append(time.perf_counter() - began_s)
            began_s = time.perf_counter()
            _track(file, keep / "speed" / f"{runtime}-{turn}", runtime=runtime)
            whole.append(time.perf_counter() - began_s)
        rate = count / statistics.median(whole)
        share = statistics.median(w / a for w, a in zip(whole, alone, strict=True))
        yield Row(
            on="720p clip, two CPU cores", measure=f"pictures per second end to end ({runtime}); times decoding alone",
            reach="≥ 30 per second", got=f"{rate:.1f} per second; {share:.1f} x decoding",
        )  # fmt: skip


def _judged(run: Path, label: dict[str, Any], boxes: Path, name: str) -> dict[str, tuple[bool, str]]:
    strokes = [json.loads(line) for line in (run / "strokes.jsonl").read_text().splitlines()] if run.is_dir() else []
    points = _points(run)
    times = {int(p["picture"]): float(p["t_s"]) for p in points}
    pots = [(p["ball"], _image_pocket(run, p["pocket"])) for s in strokes for p in s["potted"] if p["ball"] != "white"]
    due = [(label["colour"], label["image_pocket"])] if label["potted"] else []
    strike = [s["began_s"] for s in strokes]
    contact = [t["t_s"] for s in strokes for t in s["touches"] if "white" in t["balls"]][:1]
    first = [ball for s in strokes[:1] for ball in s["first_hit"]]
    met = label["colour"] in first if label["potted"] else bool(first)
    shares = [_box_share(points, boxes / f"{name}_ball_{n}.txt") for n in (1, 2)]
    return {
        "pot": (pots == due, f"{pots or 'none'} for {due or 'none'}"),
        "boxes": (min(shares) >= SHARE_ENOUGH, f"shares {shares[0]:.2f} and {shares[1]:.2f}"),
        "strike": _near(strike[:1], label.get("cue_first_motion_picture"), times),
        "contact": _near(contact, label.get("object_first_motion_picture"), times),
        "met": (met, f"{first or 'none'} for {label.get('colour', 'a ball')}"),
    }


def _false_pots(run: Path, label: dict[str, Any]) -> int:
    if not run.is_dir():
        return 0
    strokes = [json.loads(line) for line in (run / "strokes.jsonl").read_text().splitlines()]
    pots = [p["ball"] for s in strokes for p in s["potted"]]
    due = [label["colour"]] if label["potted"] else []
    return sum(1 for i, ball in enumerate(pots) if ball not in due or pots[:i].count(ball) >= due.count(ball))


def _near(got_s: Sequence[float], due: int | None, times: dict[int, float]) -> tuple[bool, str]:
    if due is None or not got_s:
        return due is None and not got_s, f"{'nothing' if not got_s else f'{got_s[0]:.2f} s'} for picture {due}"
    picture = min(times, key=lambda n: abs(times[n] - got_s[0]))
    return abs(picture - due) <= PICTURES_NEAR, f"picture {picture} for {due}"


def _box_share(points: list[dict[str, str]], file: Path) -> float:
    """Return the best share of marked pictures in which one of our tracks lies on the marked box."""
    lines = [tuple(map(int, line.split())) for line in file.read_text().splitlines()[1:]]
    marked = [line for line in lines if min(line) >= 0]
    hits: dict[str, int] = defaultdict(int)
    by_picture = defaultdict(list)
    for p in points:
        by_picture[int(p["picture"])].append(p)
    for picture, *box in marked:
        for p in by_picture[picture]:
            u, v, r = float(p["u_px"]), float(p["v_px"]), float(p["r_px"])
            hits[p["track"]] += _iou((u - r, v - r, u + r, v + r), tuple(map(float, box))) >= IOU_ENOUGH
    return max(hits.values(), default=0) / max(len(marked), 1)


def _iou(a: Sequence[float], b: Sequence[float]) -> float:
    across, down = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    if across <= 0 or down <= 0:
        return 0.0
    both = (a[2] - a[0]) * (a[3] - a[1]) + (b[2] - b[0]) * (b[3] - b[1])
    return across * down / (both - across * down)


def _image_pocket(run: Path, pocket: str) -> str:
    """Return a pocket's name in image orientation: by thirds from the top of the picture, then by sides."""
    calibration = json.loads((run / "calibration.json").read_text())
    where = _pockets_px(calibration, find_kit(calibration["table"]))
    by_height = sorted(where, key=lambda name: where[name][1])
    row = by_height.index(pocket) // 2
    pair = by_height[2 * row : 2 * row + 2]
    side = "left" if where[pocket][0] == min(where[name][0] for name in pair) else "right"
    return f"{('top', 'middle', 'bottom')[row]}-{side}"


def _pockets_px(calibration: dict[str, Any], kit: Kit) -> dict[str, tuple[float, float]]:
    to_image = np.array(calibration["cloth_to_image"])
    flat = {p.name: to_image @ (p.fall.x_mm, p.fall.y_mm, 1.0) for p in kit.pockets}
    return {name: (at[0] / at[2], at[1] / at[2]) for name, at in flat.items()}


def _baulk_is_on_top(calibration: dict[str, Any]) -> bool:
    where = _pockets_px(calibration, find_kit(calibration["table"]))
    return where["bottom-left"][1] < where["top-left"][1] and where["bottom-left"][0] > where["bottom-right"][0]


def _matched(
    true: list[tuple[float, float]], got: list[tuple[float, float]]
) -> tuple[list[tuple[int, int, float]], list[int], list[int]]:
    """Pair true and found places nearest first; return pairs with distances, and the ones left over on both sides."""
    near = sorted(
        (float(np.hypot(t[0] - g[0], t[1] - g[1])), i, j) for i, t in enumerate(true) for j, g in enumerate(got)
    )
    pairs: list[tuple[int, int, float]] = []
    for distance, i, j in near:
        if distance <= MATCH_MM and all(i != a and j != b for a, b, _ in pairs):
            pairs.append((i, j, distance))
    lost = [i for i in range(len(true)) if all(i != a for a, _, _ in pairs)]
    return pairs, lost, [j for j in range(len(got)) if all(j != b for _, b, _ in pairs)]


def _rest_steps(run: Path) -> list[float]:
    """Return the moves in mm from picture to picture of balls that lie within 2 mm of where they were 0.5 s before."""
    tracks = defaultdict(list)
    for p in _points(run):
        if p["seen"] == "1":
            tracks[p["track"]].append((float(p["t_s"]), float(p["x_mm"]), float(p["y_mm"])))
    steps = []
    for seen in tracks.values():
        at = np.array(seen)
        for k in range(15, len(at)):
            if np.hypot(*(at[k, 1:] - at[k - 15, 1:])) < 2.0:
                steps.append(float(np.hypot(*(at[k, 1:] - at[k - 1, 1:]))))
    return steps


def _from_baulk(marked_mm: Array, kit: Kit) -> list[tuple[float, float]]:
    """Return marks in our millimetres: theirs begin in the table's middle, y up where Baulk is at the left."""
    return [(kit.width_mm / 2 - float(y), kit.length_mm / 2 + float(x)) for x, y in marked_mm]


def _mean_and_worst(errors: Sequence[float]) -> str:
    """Return the mean and the 95th percentile."""
    return f"{np.mean(errors):.2f} / {np.percentile(errors, 95):.2f}" if errors else "none"


def _look(image: Path, keep: Path, table: str | None = None) -> dict[str, Any]:
    keep.mkdir(parents=True, exist_ok=True)
    arguments = ["look", str(image), "--json", "--picture", str(keep / f"{image.stem}.png")]
    return look.seen(parser().parse_args(arguments + (["--table", table] if table else [])))


def _track(source: Path, out: Path, table: str | None = None, runtime: str | None = None) -> Path:
    if not (out / "strokes.jsonl").is_file():
        out.parent.mkdir(parents=True, exist_ok=True)
        arguments = ["track", str(source), "--out", str(out)] + (["--table", table] if table else [])
        arguments += ["--runtime", runtime] if runtime else []
        try:
            follow_source(parser().parse_args(arguments))
        except Exception as trouble:
            print(f"{source.name}: {trouble}", file=sys.stderr)
    return out


def _points(run: Path) -> list[dict[str, str]]:
    file = run / "tracks.csv"
    return list(csv.DictReader(file.open())) if file.is_file() else []


def _difference(got: dict[str, int], due: dict[str, int]) -> str:
    return ", ".join(f"{ball} {got.get(ball, 0)} for {due[ball]}" for ball in due if got.get(ball, 0) != due[ball])


def _progress(items: Sequence[T], what: str) -> Iterable[T]:
    for n, item in enumerate(items, 1):
        print(f"\r{what}: {n} of {len(items)}", end="" if n < len(items) else "\n", file=sys.stderr, flush=True)
        yield item


def markdown(rows: Sequence[Row], old: str) -> str:
    """Return the section of MEASURED.md in which `rows` replace those of the same name; each bears its date."""
    began = "\n".join(
        [
            f"Measured by `python -m bench.real --write` (one part with `--only`), on {machine()}.",
            "",
            "| on | measure | reach | measured | when |",
            "|---|---|---|---|---|",
        ]
    )
    today = date.today().isoformat()
    lines = [f"| {r.on} | {r.measure} | {r.reach} | {r.got} | {today} |" for r in rows]
    short = [f"- **{r.on}, {r.measure}**: {r.fell_short}" for r in rows if r.fell_short]
    return merged(old, lines, short, began)


def _options() -> argparse.Namespace:
    options = argparse.ArgumentParser(description="Measure the program on the real footage.")
    options.add_argument("--only", choices=("stills", "clips", "overhead", "jitter", "speed"))
    options.add_argument("--footage", type=Path, default=ROOT.parent / "shared" / "footage")
    options.add_argument("--keep", type=Path, help="keep run folders and pictures here")
    options.add_argument("--write", action="store_true", help="put the table into docs/MEASURED.md")
    return options.parse_args()


if __name__ == "__main__":
    sys.exit(main())
