"""What the cue-ball met first in a stroke, how sure that is, and what a person should look at where it is not.

No ball moves before the first contact, so only those that began to move first can have been met first: `hypotheses`
weighs them. A ball that did not visibly move was touched only if it was brushed or reached by a hair: `grazes`. What
was met is what is likeliest; where that is not likely enough, the pictures do not decide: the candidates are named.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import erfc, sqrt

import numpy as np

from tracker.domain.ball import WHITE
from tracker.domain.kit import Kit
from tracker.domain.plane import distance_mm
from tracker.domain.stroke import Doubt, Touch
from tracker.geometry.paths import Path
from tracker.incidents.approach import coming, lying
from tracker.incidents.flights import Flight, sighted
from tracker.incidents.hypotheses import Weighed, candidates, nearest, weigh
from tracker.incidents.knocks import Fit, Lying
from tracker.incidents.passing import Lain, Passed, passed, rest_through, way_of

Names = tuple[str, ...]

ASK_BELOW = 0.9
WORTH_NAMING = 0.03
MOST_SURE = 0.999
EARLY_US = 50_000
"""A ball that began to move so long before the cue-ball was moved by a hand."""
HARDLY = 1e-3
UNTIMED_US, SIGMAS = 60_000, 3
"""A ball whose start is not known so well was out of view: it may have been met at any moment of so many sigmas."""
NEVER_US = 1 << 62
MIXED, MIXED_MM, BESIDE_MM = 0.25, 8.0, 25.0
"""Balls side by side draw each other's sightings aside: how often a move of one beside the cue-ball is no move, and how
far such moves seem to go (1 sigma)."""
LATE_US = 60_000
"""A ball is seen to move at most so long after it was set going, by a ball that was hardly seen to move itself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Contact:
    """What the cue-ball may have met first."""

    hit: Names
    odds: float
    margin: str = ""
    """By how much in time, or in space, it was this and not another one."""
    fit: Fit | None = None
    """What tells when and where, if anything does."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstContact:
    """What the cue-ball met first."""

    hit: Names
    """The ball, or two met together; none."""
    sure: float
    touches: tuple[Touch, ...] = ()
    """The same as touches, where it is told when and where."""
    doubts: tuple[Doubt, ...] = ()


def first_contact(cue: Flight | None, flights: Sequence[Flight], paths: Sequence[Path], kit: Kit) -> FirstContact:
    """Return what the cue-ball met first, or what may have been.

    Args:
        cue: the flight of the cue-ball that the strike began; None where it was not seen to move.
        flights: all flights of the stroke.
        paths: the life of every ball.
        kit: the table.
    """
    if cue is None:
        unseen = Doubt(about="first_hit", why="the cue-ball was not seen to move")
        return FirstContact(hit=(), sure=0.0, doubts=(unseen,))
    found = contacts(cue, flights, paths, kit)
    best, doubted = found[0], doubts(found)
    return FirstContact(
        hit=best.hit, sure=min(best.odds, MOST_SURE), touches=() if doubted else touches_of(best), doubts=doubted
    )


def touches_of(contact: Contact) -> tuple[Touch, ...]:
    """Return a first contact as touches, by the fit that speaks for it most."""
    fit, sure = contact.fit, min(contact.odds, MOST_SURE)
    if fit is None:
        return ()
    return tuple(Touch(at_us=round(fit.at_s * 1e6), balls=(WHITE, ball), at=fit.at, sure=sure) for ball in contact.hit)


def contacts(cue: Flight, flights: Sequence[Flight], paths: Sequence[Path], kit: Kit) -> tuple[Contact, ...]:
    """Return what may have been met first, the likeliest at the head; the odds sum to 1."""
    moved = [f for f in flights if f.ball != WHITE and f.before is not None and leaves_after(f, cue)]
    lain = [*quiet(cue, flights, paths), *(gone(f) for f in moved if not is_timed(f))]
    return by_names(met_since(0, cue, [f for f in moved if is_timed(f)], lain, kit))


def met_since(
    since_us: int, cue: Flight, moved: Sequence[Flight], lain: Sequence[Lain], kit: Kit
) -> tuple[Contact, ...]:
    """Return what may have been met first where nothing was until some time.

    That is what was passed until a ball moved, or that ball; if it moved otherwise, the cue-ball goes on.
    """
    last_us = cue.ended_us if cue.after is not None else NEVER_US
    until_us = min((f.onset_us + LATE_US for f in moved), default=last_us)
    near = of_passed([one for one in passed(way_of(cue, until_us, kit), lain, kit) if one.at_us >= since_us])
    early = candidates([lying(f, kit) for f in moved])
    if not early:
        return near
    found = either(near, of_moved(cue, moved, early, kit))
    if sum(c.odds for c in found if not c.hit) < HARDLY:
        return found
    tracks = {b.track for b in early}
    return either(found, met_since(until_us, cue, [f for f in moved if f.path.track not in tracks], lain, kit))


def quiet(cue: Flight, flights: Sequence[Flight], paths: Sequence[Path]) -> Iterator[Lain]:
    """Give the balls that were not seen to move in the stroke."""
    going = {f.path.track for f in flights}
    for path in paths:
        rest = rest_through(path, cue) if path.track not in going and path.ball != WHITE else None
        if rest is not None:
            yield Lain(path=path, rest=rest)


def gone(flight: Flight) -> Lain:
    """Return a ball that was hidden as it set off."""
    assert flight.before is not None
    away_us = flight.ended_us if flight.unseen else int(flight.path.at_us[flight.first])
    return Lain(path=flight.path, rest=flight.before, again_us=away_us)


def is_timed(flight: Flight) -> bool:
    """Say whether a ball was in view as it set off."""
    return flight.onset_sd_us < UNTIMED_US


def leaves_after(flight: Flight, cue: Flight) -> bool:
    """Say whether a ball may have left its place because of the stroke, for all that was seen of both."""
    open_us = sum(SIGMAS * f.onset_sd_us for f in (flight, cue))
    return cue.before is None or flight.onset_us + open_us > cue.onset_us - EARLY_US


def by_names(found: Sequence[Contact]) -> tuple[Contact, ...]:
    """Return one contact for each choice of names, the likeliest first.

    Which of the reds was met is all one to a referee, and so is whether one or two of them were.
    """
    odds: dict[frozenset[str], float] = defaultdict(float)
    for one in found:
        odds[frozenset(one.hit)] += one.odds
    likeliest = {frozenset(one.hit): one for one in sorted(found, key=lambda c: c.odds)}
    return tuple(sorted((replace(likeliest[hit], odds=share) for hit, share in odds.items()), key=lambda c: -c.odds))


def either(first: Sequence[Contact], then: Sequence[Contact]) -> tuple[Contact, ...]:
    """Return what was met where `then` counts only if nothing of `first` was."""
    nothing = sum(c.odds for c in first if not c.hit)
    margin = next((c.margin for c in first if not c.hit), "")
    rest = (replace(c, odds=nothing * c.odds, margin=c.margin or margin) for c in then)
    return (*(c for c in first if c.hit), *rest)


def of_passed(near: Sequence[Passed]) -> tuple[Contact, ...]:
    """Return the odds of having been touched of balls that did not visibly move, in the order they were passed."""
    left, found, margin = 1.0, [], ""
    for one in near:
        if one.odds > HARDLY:
            margin = one.margin
            found.append(Contact(hit=(one.ball,), odds=left * one.odds / (1 + one.odds), margin=margin))
            left /= 1 + one.odds
    return (*found, Contact(hit=(), odds=left, margin=margin))


def of_moved(cue: Flight, moved: Sequence[Flight], early: Sequence[Lying], kit: Kit) -> tuple[Contact, ...]:
    """Return the odds of the balls that moved first, and that they moved otherwise.

    Where the cue-ball was not seen about that moment nothing can be weighed: it met the first one, or it did not.
    """
    came = coming(cue, early[0].onset_s, kit)
    if not len(came.seen):
        return (Contact(hit=(early[0].ball,), odds=0.5), Contact(hit=(), odds=0.5))
    balls = nearest(came, early, kit.touching_mm)
    found = [
        Contact(hit=tuple(sorted(balls[i].ball for i in w.hit)), odds=w.odds, margin=margin_of(w), fit=w.fit)
        for w in weigh(came, balls, kit.touching_mm)
    ]
    mixed = max(mixed_up(f, cue, kit) for f in moved if f.path.track in {b.track for b in balls})
    return (Contact(hit=(), odds=mixed), *(replace(c, odds=(1 - mixed) * c.odds) for c in found))


def mixed_up(moved: Flight, cue: Flight, kit: Kit) -> float:
    """Return how likely a ball beside the cue-ball has not moved, and their sightings were mixed up."""
    if moved.before is None or moved.after is None:
        return 0.0
    last = cue.path.raw_mm[sighted(cue.path, 0, len(cue.path) - 1)[-1]]
    apart = float(np.hypot(*(last - np.array(moved.before.place))))
    if apart > kit.touching_mm + BESIDE_MM:
        return 0.0
    return MIXED * erfc(distance_mm(moved.before.place, moved.after.place) / MIXED_MM / sqrt(2.0))


def margin_of(w: Weighed) -> str:
    """Return by how much another ball was met later, in time and on the cue-ball's way; empty where there is none."""
    if w.fit is None or w.fit.chain.second is None:
        return ""
    late_s = abs(w.fit.apart_s)
    return f"{1000 * late_s:.1f} ms, {late_s * w.fit.pace_mm_s:.1f} mm"


def doubts(found: Sequence[Contact]) -> tuple[Doubt, ...]:
    """Return the doubt about a first contact, where it is not sure enough."""
    best = found[0]
    if best.odds >= ASK_BELOW:
        return ()
    named = [c for c in found if c.odds >= WORTH_NAMING]
    said = ", ".join(f"{' and '.join(c.hit) or 'nothing'} {c.odds:.0%}" for c in named)
    margin = next((c.margin for c in named if c.margin), "")
    return (Doubt(about="first_hit", why=f"cannot tell what was met first: {said}", margin=margin,
                  candidates=tuple(c.hit for c in named)),)  # fmt: skip
