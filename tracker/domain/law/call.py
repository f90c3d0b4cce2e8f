"""What the judge suggests and what officials call: a suggestion changes nothing until it is called."""

from dataclasses import dataclass
from typing import Final

SIDES: Final = (0, 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Suggestion:
    """One thing that the referee should say, with its reason."""

    say: str
    """As the referee says it: `FOUL`, `1`, `TOUCHING BALL`."""
    value: int | None
    cite: str
    """Paragraph of the edition in force."""
    why: str
    sure: float
    ask: bool
    """True: please look, a person must decide."""
    referee_only: bool = False
    """True: the reason speaks of the difference in scores or of what is to come, which players are not to be told."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """What an official or a player says with effect. Every game brings its own; nothing else moves a score."""

    def __post_init__(self) -> None:
        for name in ("side", "by"):
            side = getattr(self, name, 0)
            if isinstance(side, int) and side not in SIDES:
                raise ValueError(f"{type(self).__name__}: {name} is {side}: a side is 0 or 1")
