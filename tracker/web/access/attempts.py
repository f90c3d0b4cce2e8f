"""How often a password may be tried: a few times at once, then after a pause that doubles with each failure.

Counted for each machine, and there for each name: nobody can guess on from one machine, not even between two sign-ins
of their own; and nobody elsewhere can keep a person out by guessing wrong.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

FREE: Final = 4
"""Failures that cost no pause: a person mistypes."""
FIRST_S, LONGEST_S = 2.0, 300.0
FORGOTTEN_S: Final = 3600.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Failures:
    """The failures of one name or address since it last signed in."""

    count: int
    last_s: float

    @property
    def free_s(self) -> float:
        """When the next attempt may be made."""
        over = self.count - FREE
        return self.last_s + (min(LONGEST_S, FIRST_S * 2.0 ** min(over, 30)) if over >= 0 else 0.0)


class Attempts:
    """The failures that are remembered, in memory: a restart forgets them, but no stranger can cause one."""

    def __init__(self) -> None:
        self._failures: dict[str, Failures] = {}

    def pause_s(self, keys: Iterable[str], now_s: float) -> float:
        """Return how long those must wait; 0: they may try."""
        kept = (self._failures[key].free_s for key in keys if key in self._failures)
        return max(0.0, max(kept, default=0.0) - now_s)

    def failed(self, keys: Iterable[str], now_s: float) -> None:
        """Remember a failure; old ones are forgotten."""
        self._failures = {key: one for key, one in self._failures.items() if one.last_s > now_s - FORGOTTEN_S}
        for key in keys:
            before = self._failures.get(key)
            self._failures[key] = Failures(count=before.count + 1 if before else 1, last_s=now_s)

    def succeeded(self, keys: Iterable[str]) -> None:
        """Forget the failures of those."""
        for key in keys:
            self._failures.pop(key, None)
