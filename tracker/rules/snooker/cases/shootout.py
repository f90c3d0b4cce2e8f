"""The words of a case that only the Shoot Out has: clocks, the lag, and the attempts at the blue."""

from collections.abc import Mapping
from typing import Any, Final

from tracker.domain.time import micros, seconds
from tracker.rules.snooker.frame.position import BlueShootout, ClockRead, Position
from tracker.rules.snooker.judge.shootout import Lag
from tracker.rules.snooker.law.clocks import Clock

NAME: Final = ("A", "B")
CLEAN: Final = "clean"
"""A lag in which the ball met the Top and Bottom cushions only."""


def clock_of(value: Mapping[str, Any] | None) -> ClockRead | None:
    """Return the clocks as a case has them before its first step."""
    if value is None:
        return None
    return ClockRead(match_us=micros(value.get("match_s", 0)), shot_us=micros(value.get("shot_s", 0)))


def clock_call(value: Mapping[str, Any], at: Position) -> Clock:
    """Return the clocks as they are read; one that is not named stands as it stood."""
    before = at.clock or ClockRead(match_us=0, shot_us=0)
    return Clock(
        match_us=micros(value["match_s"]) if "match_s" in value else before.match_us,
        shot_us=micros(value["shot_s"]) if "shot_s" in value else before.shot_us,
    )


def clock_shown(at: Position) -> dict[str, float] | None:
    """Return the clocks as a case writes them."""
    if at.clock is None:
        return None
    return {"match_s": seconds(at.clock.match_us), "shot_s": seconds(at.clock.shot_us)}


def lag_call(value: Mapping[str, Any]) -> Lag:
    """Return the lag of both sides; one that is not clean, or not told of, is forfeited."""
    a, b = (away if how == CLEAN else None for away, how in (value.get(name, (None, "")) for name in NAME))
    return Lag(away_mm=(a, b))


def shootout_of(value: Mapping[str, Any] | None) -> BlueShootout | None:
    """Return how the attempts at the blue stand before the first step."""
    if value is None:
        return None
    first = NAME.index(value["first"]) if "first" in value else None
    return BlueShootout(first=first, counted=(value.get("A", 0), value.get("B", 0)))


def shootout_shown(at: Position) -> dict[str, Any] | None:
    """Return the attempts at the blue as a case writes them."""
    if at.shootout is None:
        return None
    first = {} if at.shootout.first is None else {"first": NAME[at.shootout.first]}
    return first | dict(zip(NAME, at.shootout.counted, strict=True))


def chooser_shown(at: Position) -> str | None:
    """Return the side that may choose who plays first."""
    return None if at.lag_winner is None else NAME[at.lag_winner]
