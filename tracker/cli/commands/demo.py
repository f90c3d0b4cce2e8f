"""`cuewatch demo`: the main job on a sample clip that ships with the program."""

import argparse
import os
import sys
import webbrowser
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tracker.cli.commands import track
from tracker.cli.options import parser
from tracker.cli.samples import sample


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """A clip that ships with the program."""

    name: str
    begins: tuple[str, ...]
    """What no picture of it shows: by which book it is played, or how it begins."""


SAMPLES: Final = {
    "snooker": Sample(name="0001-red-then-black", begins=("--on", "red", "--score", "0", "0")),
    "billiards": Sample(name="0007-billiards", begins=("--rules", "billiards-2024")),
    "novuss": Sample(name="0008-novuss", begins=("--rules", "novuss-2015", "--baulk", "left")),
}


def run(options: argparse.Namespace) -> int:
    """Track the sample clip and draw its video."""
    shown = SAMPLES[options.game]
    folder = options.out or f"runs/{shown.name}"
    chosen = parser().parse_args(["track", str(clip_of(shown)), "--video", "--out", folder, *shown.begins])
    chosen.runtime = options.runtime
    status = track.run(chosen)
    page = Path(folder) / "moves.html"
    print(f"Open {Path(folder) / 'report.html'} in a browser to see what was seen, {page} to see it move.")
    if has_screen():
        webbrowser.open(page.absolute().as_uri())
    return status


def has_screen() -> bool:
    """Tell whether a person sits here who can be shown a page."""
    shows = sys.platform in ("win32", "darwin") or any(name in os.environ for name in ("DISPLAY", "WAYLAND_DISPLAY"))
    return shows and sys.stdout.isatty()


def clip_of(shown: Sample) -> Path:
    """Return the recording of a sample.

    Raises:
        SourceUnreadable: it is not there.
    """
    return sample(f"{shown.name}/clip.mp4")
