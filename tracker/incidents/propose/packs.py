"""Balls that lie together are pushed in one moment: who came to them, how each of them moved, and who met whom.

A pack passes on within some milliseconds what one ball brings to it, far less than a picture lasts. So its touches are
not read from ways that meet, but from the balance of all its balls (`pushes`). How fast a ball set off that went only
some millimetres is told by how far it went: it slid, then rolled to its stop (`sliding`).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from tracker.domain.table.kit import Kit
from tracker.domain.table.plane import Point
from tracker.geometry.paths import Path
from tracker.incidents.noise import SIGMAS
from tracker.incidents.propose.hints import PACK
from tracker.incidents.propose.pushes import Link, Pack, Push, Pushed, pushes
from tracker.incidents.propose.touches import (
    Body,
    Contact,
    Meeting,
    at_rest,
    contact_of,
    drawn,
    gone_on,
    noise_mm,
    on_their_way,
)  # fmt: skip
from tracker.incidents.segment.flights import Flight
from tracker.incidents.segment.pieces import Piece
from tracker.incidents.segment.rests import bed_of, sighted
from tracker.incidents.segment.ways import Knock, knocks, start_of, way_of
from tracker.physics.motion import pace_to_go

Array = NDArray[np.float64]

LINKED_MM, BESIDE_MM = 4.0, 8.0
"""Balls that lie nearer together than this pass a push on at once; so near may lie what came, or one that set off then:
balls half hidden in a pack are seen some millimetres off."""
SPAN_S, SAME_S = 0.03, 0.01
"""A push has gone through a pack within this time; balls that set off so near to a touch were set off by it."""
LEAVE_S = 0.003
"""How far the moment errs at which a ball, drawn back from where it went, touched one last (1 sigma)."""
STEP_S = 0.001
LEAST_MM_S = 15.0
CAME_SHARE = 0.05
"""How far the speed of the ball that comes errs, as a share (1 sigma): spin, and the cloth."""
PASSES_ON_S = 0.0002
"""A push goes from ball to ball in about this time."""
ROOM_MM = 1.0
"""Balls that seem to lie no farther apart may touch."""
BEFORE_S, SETTLED_S, AFTER_S = 0.2, 0.15, 1.0
"""How far a ball was displaced is told by its sightings so long before, and from then to then after."""
LEAST_PLACE_MM, NUDGED_MM, LEAST_SIGHTINGS = 0.3, 12.0, 3
"""Places of rest differ by so much (1 sigma) for no reason; a ball that went farther was seen to move."""
LATER_PICTURES = 2.5
"""What came is seen on its way from the pack so soon after."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PackBall:
    """A ball at rest until it was pushed, if it was."""

    body: Body
    start: Knock | None

    @property
    def place(self) -> Array:
        """Return the (2,) place of rest."""
        return np.asarray(self.body.pieces[0].known[0])

    def lies_at(self, at_s: float) -> bool:
        """Say whether the ball still lay there when a pack about it was pushed at a time."""
        lain = self.body.pieces[0]
        until_s = lain.last_s if self.start is None else self.start.at_s + SPAN_S + SIGMAS * self.start.sd_s
        return lain.first_s < at_s < until_s

    def sets_off(self, at_s: float) -> bool:
        """Say whether the ball was set going at about a time."""
        return self.start is not None and abs(self.start.at_s - at_s) < SPAN_S + SIGMAS * self.start.sd_s


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


def with_packs(met: Sequence[Meeting], flights: Sequence[Flight], paths: Sequence[Path], kit: Kit) -> list[Meeting]:
    """Return meetings with those in packs told anew, by the balance of all their balls, in order of time."""
    told, passed = list(met), list[Meeting]()
    for pack, told_by in packs(flights, met, paths, kit):
        found = tuple(passed_on(pack, told_by))
        explained = {one.met for one in found}
        tracks = {ball.flight.path.track for ball in pack.balls}
        told = [one for one in told if not (is_then(one, pack) and (one.met in explained or is_vague(one, tracks)))]
        passed += found
    return sorted([*told, *passed], key=lambda m: m.at_us)


def is_then(one: Meeting, pack: Pack) -> bool:
    """Say whether two balls may have met as a pack was pushed; what one of its balls met later is another touch."""
    return abs(one.at_us / 1e6 - pack.at_s) < SPAN_S + SIGMAS * one.sd_us / 1e6


def is_vague(one: Meeting, tracks: set[int]) -> bool:
    """Say whether two balls of a pack met at no known moment: the pushes say if they did."""
    return one.sd_us / 1e6 > SAME_S and {one.mover.path.track, one.met.path.track} <= tracks


