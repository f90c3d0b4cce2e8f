"""What a run says and what is true, read from their files into the same few values, so that they can be compared.

A run folder is what `cuewatch track` writes; a truth file holds, of one clip, the places of all balls in every picture,
how much of each could be seen, and the strokes as lines of `strokes.jsonl` (see sample_videos/README.md). Both are read
whole before anything is measured: a broken one is refused with one line.
"""

import csv
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from tracker.domain.errors import BadInput
from tracker.domain.strokes.incidents import counted_facts
from tracker.domain.table.kit import Kit
from tracker.geometry.calibration import Calibration
from tracker.store.calibrations import calibration_from, read_calibration
from tracker.store.kits import find_kit

SCHEMA = 1

Array = NDArray[np.float64]
T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """A moment and who took part: two balls that met, in the order of the alphabet; a ball and a cushion or pocket."""

    at_s: float
    who: tuple[str, str]
    sure: float = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """A call."""

    say: str
    value: int | None
    ask: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class StrokeFacts:
    """What is compared of a line of `strokes.jsonl`."""

    number: int
    began_s: float
    ended_s: float
    first_touch_s: float | None
    first_hit: tuple[str, ...]
    """In the order of the alphabet: two names were met at the same moment."""
    touches: tuple[Event, ...]
    cushions: tuple[Event, ...]
    falls: tuple[Event, ...]
    """Balls that were potted, each with its pocket."""
    counted: Mapping[str, tuple[str, ...]]
    """By fact, balls of which it is so: off the table, jumped over."""
    calls: tuple[Said, ...]
    cue_ball: str
    first_hit_sure: float = 1.0
    doubted: tuple[str, ...] = ()
    """What of the stroke the pictures did not settle: `first_hit`, `potted`."""
    touching: tuple[tuple[str, str], ...] = ()
    """Balls that touch at rest, each two in the order of the alphabet."""
    touching_doubted: tuple[tuple[str, str], ...] = ()
    """Balls of which it cannot be told whether they touch."""

    @property
    def met(self) -> frozenset[str]:
        """Return the balls that the cue-ball met, first or later: two make a cannon."""
        later = (set(touch.who) for touch in self.touches if self.cue_ball in touch.who)
        return frozenset(self.first_hit).union(*later) - {self.cue_ball}

    @property
    def pots(self) -> tuple[tuple[str, str], ...]:
        """Return (ball, pocket) of each ball that was potted."""
        return tuple(fall.who for fall in self.falls)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Run:
    """What a run folder tells: n rows of `tracks.csv` as parallel arrays, the strokes, the score, the calibration."""

    at_s: Array
    places_mm: Array
    """(n, 2)."""
    sd_mm: Array
    """(n,) the spread told of each place."""
    balls: tuple[str, ...]
    tracks: NDArray[np.int64]
    strokes: tuple[StrokeFacts, ...]
    points: tuple[int, int]
    calibration: Calibration


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Truth:
    """What is true of a clip of p pictures and b balls."""

    kit: Kit
    rate: float
    at_s: Array
    """(p,)."""
    balls: tuple[str, ...]
    places_mm: Array
    """(p, b, 2); nan while a ball is not on the table."""
    visible: Array
    """(p, b), 0 … 1."""
    strokes: tuple[StrokeFacts, ...]
    start_points: tuple[int, int]
    calibration: Calibration | None
    final_points: tuple[int, int] | None = None
    """The score at the end, of a whole frame that the law led; None: it follows from the calls."""


def read_run(folder: Path) -> Run:
    """Return what a run folder tells.

    Raises:
        BadInput: there is no such folder, a file of it is missing or broken.
    """
    if not folder.is_dir():
        raise BadInput(f"{folder}: no such run folder; give the folder that `cuewatch track` wrote")
    numbers, balls, tracks = _read(folder / "tracks.csv", "run", _tracks)
    return Run(
        at_s=numbers[:, 0],
        places_mm=numbers[:, 1:3],
        sd_mm=numbers[:, 3],
        balls=balls,
        tracks=tracks,
        strokes=_read(folder / "strokes.jsonl", "run", _stroke_lines),
        points=_read(folder / "score.json", "run", lambda text: _pair(json.loads(text)["points"])),
        calibration=read_calibration(folder / "calibration.json"),
    )


def read_truth(file: Path) -> Truth:
    """Return what a truth file tells.

    Raises:
        BadInput: it is missing, not JSON, of another schema, or a value in it makes no sense.
    """
    return _read(file, "truth", lambda text: _truth(json.loads(text), str(file)))


