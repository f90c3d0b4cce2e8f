"""The players of the club: what they are called, the flag or badge beside it, and their handicap.

Whoever begins a match is kept by name; the rest is told later, or never. A book keeps the name that it was written
with, while the seats of a match name the player: a name that is put right is right in all matches before it.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass

from sqlalchemy import Connection, exists, insert, select, update
from sqlalchemy.exc import IntegrityError

from tracker.domain.errors import BadInput, UnknownName
from tracker.store.database import schema
from tracker.store.database.opening import Database


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """Somebody who plays."""

    name: str
    short_name: str = ""
    """For narrow screens; empty: the name."""
    country: str = ""
    """Whose flag stands beside the name: two letters of ISO 3166-1, or `GB-ENG` and its like of ISO 3166-2."""
    handicap: int = 0
    """Points: in a level match the player with less gives the other one the difference as a start."""
    badge: str = ""
    """A small picture, of a club say, in place of the flag: a `data:` address."""


def players(database: Database) -> tuple[Player, ...]:
    """Return everybody who plays, or has played, by name."""
    p = schema.players.c
    with database.reading() as connection:
        told = select(p.name, p.short_name, p.country, p.handicap, p.badge)
        rows = connection.execute(told.order_by(p.name)).mappings()
        return tuple(Player(**row) for row in rows)


def keep_player(database: Database, player: Player) -> None:
    """Keep a player who is new.

    Raises:
        BadInput: there is one of that name.
    """
    with _one_name(player), database.writing() as connection:
        connection.execute(insert(schema.players).values(_row(player)))


def change_player(database: Database, name: str, player: Player) -> None:
    """Keep something else of the player called `name`, another name too: the matches played stay theirs.

    Raises:
        UnknownName: there is none.
        BadInput: another player has the new name.
    """
    with _one_name(player), database.writing() as connection:
        number = _number(connection, name)
        connection.execute(update(schema.players).where(schema.players.c.id == number).values(_row(player)))


def remove_player(database: Database, name: str) -> None:
    """Forget a player who has played no match.

    Raises:
        UnknownName: there is none.
        BadInput: there is a match of theirs.
    """
    seats = schema.match_players.c
    with database.writing() as connection:
        number = _number(connection, name)
        if connection.scalar(select(exists().where(seats.player_id == number))):
            raise BadInput(f"player {name!r} has played: a match keeps its players")
        connection.execute(schema.players.delete().where(schema.players.c.id == number))


@contextmanager
def _one_name(player: Player) -> Iterator[None]:
    """Say in one line that a name is taken."""
    try:
        yield
    except IntegrityError as trouble:
        taken = f"player {player.name!r}: there is one already: change that one, or use another name"
        raise BadInput(taken) from trouble


def _number(connection: Connection, name: str) -> int:
    number = connection.scalar(select(schema.players.c.id).where(schema.players.c.name == name))
    if number is None:
        raise UnknownName(f"there is no player {name!r}: see /players")
    return int(number)


def _row(player: Player) -> dict[str, object]:
    return asdict(player)
