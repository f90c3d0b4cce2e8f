"""Where the cue-ball turned though no ball was known to lie there: it met one that nobody saw.

A ball in the jaws of a pocket hides behind the cushion, one beside a player behind him. When it is met it may come into
view on its way: then its way, drawn back, leads to where the cue-ball turned. Else it is of a kind of which not all are
known to lie elsewhere.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tracker.domain.table.kit import Kit
from tracker.geometry.jaws import outline_of
from tracker.geometry.paths import PRESENT, Path
from tracker.incidents.noise import SIGMAS
from tracker.incidents.propose.cushions import NEAR_MM, mouth_at
from tracker.incidents.segment.flights import Flight
from tracker.incidents.segment.ways import Knock, knocks, way_of
from tracker.physics.constants import CUSHIONS, CUSHIONS_SD

Array = NDArray[np.float64]

SOON_US = 600_000
"""A ball that nobody saw comes into view so soon after it was met, or another one is thought of."""
ASIDE_SHARE = 0.15
"""By such a share of its way since it was met a ball may be off that way drawn back straight."""
JAW_KEEPS = CUSHIONS - CUSHIONS_SD
"""A jaw is a cushion: it leaves a ball this share of its speed at least (1 sigma), a ball in it takes more."""
LEAST_TURN = 0.25
"""Share of its speed by which a touch changes the cue-ball's, at least: the end of sliding changes it, too."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Deflection:
    """A change of the cue-ball's way that no known ball or cushion explains, and what may have been met there."""

    at_us: int
    kinds: tuple[str, ...]
    """Of the balls that may have been met, one name each."""
    tracks: tuple[int, ...] = ()
    """Of those that came into view after it, in the order of `kinds`; empty: none did."""
    in_jaws: bool = False
    """It turned before a pocket, where cushions hide balls."""
    shown_s: float = 0.0
    """For how long the table had been watched, and none of those that may have been met was ever seen."""


def deflections(cue: Flight, paths: Sequence[Path], kit: Kit, in_view_us: int) -> tuple[Deflection, ...]:
    """Return the turns of the cue-ball at a ball that nobody saw, if that is what they were, in order of time.

    Args:
        cue: the flight of the cue-ball that the strike began.
        paths: the life of every ball.
        kit: the table, and which balls belong on it.
        in_view_us: when the table came into view.
    """
    others = [path for path in paths if not path.is_cue_ball]
    first = [] if cue.before is not None else [deflection_unseen(cue, others, kit)]
    found = (*first, *(deflection_at(knock, cue.ball, others, kit, in_view_us) for knock in knocks(way_of(cue))))
    return tuple(one for one in found if one is not None)


def deflection_unseen(cue: Flight, others: Sequence[Path], kit: Kit) -> Deflection | None:
    """Return what came into view with a cue-ball that was itself out of view when it was struck; None: nothing did."""
    return emerging(cue.path.raw_mm[cue.first], cue.onset_us, kit.ball_radius_mm, others, kit)


def deflection_at(knock: Knock, cue_ball: str, others: Sequence[Path], kit: Kit, in_view_us: int) -> Deflection | None:
    """Return what may have been met at a knock of the cue-ball; None where what is known explains it."""
    assert knock.came is not None
    at, at_us = knock.came.place(knock.at_s), round(knock.at_s * 1e6)
    if not is_by_ball(knock):
        return None
    slack_mm = slack_of(knock)
    if emerged := emerging(at, at_us, slack_mm, others, kit):
        return emerged
    lay = [place for path in others if (place := place_then(path, at_us)) is not None]
    if any(float(np.hypot(*(place - at))) < kit.touching_mm + slack_mm for place in lay):
        return None
    in_jaws = mouth_at(at, kit) is not None
    if share_kept(knock) >= JAW_KEEPS if in_jaws else is_at_cushion(at, slack_mm, kit):
        return None
    kinds = tuple(kind for kind in unknown_kinds(others, at_us, kit) if kind != cue_ball)
    return Deflection(at_us=at_us, kinds=kinds, in_jaws=in_jaws, shown_s=(at_us - in_view_us) / 1e6)


def is_by_ball(knock: Knock) -> bool:
    """Say whether a ball that lay still may have done this: it takes speed, and never gives any."""
    assert knock.came is not None
    changed = float(np.hypot(*knock.gained)) / max(float(np.hypot(*knock.came.speed(knock.at_s))), 1e-6)
    return changed >= LEAST_TURN and share_kept(knock) < 1


def share_kept(knock: Knock) -> float:
    """Return the share of its speed that the cue-ball kept at a knock."""
    assert knock.came is not None
    came = knock.came.speed(knock.at_s)
    return float(np.hypot(*(came + knock.gained))) / max(float(np.hypot(*came)), 1e-6)


def emerging(at: Array, at_us: int, slack_mm: float, others: Sequence[Path], kit: Kit) -> Deflection | None:
    """Return a turn at balls that came into view soon after, on ways that lead back to it; None: there are none."""
    found = [path for path in others if comes_from(path, at, at_us, kit.touching_mm + slack_mm)]
    if not found:
        return None
    return Deflection(at_us=at_us, kinds=tuple(p.ball for p in found), tracks=tuple(p.track for p in found))


def slack_of(knock: Knock) -> float:
    """Return how far the place of a knock may err, mm: it lies between two sightings, on a way that errs itself."""
    assert knock.came is not None
    paced_mm = float(np.hypot(*knock.came.speed(knock.at_s))) * (knock.until_s - knock.from_s) / 2
    return paced_mm + SIGMAS * knock.came.sd_mm(knock.at_s) + NEAR_MM


def is_at_cushion(at: Array, slack_mm: float, kit: Kit) -> bool:
    """Say whether a ball at a place may have met a cushion."""
    gaps, _ = outline_of(kit).gaps(at[None], kit.ball_radius_mm)
    return bool(np.min(gaps) < slack_mm)


def place_then(path: Path, at_us: int) -> Array | None:
    """Return where a ball was at a time, as far as it was followed by then; None: it was not, or no longer."""
    if int(path.at_us[0]) > at_us or (path.end != PRESENT and int(path.at_us[path.last_seen]) < at_us):
        return None
    return np.asarray(path.places_mm[int(np.searchsorted(path.at_us, at_us, side="right")) - 1])


def comes_from(path: Path, at: Array, at_us: int, near_mm: float) -> bool:
    """Say whether a ball came into view in motion soon after a time, on a way that leads back to near a place."""
    late_us = int(path.at_us[0]) - at_us
    if not 0 <= late_us < SOON_US or len(path) < 3:
        return False
    own = np.flatnonzero(~np.isnan(path.raw_mm[:, 0]))[:3]
    if len(own) < 3:
        return False
    run, took_s = path.raw_mm[own[-1]] - path.raw_mm[own[0]], float(path.at_s[own[-1]] - path.at_s[own[0]])
    gone_mm = float(np.hypot(*run)) / max(took_s, 1e-3) * late_us / 1e6
    back = path.raw_mm[own[0]] - run / max(took_s, 1e-3) * late_us / 1e6
    return bool(np.hypot(*(back - at)) < near_mm + ASIDE_SHARE * gone_mm)


def unknown_kinds(others: Sequence[Path], at_us: int, kit: Kit) -> Iterator[str]:
    """Give the kinds of which not all balls are known at a time to lie elsewhere, or to have gone."""
    known = [path.ball for path in others if int(path.at_us[0]) <= at_us]
    for kind, count in kit.pieces.items():
        if known.count(kind) < count:
            yield kind