def stroke_facts(record: dict[str, Any]) -> StrokeFacts:
    """Return what is compared of a line of `strokes.jsonl`.

    Raises:
        KeyError, TypeError, ValueError: it is not such a line.
    """
    cue, touches, doubts = record["cue_ball"], record["touches"], record.get("doubts", ())
    return StrokeFacts(
        number=int(record["stroke"]),
        began_s=float(record["began_s"]),
        ended_s=float(record["ended_s"]),
        first_touch_s=min((float(t["t_s"]) for t in touches if cue in t["balls"]), default=None),
        first_hit=tuple(sorted(set(map(str, record["first_hit"])))),
        touches=tuple(_event(t, _two(t["balls"])) for t in touches),
        cushions=tuple(_event(c, (c["ball"], c["cushion"])) for c in record["cushions"]),
        falls=tuple(_event(pot, (pot["ball"], pot["pocket"])) for pot in record["potted"]),
        counted={fact: tuple(map(str, record.get(fact, ()))) for fact in counted_facts()},
        calls=tuple(_said(call) for call in record["calls"]),
        first_hit_sure=float(record.get("first_hit_sure", 1.0)),
        doubted=tuple(str(doubt["about"]) for doubt in doubts),
        cue_ball=str(cue),
        touching=tuple(_two(pair) for pair in record.get("touching", ())),
        touching_doubted=tuple(
            _two(pair) for doubt in doubts if doubt["about"] == "touching" for pair in doubt["candidates"] if pair
        ),
    )


def _two(names: Sequence[Any]) -> tuple[str, str]:
    first, second = sorted(map(str, names))
    return first, second


def _event(happened: dict[str, Any], who: Sequence[Any]) -> Event:
    first, second = map(str, who)
    return Event(at_s=float(happened["t_s"]), who=(first, second), sure=float(happened.get("sure", 1.0)))


def _said(call: dict[str, Any]) -> Said:
    value = call["value"]
    return Said(say=str(call["say"]), value=None if value is None else int(value), ask=bool(call["ask"]))


def _stroke_lines(text: str) -> tuple[StrokeFacts, ...]:
    return tuple(stroke_facts(json.loads(line)) for line in text.splitlines() if line.strip())


def _tracks(text: str) -> tuple[Array, tuple[str, ...], NDArray[np.int64]]:
    """Return time, place and spread (n, 4), the names and the tracks."""
    lines = csv.DictReader(text.splitlines())
    if "x_mm" not in (lines.fieldnames or ()):
        raise ValueError("it has no columns of a run")
    rows = list(lines)
    numbers = np.array([[row[name] for name in ("t_s", "x_mm", "y_mm", "sd_mm")] for row in rows], float).reshape(-1, 4)
    if not np.all(np.isfinite(numbers)):
        raise ValueError("it holds a number that is not finite")
    tracks = np.array([int(row["track"]) for row in rows], np.int64)
    return numbers, tuple(row["ball"] for row in rows), tracks


def _truth(data: Any, where: str) -> Truth:
    if data["schema"] != SCHEMA:
        raise ValueError(f"its schema is {data['schema']!r}, not {SCHEMA}")
    pictures, balls = data["pictures"], tuple(map(str, data["balls"]))
    if not pictures:
        raise ValueError("it has no pictures")
    places = [[at or (np.nan, np.nan) for at in picture["places_mm"]] for picture in pictures]
    visible = [picture.get("visible", [1.0] * len(balls)) for picture in pictures]
    known = data.get("calibration")
    return Truth(
        kit=find_kit(data["table"]),
        rate=_positive(data["rate"]),
        at_s=np.array([float(picture["t_s"]) for picture in pictures]),
        balls=balls,
        places_mm=np.array(places, float).reshape(len(pictures), len(balls), 2),
        visible=np.array(visible, float).reshape(len(pictures), len(balls)),
        strokes=tuple(map(stroke_facts, data["strokes"])),
        start_points=_pair(data.get("apply", {}).get("score", (0, 0))),
        calibration=calibration_from(json.dumps(known), where) if known else None,
        final_points=_pair(data["frame"]["score"]) if "frame" in data else None,
    )


def _pair(points: Any) -> tuple[int, int]:
    first, second = points
    return int(first), int(second)


def _positive(rate: Any) -> float:
    if not 0 < float(rate) < float("inf"):
        raise ValueError(f"its rate is {rate!r} pictures a second")
    return float(rate)


def _read(file: Path, what: str, meaning: Callable[[str], T]) -> T:
    remedy = "track the source again" if what == "run" else "give a truth file, such as sample_videos/*/truth.json"
    try:
        return meaning(file.read_text("utf-8"))
    except FileNotFoundError as trouble:
        raise BadInput(f"{file}: no such {what} file; {remedy}") from trouble
    except KeyError as trouble:
        raise BadInput(f"{what} {file} lacks {trouble}: {remedy}") from trouble
    except (OSError, TypeError, ValueError, AttributeError) as trouble:
        raise BadInput(f"{what} {file} is broken ({str(trouble).splitlines()[0]}): {remedy}") from trouble
