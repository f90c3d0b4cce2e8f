"""The run folder: the files of one run under the names and columns that other programs rely on."""

import csv
import io
import json
from collections.abc import Iterable, Sequence
from itertools import chain
from pathlib import Path

from tracker.domain.book.scoreline import Scoreline
from tracker.domain.errors import BadInput
from tracker.domain.time import seconds
from tracker.geometry.paths import TrackPoint
from tracker.store.files import set_aside, write_whole, write_whole_lines

COLUMNS = (
    "picture", "t_s", "track", "ball", "x_mm", "y_mm", "sd_mm", "u_px", "v_px", "r_px", "seen", "sure", "schema",
)  # fmt: skip
SCHEMA = 1


def run_folder(out: str | None, source_name: str) -> Path:
    """Return the folder for a run, made if need be: `out`, or the next free `runs/<source>`.

    Raises:
        BadInput: `out` is a file.
    """
    folder = Path(out) if out else _next_free(Path("runs") / (Path(source_name).stem or "run"))
    if folder.exists() and not folder.is_dir():
        raise BadInput(f"--out {folder} is a file: name a folder")
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def write_tracks(folder: Path, points: Iterable[TrackPoint]) -> Path:
    """Write `tracks.csv`: a row for each ball on the table in each picture."""
    path = folder / "tracks.csv"
    write_whole_lines(path, map(_line, chain([COLUMNS], map(_row, points))))
    return path


def write_strokes(folder: Path, lines: Iterable[str]) -> Path:
    """Write `strokes.jsonl`, a stroke a line."""
    return _written(folder / "strokes.jsonl", "".join(f"{line}\n" for line in lines))


def write_book(folder: Path, text: str) -> Path:
    """Write `book.jsonl`; a book that lies there already is set aside under a number, never overwritten."""
    set_aside(folder / "book.jsonl")
    return _written(folder / "book.jsonl", text)


def write_score(folder: Path, scoreline: Scoreline) -> Path:
    """Write `score.json`, the scoreline after the last entry of the book."""
    return _written(folder / "score.json", score_text(scoreline))


def write_report(folder: Path, html: str) -> Path:
    """Write `report.html`, the match sheet."""
    return _written(folder / "report.html", html)


def write_moving(folder: Path, html: str) -> Path:
    """Write `moves.html`, the strokes as they moved."""
    return _written(folder / "moves.html", html)


def score_text(scoreline: Scoreline) -> str:
    """Return a scoreline as JSON text."""
    record = {
        "schema": SCHEMA,
        "names": list(scoreline.names),
        "points": list(scoreline.points),
        "striker": scoreline.names[scoreline.striker],
        "on": scoreline.on,
        "break": scoreline.visit,
        "remaining": scoreline.remaining,
        "over": scoreline.over,
        "winner": None if scoreline.winner is None else scoreline.names[scoreline.winner],
        "unit": scoreline.unit,
        "provisional": list(scoreline.provisional),
    }
    return json.dumps(record, ensure_ascii=False, indent=1) + "\n"


def _line(cells: Sequence[object]) -> str:
    """Return a line of CSV."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerow(cells)
    return text.getvalue()


def _row(p: TrackPoint) -> tuple[object, ...]:
    return (
        p.picture, f"{seconds(p.at_us):.4f}", p.track, p.ball, f"{p.at.x_mm:.2f}", f"{p.at.y_mm:.2f}", f"{p.sd_mm:.2f}",
        f"{p.u_px:.2f}", f"{p.v_px:.2f}", f"{p.r_px:.2f}", int(p.seen), f"{p.sure:.3f}", SCHEMA,
    )  # fmt: skip


def _next_free(folder: Path) -> Path:
    number, free = 2, folder
    while free.exists():
        free, number = folder.with_name(f"{folder.name}-{number}"), number + 1
    return free


def _written(path: Path, text: str) -> Path:
    write_whole(path, text)
    return path
