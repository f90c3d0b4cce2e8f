"""What the striker may not do for ever: fifteen hazards, seventy-five cannons, a hundred without the Baulk-line.

Theory: Section 3 Rules 8, 10 and 11. The limit of a count is five more than where the referee announced it, so that a
late announcement moves it by itself; a count that nobody announced has no limit yet.
"""

from typing import Final

from tracker.domain.book.scoreline import Tally
from tracker.domain.frozen import replace
from tracker.rules.billiards.game import baulk
from tracker.rules.billiards.game.calls import Announce, Played
from tracker.rules.billiards.game.position import Counts, Position

TEN: Final = "TEN HAZARDS"
SEVENTY: Final = "SEVENTY CANNONS"
TEN_HAZARDS, SEVENTY_CANNONS, MORE = 10, 70, 5
HAZARDS: Final = TEN_HAZARDS + MORE
LONGEST: Final = 2000
"""No break of billiards is longer, as far as a desk offers what to announce."""
ANNOUNCED: Final = (TEN, SEVENTY, *(baulk.warning_at(start) for start in range(80, LONGEST, baulk.HUNDRED)))
"""What a referee may have to announce."""


def counted(counts: Counts, call: Played) -> Counts:
    """Return the counts after a scoring stroke: a cannon ends a run of hazards, a hazard a run of cannons."""
    hazard = bool(call.potted or call.in_off)
    return replace(
        counts,
        hazards=0 if call.cannon else counts.hazards + 1,
        hazard_limit=None if call.cannon else counts.hazard_limit,
        cannons=0 if hazard else counts.cannons + 1,
        cannon_limit=None if hazard else counts.cannon_limit,
    )


def too_many_hazards(at: Position, call: Played) -> bool:
    """Tell whether this stroke is one hazard more than may be made in succession."""
    limit = at.counts.hazard_limit
    return bool(call.points) and limit is not None and counted(at.counts, call).hazards > limit


def too_many_cannons(at: Position, call: Played) -> bool:
    """Tell whether this stroke is one cannon more than may be made in succession."""
    limit = at.counts.cannon_limit
    return bool(call.points) and limit is not None and counted(at.counts, call).cannons > limit


def uncrossed(at: Position, call: Played) -> baulk.CrossingWindow | None:
    """Return the window that this stroke uses up without a crossing, if it does."""
    return None if call.crossed or not call.points else baulk.run_out(at.counts.windows, at.visit + call.points)


def why_beyond(at: Position, call: Played) -> str | None:
    """Return which limit this stroke goes beyond."""
    if too_many_hazards(at, call):
        return f"{at.counts.hazard_limit} hazards in succession are the limit: one more is a foul"
    if too_many_cannons(at, call):
        return f"{at.counts.cannon_limit} cannons in succession are the limit: one more is a foul"
    if window := uncrossed(at, call):
        return f"the Baulk-line had to be crossed before a break of {window.limit}: this is a foul"
    return None


def due(at: Position) -> tuple[str, ...]:
    """Return what the referee has to announce in this position."""
    counts = at.counts
    warnings = tuple(window.warning for window in counts.windows if window.limit is None)
    ten = (TEN,) if counts.hazards >= TEN_HAZARDS and counts.hazard_limit is None else ()
    seventy = (SEVENTY,) if counts.cannons >= SEVENTY_CANNONS and counts.cannon_limit is None else ()
    return (*warnings, *ten, *seventy)


def shown_counts(at: Position) -> tuple[Tally, ...]:
    """Return what a scoreboard shows beside the score: counts that near their limits, and where the red goes next."""
    counts = at.counts
    hazards, cannons = counts.hazard_limit or HAZARDS, counts.cannon_limit or SEVENTY_CANNONS + MORE
    near = (
        Tally(kind="hazards", number=counts.hazards, most=hazards) if counts.hazards >= TEN_HAZARDS else None,
        Tally(kind="cannons", number=counts.cannons, most=cannons) if counts.cannons >= SEVENTY_CANNONS else None,
        *(Tally(kind="crossing", number=window.limit or window.start + baulk.WITHIN) for window in counts.windows),
        Tally(kind="red-to-centre", number=1) if counts.pots == 1 else None,
    )
    return tuple(one for one in near if one is not None)


def why_not_announce(at: Position, call: Announce) -> str | None:
    """Refuse to announce what is not due."""
    return None if call.what in due(at) else f"{call.what} is not due now"


def announce(at: Position, call: Announce) -> Position:
    """Tell the striker: the limit counts from now."""
    counts = at.counts
    if call.what == TEN:
        return replace(at, counts=replace(counts, hazard_limit=counts.hazards + MORE))
    if call.what == SEVENTY:
        return replace(at, counts=replace(counts, cannon_limit=counts.cannons + MORE))
    told = tuple(w.warned(at.visit) if w.warning == call.what else w for w in counts.windows)
    return replace(at, counts=replace(counts, windows=told))
