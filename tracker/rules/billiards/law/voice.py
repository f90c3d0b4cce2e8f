"""What the referee says aloud with each call (the catalogue's call vocabulary, section 0.5)."""

from typing import Final

from tracker.domain.law.call import Call
from tracker.rules.billiards.game.calls import Announce, Choose, Foul, FoulBefore, Misconduct, Miss, Played, Time
from tracker.rules.billiards.game.position import Position
from tracker.rules.billiards.law.conduct import is_first, warns_for_match

TOUCHING: Final = "TOUCHING BALL"
CROSSED: Final = "BAULK-LINE CROSSED"


SAID: Final[dict[type[Call], str]] = {Miss: "MISS", Foul: "FOUL", FoulBefore: "FOUL", Time: "TIME"}
"""Calls that are always made in the same word."""


def may_touch(at: Position, call: Call) -> bool:
    """Tell whether a touching ball may follow a call, so that it is worth while to look where it leads."""
    match call:
        case Played(after=after) | Miss(after=after):
            return bool(after.touching)
        case Choose():
            return at.touching
        case _:
            return False


def words_of(at: Position, call: Call, lifted: bool) -> tuple[str, ...]:
    """Return the words said with a call in `at`; fouls have no number, scores are not said.

    `lifted`: it ends with a touching ball, for which the balls are lifted and spotted.
    """
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
