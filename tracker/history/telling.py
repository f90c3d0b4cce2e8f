"""What was played, as plain objects for JSON: keys keep their meaning, new ones may come (docs/exports.md)."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import Any, Final

from tracker.history.reading import PlayedMatch
from tracker.history.sheets import day_words
from tracker.match.statistics import TIERS, Balance, FrameRecord, PlayerStatistics, counted
from tracker.store.database.players import Player

SCHEMA: Final = 1
BEST: Final = 10
"""So many of the highest breaks of a player, or at a table, are told."""
JsonObject = dict[str, Any]


def match_told(match: PlayedMatch) -> JsonObject:
    """Return a match in short: who, when, and how it stands."""
    stored, record, high = match.stored, match.record, match.highest
    first = record.frames[0] if record.frames else None
    return {
        "match": stored.number, "date": day_words(stored.begun_us), "begun_us": stored.begun_us,
        "ended_us": stored.ended_us, "table": stored.table, "title": stored.title, "rulebook": stored.rulebook,
        "game": first.game if first else "", "part": first.part if first else "frame",
        "unit": first.unit if first else "points", "best_of": stored.best_of, "sides": stored.sides,
        "names": stored.names, "won": record.won, "winner": record.winner, "abandoned": record.abandoned,
        "points": tuple(sum(frame.points[side] for frame in record.frames) for side in (0, 1)),
        "high_break": {"side": high.side, "player": high.player, "points": high.points} if high else None,
        "trouble": match.trouble,
    }  # fmt: skip


def whole_match_told(match: PlayedMatch, known: Iterable[Player] = ()) -> JsonObject:
    """Return a match with all its frames, and what each side has done in it."""
    shown = {player.name: player for player in known}
    sides = [shown.get(name, Player(name=name)) for name in match.stored.names]
    frames = match.record.frames
    return {
        "schema": SCHEMA, **match_told(match), "countries": [one.country for one in sides],
        "badges": [one.badge for one in sides],
        "frames": list(map(_frame_told, frames)), "statistics": [_side_told(frames, side) for side in (0, 1)],
    }  # fmt: skip


def player_told(player: Player, games: Sequence[PlayerStatistics]) -> JsonObject:
    """Return a player, and what he has done in each game."""
    return {**asdict(player), "games": list(map(_game_told, games))}


def whole_player_told(player: Player, played: Sequence[PlayedMatch], games: Sequence[PlayerStatistics]) -> JsonObject:
    """Return a player with all his matches and his highest breaks."""
    return {
        "schema": SCHEMA, **player_told(player, games), "best": _best(played, player.name),
        "matches": list(map(match_told, played)),
    }  # fmt: skip


def table_told(table: str, played: Sequence[PlayedMatch]) -> JsonObject:
    """Return what was done at a table, game by game, with its highest breaks and all its matches."""
    games = sorted({frame.game for match in played for frame in match.record.frames})
    return {
        "schema": SCHEMA, "table": table, "games": [_game_at_table(game, played) for game in games],
        "best": _best(played), "matches": list(map(match_told, played)),
    }  # fmt: skip


def _game_at_table(game: str, played: Sequence[PlayedMatch]) -> JsonObject:
    frames = [(match, frame) for match in played for frame in match.record.frames if frame.game == game]
    made = [visit.points for _, frame in frames for visit in frame.breaks]
    return {
        "game": game, "matches": len({match.stored.number for match, _ in frames}),
        "frames": sum(frame.over for _, frame in frames), "highest": max(made, default=0), "breaks": counted(made),
        "watched": sum(len(frame.watched) for _, frame in frames),
    }  # fmt: skip


def _frame_told(frame: FrameRecord) -> JsonObject:
    return {
        "frame": frame.number, "rulebook": frame.rulebook, "points": frame.points, "over": frame.over,
        "winner": frame.winner, "because": frame.outcome.because if frame.outcome else "", "fouls": frame.fouls,
        "given": frame.given, "trouble": frame.trouble,
        "breaks": [
            {"side": one.side, "player": one.player, "points": one.points, "made": one.made} for one in frame.breaks
        ],
    }  # fmt: skip


def _side_told(frames: Sequence[FrameRecord], side: int) -> JsonObject:
    made = [visit.points for frame in frames for visit in frame.breaks if visit.side == side]
    strokes = [stroke for frame in frames for stroke in frame.watched if stroke.side == side]
    times = [stroke.took_us for stroke in strokes if stroke.took_us is not None]
    return {
        "points": sum(frame.points[side] for frame in frames), "highest": max(made, default=0),
        "breaks": counted(made), "fouls": sum(frame.fouls[side] for frame in frames),
        "given": sum(frame.given[side] for frame in frames), "watched": len(strokes),
        "watched_scored": sum(stroke.scored for stroke in strokes),
        "mean_time_s": round(sum(times) / len(times) / 1e6, 1) if times else None,
    }  # fmt: skip


def _game_told(told: PlayerStatistics) -> JsonObject:
    against = [{"name": name, **_balance_told(one)} for name, one in told.against.items()]
    return {
        "game": told.game, **_balance_told(told.balance), "points": told.points,
        "points_against": told.points_against, "highest": told.highest, "breaks": told.breaks, "fouls": told.fouls,
        "watched": told.watched, "watched_scored": told.watched_scored,
        "mean_time_s": None if told.mean_time_s is None else round(told.mean_time_s, 1), "against": against,
    }  # fmt: skip


def _balance_told(balance: Balance) -> JsonObject:
    return asdict(balance)


def _best(played: Iterable[PlayedMatch], name: str | None = None) -> list[JsonObject]:
    """Return the highest breaks of a player, or of all."""
    made: list[JsonObject] = [
        {
            "points": visit.points, "player": visit.player, "match": match.stored.number, "frame": frame.number,
            "game": frame.game, "date": day_words(match.stored.begun_us), "against": match.stored.names[1 - visit.side],
        }
        for match in played for frame, visit in match.breaks
        if name in (None, visit.player) and visit.points >= TIERS[0]
    ]  # fmt: skip
    return sorted(made, key=lambda one: one["points"], reverse=True)[:BEST]
