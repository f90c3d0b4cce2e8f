"""Strokes as facts: what was met, what fell, what lay where at the end (`segment.windows` tells one from the next).

What the pictures leave open is told as readings, each with its odds (`incidents.search.telling`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from tracker.domain.strokes.alternatives import Alternatives
from tracker.domain.strokes.stroke import Bounce, Doubt, Standing, Stroke
from tracker.domain.table.kit import Kit
from tracker.geometry.paths import Path
from tracker.incidents.explain.asked import StrokeContext, asked
from tracker.incidents.explain.hands import by_hand, motion_of
from tracker.incidents.explain.standing import standing_at, standing_before
from tracker.incidents.noise import noise
from tracker.incidents.propose.cushions import bounces
from tracker.incidents.propose.jumps import jumps
from tracker.incidents.propose.leaving import Watch
from tracker.incidents.propose.rebounds import driven_in, neared, rebounds
from tracker.incidents.propose.touching.arrivals import arrivals
from tracker.incidents.propose.touching.meeting import Meeting, one_of_each, touch_of
from tracker.incidents.propose.touching.packs import with_packs
from tracker.incidents.propose.touching.touches import collisions, meetings, relays, set_off_beside
from tracker.incidents.search.cue_ball import (
    cue_balls_of,
    is_in_hand,
    origin_of,
    struck_with,
    window_in,
    with_cue_ball_named,
)
from tracker.incidents.search.later_contacts import later_contacts
from tracker.incidents.search.scene import StrokeScene
from tracker.incidents.search.telling import alternatives
from tracker.incidents.segment.cadence import evened
from tracker.incidents.segment.flights import Flight
from tracker.incidents.segment.windows import STILL_US, Window, settled_windows, windows_of

LIKELY = 0.5
"""From here on a touch at the end of a roll is told."""
UNPLACED_MM = 1000.0
"""Spread of a place that is not known at all."""


def strokes(paths: Sequence[Path], kit: Kit, watch: Watch | None = None) -> list[tuple[Stroke, Standing]]:
    """Return the strokes of a recording in order as they likeliest were, each with the balls at rest after it.

    The arguments are those of `readings`.
    """
    return [(one.likeliest.stroke, one.likeliest.standing) for one in readings(paths, kit, watch)]


def readings(paths: Sequence[Path], kit: Kit, watch: Watch | None = None) -> list[Alternatives]:
    """Return the strokes of a recording in order, each as what it may have been.

    Args:
        paths: the life of every ball over the recording, as `tracking.stitch` returns them.
        kit: the table.
        watch: where the camera stands, and what it saw beyond the cushions; nothing flies without it.
    """
    paths = with_own_tracks(evened(paths))
    watch = with_end(paths, watch or Watch())
    paths = with_cue_ball_named(struck_with(paths, kit.cue_balls), kit, noise())
    views = {cue_ball: struck_with(paths, (cue_ball,)) for cue_ball in kit.cue_balls}
    windows = settled_windows(windows_of(paths, kit))
    return [told_by_any(n, window, views, kit, watch) for n, window in enumerate(windows, start=1)]


def told_by_any(
    number: int, window: Window, views: Mapping[str, Sequence[Path]], kit: Kit, watch: Watch
) -> Alternatives:
    """Return one stroke as what it may have been, with each of the balls as cue-ball that may have been struck.

    `views`: the paths as a stroke with each of the cue-balls takes them.
    """
    struck = cue_balls_of(window, kit)
    each = [told(number, ball, window_in(window, views[ball]), views[ball], kit, watch) for ball, _ in struck]
    sayings = ("", *(f"the {ball} was struck" for ball, _ in struck[1:]))
    readings = [
        replace(one, log_odds=one.log_odds + odds, why="; ".join(filter(None, (said, one.why))))
        for (_, odds), said, by_this in zip(struck, sayings, each, strict=True)
        for one in by_this.readings
    ]
    return replace(each[0], readings=tuple(sorted(readings, key=lambda one: -one.log_odds)))


def with_end(paths: Sequence[Path], watch: Watch) -> Watch:
    """Return how long the camera looked, too: as long as any ball was followed, or longer if the last have all gone."""
    return replace(watch, until_us=max((watch.until_us, *(int(p.at_us[-1]) for p in paths))))


def with_own_tracks(paths: Sequence[Path]) -> list[Path]:
    """Return the paths with a number of its own for each: two balls that were followed as one may share theirs."""
    fresh = max((p.track for p in paths), default=0)
    known, own = set[int](), list[Path]()
    for path in paths:
        fresh += path.track in known
        own.append(replace(path, track=fresh) if path.track in known else path)
        known.add(own[-1].track)
    return own


def opening(paths: Sequence[Path], kit: Kit, watch: Watch | None = None) -> Standing:
    """Return the balls at rest before the first stroke, or at the start of a recording without strokes."""
    windows = windows_of(struck_with(paths, kit.cue_balls), kit)
    began = min((int(p.at_us[0]) for p in paths), default=0)
    sd_mm = (watch or Watch()).camera_sd_mm
    return standing_before(paths, windows[0].began_us, kit, sd_mm) if windows else standing_at(paths, began, kit, sd_mm)


def told(number: int, cue_ball: str, window: Window, paths: Sequence[Path], kit: Kit, watch: Watch) -> Alternatives:
    """Return one stroke with the cue-ball as what it may have been."""
    cue = next((f for f in window.flights if f.ball == cue_ball), None)
    met = touched(cue, window, paths, kit)
    over, jump_doubts = jumps(cue, paths, kit, watch.eye_mm)
    bounced = cushions(cue, window, one_of_each(met), paths, kit)
    base = Stroke(
        number=number,
        began_us=cue.onset_us if cue else window.began_us,
        ended_us=window.ended_us,
        cue_ball=cue_ball,
        origin=origin_of(cue, paths, window),
        in_hand=is_in_hand(cue, paths, window, kit),
        jumped=over,
        moved_between=tuple(dict.fromkeys(f.ball for f in window.before if f.before is not None)),
        doubts=(*edge_doubts(cue, window, watch.until_us), *jump_doubts),
    )
    room = StrokeContext(paths=tuple(paths), kit=kit, watch=watch)
    found = asked(cue, window.flights, met, room, noise())
    later = later_contacts(found, room, noise())
    near = None if bounced else neared(window.flights, kit)
    scene = StrokeScene(base=base, asked=found, room=room, bounces=bounced, neared=near, later=later, by=noise())
    return replace(
        alternatives(scene),
        hand=by_hand(motion_of(window.flights, len(met), len(bounced)), noise().hands),
        before=before_stroke(cue, paths, (window.since_us, base.began_us), kit, watch),
    )


def before_stroke(
    cue: Flight | None, paths: Sequence[Path], rest_us: tuple[int, int], kit: Kit, watch: Watch
) -> Standing:
    """Return the balls on the table as a stroke begins; where the cue-ball lay is unknown if it moved already.

    `rest_us`: when the stroke before ended, and when this one began.
    """
    since_us, began_us = rest_us
    standing = standing_before(paths, began_us, kit, watch.camera_sd_mm, since_us)
    if cue is None or cue.before is not None:
        return standing
    places = (replace(p, sd_mm=UNPLACED_MM) if p.ball == cue.ball else p for p in standing.places)
    return replace(standing, places=tuple(places))


def touched(cue: Flight | None, window: Window, paths: Sequence[Path], kit: Kit) -> list[Meeting]:
    """Return the touches of a stroke that are likelier than not, those in packs by the pushes of all their balls."""
    likely = [m for m in arrivals(window.flights, paths, kit) if touch_of(m).sure >= LIKELY]
    rolling = collisions(window.flights, paths, kit)
    own = [m for m in rolling if m.mover == cue]
    seen = one_of_each((*meetings(window.flights, kit), *likely, *own))
    told = with_packs([*seen, *relays(window.flights, seen, kit), *rolling], window.flights, paths, kit)
    return sorted([*told, *set_off_beside(window.flights, told, kit)], key=lambda m: m.at_us)


def cushions(
    cue: Flight | None, window: Window, met: Sequence[Meeting], paths: Sequence[Path], kit: Kit
) -> tuple[Bounce, ...]:
    """Return all bounces of a stroke in order of time."""
    seen = [b for f in window.flights for b in bounces(f, kit)]
    told = [*seen, *rebounds(met, seen, kit)]
    return tuple(sorted((*told, *(driven_in(cue, paths, met, told, kit) if cue else ())), key=lambda b: b.at_us))


def edge_doubts(cue: Flight | None, window: Window, until_us: int) -> tuple[Doubt, ...]:
    """Return the doubts of a recording that begins or ends in the middle of a stroke."""
    found = []
    if cue is not None and cue.before is None:
        found.append(Doubt(about="began_us", why="the cue-ball was moving when it was seen first"))
    rolling = [f.ball for f in window.flights if f.after is None and until_us - f.ended_us < STILL_US]
    if rolling:
        found.append(Doubt(about="rest", why=f"the recording ends while {', '.join(rolling)} may still be moving"))
    return tuple(found)
