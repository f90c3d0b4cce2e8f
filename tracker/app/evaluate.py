"""`cuewatch evaluate`: a run folder against a truth file, as a table for a person or as JSON for a machine."""

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from tracker.app.evidence import read_run, read_truth
from tracker.app.measures import evaluate

Row = tuple[str, str, str]


def run(options: argparse.Namespace) -> int:
    """Compare, and print.

    Raises:
        BadInput: the run folder or the truth cannot be read.
    """
    found = {"run": options.run, "truth": options.truth} | evaluate(
        read_run(Path(options.run)), read_truth(Path(options.truth))
    )
    if options.json:
        print(json.dumps(found))
    else:
        show(found, Console())
    return 0


def show(found: dict[str, Any], console: Console) -> None:
    """Print the measures as a table, and below it what is wrong."""
    table = Table(box=None, pad_edge=False, header_style="dim")
    for name, side in (("", "left"), ("measured", "left"), ("left over", "left")):
        table.add_column(name, justify=side)  # type: ignore[arg-type]
    for row in rows(found):
        table.add_row(*map(Text, row))
    console.print(table)
    for sentence in found["wrong"]:
        console.print(Text(sentence, "yellow"), soft_wrap=True)


def rows(found: dict[str, Any]) -> Iterator[Row]:
    """Give the lines of the table: what, how well, and what was missed or false."""
    yield from _place_rows(found["places"])
    strokes, hits, calls, score = found["strokes"], found["first_hit"], found["calls"], found["score"]
    yield "strokes", _share(strokes), _over(strokes)
    yield "strike, late by", _moment(found["moments"]["strike"]), ""
    yield "first touch, late by", _moment(found["moments"]["first_touch"]), ""
    yield "first hit", _share(hits), ""
    for what in ("pots", "off_table", "jumped", "cushions", "touches"):
        yield what.replace("_", " "), _share(found[what]), _over(found[what])
    asked = f"{calls['asked']} asked" + (f" ({calls['asked_right']} of them right)" if calls["asked"] else "")
    yield "calls", f"{_share(calls)}, {calls['wrong']} wrong, {asked}", _over(calls)
    yield "score", "–".join(map(str, score["told"])), f"true {'–'.join(map(str, score['due']))}"
    yield "calibration", _millimetres(found["calibration"]["mean_mm"], "worst", found["calibration"]["worst_mm"]), ""


def _place_rows(places: dict[str, Any]) -> Iterator[Row]:
    for kind, words in (("rest", "balls at rest"), ("moving", "balls moving"), ("hidden", "balls hidden")):
        one = places[kind]
        yield words, _millimetres(one["mean_mm"], "95 % within", one["p95_mm"]), f"{one['missed']} missed"
        if one["shift_mm"]:
            yield "  all alike by", "x {:+.2f}, y {:+.2f} mm".format(*one["shift_mm"]), ""
    yield "false balls", f"{places['false']} in all pictures", f"{places['false_tracks']} whole tracks"
    yield "colours", _share(places["colours"]), ""


def _millimetres(mean: float | None, word: str, most: float | None) -> str:
    return "nothing to measure" if mean is None else f"{mean:.2f} mm, {word} {most:.2f} mm"


def _moment(late: dict[str, Any]) -> str:
    return "nothing to measure" if not late["n"] else f"{late['mean_ms']:.0f} ms, worst {late['worst_ms']:+.0f} ms"


def _share(counts: dict[str, Any]) -> str:
    return f"{counts['right']} of {counts['of']} right"


def _over(counts: dict[str, Any]) -> str:
    return f"{counts['missed']} missed, {counts['false']} false"
