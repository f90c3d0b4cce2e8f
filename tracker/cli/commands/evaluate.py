"""`cuewatch evaluate`: a run folder against a truth file, as a table for a person or as JSON for a machine."""

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from tracker.cli.evaluation import identity
from tracker.cli.evaluation.measures import evaluate
from tracker.cli.evaluation.run_and_truth import read_run, read_truth
from tracker.domain.strokes.incidents import counted_facts

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
    yield from _track_rows(found["tracks"])
    strokes, hits, calls, score = found["strokes"], found["first_hit"], found["calls"], found["score"]
    yield "strokes", _share(strokes), _over(strokes)
    yield "strike, late by", _moment(found["moments"]["strike"]), ""
    yield "first touch, late by", _moment(found["moments"]["first_touch"]), ""
    yield "first hit", _share(hits), ""
    for what in ("pots", *counted_facts(), "cushions", "touches"):
        yield what.replace("_", " "), _share(found[what]), _over(found[what])
    yield from _touching_rows(found["touching"])
    asked = f"{calls['asked']} asked" + (f" ({calls['asked_right']} of them right)" if calls["asked"] else "")
    yield "calls", f"{_share(calls)}, {calls['wrong']} wrong, {asked}", _over(calls)
    yield "score", "–".join(map(str, score["told"])), f"true {'–'.join(map(str, score['due']))}"
    yield "calibration", _millimetres(found["calibration"]["mean_mm"], "worst", found["calibration"]["worst_mm"]), ""


def _place_rows(places: dict[str, Any]) -> Iterator[Row]:
    for kind, words in (("rest", "balls at rest"), ("moving", "balls moving"), ("hidden", "balls hidden")):
        one = places[kind]
        yield words, _millimetres(one["mean_mm"], "95 % within", one["p95_mm"]), f"{one['missed']} missed"
        if one["mean_px"] is not None:
            yield (
                "  in the picture",
                "{mean_px:.2f} px of {mm_per_px:.2f} mm, 95 % within {p95_px:.2f} px".format(**one),
                "",
            )
        if one["shift_mm"]:
            yield "  all alike by", "x {:+.2f}, y {:+.2f} mm".format(*one["shift_mm"]), ""
    if places["rest"]["normalised"] is not None:
        yield "  error by spread told", f"{places['rest']['normalised']:.2f} at rest, 1 is honest", ""
    yield "false balls", f"{places['false']} in all pictures", f"{places['false_tracks']} whole tracks"
    colours = places["colours"]
    confused = [
        f"{n} {true} said {said}"
        for true, row in colours["pictures"].items()
        for said, n in row.items()
        if said != true
    ]
    yield "colours", _share(colours), ", ".join(confused)


def _track_rows(tracks: dict[str, Any] | None) -> Iterator[Row]:
    if tracks is None:
        yield "tracks", identity.REMEDY, ""
        return
    yield "identity switches", str(tracks["switches"]), f"{tracks['broken']} tracks broken off and found again"
    yield "IDF1, HOTA", f"{tracks['idf1']:.3f}, {tracks['hota']:.3f}", ""


def _touching_rows(gaps: list[dict[str, Any]]) -> Iterator[Row]:
    for gap in gaps:
        if any(gap[word] for word in ("right", "wrong", "asked")):
            yield gap_words(gap), f"{gap['right']} right, {gap['wrong']} wrong, {gap['asked']} asked", ""


def gap_words(gap: dict[str, Any]) -> str:
    """Return how far apart the balls lie that a row is about."""
    if gap["from_mm"] is None:
        return "touching"
    return f"clear by {gap['from_mm']:g} mm" + (" and more" if gap["to_mm"] is None else f" to {gap['to_mm']:g} mm")


def _millimetres(mean: float | None, word: str, most: float | None) -> str:
    return "nothing to measure" if mean is None else f"{mean:.2f} mm, {word} {most:.2f} mm"


def _moment(late: dict[str, Any]) -> str:
    return "nothing to measure" if not late["n"] else f"{late['mean_ms']:.0f} ms, worst {late['worst_ms']:+.0f} ms"


def _share(counts: dict[str, Any]) -> str:
    return f"{counts['right']} of {counts['of']} right"


def _over(counts: dict[str, Any]) -> str:
    return f"{counts['missed']} missed, {counts['false']} false"
