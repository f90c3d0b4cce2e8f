"""Strokes: from the moment the cue-ball leaves its place as struck to the moment when every ball lies still.

Feathering moves no ball, a hand starts a ball slowly, and a colour that appears on its spot was put there: none of
these is a stroke. What the pictures did not settle is left as believed and said to be doubtful.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tracker.domain.ball import WHITE
from tracker.domain.kit import Kit
from tracker.domain.plane import Point, distance_mm
from tracker.domain.stroke import Bounce, Doubt, Standing, Stroke, Touch
from tracker.geometry.paths import Path
from tracker.incidents.cadence import evened
from tracker.incidents.cushions import bounces
from tracker.incidents.disputes import UNSEEN_STRIKE_MM, in_order, told_otherwise
from tracker.incidents.first_contact import FirstContact, first_contact
from tracker.incidents.flights import Flight, flights_of, is_ballistic, rests_of, tolerance_of, top_speed_mm_s
from tracker.incidents.halting import halting_doubts
from tracker.incidents.jumps import jumps
from tracker.incidents.leaving import Watch
from tracker.incidents.lost import lost
from tracker.incidents.packs import with_packs
from tracker.incidents.rebounds import rebounds
from tracker.incidents.settling import Cloth, cloth_of, settled
from tracker.incidents.standing import standing_at
from tracker.incidents.touches import NEAREST_US, Meeting, arrivals, collisions, meetings, one_of_each, relays, touch_of

STILL_US = 300_000
NEVER_US = 1 << 62
LEAST_STRUCK_MM, LEAST_STRUCK_MM_S = 12.0, 60.0
LAY_STILL = 0.8
"""Share of the pictures that must show a cue-ball at rest for it to have lain still."""
D_SLACK_MM = 5.0
DISPUTED = 0.5
"""How sure a first contact is, at most, of which two ways of telling say different things."""
LIKELY = 0.5
"""From here on a touch at the end of a roll is told."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Window:
    """The flights of one stroke, the one that began it first."""

    flights: tuple[Flight, ...]
    before: tuple[Flight, ...]
    """Flights between the stroke before and this one: balls moved by hand."""
    rested_us: int = 0
    """When the last ball lay still, as its slowing tells; 0: not told yet."""

    @property
    def began_us(self) -> int:
        """Return when the stroke began."""
        return self.flights[0].onset_us

    @property
    def ended_us(self) -> int:
        """Return when its last ball came to rest or was lost."""
        return self.rested_us or max(f.ended_us for f in self.flights)


def strokes(paths: Sequence[Path], kit: Kit, watch: Watch | None = None) -> list[tuple[Stroke, Standing]]:
    """Return the strokes of a recording in order, each with the balls at rest after it.

    Args:
        paths: the life of every ball over the recording, as `tracking.mend` returns them.
        kit: the table.
        watch: where the camera stands, and what it saw beyond the cushions; nothing flies without it.
    """
    paths = evened(paths)
    until_us = max((int(p.at_us[-1]) for p in paths), default=0)
    watch = replace(watch or Watch(), until_us=until_us)
    windows = settled_windows(windows_of(paths))
    return [told(n, window, paths, kit, watch) for n, window in enumerate(windows, start=1)]


def settled_windows(windows: Sequence[Window]) -> list[Window]:
    """Return the windows with the moment at which the last roll of each came to its stop, before the next began."""
    cloth = cloth_of(f for window in windows for f in window.flights)
    nexts = [*(window.began_us for window in windows[1:]), NEVER_US]
    return [replace(w, rested_us=min(rested_us(w, cloth), n)) for w, n in zip(windows, nexts, strict=False)]


def rested_us(window: Window, cloth: Cloth) -> int:
    """Return when the last ball of a window lay still, or was lost."""
    stops = [(flight, settled(flight, cloth)) for flight in window.flights]
    return max(flight.ended_us if stop is None else round(stop.at_s * 1e6) for flight, stop in stops)


