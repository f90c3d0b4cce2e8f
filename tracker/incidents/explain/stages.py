"""Stage by stage, what the cue-ball may have met first: balls it passed until one moved, that one, and so on.

Nothing is decided here: `stages` measures, once and dearly; `weighed_firsts` turns that into odds by fitted parameters.
What happens in a later stage counts only as far as nothing was met in those before it.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence, Set
from dataclasses import dataclass, replace
from math import erfc, exp, sqrt

import numpy as np
from numpy.typing import NDArray

from tracker.domain.table.kit import Kit
from tracker.domain.table.plane import distance_mm
from tracker.geometry.paths import Path
from tracker.incidents.explain.approach import coming, lying
from tracker.incidents.explain.hypotheses import Costs, Weighed, candidates, costs_of, nearest, odds_of
from tracker.incidents.explain.knocks import Fit, Lying
from tracker.incidents.noise import SIGMAS, Firsts
from tracker.incidents.propose.touching.bodies import stay
from tracker.incidents.propose.touching.pack_balls import LINKED_MM
from tracker.incidents.propose.touching.passing import Lain, Passed, cue_way, passed, rest_through
from tracker.incidents.propose.unseen_balls import Deflection, deflections
from tracker.incidents.segment.flights import Flight
from tracker.incidents.segment.rests import sighted

Array = NDArray[np.float64]
Names = tuple[str, ...]

EARLY_US = 50_000
"""A ball that began to move so long before the cue-ball was moved by a hand."""
HARDLY = 1e-3
UNSEEN = "a ball that nobody saw"
SHOWN_S = 1.0
"""For how long the strokes were watched before they began on which the odds of an unseen ball are fitted."""
UNTIMED_US = 60_000
"""A ball whose start is not known so well was out of view: it may have been met at any moment that this leaves."""
MIXED_MM, BESIDE_MM = 8.0, 25.0
"""Balls side by side draw each other's sightings aside: how far the move of one beside the cue-ball that is no move
seems to go (1 sigma)."""
STRAIGHT_ON = 0.9
"""Cosine between the line of the centres of two balls and the way on which the one drives the other, at least. Set by
hand: it leaves 26 degrees for how the places of both err and for what other balls give."""
LATE_US = 60_000
"""A ball is seen to move at most so long after it was set going, by a ball that was hardly seen to move itself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstMet:
    """What the cue-ball may have met first."""

    hit: Names
    odds: float
    margin: str = ""
    """By how much in time, or in space, it was this and not another one."""
    fit: Fit | None = None
    """What tells when and where, if anything does."""
    tracks: tuple[int, ...] = ()
    """Of the balls that were hit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved:
    """Balls that began to move first, and how badly each explanation of that agrees with what was seen."""

    balls: tuple[tuple[str, int], ...]
    """Name and track of each, in the order of `costs`."""
    costs: Costs | None
    """None: the cue-ball was not seen about that moment, and nothing can be weighed."""
    beside: float
    """How likely so small a move beside the cue-ball is none, if such are none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """What was passed, or met unseen, until some balls moved, and these."""

    near: tuple[Passed, ...]
    deflections: tuple[Deflection, ...]
    """Where the cue-ball turned as if at a ball that nobody saw."""
    moved: Moved | None


def stages(
    cue: Flight, flights: Sequence[Flight], paths: Sequence[Path], kit: Kit, by: Firsts, in_view_us: int | None = None
) -> tuple[Stage, ...]:
    """Return what was measured of each stage, as far as nothing may have been met before it.

    `in_view_us`: when the table came into view; None: as the paths begin.
    """
    moved = [f for f in flights if not f.path.is_cue_ball and f.before is not None and leaves_after(f, cue)]
    lain = [*quiet(cue, flights, paths), *(gone(f) for f in moved if not is_timed(f))]
    left, since_us, found = [f for f in moved if is_timed(f)], 0, list[Stage]()
    first_us = min(int(path.at_us[0]) for path in paths) if in_view_us is None else in_view_us
    deflected = deflections(cue, paths, kit, first_us)
    last_us = cue.ended_us if cue.after is not None else max(int(path.at_us[-1]) for path in paths)
    while True:
        until_us = min((f.onset_us + LATE_US for f in left), default=last_us)
        near = tuple(one for one in passed(cue_way(cue, until_us, kit), lain, kit) if one.at_us >= since_us)
        early = began_first(left, lain, kit)
        here = tuple(one for one in deflected if since_us <= one.at_us < until_us)
        found.append(Stage(near=near, deflections=here, moved=moved_of(cue, left, early, kit) if early else None))
        if not early or sum(c.odds for c in together(found, by) if not c.hit) < HARDLY:
            return tuple(found)
        told = first_flights(left, {b.track for b in early})
        left, since_us = [f for f in left if f not in told], until_us


