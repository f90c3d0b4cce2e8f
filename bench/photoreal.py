"""Hold what is told of photo-real clips against what is told of the same strokes as our painter draws them.

    python -m bench.photoreal [--photoreal runs/photoreal] [--keep DIR] [--write]

`make truth-photoreal` draws both. Only the light differs: strokes, cameras, sizes and compression are the same. Where
the columns agree, the figures of painted clips (`bench.incidents`) may be believed of pictures that look real.
"""

import argparse
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from datetime import date
from pathlib import Path

import numpy as np

from bench.found import Found
from bench.incidents import watched
from bench.measured import ROOT, machine, put_section
from bench.reach import calibration_of_sure, f1, first_contacts, pots, share, summed, switches, tables_found, touching
from tracker.cli.evaluation import places

CLIPS = ROOT / "runs" / "photoreal"
PAINTED = "painted"


def place(where: str) -> Callable[[Sequence[Found]], str]:
    """Return how to say mean and 95th percentile of the error of places, in mm."""

    def told(found: Sequence[Found]) -> str:
        off = places.summed(places.together([one.off[where] for one in found]))
        return f"{off['mean_mm']:.2f} / {off['p95_mm']:.2f}"

    return told


def table_off(found: Sequence[Found]) -> str:
    """Say by how much the found camera errs where it errs most, in mm: the median of the clips and the worst."""
    off = [one.table_off_mm for one in found if one.table_off_mm is not None]
    return f"{np.median(off):.1f} / {max(off):.1f}" if off else "–"


def calls(found: Sequence[Found]) -> str:
    """Say how many calls are right, wrong, and left to a person."""
    told = summed([one.calls for one in found])
    return "; ".join(str(told[word]) for word in ("right", "wrong", "asked"))


ROWS: tuple[tuple[str, Callable[[Sequence[Found]], str]], ...] = (
    ("table found where it is", tables_found),
    ("table off where it errs most, median / worst, mm", table_off),
    ("first contact right when not asked / asked", first_contacts),
    ("pots: precision / recall; pocket right", pots),
    ("touches: F1 at one picture; median time error at 50 pictures/s", f1("touches")),
    ("cushions: the same", f1("cushions")),
    ("calls right; wrong; asked", calls),
    ("places at rest, mean / 95th percentile, mm", place("rest")),
    ("places moving, the same", place("moving")),
    ("balls in pictures missed; false", lambda found: f"{sum(f.missed for f in found)}; {sum(f.false for f in found)}"),
    ("touching or clear, right when not asked", touching),
    ("identity switches", switches),
    ("calibration error of first contact's `sure`", calibration_of_sure),
)


def pairs(folder: Path) -> Iterator[tuple[Path, Path]]:
    """Give the folders of each stroke that was drawn both ways: photo-real, painted."""
    for truth in sorted(folder.glob("[!.]*/truth.json")):
        if (folder / PAINTED / truth.parent.name / truth.name).is_file():
            yield truth.parent, folder / PAINTED / truth.parent.name


def markdown(real: Sequence[Found | None], painted: Sequence[Found | None]) -> str:
    """Return the section of docs/MEASURED.md."""
    sides = [[one for one in side if one is not None] for side in (real, painted)]
    lost = [share(len(side) - len(seen), len(side)) for side, seen in zip((real, painted), sides, strict=True)]
    rows = [("no table found", *lost), *((measure, *(told(side) for side in sides)) for measure, told in ROWS)]
    return "\n".join(
        [
            f"Measured {date.today().isoformat()} by `python -m bench.photoreal --write`, on {machine()}:",
            f"{len(real)} held-out strokes, one of each kind, each drawn by Cycles and by our painter, 1280 x 720.",
            "",
            "| measure | photo-real | painted |",
            "|---|---|---|",
            *(f"| {' | '.join(row)} |" for row in rows),
            "",
        ]
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Watch, measure, print, and with --write keep the table; 1 where there is no clip."""
    options = _options(arguments)
    both = list(pairs(options.photoreal))
    if not both:
        print(f"{options.photoreal}: no such clips; make them with `make truth-photoreal`", file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory() as scratch:
        out = options.keep or Path(scratch)
        found = [(watched(real, out / "photoreal"), watched(painted, out / PAINTED)) for real, painted in both]
    section = markdown(*zip(*found, strict=True))
    print(section)
    for (real, _), (told, _) in zip(both, found, strict=True):
        print("".join(f"{real.name}: {wrong}\n" for wrong in (told.wrong if told else ("no table found",))), end="")
    if options.write:
        put_section("bench.photoreal", "Photo-real beside painted", section)
    return 0


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    options = argparse.ArgumentParser(description="Measure photo-real clips beside painted ones.")
    options.add_argument("--photoreal", type=Path, default=CLIPS, metavar="DIR", help="where they were drawn")
    options.add_argument("--keep", type=Path, metavar="DIR", help="keep the run folders here, and use those there are")
    options.add_argument("--write", action="store_true", help="keep the table in docs/MEASURED.md")
    return options.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