def passed_on(pack: Pack, found: Sequence[Push]) -> Iterator[Meeting]:
    """Give pushes as meetings, each after the one that brought it."""
    since_s: dict[int, float] = {}
    left = list(found)
    for i, ball in enumerate(pack.balls):
        now = [one for one in left if ball.comes and i in (one.link.a, one.link.b)]
        left = [one for one in left if one not in now]
        for one in now:
            since_s[one.link.b] = min(one.link.at_s, since_s.get(one.link.b, one.link.at_s))
            yield meeting_of(pack, one, i, one.link.at_s)
    while now := [one for one in left if {one.link.a, one.link.b} & since_s.keys()]:
        came = dict(since_s)
        for one in now:
            mover = min((k for k in (one.link.a, one.link.b) if k in came), key=lambda k: came[k])
            met = one.link.b if mover == one.link.a else one.link.a
            at_s = came[mover] + takes_s(one, came[mover], pack.balls[met].set_off_s)
            since_s.setdefault(met, at_s)
            yield meeting_of(pack, one, mover, at_s)
        left = [one for one in left if one not in now]


def takes_s(push: Push, since_s: float, set_off_s: float | None) -> float:
    """Return how long after a ball got a push another one got it: soon, or when it set off, if the first came to it.

    It comes as fast as it sends the other one; balls half hidden may lie nearer together than they seem to.
    """
    comes_s = min(max(push.link.room_mm - ROOM_MM, 0.0) / push.given_mm_s, SPAN_S)
    late_s = 0.0 if set_off_s is None else min(max(set_off_s - since_s, 0.0), comes_s)
    return PASSES_ON_S + late_s


def meeting_of(pack: Pack, push: Push, mover: int, at_s: float) -> Meeting:
    """Return a push as a meeting."""
    forth = mover == push.link.a
    return Meeting(
        mover=pack.balls[mover].flight, met=pack.balls[push.link.b if forth else push.link.a].flight,
        at_us=round(at_s * 1e6), at=Point(*(push.link.at if forth else pack.balls[mover].place).tolist()),
        misfit=0.0, sd_us=max(round(pack.sd_s * 1e6), 500), told_by=PACK, parts=(max(push.worth, 0.0),),
    )  # fmt: skip


def packs(
    flights: Sequence[Flight], met: Sequence[Meeting], paths: Sequence[Path], kit: Kit
) -> Iterator[tuple[Pack, tuple[Push, ...]]]:
    """Give the packs whose motion pushes explain, each with these, in order of time.

    By balls as they were seen to come, or, where that explains nothing, as one must have gone on that met another ball
    just before.
    """
    ways = (on_their_way(flights), gone_on(met))
    lain = lying(flights, paths)
    left = [(one.start.at_s, one) for one in lain if one.start is not None]
    left.sort(key=lambda one: one[0])
    while left:
        at_s, first = left[0]
        standing = [one for one in lain if one.lies_at(at_s)]
        group = linked(first, standing, at_s, kit)
        left = [(s, one) for s, one in left[1:] if not (one in group and one.sets_off(at_s))]
        found = (pack_of(group, standing, at_s, moving, kit) for moving in ways if len(group) > 1)
        told = ((pack, pushes(pack)) for pack in found if pack is not None)
        yield from islice((one for one in told if one[1]), 1)


def lying(flights: Sequence[Flight], paths: Sequence[Path]) -> list[PackBall]:
    """Return the balls at rest; the first flight of the cue-ball is the stroke itself, no push."""
    struck = next((f for f in flights if f.path.is_cue_ball), None)
    pushed = {f for f in flights if f != struck and f.before is not None}
    return [
        PackBall(body=body, start=start_of(way_of(body.flight)) if body.flight in pushed else None)
        for body in at_rest(flights, paths)
    ]


def linked(first: PackBall, lain: Sequence[PackBall], at_s: float, kit: Kit) -> list[PackBall]:
    """Return the balls that lie together with the first one, it at the head, as they were pushed at a time."""
    found, left = [first], [one for one in lain if one.body.flight.path is not first.body.flight.path]
    for one in found:
        near = [o for o in left if are_linked(o, one, at_s, kit)]
        found += near
        left = [o for o in left if o not in near]
    return found


def are_linked(one: PackBall, other: PackBall, at_s: float, kit: Kit) -> bool:
    """Say whether two balls at rest pass pushes on to each other at a time."""
    most_mm = BESIDE_MM if one.sets_off(at_s) or other.sets_off(at_s) else LINKED_MM
    return room_mm(one, other, kit) < most_mm


def room_mm(one: PackBall, other: PackBall, kit: Kit) -> float:
    """Return how far two balls lie apart."""
    return float(np.hypot(*(one.place - other.place))) - kit.touching_mm


