"""The first season: clubs, tables, players, matches, books, what belongs to them, and who may do what."""

from typing import Final

import sqlalchemy as sa
from alembic import op

from tracker.store.database.schema import WHOLE

revision: Final = "0001"
down_revision: Final = None

BOOK = ("table_name", "epoch", "sequence")
BOOK_KEY = tuple(f"entries.{column}" for column in BOOK)

FRAMES, ENTRIES = "the epochs of a table follow one another", "the entries of a book follow one another"
TRIGGERS: Final = (
    *(
        f"CREATE TRIGGER {kept}_no_{what} BEFORE {what} ON {kept} "
        "BEGIN SELECT RAISE(ABORT, 'a book is append only'); END"
        for kept in ("frames", "entries")
        for what in ("UPDATE", "DELETE")
    ),
    # REPLACE deletes without a trigger, but not before this one has run.
    "CREATE TRIGGER frames_follow BEFORE INSERT ON frames WHEN NEW.epoch IS NOT "
    "(SELECT coalesce(max(epoch), 0) + 1 FROM frames WHERE table_name = NEW.table_name) "
    f"BEGIN SELECT RAISE(ABORT, '{FRAMES}'); END",
    "CREATE TRIGGER entries_follow BEFORE INSERT ON entries WHEN NEW.sequence IS NOT "
    "(SELECT coalesce(max(sequence), 0) + 1 FROM entries WHERE table_name = NEW.table_name AND epoch = NEW.epoch) "
    f"BEGIN SELECT RAISE(ABORT, '{ENTRIES}'); END",
)

STAYS: Final = (
    "CREATE FUNCTION stays() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
    "RAISE integrity_constraint_violation USING MESSAGE = TG_ARGV[0]; END $$"
)
POSTGRES: Final = (
    STAYS,
    *(
        f"CREATE TRIGGER {kept}_stay BEFORE UPDATE OR DELETE ON {kept} "
        "FOR EACH ROW EXECUTE FUNCTION stays('a book is append only')"
        for kept in ("frames", "entries")
    ),
    *(
        f"CREATE TRIGGER {kept}_all_stay BEFORE TRUNCATE ON {kept} EXECUTE FUNCTION stays('a book is append only')"
        for kept in ("frames", "entries")
    ),
    "CREATE FUNCTION frames_follow() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
    "IF NEW.epoch <> (SELECT coalesce(max(epoch), 0) + 1 FROM frames WHERE table_name = NEW.table_name) "
    f"THEN RAISE integrity_constraint_violation USING MESSAGE = '{FRAMES}'; END IF; RETURN NEW; END $$",
    "CREATE TRIGGER frames_follow BEFORE INSERT ON frames FOR EACH ROW EXECUTE FUNCTION frames_follow()",
    "CREATE FUNCTION entries_follow() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
    "IF NEW.sequence <> (SELECT coalesce(max(sequence), 0) + 1 FROM entries "
    "WHERE table_name = NEW.table_name AND epoch = NEW.epoch) "
    f"THEN RAISE integrity_constraint_violation USING MESSAGE = '{ENTRIES}'; END IF; RETURN NEW; END $$",
    "CREATE TRIGGER entries_follow BEFORE INSERT ON entries FOR EACH ROW EXECUTE FUNCTION entries_follow()",
)


def upgrade() -> None:
    """Make all tables, and what keeps a book append only."""
    _people_and_tables()
    _matches_and_books()
    _what_belongs_to_them()
    _who_may_do_what()
    for trigger in POSTGRES if op.get_context().dialect.name == "postgresql" else TRIGGERS:
        op.execute(trigger)


def _people_and_tables() -> None:
    op.create_table(
        "clubs",
        sa.Column("id", WHOLE, primary_key=True),
        sa.Column("name", sa.Text, nullable=False, unique=True),
    )
    op.create_table(
        "tables",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("label", sa.Text, nullable=False),
        sa.Column("kit", sa.Text, nullable=False),
        sa.Column("club_id", WHOLE, sa.ForeignKey("clubs.id")),
    )
    op.create_table(
        "players",
        sa.Column("id", WHOLE, primary_key=True),
        sa.Column("name", sa.Text, nullable=False, unique=True),
    )


