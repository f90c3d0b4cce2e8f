"""`cuewatch demo`: the main job on a sample clip that ships with the program."""

import argparse
import os
import sys
import webbrowser
from pathlib import Path

from tracker.cli.commands import track
from tracker.cli.options import parser
from tracker.cli.samples import sample

SAMPLE = "0001-red-then-black"
BEGINS = ("--on", "red", "--score", "0", "0")
"""How the clip begins, which no picture of it shows."""


def run(options: argparse.Namespace) -> int:
    """Track the sample clip and draw its video."""
    folder = options.out or f"runs/{SAMPLE}"
    chosen = parser().parse_args(["track", str(sample_clip()), "--video", "--out", folder, *BEGINS])
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


def sample_clip() -> Path:
    """Return the sample clip.

    Raises:
        SourceUnreadable: it is not there.
    """
    return sample(f"{SAMPLE}/clip.mp4")
