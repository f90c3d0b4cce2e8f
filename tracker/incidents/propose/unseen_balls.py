"""Where the cue-ball turned though no ball was known to lie there: it met one that nobody saw.

A ball in the jaws of a pocket hides behind the cushion, one beside a player behind him. When it is met it may come into
view on its way: then its way, drawn back, leads to where the cue-ball turned. Else it is of a kind of which not all are
known to lie elsewhere.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tracker.domain.ball import WHITE
from tracker.domain.kit import Kit
from tracker.geometry.jaws import outline_of
from tracker.geometry.paths import PRESENT, Path
from tracker.incidents.propose.cushions import NEAR_MM, mouth_at
from tracker.incidents.segment.flights import Flight
from tracker.incidents.segment.ways import Knock, knocks, way_of

Array = NDArray[np.float64]

SOON_US = 600_000
"""A ball that nobody saw comes into view so soon after it was met, or another one is thought of."""
ASIDE_SHARE = 0.15
"""By such a share of its way since it was met a ball may be off that way drawn back straight."""
APART_SIGMAS = 3.0
LEAST_TURN = 0.25
"""Share of its speed by which a touch changes the cue-ball's, at least: the end of sliding changes it, too."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """A turn of the cue-ball that no ball and no cushion that is known explains, and what may have been met there."""

    at_us: int
    kinds: tuple[str, ...]
    """Of the balls that may have been met, one name each."""
    tracks: tuple[int, ...] = ()
    """Of those that came into view after it, in the order of `kinds`; empty: none did."""
    in_jaws: bool = False
    """It may have been the jaws of a pocket that turned it."""


def turns(cue: Flight, paths: Sequence[Path], kit: Kit) -> tuple[Turn, ...]:
    """Return the turns of the cue-ball at a ball that nobody saw, if that is what they were, in order of time.

    Args:
        cue: the flight of the cue-ball that the strike began.
        paths: the life of every ball.
        kit: the table, and which balls belong on it.
    """
    others = [path for path in paths if path.ball != WHITE]
    first = [] if cue.before is not None else [began_turned(cue, others, kit)]
    found = (*first, *(turn_at(knock, others, kit) for knock in knocks(way_of(cue))))
    return tuple(turn for turn in found if turn is not None)


def began_turned(cue: Flight, others: Sequence[Path], kit: Kit) -> Turn | None:
    """Return what came into view with a cue-ball that was itself out of view when it was struck; None: nothing did."""
    return emerging(cue.path.raw_mm[cue.first], cue.onset_us, others, kit)


def turn_at(knock: Knock, others: Sequence[Path], kit: Kit) -> Turn | None:
    """Return what may have been met at a knock; None where what is known explains it."""
    assert knock.came is not None
    at, at_us = knock.came.place(knock.at_s), round(knock.at_s * 1e6)
    slack_mm, pace = slack_of(knock), float(np.hypot(*knock.came.speed(knock.at_s)))
    lay = [place for path in others if (place := place_then(path, at_us)) is not None]
    is_explained = any(float(np.hypot(*(place - at))) < kit.touching_mm + slack_mm for place in lay)
    if is_explained or float(np.hypot(*knock.gained)) < LEAST_TURN * pace:
        return None
    if emerged := emerging(at, at_us, others, kit):
        return emerged
    in_jaws = mouth_at(at, kit) is not None
    if not in_jaws and is_at_cushion(at, slack_mm, kit):
        return None
    return Turn(at_us=at_us, kinds=tuple(unknown_kinds(others, at_us, kit)), in_jaws=in_jaws)


def emerging(at: Array, at_us: int, others: Sequence[Path], kit: Kit) -> Turn | None:
    """Return a turn at balls that came into view soon after, on ways that lead back to it; None: there are none."""
    found = [path for path in others if comes_from(path, at, at_us, kit)]
    if not found:
        return None
    return Turn(at_us=at_us, kinds=tuple(p.ball for p in found), tracks=tuple(p.track for p in found))


def slack_of(knock: Knock) -> float:
    """Return how far the place of a knock may err, mm: it lies between two sightings, on a way that errs itself."""
    assert knock.came is not None
    paced_mm = float(np.hypot(*knock.came.speed(knock.at_s))) * (knock.until_s - knock.from_s) / 2
    return paced_mm + APART_SIGMAS * knock.came.sd_mm(knock.at_s) + NEAR_MM


def is_at_cushion(at: Array, slack_mm: float, kit: Kit) -> bool:
    """Say whether a ball at a place may have met a cushion."""
    gaps, _ = outline_of(kit).gaps(at[None], kit.ball_radius_mm)
    return bool(np.min(gaps) < slack_mm)


def place_then(path: Path, at_us: int) -> Array | None:
    """Return where a ball was at a time, as far as it was followed by then; None: it was not, or no longer."""
    if int(path.at_us[0]) > at_us or (path.end != PRESENT and int(path.at_us[path.last_seen]) < at_us):
        return None
    return np.asarray(path.places_mm[int(np.searchsorted(path.at_us, at_us, side="right")) - 1])


def comes_from(path: Path, at: Array, at_us: int, kit: Kit) -> bool:
    """Say whether a ball came into view in motion soon after a time, on a way that leads back to what touched there."""
    late_us = int(path.at_us[0]) - at_us
    if not 0 <= late_us < SOON_US or len(path) < 3:
        return False
    own = np.flatnonzero(~np.isnan(path.raw_mm[:, 0]))[:3]
    if len(own) < 3:
        return False
    run, took_s = path.raw_mm[own[-1]] - path.raw_mm[own[0]], float(path.at_s[own[-1]] - path.at_s[own[0]])
    gone_mm = float(np.hypot(*run)) / max(took_s, 1e-3) * late_us / 1e6
    back = path.raw_mm[own[0]] - run / max(took_s, 1e-3) * late_us / 1e6
    return bool(np.hypot(*(back - at)) < kit.touching_mm + kit.ball_radius_mm + ASIDE_SHARE * gone_mm)


def unknown_kinds(others: Sequence[Path], at_us: int, kit: Kit) -> Iterator[str]:
    """Give the kinds of which not all balls are known to lie elsewhere at a time."""
    known = [path.ball for path in others if place_then(path, at_us) is not None]
    for kind, count in kit.pieces.items():
        if kind != WHITE and known.count(kind) < count:
            yield kind
