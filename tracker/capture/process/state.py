"""How a camera fares, in words for the referee's desk, and how long it is waited for."""

from dataclasses import dataclass
from typing import Literal

Phase = Literal["starting", "live", "stalled", "lost", "ended"]


@dataclass(frozen=True, slots=True, kw_only=True)
class CameraState:
    """How a camera fares at the moment of asking; holds nothing that is secret."""

    state: Phase
    """`stalled`: no picture for a moment; `lost`: given up and being opened again; `ended`: nothing more will come."""
    since_us: int
    """For how long it has been so."""
    age_us: int | None
    """How long ago the newest picture came; None before the first."""
    pictures: int
    """How many came."""
    dropped: int
    """How many of them nobody took before a newer one came."""
    reconnects: int
    """How often pictures came again after the camera was lost."""
    size: tuple[int, int] | None
    """Width and height of the newest picture."""
    rate: float
    """Pictures a second, over the last ones; 0 before there are two."""
    why: str
    """Why it is not live, in one line; empty while all is well."""
    recording: str
    """`off`, `on`, or why it stopped."""
    log: tuple[str, ...]
    """The last lines that capture said."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Patience:
    """How long a camera is waited for, in seconds."""

    opening_s: float = 15.0
    """For the first picture after it was called."""
    stalled_s: float = 1.0
    """A picture older than this makes it stalled."""
    silent_s: float = 3.0
    """One older than this makes it lost."""
    steady_s: float = 10.0
    """Pictures for so long, and the next pause is the shortest again."""
    first_pause_s: float = 0.25
    longest_pause_s: float = 10.0

    def pause_s(self, failures: int, chance: float) -> float:
        """Return how long to wait after so many failures on end; `chance` (0 … 1) keeps many from calling at once."""
        doubled_s = self.first_pause_s * 2.0 ** min(failures - 1, 30)
        return min(doubled_s, self.longest_pause_s) * (0.5 + 0.5 * chance)
