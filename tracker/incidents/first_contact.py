"""What the cue-ball met first in a stroke, how sure that is, and what a person should look at where it is not.

No ball moves before the first contact, so only those that began to move first can have been met first: `hypotheses`
weighs them. A ball that did not visibly move was touched only if it was brushed or reached by a hair: `grazes`. What
was met is what is likeliest; where that is not likely enough, the pictures do not decide: the candidates are named.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from tracker.domain.ball import WHITE
from tracker.domain.kit import Kit
from tracker.domain.plane import distance_mm
from tracker.domain.stroke import Doubt
from tracker.geometry.paths import Path
from tracker.incidents.approach import coming, lying
from tracker.incidents.flights import Flight, Rest, rests_of, sighted, tolerance_of
from tracker.incidents.grazes import Brush, odds_touched
from tracker.incidents.hypotheses import Weighed, candidates, nearest, weigh

Array = NDArray[np.float64]
Names = tuple[str, ...]

ASK_BELOW = 0.9
WORTH_NAMING = 0.03
MOST_SURE = 0.999
EARLY_US = 50_000
"""A ball that began to move so long before the cue-ball was moved by a hand."""
LEAST_PLACE_SD_MM, LEAST_GAP_SD_MM = 1.0, 0.5
SETTLED_S, BEFORE_S, AFTER_S = 0.25, 0.6, 1.0
"""A ball's place is compared over so long before the strike and after the pass, once that has settled."""
HARDLY = 1e-3
MIXED, MIXED_WAY_MM, BESIDE_MM = 0.15, 20.0, 25.0
"""Balls side by side draw each other's sightings aside: how often a small move of one is no move, and what is small."""
LEAST_PACE_MM_S = 30.0
LATE_US = 60_000
"""A ball is seen to move at most so long after it was set going, by a ball that was hardly seen to move itself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Contact:
    """What the cue-ball may have met first."""

    hit: Names
    odds: float
    margin: str = ""
    """By how much in time, or in space, it was this and not another one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stayed:
    """A ball that the cue-ball passed or reached without moving it visibly."""

    ball: str
    at_us: int
    brush: Brush


def first_contact(
    cue: Flight | None, flights: Sequence[Flight], paths: Sequence[Path], kit: Kit
) -> tuple[Names, float, tuple[Doubt, ...]]:
    """Return the ball that the cue-ball met first (or two, or none), how sure, and the doubt about it.

    Args:
        cue: the flight of the cue-ball that the strike began; None where it was not seen to move.
        flights: all flights of the stroke.
        paths: the life of every ball.
        kit: the table.
    """
    if cue is None:
        return (), 0.0, (Doubt(about="first_hit", why="the cue-ball was not seen to move"),)
    found = contacts(cue, flights, paths, kit)
    best = found[0]
    return best.hit, min(best.odds, MOST_SURE), doubts(found)


def contacts(cue: Flight, flights: Sequence[Flight], paths: Sequence[Path], kit: Kit) -> tuple[Contact, ...]:
    """Return what may have been met first, the likeliest at the head; the odds sum to 1."""
    moved = [f for f in flights if f.ball != WHITE and f.before is not None and f.onset_us > cue.onset_us - EARLY_US]
    going = {f.path.track for f in flights}
    quiet = [p for p in paths if p.track not in going and p.ball != WHITE]
    until_us = min((f.onset_us + LATE_US for f in moved), default=cue.ended_us)
    return by_names(either(of_stayed(stayed(cue, quiet, until_us, kit), kit), of_moved(cue, moved, kit)))


def by_names(found: Sequence[Contact]) -> tuple[Contact, ...]:
    """Return one contact for each choice of names (which of the reds is all one), the likeliest first."""
    odds: dict[Names, float] = defaultdict(float)
    for one in found:
        odds[one.hit] += one.odds
    first = {one.hit: one for one in reversed(found)}
    return tuple(sorted((replace(first[hit], odds=share) for hit, share in odds.items()), key=lambda c: -c.odds))


