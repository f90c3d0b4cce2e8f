"""Which ball of a stroke is the cue-ball, where it lay, and whether a hand had put it there."""

from collections.abc import Sequence
from dataclasses import replace
from math import erfc, hypot, log, sqrt

from tracker.domain.table.kit import Kit
from tracker.domain.table.plane import Point, distance_mm, outside_d_mm
from tracker.geometry.paths import Path
from tracker.incidents.explain.kinds import kinds_of
from tracker.incidents.noise import Noise
from tracker.incidents.segment.flights import Flight
from tracker.incidents.segment.pieces import FASTEST_MM_S
from tracker.incidents.segment.windows import Window, windows_of

D_SLACK_MM = 5.0
"""A cue-ball that seems to lie so far outside the D may have been put within it: a place errs by some millimetres."""
CAME_US = 200_000
"""A ball that is first seen so long after the others was put on the table then."""
LAY_UNSEEN = 2.0
"""Nats that a ball which comes into view on its way did not lie unseen until then, but was brought. Set by hand."""
MAY_HAVE_DRIVEN = 0.02
"""Odds from which on a ball that seems to have set off later may be the one that was struck. Set by hand."""
EVENLY = sqrt(12)
"""A moment that may be any between two pictures has a spread of what lies between them, over this."""
LEAST_SHARE = 1e-9
"""No likeness counts as less."""


def struck_with(paths: Sequence[Path], cue_balls: tuple[str, ...]) -> list[Path]:
    """Return the paths, each with the balls that a stroke may begin with."""
    return [path if path.cue_balls == cue_balls else replace(path, cue_balls=cue_balls) for path in paths]


def with_cue_ball_named(paths: Sequence[Path], kit: Kit, by: Noise) -> list[Path]:
    """Return the paths with what was struck named as the cue-ball, where another name hides it.

    A ball that sets off with no cue-ball in sight was driven by one that is hidden, or it is the cue-ball, if it looks
    so like one that this is the likelier. So is one that comes into view on its way: other balls lay on the table.
    """
    (cue_ball, *others), named = kit.cue_balls, {path.track: path for path in paths}
    watched_us = min((int(p.at_us[0]) for p in paths), default=0)
    for window in windows_of(paths, kit) if not others else ():
        there = (p.is_cue_ball and int(p.at_us[0]) <= window.began_us <= int(p.at_us[-1]) for p in paths)
        if any(flight.path.is_cue_ball for flight in window.flights) or any(there):
            continue
        came = [f for f in window.flights if f.before is None and int(f.path.at_us[0]) - watched_us > CAME_US]
        looked_at = [f for f in dict.fromkeys((window.flights[0], *came)) if f.path.kinds is not None]
        weighed = [(LAY_UNSEEN * (f in came) + likeness(f.path, cue_ball, paths, kit, by), f.path) for f in looked_at]
        nats, path = max(weighed, key=lambda each: each[0], default=(0.0, None))
        if path is not None and nats > -by.firsts.cue_hidden:
            named[path.track] = replace(path, ball=cue_ball)
    return list(named.values())


def likeness(path: Path, ball: str, paths: Sequence[Path], kit: Kit, by: Noise) -> float:
    """Return by how many nats a path looks more like another ball than like the one that it is taken for."""
    share = dict(zip(kit.kinds, kinds_of(path, paths, kit, by.kinds).tolist(), strict=True))
    return log(share[ball]) - log(max(share.get(path.ball, 0.0), LEAST_SHARE))


def cue_balls_of(window: Window, kit: Kit) -> tuple[tuple[str, float], ...]:
    """Return the balls that may have been struck, with the log-probability of each, the likeliest first.

    Of those that may begin a stroke it is the one that set off first: any drives others on. Which of two that lay
    beside each other went first is hardly seen: the one that was struck is at the other before the next picture.
    """
    flights = sorted((f for f in window.flights if f.path.is_cue_ball), key=lambda flight: flight.onset_us)
    if not flights:
        return ((kit.cue_balls[0], 0.0),)
    first, *later = flights
    rivals = {f.ball: drove(f, first) for f in later if f.ball != first.ball}
    rivals = {ball: chance for ball, chance in rivals.items() if chance > MAY_HAVE_DRIVEN}
    shares = {first.ball: 1.0 - sum(rivals.values()), **rivals}
    return tuple(sorted(((ball, log(share)) for ball, share in shares.items()), key=lambda each: -each[1]))


def drove(flight: Flight, first: Flight) -> float:
    """Return the chance that a ball was at another, and drove it on, though that seems to have set off first."""
    if flight.before is None or first.before is None:
        return 0.0
    gap_us = between_pictures_us(first)
    if distance_mm(flight.before.place, first.before.place) > FASTEST_MM_S * gap_us / 1e6:
        return 0.0
    spread_us = hypot(between_pictures_us(flight), gap_us) / EVENLY
    return 0.5 * erfc((flight.onset_us - first.onset_us) / spread_us / sqrt(2))


def between_pictures_us(flight: Flight) -> float:
    """Return how long after it was last seen to lie still a ball was seen to have gone."""
    assert flight.before is not None
    return float(flight.path.at_us[flight.first] - flight.path.at_us[flight.before.last])


def window_in(window: Window, paths: Sequence[Path]) -> Window:
    """Return a window by other views of the same paths."""
    own = {path.track: path for path in paths}
    flights, before = (
        tuple(replace(flight, path=own[flight.path.track]) for flight in some)
        for some in (window.flights, window.before)
    )
    return replace(window, flights=flights, before=before)


def origin_of(cue: Flight | None, paths: Sequence[Path], window: Window) -> Point:
    """Return where the cue-ball lay when struck, or where it was seen first."""
    if cue is not None:
        return cue.before.place if cue.before else Point(*cue.path.raw_mm[cue.first].tolist())
    white = next((p for p in paths if p.is_cue_ball), None)
    return Point(*(white.places_mm[0] if white is not None else window.flights[0].path.places_mm[0]).tolist())


def is_in_hand(cue: Flight | None, paths: Sequence[Path], window: Window, kit: Kit) -> bool:
    """Say whether the cue-ball was played from within the D, where there is one, after a hand had put it there."""
    if cue is None or cue.before is None:
        return False
    outside_mm = outside_d_mm(cue.before.place, Point(kit.width_mm / 2, kit.baulk_mm), kit.d_radius_mm)
    in_d = kit.d_radius_mm == 0 or outside_mm <= D_SLACK_MM
    watched_us = min(int(p.at_us[0]) for p in paths)
    new_life = int(cue.path.at_us[0]) - watched_us > CAME_US
    return in_d and (new_life or any(f.path.is_cue_ball for f in window.before))
