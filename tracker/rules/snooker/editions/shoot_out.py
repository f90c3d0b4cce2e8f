"""The Snooker Shoot Out of 2024: the snooker book, played once and against the clock.

A stroke must be begun within 15 seconds, within 10 from the fifth minute on, and the match ends after ten minutes. In
every stroke a ball must reach a cushion or a pocket; that foul, and a stroke begun late, costs five at least. After any
foul the next player has the cue-ball in hand anywhere on the table: nobody plays again, nothing is a miss, and there is
no free ball unless no ball on can be hit at all. There is no re-rack. A match that ends level, by time or on the black,
is settled by attempts at the blue; a lag before the match says who chooses to go first.
"""

from collections.abc import Callable
from typing import Any, Final

from tracker.domain.frozen import replace
from tracker.domain.law.call import Call
from tracker.rules.snooker.editions.wpbsa_2024 import SNOOKER_2024
from tracker.rules.snooker.frame.calls import Foul, FoulBefore, FoulLeaving, Lots, Played, Restart
from tracker.rules.snooker.frame.position import Position
from tracker.rules.snooker.frame.terms import Clocks
from tracker.rules.snooker.judge.clauses import Clause, reaches_no_cushion
from tracker.rules.snooker.judge.shootout import (
    Attempt,
    Lag,
    attempt,
    lag,
    only_attempts,
    play_first,
    why_not_attempt,
    why_not_first,
    why_not_lag,
)
from tracker.rules.snooker.law.clocks import (
    Clock,
    TimeFoul,
    TimeOut,
    foul_on_time,
    read_clock,
    rule_on_time,
    time_out,
    why_not_clock,
    why_not_time_foul,
    why_not_time_out,
)
from tracker.rules.snooker.law.law import LAW, Law
from tracker.rules.snooker.law.restarts import WRONG_ORDER
from tracker.rules.snooker.sentences import always

CLAUSES: Final = (Clause(id="SHO-17", cite="SO 17", reads=frozenset({"cushions", "potted"}), test=reaches_no_cushion),)


def in_hand_anywhere(foul: Callable[[Position, Any], Position]) -> Callable[[Position, Any], Position]:
    """Return the deed of a foul after which the next player has the cue-ball in hand anywhere (Rules 15, 19(i))."""

    def gives_ball(at: Position, call: Call) -> Position:
        then = foul(at, call)
        if then.over or then.shootout:
            return then
        return replace(then, choices=(), miss=False, run=None, original=None, in_hand=True, anywhere=True, touching=())

    return gives_ball


def no_rerack(at: Position, call: Restart) -> str | None:
    """Refuse to begin again, unless the wrong side began (Rule 12)."""
    if call.how == WRONG_ORDER:
        return LAW[Restart][0](at, call)
    return "there is no re-rack: the players settle a stalemate in the time they have (SO 12)"


GENERAL: Final = (
    always("SHO-1", "SO 1", "A match lasts ten minutes from the opening stroke."),
    always("SHO-3", "SO 3", "A stroke must be begun within fifteen seconds, in the last five minutes within ten."),
    always(
        "SHO-10",
        "SO 10",
        "The lag says who chooses to play first; a ball that meets anything but the Top and Bottom "
        "cushions forfeits it.",
    ),
    always("SHO-11", "SO 11", "A stroke begun in time is completed and counts, whatever clock runs out meanwhile."),
    always("SHO-12", "SO 12", "There is no re-rack."),
    always("SHO-13", "SO 13", "With the black alone the first pot or foul ends the match, level or not."),
    always(
        "SHO-14",
        "SO 14",
        "A match that ends level is settled by attempts at the blue from the D, by turns, until one side "
        "has potted it more often in as many attempts; it must be hit directly and fall without any "
        "cushion but its pocket's own curves.",
    ),
    always("SHO-15", "SO 15", "After any foul the next player has the cue-ball in hand anywhere on the playing area."),
    always("SHO-16", "SO 16", "A stroke not begun in time costs five, or the ball on if it is dearer."),
    always("SHO-19.i", "SO 19(i)", "Nobody plays again, and no foul is a miss."),
    always("SHO-20", "SO 20", "The referee may call TIME OUT, and says how the clocks stand when play goes on."),
    always("SHO-19.ii", "SO 19(ii)", "There is a free ball only where no ball on can be hit from anywhere."),
)

CALLS: Final[Law] = {
    Played: (only_attempts(LAW[Played][0]), LAW[Played][1]),
    Foul: (only_attempts(LAW[Foul][0]), in_hand_anywhere(LAW[Foul][1])),
    FoulBefore: (only_attempts(LAW[FoulBefore][0]), in_hand_anywhere(LAW[FoulBefore][1])),
    FoulLeaving: (only_attempts(LAW[FoulLeaving][0]), in_hand_anywhere(LAW[FoulLeaving][1])),
    TimeFoul: (only_attempts(why_not_time_foul), in_hand_anywhere(foul_on_time)),
    TimeOut: (why_not_time_out, time_out),
    Clock: (why_not_clock, read_clock),
    Restart: (no_rerack, LAW[Restart][1]),
    Lag: (why_not_lag, lag),
    Lots: (why_not_first, play_first),
    Attempt: (why_not_attempt, attempt),
}

SHOOT_OUT_2024: Final = SNOOKER_2024.amended(
    name="shoot-out-2024",
    title="Snooker Shoot Out, WPBSA Official Rules, September 2024",
    terms=replace(SNOOKER_2024.terms, clocks=Clocks(), plays_again=False, blue_shootout=True),
    clauses=CLAUSES,
    general=GENERAL,
    calls=CALLS,
    misses=None,
    reports={"time-expired": lambda at, report, kit, apply: rule_on_time(at)},
)
