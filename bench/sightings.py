"""See the clips that `make truth` draws once, and keep what was seen; then follow and tell from that again and again.

    python -m bench.sightings [--truth DIR] [--only thin-cuts] [--all] [--kept DIR]
    python -m bench.incidents --seen DIR [--truth DIR] …

Seeing is nearly all of the work, and what follows it is pure: a change in following or telling is measured in a second
a clip. What is kept is a pickle of this very version of the values: throw it away when seeing has changed.
"""

import argparse
import sys
from pathlib import Path

from bench.clips import chosen, clip_options, is_newer
from bench.kept import seen_once

TOLD = ("--on", "red", "--score", "0", "0")
"""What a person says of every clip."""


def main() -> int:
    """See the clips that were not seen since they were drawn."""
    options = clip_options("See clips once and keep what was seen.")
    options.add_argument("--kept", type=Path, default=Path("runs/seen"), metavar="DIR", help="where to keep it")
    asked: argparse.Namespace = options.parse_args()
    asked.kept.mkdir(parents=True, exist_ok=True)
    for clip in chosen(asked):
        out = asked.kept / f"{clip.name}.pickle"
        if not is_newer(out, clip / "clip.mp4"):
            seen_once(out, (str(clip / "clip.mp4"), *TOLD))
            print(clip.name, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
