"""Which of the clips that `make truth` draws are meant: those held out, those to tune on, or all."""

import argparse
from collections.abc import Iterator
from pathlib import Path

from bench.measured import ROOT
from models.training.truth.naming import is_held_out, parts_of

CLIPS = ROOT / "runs" / "truth"


def clip_options(description: str) -> argparse.ArgumentParser:
    """Return the options that say which clips are meant."""
    options = argparse.ArgumentParser(description=description)
    options.add_argument("--truth", type=Path, default=CLIPS, metavar="DIR", help="where `make truth` put the clips")
    options.add_argument("--only", default="", help="beginning of the name of a stratum or clip")
    which = options.add_mutually_exclusive_group()
    which.add_argument("--all", action="store_true", help="also the clips that are not held out")
    which.add_argument("--to-tune", action="store_true", help="those only that are not held out")
    return options


def chosen(options: argparse.Namespace) -> Iterator[Path]:
    """Give the folders of the clips to measure."""
    for clip in sorted(truth.parent for truth in options.truth.glob("[!.]*/truth.json")):
        held_out = is_held_out(parts_of(clip.name)[1])
        if clip.name.startswith(options.only) and (options.all or held_out != options.to_tune):
            yield clip


def is_newer(made: Path, source: Path) -> bool:
    """Say whether a file is there and was made after its source."""
    return made.is_file() and made.stat().st_mtime > source.stat().st_mtime