def _matches_and_books() -> None:
    op.create_table(
        "matches",
        sa.Column("id", WHOLE, primary_key=True),
        sa.Column("table_name", sa.Text, sa.ForeignKey("tables.name"), nullable=False),
        sa.Column("rulebook", sa.Text, nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("best_of", WHOLE),
        sa.Column("begun_us", WHOLE, nullable=False),
        sa.Column("ended_us", WHOLE),
    )
    op.create_table(
        "match_players",
        sa.Column("match_id", WHOLE, sa.ForeignKey("matches.id"), primary_key=True, autoincrement=False),
        sa.Column("side", WHOLE, primary_key=True, autoincrement=False),
        sa.Column("turn", WHOLE, primary_key=True, autoincrement=False),
        sa.Column("player_id", WHOLE, sa.ForeignKey("players.id"), nullable=False),
        sa.CheckConstraint("side IN (0, 1)", name="side_known"),
    )
    op.create_table(
        "frames",
        sa.Column("table_name", sa.Text, sa.ForeignKey("tables.name"), primary_key=True),
        sa.Column("epoch", WHOLE, primary_key=True, autoincrement=False),
        sa.Column("match_id", WHOLE, sa.ForeignKey("matches.id"), nullable=False, index=True),
        sa.Column("number", WHOLE, nullable=False),
        sa.Column("header", sa.Text, nullable=False),
        sa.Column("begun_us", WHOLE, nullable=False),
    )
    op.create_table(
        "entries",
        *_entry_name(key=True),
        sa.Column("line", sa.Text, nullable=False),
        sa.Column("written_us", WHOLE, nullable=False),
        sa.ForeignKeyConstraint(["table_name", "epoch"], ["frames.table_name", "frames.epoch"]),
    )


def _what_belongs_to_them() -> None:
    op.create_table(
        "strokes",
        *_entry_name(key=True),
        sa.Column("began_us", WHOLE, nullable=False),
        sa.Column("ended_us", WHOLE, nullable=False),
        sa.ForeignKeyConstraint(BOOK, BOOK_KEY),
    )
    op.create_table(
        "clips",
        sa.Column("id", sa.Text, primary_key=True),
        *_entry_name(key=False),
        sa.Column("purpose", sa.Text, nullable=False),
        sa.Column("file", sa.Text, nullable=False),
        sa.Column("began_us", WHOLE, nullable=False),
        sa.Column("ended_us", WHOLE, nullable=False),
        sa.Column("kept_us", WHOLE, nullable=False),
        sa.CheckConstraint("purpose IN ('foul', 'review', 'export')", name="purpose_known"),
        sa.ForeignKeyConstraint(["table_name"], ["tables.name"]),
        sa.ForeignKeyConstraint(BOOK, BOOK_KEY),
    )
    op.create_table(
        "calibrations",
        sa.Column("id", WHOLE, primary_key=True),
        sa.Column("table_name", sa.Text, sa.ForeignKey("tables.name"), nullable=False, index=True),
        sa.Column("source", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("kept_us", WHOLE, nullable=False),
    )


def _who_may_do_what() -> None:
    op.create_table(
        "users",
        sa.Column("id", WHOLE, primary_key=True),
        sa.Column("name", sa.Text, nullable=False, unique=True),
        sa.Column("password_hash", sa.Text, nullable=False),
        sa.Column("role", sa.Text, nullable=False),
        sa.Column("created_us", WHOLE, nullable=False),
        sa.CheckConstraint("role IN ('viewer', 'scorer', 'referee', 'admin')", name="role_known"),
    )
    op.create_table(
        "sessions",
        sa.Column("token_hash", sa.Text, primary_key=True),
        sa.Column("user_id", WHOLE, sa.ForeignKey("users.id", ondelete="CASCADE"), nullable=False, index=True),
        sa.Column("created_us", WHOLE, nullable=False),
        sa.Column("expires_us", WHOLE, nullable=False),
    )
    op.create_table(
        "overlay_tokens",
        sa.Column("token_hash", sa.Text, primary_key=True),
        sa.Column("table_name", sa.Text, sa.ForeignKey("tables.name"), nullable=False),
        sa.Column("label", sa.Text, nullable=False),
        sa.Column("created_us", WHOLE, nullable=False),
        sa.Column("revoked_us", WHOLE),
    )


def _entry_name(*, key: bool) -> "tuple[sa.Column[str], sa.Column[int], sa.Column[int]]":
    """Return the columns that name an entry; outside of a key, a thing may belong to none."""
    return (
        sa.Column("table_name", sa.Text, primary_key=key, nullable=False),
        sa.Column("epoch", WHOLE, primary_key=key, autoincrement=False),
        sa.Column("sequence", WHOLE, primary_key=key, autoincrement=False),
    )
