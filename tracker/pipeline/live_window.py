"""What the last moments of a table showed, and whether strokes can be told from it: each once all balls lie still.

Telling looks back over the ways of the balls (`pipeline.look_back`); so much of them is kept as it needs: all since the
last stroke told came to its end, or a few seconds of a table at rest. What is older is dropped, but for what it said of
each ball that is still there (`pipeline.carry`). Memory and work so stay flat however long a match lasts.

No ball keeps a stroke from being told for good: not one that was lost on its way, nor one that never seems to rest once
the cue-ball, having lain still, is struck again.
"""

from collections.abc import Set
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tracker.domain.frozen import replace
from tracker.domain.table.kit import Kit
from tracker.domain.table.plane import Point
from tracker.domain.time import NEVER_US
from tracker.geometry.calibration import Calibration
from tracker.geometry.cloth_shown import parts_of
from tracker.geometry.mouths import MouthsLook
from tracker.geometry.paths import POCKET, TrackPoint
from tracker.geometry.sightings import Bystander, Sightings, Stray
from tracker.incidents.explain.player import Looks
from tracker.incidents.propose.leaving import Watch
from tracker.incidents.segment.windows import STILL_US
from tracker.pipeline.carry import carried
from tracker.tracking.follow import follow, start
from tracker.tracking.life import is_near_pocket
from tracker.tracking.state import Following, Track