def pack_of(
    group: Sequence[PackBall], standing: Sequence[PackBall], at_s: float, moving: Sequence[Body], kit: Kit
) -> Pack | None:
    """Return balls that lie together with those that came to them about a time; None where none was seen to come."""
    own = {one.body.flight.path.track for one in group}
    others = (body for body in moving if body.flight.path.track not in own)
    came = [one for body in others if (one := comer(body, group, at_s, kit)) is not None]
    if not came:
        return None
    group = [
        *group,
        *(one for one in standing if one not in group and one.sets_off(at_s) and is_beside(one, came, kit)),
    ]
    starts = [one.start for one in group if one.start is not None and one.sets_off(at_s)]
    first = min((one.first for one in came), key=lambda c: c.at_s)
    balls = (*(one.ball for one in came), *(pushed(one, at_s) for one in group))
    return Pack(
        balls=balls, links=(*links(came, group, at_s, starts, kit),), at_s=moment_of(first, starts), sd_s=first.sd_s
    )


def moment_of(contact: Contact | LastTouch, starts: Sequence[Knock]) -> float:
    """Return when a ball met a pack, weighed from its way and from the balls that set off about then."""
    seen = [(contact.at_s, max(contact.sd_s, STEP_S))]
    seen += [(k.at_s, sd_s) for k in starts if abs(k.at_s - contact.at_s) < SAME_S + (sd_s := max(k.sd_s, STEP_S))]
    moments, sds = np.array(seen).T
    return float(np.average(moments, weights=sds**-2.0))


def is_beside(one: PackBall, came: Sequence[Comer], kit: Kit) -> bool:
    """Say whether a ball lay where one that came to a pack met it at about the same time."""
    return any(np.hypot(*(one.place - c.ball.place)) < kit.touching_mm + BESIDE_MM for c in came)


def links(
    came: Sequence[Comer], group: Sequence[PackBall], about_s: float, starts: Sequence[Knock], kit: Kit
) -> Iterator[Link]:
    """Give the pairs of balls that may have pushed each other."""
    n = len(came)
    for j, one in enumerate(group, n):
        for i, other in enumerate(came):
            later = next((leave for met, leave in other.others if met is one), None)
            if np.hypot(*(one.place - other.ball.place)) < kit.touching_mm + BESIDE_MM:
                yield link_of(i, j, other.ball.place, one.place, moment_of(other.first, starts))
            elif later is not None:
                yield link_of(i, j, later.place, one.place, moment_of(later, starts))
        for k, neighbour in enumerate(group[j - n + 1 :], j + 1):
            if are_linked(one, neighbour, about_s, kit):
                found = link_of(j, k, one.place, neighbour.place, moment_of(came[0].first, starts))
                yield replace(found, room_mm=room_mm(one, neighbour, kit))


def link_of(a: int, b: int, at: Array, to: Array, at_s: float) -> Link:
    """Return a link between two balls at their places."""
    return Link(a=a, b=b, line=(to - at) / max(float(np.hypot(*(to - at))), 1e-6), at=at, at_s=at_s)


def pushed(one: PackBall, at_s: float) -> Pushed:
    """Return a ball that lay in a pack with the speed that it was given about a time, if any."""
    displaced, sd_mm_s = nudge(one, at_s)
    if one.start is None or not one.sets_off(at_s):
        return Pushed(flight=one.body.flight, place=one.place, gained=displaced, sd_mm_s=sd_mm_s)
    sd = float(np.hypot(one.start.sd_mm_s, LEAST_MM_S))
    return Pushed(
        flight=one.body.flight, place=one.place, gained=one.start.gained, sd_mm_s=sd, set_off_s=one.start.at_s
    )


def nudge(one: PackBall, at_s: float) -> tuple[Array, float]:
    """Return the (2,) speed that a ball was given that hardly left its place, as that shows, and how far it errs."""
    path, until_s = one.body.flight.path, np.inf if one.start is None else one.start.at_s - SPAN_S
    own = sighted(path, 0, len(path) - 1)
    t, places = path.at_s[own], path.raw_mm[own]
    before = places[(t > at_s - BEFORE_S) & (t < at_s - SPAN_S)]
    after = places[(t > at_s + SETTLED_S) & (t < min(at_s + AFTER_S, until_s))]
    if min(len(before), len(after)) < LEAST_SIGHTINGS:
        return np.zeros(2), LEAST_MM_S
    shift = np.median(after, axis=0) - np.median(before, axis=0)
    sd_mm = LEAST_PLACE_MM + float(np.median(path.raw_sd_mm[own])) / 4
    gone_mm = float(np.hypot(*shift))
    if not SIGMAS * sd_mm < gone_mm < NUDGED_MM:
        return np.zeros(2), max(LEAST_MM_S, pace_to_go(sd_mm, bed_of(path)))
    pace = pace_to_go(gone_mm, bed_of(path))
    return pace * shift / gone_mm, max(LEAST_MM_S / 2, pace * sd_mm / (2 * gone_mm))


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
