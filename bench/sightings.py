"""See the clips that `make truth` draws once, and keep what was seen; then follow and tell from that again and again.

    python -m bench.sightings [--truth DIR] [--only thin-cuts] [--all] [--kept DIR]
    python -m bench.incidents --seen DIR [--truth DIR] …

Seeing is nearly all of the work, and what follows it is pure: a change in following or telling is measured in a second
a clip. What is kept is a pickle of this very version of the values: throw it away when seeing has changed.
"""

import argparse
import pickle
import sys
from pathlib import Path

from bench.clips import chosen, clip_options, is_newer
from bench.kept import Kept
from tracker.calibrate.watch import start_watch
from tracker.capture.sources.source import open_source
from tracker.cli.options import parser
from tracker.cli.recording.follow import cores, job_for
from tracker.cli.recording.watching import glances, sighted
from tracker.domain.errors import TableNotFound
from tracker.vision.runtimes.networks import open_detector
from tracker.vision.seer import seer_of_film


def see(clip: Path) -> Kept | None:
    """Return what is seen of a clip; None where no table is found."""
    options = parser().parse_args(["track", str(clip / "clip.mp4")])
    try:
        job = job_for(open_source(options.source), options)
    except TableNotFound:
        return None
    at_once = cores()
    seer = seer_of_film(job.calibration, job.kit, open_detector(at_once=at_once))
    taken = glances(job.pictures(), seer, start_watch(job.calibration, job.kit), at_once)
    sightings = tuple(sighted(glance, seer) for glance in taken)
    return Kept(calibration=job.calibration, kit=job.kit, sightings=sightings)


def main() -> int:
    """See the clips that were not seen since they were drawn."""
    options = clip_options("See clips once and keep what was seen.")
    options.add_argument("--kept", type=Path, default=Path("runs/seen"), metavar="DIR", help="where to keep it")
    asked: argparse.Namespace = options.parse_args()
    asked.kept.mkdir(parents=True, exist_ok=True)
    for clip in chosen(asked):
        out = asked.kept / f"{clip.name}.pickle"
        if not is_newer(out, clip / "clip.mp4"):
            out.write_bytes(pickle.dumps(see(clip)))
            print(clip.name, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