def opening(paths: Sequence[Path], kit: Kit, watch: Watch | None = None) -> Standing:
    """Return the balls at rest before the first stroke, or at the start of a recording without strokes."""
    windows = windows_of(paths)
    began = min((int(p.at_us[0]) for p in paths), default=0)
    at_us = windows[0].began_us - 1 if windows else began
    return standing_at(paths, at_us, kit, (watch or Watch()).camera_sd_mm)


def windows_of(paths: Sequence[Path]) -> list[Window]:
    """Return the strokes of a recording; what moved while the cue-ball was seen to lie still was moved by a hand."""
    kept: list[Window] = []
    by_hand: tuple[Flight, ...] = ()
    for window in grouped(paths):
        if cue_ball_lay_still(window, paths):
            by_hand += (*window.before, *window.flights)
        else:
            kept.append(replace(window, before=(*by_hand, *window.before)))
            by_hand = ()
    return kept


def cue_ball_lay_still(window: Window, paths: Sequence[Path]) -> bool:
    """Say whether the cue-ball lay at one place from before other balls moved until they had moved."""
    if any(flight.ball == WHITE for flight in window.flights):
        return False
    rests = [(p, rest) for p in paths if p.ball == WHITE for rest in rests_of(p, tolerance_of(p))]
    return any(held_share(window, int(p.at_us[r.first]), int(p.at_us[r.last])) > LAY_STILL for p, r in rests)


def held_share(window: Window, first_us: int, last_us: int) -> float:
    """Return over what share of a window a rest held that was first and last seen then; 0 where it began in it."""
    if first_us > window.began_us:
        return 0.0
    return (min(last_us, window.ended_us) - window.began_us) / max(window.ended_us - window.began_us, 1)


def grouped(paths: Sequence[Path]) -> list[Window]:
    """Return flights that follow on each other, each group from a flight that a stroke may have begun."""
    flights = sorted((f for path in paths for f in flights_of(path)), key=lambda f: f.onset_us)
    windows: list[Window] = []
    loose: list[Flight] = []
    ended_us = -1
    for flight in flights:
        if windows and flight.onset_us <= ended_us + STILL_US:
            windows[-1] = Window(flights=(*windows[-1].flights, flight), before=windows[-1].before)
            ended_us = max(ended_us, windows[-1].ended_us)
        elif begins_stroke(flight) and not is_carried_in(flight, paths):
            windows.append(Window(flights=(flight,), before=tuple(loose)))
            loose, ended_us = [], windows[-1].ended_us
        else:
            loose.append(flight)
    return windows


def begins_stroke(flight: Flight) -> bool:
    """Say whether a flight, with all balls at rest before, is that of a ball set going by a stroke."""
    if flight.unseen or not is_ballistic(flight) or top_speed_mm_s(flight) < LEAST_STRUCK_MM_S:
        return False
    return flight.way_mm > (LEAST_STRUCK_MM if flight.ball == WHITE else UNSEEN_STRIKE_MM)


def is_carried_in(flight: Flight, paths: Sequence[Path]) -> bool:
    """Say whether a ball came into view in flight while others were watched: from off the table, so by a hand."""
    if flight.before is not None:
        return False
    before = int(flight.path.picture[flight.first]) - 1
    return any(bool(p.seen[p.picture == before].any()) for p in paths)


