"""The ways of the balls during a stroke, as they are drawn."""

from collections.abc import Iterator

import numpy as np

from tracker.domain.strokes.stroke import Stroke
from tracker.domain.table.plane import Point
from tracker.geometry.paths import Path
from tracker.show.run.words import Route


def routes(paths: tuple[Path, ...], stroke: Stroke) -> Iterator[Route]:
    """Give the ways of all balls during a stroke."""
    for path in paths:
        within = np.flatnonzero((path.at_us >= stroke.began_us) & (path.at_us <= stroke.ended_us))
        if len(within):
            yield Route(
                track=path.track,
                ball=path.ball,
                times_us=tuple(int(path.at_us[i]) for i in within),
                points=tuple(Point(float(path.places_mm[i, 0]), float(path.places_mm[i, 1])) for i in within),
                seen=tuple(bool(path.seen[i]) for i in within),
            )
