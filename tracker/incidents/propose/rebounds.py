"""Bounces of balls that met a cushion between a touch and the next picture, so that no way to it was seen.

A touch tells how smooth balls go on from it (`touches`). One that goes on into a cushion, and is next seen to come off
it, met it in between: a ball that lay beside the cushion, or was met there. Of a ball that lies nearer to the cushion
than its radius no way of its own tells; what the cue-ball lost to it does (`held`). Of one that only came near a
cushion nobody knows (`neared`).
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import erfc, sqrt

import numpy as np

from tracker.domain.strokes.stroke import Bounce
from tracker.domain.table.kit import Kit
from tracker.domain.table.plane import Point
from tracker.geometry.jaws import SIDES, outline_of
from tracker.geometry.paths import Path
from tracker.incidents.noise import SIGMAS
from tracker.incidents.propose.cushions import AGAIN_US, FACE_MM, face_sd_mm, mouth_at, plain_bounces
from tracker.incidents.propose.touching.bodies import left, sent
from tracker.incidents.propose.touching.held import driven_into
from tracker.incidents.propose.touching.meeting import Meeting
from tracker.incidents.propose.touching.passing import BEFORE_S, closest, cue_way, lay
from tracker.incidents.segment.flights import Flight
from tracker.incidents.segment.pieces import Piece
from tracker.incidents.segment.ways import way_of

EARLY_S = 0.02
"""A piece of a way that began so long before a touch began before it."""
LIKELY, MOST_SURE = 0.5, 0.95
"""A bounce that nobody saw is told from here on, and is no surer than that."""
LEAST_SURE = 0.01
"""What is less likely than this is not thought of. Conventional."""


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


def driven_in(
    cue: Flight, paths: Sequence[Path], met: Sequence[Meeting], told: Sequence[Bounce], kit: Kit
) -> list[Bounce]:
    """Return the bounces of balls that the cue-ball drove into a cushion beside which they lay, if not told already.

    A ball that it is told to have met went there, or else what the cue-ball lost to it must tell that it was met.
    A ball that lay at the cushion does not strike it: how sure the bounce is tells how surely it lay clear of the face.
    """
    found, way, began_s = list[Bounce](), cue_way(cue, cue.ended_us, kit), cue.onset_us / 1e6
    own = sorted((m for m in met if m.mover == cue and m.met.before is not None), key=lambda m: m.at_us, reverse=True)
    set_off_us = {m.met.path.track: m.at_us for m in own}  # of two touches of a ball the earlier set it off
    for path in paths:
        lain = lay(path, began_s - BEFORE_S, began_s)
        if path is cue.path or not len(lain) or len(way.places) < 2:
            continue
        ball = np.median(lain, axis=0)
        _, k, share = closest(way.places, ball)
        nearest_us = float(way.stamps_us[k] + share * (way.stamps_us[k + 1] - way.stamps_us[k]))
        met_us = float(set_off_us.get(path.track, nearest_us))
        held = driven_into(way.places, way.stamps_us, met_us, ball, kit, (cue.ball, path.ball))
        if held is None or held.gap_mm > kit.radius_of(path.ball) or not (held.is_met or path.track in set_off_us):
            continue
        at_us = round(met_us + 1e6 * float(np.hypot(*(held.met_at - ball))) / held.closing_mm_s)
        sure = MOST_SURE * erfc(-held.gap_mm / (FACE_MM * sqrt(2))) / 2
        at = Point(float(held.met_at[0]), float(held.met_at[1]))
        found.append(Bounce(at_us=at_us, ball=path.ball, cushion=held.cushion, sure=sure, at=at))
    likely = [bounce for bounce in found if bounce.sure > LIKELY]
    return [bounce for bounce in likely if not any(is_same(bounce, other) for other in told)]


def neared(flights: Sequence[Flight], kit: Kit) -> Bounce | None:
    """Return the bounce that is likeliest to have been, of all balls that moved, where nothing tells that one was.

    A ball that rolls to a cushion and stops there, or comes off it as slowly as places err, may have met it, a jaw of
    a pocket as well as the face. How sure it is tells how near it was seen to come, and how much nearer it may have
    come from one picture to the next.
    """
    found = [bounce for flight in flights for bounce in near_bounces(flight, kit)]
    return max(found, key=lambda bounce: bounce.sure, default=None)


def near_bounces(flight: Flight, kit: Kit) -> Iterator[Bounce]:
    """Give the bounces that a ball may have had, one at most off each cushion that it came near.

    Of one that is lost before a pocket it is asked whether it fell.
    """
    seen, outline = way_of(flight).seen, outline_of(kit)
    if len(seen.places_mm) < 2:
        return
    clear_mm, _ = outline.gaps(seen.places_mm, kit.radius_of(flight.ball))
    for cushion in SIDES:
        gaps_mm = clear_mm[:, [side == cushion for side in outline.sides]].min(axis=1)
        k = int(np.argmin(gaps_mm))
        steps_mm = np.abs(np.diff(gaps_mm))[max(k - 1, 0) : k + 1]
        sd_mm = float(np.linalg.norm([seen.sd_mm[k], face_sd_mm(seen.places_mm[k], kit), np.max(steps_mm) / 2]))
        sure = min(erfc(float(gaps_mm[k]) / (sd_mm * sqrt(2))) / 2, MOST_SURE)
        has_come = float(np.max(gaps_mm[: k + 1]) - gaps_mm[k]) >= SIGMAS * sd_mm
        is_lost = flight.after is None and mouth_at(seen.places_mm[k], kit) is not None
        if has_come and sure >= LEAST_SURE and not is_lost:
            at = Point(*seen.places_mm[k].tolist())
            yield Bounce(at_us=round(float(seen.at_s[k]) * 1e6), ball=flight.ball, cushion=cushion, sure=sure, at=at)


def is_same(a: Bounce, b: Bounce) -> bool:
    """Say whether two bounces are one: of a ball and a cushion, so soon after each other that it cannot be back."""
    return (a.ball, a.cushion) == (b.ball, b.cushion) and abs(a.at_us - b.at_us) < AGAIN_US
