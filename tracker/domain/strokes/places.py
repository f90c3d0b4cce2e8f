"""Which ball at rest is which, where balls of one kind look alike."""

from collections.abc import Callable, Hashable, Sequence
from operator import attrgetter

from tracker.domain.strokes.stroke import Place
from tracker.domain.table.plane import distance_mm


def nearest_alike(
    places: Sequence[Place], lying: Sequence[Place], kind: Callable[[Place], Hashable] = attrgetter("ball")
) -> tuple[Place | None, ...]:
    """Return for each of `places` the ball of its kind in `lying` that is nearest to it and free; None: none is left.

    The closest pairs are made first: a ball that was not moved keeps its own place. `kind` says which are alike: those
    of one name, unless told otherwise.
    """
    pairs = sorted(
        (distance_mm(place.at, ball.at), index, other)
        for index, place in enumerate(places)
        for other, ball in enumerate(lying)
        if kind(ball) == kind(place)
    )
    found: list[Place | None] = [None] * len(places)
    taken: set[int] = set()
    for _, index, other in pairs:
        if found[index] is None and other not in taken:
            found[index] = lying[other]
            taken.add(other)
    return tuple(found)
