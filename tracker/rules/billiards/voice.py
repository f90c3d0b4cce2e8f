"""What the referee says aloud with each call (the catalogue's call vocabulary, section 0.5)."""

from typing import Final

from tracker.domain.call import Call
from tracker.rules.billiards.calls import Announce, Choose, Foul, FoulBefore, Misconduct, Miss, Played, Time
from tracker.rules.billiards.conduct import is_first, warns_for_match
from tracker.rules.billiards.position import Position

TOUCHING: Final = "TOUCHING BALL"
CROSSED: Final = "BAULK-LINE CROSSED"


SAID: Final[dict[type[Call], str]] = {Miss: "MISS", Foul: "FOUL", FoulBefore: "FOUL", Time: "TIME"}
"""Calls that are always made in the same word."""


def words_of(at: Position, call: Call, then: Position) -> tuple[str, ...]:
    """Return the words said with a call that leads from `at` to `then`; fouls have no number, scores are not said."""
    lifted = then.lifted and isinstance(call, Played | Miss | Choose)
    return (*_own_words(at, call), *((TOUCHING,) if lifted else ()))


def _own_words(at: Position, call: Call) -> tuple[str, ...]:
    match call:
        case Played(crossed=True, points=points) if points and at.counts.windows:
            return (CROSSED,)
        case Announce(what=what):
            return (what,)
        case Misconduct() if is_first(at, call) or warns_for_match(at, call):
            return ("WARNING",)
        case _:
            return (SAID[type(call)],) if type(call) in SAID else ()
