"""Track every clip of sample_videos/, compare with what is true, and keep the figures that no change may make worse.

    python -m bench.samples [--only 0003] [--keep DIR] [--write]

With --write the figures go into tests/clips/baseline.toml, which `tests/clips` holds every change to, and the table
into docs/MEASURED.md. The network runs in onnxruntime, so that machines agree but for the last digits. All figures are
such that less is better: millimetres, milliseconds, and counts of what is wrong.
"""

import argparse
import hashlib
import json
import multiprocessing
import os
import sys
import tempfile
import time
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from datetime import date
from pathlib import Path
from typing import Any

from bench.baseline import INCIDENTS, Figures, baseline, compare, numbers, write_baseline
from bench.measured import ROOT, machine, put_section
from tracker.cli.evaluation.measures import evaluate
from tracker.cli.evaluation.run_and_truth import read_run, read_truth
from tracker.cli.options import parser
from tracker.cli.recording.follow import follow_source
from tracker.domain.strokes.incidents import counted_facts

SAMPLES = ROOT / "sample_videos"
RUNTIME = "onnxruntime"
REMEDY = "python -m bench.samples --write"


def clips() -> list[Path]:
    """Return the folders of all sample clips."""
    return sorted(truth.parent for truth in SAMPLES.glob("*/truth.json"))


def measured(clip: Path, out: Path) -> dict[str, Any]:
    """Track one clip from scratch, told what a person would tell, and return what `cuewatch evaluate` finds."""
    truth = json.loads((clip / "truth.json").read_text("utf-8"))
    arguments = ["track", str(clip / "clip.mp4"), "--out", str(out), "--runtime", RUNTIME]
    follow_source(parser().parse_args([*arguments, *told_of(truth)]))
    return evaluate(read_run(out), read_truth(clip / "truth.json"))


def told_of(truth: Mapping[str, Any]) -> list[str]:
    """Return what a person would say of a clip.

    Of a whole game that is its rulebook, and on a board where player A sits; else the ball on, and the score.
    """
    given = truth["apply"]
    if "frame" in truth:
        return ["--rules", truth["frame"]["rules"], *(["--baulk", given["baulk"]] if "baulk" in given else [])]
    return ["--on", given["on"], "--score", *map(str, given["score"])]


def measured_all(chosen: Sequence[Path], keep: Path) -> dict[str, dict[str, Any]]:
    """Return the same for several clips by name, as many at a time as there are cores; run folders go under `keep`."""
    workers = max(1, min(len(chosen), os.cpu_count() or 1))
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, mp_context=spawn, initializer=_hush) as pool:
        found = list(pool.map(measured, chosen, [keep / clip.name for clip in chosen]))
    return {clip.name: one for clip, one in zip(chosen, found, strict=True)}


def _hush() -> None:
    """Let the bars of clips that run at the same time not write over each other."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)


def figures(found: dict[str, Any]) -> Figures:
    """Return what is kept of a clip's measures; less is better in each."""
    places, calls, score = found["places"], found["calls"], found["score"]
    kept: dict[str, float | None] = {
        "rest_mean_mm": places["rest"]["mean_mm"],
        "rest_p95_mm": places["rest"]["p95_mm"],
        "moving_mean_mm": places["moving"]["mean_mm"],
        "moving_p95_mm": places["moving"]["p95_mm"],
        "calibration_worst_mm": found["calibration"]["worst_mm"],
        "missed_balls": places["rest"]["missed"] + places["moving"]["missed"],
        "hidden_balls_missed": places["hidden"]["missed"],
        "false_balls": places["false"],
        "false_tracks": places["false_tracks"],
        "wrong_colour_balls": places["colours"]["of"] - places["colours"]["right"],
        "strike_mean_ms": found["moments"]["strike"]["mean_ms"],
        "first_touch_mean_ms": found["moments"]["first_touch"]["mean_ms"],
        "first_hits_wrong": found["first_hit"]["of"] - found["first_hit"]["right"],
        "calls_wrong": calls["wrong"] + calls["missed"],
        "calls_asked": calls["asked"],
        "touching_wrong": sum(gap["wrong"] for gap in found["touching"]),
        "points_off": sum(abs(a - b) for a, b in zip(score["told"], score["due"], strict=True)),
    }
    for what in ("strokes", "pots", *counted_facts(), "cushions", "touches"):
        kept |= {f"{what}_missed": found[what]["missed"], f"{what}_false": found[what]["false"]}
    return {name: value for name, value in kept.items() if value is not None}


