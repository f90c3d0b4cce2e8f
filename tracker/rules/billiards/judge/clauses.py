"""Each sentence of the fouls rule that a stroke can break, as one small function.

Source: Section 3 Rule 15 (fouls), with Section 2 Rules 16, 17, 22 and Section 3 Rules 6, 8, 10 and 11; ids are those of
the rules catalogue. The judge runs them all; however many are broken, the stroke costs two.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from tracker.domain.law.ruling import Finding
from tracker.domain.table.plane import outside_d_mm
from tracker.rules.billiards.game.table import MIDDLE
from tracker.rules.billiards.judge.facts import SPREADS, Facts, named
from tracker.rules.billiards.law import limits
from tracker.rules.billiards.law.law import PENALTY
from tracker.rules.reading import read_out

CAMERA_MM: Final = 15.0
"""A camera that measured the places accuses nobody of less than this, and asks below three times as much."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Broken:
    """What a clause says when it is broken."""

    why: str
    sure: float = 1.0
    ask: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause:
    """A sentence of the book: its id, its paragraph in the edition, the facts that it reads, and the test itself."""

    id: str
    cite: str
    reads: frozenset[str]
    test: Callable[[Facts], Broken | None]
    faults: tuple[str, ...] = ()
    """For a fault that people see: its words in a report."""
    told: str = ""
    """The sentence in words, where the test's own docstring does not say it."""

    @property
    def says(self) -> str:
        """The sentence in words."""
        return self.told or read_out(self.test)

    def find(self, facts: Facts) -> Finding | None:
        """Return the finding if the stroke breaks this sentence."""
        broken = self.test(facts)
        if broken is None:
            return None
        return Finding(clause=self.id, cite=self.cite, why=broken.why, value=PENALTY, sure=broken.sure, ask=broken.ask)


def plays_wrong_ball(facts: Facts) -> Broken | None:
    """3.15(a): a ball other than the cue-ball is struck, the opponent's included."""
    wrong = facts.stroke.cue_ball != facts.cue or "wrong-cue-ball" in facts.told.faults
    return Broken(why=f"the cue-ball was the {facts.cue}, and another ball was struck") if wrong else None


def strikes_moving(facts: Facts) -> Broken | None:
    """3.15(c): struck when a ball was not at rest."""
    return Broken(why="struck before all balls were at rest") if facts.told.early == "rest" else None


def strikes_before_spotting(facts: Facts) -> Broken | None:
    """3.15(n): struck before the referee had put every ball back."""
    early = facts.told.early in ("spotting", "cleaning")
    return Broken(why="struck before the referee had put a ball back") if early else None


def plays_out_of_turn(facts: Facts) -> Broken | None:
    """3.15(e) and 3.16(a): a player whose turn it was not, or whose right to play a foul had ended."""
    out = facts.told.out_of_turn or facts.by != facts.at.striker or "out-of-turn" in facts.told.faults
    return Broken(why="played out of turn") if out else None


def plays_from_outside_d(facts: Facts) -> Broken | None:
    """3.6 and 3.15(f): in-hand, struck from a place that is not on or within the lines of the D."""
    if not facts.in_hand:
        return None
    if {"outside-d", "placed-badly"} & set(facts.told.faults):
        return Broken(why="played from in-hand from outside the D")
    if not facts.stroke.is_origin_known:
        return None
    outside = outside_d_mm(facts.stroke.origin, facts.kit.spots[MIDDLE], facts.kit.d_radius_mm)
    measured = any(place.sd_mm > 0 for place in facts.standing.places)
    if outside <= (CAMERA_MM if measured else 0.0):
        return None
    ask = measured and outside < SPREADS * CAMERA_MM
    return Broken(why=f"played from in-hand {outside:.1f} mm outside the D", ask=ask)


def stays_in_baulk(facts: Facts) -> Broken | None:
    """3.6(c) and 3.15(f): from in-hand the cue-ball is not played out of Baulk, and meets no ball out of it."""
    if not facts.in_hand or facts.met_outside or facts.left is not False:
        return None
    return Broken(why="played from in-hand, the cue-ball did not leave Baulk")


def returns_to_baulk(facts: Facts) -> Broken | None:
    """3.6(d) and 3.15(f): from in-hand, back into Baulk before a cushion or a ball out of it has been met."""
    if not facts.in_hand or facts.outside is None:
        return None
    inside = tuple(ball for ball in facts.first if ball not in facts.outside)
    met_us = next((touch.at_us for touch in facts.stroke.touches), facts.stroke.ended_us)
    if inside and not any(at_us <= met_us for at_us in facts.bounces):
        return Broken(why=f"from in-hand, {named(inside)} in Baulk met before anything out of Baulk")
    back = facts.left and facts.rest_mm is not None and facts.rest_mm <= 0
    if back and not facts.bounces and not facts.met_outside:
        return Broken(why="from in-hand, came back to rest in Baulk without meeting anything out of it")
    return None


