"""The strokes of a recording as alternatives: what each may have been, with its odds, and who played it."""

from collections.abc import Sequence

from tracker.domain.strokes.alternatives import Alternatives
from tracker.domain.table.kit import Kit
from tracker.geometry.paths import Path
from tracker.incidents.explain.player import with_players
from tracker.incidents.propose.leaving import Watch
from tracker.incidents.search import strokes


def readings(paths: Sequence[Path], kit: Kit, watch: Watch | None = None) -> list[Alternatives]:
    """Return the strokes of a recording in order, each with its readings; the arguments are those of `strokes`."""
    watch = watch or Watch()
    return with_players(strokes.readings(paths, kit, watch), watch.bystanders, watch.looks)
