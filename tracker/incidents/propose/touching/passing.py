"""Which balls that were not seen to move the cue-ball passed or reached, and how likely it touched each.

Of a ball that was watched, its place before and after tells (`grazes`); of one that was out of view when the cue-ball
came by, only how near that came, or may have come where it was out of view itself (`beyond`).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import hypot

import numpy as np
from numpy.typing import NDArray

from tracker.domain.table.kit import Kit
from tracker.geometry.paths import PRESENT, Path
from tracker.incidents.propose.beyond import Beyond, comes_by, comes_to, met_beyond, overlaps, unseen_ways
from tracker.incidents.propose.touching.grazes import ASTRAY_MM, SHIFTED_MM, Brush, hardly_moved, odds_touched
from tracker.incidents.propose.touching.held import came_back
from tracker.incidents.segment.flights import Flight
from tracker.incidents.segment.rests import Rest, rests_of, sighted, tolerance_of
from tracker.incidents.segment.settling import place_after, settled, usual_cloth

Array = NDArray[np.float64]

LEAST_GAP_SD_MM = 0.5
SETTLED_S, BEFORE_S, AFTER_S = 0.25, 1.5, 4.0
"""A ball's place is compared over so long before the strike and after the pass, once that has settled: long enough that
a cue-ball which goes by does not count, whose shadow and blur draw the ball aside by a millimetre for a second."""
LEAST_PACE_MM_S = 30.0
MOST_UNSEEN = 0.85
"""Where nobody saw it, it is no surer than this that a ball was met, nor that no other was before."""
HAIR_SDS = 2.0
"""Where a roll ends so near to a ball, in spreads, nobody tells that it was not touched."""
MOVED_UNSEEN = 0.5
"""How sure it is at least that a ball was met which lies elsewhere afterwards, where nobody saw either of them then."""

CAME_BACK_ODDS = 1000.0
"""That a ball at a cushion was met from which the cue-ball turned back: nothing else would turn it there."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Lain:
    """A ball that lay still as the cue-ball was struck, and was not seen to set off."""

    path: Path
    rest: Rest
    again_us: int = 0
    """When it was seen again, elsewhere; 0: it was not."""

    @property
    def left_us(self) -> int:
        """Return when it was seen at its place last."""
        return int(self.path.at_us[self.rest.last])


