"""What a person is shown of a match: its frames, and in each what was called, the breaks, the fouls and the strokes.

These values are filled by the wiring and only read here, as those of `words` are.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from tracker.domain.book.scoreline import Scoreline
from tracker.domain.table.kit import Kit
from tracker.domain.time import seconds
from tracker.show.run.words import StrokeView


@dataclass(frozen=True, slots=True, kw_only=True)
class BreakView:
    """A visit that scored."""

    player: str
    points: int
    made: tuple[str, ...]
    """What made it, in order: balls potted, and what else the game scores with."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CallView:
    """What was called at one moment, and the score before and after it."""

    entry: int
    """Number of the line in the frame's book."""
    at_us: int | None
    player: str
    """Who was at the table."""
    said: tuple[str, ...]
    made: tuple[str, ...]
    """What it scored with: `red`, `cannon`."""
    before: Scoreline
    after: Scoreline
    is_foul: bool = False
    is_amended: bool = False
    stroke: StrokeView | None = None
    """The stroke as the cameras saw it, if they did."""

    @property
    def gains(self) -> tuple[int, int]:
        """Points that each side made by it."""
        (a, b), (c, d) = self.before.points, self.after.points
        return c - a, d - b


@dataclass(frozen=True, slots=True, kw_only=True)
class FrameView:
    """A frame, from the first call to the last."""

    number: int
    opening: Scoreline
    calls: tuple[CallView, ...] = ()
    breaks: tuple[BreakView, ...] = ()
    """The visits that scored, in order."""
    because: str = ""
    """Why the frame ended; empty while it goes on."""
    trouble: str = ""
    """Why the calls end before the book does; empty: they do not."""

    @property
    def score(self) -> Scoreline:
        """The score after the last call."""
        return self.calls[-1].after if self.calls else self.opening

    @property
    def fouls(self) -> tuple[CallView, ...]:
        """The fouls, in order."""
        return tuple(call for call in self.calls if call.is_foul)

    @property
    def strokes(self) -> tuple[CallView, ...]:
        """The calls whose stroke the cameras saw, in order."""
        return tuple(call for call in self.calls if call.stroke)


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchView:
    """A match, ready to be written down."""

    number: int
    names: tuple[str, str]
    rulebook: str
    played: str
    """The day, in words of the caller: showing reads no clock."""
    table: str
    title: str = ""
    best_of: int | None = None
    kit: Kit | None = None
    """To draw strokes on; None: they are not drawn."""
    frames: tuple[FrameView, ...] = ()

    @property
    def frames_won(self) -> tuple[int, int]:
        """Frames that each side has won."""
        winners = [frame.score.winner for frame in self.frames]
        return winners.count(0), winners.count(1)

    @property
    def name(self) -> str:
        """The match in a few words."""
        first, second = self.names
        return f"{first} v {second}"

    @property
    def facts(self) -> tuple[str, ...]:
        """What stands under its name."""
        best_of = f"best of {self.best_of}" if self.best_of else ""
        return tuple(filter(None, (self.title, self.played, f"table {self.table}", best_of, self.rulebook)))


def high_break(frame: FrameView) -> BreakView | None:
    """Return the highest break of a frame, the first of them where two are level; None: nobody scored."""
    return max(frame.breaks, key=lambda made: made.points, default=None)


def call_words(call: CallView) -> str:
    """Return what was called in words: what was said aloud, else what was scored with, else that nothing was."""
    if call.said or call.made:
        return ", ".join((*call.said, *call.made))
    return "scored" if any(call.gains) else "no score"


def gain_words(call: CallView) -> str:
    """Return whom a call gave how many points: `4 to Ben`; empty: nobody any."""
    gains = zip(call.before.names, call.gains, strict=True)
    return ", ".join(f"{points} to {name}" for name, points in gains if points)


def points_words(points: tuple[int, int]) -> str:
    """Return points, or frames won, alone: `65–23`."""
    return "–".join(map(str, points))


def winner_words(frame: FrameView) -> str:
    """Return who won a frame, or how it stands."""
    score = frame.score
    if score.winner is not None:
        return score.names[score.winner]
    return "level" if score.over else "goes on"


def time_words(call: CallView) -> str:
    """Return when it was called, by the time of the recording; empty where no camera ran."""
    if call.at_us is None:
        return ""
    minutes, rest = divmod(round(seconds(call.at_us)), 60)
    return f"{minutes}:{rest:02}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """A column of a table of calls."""

    head: str
    say: Callable[[CallView], str]
    share: float
    """Part of the table's width, beside the other columns' parts."""
    is_number: bool = False


FOULS: Final = (
    Column(head="No.", say=lambda call: str(call.entry), share=1, is_number=True),
    Column(head="Time", say=time_words, share=1.3, is_number=True),
    Column(head="Player", say=lambda call: call.player, share=3),
    Column(head="Call", say=call_words, share=5),
    Column(head="Points", say=gain_words, share=3),
    Column(head="Score", say=lambda call: points_words(call.after.points), share=2, is_number=True),
)
CALLS: Final = (*FOULS, Column(head="", say=lambda call: "amended" if call.is_amended else "", share=1.7))
