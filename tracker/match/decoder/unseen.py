"""A ball that nobody saw where the law has one: a stroke that is seen to meet nothing may have met it.

A ball that hangs between jaws may stay out of sight for as long as it lies there (`bench.jaws`). Whoever plays at it is
seen to play towards an empty pocket and to meet nothing; the pot is seen as little, and lies in nothing but the count.
A ball that is followed yet, though hidden, is a matter of one stroke (`incidents.explain.asked`); of one that was lost
in a stroke before, only the frame knows that it may lie there: where it was seen last, or in the jaws of the pocket
that it was seen to come to (`seen_last`).
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from math import log

from tracker.domain.frozen import replace
from tracker.domain.law.branch import Expected
from tracker.domain.strokes.alternatives import Alternatives, Reading
from tracker.domain.strokes.stroke import Place, Pot, Standing
from tracker.domain.table.kit import Kit
from tracker.domain.table.plane import Point, distance_mm, gap_to_path_mm
from tracker.match.decoder.weighing import CHANCES, Surplus, kind_of


def seen_last(strokes: Iterable[Alternatives], kit: Kit) -> dict[str, Place]:
    """Return where each ball of which there is one was seen last, after some strokes: at rest, or going to a pocket."""
    found: dict[str, Place] = {}
    falls = {pocket.name: pocket.fall for pocket in kit.pockets}
    for seen in strokes:
        stroke, standing = seen.likeliest.stroke, seen.likeliest.standing
        lay = seen.before.places if seen.before else ()
        fell = (Place(ball=pot.ball, at=falls[pot.pocket], sd_mm=0.0) for pot in stroke.potted if pot.pocket in falls)
        found |= {place.ball: place for place in (*lay, *standing.places, *fell) if kit.pieces.get(place.ball) == 1}
    return found


def lying(lay: Expected, lain: Mapping[str, Place]) -> Expected:
    """Return how the law has the balls, those that it knows no place of where they were seen last."""
    if lay.places is None:
        return lay
    placed = {place.ball for place in lay.places}
    lost = (place for ball, place in lain.items() if lay.counts.get(ball, 0) and ball not in placed)
    return replace(lay, places=(*lay.places, *lost))


def with_unseen_met(
    readings: Iterable[Reading], lay: Expected, before: Standing | None, surplus: Surplus, kit: Kit
) -> Iterator[Reading]:
    """Give the readings of a stroke, those that met nothing with the balls that they may have met unseen.

    Args:
        readings: as seen, with their log-probabilities for odds.
        lay: how the law has the balls before the stroke.
        before: how they were seen.
        surplus: by how much more or fewer are seen than the law has.
        kit: the table.
    """
    unseen = list(_unseen(lay, before, surplus, kit))
    for reading in readings:
        own = reading.stroke.cue_ball
        near = [(place, pocket) for place, pocket in unseen if place.ball != own and _comes_near(reading, place.at)]
        if reading.stroke.first_hit or not near:
            yield reading
            continue
        yield replace(reading, log_odds=reading.log_odds + log(1 - CHANCES.unseen_met))
        for place, pocket in near:
            met = replace(reading.stroke, first_hit=(place.ball,), first_hit_sure=CHANCES.unseen_met)
            base = reading.log_odds + log(CHANCES.unseen_met / len(near))
            fallen = Pot(at_us=met.ended_us, ball=place.ball, pocket=pocket, sure=CHANCES.unseen_falls)
            yield replace(
                reading, stroke=replace(met, potted=(*met.potted, fallen)), log_odds=base + log(CHANCES.unseen_falls),
                why=f"the {place.ball} lay unseen by the {pocket} pocket, was met and fell",
            )  # fmt: skip
            yield replace(
                reading, stroke=met, log_odds=base + log(1 - CHANCES.unseen_falls),
                standing=replace(reading.standing, places=(*reading.standing.places, place),
                                 hidden=(*reading.standing.hidden, place.ball)),
                why=f"the {place.ball} lay unseen by the {pocket} pocket and was met",
            )  # fmt: skip


def _unseen(lay: Expected, before: Standing | None, surplus: Surplus, kit: Kit) -> Iterator[tuple[Place, str]]:
    """Give the balls by pockets that the law has on the table and nobody saw, where it has them, and those pockets."""
    if before is None or lay.places is None:
        return
    for ball, count in surplus:
        if count >= 0:
            continue
        due = [place for place in lay.places if kind_of(place.ball) == ball]
        seen = [place for place in before.places if kind_of(place.ball) == ball]
        for place in due:
            pocket = kit.pocket_nearest(place.at)
            is_by_it = distance_mm(pocket.fall, place.at) < CHANCES.by_pocket_mm
            if is_by_it and all(distance_mm(place.at, one.at) >= CHANCES.near_mm for one in seen):
                yield place, pocket.name


def _comes_near(reading: Reading, at: Point) -> bool:
    """Tell whether the cue-ball's way, by the cushions that it met to where it rests, passes a place.

    What it met is placed where that is told; between two places the way is taken for straight.
    """
    return any(gap_to_path_mm(at, one, other) < CHANCES.unseen_reach_mm for one, other in pairwise(_way(reading)))


def _way(reading: Reading) -> tuple[Point, ...]:
    stroke = reading.stroke
    met = tuple(b.at for b in stroke.cushions if b.ball == stroke.cue_ball and b.at is not None)
    rest = tuple(place.at for place in reading.standing.places if place.ball == stroke.cue_ball)
    return (stroke.origin, *met, *rest)
