"""What the last moments of a live table showed, and the strokes told from it, each once all balls lie still.

Telling looks back over the ways of the balls; so much of them is kept as it needs: all since the last stroke told came
to its end, or a few seconds of a table at rest. What is older is dropped, but for what it said of each ball that is
still there: its colour, that it is a ball, and where it lay. Memory and work so stay flat however long a match lasts.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from tracker.domain.kit import Kit
from tracker.domain.stroke import Standing, Stroke
from tracker.geometry.calibration import Calibration
from tracker.geometry.paths import Path, TrackPoint
from tracker.geometry.sightings import Sightings, Stray
from tracker.incidents.leaving import Watch
from tracker.incidents.strokes import STILL_US, strokes
from tracker.tracking.existence import strongest
from tracker.tracking.follow import follow, start
from tracker.tracking.mend import mend
from tracker.tracking.state import Following, Track
from tracker.tracking.swaps import colour_of

REST_US = 1_200_000
"""All balls lay still so long ago, and the stroke is told: a ball that was lost has proved gone, or come back. The next
stroke may have begun meanwhile."""
KEPT_US = 2_500_000
"""So much is kept of a table at rest: as many looks as name a ball."""
PATIENCE_US = 15_000_000
"""Something that moves on and on is no ball: after so long the strokes before it are told all the same."""
LONGEST_US = 45_000_000
"""More than this is never kept."""
MOST_LOOKS = 50.0
"""All that was dropped of a ball's looks counts as no more, so that a ball wrongly named is named anew."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rest:
    """All balls lay still from then until then."""

    from_us: int
    until_us: int


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Told:
    """A stroke that was told."""

    stroke: Stroke
    standing: Standing
    """The balls at rest after it."""
    paths: tuple[Path, ...]
    """The ways of the balls that it was told from, and what of them lies about it in time."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class LookedBack:
    """What a look back has told."""

    at_us: int
    """The newest picture then."""
    told: tuple[Told, ...]
    part_us: int
    """What is older is needed no more, if anything was told."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Lately:
    """What must be known of the last moments."""

    following: Following
    watch: Watch
    """What the camera adds to the ways of the balls."""
    pictures: tuple[tuple[TrackPoint, ...], ...] = ()
    """The balls of each picture that is kept; one that showed none is not."""
    strays: tuple[Stray, ...] = ()
    told: int = 0
    """Number of the last stroke told."""
    moved_us: int | None = None
    """When a ball was last seen to move; None: all lay still since the last stroke told."""
    still_us: int | None = None
    """Since when all have been seen to lie still; None: something moves."""
    rests: tuple[Rest, ...] = ()
    """Those after which something moved again so soon that it was not yet looked back from them."""
    tried_us: int = 0
    """When it was last looked back."""

    @property
    def balls(self) -> tuple[TrackPoint, ...]:
        """The balls of the newest picture."""
        return tuple(point for point in self.following.points if point.confirmed)


def begin(kit: Kit, calibration: Calibration | None, told: int = 0) -> Lately:
    """Return what is known before the first picture; `told` strokes were told before."""
    if calibration is None:
        return Lately(following=start(kit), watch=Watch(), told=told)
    watch = Watch(eye_mm=calibration.camera.centre_mm, camera_sd_mm=calibration.sd_mm)
    return Lately(following=start(kit, calibration.camera), watch=watch, told=told)


def seen(lately: Lately, sightings: Sightings) -> tuple[Lately, tuple[Told, ...]]:
    """Return what is known after one more picture, and the strokes that can be told now."""
    lately = noticed(lately, sightings)
    rest = due(lately)
    if rest is None:
        return lately, ()
    back = looked_back(lately, rest)
    return without(lately, back), back.told


def noticed(lately: Lately, sightings: Sightings) -> Lately:
    """Return what is known after one more picture; it is not yet looked back, which may take as long as ten of them."""
    following, now_us = follow(lately.following, sightings), sightings.at_us
    moves = any(point.moving and point.confirmed for point in following.points)
    lately = replace(
        unseen(lately) if not sightings.table_seen else moved(lately, now_us) if moves else rested(lately, now_us),
        following=following,
        pictures=(*lately.pictures, following.points) if following.points else lately.pictures,
        strays=(*lately.strays, *sightings.strays),
    )
    return trimmed(lately, now_us) if lately.moved_us is None else bounded(lately, now_us)


