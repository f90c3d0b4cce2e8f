"""The balls that came to a pack: which of its balls each touched first, and which it may have met a little later."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tracker.domain.table.kit import Kit
from tracker.incidents.noise import SIGMAS
from tracker.incidents.propose.touching.bodies import Body
from tracker.incidents.propose.touching.contact import STEP_S, Contact, contact_of, drawn, noise_mm
from tracker.incidents.propose.touching.pack_balls import LEAST_MM_S, SPAN_S, PackBall
from tracker.incidents.propose.touching.pushes import Pushed
from tracker.incidents.segment.flights import Flight
from tracker.incidents.segment.pieces import Piece
from tracker.incidents.segment.ways import knocks, way_of

Array = NDArray[np.float64]

LEAVE_S = 0.003
"""How far the moment errs at which a ball, drawn back from where it went, touched one last (1 sigma)."""
CAME_SHARE = 0.05
"""How far the speed of the ball that comes errs, as a share (1 sigma): spin, and the cloth."""
LATER_PICTURES = 2.5
"""What came is seen on its way from the pack so soon after."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class LastTouch:
    """Where a ball was, and when, as it touched another one last."""

    place: Array
    at_s: float
    sd_s: float


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Comer:
    """A ball that came to a pack, and where it touched, or may have touched, balls of it."""

    ball: Pushed
    first: Contact
    others: tuple[tuple[PackBall, LastTouch], ...] = ()
    """Where its way from the pack, drawn back, touches a ball: it may have met that one a little later."""


def comer(body: Body, group: Sequence[PackBall], about_s: float, kit: Kit) -> Comer | None:
    """Return a ball on its way as one that came to a pack about a time; None where it did not."""
    picture_s = float(np.median(np.diff(body.flight.path.at_s)))
    found = [
        contact
        for piece, next_s in zip(body.pieces, [*(p.first_s for p in body.pieces[1:]), np.inf], strict=True)
        for contact in contacts(body.flight, piece, group, moments_of(piece, next_s, about_s, picture_s), kit)
    ]
    if not found:
        return None
    first = min(found, key=lambda c: (c.miss_mm > c.sd_mm, c.at_s))
    after = next((p for p in body.pieces if 0 < p.first_s - first.at_s < LATER_PICTURES * picture_s), None)
    apart_mm = [kit.apart_mm(body.flight.ball, one.body.flight.ball) for one in group]
    others = (
        [(one, left_at(after, one, first, picture_s, mm)) for one, mm in zip(group, apart_mm, strict=True)]
        if after
        else []
    )
    return Comer(
        ball=brought(body.flight, first, picture_s), first=first,
        others=tuple((one, contact) for one, contact in others if contact is not None),
    )  # fmt: skip


def moments_of(piece: Piece, next_s: float, about_s: float, picture_s: float) -> Array:
    """Return the times about one at which a ball may still have been on a piece of its way."""
    reach_s = SPAN_S + picture_s
    until_s = min(about_s + reach_s, next_s + picture_s / 2, piece.last_s + 3 * picture_s)
    return np.arange(max(about_s - reach_s, piece.first_s), until_s, STEP_S)


def contacts(flight: Flight, piece: Piece, group: Sequence[PackBall], moments: Array, kit: Kit) -> Iterator[Contact]:
    """Give the contacts of a ball on a piece of its way with balls at rest."""
    for one in group if len(moments) > 1 else ():
        target = np.tile(one.place, (len(moments), 1)), np.zeros((len(moments), 2))
        apart_mm = kit.apart_mm(flight.ball, one.body.flight.ball)
        contact = contact_of(piece, target, moments, noise_mm(flight, one.body.flight), apart_mm)
        if contact.miss_mm < SIGMAS * contact.sd_mm and contact.closing_mm_s > LEAST_MM_S:
            yield contact


def left_at(piece: Piece, one: PackBall, first: Contact, picture_s: float, apart_mm: float) -> LastTouch | None:
    """Return where and when a ball on its way from a pack touched one of it last; None where its way leads past."""
    moments = np.arange(first.at_s, piece.first_s + picture_s, STEP_S)
    places, _ = drawn(piece, moments)
    apart = np.hypot(*(one.place - places).T) - apart_mm
    nearest = int(np.argmin(np.abs(apart)))
    if abs(apart[nearest]) > SIGMAS * first.sd_mm:
        return None
    return LastTouch(place=places[nearest], at_s=float(moments[nearest]), sd_s=max(first.sd_s, LEAVE_S))


def brought(flight: Flight, contact: Contact, picture_s: float) -> Pushed:
    """Return a ball that came to a pack: how its speed changed there, from what it came with."""
    way = way_of(flight)
    near = [k for k in knocks(way) if k.from_s - picture_s / 2 <= contact.at_s <= k.until_s + picture_s / 2]
    knock = min(near, key=lambda k: abs(k.at_s - contact.at_s), default=None)
    goes_on = any(p.first_s < contact.at_s < p.last_s - 2 * picture_s for p in way.pieces)
    came = np.zeros(2) if knock is None or knock.came is None else knock.came.speed(knock.at_s) - contact.speed
    gained, own = (came + knock.gained, knock.sd_mm_s) if knock else (np.zeros(2), LEAST_MM_S)
    sd = float(np.hypot(own, CAME_SHARE * contact.pace_mm_s)) if knock or goes_on else contact.pace_mm_s
    return Pushed(flight=flight, place=contact.place, gained=gained, sd_mm_s=sd, comes=True)
