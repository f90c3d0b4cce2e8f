"""Where strokes begin and end: from the cue-ball leaving its place as struck to the last ball lying still.

Feathering moves no ball, a hand starts a ball slowly, and a colour that appears on its spot was put there: none of
these is a stroke. No ball holds a stroke open by itself: none rolls for longer than the cloth lets it
(`physics.rest`), and a cue-ball that lay still and is struck again begins the next stroke, whatever else moves.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from tracker.domain.table.kit import Kit
from tracker.domain.time import NEVER_US
from tracker.geometry.paths import Path
from tracker.incidents.segment.flights import Flight, flights_of, is_ballistic, place_at, top_speed_mm_s
from tracker.incidents.segment.out_of_view import (
    LEAST_PACE_MM_S,
    may_have_come,
    set_off_unwatched,
    unseen_s,
)
from tracker.incidents.segment.rests import bed_of, rests_of, tolerance_of
from tracker.incidents.segment.settling import Cloth, cloth_of, settled
from tracker.incidents.segment.stun import stunned
from tracker.physics.rest import longest_roll_s, stops_within_s

STILL_US = 300_000
LEAST_STRUCK_MM, LEAST_STRUCK_MM_S = 12.0, 60.0
UNSEEN_STRIKE_MM = 150.0
"""A ball that rolled so far was set going by something."""
LAY_STILL = 0.8
"""Share of the pictures that must show a cue-ball at rest for it to have lain still."""
EARLY_US = 150_000
"""A ball that seems to set off so shortly before the one that was struck was moved by the stroke, not by a hand: what
comes near a ball, a shadow or another ball, draws its sightings aside."""
REACHED_MM, AROUND_US = 100.0, 40_000
"""A ball that came so near (two diameters), so shortly before or after, may have driven one that lay there."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Window:
    """The flights of one stroke, the one that began it first."""

    flights: tuple[Flight, ...]
    before: tuple[Flight, ...]
    """Flights between the stroke before and this one: balls moved by hand."""
    rested_us: int = 0
    """When the last ball lay still, as its slowing tells; 0: not told yet."""
    since_us: int = 0
    """When the stroke before ended; 0: there is none, or it is not told yet."""

    @property
    def began_us(self) -> int:
        """Return when the stroke began."""
        return self.flights[0].onset_us

    @property
    def ended_us(self) -> int:
        """Return when its last ball came to rest or was lost."""
        return self.rested_us or max(map(stopped_us, self.flights))


def settled_windows(windows: Sequence[Window]) -> list[Window]:
    """Return the windows with the moment at which the last roll of each came to its stop, before the next began."""
    cloth = cloth_of(f for window in windows for f in window.flights)
    nexts = [*(window.began_us for window in windows[1:]), NEVER_US]
    ends_us = [min(rested_us(w, cloth), n) for w, n in zip(windows, nexts, strict=False)]
    since_us = [0, *ends_us]
    return [replace(w, rested_us=end, since_us=s) for w, end, s in zip(windows, ends_us, since_us, strict=False)]


def rested_us(window: Window, cloth: Cloth) -> int:
    """Return when the last ball of a window lay still, or was lost."""
    stops = [(flight, settled(flight, cloth)) for flight in window.flights]
    return max(stopped_us(flight) if stop is None else round(stop.at_s * 1e6) for flight, stop in stops)


def windows_of(paths: Sequence[Path], kit: Kit) -> list[Window]:
    """Return the strokes of a recording; what moved while the cue-ball was seen to lie still was moved by a hand.

    But for what a cue-ball drove on that was stopped dead where it lay.
    """
    kept: list[Window] = []
    by_hand: tuple[Flight, ...] = ()
    for window in grouped(paths):
        lay_still = cue_ball_lay_still(window, paths)
        cue = stunned(window.flights[0], paths, kit) if lay_still else None
        if lay_still and cue is None:
            by_hand += (*window.before, *window.flights)
        else:
            flights = window.flights if cue is None else (cue, *window.flights)
            kept.append(replace(window, flights=flights, before=(*by_hand, *window.before)))
            by_hand = ()
    return kept


def cue_ball_lay_still(window: Window, paths: Sequence[Path]) -> bool:
    """Say whether each cue-ball lay at one place from before other balls moved until they had moved."""
    if any(flight.path.is_cue_ball for flight in window.flights):
        return False
    there = [p for p in paths if p.is_cue_ball and is_followed(p, window)]
    still = {p.ball for p in there if lies_through(p, window)}
    return bool(there) and all(p.ball in still for p in there)


def is_followed(path: Path, window: Window) -> bool:
    """Say whether a ball was followed at some time of a window."""
    return int(path.at_us[0]) <= window.ended_us and window.began_us <= int(path.at_us[-1])


def lies_through(path: Path, window: Window) -> bool:
    """Say whether a ball lay at one place over most of a window."""
    rests = ((int(path.at_us[r.first]), int(path.at_us[r.last])) for r in rests_of(path, tolerance_of(path)))
    return any(held_share(window, first_us, last_us) > LAY_STILL for first_us, last_us in rests)


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
        goes_on = bool(windows) and earliest_us(flight) <= ended_us + STILL_US
        if goes_on and not is_struck_again(flight, windows[-1], flights):
            under_way = windows[-1]
            own = (flight, *under_way.flights) if began(flight, under_way) else (*under_way.flights, flight)
            windows[-1] = Window(flights=own, before=under_way.before)
            ended_us = max(ended_us, stopped_us(flight) if drives_on(flight) else 0)
        elif begins_stroke(flight) and not is_carried_in(flight, flights, paths):
            early = tuple(f for f in loose if latest_us(f) > flight.onset_us - EARLY_US)
            windows.append(Window(flights=(flight, *early), before=tuple(f for f in loose if f not in early)))
            loose, ended_us = [], stopped_us(flight)
        else:
            loose.append(flight)
    return windows