def first_flights(moved: Sequence[Flight], tracks: Set[int]) -> Set[Flight]:
    """Return the first flight of each of some balls: one that seemed to move, and lay still again, may yet be met."""
    first: dict[int, Flight] = {}
    for flight in sorted(moved, key=lambda flight: flight.onset_us):
        first.setdefault(flight.path.track, flight)
    return {flight for track, flight in first.items() if track in tracks}


def began_first(moved: Sequence[Flight], lain: Sequence[Lain], kit: Kit) -> tuple[Lying, ...]:
    """Return the balls that may have begun to move first.

    One that lay against such a ball may have passed the push on to it and hardly moved itself, or not until it was met
    again.
    """
    early = candidates([lying(f, kit) for f in moved])
    tracks = {ball.track for ball in early}
    later = (f for f in (*moved, *(stay(one.path, one.rest) for one in lain)) if f.path.track not in tracks)
    between = (f for f in later if any(may_drive(f, ball, kit) for ball in early))
    began_us = round(1e6 * early[0].onset_s) if early else 0
    passed_on = (lying(replace(f, onset_us=began_us), kit) for f in between)
    return (*early, *(ball for ball in passed_on if len(ball.seen)))


def may_drive(flight: Flight, ball: Lying, kit: Kit) -> bool:
    """Say whether a ball lay so near to another that it passes a push on to it at once, and that went off from it."""
    assert flight.before is not None
    line = np.array(ball.place) - np.array(flight.before.place)
    apart_mm = float(np.hypot(*line))
    if apart_mm - kit.apart_mm(flight.ball, ball.ball) >= LINKED_MM or not len(ball.seen):
        return False
    went = ball.seen.places_mm[-1] - np.array(ball.place)
    return float(went @ line) > STRAIGHT_ON * apart_mm * float(np.hypot(*went))


def moved_of(cue: Flight, moved: Sequence[Flight], early: Sequence[Lying], kit: Kit) -> Moved:
    """Return the balls that moved first with what each way to explain that misses by."""
    came = coming(cue, early[0].onset_s, kit)
    if not len(came.seen):
        return Moved(balls=((early[0].ball, early[0].track),), costs=None, beside=0.0)
    balls = nearest(came, early, kit)
    beside = max((mixed_up(f, cue, kit) for f in moved if f.path.track in {b.track for b in balls}), default=0.0)
    named = tuple((b.ball, b.track) for b in balls)
    return Moved(balls=named, costs=costs_of(came, balls, kit), beside=beside)


def weighed_firsts(
    found: Sequence[Stage], by: Firsts, agrees: Callable[[Names], bool] = lambda hit: False
) -> tuple[FirstMet, ...]:
    """Return what may have been met first, the likeliest at the head; the odds sum to 1.

    Args:
        found: what was measured.
        by: the parameters.
        agrees: whether the ways of all balls together name these balls, too.
    """
    named = by_names(together(found, by))
    logs = [by.temper * (np.log(max(c.odds, 1e-300)) + (by.agrees if agrees(c.hit) else 0.0)) for c in named]
    share = np.exp(np.array(logs) - max(logs))
    share = mixed_in(share / share.sum(), by.mistaken if named[int(np.argmax(share))].fit else by.unexplained)
    return tuple(sorted((replace(c, odds=float(s)) for c, s in zip(named, share, strict=True)), key=lambda c: -c.odds))


def mixed_in(share: Array, mistaken_nats: float) -> Array:
    """Return the odds once something else may be true, of which no candidate tells: then each is as likely as any."""
    mistaken = exp(mistaken_nats) / (1 + exp(mistaken_nats))
    return np.asarray((1 - mistaken) * share + mistaken / (1 + len(share)))


def together(found: Sequence[Stage], by: Firsts) -> tuple[FirstMet, ...]:
    """Return what may have been met in some stages, each counting as far as nothing was before it."""
    told: tuple[FirstMet, ...] = (FirstMet(hit=(), odds=1.0),)
    for stage in found:
        told = either(told, of_near(stage, by))
        told = either(told, of_moved(stage.moved, by)) if stage.moved else told
    return told


def quiet(cue: Flight, flights: Sequence[Flight], paths: Sequence[Path]) -> Iterator[Lain]:
    """Give the balls that were not seen to move in the stroke."""
    going = {f.path.track for f in flights}
    for path in paths:
        rest = rest_through(path, cue) if path.track not in going and not path.is_cue_ball else None
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


def by_names(found: Sequence[FirstMet]) -> tuple[FirstMet, ...]:
    """Return one contact for each choice of names, the likeliest first.

    Which of the reds was met is all one to a referee, and so is whether one or two of them were.
    """
    odds: dict[frozenset[str], float] = defaultdict(float)
    for one in found:
        odds[frozenset(one.hit)] += one.odds
    likeliest = {frozenset(one.hit): one for one in sorted(found, key=lambda c: c.odds)}
    return tuple(sorted((replace(likeliest[hit], odds=share) for hit, share in odds.items()), key=lambda c: -c.odds))


