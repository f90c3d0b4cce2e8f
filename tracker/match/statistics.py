"""What a book tells of the players: results, breaks, fouls, head to head; where a camera watched, pots and time too.

Pure functions over books: only calls that stand are counted, so that a correction corrects what follows from it here.
A break is what one side makes in one visit; what else it has, fouls of the other side have given it.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from tracker.domain.law.ruling import Outcome
from tracker.domain.time import SECOND_US
from tracker.match.book.book import Book, is_abandoned
from tracker.match.book.entries import Seen
from tracker.match.book.ledger import Ledger, LedgerLine, ledger
from tracker.match.desk.visits import Visit, visits_in
from tracker.match.result import MatchResult, match_result
from tracker.rules import shelf

Pair = tuple[int, int]
"""A number of each side."""
TIERS: Final = (10, 20, 30, 40, 50, 70, 100, 130)
"""Breaks are counted from so many points on."""
AWAY_US: Final = 300 * SECOND_US
"""Whoever has not played for so long was not thinking: an interval, a drink, a re-rack."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchedStroke:
    """A stroke that a camera watched, as it was called."""

    side: int
    player: str
    scored: bool
    """It made something, and was no foul."""
    took_us: int | None
    """From the balls having come to rest to the stroke; None: not known, or nobody was at the table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FrameRecord:
    """A frame (a game of billiards, a set of novuss) as its book tells it."""

    number: int
    game: str
    rulebook: str
    part: str
    """What is played: `frame`, `game` or `set`."""
    unit: str
    sides: tuple[tuple[str, ...], tuple[str, ...]]
    """Players of each side, as the book calls them."""
    points: Pair
    outcome: Outcome | None
    """Who won it and why; None: it goes on."""
    trouble: str
    """Why the book cannot be read to its end; empty: it can."""
    abandoned: bool
    breaks: tuple[Visit, ...]
    """The visits that scored, in order."""
    given: Pair
    """Points that a side has otherwise: by fouls of the other, and what it began with."""
    fouls: Pair
    """How many each side has committed."""
    watched: tuple[WatchedStroke, ...]

    @property
    def over(self) -> bool:
        """Somebody has won it, or it ended level."""
        return self.outcome is not None

    @property
    def winner(self) -> int | None:
        """The side that has won it."""
        return self.outcome.winner if self.outcome else None


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchRecord:
    """A match as its books tell it."""

    frames: tuple[FrameRecord, ...]
    best_of: int | None
    ended: bool
    """It goes on no more, decided or not."""

    @property
    def won(self) -> Pair:
        """Frames that each side has won."""
        return self._result.won

    @property
    def abandoned(self) -> bool:
        """It was ended before it was decided."""
        return any(frame.abandoned for frame in self.frames)

    @property
    def winner(self) -> int | None:
        """Who has won it; of a match that was not for a number of frames, who is ahead when it ends. None: nobody."""
        result, (a, b) = self._result, self.won
        if result.over or self.best_of is not None or not self.ended or a == b:
            return result.winner
        return 0 if a > b else 1

    @property
    def _result(self) -> MatchResult:
        return match_result([frame.outcome for frame in self.frames], self.best_of, abandoned=self.abandoned)


@dataclass(frozen=True, slots=True, kw_only=True)
class Appearance:
    """A match of one player."""

    match: MatchRecord
    side: int
    player: str
    """As the books call him: one of that side."""
    opponent: str
    """Who played against him, in words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Balance:
    """Won and lost."""

    matches: int = 0
    """Those that are over, decided or not."""
    matches_won: int = 0
    matches_lost: int = 0
    frames: int = 0
    """Those that are over."""
    frames_won: int = 0
    frames_lost: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerStatistics:
    """A player in one game."""

    game: str
    balance: Balance
    points: int
    """Of his side."""
    points_against: int
    highest: int
    """Highest break; 0: none."""
    breaks: Mapping[int, int]
    """How many breaks of at least so many points."""
    fouls: int
    """Of his side."""
    watched: int
    """Strokes that a camera watched."""
    watched_scored: int
    """Of these, those that scored."""
    mean_time_s: float | None
    """From the balls at rest to the stroke; None: no camera has told."""
    against: Mapping[str, Balance]
    """Head to head, by opponent."""