def plays_directly_in_baulk(facts: Facts) -> Broken | None:
    """3.6(f) and 3.15(f): from in-hand, a ball in Baulk is played on directly, even at a part that is out of it."""
    if not facts.in_hand or facts.outside is None:
        return None
    met_us = next((touch.at_us for touch in facts.stroke.touches), facts.stroke.ended_us)
    cushion = any(b.ball == facts.stroke.cue_ball and b.at_us <= met_us for b in facts.stroke.cushions)
    direct = () if cushion else tuple(ball for ball in facts.first if ball not in facts.outside)
    return Broken(why=f"from in-hand, {named(direct)} in Baulk played on directly") if direct else None


def runs_coup(facts: Facts) -> Broken | None:
    """2.17 and 3.15(g): in-hand, no ball out of Baulk, straight in, or in off that pocket's curved face."""
    if not facts.in_hand or facts.outside or facts.met or not facts.cue_in:
        return None
    bounced = any(bounce.ball == facts.stroke.cue_ball for bounce in facts.stroke.cushions)
    if facts.told.into in ("flat", "other-curved") or (facts.told.into is None and bounced):
        return None
    return Broken(why="ran a coup", ask=facts.outside is None)


def jumps(facts: Facts) -> Broken | None:
    """2.22 and 3.15(h): a jump shot, with its three exceptions."""
    if "jump-shot" in facts.told.faults:
        return Broken(why="jump shot")
    jump = facts.told.jump
    if jump is None:
        over = facts.stroke.jumped
        return Broken(why=f"cue-ball passed over {named(over)}", ask=True) if over else None
    again = len(facts.met) > 1 or any(b.ball == facts.stroke.cue_ball for b in facts.stroke.cushions)
    over_another = jump.after_contact and jump.over not in facts.first
    lands_short = jump.over in facts.met and not jump.beyond
    fair = over_another or lands_short or (jump.after_contact and again)
    return None if fair else Broken(why=f"jumped over the {jump.over}")


def forces_ball_off(facts: Facts) -> Broken | None:
    """3.15(j): a ball is forced off the table."""
    balls = facts.stroke.off_table
    return Broken(why=f"{named(balls)} forced off the table") if balls else None


def makes_too_many_hazards(facts: Facts) -> Broken | None:
    """3.11 and 3.15(k): more than fifteen hazards in succession, or five more than where TEN HAZARDS was called."""
    beyond = limits.too_many_hazards(facts.at, facts.played)
    return Broken(why=f"more than {facts.at.counts.hazard_limit} hazards in succession") if beyond else None


def makes_too_many_cannons(facts: Facts) -> Broken | None:
    """3.10 and 3.15(l): more than seventy-five cannons in succession, or five more than where it was announced."""
    beyond = limits.too_many_cannons(facts.at, facts.played)
    return Broken(why=f"more than {facts.at.counts.cannon_limit} cannons in succession") if beyond else None


def misses_baulk_line(facts: Facts) -> Broken | None:
    """3.8(h) and 3.15(t): the stroke takes the break to the end of a window in which the line was not crossed."""
    window = limits.uncrossed(facts.at, facts.played)
    if window is None:
        return None
    why = f"the Baulk-line was not crossed between {window.start} and {window.limit}"
    return Broken(why=why, ask=facts.crossed is None)


def meets_no_ball(facts: Facts) -> Broken | None:
    """2.16 and 3.15(o): no object ball met, unless from in-hand with none of them out of Baulk."""
    fell = facts.told.fell is not None and facts.told.fell.would_be_hit
    if facts.met or fell or (facts.in_hand and facts.outside == frozenset()):
        return None
    return Broken(why="no ball hit", sure=facts.stroke.first_hit_sure, ask=facts.in_hand and facts.outside is None)


def reported(id: str, cite: str, why: str, *faults: str) -> Clause:
    """Return the clause of a fault that only a person can see; `faults` are its words in a report."""

    def is_reported(facts: Facts) -> Broken | None:
        return Broken(why=why) if set(faults) & set(facts.told.faults) else None

    return Clause(id=id, cite=cite, reads=frozenset(), test=is_reported, faults=faults, told=f"Foul: {why}.")
