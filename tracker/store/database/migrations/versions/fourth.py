"""A match sheet may be read by a link, where the club says so: its word, and what the club has settled."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0004"
down_revision: Final = "0003"


def upgrade() -> None:
    """Give matches the word of their link, and the club a place for what it settles."""
    op.add_column("matches", sa.Column("share_word", sa.Text, nullable=True))
    op.create_index("ix_matches_share_word", "matches", ["share_word"], unique=True)
    op.create_table(
        "settings",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )
