"""Where the ways of all balls together name another first contact than the cue-ball's own: an error of times, or doubt.

The first contact is weighed by itself (`first_contact`), with more care for what errs alike in all balls than touches
are told with. So a touch told a little sooner than that of the ball that was met first, within what their times err, is
the later one; one told sooner by more than that is a second opinion, and a person is asked.
"""

from collections.abc import Sequence
from dataclasses import replace
from math import hypot

from tracker.domain.strokes.stroke import Doubt
from tracker.incidents.noise import SIGMAS
from tracker.incidents.propose.touching.meeting import Meeting
from tracker.incidents.segment.flights import Flight, is_ballistic
from tracker.incidents.segment.windows import UNSEEN_STRIKE_MM


def in_order(met: Sequence[Meeting], hit: tuple[str, ...]) -> list[Meeting]:
    """Return meetings in order of time, none of the cue-ball's too soon before what it met first to tell them apart."""
    ordered = sorted(met, key=lambda m: m.at_us)
    first = next((m for m in ordered if met_by_cue(m) in hit), None)
    if first is None:
        return ordered
    kept = [replace(m, at_us=first.at_us) if is_early(m, first) and not is_sooner(m, first) else m for m in ordered]
    return sorted(kept, key=lambda m: (m.at_us, m is not first))


def told_otherwise(hit: tuple[str, ...], met: Sequence[Meeting], flights: Sequence[Flight]) -> tuple[Doubt, ...]:
    """Return the doubt about a first contact that does not go with what else is told.

    The cue-ball's first touch is another ball's, or none was met and yet one rolled that nobody saw set off.

    Args:
        hit: what the cue-ball met first.
        met: all meetings of the stroke, `in_order`.
        flights: all flights of the stroke.
    """
    first = next((other for m in met if (other := met_by_cue(m))), None)
    if first is not None and first not in hit:
        why = f"its way tells {' and '.join(hit) or 'nothing'}, the ways of all balls together {first}"
        return (Doubt(about="first_hit", why=why, candidates=(hit, (first,))),)
    rolled = [f.ball for f in flights if not f.path.is_cue_ball and is_ballistic(f) and f.way_mm > UNSEEN_STRIKE_MM]
    if rolled and not hit:
        why = f"nobody saw what set {rolled[0]} going"
        return (Doubt(about="first_hit", why=why, candidates=(hit, (rolled[0],))),)
    return ()


def met_by_cue(m: Meeting) -> str | None:
    """Return the ball that the cue-ball met; None where two others met."""
    others = [one.ball for one in (m.mover, m.met) if not one.path.is_cue_ball]
    return others[0] if len(others) == 1 else None


def is_early(m: Meeting, first: Meeting) -> bool:
    """Say whether the cue-ball met another ball before the one that it met first, as their times are told."""
    return met_by_cue(m) is not None and m.at_us < first.at_us


def is_sooner(m: Meeting, first: Meeting) -> bool:
    """Say whether one meeting was before another by more than their times err."""
    return first.at_us - m.at_us > SIGMAS * hypot(m.sd_us, first.sd_us)
