"""Bounces of balls that met a cushion between a touch and the next picture, so that no way to it was seen.

A touch tells how smooth balls go on from it (`touches`). One that goes on into a cushion, and is next seen to come off
it, met it in between: a ball that lay beside the cushion, or was met there.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from tracker.domain.strokes.stroke import Bounce
from tracker.domain.table.kit import Kit
from tracker.incidents.propose.cushions import AGAIN_US, plain_bounces
from tracker.incidents.propose.touches import Meeting, left, sent
from tracker.incidents.segment.flights import Flight
from tracker.incidents.segment.pieces import Piece
from tracker.incidents.segment.ways import way_of

EARLY_S = 0.02
"""A piece of a way that began so long before a touch began before it."""


def rebounds(met: Sequence[Meeting], told: Sequence[Bounce], kit: Kit) -> list[Bounce]:
    """Return the bounces that follow from touches, but for those that are told already.

    Args:
        met: the touches of a stroke.
        told: the bounces between pieces of ways (`cushions`).
        kit: the table.
    """
    found = [b for m in met for flight, going in goings(m) for b in come_off(flight, going, kit)]
    fresh: list[Bounce] = []
    for bounce in sorted(found, key=lambda b: -b.sure):
        if not any(is_same(bounce, other) for other in (*told, *fresh)):
            fresh.append(bounce)
    return fresh


def goings(m: Meeting) -> Iterator[tuple[Flight, Piece]]:
    """Give the balls of a touch of which it is known how they went on, with the first moment of that."""
    if m.met.before is not None and any(m.sent_mm_s):
        yield m.met, sent(m)
    if any(m.left_mm_s):
        yield m.mover, left(m)


def come_off(flight: Flight, going: Piece, kit: Kit) -> list[Bounce]:
    """Return the bounces of a ball that set off so and was next seen to come off a cushion."""
    at_s = going.first_s
    seen = next((piece for piece in way_of(flight).pieces if piece.last_s > at_s), None)
    if seen is None or seen.first_s < at_s - EARLY_S:
        return []
    return plain_bounces(replace(going, last_s=at_s), replace(seen, first_s=max(seen.first_s, at_s)), flight, kit)


def is_same(a: Bounce, b: Bounce) -> bool:
    """Say whether two bounces are one: of a ball and a cushion, so soon after each other that it cannot be back."""
    return (a.ball, a.cushion) == (b.ball, b.cushion) and abs(a.at_us - b.at_us) < AGAIN_US