def either(first: Sequence[Contact], then: Sequence[Contact]) -> tuple[Contact, ...]:
    """Return what was met where `then` counts only if nothing of `first` was."""
    nothing = sum(c.odds for c in first if not c.hit)
    margin = next((c.margin for c in first if not c.hit), "")
    rest = (replace(c, odds=nothing * c.odds, margin=c.margin or margin) for c in then)
    return (*(c for c in first if c.hit), *rest)


def of_stayed(near: Sequence[Stayed], kit: Kit) -> tuple[Contact, ...]:
    """Return the odds of having been touched of balls that did not visibly move, in the order they were passed."""
    left, found, margin = 1.0, [], ""
    for one in near:
        touched = odds_touched(one.brush, kit.ball_radius_mm)
        if touched > HARDLY:
            margin = f"{max(one.brush.gap_mm, 0.0):.1f} mm, give or take {one.brush.gap_sd_mm:.1f} mm"
            found.append(Contact(hit=(one.ball,), odds=left * touched / (1 + touched), margin=margin))
            left /= 1 + touched
    return (*found, Contact(hit=(), odds=left, margin=margin))


def of_moved(cue: Flight, moved: Sequence[Flight], kit: Kit) -> tuple[Contact, ...]:
    """Return the odds of the balls that moved; if the first of them moved otherwise, the next may have been met.

    Where the cue-ball was not seen about that moment nothing can be weighed: it met the first one, or it did not.
    """
    early = candidates([lying(f, kit) for f in moved])
    if not early:
        return (Contact(hit=(), odds=1.0),)
    came = coming(cue, early[0].onset_s, kit)
    if not len(came.seen):
        return (Contact(hit=(early[0].ball,), odds=0.5), Contact(hit=(), odds=0.5))
    sd_mm = max(LEAST_PLACE_SD_MM, *(b.seen.sd_mm for b in early))
    balls = nearest(came, early, kit.touching_mm, sd_mm)
    found = [
        Contact(hit=tuple(sorted(balls[i].ball for i in w.hit)), odds=w.odds, margin=margin_of(w))
        for w in weigh(came, balls, kit.touching_mm, sd_mm)
    ]
    if any(lies_beside(f, cue, kit) for f in moved if f.path.track in {b.track for b in balls}):
        found = [Contact(hit=(), odds=MIXED), *(replace(c, odds=(1 - MIXED) * c.odds) for c in found)]
    tracks = {b.track for b in early}
    return either(found, of_moved(cue, [f for f in moved if f.path.track not in tracks], kit))


def lies_beside(moved: Flight, cue: Flight, kit: Kit) -> bool:
    """Say whether a ball ended so near to where it was, beside the cue-ball, that their sightings may be mixed up."""
    if moved.before is None or moved.after is None:
        return False
    last = cue.path.raw_mm[sighted(cue.path, 0, len(cue.path) - 1)[-1]]
    apart = np.hypot(*(last - np.array(moved.before.place)))
    return distance_mm(moved.before.place, moved.after.place) < MIXED_WAY_MM and apart < kit.touching_mm + BESIDE_MM


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


def stayed(cue: Flight, paths: Sequence[Path], until_us: int, kit: Kit) -> list[Stayed]:
    """Return the balls that lay near the way of the cue-ball before a time and stayed, in the order it came to them."""
    track, stamps = way_of(cue, until_us)
    found = [passed(cue, path, track, stamps, kit) for path in paths]
    return sorted((s for s in found if s is not None), key=lambda s: s.at_us)