def told(number: int, window: Window, paths: Sequence[Path], kit: Kit, watch: Watch) -> tuple[Stroke, Standing]:
    """Return one stroke as facts, and the balls at rest after it."""
    cue = next((f for f in window.flights if f.ball == WHITE), None)
    likely = [m for m in arrivals(window.flights, paths, kit) if touch_of(m).sure >= LIKELY]
    rolling = collisions(window.flights, paths, kit)
    own = [m for m in rolling if m.mover is cue]
    seen = one_of_each((*meetings(window.flights, kit), *likely, *own))
    met = with_packs([*seen, *relays(window.flights, seen, kit), *rolling], window.flights, paths, kit)
    first = first_contact(cue, window.flights, paths, kit)
    ordered = in_order(one_of_each(met), () if first.doubts else first.hit)
    otherwise = () if first.doubts else told_otherwise(first.hit, ordered, window.flights)
    gone = lost(window.flights, met, paths, kit, watch)
    over, jump_doubts = jumps(cue, paths, kit, watch.eye_mm)
    standing = standing_at(paths, window.ended_us + 1, kit, watch.camera_sd_mm)
    stroke = Stroke(
        number=number,
        began_us=cue.onset_us if cue else window.began_us,
        ended_us=max(window.ended_us, max((p.at_us for p in gone.potted), default=0)),
        cue_ball=WHITE,
        origin=origin_of(cue, paths, window),
        in_hand=is_in_hand(cue, paths, window, kit),
        touches=with_first(tuple(touch_of(m) for m in ordered), first),
        first_hit=first.hit,
        first_hit_sure=min(first.sure, DISPUTED) if otherwise else first.sure,
        cushions=cushions(window, ordered, kit),
        potted=gone.potted,
        off_table=gone.off_table,
        jumped=over,
        moved_between=tuple(dict.fromkeys(f.ball for f in window.before if f.before is not None)),
        doubts=(
            *edge_doubts(cue, window, watch.until_us),
            *first.doubts,
            *otherwise,
            *gone.doubts,
            *jump_doubts,
        ),
        rest=rests(standing),
    )
    return replace(stroke, doubts=(*stroke.doubts, *halting_doubts(stroke, paths))), standing


def with_first(touches: Sequence[Touch], first: FirstContact) -> tuple[Touch, ...]:
    """Return touches in order of time; where they have none of the cue-ball until its first contact, with that."""
    until_us = max((touch.at_us for touch in first.touches), default=0) + NEAREST_US
    known = any(WHITE in touch.balls and touch.at_us < until_us for touch in touches)
    return tuple(sorted((*touches, *(() if known else first.touches)), key=lambda touch: touch.at_us))


def rests(standing: Standing) -> dict[str, tuple[Point, ...]]:
    """Return the places of rest by the balls' names."""
    return {
        ball: tuple(p.at for p in standing.places if p.ball == ball)
        for ball in dict.fromkeys(p.ball for p in standing.places)
    }


def origin_of(cue: Flight | None, paths: Sequence[Path], window: Window) -> Point:
    """Return where the cue-ball lay when struck, or where it was seen first."""
    if cue is not None:
        return cue.before.place if cue.before else Point(*cue.path.raw_mm[cue.first].tolist())
    white = next((p for p in paths if p.ball == WHITE), None)
    return Point(*(white.places_mm[0] if white is not None else window.flights[0].path.places_mm[0]).tolist())


def is_in_hand(cue: Flight | None, paths: Sequence[Path], window: Window, kit: Kit) -> bool:
    """Say whether the cue-ball was played from within the D after a hand had put it there."""
    if cue is None or cue.before is None:
        return False
    place = cue.before.place
    centre = Point(kit.width_mm / 2, kit.baulk_mm)
    in_d = place.y_mm <= kit.baulk_mm + D_SLACK_MM and distance_mm(place, centre) <= kit.d_radius_mm + D_SLACK_MM
    new_life = any(p.ball == WHITE and p.at_us[-1] < cue.path.at_us[0] for p in paths)
    return in_d and (new_life or any(f.ball == WHITE for f in window.before))


def cushions(window: Window, met: Sequence[Meeting], kit: Kit) -> tuple[Bounce, ...]:
    """Return all bounces of a stroke in order of time."""
    seen = [b for f in window.flights for b in bounces(f, kit)]
    return tuple(sorted((*seen, *rebounds(met, seen, kit)), key=lambda b: b.at_us))


def edge_doubts(cue: Flight | None, window: Window, until_us: int) -> tuple[Doubt, ...]:
    """Return the doubts of a recording that begins or ends in the middle of a stroke."""
    found = []
    if cue is not None and cue.before is None:
        found.append(Doubt(about="began_us", why="the cue-ball was moving when it was seen first"))
    rolling = [f.ball for f in window.flights if f.after is None and until_us - f.ended_us < STILL_US]
    if rolling:
        found.append(Doubt(about="rest", why=f"the recording ends while {', '.join(rolling)} may still be moving"))
    return tuple(found)