def last(lately: Lately) -> tuple[Told, ...]:
    """Return the strokes that are left to be told when no more pictures come."""
    rest = left(lately)
    return () if rest is None else looked_back(lately, rest).told


def left(lately: Lately) -> Rest | None:
    """Return the rest until which strokes are left to be told when no more pictures come."""
    now_us = lately.following.at_us or 0
    return None if lately.moved_us is None else Rest(from_us=now_us, until_us=now_us)


def moved(lately: Lately, now_us: int) -> Lately:
    """Return what is known once something is seen to move; what lay still before for long enough was at rest."""
    rest = Rest(from_us=now_us if lately.still_us is None else lately.still_us, until_us=now_us)
    is_rest = lately.moved_us is not None and rest.until_us - rest.from_us > STILL_US
    return replace(lately, moved_us=now_us, still_us=None, rests=(*lately.rests, rest) if is_rest else lately.rests)


def rested(lately: Lately, now_us: int) -> Lately:
    """Return what is known once nothing is seen to move."""
    return replace(lately, still_us=now_us if lately.still_us is None else lately.still_us)


def unseen(lately: Lately) -> Lately:
    """Return what is known while the table is out of view: how long all has lain still counts from when it is back."""
    return replace(lately, still_us=None)


def due(lately: Lately) -> Rest | None:
    """Return the rest until which strokes can be told now: one that began long enough ago, or none may ever come.

    Of a rest that lasts yet, and of one that the next stroke has ended, the same is known after the same time.
    """
    now_us = lately.following.at_us or 0
    if lately.moved_us is None or lately.following.paused:
        return None
    if lately.rests and now_us - lately.rests[0].from_us >= REST_US:
        return lately.rests[0]
    if lately.still_us is not None and now_us - lately.still_us >= REST_US > lately.tried_us - lately.still_us:
        return Rest(from_us=lately.still_us, until_us=now_us)
    is_long = now_us - max(lately.tried_us, _began_us(lately)) > PATIENCE_US
    return Rest(from_us=now_us - REST_US, until_us=now_us - REST_US) if is_long else None


def looked_back(lately: Lately, rest: Rest) -> LookedBack:
    """Return the strokes that ended with a rest."""
    following, now_us = lately.following, lately.following.at_us or 0
    paths = tuple(mend(lately.pictures, following))
    found = strokes(paths, following.kit, replace(lately.watch, strays=lately.strays))
    ended = [told for told in found if told[0].began_us < rest.from_us and told[0].ended_us <= rest.until_us]
    told = tuple(
        Told(stroke=replace(stroke, number=lately.told + n), standing=standing, paths=paths)
        for n, (stroke, standing) in enumerate(ended, 1)
    )
    began_us = (*(stroke.began_us for stroke, _ in found[len(told) :]), *(one.until_us for one in lately.rests))
    return LookedBack(at_us=now_us, told=told, part_us=parted_us(told[-1].stroke.ended_us, began_us) if told else 0)


def without(lately: Lately, back: LookedBack) -> Lately:
    """Return what is known without the strokes told by a look back, now or a few pictures ago."""
    later = tuple(rest for rest in lately.rests if back.at_us - rest.from_us < REST_US)
    lately = replace(lately, told=lately.told + len(back.told), tried_us=back.at_us, rests=later)
    if not back.told:
        return lately
    moves_on = (lately.moved_us or 0) > back.told[-1].stroke.ended_us + STILL_US
    return replace(since(lately, back.part_us), moved_us=lately.moved_us if moves_on else None)


def given_up(lately: Lately, rest: Rest) -> Lately:
    """Return what is known without the strokes that ended with a rest, since nobody could tell them."""
    later = tuple(one for one in lately.rests if one.from_us > rest.from_us)
    moves_on = (lately.moved_us or 0) > rest.from_us
    parted = since(lately, rest.from_us)
    return replace(parted, rests=later, tried_us=rest.until_us, moved_us=lately.moved_us if moves_on else None)


