"""What the referee says aloud with each call (the catalogue's call vocabulary, section 0.5)."""

from tracker.domain.call import Call
from tracker.rules.snooker.calls import Choose, Foul, FoulBefore, Penalty, Played
from tracker.rules.snooker.misses import is_last_but_one, warning_due
from tracker.rules.snooker.position import REPLACE, Position


def words_of(at: Position, call: Call) -> tuple[str, ...]:
    """Return the words in order; a penalty is its number. A fair stroke and a choice are mostly silent."""
    match call:
        case Foul(points=points, miss=miss, free_ball=free, after=after):
            said = "FOUL AND A MISS" if miss else "FOUL"
            warning = ("WARNING",) if miss and is_last_but_one(at) else ()
            return (said, str(points), *(("FREE BALL",) if free else ()), *after.says, *warning)
        case FoulBefore(points=points, free_ball=free):
            return ("FOUL", str(points), *(("FREE BALL",) if free else ()))
        case Penalty(points=points):
            return ("PENALTY", str(points))
        case Played(after=after):
            return after.says
        case Choose(what=what) if what == REPLACE and warning_due(at):
            return ("WARNING",)
        case _:
            return ()
