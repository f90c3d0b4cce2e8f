"""`cuewatch demo`: the main job on a sample clip that ships with the program."""

import argparse
from importlib.resources import files
from pathlib import Path

from tracker.cli.commands import track
from tracker.cli.options import parser
from tracker.domain.errors import SourceUnreadable

SAMPLE = "0001-red-then-black"
BEGINS = ("--on", "red", "--score", "0", "0")
"""How the clip begins, which no picture of it shows."""


def run(options: argparse.Namespace) -> int:
    """Track the sample clip and draw its video."""
    folder = options.out or f"runs/{SAMPLE}"
    chosen = parser().parse_args(["track", str(sample_clip()), "--video", "--out", folder, *BEGINS])
    chosen.runtime = options.runtime
    status = track.run(chosen)
    print(f"Open {Path(folder) / 'report.html'} in a browser to see what was seen.")
    return status


def sample_clip() -> Path:
    """Return the sample clip: inside an installed wheel, or of `sample_videos/` in a checkout.

    Raises:
        SourceUnreadable: neither is there.
    """
    packaged = Path(str(files("tracker") / "data" / "sample_videos" / SAMPLE / "clip.mp4"))
    checkout = Path(__file__).parents[3] / "sample_videos" / SAMPLE / "clip.mp4"
    for clip in (packaged, checkout):
        if clip.is_file():
            return clip
    raise SourceUnreadable(f"the sample clip {SAMPLE} is missing: install the program again")
