"""What the referee says aloud with each call (the catalogue's call vocabulary, section 0.5)."""

from typing import Final

from tracker.domain.call import Call
from tracker.rules.billiards.calls import Announce, Choose, Foul, FoulBefore, Misconduct, Miss, Played, Time
from tracker.rules.billiards.conduct import is_first, warns_for_match
from tracker.rules.billiards.position import Position

TOUCHING: Final = "TOUCHING BALL"
CROSSED: Final = "BAULK-LINE CROSSED"


def words_of(at: Position, call: Call, then: Position) -> tuple[str, ...]:
    """Return the words said with a call that leads from `at` to `then`; fouls have no number, scores are not said."""
    touching = (TOUCHING,) if then.lifted else ()
    match call:
        case Played(crossed=crossed, points=points):
            confirmed = crossed and points and at.counts.windows
            return (*((CROSSED,) if confirmed else ()), *touching)
        case Miss():
            return ("MISS", *touching)
        case Foul() | FoulBefore():
            return ("FOUL",)
        case Announce(what=what):
            return (what,)
        case Choose():
            return touching
        case Time():
            return ("TIME",)
        case Misconduct():
            return ("WARNING",) if is_first(at, call) or warns_for_match(at, call) else ()
        case _:
            return ()

