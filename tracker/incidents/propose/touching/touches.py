"""Which ball met which, and when: a ball was knocked as another came within two radii of it, and as that one pushed it.

Three witnesses tell the moment: the ways of both balls before it, drawn on until their centres are two radii apart (the
ghost ball of the trade, `contact`), and the knock that each of them got.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from tracker.domain.table.kit import Kit
from tracker.domain.table.plane import Point
from tracker.geometry.paths import Path
from tracker.incidents.noise import SIGMAS
from tracker.incidents.propose.cushions import bounces
from tracker.incidents.propose.touching.bodies import Body, at_rest, on_their_way, sent
from tracker.incidents.propose.touching.contact import (
    LOOSE_MM,
    SEEMS_MM,
    STEP_S,
    Contact,
    contact_of,
    misfit_of_push,
    noise_mm,
    target_of,
)
from tracker.incidents.propose.touching.hints import PACK, RELAYED, SET_OFF
from tracker.incidents.propose.touching.meeting import Meeting, one_of_each
from tracker.incidents.segment.flights import Flight, place_at
from tracker.incidents.segment.ways import Knock, knocks, start_of, way_of
from tracker.physics.pairs import given_to

Array = NDArray[np.float64]

PAD_PICTURES = 1.5
"""A joint may lie so many pictures from where the way is cut."""
EARLY_PICTURES = 3.0
LONGEST_S = 0.3
MOST_MISFIT = 4.0
WORST_ROLLING = 3.0
"""Balls that both roll pass each other often: what is told of a touch between them must agree better."""
LATE_S = 0.006
LEAST_CLOSING_MM_S, UNSEEN_MM_S = 15.0, 1000.0
"""Balls that touch close in at least so fast, and those of which one is gone within a picture."""
COME_WITHIN_MM, ONSET_SD_US = 20.0, 30_000
"""So near by its sightings is a ball that sets another going, if it is known so well when that set off. Set by hand: in
a picture's 40 ms balls are apart by so much that leave each other at 500 mm/s."""
GIVEN_UNKNOWN = 2.0
"""How badly the push of a touch agrees of which nothing is known (sigmas). Set by hand."""


def meetings(flights: Sequence[Flight], kit: Kit) -> list[Meeting]:
    """Return for each ball that was moved from rest the most likely mover, in order of time.

    The first flight of the cue-ball is the stroke itself; once it lies still again another ball may meet it.
    """
    struck = next((f for f in flights if f.path.is_cue_ball), None)
    starts = [(met, start_of(way_of(met))) for met in flights if met.before is not None and met != struck]
    bodies = on_their_way(flights)
    found = [best(met, knock, bodies, kit, MOST_MISFIT) for met, knock in starts if knock is not None]
    return sorted((replace(m, told_by=SET_OFF) for m in found if m is not None), key=lambda m: m.at_us)


def relays(flights: Sequence[Flight], met: Sequence[Meeting], kit: Kit) -> list[Meeting]:
    """Return the touches by balls that passed on what they got too soon to be seen moving, in order of time."""
    bodies = [Body(flight=m.met, pieces=(sent(m),)) for m in met if m.met.before is not None and any(m.sent_mm_s)]
    known = {m.met for m in met}
    struck = next((f for f in flights if f.path.is_cue_ball), None)
    left = [f for f in flights if f.before is not None and f != struck and f not in known]
    starts = [(flight, start_of(way_of(flight))) for flight in left]
    found = [best(flight, knock, bodies, kit, WORST_ROLLING) for flight, knock in starts if knock is not None]
    return sorted((replace(m, told_by=RELAYED) for m in found if m is not None), key=lambda m: m.at_us)


def set_off_beside(flights: Sequence[Flight], met: Sequence[Meeting], kit: Kit) -> list[Meeting]:
    """Return the touches of balls that were set going by nothing that is told yet, beside the one ball that had come.

    Nothing but a ball moves a ball. Where the other came off a cushion just before, or the ball went into one, no way
    of either tells the touch: that it was there then, and no other, does.
    """
    known = {m.met for m in met} | {m.mover for m in met if m.told_by == PACK}
    struck = next((f for f in flights if f.path.is_cue_ball), None)
    left = [f for f in flights if f.before is not None and f != struck and f not in known and not f.unseen]
    return [m for f in left if f.onset_sd_us < ONSET_SD_US and (m := by_the_one_beside(f, flights, kit)) is not None]


def by_the_one_beside(met: Flight, flights: Sequence[Flight], kit: Kit) -> Meeting | None:
    """Return the touch of a ball with the only other one that was under way beside it as it set off; None: not one."""
    assert met.before is not None
    lay, found = np.array(met.before.place), list[tuple[float, Flight, Array]]()
    for other in flights:
        if other.path is not met.path and other.onset_us < met.onset_us < other.ended_us and not other.unseen:
            at = place_at(other, met.onset_us)
            found.append((float(np.hypot(*(at - lay))) - kit.apart_mm(other.ball, met.ball), other, at))
    near = [one for one in found if one[0] < COME_WITHIN_MM]
    if len(near) != 1:
        return None
    gap_mm, other, at = near[0]
    parts = (max(gap_mm, 0.0) / SEEMS_MM, 0.0, GIVEN_UNKNOWN)
    return Meeting(
        mover=other, met=met, at_us=met.onset_us, at=Point(*at.tolist()), misfit=float(np.linalg.norm(parts)),
        sd_us=met.onset_sd_us, told_by=SET_OFF, parts=parts,
    )  # fmt: skip