@dataclass(frozen=True, slots=True, kw_only=True)
class Passed:
    """A ball that the cue-ball passed or reached, and that was not seen to move."""

    ball: str
    at_us: int
    odds: float
    """That it was touched, to that it was not."""
    margin: str
    """How near the cue-ball came, in words."""
    watched: bool = True
    """The cue-ball was seen to come by, not only lost on its way."""
    track: int = 0
    left: bool = False
    """It was seen elsewhere later, or its place bare: something set it going."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class CueWay:
    """The way of the cue-ball from the strike until something is known to have been met, or for ever."""

    cue: Flight
    places: Array
    """(n, 2) where it was seen, its rests included."""
    stamps_us: Array
    """(n,) when."""
    unseen: tuple[Beyond, ...]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Nearest:
    """Where the cue-ball came nearest to a ball, as far as it was seen."""

    ball: Array
    """(2,) where that lay."""
    at: Array
    """(2,) where the cue-ball was."""
    at_us: int
    pace_mm_s: float
    bend_mm: float
    """It may have come so much nearer between two pictures."""
    left_it: bool
    """It was nearest as it was struck."""
    ends: bool
    """It came to rest there."""


def passed(way: CueWay, lain: Sequence[Lain], kit: Kit) -> list[Passed]:
    """Return the balls that lay near the way of the cue-ball, in the order it came to them.

    Args:
        way: that of the cue-ball.
        lain: the balls that were not seen to set off.
        kit: the table.
    """
    found = [came_by(way, one, kit) for one in lain] if len(way.places) > 1 else []
    return sorted((one for one in found if one is not None), key=lambda one: one.at_us)


def cue_way(cue: Flight, until_us: int, kit: Kit) -> CueWay:
    """Return the way of the cue-ball from the strike until a time."""
    places, stamps = cue.path.raw_mm[cue.indices], cue.path.at_us[cue.indices].astype(float)
    if cue.before is not None:
        places, stamps = np.vstack([cue.before.place, places]), np.concatenate([[cue.onset_us], stamps])
    if cue.after is not None:
        places, stamps = np.vstack([places, rested_at(cue)]), np.concatenate([stamps, [cue.ended_us]])
    until_s = min(until_us, cue.ended_us) / 1e6 if cue.after is not None else until_us / 1e6
    own = slice(int(np.searchsorted(stamps, until_us)) + 1)
    lay_s = None if cue.before is None else float(cue.path.at_s[cue.before.last])
    unseen = tuple(unseen_ways(places, stamps / 1e6, until_s, kit, lay_s))
    return CueWay(cue=cue, places=places[own], stamps_us=stamps[own], unseen=unseen)


def rested_at(flight: Flight) -> Array:
    """Return the (2,) place where a ball came to rest: at the end of its roll, not where that seems slow enough."""
    assert flight.after is not None
    stop = settled(flight, usual_cloth(flight))
    return np.array(flight.after.place) if stop is None else place_after(flight, stop.at_s)


def came_by(way: CueWay, lain: Lain, kit: Kit) -> Passed | None:
    """Return how the cue-ball came by a ball, where that is likeliest to have been a touch; None where it only left."""
    near = nearest(way, lain)
    options = [] if near.left_it else [came_seen(way, lain, near, kit)]
    options += [came_unseen(way, lain, near, lost, kit) for lost in way.unseen]
    return max(options, key=lambda one: one.odds, default=None)


def came_seen(way: CueWay, lain: Lain, near: Nearest, kit: Kit) -> Passed:
    """Return how the cue-ball came by a ball as far as it was seen itself."""
    gap_mm = float(np.hypot(*(near.ball - near.at))) - kit.apart_mm(way.cue.ball, lain.path.ball)
    gap_sd_mm = gap_spread_mm(way, lain, near)
    touch = brush_of(way, lain, near, (gap_mm, gap_sd_mm))
    if touch is None:
        free_mm, sd_mm = gap_mm - near.bend_mm, hypot(gap_sd_mm, ASTRAY_MM)
        odds = odds_of(overlaps(free_mm, gap_sd_mm))
        odds = max(odds, 1 / odds_of(MOST_UNSEEN)) if free_mm < HAIR_SDS * sd_mm else odds
    else:
        odds, gap_mm = odds_touched(touch, kit.ball_radius_mm), touch.gap_mm
        odds = reaching_odds(odds, touch) if near.ends else odds
    if came_back(way.places, way.stamps_us, near.at_us, near.ball, kit, (way.cue.ball, lain.path.ball)):
        odds = max(odds, CAME_BACK_ODDS)
    margin = f"{max(gap_mm, 0.0):.1f} mm, give or take {gap_sd_mm:.1f} mm"
    return Passed(
        ball=lain.path.ball, at_us=near.at_us, odds=odds, margin=margin, track=lain.path.track, left=lain.again_us > 0
    )


def gap_spread_mm(way: CueWay, lain: Lain, near: Nearest) -> float:
    """Return how far the gap errs (1 sigma): less across the line of sight than along it."""
    rested = sighted(lain.path, lain.rest.first, lain.rest.last)
    errs_mm2 = lain.path.errs_mm2(rested) + way.cue.path.errs_mm2(way.cue.indices)
    line = (near.ball - near.at) / max(float(np.hypot(*(near.ball - near.at))), 1e-6)
    return max(float(np.sqrt(line @ errs_mm2 @ line)), LEAST_GAP_SD_MM)


def came_unseen(way: CueWay, lain: Lain, near: Nearest, lost: Beyond, kit: Kit) -> Passed:
    """Return how the cue-ball may have come by a ball where it was not seen itself."""
    rested = sighted(lain.path, lain.rest.first, lain.rest.last)
    sd_mm = float(np.median(lain.path.raw_sd_mm[rested]))
    apart_mm = kit.apart_mm(way.cue.ball, lain.path.ball)
    gap, due = comes_by(lost, near.ball, apart_mm), comes_to(lost, near.ball, apart_mm)
    there = replace(
        near, at=due.at, at_us=round(lost.until_s * 1e6), pace_mm_s=due.pace_mm_s, ends=due.pace_mm_s <= 0.0
    )
    touch = brush_of(way, lain, there, (gap[0], float(np.hypot(gap[1], sd_mm)))) if gap else None
    odds = odds_of(met_beyond(lost, gap, lain.left_us / 1e6, sd_mm, kit))
    if lain.left_us / 1e6 < lost.until_s and lost.from_s < lain.again_us / 1e6:
        odds = max(odds, odds_of(MOVED_UNSEEN))
    if touch is not None:
        odds = max(odds, odds_touched(touch, kit.ball_radius_mm))
    seen_s = lain.left_us / 1e6
    at_s = max(due.at_s, seen_s) if seen_s < lost.until_s else due.at_s  # it was not met before it was seen last
    return Passed(
        ball=lain.path.ball, at_us=round(at_s * 1e6), odds=odds, margin="out of view", watched=False,
        track=lain.path.track, left=lain.again_us > 0,
    )  # fmt: skip


def odds_of(sure: float) -> float:
    """Return the odds that a probability amounts to; what nobody saw is never quite sure."""
    held = min(sure, MOST_UNSEEN)
    return held / (1.0 - held)


def reaching_odds(odds: float, touch: Brush) -> float:
    """Return the odds that the end of a roll touched a ball: no surer than of the unseen, where no camera tells."""
    most = odds_of(MOST_UNSEEN)
    if touch.gap_mm < HAIR_SDS * hypot(touch.gap_sd_mm, SHIFTED_MM):
        odds = max(odds, 1 / most)
    return min(odds, most) if hardly_moved(touch) else odds


def brush_of(way: CueWay, lain: Lain, near: Nearest, gap: tuple[float, float]) -> Brush | None:
    """Return the measures of a pass of a ball, `gap` with its spread; None where the ball was not watched.

    A gap that is left where the cue-ball came to rest was wider by as much as the ball was moved.
    """
    before = lay_before(way, lain)
    after = lay(lain.path, near.at_us / 1e6 + SETTLED_S, near.at_us / 1e6 + SETTLED_S + AFTER_S)
    if lain.again_us or not len(after):
        return None
    line = near.ball - near.at
    moved_mm, moved_sd_mm = displaced(before, after, line / max(float(np.hypot(*line)), 1e-6), lain.rest.sd_mm)
    return Brush(
        gap_mm=gap[0] + (moved_mm if near.ends else 0.0),
        gap_sd_mm=gap[1],
        moved_mm=moved_mm,
        moved_sd_mm=moved_sd_mm,
        speed_mm_s=0.0 if near.ends else max(near.pace_mm_s, LEAST_PACE_MM_S),
    )


def rest_through(path: Path, cue: Flight) -> Rest | None:
    """Return the rest of a ball that holds as the cue-ball is struck, or held when it was seen last of all before."""
    begun = [r for r in rests_of(path, tolerance_of(path)) if path.at_us[r.first] <= cue.onset_us]
    if not begun or (path.at_us[begun[-1].last] < cue.onset_us and not is_hidden_after(path, begun[-1])):
        return None
    return begun[-1]


def is_hidden_after(path: Path, rest: Rest) -> bool:
    """Say whether a ball was not seen again after a rest, and is not known to have gone."""
    return path.end == PRESENT and rest.last == int(sighted(path, 0, len(path) - 1)[-1])


def lay_before(way: CueWay, lain: Lain) -> Array:
    """Return the (n, 2) sightings of a ball just before the strike."""
    began_s = way.cue.onset_us / 1e6
    return lay(lain.path, began_s - BEFORE_S, min(began_s, lain.left_us / 1e6))


def nearest(way: CueWay, lain: Lain) -> Nearest:
    """Return where the cue-ball came nearest to a ball on its way as it was seen."""
    before = lay_before(way, lain)
    ball = np.median(before, axis=0) if len(before) else np.array(lain.rest.place)
    at, k, share = closest(way.places, ball)
    from_us, took_us = way.stamps_us[k], way.stamps_us[k + 1] - way.stamps_us[k]
    is_last = way.cue.after is not None and way.stamps_us[-1] >= way.cue.ended_us and k == len(way.places) - 2
    return Nearest(
        ball=ball, at=at, at_us=round(float(from_us + share * took_us)),
        pace_mm_s=float(np.hypot(*(way.places[k + 1] - way.places[k]))) / max(float(took_us) / 1e6, 1e-3),
        bend_mm=bend_beside(way, k),
        left_it=k + share < 1e-6, ends=is_last and share > 0.99,
    )  # fmt: skip


def bend_beside(way: CueWay, k: int) -> float:
    """Return how far, at most, a way bends aside on its k-th straight line, as the line before tells; or that after it.

    A ball met soon after the strike turned the cue-ball before it was seen again.
    """
    if k > 0:
        return bend(way.places[k - 1 : k + 2], way.stamps_us[k - 1 : k + 2])
    return bend(way.places[2::-1], -way.stamps_us[2::-1])


def bend(places: Array, stamps_us: Array) -> float:
    """Return how far, at most, a way bends aside of the straight line between the last two of three places (mm)."""
    if len(places) < 3:
        return 0.0
    ahead = (stamps_us[2] - stamps_us[1]) / max(stamps_us[1] - stamps_us[0], 1.0)
    return float(np.hypot(*(places[1] + ahead * (places[1] - places[0]) - places[2]))) / 2


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
