"""Track every real recording and write what came of each into docs/MEASURED.md: no picture may make `track` give up.

    python -m bench.recordings [--only WORD] [--footage DIR] [--keep DIR] [--write]

Each runs as a user runs it, in a process of its own with a time limit, and must leave a run folder (exit 0), or say
with exit 1 what was not found; exit 2 says that the recording is to blame, which no recording of a table is. Of what
the run folders hold only numbers are told. A recording is run again when the program has changed since.
"""

import argparse
import hashlib
import json
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from datetime import date
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from bench.measured import ROOT, machine, put_section

TIME_LIMIT_S = 600
LATE = 124
"""Exit status told of a run that took longer, as `timeout` tells it."""
FILES = ("calibration.json", "tracks.csv", "strokes.jsonl", "book.jsonl", "score.json", "report.html")
"""What a run folder holds (OUTPUTS.md)."""
SMALL = ("--table", "small-1881")
LOOK = "please look: "


@dataclass(frozen=True, slots=True, kw_only=True)
class Recording:
    """A file or a folder of pictures, and how it is tracked."""

    name: str
    path: Path
    options: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What came of it."""

    name: str
    status: int
    took_s: float
    strokes: int = 0
    pots: int = 0
    doubts: int = 0
    """Of strokes."""
    said: tuple[str, ...] = field(default=())
    """What a person is asked to look at in the run as a whole, or why there is none."""
    missing: tuple[str, ...] = field(default=())
    """Files that the run folder lacks."""

    @property
    def is_right(self) -> bool:
        """A whole run folder, or an honest reason."""
        return (self.status == 0 and not self.missing) or (self.status == 1 and bool(self.said))


def main() -> int:
    """Run all, print the table, and with --write put it into docs/MEASURED.md; 1 where one came to nothing."""
    options = _options()
    if not options.footage.is_dir():
        print(f"{options.footage} is not there: the real footage is not part of the project", file=sys.stderr)
        return 1
    chosen = [one for one in recordings(options.footage, options.keep) if options.only in one.name]
    outcomes = []
    for n, one in enumerate(chosen, 1):
        print(f"{n} of {len(chosen)}: {one.name}", file=sys.stderr)
        outcomes.append(outcome_of(one, options.keep))
    print(markdown(outcomes))
    if options.write:
        put_section("bench.recordings", "Every real recording", markdown(outcomes))
    return 0 if all(outcome.is_right for outcome in outcomes) else 1


def recordings(footage: Path, keep: Path) -> Iterator[Recording]:
    """Give every recording: clips whole, some from or up to the middle of their stroke, and folders of pictures.

    A folder with pictures of several sizes is no recording, which `track` says; those of one size are put under `keep`.
    """
    labels = json.loads((footage / "broadcast" / "shots.json").read_text())["shots"]
    for label in labels:
        yield Recording(name=label["clip"], path=footage / "broadcast" / label["clip"])
    for file in sorted((footage / "overhead" / "clips").glob("*.mp4")):
        yield Recording(name=f"overhead/{file.stem}", path=file, options=SMALL)
    for label in labels[:3]:
        middle_s = f"{label['cue_first_motion_picture'] / 30 + 0.7:.2f}"
        for how, option in (("from", "--start"), ("up to", "--end")):
            name = f"{label['clip']} {how} the middle of its stroke"
            yield Recording(name=name, path=footage / "broadcast" / label["clip"], options=(option, middle_s))
    stills = of_one_size(footage / "broadcast" / "stills", keep / "stills-of-one-size")
    yield Recording(name="broadcast/stills, a folder", path=stills)
    yield Recording(name="overhead/stills, a folder", path=footage / "overhead" / "stills", options=SMALL)
    yield Recording(name="overhead/drill, a folder", path=_pictures(footage / "overhead" / "drill"))


def of_one_size(folder: Path, into: Path) -> Path:
    """Return a folder of links to those pictures of a folder that have the size which most of them have."""
    sizes = {file: np.asarray(cv2.imread(str(file)), np.uint8).shape for file in sorted(folder.glob("*.jpg"))}
    usual = Counter(sizes.values()).most_common(1)[0][0]
    into.mkdir(parents=True, exist_ok=True)
    for file in (file for file, size in sizes.items() if size == usual):
        (into / file.name).unlink(missing_ok=True)
        (into / file.name).symlink_to(file.resolve())
    return into


def _pictures(folder: Path) -> Path:
    """Return the folder within which there are pictures."""
    found = next((p for p in sorted(folder.rglob("*")) if p.suffix in (".jpg", ".png")), None)
    return found.parent if found else folder


def outcome_of(one: Recording, keep: Path) -> Outcome:
    """Return what came of a recording: as it was kept, while the program is the same, or tracked now."""
    folder = keep / one.name.replace("/", "-").replace(" ", "-").replace(",", "")
    kept, key = folder.with_suffix(".json"), f"{program()} {one.path} {one.options}"
    if kept.is_file() and (found := json.loads(kept.read_text()))["key"] == key:
        return _from_plain(found["outcome"])
    outcome = tracked(one, folder)
    kept.write_text(json.dumps({"key": key, "outcome": asdict(outcome)}))
    return outcome


def _from_plain(found: dict[str, Any]) -> Outcome:
    return Outcome(**found | {"said": tuple(found["said"]), "missing": tuple(found["missing"])})


def program() -> str:
    """Return a mark of the program as it stands: its source and its networks."""
    files = [*sorted((ROOT / "tracker").rglob("*.py")), *sorted((ROOT / "models").glob("*.onnx"))]
    return hashlib.sha256(b"".join(hashlib.sha256(file.read_bytes()).digest() for file in files)).hexdigest()[:16]


def tracked(one: Recording, folder: Path) -> Outcome:
    """Track one recording in a process of its own and read what it left."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-m", "tracker.cli.main", "track", str(one.path), "--out", str(folder), *one.options]
    began_s = time.perf_counter()
    try:
        done = subprocess.run(
            command, cwd=ROOT, capture_output=True, text=True, timeout=TIME_LIMIT_S, check=False,
            env={**os.environ, "COLUMNS": "4000", "NO_COLOR": "1"},
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return Outcome(name=one.name, status=LATE, took_s=TIME_LIMIT_S, said=(f"cut off after {TIME_LIMIT_S} s",))
    took_s = time.perf_counter() - began_s
    if done.returncode:
        why = done.stderr.strip().splitlines()[-1:] or ["nothing was said"]
        honest = done.returncode == 1 and "Traceback" not in done.stderr
        return Outcome(name=one.name, status=done.returncode if honest else 2, took_s=took_s, said=tuple(why))
    said = tuple(line.removeprefix(LOOK) for line in done.stdout.splitlines() if line.startswith(LOOK))
    strokes = [json.loads(line) for line in (folder / "strokes.jsonl").read_text().splitlines()]
    return Outcome(
        name=one.name, status=0, took_s=took_s, strokes=len(strokes),
        pots=sum(len(stroke["potted"]) for stroke in strokes), doubts=sum(len(stroke["doubts"]) for stroke in strokes),
        said=said, missing=tuple(name for name in FILES if not (folder / name).is_file()),
    )  # fmt: skip


def markdown(outcomes: Sequence[Outcome]) -> str:
    """Return the section of MEASURED.md."""
    right = sum(outcome.is_right for outcome in outcomes)
    lines = [
        f"Measured by `python -m bench.recordings --write`, on {machine()}, {date.today().isoformat()}: "
        f"{right} of {len(outcomes)} recordings gave a run folder, or said honestly why there is none.",
        "",
        "| recording | exit | strokes | balls potted | doubts of strokes | of the run |",
        "|---|---|---|---|---|---|",
    ]
    lines += [
        f"| {o.name} | {o.status} | {o.strokes} | {o.pots} | {o.doubts} | "
        f"{'; '.join([*of_the_run(o.said), *(f'no {name}' for name in o.missing)]).replace('|', '/')} |"
        for o in outcomes
    ]
    return "\n".join(lines) + "\n"


def of_the_run(said: Sequence[str]) -> list[str]:
    """Return what is said of a run as a whole, but for pairs of balls at its start and how much there is to do."""
    return [line for line in said if not line.startswith("touching: ") and not line.endswith("for a person to settle")]


def _options() -> argparse.Namespace:
    options = argparse.ArgumentParser(description="Track every real recording.")
    options.add_argument("--only", default="", help="only recordings with this word in their name")
    options.add_argument("--footage", type=Path, default=ROOT.parent / "shared" / "footage")
    options.add_argument("--keep", type=Path, default=ROOT / "runs" / "recordings", help="run folders lie here")
    options.add_argument("--write", action="store_true", help="put the table into docs/MEASURED.md")
    return options.parse_args()


if __name__ == "__main__":
    sys.exit(main())