def collisions(flights: Sequence[Flight], paths: Sequence[Path], kit: Kit) -> list[Meeting]:
    """Return the touches that knocked a ball on its way, in order of time, whether the other rolled or hardly moved."""
    bodies = [*on_their_way(flights), *at_rest(flights, paths)]
    found = [best(met, knock, bodies, kit, WORST_ROLLING) for met in flights for knock in knocks_by_balls(met, kit)]
    return sorted(one_of_each(m for m in found if m is not None), key=lambda m: m.at_us)


def knocks_by_balls(flight: Flight, kit: Kit) -> list[Knock]:
    """Return the knocks that a ball got on its way, but for those of cushions."""
    found = knocks(way_of(flight))
    bounced_s = [b.at_us / 1e6 for b in bounces(flight, kit)] if found else []
    return [k for k in found if not any(k.from_s - STEP_S <= at_s <= k.until_s + STEP_S for at_s in bounced_s)]


def best(met: Flight, knock: Knock, bodies: Sequence[Body], kit: Kit, worst: float) -> Meeting | None:
    """Return the ball whose way agrees best with a knock as a meeting, or None where none does."""
    others = (body for body in bodies if body.flight.path is not met.path)
    found = [m for body in others for m in options(body, met, knock, kit) if m.misfit < worst]
    return min(found, key=lambda m: m.misfit, default=None)


def options(body: Body, met: Flight, knock: Knock, kit: Kit) -> Iterator[Meeting]:
    """Give the ways in which a ball may have given `met` its knock: one for each piece of its way about then.

    A piece drawn on so far that it tells the place no better than by a ball's radius is no witness.
    """
    picture_s = float(np.median(np.diff(met.path.at_s))) if len(met.path) > 1 else STEP_S
    early_s, late_s = knock.at_s - SIGMAS * knock.sd_s, knock.at_s + SIGMAS * knock.sd_s
    from_s = max(min(knock.from_s, early_s), knock.at_s - LONGEST_S) - PAD_PICTURES * picture_s
    until_s = min(max(knock.until_s, late_s), knock.at_s + LONGEST_S) + PAD_PICTURES * picture_s
    moments = np.arange(from_s, until_s, STEP_S)
    target = target_of(met, knock, moments)
    for piece in body.pieces:
        if piece.first_s <= until_s and piece.last_s >= from_s - EARLY_PICTURES * picture_s:
            apart_mm = kit.apart_mm(body.flight.ball, met.ball)
            contact = contact_of(piece, target, moments, noise_mm(body.flight, met), apart_mm)
            fast = contact.closing_mm_s > (UNSEEN_MM_S if met.unseen else LEAST_CLOSING_MM_S)
            if fast and contact.sd_mm < kit.ball_radius_mm:
                yield meeting_of(body, met, knock, contact, kit)


def meeting_of(body: Body, met: Flight, knock: Knock, contact: Contact, kit: Kit) -> Meeting:
    """Return a contact as a meeting, its moment weighed from both witnesses, and how badly they disagree."""
    late_s = knock.at_s - contact.at_s
    sds = np.array([max(contact.sd_s, STEP_S), max(knock.sd_s, STEP_S)])
    apart2 = max(late_s**2 - float(sds @ sds), 0.0) / 2  # witnesses that disagree by more than they say err alike
    variances = sds**2 + apart2
    at_s = contact.at_s + late_s * float(variances[0] / np.sum(variances))
    lay = float(np.hypot(*body.pieces[0].known[1])) == 0.0
    mover, other = (met, body.flight) if lay else (body.flight, met)
    given = given_to(kit, body.flight.ball, met.ball)
    off = (
        max(contact.miss_mm, 0.0) / (contact.sd_mm + LOOSE_MM),
        late_s / float(np.linalg.norm([*sds, LATE_S, met.path.untimely_s])),
        misfit_of_push(knock, contact, given, kit),
    )
    push = given_to(kit, mover.ball, other.ball) * contact.closing_mm_s * contact.line * (-1.0 if lay else 1.0)
    left = np.zeros(2) if lay else contact.speed - given_to(kit, met.ball, body.flight.ball) / given * push
    at = contact.place + (kit.apart_mm(mover.ball, other.ball) * contact.line if lay else 0.0)
    return Meeting(
        mover=mover, met=other, sent_mm_s=(float(push[0]), float(push[1])), left_mm_s=(float(left[0]), float(left[1])),
        at_us=round(at_s * 1e6), at=Point(*at.tolist()),
        misfit=float(np.linalg.norm(off)), parts=off, sd_us=max(round(float(np.sum(1 / variances)) ** -0.5 * 1e6), 500),
    )  # fmt: skip
