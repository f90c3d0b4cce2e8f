"""What the database holds, table by table, as it is now; `migrations` says how it came to be so.

Times are whole microseconds UTC. A book lies in `frames` (its header) and `entries` (its lines, as `match.book.codec`
writes them): both are append only, as are verdicts, by triggers that hold against every program. An entry is named by
table, epoch and sequence: the epoch rises by one with each frame begun at a table, or begun again because its header
was wrong; the sequence counts the entries of that book from 1.
"""

from typing import Any, Final

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
)

from tracker.domain.book.verdict import VERDICTS

ROLES: Final = ("viewer", "scorer", "referee", "admin")
PURPOSES: Final = ("foul", "review", "export")
METADATA: Final = MetaData()
WHOLE: Final = Integer().with_variant(BigInteger(), "postgresql")
"""Of SQLite any whole number has eight bytes, if it needs them."""


def _id() -> Column[Any]:
    return Column("id", WHOLE, primary_key=True)


def _text(name: str, *more: Any, **options: Any) -> Column[Any]:
    return Column(name, Text, *more, **{"nullable": False} | options)


def _whole(name: str, *more: Any, **options: Any) -> Column[Any]:
    return Column(name, WHOLE, *more, **{"nullable": False} | options)


def _book(*, key: bool) -> tuple[Any, ...]:
    """Return the columns that name a book: in the key of the table, or empty where nothing of a book is meant."""
    options = {"primary_key": True, "autoincrement": False} if key else {"nullable": True}
    return _text("table_name", primary_key=key), _whole("epoch", **options), _whole("sequence", **options)


def _one_of(column: str, allowed: tuple[str, ...]) -> CheckConstraint:
    return CheckConstraint(f"{column} IN ({', '.join(map(repr, allowed))})", name=f"{column}_known")


ENTRY_NAME = ("table_name", "epoch", "sequence")
ENTRY_KEY = tuple(f"entries.{column}" for column in ENTRY_NAME)

clubs = Table("clubs", METADATA, _id(), _text("name", unique=True))

tables = Table(
    "tables",
    METADATA,
    _text("name", primary_key=True),  # stands in addresses (/board/NAME) and never changes
    _text("label"),
    _text("kit"),
    _whole("club_id", ForeignKey("clubs.id"), nullable=True),
)

players = Table(
    "players",
    METADATA,
    _id(),
    _text("name", unique=True),
    _text("short_name", server_default=""),
    _text("country", server_default=""),
    _whole("handicap", server_default="0"),
    _text("badge", server_default=""),
)

matches = Table(
    "matches",
    METADATA,
    _id(),
    _text("table_name", ForeignKey("tables.name")),
    _text("rulebook"),
    _text("title"),
    _whole("best_of", nullable=True),
    _whole("begun_us"),
    _whole("ended_us", nullable=True),
    _text("share_word", nullable=True),  # opens its sheet to whoever has the link, where the club allows that
    Index("ix_matches_share_word", "share_word", unique=True),
)

settings = Table("settings", METADATA, _text("name", primary_key=True), _text("value"))

match_players = Table(
    "match_players",
    METADATA,
    _whole("match_id", ForeignKey("matches.id"), primary_key=True, autoincrement=False),
    _whole("side", CheckConstraint("side IN (0, 1)", name="side_known"), primary_key=True, autoincrement=False),
    _whole("turn", primary_key=True, autoincrement=False),
    _whole("player_id", ForeignKey("players.id")),
)

frames = Table(
    "frames",
    METADATA,
    _text("table_name", ForeignKey("tables.name"), primary_key=True),
    _whole("epoch", primary_key=True, autoincrement=False),
    _whole("match_id", ForeignKey("matches.id"), index=True),
    _whole("number"),
    _text("header"),
    _whole("begun_us"),
)

entries = Table(
    "entries",
    METADATA,
    *_book(key=True),
    _text("line"),
    _whole("written_us"),
    ForeignKeyConstraint(["table_name", "epoch"], ["frames.table_name", "frames.epoch"]),
)

