"""One stroke as eyes see it, followed and told."""

from makers import Eye, Truth, look

from tracker.domain.strokes.alternatives import Alternatives
from tracker.domain.strokes.stroke import Standing, Stroke
from tracker.geometry.cloth_shown import ClothShown, parts_of
from tracker.incidents.propose.leaving import Watch
from tracker.incidents.search.readings import readings
from tracker.incidents.search.strokes import strokes
from tracker.tracking.follow import follow, start
from tracker.tracking.stitch import stitch


def followed(truth: Truth, eye: Eye) -> tuple[Alternatives, list[tuple[Stroke, Standing]]]:
    """Return the one stroke that is told, as it may have been and as it is told."""
    state, pictures, shown = start(truth.kit), [], []
    for sightings in look(truth, eye):
        assert sightings.openness is not None
        state = follow(state, sightings)
        pictures.append(state.points)
        shown.append((sightings.at_us, parts_of(sightings.openness)))
    paths, watch = stitch(pictures, state), Watch(cloth=ClothShown.of(shown))
    (told, *more) = readings(paths, truth.kit, watch)
    assert more == []
    return told, strokes(paths, truth.kit, watch)