def fingerprint(clip: Path) -> str:
    """Return what tells a clip from a newer one of the same name."""
    parts = (hashlib.sha256((clip / name).read_bytes()).hexdigest()[:12] for name in ("clip.mp4", "truth.json"))
    return "-".join(parts)


def markdown(found: dict[str, dict[str, Any]], took_s: float) -> str:
    """Return the section of docs/MEASURED.md, with date and machine."""
    columns = (
        "clip",
        "at rest",
        "moving",
        "missed, false",
        "first hit",
        "pots",
        "cushions",
        "touches",
        "strike",
        "calls",
    )
    head = [
        f"Measured {date.today().isoformat()} by `{REMEDY}` in {took_s:.0f} seconds, on {machine()}, with {RUNTIME}.",
        "Places: mean and 95th percentile of the error in mm. Missed and false: balls in pictures, of all balls in all",
        "pictures, those behind a player not counted. Cushions and touches: found at most one picture too early or",
        "late, of all there were, and false ones. Strike: mean error in ms. Calls: right, of all; wrong; left to a",
        "person.",
        "",
        "| " + " | ".join(columns) + " |",
        "|" + "---|" * len(columns),
    ]
    wrong = [f"- **{name}**: {sentence}" for name, one in found.items() for sentence in one["wrong"]]
    lines = [f"| {' | '.join((name, *_cells(one)))} |" for name, one in found.items()]
    return "\n".join([*head, *lines, *(["", "What is wrong:", "", *wrong] if wrong else [])]) + "\n"


def _cells(found: dict[str, Any]) -> Iterable[str]:
    places, calls, strike = found["places"], found["calls"], found["moments"]["strike"]["mean_ms"]
    balls = sum(places[kind]["found"] + places[kind]["missed"] for kind in ("rest", "moving"))
    for kind in ("rest", "moving"):
        one = places[kind]
        yield "–" if one["mean_mm"] is None else f"{one['mean_mm']:.2f} / {one['p95_mm']:.2f}"
    yield f"{places['rest']['missed'] + places['moving']['missed']}, {places['false']} of {balls}"
    yield f"{found['first_hit']['right']} of {found['first_hit']['of']}"
    for what in ("pots", "cushions", "touches"):
        yield f"{found[what]['right']} of {found[what]['of']}, {found[what]['false']} false"
    yield "–" if strike is None else f"{strike:.0f}"
    yield f"{calls['right']} of {calls['of']}; {calls['wrong'] + calls['missed']}; {calls['asked']}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print what changed, and with --write keep it; 1 where something got worse and is not kept."""
    options = _options(arguments)
    began_s, kept = time.monotonic(), baseline()
    chosen = [clip for clip in clips() if clip.name.startswith(options.only)]
    with tempfile.TemporaryDirectory() as scratch:
        found = measured_all(chosen, options.keep or Path(scratch))
    changed = [compare(numbers(kept.get(clip.name, {})), figures(found[clip.name])) for clip in chosen]
    for clip, (worse, better) in zip(chosen, changed, strict=True):
        print(
            "".join([*(f"{clip.name}: worse, {c}\n" for c in worse), *(f"{clip.name}: better, {c}\n" for c in better)])
        )
    kept |= {clip.name: {"clip": fingerprint(clip)} | figures(found[clip.name]) for clip in chosen}
    table = markdown(found, time.monotonic() - began_s)
    print(table)
    if options.write:
        there = {clip.name for clip in clips()}
        write_baseline({name: one for name, one in kept.items() if name in there or name.startswith(INCIDENTS)})
        put_section("bench.samples", "On drawn clips", table)
    return int(any(worse for worse, _ in changed) and not options.write)


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    options = argparse.ArgumentParser(description="Measure the program on the sample clips.")
    options.add_argument("--only", default="", help="beginning of the name of a clip")
    options.add_argument("--keep", type=Path, help="keep the run folders here")
    options.add_argument("--write", action="store_true", help="keep the figures as baseline and table")
    return options.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