strokes = Table(
    "strokes",
    METADATA,
    *_book(key=True),
    _whole("began_us"),
    _whole("ended_us"),
    _text("reel", server_default=""),  # what tells the recording that shows it from every other; empty: none does
    _text("evidence", server_default=""),  # as the eyes wrote it
    ForeignKeyConstraint(ENTRY_NAME, ENTRY_KEY),
)

verdicts = Table(
    "verdicts",
    METADATA,
    _id(),
    _text("table_name"),
    _whole("epoch"),
    _whole("sequence"),
    _text("verdict"),
    _text("note"),
    _text("pictures"),  # their numbers, as JSON
    _text("by_whom"),
    _whole("given_us"),
    _one_of("verdict", VERDICTS),
    ForeignKeyConstraint(ENTRY_NAME, ENTRY_KEY),
    Index("ix_verdicts_entry", *ENTRY_NAME),
)

clips = Table(
    "clips",
    METADATA,
    _text("id", primary_key=True),
    *_book(key=False),
    _text("purpose"),
    _text("file"),
    _whole("began_us"),
    _whole("ended_us"),
    _whole("kept_us"),
    _one_of("purpose", PURPOSES),
    ForeignKeyConstraint(["table_name"], ["tables.name"]),
    ForeignKeyConstraint(ENTRY_NAME, ENTRY_KEY),
    Index("ix_clips_entry", *ENTRY_NAME),
)

calibrations = Table(
    "calibrations",
    METADATA,
    _id(),
    _text("table_name", ForeignKey("tables.name"), index=True),
    _text("source"),
    _text("text"),
    _whole("kept_us"),
    _text("how", server_default="eyes"),
    _text("set_by", server_default=""),
)

users = Table(
    "users",
    METADATA,
    _id(),
    _text("name", unique=True),
    _text("password_hash"),
    _text("role"),
    _whole("created_us"),
    _one_of("role", ROLES),
)

sessions = Table(
    "sessions",
    METADATA,
    _text("token_hash", primary_key=True),
    _whole("user_id", ForeignKey("users.id", ondelete="CASCADE"), index=True),
    _whole("created_us"),
    _whole("expires_us"),
)

overlay_tokens = Table(
    "overlay_tokens",
    METADATA,
    _text("token_hash", primary_key=True),
    _text("table_name", ForeignKey("tables.name")),
    _text("label"),
    _whole("created_us"),
    _whole("revoked_us", nullable=True),
)

fed = Table(
    "fed",  # at a hall: how far each book was sent to the hub
    METADATA,
    _text("table_name", primary_key=True),
    _whole("epoch", primary_key=True, autoincrement=False),
    _whole("sequence"),
    _text("digest"),
    ForeignKeyConstraint(["table_name", "epoch"], ["frames.table_name", "frames.epoch"]),
)

halls = Table(
    "halls",  # at the hub, as all that follows
    METADATA,
    _text("name", primary_key=True),
    _text("label"),
    _whole("heard_us", nullable=True),
    _whole("ahead_us", server_default="0"),  # of its clock against the hub's
)

mirrored = Table(
    "mirrored",  # the book here that stands for a hall's own
    METADATA,
    _text("hall", ForeignKey("halls.name"), primary_key=True),
    _text("hall_table", primary_key=True),
    _whole("hall_epoch", primary_key=True, autoincrement=False),
    _text("table_name"),
    _whole("epoch"),
    _whole("sequence"),
    _text("digest"),
    _whole("taken_us"),
    ForeignKeyConstraint(["table_name", "epoch"], ["frames.table_name", "frames.epoch"]),
)

mirrored_matches = Table(
    "mirrored_matches",
    METADATA,
    _text("hall", ForeignKey("halls.name"), primary_key=True),
    _whole("number", primary_key=True, autoincrement=False),
    _whole("begun_us"),
    _whole("match_id", ForeignKey("matches.id")),
)
