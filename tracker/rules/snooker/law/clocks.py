"""Play against the clock: what the clocks show goes into the book, and a stroke that is not begun in time is a foul.

Source: Snooker Shoot Out Rules 1 to 5, 11 and 16. Clocks are read between strokes, so that a stroke that was begun in
time is complete, and counts, before a clock that ran out meanwhile is read (Rule 11). A shot clock keeps the limit
that held when it was started (AMB-26).
"""

from dataclasses import dataclass

from tracker.domain.frozen import replace
from tracker.domain.law.call import Call, Suggestion
from tracker.domain.law.ruling import Finding, Ruling
from tracker.domain.time import seconds
from tracker.rules.snooker.frame.position import COLOUR, ClockRead, Position
from tracker.rules.snooker.frame.terms import Clocks
from tracker.rules.snooker.law.ends import end_frame
from tracker.rules.snooker.law.turns import next_turn

LEAST, MOST = 5, 7


@dataclass(frozen=True, slots=True, kw_only=True)
class Clock(Call):
    """The clocks as they are read between two strokes: since the match began, and since the stroke was due."""

    match_us: int
    shot_us: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeFoul(Call):
    """The striker did not begin his stroke in time."""

    points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeOut(Call):
    """The referee stops the clocks, and says how they stand when play goes on (Rules 5 to 9, 20)."""

    match_us: int
    shot_us: int


def why_not_time_out(at: Position, call: TimeOut) -> str | None:
    """Refuse to stop clocks that do not run, and to set them to less than nothing."""
    if at.terms.clocks is None or at.shootout:
        return "no clock runs"
    return "a clock cannot show less than nothing" if min(call.match_us, call.shot_us) < 0 else None


def time_out(at: Position, call: TimeOut) -> Position:
    """Set the clocks as the referee decides, backwards too."""
    return replace(at, clock=ClockRead(match_us=call.match_us, shot_us=call.shot_us))


def why_not_clock(at: Position, call: Clock) -> str | None:
    """Refuse clocks that run backwards, and any once the match clock counts no more."""
    if at.terms.clocks is None or at.shootout:
        return "no clock runs"
    earlier = at.clock.match_us if at.clock else 0
    if call.match_us < earlier or call.shot_us < 0:
        return f"the match clock stood at {seconds(earlier):.1f} s already"
    return None


def read_clock(at: Position, call: Clock) -> Position:
    """Keep what the clocks show; the match ends when its time is up and nobody is at a stroke (SHO-1, SHO-11)."""
    then = replace(at, clock=ClockRead(match_us=call.match_us, shot_us=call.shot_us))
    clocks = at.terms.clocks
    return end_frame(then, because="time") if clocks and call.match_us >= clocks.match_us else then


def why_not_time_foul(at: Position, call: TimeFoul) -> str | None:
    """Refuse a time foul that costs less than five or the ball on, or more than seven."""
    if at.lots:
        return "who plays first comes first"
    least = max(LEAST, at.on_value)
    return None if least <= call.points <= MOST else f"a time foul costs {least} to {MOST}, not {call.points}"


def foul_on_time(at: Position, call: TimeFoul) -> Position:
    """Give the points to the other side, whose turn begins; with the black alone the match ends (SHO-13, SHO-16)."""
    then = next_turn(replace(at, nominated="", free="", free_ball=False).awarded(1 - at.striker, call.points))
    return end_frame(then, because="time foul on the last black") if at.is_last_black else then


def rule_on_clock(at: Position, read: Clock) -> Ruling:
    """Return the ruling on what the clocks show: the reading itself, and the time foul that is due, if any.

    A foul that was due before the time was up comes before the reading that ends the match.
    """
    clocks = at.terms.clocks
    if clocks is None or at.over or at.shootout or not _is_late(clocks, read):
        return Ruling(suggestions=(), calls=(read,))
    foul = rule_on_time(at)
    if read.match_us < clocks.match_us:
        return replace(foul, calls=(read, *foul.calls))
    return foul if at.is_last_black else replace(foul, calls=(*foul.calls, read))


def rule_on_time(at: Position) -> Ruling:
    """Return the ruling on a stroke that was not begun in time; with no colour named it is asked which was meant."""
    unnamed = at.on == COLOUR and not at.nominated
    value = MOST if unnamed else max(LEAST, at.on_value)
    why = "stroke not begun in time" + (", no colour named: 3.11(d)(vi) makes it seven" if unnamed else "")
    said = Suggestion(say="TIME FOUL", value=value, cite="SO 16", why=why, sure=1.0, ask=unnamed)
    finding = Finding(clause="SHO-16", cite="SO 16", why=why, value=value, ask=unnamed)
    return Ruling(suggestions=(said,), calls=(TimeFoul(points=value),), findings=(finding,))


def _limit_us(clocks: Clocks, read: Clock) -> int:
    """Return the time allowed to a stroke by when its clock was started."""
    return clocks.first_us if read.match_us - read.shot_us < clocks.half_us else clocks.second_us


def _is_late(clocks: Clocks, read: Clock) -> bool:
    """Tell whether the shot clock ran out, and did so before the match was over."""
    ran_out_us = read.match_us - read.shot_us + _limit_us(clocks, read)
    return ran_out_us < min(read.match_us, clocks.match_us)
