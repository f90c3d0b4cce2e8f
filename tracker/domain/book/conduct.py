"""How the sides have behaved in the match so far, as far as a book lets it count in the frames to come.

What each game makes of it is its own law: in snooker Section 4 Rules 1 to 3, in billiards Section 4 Rules 1 and 2, in
novuss N4. A Warning about misses is none of it: it lasts as long as the run of misses.
"""

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """What stands against one side."""

    warned: tuple[str, ...] = ()
    """Kinds of conduct that it was Warned for, in order."""
    lost: tuple[str, ...] = ()
    """Kinds of conduct for which a frame was awarded against it, in order."""


CLEAN = Record()


@dataclass(frozen=True, slots=True, kw_only=True)
class Conduct:
    """The records of both sides, and the frames to come that are lost already."""

    records: tuple[Record, Record] = (CLEAN, CLEAN)
    ahead: tuple[int, ...] = ()
    """Sides to which a frame to come is lost, one for each such frame: it was awarded between frames."""

    def warned(self, side: int, kind: str) -> "Conduct":
        """Return this with a Warning to `side` for `kind`."""
        record = self.records[side]
        return self._with(side, replace(record, warned=(*record.warned, kind)))

    def lost(self, side: int, kind: str, *, ahead: bool) -> "Conduct":
        """Return this with a frame lost to `side` for `kind`; `ahead`: it is one that has not begun."""
        record = self.records[side]
        then = self._with(side, replace(record, lost=(*record.lost, kind)))
        return replace(then, ahead=(*self.ahead, side)) if ahead else then

    @property
    def begun(self) -> "Conduct":
        """What still stands once the next frame has begun, and with it the first of those lost ahead."""
        return replace(self, ahead=self.ahead[1:])

    def _with(self, side: int, record: Record) -> "Conduct":
        return replace(self, records=(record, self.records[1]) if side == 0 else (self.records[0], record))


BLAMELESS = Conduct()
"""Nothing stands against anybody."""