def frame_record(book: Book) -> FrameRecord:
    """Return what a book tells of its frame.

    Raises:
        UnknownName: there is no such rulebook.
    """
    told, setup = ledger(book), book.header.setup
    score = told.score
    return FrameRecord(
        number=setup.frame, game=shelf.find(book.header.rulebook).game, rulebook=book.header.rulebook,
        part=score.part, unit=score.unit, sides=setup.sides, points=score.points, outcome=told.outcome,
        trouble=f"entry {told.trouble.entry} no longer fits: {told.trouble.why}" if told.trouble else "",
        abandoned=is_abandoned(book.entries), breaks=visits_in(told),
        given=_given(told), fouls=_fouls(told.lines), watched=_watched(book, told.lines),
    )  # fmt: skip


def statistics_of(played: Sequence[Appearance]) -> tuple[PlayerStatistics, ...]:
    """Return what a player has done in each game, by the game's name; all of his matches are given."""
    games = sorted({frame.game for one in played for frame in one.match.frames})
    return tuple(_in_game(game, [one for one in played if _game_of(one) == game]) for game in games)


def _game_of(one: Appearance) -> str:
    return one.match.frames[0].game if one.match.frames else ""


def _in_game(game: str, played: Sequence[Appearance]) -> PlayerStatistics:
    frames = [(frame, one) for one in played for frame in one.match.frames]
    made = [visit.points for frame, one in frames for visit in frame.breaks if _is_his(visit, one)]
    strokes = [stroke for frame, one in frames for stroke in frame.watched if _is_his(stroke, one)]
    times = [stroke.took_us for stroke in strokes if stroke.took_us is not None]
    opponents: dict[str, list[Appearance]] = defaultdict(list)
    for one in played:
        opponents[one.opponent].append(one)
    return PlayerStatistics(
        game=game, balance=balance_of(played), points=sum(frame.points[one.side] for frame, one in frames),
        points_against=sum(frame.points[1 - one.side] for frame, one in frames), highest=max(made, default=0),
        breaks=counted(made), fouls=sum(frame.fouls[one.side] for frame, one in frames), watched=len(strokes),
        watched_scored=sum(stroke.scored for stroke in strokes),
        mean_time_s=sum(times) / len(times) / SECOND_US if times else None,
        against={name: balance_of(opponents[name]) for name in sorted(opponents)},
    )  # fmt: skip


def counted(breaks: Iterable[int]) -> dict[int, int]:
    """Return how many breaks reach each of the tiers; a tier that none reaches is left out."""
    made = list(breaks)
    return {tier: reached for tier in TIERS if (reached := sum(points >= tier for points in made))}


def balance_of(played: Iterable[Appearance]) -> Balance:
    """Return what a player has won and lost in these matches."""
    all_played = list(played)
    matches = [(one.match.winner, one.side) for one in all_played if one.match.ended or one.match.winner is not None]
    frames = [(frame.winner, one.side) for one in all_played for frame in one.match.frames if frame.over]
    return Balance(
        matches=len(matches), matches_won=sum(winner == side for winner, side in matches),
        matches_lost=sum(winner == 1 - side for winner, side in matches), frames=len(frames),
        frames_won=sum(winner == side for winner, side in frames),
        frames_lost=sum(winner == 1 - side for winner, side in frames),
    )  # fmt: skip


def _is_his(one: Visit | WatchedStroke, appearance: Appearance) -> bool:
    """Tell whether a visit or a stroke is that of the player, not of a partner; a side of one is called as he is."""
    return one.side == appearance.side and one.player == appearance.player


def _given(told: Ledger) -> Pair:
    """Return what each side has that no stroke of its own made."""
    opening = told.opening
    begun = [points - (opening.visit if side == opening.striker else 0) for side, points in enumerate(opening.points)]
    for line in told.lines:
        for side in (0, 1):
            if not (line.made and side == line.before.striker and line.gains[side] > 0):
                begun[side] += line.gains[side]
    return begun[0], begun[1]


def _fouls(lines: Iterable[LedgerLine]) -> Pair:
    fouls = [line.before.striker for line in lines if line.is_foul]
    return fouls.count(0), fouls.count(1)


def _watched(book: Book, lines: Iterable[LedgerLine]) -> tuple[WatchedStroke, ...]:
    took = _times(book)
    return tuple(
        WatchedStroke(
            side=line.before.striker, player=line.player, scored=bool(line.made) and not line.is_foul,
            took_us=took.get(line.seen.number),
        )
        for line in lines if line.seen is not None
    )  # fmt: skip


def _times(book: Book) -> dict[int, int]:
    """Return how long the table lay still before each stroke that was seen, by its entry; never over an absence."""
    seen = [entry for entry in book.entries if isinstance(entry, Seen)]
    still = {one.number: one.stroke.began_us - before.stroke.ended_us for before, one in pairwise(seen)}
    return {number: us for number, us in still.items() if 0 <= us <= AWAY_US}