REST_US = 1_200_000
"""All balls lay still so long ago, and the stroke is told: a ball that was lost has proved gone, or come back. The next
stroke may have begun meanwhile."""
KEPT_US = 2_500_000
"""So much is kept of a table at rest: as many looks as name a ball."""
PATIENCE_US = 15_000_000
"""Something that moves on and on is no ball: after so long the strokes before it are told all the same."""
LONGEST_US = 45_000_000
"""More than this is never kept."""
HIDDEN_US = 5_000_000
"""A ball that was lost on its way so long ago has come to rest, wherever it is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRest:
    """All balls lay still from then until then; or, at one moment, the cue-ball was struck while others moved."""

    from_us: int
    until_us: int


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class LiveWindow:
    """What must be known of the last moments."""

    following: Following
    watch: Watch
    """What the camera adds to the ways of the balls."""
    pictures: tuple[tuple[TrackPoint, ...], ...] = ()
    """The balls of each picture that is kept; one that showed none is not."""
    strays: tuple[Stray, ...] = ()
    bystanders: tuple[Bystander, ...] = ()
    cloth_shown: tuple[tuple[int, NDArray[np.float32]], ...] = ()
    """How much of the cloth the pictures showed: the time of each, and the share of each part (`cloth_shown`)."""
    mouths: tuple[MouthsLook, ...] = ()
    """What the mouths of the pockets looked like, every so often, in order of time."""
    told: int = 0
    """Number of the last stroke told."""
    looks: Looks = ()
    """How who played the last strokes told looked."""
    moved_us: int | None = None
    """When a ball was last seen to move; None: all lay still since the last stroke told."""
    set_off_us: int = 0
    """When what moves, or moved last, began to."""
    still_us: int | None = None
    """Since when all have been seen to lie still; None: something moves."""
    cue_still_us: int | None = None
    """Since when the cue-ball has been seen to lie still; None: it moves, or is out of view."""
    rests: tuple[TableRest, ...] = ()
    """Those after which something moved again so soon that it was not yet looked back from them."""
    tried_us: int = 0
    """When it was last looked back."""

    @property
    def balls(self) -> tuple[TrackPoint, ...]:
        """The balls of the newest picture."""
        return tuple(point for point in self.following.points if point.confirmed)

    @property
    def now_us(self) -> int:
        """Time of the newest picture; 0 before the first."""
        return self.following.at_us or 0

    @property
    def began_us(self) -> int:
        """Time of the oldest that is kept, of whatever kind: a bare table shows nothing but its cloth."""
        oldest = (
            *(points[0].at_us for points in self.pictures[:1]),
            *(stray.at_us for stray in self.strays[:1]),
            *(somebody.at_us for somebody in self.bystanders[:1]),
            *(at_us for at_us, _ in self.cloth_shown[:1]),
            *(look.at_us for look in self.mouths[:1]),
        )
        return min(oldest, default=self.now_us)


def begin(kit: Kit, calibration: Calibration | None, told: int = 0) -> LiveWindow:
    """Return what is known before the first picture; `told` strokes were told before."""
    if calibration is None:
        return LiveWindow(following=start(kit), watch=Watch(), told=told)
    watch = Watch(eye_mm=calibration.camera.centre_mm, camera_sd_mm=calibration.sd_mm)
    return LiveWindow(following=start(kit, calibration.camera), watch=watch, told=told)


def ingest(window: LiveWindow, sightings: Sightings) -> LiveWindow:
    """Return what is known after one more picture; nothing is told yet, and nothing is dropped."""
    following, now_us = follow(window.following, sightings), sightings.at_us
    shown, cloth = sightings.bystander, sightings.openness if sightings.table_seen else None
    mouths = sightings.mouths if sightings.table_seen else None
    window = replace(
        window,
        following=following,
        pictures=(*window.pictures, following.points) if following.points else window.pictures,
        strays=(*window.strays, *sightings.strays),
        bystanders=window.bystanders if shown is None else (*window.bystanders, shown),
        cloth_shown=window.cloth_shown if cloth is None else (*window.cloth_shown, (now_us, parts_of(cloth))),
        mouths=window.mouths if mouths is None else (*window.mouths, mouths),
    )
    if sightings.table_seen and window.watch.in_view_us is None:
        window = replace(window, watch=replace(window.watch, in_view_us=now_us))
    if not sightings.table_seen:
        return replace(window, still_us=None, cue_still_us=None)  # how long all lay still counts from when it is back
    moves = any(is_on_its_way(track) for track in following.tracks) or is_cue_ball_awaited(following, now_us)
    return with_cue_ball(moved(window, now_us) if moves else rested(window, now_us), now_us)


def is_on_its_way(track: Track) -> bool:
    """Say whether a ball moves, or may do so out of view."""
    return track.confirmed and track.moving and track.unseen_us <= HIDDEN_US


def is_cue_ball_awaited(following: Following, now_us: int) -> bool:
    """Say whether the cue-ball went out of view on its way, so lately that it may be about to come into view again.

    Whether it fell is half the score of a stroke, and where it lies tells what it met, so that is worth waiting for;
    what was seen to fall is not awaited.
    """
    cue_balls, shown = following.kit.cue_balls, {p.ball for p in following.points if p.confirmed and p.seen}
    lately = (track for track in following.retired if now_us - track.seen_us <= HIDDEN_US)
    lost = (track for track in lately if track.end == POCKET or (track.confirmed and track.moving))
    return any(
        ball in cue_balls and ball not in shown and not is_near_pocket(last_place(track), following.kit)
        for track in lost
        for ball in (following.kit.kinds[int(np.argmax(track.log_odds))],)
    )


def last_place(track: Track) -> Point:
    """Return where a ball was seen last."""
    return Point(track.recent[-1].x_mm, track.recent[-1].y_mm)


def moved(window: LiveWindow, now_us: int) -> LiveWindow:
    """Return what is known once something is seen to move; what lay still before for long enough was at rest."""
    rest = TableRest(from_us=now_us if window.still_us is None else window.still_us, until_us=now_us)
    is_rest = window.moved_us is not None and rest.until_us - rest.from_us > STILL_US
    set_off = window.moved_us is None or window.still_us is not None
    return replace(
        window, moved_us=now_us, still_us=None, rests=(*window.rests, rest) if is_rest else window.rests,
        set_off_us=now_us if set_off else window.set_off_us,
    )  # fmt: skip


def rested(window: LiveWindow, now_us: int) -> LiveWindow:
    """Return what is known once nothing is seen to move."""
    return replace(window, still_us=now_us if window.still_us is None else window.still_us)


def with_cue_ball(window: LiveWindow, now_us: int) -> LiveWindow:
    """Return what is known with whether the cue-ball lies still; where it sets off while others move, a stroke begins.

    Not where the others set off only just before: what the cue-ball drives on may be seen to move before itself, for
    the player stands over it. Nor where each side has a cue-ball of its own: then either may be driven on by the other.
    """
    cue_balls = window.following.kit.cue_balls
    cue = next((point for point in window.balls if point.ball in cue_balls and point.seen), None)
    if cue is None or len(cue_balls) > 1:
        return window
    if not cue.moving:
        return window if window.cue_still_us is not None else replace(window, cue_still_us=now_us)
    lay = window.cue_still_us is not None and now_us - window.cue_still_us > STILL_US
    going_on = window.moved_us is not None and now_us - window.set_off_us > STILL_US
    struck = (TableRest(from_us=now_us, until_us=now_us),) if going_on and lay else ()
    return replace(window, cue_still_us=None, rests=(*window.rests, *struck))


def ready(window: LiveWindow) -> TableRest | None:
    """Return the rest until which strokes can be told now: one that began long enough ago, or none may ever come.

    Of a rest that lasts yet, and of one that the next stroke has ended, the same is known after the same time.
    """
    now_us = window.now_us
    if window.moved_us is None or window.following.paused:
        return None
    if window.rests and now_us - window.rests[0].from_us >= REST_US:
        return window.rests[0]
    if window.still_us is not None and now_us - window.still_us >= REST_US > window.tried_us - window.still_us:
        return TableRest(from_us=window.still_us, until_us=now_us)
    is_long = now_us - max(window.tried_us, window.began_us) > PATIENCE_US
    return TableRest(from_us=now_us - REST_US, until_us=now_us - REST_US) if is_long else None


def remaining(window: LiveWindow) -> TableRest | None:
    """Return the rest until which strokes are left to be told when no more pictures come, whatever still rolls."""
    return None if window.moved_us is None else TableRest(from_us=window.now_us, until_us=NEVER_US)


def given_up(window: LiveWindow, rest: TableRest) -> LiveWindow:
    """Return what is known without the strokes that ended with a rest, since nobody could tell them."""
    later = tuple(one for one in window.rests if one.from_us > rest.from_us)
    moves_on = (window.moved_us or 0) > rest.from_us
    parted = since(window, rest.from_us)
    moved_us = window.moved_us if moves_on else None
    return replace(parted, rests=later, tried_us=min(rest.until_us, window.now_us), moved_us=moved_us)


def turned(window: LiveWindow, calibration: Calibration, sightings: Sightings) -> LiveWindow:
    """Return what is known once the camera sees the table otherwise, and first so: which ball is which, nothing else.

    Places told by two calibrations differ as if each ball had been moved a little: no way leads from one to the other.
    Balls at rest go on under their numbers if most of them are seen where they lay; else all begin anew.
    """
    fresh = replace(begin(window.following.kit, calibration, window.told), looks=window.looks)
    still = tuple(track for track in window.following.tracks if track.confirmed and not track.moving)
    near = sum(lies_near(track, sightings, window.following.kit.touching_mm) for track in still)
    if 2 * near <= len(still):
        return fresh
    kept = replace(fresh.following, tracks=still, next_track=window.following.next_track, paused=True)
    return replace(fresh, following=replace(kept, at_us=window.following.at_us))


def lies_near(track: Track, sightings: Sightings, reach_mm: float) -> bool:
    """Say whether a ball is seen within reach of where it lay."""
    return bool((np.hypot(*(sightings.places_mm - track.mean[:2]).T) < reach_mm).any())


def forget(window: LiveWindow) -> LiveWindow:
    """Return what is known without what is too old: for a table at rest, or for any stroke at all.

    Not at every picture, since that is work.
    """
    most_us, kept_us = (2 * KEPT_US, KEPT_US) if window.moved_us is None else (LONGEST_US, LONGEST_US // 2)
    return since(window, window.now_us - kept_us) if window.now_us - window.began_us > most_us else window


def since(window: LiveWindow, from_us: int, gone_on: Set[int] = frozenset()) -> LiveWindow:
    """Return what is known without the pictures before `from_us`, but with what they said of the balls still there.

    Those `gone_on` under other numbers do not lie where they were lost.
    """
    old = [points for points in window.pictures if points[0].at_us < from_us]
    kept = window.pictures[len(old) :]
    there = {point.track for points in kept for point in points}
    following = window.following
    return replace(
        window,
        pictures=(carried(old, kept[0], gone_on), *kept[1:]) if kept else (),
        strays=tuple(stray for stray in window.strays if stray.at_us >= from_us),
        bystanders=tuple(one for one in window.bystanders if one.at_us >= from_us),
        cloth_shown=tuple(one for one in window.cloth_shown if one[0] >= from_us),
        mouths=tuple(look for look in window.mouths if look.at_us >= from_us),
        following=replace(following, retired=tuple(track for track in following.retired if track.track in there)),
    )