def parted_us(end_us: int, began_us: Iterable[int]) -> int:
    """Return where to part a stroke from what began after it, if anything did: both keep some of the rest between."""
    next_us = min((at_us for at_us in began_us if at_us > end_us), default=end_us + 2 * STILL_US)
    return min(end_us + STILL_US, (end_us + next_us) // 2)


def turned(lately: Lately, calibration: Calibration, sightings: Sightings) -> Lately:
    """Return what is known once the camera sees the table otherwise, and first so: which ball is which, nothing else.

    Places told by two calibrations differ as if each ball had been moved a little: no way leads from one to the other.
    Balls at rest go on under their numbers if most of them are seen where they lay; else all begin anew.
    """
    fresh = begin(lately.following.kit, calibration, lately.told)
    still = tuple(track for track in lately.following.tracks if track.confirmed and not track.moving)
    near = sum(lies_near(track, sightings, lately.following.kit.touching_mm) for track in still)
    if 2 * near <= len(still):
        return fresh
    kept = replace(fresh.following, tracks=still, next_track=lately.following.next_track, paused=True)
    return replace(fresh, following=replace(kept, at_us=lately.following.at_us))


def lies_near(track: Track, sightings: Sightings, reach_mm: float) -> bool:
    """Say whether a ball is seen within reach of where it lay."""
    return bool((np.hypot(*(sightings.places_mm - track.mean[:2]).T) < reach_mm).any())


def trimmed(lately: Lately, now_us: int) -> Lately:
    """Return a table at rest without what is older than it needs; not at every picture, since that is work."""
    return since(lately, now_us - KEPT_US) if now_us - _began_us(lately) > 2 * KEPT_US else lately


def bounded(lately: Lately, now_us: int) -> Lately:
    """Return what is known without what is too old for any stroke."""
    return since(lately, now_us - LONGEST_US // 2) if now_us - _began_us(lately) > LONGEST_US else lately


def since(lately: Lately, from_us: int) -> Lately:
    """Return what is known without the pictures before `from_us`, but with what they said of the balls still there."""
    old = [points for points in lately.pictures if points[0].at_us < from_us]
    kept = lately.pictures[len(old) :]
    there = {point.track for points in kept for point in points}
    following = lately.following
    return replace(
        lately,
        pictures=(carried(old, kept[0]), *kept[1:]) if kept else (),
        strays=tuple(stray for stray in lately.strays if stray.at_us >= from_us),
        following=replace(following, retired=tuple(track for track in following.retired if track.track in there)),
    )


def carried(old: Sequence[tuple[TrackPoint, ...]], first: tuple[TrackPoint, ...]) -> tuple[TrackPoint, ...]:
    """Return the first picture kept, with what the old ones said of its balls."""
    before: dict[int, list[TrackPoint]] = defaultdict(list)
    for points in old:
        for point in points:
            before[point.track].append(point)
    return tuple(summed_up(before[point.track], point) if before[point.track] else point for point in first)


def summed_up(before: Sequence[TrackPoint], point: TrackPoint) -> TrackPoint:
    """Return a point of a ball that stands for those before it as well; a ball that was hidden since lies there yet."""
    colour = colour_of((*before, point))
    share = min(1.0, MOST_LOOKS / max(colour.looks, 1e-9))
    evidence = strongest(p.evidence for p in (*before, point))
    shown = point if point.seen else next((p for p in reversed(before) if p.seen), point)
    hidden = not point.seen and shown.seen and not point.moving
    return replace(
        point,
        look=tuple((share * colour.weights).tolist()),
        look_weight=share * colour.looks,
        evidence=evidence,
        seen=point.seen or hidden,
        raw=shown.raw if hidden else point.raw,
        raw_sd_mm=shown.raw_sd_mm if hidden else point.raw_sd_mm,
        raw_shape=shown.raw_shape if hidden else point.raw_shape,
    )


def _began_us(lately: Lately) -> int:
    """Return the time of the oldest that is kept."""
    oldest = (*(points[0].at_us for points in lately.pictures[:1]), *(stray.at_us for stray in lately.strays[:1]))
    return min(oldest, default=lately.following.at_us or 0)
