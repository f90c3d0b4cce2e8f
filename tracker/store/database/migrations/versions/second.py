"""Strokes can be looked at again: their evidence and their recording are kept, and every verdict, for good."""

from typing import Final

import sqlalchemy as sa
from alembic import op

from tracker.store.database.schema import WHOLE

revision: Final = "0002"
down_revision: Final = "0001"

BOOK = ("table_name", "epoch", "sequence")
STAYS: Final = "BEGIN SELECT RAISE(ABORT, 'a verdict stays: give another one'); END"
TRIGGERS: Final = (
    *(f"CREATE TRIGGER verdicts_no_{what} BEFORE {what} ON verdicts {STAYS}" for what in ("UPDATE", "DELETE")),
    # REPLACE deletes without a trigger, but not before this one has run.
    f"CREATE TRIGGER verdicts_follow BEFORE INSERT ON verdicts WHEN NEW.id IN (SELECT id FROM verdicts) {STAYS}",
)
POSTGRES: Final = (
    "CREATE TRIGGER verdicts_stay BEFORE UPDATE OR DELETE ON verdicts "
    "FOR EACH ROW EXECUTE FUNCTION stays('a verdict stays: give another one')",
)


def upgrade() -> None:
    """Give strokes their evidence, and make the table of verdicts."""
    for column in ("reel", "evidence"):
        op.add_column("strokes", sa.Column(column, sa.Text, nullable=False, server_default=""))
    op.create_table(
        "verdicts",
        sa.Column("id", WHOLE, primary_key=True),
        sa.Column("table_name", sa.Text, nullable=False),
        sa.Column("epoch", WHOLE, nullable=False),
        sa.Column("sequence", WHOLE, nullable=False),
        sa.Column("verdict", sa.Text, nullable=False),
        sa.Column("note", sa.Text, nullable=False),
        sa.Column("pictures", sa.Text, nullable=False),
        sa.Column("by_whom", sa.Text, nullable=False),
        sa.Column("given_us", WHOLE, nullable=False),
        sa.CheckConstraint("verdict IN ('upheld', 'changed', 'inconclusive')", name="verdict_known"),
        sa.ForeignKeyConstraint(BOOK, [f"entries.{column}" for column in BOOK]),
    )
    op.create_index("ix_verdicts_entry", "verdicts", BOOK)
    op.create_index("ix_clips_entry", "clips", BOOK)
    for trigger in POSTGRES if op.get_context().dialect.name == "postgresql" else TRIGGERS:
        op.execute(trigger)
