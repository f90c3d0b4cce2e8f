"""What was played as tables for a spreadsheet: matches, breaks, players; columns are a promise (docs/exports.md)."""

import csv
import io
from collections.abc import Iterable, Sequence
from typing import Final

from tracker.history.reading import PlayedMatch
from tracker.history.sheets import day_words
from tracker.match.statistics import TIERS, FrameRecord, PlayerStatistics
from tracker.store.database.players import Player
from tracker.store.match_csv import cell

MATCHES: Final = (
    "match", "date", "table", "title", "rulebook", "best_of", "side_a", "side_b", "won_a", "won_b", "winner",
    "high_break", "high_break_by", "abandoned",
)  # fmt: skip
RESULTS: Final = (
    "match", "date", "title", "best_of", "side_a", "side_b", "won_a", "won_b", "frame_scores", "breaks_a", "breaks_b",
    "winner", "abandoned",
)  # fmt: skip
WORTH_A_LINE: Final = 20
"""A score card of a league has a line for breaks from so many points on; leagues differ."""
WITH_THE_FRAME: Final = 50
"""From so many on a break stands with the score of its frame."""
BREAKS: Final = ("match", "date", "frame", "rulebook", "player", "against", "break", "made")
PLAYERS: Final = (
    "player", "short_name", "country", "handicap", "game", "matches", "matches_won", "matches_lost", "frames",
    "frames_won", "frames_lost", "points", "points_against", "highest", *(f"breaks_{tier}" for tier in TIERS), "fouls",
    "watched", "watched_scored", "mean_time_s",
)  # fmt: skip


def matches_csv(played: Iterable[PlayedMatch]) -> str:
    """Return a row for each match."""
    return _table(MATCHES, map(_match_row, played))


def results_csv(played: Iterable[PlayedMatch]) -> str:
    """Return a row for each match as score cards have it: `74-21 (52), 8-93 (88)`, and the breaks of each side."""
    return _table(RESULTS, map(_result_row, played))


def breaks_csv(played: Iterable[PlayedMatch]) -> str:
    """Return a row for each break."""
    return _table(
        BREAKS,
        (
            (
                match.stored.number, day_words(match.stored.begun_us), frame.number, frame.rulebook,
                cell(visit.player), cell(match.stored.names[1 - visit.side]), visit.points, "; ".join(visit.made),
            )
            for match in played for frame, visit in match.breaks
        ),
    )  # fmt: skip


def players_csv(known: Iterable[tuple[Player, Sequence[PlayerStatistics]]]) -> str:
    """Return a row for each player and game; one of a player who has played none."""
    return _table(PLAYERS, (_player_row(player, told) for player, games in known for told in games or (None,)))


def _table(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(heads)
    writer.writerows(rows)
    return text.getvalue()


def _match_row(match: PlayedMatch) -> tuple[object, ...]:
    stored, record, high = match.stored, match.record, match.highest
    return (
        stored.number, day_words(stored.begun_us), cell(stored.table), cell(stored.title), stored.rulebook,
        stored.best_of or "", *map(cell, stored.names), *record.won,
        "" if record.winner is None else cell(stored.names[record.winner]), high.points if high else "",
        cell(high.player) if high else "", int(record.abandoned),
    )  # fmt: skip


def _result_row(match: PlayedMatch) -> tuple[object, ...]:
    stored, record = match.stored, match.record
    return (
        stored.number, day_words(stored.begun_us), cell(stored.title), stored.best_of or "", *map(cell, stored.names),
        *record.won, ", ".join(_score_of(frame) for frame in record.frames if frame.over),
        *(_breaks_of(match, side, WORTH_A_LINE) for side in (0, 1)),
        "" if record.winner is None else cell(stored.names[record.winner]), int(record.abandoned),
    )  # fmt: skip


def _score_of(frame: FrameRecord) -> str:
    high = [str(visit.points) for visit in frame.breaks if visit.points >= WITH_THE_FRAME]
    return "-".join(map(str, frame.points)) + (f" ({', '.join(high)})" if high else "")


def _breaks_of(match: PlayedMatch, side: int, least: int) -> str:
    made = (visit.points for _, visit in match.breaks if visit.side == side and visit.points >= least)
    return ", ".join(map(str, sorted(made, reverse=True)))


def _player_row(player: Player, told: PlayerStatistics | None) -> tuple[object, ...]:
    known = (cell(player.name), cell(player.short_name), player.country, player.handicap)
    if told is None:
        return (*known, *("",) * (len(PLAYERS) - len(known)))
    one = told.balance
    return (
        *known, told.game, one.matches, one.matches_won, one.matches_lost, one.frames, one.frames_won,
        one.frames_lost, told.points, told.points_against, told.highest, *(told.breaks.get(tier, 0) for tier in TIERS),
        told.fouls, told.watched, told.watched_scored,
        "" if told.mean_time_s is None else f"{told.mean_time_s:.1f}",
    )  # fmt: skip
