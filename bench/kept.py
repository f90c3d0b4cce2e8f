"""What was seen of a clip, kept so that it can be followed and told again without looking."""

import pickle
from dataclasses import dataclass
from pathlib import Path

from tracker.cli.recording.follow import data_files
from tracker.domain.table.kit import Kit
from tracker.geometry.calibration import Calibration
from tracker.geometry.sightings import Sightings
from tracker.pipeline.judging import judge
from tracker.pipeline.watched import watched


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Kept:
    """All that was seen of a clip, and by which camera."""

    calibration: Calibration
    kit: Kit
    sightings: tuple[Sightings, ...]


def tell(kept: Kept, out: Path) -> None:
    """Follow and tell what was seen, and write the run folder but for its match sheet."""
    told = watched(kept.sightings, kept.calibration, kept.kit, lambda done: None)
    judged = judge(told, kept.kit, "snooker-2024", (0, 0), "red")
    out.mkdir(parents=True, exist_ok=True)
    data_files(out, kept.calibration, kept.kit, told, judged)


def load(path: Path) -> Kept | None:
    """Return what was kept of a clip."""
    kept: Kept | None = pickle.loads(path.read_bytes())
    return kept
