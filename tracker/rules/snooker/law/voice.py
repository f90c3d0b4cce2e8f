"""What the referee says aloud with each call (the catalogue's call vocabulary, section 0.5)."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from tracker.domain.law.call import Call
from tracker.rules.snooker.frame.calls import (
    Accept,
    Choose,
    Forfeit,
    Foul,
    FoulBefore,
    FoulLeaving,
    Penalty,
    Played,
    Refuse,
    Warn,
)
from tracker.rules.snooker.frame.position import REPLACE, Position
from tracker.rules.snooker.law.clocks import TimeFoul, TimeOut
from tracker.rules.snooker.law.conduct import UNSPORTING, is_early_to_concede
from tracker.rules.snooker.law.misses import is_last_but_one, warning_due

WARNING: Final = ("WARNING",)


def words_of(at: Position, call: Call) -> tuple[str, ...]:
    """Return the words in order; a penalty is its number. A fair stroke and a choice are mostly silent."""
    speak = WORDS.get(type(call))
    return speak(at, call) if speak else ()


def _of_foul(at: Position, call: Foul) -> tuple[str, ...]:
    said = "FOUL AND A MISS" if call.miss else "FOUL"
    warning = WARNING if call.miss and is_last_but_one(at) else ()
    return (said, str(call.points), *_free(call.free_ball), *call.after.says, *warning)


def _of_foul_without_stroke(at: Position, call: FoulBefore | FoulLeaving) -> tuple[str, ...]:
    return ("FOUL", str(call.points), *_free(call.free_ball))


def _free(called: bool | None) -> tuple[str, ...]:
    return ("FREE BALL",) if called else ()


def _of_choice(at: Position, call: Choose) -> tuple[str, ...]:
    return WARNING if call.what == REPLACE and warning_due(at) else ()


def _of_forfeit(at: Position, call: Forfeit) -> tuple[str, ...]:
    """Return the Warning about the game that goes with a frame lost for conduct (SNK-4.1.b)."""
    return WARNING if call.what == UNSPORTING and not call.game else ()


WORDS: Final[Mapping[type[Call], Callable[[Position, Any], tuple[str, ...]]]] = {
    Foul: _of_foul,
    FoulBefore: _of_foul_without_stroke,
    FoulLeaving: _of_foul_without_stroke,
    Penalty: lambda at, call: ("PENALTY" if at.terms.penalties else "FOUL", str(call.points)),
    TimeOut: lambda at, call: ("TIME OUT",),
    TimeFoul: lambda at, call: ("TIME FOUL", str(call.points)),
    Played: lambda at, call: call.after.says,
    Choose: _of_choice,
    Accept: lambda at, call: WARNING if is_early_to_concede(at) else (),
    Warn: lambda at, call: WARNING,
    Forfeit: _of_forfeit,
    Refuse: lambda at, call: words_of(at, at.held) if at.held else (),
}
"""Calls that are said aloud; all others are made in silence."""