def way_of(cue: Flight, until_us: int) -> tuple[Array, Array]:
    """Return the (n, 2) places and (n,) times (us) of the cue-ball from the strike until a time, its rest included."""
    stamps_us = cue.path.at_us[cue.indices]
    own = cue.indices[: int(np.searchsorted(stamps_us, until_us)) + 1]
    places, stamps = cue.path.raw_mm[own], cue.path.at_us[own].astype(float)
    if cue.before is not None:
        places, stamps = np.vstack([cue.before.place, places]), np.concatenate([[cue.onset_us], stamps])
    if cue.after is not None and until_us >= cue.ended_us:
        places, stamps = np.vstack([places, cue.after.place]), np.concatenate([stamps, [cue.ended_us]])
    return places, stamps


def passed(cue: Flight, path: Path, way: Array, stamps: Array, kit: Kit) -> Stayed | None:
    """Return how the cue-ball passed a ball that stayed; None where it only left it, or never came near."""
    rest = rest_through(path, cue)
    if rest is None or len(way) < 2:
        return None
    began_s = cue.onset_us / 1e6
    before = lay(path, began_s - BEFORE_S, began_s)
    place = np.median(before, axis=0) if len(before) else np.array(rest.place)
    at, k, share = closest(way, place)
    if k + share < 1e-6:
        return None
    ends = cue.after is not None and stamps[-1] >= cue.ended_us and k == len(way) - 2 and share > 0.99
    at_us = float(stamps[k] + share * (stamps[k + 1] - stamps[k]))
    apart = float(np.hypot(*(place - at)))
    after = lay(path, at_us / 1e6 + SETTLED_S, at_us / 1e6 + SETTLED_S + AFTER_S)
    moved_mm, moved_sd_mm = displaced(before, after, (place - at) / max(apart, 1e-6), rest.sd_mm)
    pace = float(np.hypot(*(way[k + 1] - way[k]))) / max(float(stamps[k + 1] - stamps[k]) / 1e6, 1e-3)
    found = Brush(
        gap_mm=apart - kit.touching_mm + (moved_mm if ends else 0.0),
        gap_sd_mm=max(float(np.hypot(rest.sd_mm, np.median(cue.path.raw_sd_mm))), LEAST_GAP_SD_MM),
        moved_mm=moved_mm,
        moved_sd_mm=moved_sd_mm,
        speed_mm_s=0.0 if ends else max(pace, LEAST_PACE_MM_S),
    )
    return Stayed(ball=path.ball, at_us=round(at_us), brush=found)


def rest_through(path: Path, cue: Flight) -> Rest | None:
    """Return the rest of a ball that holds as the cue-ball is struck."""
    rests = rests_of(path, tolerance_of(path))
    return next((r for r in rests if path.at_us[r.first] <= cue.onset_us <= path.at_us[r.last]), None)


def closest(way: Array, place: Array) -> tuple[Array, int, float]:
    """Return where a way of straight pieces is nearest to a place, in which piece, and how far along that."""
    start, run = way[:-1], np.diff(way, axis=0)
    along = np.clip(np.sum((place - start) * run, axis=1) / np.maximum(np.sum(run**2, axis=1), 1e-9), 0.0, 1.0)
    at = start + along[:, None] * run
    k = int(np.argmin(np.hypot(*(at - place).T)))
    return at[k], k, float(along[k])


def lay(path: Path, from_s: float, until_s: float) -> Array:
    """Return the (n, 2) sightings of a ball in a span of time."""
    own = sighted(path, 0, len(path) - 1)
    t = path.at_s[own]
    return np.asarray(path.raw_mm[own[(t > from_s) & (t < until_s)]])


def displaced(before: Array, after: Array, towards: Array, sd_mm: float) -> tuple[float, float]:
    """Return how far along a direction a ball lay afterwards from where it had lain, and how far that errs (mm).

    The errors of a ball at rest repeat, so that more than four sightings tell no more than four.
    """
    if not len(before) or not len(after):
        return 0.0, 10 * sd_mm
    shift = float((np.median(after, axis=0) - np.median(before, axis=0)) @ towards)
    scatter = float(np.hypot(*(np.std(part @ towards) / np.sqrt(min(len(part), 4)) for part in (before, after))))
    return shift, max(scatter, 0.25 * sd_mm, 0.1)
