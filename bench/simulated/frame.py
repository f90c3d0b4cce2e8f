"""A frame as it truly was, stroke by stroke, and the kinds of frame that there are."""

from dataclasses import dataclass
from typing import Any, Final

from tracker.domain.book.scoreline import Scoreline
from tracker.domain.book.setup import Setup
from tracker.domain.law.call import Call
from tracker.domain.strokes.stroke import Standing, Stroke
from tracker.match.book.entries import Header
from tracker.rules import shelf

FOUR_HANDED: Final = "four-handed"

KINDS: Final[dict[str, str]] = {
    "snooker-2024": "snooker-2024",
    "snooker-2022": "snooker-2022",
    "snooker-legacy": "snooker-legacy",
    "six-reds-2024": "six-reds-2024",
    "six-reds-2022": "six-reds-2022",
    FOUR_HANDED: "snooker-2024",
    "shoot-out-2024": "shoot-out-2024",
    "billiards-2024": "billiards-2024",
    "novuss-2015": "novuss-2015",
}
"""What is played, by name, and the rulebook that it is played by."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Struck:
    """One true stroke."""

    stroke: Stroke
    """The facts, all sure."""
    before: Standing
    """The balls at rest as it was struck, places exact; the cue-ball in hand lies where it was placed."""
    standing: Standing
    """The balls at rest right after it: what fell is gone, and nothing has been put back."""
    calls: tuple[Call, ...]
    """All called since the stroke before, what people said aloud among it, and last what the stroke came to."""
    side: int
    """Who played it."""
    player: str
    points: tuple[int, int]
    """The score after it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """A frame, set or game as it was."""

    kind: str
    seed: int
    setup: Setup
    """What was agreed, and where the frame truly stood when the recording began."""
    told: Setup
    """The same as far as whoever began the recording told it: in mid-frame not what was on."""
    strokes: tuple[Struck, ...]
    closing: tuple[Call, ...]
    """What people said after the last stroke: a concession."""
    final: Scoreline

    @property
    def header(self) -> Header:
        """What the desk's book opens with."""
        return Header(rulebook=KINDS[self.kind], setup=self.told, table=rules_of(self.kind).kit.name)

    @property
    def winner(self) -> int | None:
        """Who won, or leads where play was broken off; None: level."""
        return leader(self.final)


def rules_of(kind: str) -> Any:
    """Return the rulebook that this kind of frame is played by."""
    return shelf.find(KINDS[kind])


def leader(line: Scoreline) -> int | None:
    """Return who has won, or is ahead while nobody has; None: nobody."""
    if line.over:
        return line.winner
    a, b = line.points
    return None if a == b else int(b > a)
