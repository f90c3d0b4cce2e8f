"""A ball on the edge of a pocket that falls in without being hit (Section 3 Rule 9).

If the stroke would have hit it all balls go back, and the same player plays again unless he fouled. A failure to hit
the ball on that only came about because that ball fell away is no foul of the striker.
"""

from tracker.domain.frozen import replace
from tracker.domain.law.call import Suggestion
from tracker.domain.law.ruling import Finding, Ruling
from tracker.rules.snooker.frame.calls import PutBack
from tracker.rules.snooker.judge.facts import Facts
from tracker.rules.snooker.judge.remarks import MISSES
from tracker.rules.snooker.places.sight import could_be_on


def excused(facts: Facts, findings: tuple[Finding, ...]) -> tuple[Finding, ...]:
    """Return the findings that stand: not a failure to hit a ball on that fell in before it could be hit."""
    fall = facts.told.fell
    if fall is None or not fall.would_be_hit or fall.ball not in could_be_on(facts.at):
        return findings
    if {finding.clause for finding in findings} <= {*MISSES, "SNK-3.11.d.vi"}:
        return ()
    return findings


def play_again_ruling(facts: Facts) -> Ruling:
    """Return the ruling that the stroke counts for nothing and is played anew (SNK-3.9.b.i)."""
    ball = facts.told.fell.ball if facts.told.fell else ""
    why = f"the {ball} fell in unhit and would have been hit: all balls go back, the same player plays"
    said = Suggestion(say="REPLACE", value=None, cite="3.9(b)(i)", why=why, sure=1.0, ask=False)
    return Ruling(suggestions=(said,), calls=(PutBack(everything=True),))


def with_ball_back(ruling: Ruling, ball: str) -> Ruling:
    """Return the ruling with a ball put back that fell in and was no part of the stroke (SNK-3.9.a)."""
    why = f"the {ball} fell in unhit and was no part of the stroke: it goes back, the points count"
    said = Suggestion(say="REPLACE", value=None, cite="3.9(a)", why=why, sure=1.0, ask=False)
    return replace(ruling, suggestions=(*ruling.suggestions, said), calls=(*ruling.calls, PutBack(balls=(ball,))))
