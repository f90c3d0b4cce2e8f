"""What was played, by match and by player: read off the books, once each, since a book of a length never changes.

Names are those that the players have now: a book keeps the name that it was written with, the seat says whose it is.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from tracker.domain.errors import UnknownName
from tracker.match.book.book import UNREADABLE
from tracker.match.desk.visits import Visit
from tracker.match.statistics import (
    Appearance,
    FrameRecord,
    MatchRecord,
    PlayerStatistics,
    frame_record,
    statistics_of,
)
from tracker.store.database.books import book_of
from tracker.store.database.history import BookMark, book_marks
from tracker.store.database.matches import StoredMatch, match_numbered, matches
from tracker.store.database.opening import Database
from tracker.store.database.players import Player, players

Sides = tuple[tuple[str, ...], tuple[str, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchSearch:
    """Which matches are looked for."""

    player: str = ""
    """Part of a player's name; empty: whoever played."""
    table: str = ""
    """The club's name of a table; empty: any."""
    since_us: int | None = None
    until_us: int | None = None
    """Begun from then on, and before then (UTC)."""
    before: int | None = None
    """Only matches that come after this one in the list, which is the newest first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedMatch:
    """A match, and what its books tell."""

    stored: StoredMatch
    record: MatchRecord
    trouble: str = ""
    """Why its books cannot be played; empty: they can."""

    @property
    def breaks(self) -> tuple[tuple[FrameRecord, Visit], ...]:
        """All breaks, each with its frame, in order."""
        return tuple((frame, visit) for frame in self.record.frames for visit in frame.breaks)

    @property
    def highest(self) -> Visit | None:
        """The highest break, the earlier of two alike; None: nobody has scored."""
        return max((visit for _, visit in self.breaks), key=lambda visit: visit.points, default=None)

    def appearances(self, name: str | None = None) -> tuple[tuple[str, Appearance], ...]:
        """Return each player with the part he took, or the parts of the one called `name`."""
        return tuple(
            (player, Appearance(match=self.record, side=side, player=player, opponent=self.stored.names[1 - side]))
            for side, seats in enumerate(self.stored.sides)
            for player in seats
            if name in (None, player)
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class History:
    """All matches of a club."""

    database: Database
    _told: dict[tuple[str, int], tuple[int, FrameRecord]] = field(default_factory=dict)
    """What a book told, by table and epoch, with the length that it had."""

    def found(self, search: MatchSearch, most: int | None = None) -> tuple[PlayedMatch, ...]:
        """Return the matches looked for, the newest first, and no more than `most`."""
        listed = [match for match in matches(self.database) if _is_meant(match, search)]
        if search.before is not None:
            places = [place for place, match in enumerate(listed) if match.number == search.before]
            listed = listed[places[0] + 1 :] if places else []
        return self._played(listed[:most])

    def match(self, number: int) -> PlayedMatch:
        """Return a match.

        Raises:
            UnknownName: there is none of that number.
        """
        return self._played([match_numbered(self.database, number)])[0]

    def statistics(self) -> tuple[tuple[Player, tuple[PlayerStatistics, ...]], ...]:
        """Return everybody who plays, by name, and what each has done, game by game."""
        taken: dict[str, list[Appearance]] = {player.name: [] for player in players(self.database)}
        for match in self.found(MatchSearch()):
            for name, part in match.appearances():
                taken.setdefault(name, []).append(part)
        return tuple((player, statistics_of(taken[player.name])) for player in players(self.database))

    def player(self, name: str) -> tuple[Player, tuple[PlayedMatch, ...], tuple[PlayerStatistics, ...]]:
        """Return a player, his matches, the newest first, and what he has done, game by game.

        Raises:
            UnknownName: there is none of that name.
        """
        known = next((player for player in players(self.database) if player.name == name), None)
        if known is None:
            raise UnknownName(f"there is no player {name!r}: see /players")
        his = [match for match in matches(self.database) if any(name in side for side in match.sides)]
        played = self._played(his)
        return known, played, statistics_of([part for match in played for _, part in match.appearances(name)])

    def _played(self, listed: Sequence[StoredMatch]) -> tuple[PlayedMatch, ...]:
        marks = book_marks(self.database)
        return tuple(self._match(match, marks.get(match.number, ())) for match in listed)

    def _match(self, match: StoredMatch, marks: Iterable[BookMark]) -> PlayedMatch:
        frames: list[FrameRecord] = []
        trouble = ""
        try:
            frames.extend(called_now(self._frame(mark), mark.frame, match.sides) for mark in marks)
        except UNREADABLE as unreadable:
            trouble = str(unreadable)
        record = MatchRecord(frames=tuple(frames), best_of=match.best_of, ended=match.ended_us is not None)
        return PlayedMatch(stored=match, record=record, trouble=trouble)

    def _frame(self, mark: BookMark) -> FrameRecord:
        length, record = self._told.get((mark.table, mark.epoch), (-1, None))
        if record is None or length != mark.entries:
            record = frame_record(book_of(self.database, mark.table, mark.epoch))
            self._told[mark.table, mark.epoch] = mark.entries, record
        return record


def called_now(frame: FrameRecord, number: int, sides: Sides) -> FrameRecord:
    """Return a frame with its number in the match, and the names that its players have now."""
    named = {
        (side, was): now
        for side in (0, 1)
        for was, now in zip(frame.sides[side], sides[side], strict=False)
    }  # fmt: skip
    return replace(
        frame,
        number=number,
        sides=sides,
        breaks=tuple(replace(one, player=named.get((one.side, one.player), one.player)) for one in frame.breaks),
        watched=tuple(replace(one, player=named.get((one.side, one.player), one.player)) for one in frame.watched),
    )


def _is_meant(match: StoredMatch, search: MatchSearch) -> bool:
    wanted = search.player.casefold()
    return (
        any(wanted in name.casefold() for side in match.sides for name in side)
        and search.table in ("", match.table)
        and (search.since_us is None or match.begun_us >= search.since_us)
        and (search.until_us is None or match.begun_us < search.until_us)
    )
