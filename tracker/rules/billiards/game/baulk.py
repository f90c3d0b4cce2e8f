"""The Baulk-line crossing: in every hundred of a break the cue-ball must come into Baulk between eighty and a hundred.

Theory: Section 3 Rule 8. A window opens with the stroke that reaches 80 (180, 280 …); a crossing in that stroke does
not count, one in the stroke that reaches 100 does (AMB-30). It has a limit from when the Warning is called: the
hundred, or twenty more than the break when the Warning came late. A late Warning moves its own window only (AMB-38).
"""

from dataclasses import dataclass
from typing import Final

from tracker.domain.frozen import replace

HUNDRED: Final = 100
WITHIN: Final = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class CrossingWindow:
    """A stretch of a break in which the Baulk-line must be crossed."""

    start: int
    """80, 180 …"""
    opened_at: int
    """The break after the stroke that opened it."""
    limit: int | None = None
    """The break at which a crossing must have been made; None: the Warning has not been called."""

    @property
    def warning(self) -> str:
        """What the referee calls."""
        return warning_at(self.start)

    def warned(self, visit: int) -> "CrossingWindow":
        """Return the window with its Warning called at a break of `visit`."""
        in_time = visit == self.opened_at
        return replace(self, limit=self.start + WITHIN if in_time else visit + WITHIN)


def warning_at(start: int) -> str:
    """Return what the referee calls as a break reaches the window that begins there."""
    return f"BAULK-LINE WARNING AT {start}"


def opened(before: int, after: int) -> tuple[CrossingWindow, ...]:
    """Return the windows that open when a stroke takes the break from `before` to `after`."""
    first = HUNDRED - WITHIN
    starts = range(first, after + 1, HUNDRED)
    return tuple(CrossingWindow(start=start, opened_at=after) for start in starts if start > before)


def run_out(windows: tuple[CrossingWindow, ...], after: int) -> CrossingWindow | None:
    """Return the first window that is used up when a stroke without a crossing takes the break to `after`."""
    return next((window for window in windows if window.limit is not None and after >= window.limit), None)


def still_open(
    windows: tuple[CrossingWindow, ...], before: int, after: int, crossed: bool
) -> tuple[CrossingWindow, ...]:
    """Return the windows that stand after a scoring stroke took the break from `before` to `after`."""
    left = () if crossed else (window for window in windows if window.limit is None or after < window.limit)
    return (*left, *opened(before, after))


def in_time(visit: int) -> tuple[CrossingWindow, ...]:
    """Return the windows in a break that is picked up at `visit`, their Warnings called when they were due."""
    return tuple(window.warned(visit) for window in opened(visit - visit % HUNDRED, visit))
