"""Books travel: a hall keeps how far it has sent each, the hub which of its books stands for which of a hall."""

from typing import Final

import sqlalchemy as sa
from alembic import op

from tracker.store.database.schema import WHOLE

revision: Final = "0006"
down_revision: Final = "0005"


def upgrade() -> None:
    """Give a hall a place for what it has sent, and the hub places for what it was sent."""
    op.create_table(
        "fed",
        sa.Column("table_name", sa.Text, primary_key=True),
        sa.Column("epoch", WHOLE, primary_key=True, autoincrement=False),
        sa.Column("sequence", WHOLE, nullable=False),
        sa.Column("digest", sa.Text, nullable=False),
        sa.ForeignKeyConstraint(["table_name", "epoch"], ["frames.table_name", "frames.epoch"]),
    )
    op.create_table(
        "halls",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("label", sa.Text, nullable=False),
        sa.Column("heard_us", WHOLE),
        sa.Column("ahead_us", WHOLE, nullable=False, server_default="0"),
    )
    op.create_table(
        "mirrored",
        sa.Column("hall", sa.Text, sa.ForeignKey("halls.name"), primary_key=True),
        sa.Column("hall_table", sa.Text, primary_key=True),
        sa.Column("hall_epoch", WHOLE, primary_key=True, autoincrement=False),
        sa.Column("table_name", sa.Text, nullable=False),
        sa.Column("epoch", WHOLE, nullable=False),
        sa.Column("sequence", WHOLE, nullable=False),
        sa.Column("digest", sa.Text, nullable=False),
        sa.Column("taken_us", WHOLE, nullable=False),
        sa.ForeignKeyConstraint(["table_name", "epoch"], ["frames.table_name", "frames.epoch"]),
    )
    op.create_table(
        "mirrored_matches",
        sa.Column("hall", sa.Text, sa.ForeignKey("halls.name"), primary_key=True),
        sa.Column("number", WHOLE, primary_key=True, autoincrement=False),
        sa.Column("begun_us", WHOLE, nullable=False),
        sa.Column("match_id", WHOLE, sa.ForeignKey("matches.id"), nullable=False),
    )