def either(first: Sequence[FirstMet], then: Sequence[FirstMet]) -> tuple[FirstMet, ...]:
    """Return what was met where `then` counts only if nothing of `first` was."""
    nothing = sum(c.odds for c in first if not c.hit)
    margin = next((c.margin for c in first if not c.hit), "")
    rest = (replace(c, odds=nothing * c.odds, margin=c.margin or margin) for c in then)
    return (*(c for c in first if c.hit), *rest)


def of_near(stage: Stage, by: Firsts) -> tuple[FirstMet, ...]:
    """Return the odds of having been touched of balls that did not visibly move, or that nobody saw, in turn."""
    left, found, margin = 1.0, list[FirstMet](), ""
    here: list[Passed | Deflection] = [*stage.near, *stage.deflections]
    for one in sorted(here, key=lambda each: each.at_us):
        odds = passed_odds(one, by) if isinstance(one, Passed) else deflection_odds(one, by)
        if odds > HARDLY:
            margin = one.margin if isinstance(one, Passed) else UNSEEN
            found += [replace(c, odds=left * c.odds * odds / (1 + odds), margin=margin) for c in hits_of(one)]
            left /= 1 + odds
    return (*found, FirstMet(hit=(), odds=left, margin=margin))


def hits_of(one: Passed | Deflection) -> tuple[FirstMet, ...]:
    """Return what may have been touched there; the odds sum to 1, or to less where it was a ball too many."""
    if isinstance(one, Passed):
        return (FirstMet(hit=(one.ball,), odds=1.0, tracks=(one.track,)),)
    tracks: Sequence[tuple[int, ...]] = [(track,) for track in one.tracks] or [()] * len(one.kinds)
    share = 1 / max(len(one.kinds), 1)
    return tuple(FirstMet(hit=(k,), odds=share, tracks=own) for k, own in zip(one.kinds, tracks, strict=True))


def passed_odds(one: Passed, by: Firsts) -> float:
    """Return the odds that a ball which the cue-ball passed was touched."""
    return one.odds * exp((by.watched if one.watched else by.unwatched) + (by.left if one.left else 0.0))


def deflection_odds(one: Deflection, by: Firsts) -> float:
    """Return the odds that the cue-ball turned at a ball which nobody saw; 0 where all balls are known.

    They fall off as the time in which the table was watched and none was seen: no span of hiding is likelier than
    another, on a scale of logarithms (Jeffreys, Theory of Probability, 1939).
    """
    if not one.kinds:
        return 0.0
    if one.tracks:
        return exp(by.emerged)
    return exp(by.in_jaws if one.in_jaws else by.turned) * SHOWN_S / max(one.shown_s, SHOWN_S)


def of_moved(moved: Moved, by: Firsts) -> tuple[FirstMet, ...]:
    """Return the odds of the balls that moved first, and that they moved otherwise.

    Where the cue-ball was not seen about that moment no way can be weighed: as a rule it met the first one.
    """
    if moved.costs is None:
        (ball, track), *_ = moved.balls
        met = 1 / (1 + exp(-by.cue_hidden))
        return (FirstMet(hit=(ball,), odds=met, tracks=(track,)), FirstMet(hit=(), odds=1 - met))
    found = [contact_of(w, moved) for w in odds_of(moved.costs, by)]
    mixed = moved.beside * exp(by.mixed) / (1 + exp(by.mixed))
    return (FirstMet(hit=(), odds=mixed), *(replace(c, odds=(1 - mixed) * c.odds) for c in found))


def contact_of(w: Weighed, moved: Moved) -> FirstMet:
    """Return a candidate by the names of its balls."""
    balls = sorted(moved.balls[i] for i in w.hit)
    return FirstMet(
        hit=tuple(ball for ball, _ in balls), odds=w.odds, margin=margin_of(w), fit=w.fit,
        tracks=tuple(track for _, track in balls),
    )  # fmt: skip


def mixed_up(moved: Flight, cue: Flight, kit: Kit) -> float:
    """Return how likely one of the moves beside the cue-ball that are none seems to go so far; 0: it lay elsewhere."""
    if moved.before is None or moved.after is None:
        return 0.0
    last = cue.path.raw_mm[sighted(cue.path, 0, len(cue.path) - 1)[-1]]
    apart = float(np.hypot(*(last - np.array(moved.before.place))))
    if apart > kit.apart_mm(cue.ball, moved.ball) + BESIDE_MM:
        return 0.0
    return erfc(distance_mm(moved.before.place, moved.after.place) / MIXED_MM / sqrt(2.0))


def margin_of(w: Weighed) -> str:
    """Return by how much another ball was met later, in time and on the cue-ball's way; empty where there is none."""
    if w.fit is None or w.fit.chain.second is None:
        return ""
    late_s = abs(w.fit.apart_s)
    return f"{1000 * late_s:.1f} ms, {late_s * w.fit.pace_mm_s:.1f} mm"
