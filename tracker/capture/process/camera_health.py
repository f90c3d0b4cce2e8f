"""How a camera fares, worked out from what came of it and when; no clock of its own."""

from dataclasses import dataclass, replace

from tracker.capture.process.capture_request import Laid
from tracker.capture.process.state import CameraState, Patience, Phase
from tracker.capture.stamped import PictureStamp

RECENT = 50
"""The pictures over which the rate is taken."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CameraHealth:
    """What is known of a camera; all times but those of pictures by our own clock."""

    since_us: int
    phase: Phase = "starting"
    why: str = ""
    newest_us: int | None = None
    """When the newest picture came."""
    recent: tuple[PictureStamp, ...] = ()
    """The last pictures."""
    size: tuple[int, int] | None = None
    pictures: int = 0
    reconnects: int = 0
    recording: str = "off"

    def laid(self, laid: Laid, clock_us: int) -> "CameraHealth":
        """Return this once a picture came."""
        again = self.phase == "lost" and self.newest_us is not None
        return replace(
            self,
            phase="live",
            since_us=self.since_us if self.phase == "live" else clock_us,
            why="",
            newest_us=clock_us,
            recent=(*(() if again else self.recent), PictureStamp(number=laid.number, at_us=laid.at_us))[-RECENT:],
            size=(laid.width, laid.height),
            pictures=self.pictures + 1 + laid.dropped,
            reconnects=self.reconnects + again,
        )

    def down(self, phase: Phase, why: str, clock_us: int) -> "CameraHealth":
        """Return this once it is `lost` or `ended`; lost again, it has been lost since the first time."""
        since_us = self.since_us if self.phase == phase else clock_us
        return replace(self, phase=phase, why=why, since_us=since_us, recording="off")

    def state(self, clock_us: int, patience: Patience, dropped: int, log: tuple[str, ...]) -> CameraState:
        """Return how it fares at a moment."""
        age_us = None if self.newest_us is None else clock_us - self.newest_us
        stalled_us = 0 if age_us is None else age_us - round(patience.stalled_s * 1e6)
        stalled = self.phase == "live" and stalled_us > 0
        return CameraState(
            state="stalled" if stalled else self.phase,
            since_us=stalled_us if stalled else clock_us - self.since_us,
            age_us=age_us,
            pictures=self.pictures,
            dropped=dropped,
            reconnects=self.reconnects,
            size=self.size,
            rate=_rate(self.recent),
            why="no picture comes" if stalled else self.why,
            recording=self.recording,
            log=log,
        )


def _rate(recent: tuple[PictureStamp, ...]) -> float:
    """Return how many pictures a second came, those among them that were dropped included."""
    if len(recent) < 2:
        return 0.0
    return 1e6 * (recent[-1].number - recent[0].number) / (recent[-1].at_us - recent[0].at_us)
