"""Balls that lie together are pushed in one moment: who came to them, how each of them moved, and who met whom.

A pack passes on within some milliseconds what one ball brings to it, far less than a picture lasts. So its touches are
not read from ways that meet, but from the balance of all its balls (`pushes`).
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from tracker.domain.table.kit import Kit
from tracker.domain.table.plane import Point
from tracker.geometry.paths import Path
from tracker.incidents.noise import SIGMAS
from tracker.incidents.propose.touching.bodies import Body, gone_on, on_their_way
from tracker.incidents.propose.touching.comers import Comer, LastTouch, comer
from tracker.incidents.propose.touching.contact import STEP_S, Contact
from tracker.incidents.propose.touching.hints import PACK
from tracker.incidents.propose.touching.meeting import Meeting
from tracker.incidents.propose.touching.pack_balls import (
    BESIDE_MM,
    SAME_S,
    SPAN_S,
    PackBall,
    are_linked,
    linked,
    lying,
    pushed,
    room_mm,
)
from tracker.incidents.propose.touching.pushes import Link, Pack, Push, pushes
from tracker.incidents.segment.flights import Flight
from tracker.incidents.segment.ways import Knock

Array = NDArray[np.float64]

PASSES_ON_S = 0.0002
"""A push goes from ball to ball in about this time."""
ROOM_MM = 1.0
"""Balls that seem to lie no farther apart may touch."""


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
