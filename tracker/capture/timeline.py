"""When a picture was taken, told by the camera's own stamps, and carried on when they jump or the camera comes back.

Theory: a stamp says how long after another stamp a picture was taken, not when. So each is moved by the same shift on
to the capture clock, which begins with the first picture and never goes back. Where stamps do not go on from the ones
before (a camera that was switched off, or set its clock), our own clock says how much time lies between.
"""

from dataclasses import dataclass, replace

LEAP_US = 2_000_000
"""Stamps may run ahead of our clock by this much in one step: cameras send in bursts, none of two seconds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reached:
    """How far the capture clock had come when a source was last seen."""

    at_us: int
    clock_us: int
    """When that was, by our own clock."""

    def now(self, clock_us: int) -> int:
        """Return the capture time at `clock_us`: always later than what was reached."""
        return self.at_us + max(clock_us - self.clock_us, 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Timeline:
    """Where the stamps of a source stand on the capture clock."""

    shift_us: int
    """What to add to a stamp."""
    stamp_us: int
    """The newest stamp, in the order of sending."""
    clock_us: int
    """When that came, by our own clock."""

    def then(self, stamp_us: int, clock_us: int) -> "Timeline":
        """Return the timeline once `stamp_us` has come; stamps must rise."""
        if self.stamp_us < stamp_us <= self.stamp_us + clock_us - self.clock_us + LEAP_US:
            return replace(self, stamp_us=stamp_us, clock_us=clock_us)
        return self._anew(stamp_us, clock_us)

    def out_of_turn(self, stamp_us: int, clock_us: int) -> "Timeline":
        """Return the timeline once a stamp has come whose place in the order of sending is not known."""
        if -LEAP_US < stamp_us - self.stamp_us <= clock_us - self.clock_us + LEAP_US:
            return self
        return self._anew(stamp_us, clock_us)

    def _anew(self, stamp_us: int, clock_us: int) -> "Timeline":
        reached = Reached(at_us=self.shift_us + self.stamp_us, clock_us=self.clock_us)
        return Timeline(shift_us=reached.now(clock_us) - stamp_us, stamp_us=stamp_us, clock_us=clock_us)
