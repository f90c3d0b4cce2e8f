"""What was seen of a clip, kept so that it can be followed and told again without looking."""

import pickle
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.clips import is_newer
from tracker.calibrate.watch import start_watch
from tracker.capture.sources.source import open_source
from tracker.cli.options import parser
from tracker.cli.recording.follow import cores, data_files, job_for
from tracker.cli.recording.terms import checked_terms
from tracker.cli.recording.watching import glances, sighted
from tracker.domain.errors import TableNotFound
from tracker.domain.table.kit import Kit
from tracker.geometry.calibration import Calibration
from tracker.geometry.sightings import Sightings
from tracker.pipeline.judging import judge
from tracker.pipeline.watched import watched
from tracker.vision.runtimes.networks import open_detector, with_network_kinds
from tracker.vision.seer import seer_of_film


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Kept:
    """All that was seen of a clip, and by which camera."""

    told: tuple[str, ...]
    """The clip, and what else `track` was told."""
    calibration: Calibration
    kit: Kit
    sightings: tuple[Sightings, ...]


def see(told: Sequence[str]) -> Kept | None:
    """Return what is seen of a clip; None where no table is found."""
    options = parser().parse_args(["track", *told])
    try:
        job = job_for(open_source(options.source), options, checked_terms(options))
    except TableNotFound:
        return None
    kit, at_once = with_network_kinds(job.kit), cores()
    seer = seer_of_film(job.calibration, kit, open_detector(kit.kinds, at_once=at_once))
    taken = glances(job.pictures(), seer, start_watch(job.calibration, kit), at_once)
    sightings = tuple(sighted(glance, seer) for glance in taken)
    return Kept(told=tuple(told), calibration=job.calibration, kit=job.kit, sightings=sightings)


def tell(kept: Kept, out: Path) -> None:
    """Follow and tell what was seen, and write the run folder but for its match sheet."""
    options = parser().parse_args(["track", *kept.told])
    seen = watched(kept.sightings, kept.calibration, with_network_kinds(kept.kit), lambda done: None)
    score = (options.score[0], options.score[1]) if options.score else None
    judged = judge(seen, kept.kit, options.rules, score, options.on, terms=checked_terms(options))
    out.mkdir(parents=True, exist_ok=True)
    data_files(out, kept.calibration, kept.kit, seen, judged)


def load(path: Path) -> Kept | None:
    """Return what was kept of a clip; None: no table was found in it."""
    kept: Kept | None = pickle.loads(path.read_bytes())
    return kept


def seen_once(path: Path, told: Sequence[str]) -> Kept | None:
    """Return what is seen of a clip, as it is kept where the clip has not changed since."""
    if not is_newer(path, Path(told[0])):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(pickle.dumps(see(told)))
    return load(path)
