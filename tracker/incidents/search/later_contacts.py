"""What the cue-ball met after its first contact, with its odds: on that hang cannons.

Theory: nothing but a ball moves a ball. What set off with no other ball beside it than the cue-ball was met by that,
however badly their ways agree; where another was there, too, or both were on their way, it is as likely as touches are.
A ball that was not seen to move may have been brushed, or reached by the last of a roll (`propose.touching.grazes`).
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import exp, log

import numpy as np

from tracker.domain.strokes.stroke import Touch
from tracker.domain.table.kit import Kit
from tracker.domain.table.plane import Point
from tracker.geometry.paths import Path
from tracker.incidents.explain.asked import StrokeContext, StrokeEvidence
from tracker.incidents.explain.first_contact import WORTH_NAMING
from tracker.incidents.noise import Noise
from tracker.incidents.propose.touching.hints import worth
from tracker.incidents.propose.touching.meeting import NEAREST_US, Meeting, one_of_each
from tracker.incidents.propose.touching.passing import Lain, Passed, cue_way, passed, rest_through
from tracker.incidents.propose.touching.touches import COME_WITHIN_MM
from tracker.incidents.segment.flights import Flight, place_at
from tracker.incidents.segment.out_of_view import may_have_come


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class LaterContact:
    """A ball that the cue-ball may have met after another one, or more than once."""

    path: Path
    log_odds: float
    """That it did, to that it did not."""
    told: Meeting | None = None
    """The touch that tells it best; None: none does."""
    brush: Touch | None = None
    """The touch to tell where none does."""
    if_it_fell: bool = False
    """It went while nobody saw it, as it seems, and no other ball may have driven it: it was met if it fell."""

    @property
    def sure(self) -> float:
        """How likely it is."""
        return 1 / (1 + exp(-self.log_odds))


def later_contacts(evidence: StrokeEvidence, room: StrokeContext, by: Noise) -> tuple[LaterContact, ...]:
    """Return each ball that the cue-ball may have met, at any time after the first; nothing where no points hang on it.

    They do where each side has a cue-ball of its own. What was met first is among them, if a touch tells it.
    """
    own = [m for m in one_of_each(evidence.met) if m.mover.path.is_cue_ball or m.met.path.is_cue_ball]
    if len(room.kit.cue_balls) < 2 or not own or evidence.cue is None:
        return ()
    found: dict[Path, LaterContact] = {}
    for m in own:
        other = m.mover if m.met.path.is_cue_ball else m.met
        log_odds = odds_met(m, other, evidence.flights, room.kit, by)
        if other.path not in found or found[other.path].log_odds < log_odds:
            found[other.path] = LaterContact(path=other.path, log_odds=log_odds, told=m)
    first_us = min(m.at_us for m in own)
    for path, one in brushes(evidence.cue, evidence.flights, room):
        known, log_odds = found.get(path), log(one.odds)
        if known is not None:
            found[path] = replace(known, log_odds=max(known.log_odds, log_odds))
        elif one.at_us > first_us:
            found[path] = LaterContact(path=path, log_odds=log_odds, brush=touch_of_pass(one, evidence.cue))
    gone = {one.missing.track for one in evidence.gone}
    unseen = (one for one in driven_unseen(evidence.cue, evidence.flights, room.kit) if one.path not in found)
    return (*found.values(), *(one for one in unseen if one.path.track in gone))


def driven_unseen(cue: Flight, flights: tuple[Flight, ...], kit: Kit) -> Iterator[LaterContact]:
    """Give each ball that went while it was hidden, as it seems, and that only the cue-ball may have come to."""
    moving = [flight for flight in flights if not flight.unseen]
    for met in flights:
        if met.unseen and [f for f in moving if may_have_driven(f, met, kit)] == [cue]:
            at = Point(*place_at(met, met.onset_us).tolist())
            touch = Touch(at_us=met.onset_us, balls=(cue.ball, met.ball), at=at, sure=0.5)
            yield LaterContact(path=met.path, log_odds=0.0, brush=touch, if_it_fell=True)


def may_have_driven(flight: Flight, met: Flight, kit: Kit) -> bool:
    """Say whether a ball may have come to one that went unseen, at any time at which that may have gone."""
    assert met.before is not None
    between_s = (met.onset_us - met.onset_sd_us) / 1e6, (met.onset_us + met.onset_sd_us) / 1e6
    within_mm = kit.apart_mm(flight.ball, met.ball) + COME_WITHIN_MM
    return may_have_come(flight, met.before.place, within_mm, between_s)


def odds_met(m: Meeting, other: Flight, flights: tuple[Flight, ...], kit: Kit, by: Noise) -> float:
    """Return the log-odds that the cue-ball met another, by one touch that tells so.

    What went unseen was driven by any of those that may have come to it, one as likely as the other.
    """
    told = worth(m.hint, by.touching)
    if other not in flights or other.before is None:
        return told
    if other.unseen:
        rivals = [f for f in flights if not (f.unseen or f.path.is_cue_ball) and may_have_driven(f, other, kit)]
        return min(told, -log(len(rivals))) if rivals else told
    is_alone = other.onset_us >= m.at_us - NEAREST_US and not others_beside(other, flights, kit)
    return -by.firsts.otherwise if is_alone else told


def others_beside(met: Flight, flights: tuple[Flight, ...], kit: Kit) -> bool:
    """Say whether another ball than the cue-ball may have been beside one, under way, as it set off."""
    assert met.before is not None
    for other in flights:
        if other.path is met.path or other.path.is_cue_ball or not other.onset_us < met.onset_us < other.ended_us:
            continue
        apart_mm = float(np.hypot(*(place_at(other, met.onset_us) - np.array(met.before.place))))
        if other.unseen or apart_mm - kit.apart_mm(other.ball, met.ball) < COME_WITHIN_MM:
            return True
    return False


def brushes(cue: Flight, flights: tuple[Flight, ...], room: StrokeContext) -> Iterator[tuple[Path, Passed]]:
    """Give the balls that the cue-ball passed or reached, and that were not seen to move, each with how that was."""
    going = {flight.path.track for flight in flights}
    still = [path for path in room.paths if path.track not in going and not path.is_cue_ball]
    lain = {path.track: Lain(path=path, rest=rest) for path in still if (rest := rest_through(path, cue)) is not None}
    for one in passed(cue_way(cue, room.watch.until_us, room.kit), list(lain.values()), room.kit):
        if one.odds > WORTH_NAMING:
            yield lain[one.track].path, one


def touch_of_pass(one: Passed, cue: Flight) -> Touch:
    """Return a pass as a touch."""
    at = Point(*place_at(cue, one.at_us).tolist())
    return Touch(at_us=one.at_us, balls=(cue.ball, one.ball), at=at, sure=one.odds / (1 + one.odds))
