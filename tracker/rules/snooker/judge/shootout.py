"""The lag before a Shoot Out match, and the attempts at the blue that settle a match which ends level.

Source: Snooker Shoot Out Rules 10, 13 and 14. The blue is attempted from the D, by turns, until one side has potted it
more often in as many attempts. It must be hit directly, and reach the pocket without any cushion but the curved faces
of that pocket; where the cue-ball goes afterwards does not matter, unless it makes a foul (AMB-27).
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from tracker.domain.frozen import replace
from tracker.domain.law.call import Call, Suggestion
from tracker.domain.law.ruling import SILENT, Finding, Ruling
from tracker.domain.strokes.stroke import Place
from tracker.domain.table.ball import BLUE
from tracker.domain.table.kit import Kit
from tracker.rules.snooker.frame.calls import Lots
from tracker.rules.snooker.frame.position import BlueShootout, Position
from tracker.rules.snooker.judge.facts import Facts
from tracker.rules.snooker.law.ends import close_frame
from tracker.rules.snooker.law.turns import draw_lots

Check: TypeAlias = Callable[[Position, Any], str | None]
"""Why a call may be refused, or None."""

OWN_CURVE = "curved"
"""The blue met the curved face of the pocket that it fell into, which is allowed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lag(Call):
    """How far (mm) from the Bottom cushion the ball of each side stopped; None: forfeited, it met something else."""

    away_mm: tuple[float | None, float | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt(Call):
    """An attempt at the blue, and whether it counted."""

    counts: bool


def why_not_lag(at: Position, call: Lag) -> str | None:
    """Only before the first stroke."""
    return None if _before_all(at) else "the lag comes before the first stroke"


def lag(at: Position, call: Lag) -> Position:
    """Give the nearer ball the choice of who plays first; level or both forfeited, it is played again (SHO-10)."""
    a, b = (away if away is not None else float("inf") for away in call.away_mm)
    return replace(at, lag_winner=None if a == b else int(b < a))


def _before_all(at: Position) -> bool:
    """Tell whether no stroke is known to have been played."""
    return not (at.strokes or any(at.scores) or at.visit or at.shootout)


def why_not_first(at: Position, call: Lots) -> str | None:
    """Who plays first is said after the lag, and before the attempts at the blue."""
    if at.lots or (at.lag_winner is not None and _before_all(at)):
        return None
    return "who plays first is said after the lag, or before the attempts at the blue"


def play_first(at: Position, call: Lots) -> Position:
    """Let `call.side` begin the match, or the attempts at the blue."""
    shootout = at.shootout and BlueShootout(first=call.side)
    return replace(draw_lots(at, call), shootout=shootout)


def why_not_attempt(at: Position, call: Attempt) -> str | None:
    """Only while the blue decides, once it is known who goes first."""
    if at.lots:
        return "who attempts the blue first comes first"
    return None if at.shootout else "the blue does not decide yet"


def attempt(at: Position, call: Attempt) -> Position:
    """Count the attempt; after as many of each side the one with more has won (SHO-14)."""
    shootout = at.shootout or BlueShootout(first=at.striker)
    a, b = shootout.counted
    counted = (a + call.counts, b) if at.striker == 0 else (a, b + call.counts)
    then = replace(at, shootout=replace(shootout, counted=counted), striker=1 - at.striker, in_hand=True, lie=None)
    if at.striker == shootout.first or counted[0] == counted[1]:
        return then
    return close_frame(then, int(counted[1] > counted[0]), because="blue-ball shootout")


def only_attempts(why_not: Check) -> Check:
    """Return the check of a call of ordinary play, refused while the blue decides."""

    def refuses(at: Position, call: Call) -> str | None:
        return "only attempts at the blue are played now" if at.shootout else why_not(at, call)

    return refuses


def rule_on_attempt(facts: Facts, findings: tuple[Finding, ...]) -> Ruling:
    """Return the ruling on an attempt; any foul makes it count for nothing."""
    why = "; ".join(finding.why for finding in findings) or _why_not_potted(facts)
    counts = not why
    said = Suggestion(
        say="1" if counts else SILENT, value=int(counts), cite="SO 14", why=why or "blue potted directly",
        sure=min(facts.pot_sure(), facts.first_sure), ask=any(finding.ask for finding in findings),
    )  # fmt: skip
    return Ruling(
        suggestions=(said,), calls=(Attempt(counts=counts),), findings=findings, spots=blue_on_its_spot(facts.kit)
    )


def blue_on_its_spot(kit: Kit) -> tuple[Place, ...]:
    """Return the blue as it is spotted for every attempt."""
    return (Place(ball=BLUE, at=kit.spots["blue-spot"], sd_mm=0.0),)


def _why_not_potted(facts: Facts) -> str:
    """Return why the blue does not count, or nothing."""
    if BLUE not in facts.potted:
        return "blue not potted"
    stroke = facts.stroke
    met_us = min((touch.at_us for touch in stroke.touches if BLUE in touch.balls), default=0)
    if any(bounce.ball == facts.cue and bounce.at_us < met_us for bounce in stroke.cushions):
        return "cue-ball off a cushion before it met the blue"
    own_curve_only = facts.told.into == OWN_CURVE
    off_cushion = facts.told.into is not None or any(bounce.ball == BLUE for bounce in stroke.cushions)
    return "blue off a cushion" if off_cushion and not own_curve_only else ""