def earliest_us(flight: Flight) -> int:
    """Return when a ball set off; of one that went while it was hidden, when it may have: a stroke is likelier."""
    return flight.onset_us - (flight.onset_sd_us if flight.unseen else 0)


def latest_us(flight: Flight) -> int:
    """Return the same moment at its latest: what may have gone in a stroke did, for nobody need have lifted it."""
    return flight.onset_us + (flight.onset_sd_us if flight.unseen else 0)


def drives_on(flight: Flight) -> bool:
    """Say whether a ball went so far that another may have been set going by it; else it may be the camera's noise."""
    return flight.way_mm > LEAST_STRUCK_MM


def is_struck_again(flight: Flight, under_way: Window, flights: Sequence[Flight]) -> bool:
    """Say whether the cue-ball set off as struck from where it lay, no other ball having come there to drive it.

    Whatever else seems to move then, a stroke begins: a player who plays before all balls lie still is one for the law.
    Not where nothing of the stroke under way was seen to move much before: a ball beside the cue-ball seems to set off
    with it, or before it, the more so where somebody hid both.
    """
    rest = flight.before
    if not flight.path.is_cue_ball or rest is None or not begins_stroke(flight):
        return False
    if flight.onset_us - seen_moving_us(under_way) < EARLY_US:
        return False
    lay_us = flight.onset_us - int(flight.path.at_us[rest.first])
    return lay_us >= STILL_US and not any(f.path is not flight.path and reaches(f, flight) for f in flights)


def began(flight: Flight, under_way: Window) -> bool:
    """Say whether a stroke began with the cue-ball, though another ball seems to have set off before it."""
    if under_way.flights[0].path.is_cue_ball or not flight.path.is_cue_ball or not begins_stroke(flight):
        return False
    return flight.onset_us < seen_moving_us(under_way)


def seen_moving_us(window: Window) -> int:
    """Return when the first ball of a stroke was seen away from where it lay."""
    return min(int(f.path.at_us[f.first]) for f in window.flights)


def reaches(other: Flight, flight: Flight) -> bool:
    """Say whether another ball on its way came to where a ball lay when that set off.

    The last of a roll is within what a ball at rest seems to move, so that it may have rolled on for as long as that.
    """
    assert flight.before is not None
    moments = [flight.onset_us + late_us for late_us in (-AROUND_US, 0, AROUND_US)]
    rolls_on_us = round(longest_roll_s(other.tolerance_mm, bed_of(other.path)) * 1e6)
    on_way = other.onset_us <= moments[0] and moments[0] <= stopped_us(other) + rolls_on_us and drives_on(other)
    came = on_way and any(np.hypot(*(place_at(other, at) - flight.before.place)) < REACHED_MM for at in moments)
    return came or reaches_unseen(other, flight)


def reaches_unseen(other: Flight, flight: Flight) -> bool:
    """Say whether another ball may have come to where a ball lay that set off while it was hidden."""
    assert flight.before is not None
    if flight.unseen or other.unseen or not set_off_unwatched(flight):
        return False
    return may_have_come(other, flight.before.place, REACHED_MM, unseen_s(flight))


def stopped_us(flight: Flight) -> int:
    """Return when a flight ended as it was seen, or before that when the cloth must have ended it.

    After the last pace that is more than noise nothing keeps a ball rolling but that pace.
    """
    path, own = flight.path, flight.indices
    at_s, steps = path.at_s[own], np.hypot(*np.diff(path.raw_mm[own], axis=0).T)
    passed_s = np.maximum(np.diff(at_s), 1e-3)
    told = np.flatnonzero(steps > np.maximum(2 * flight.tolerance_mm, LEAST_PACE_MM_S * passed_s))
    if not len(told):
        return min(flight.ended_us, flight.onset_us + round(longest_roll_s(flight.way_mm, bed_of(path)) * 1e6))
    last = told[-1]
    pace = float((steps[last] + 2 * flight.tolerance_mm) / passed_s[last])
    return min(flight.ended_us, round((float(at_s[last + 1]) + stops_within_s(pace, bed_of(path))) * 1e6))


def begins_stroke(flight: Flight) -> bool:
    """Say whether a flight, with all balls at rest before, is that of a ball set going by a stroke."""
    if flight.unseen or not is_ballistic(flight) or top_speed_mm_s(flight) < LEAST_STRUCK_MM_S:
        return False
    return flight.way_mm > (LEAST_STRUCK_MM if flight.path.is_cue_ball else UNSEEN_STRIKE_MM)


def is_carried_in(flight: Flight, flights: Sequence[Flight], paths: Sequence[Path]) -> bool:
    """Say whether a ball came into view in flight while others were watched: from off the table, so by a hand.

    Not where it drove on a ball that lay there: it was struck where somebody hid it, as a cue-ball that was in-hand.
    """
    if flight.before is not None:
        return False
    before = int(flight.path.picture[flight.first]) - 1
    if not any(bool(p.seen[p.picture == before].any()) for p in paths):
        return False
    lay = (f for f in flights if f.path is not flight.path and f.before is not None and not f.unseen)
    return not any((begins_stroke(f) or f.fell) and reaches(flight, f) for f in lay)
