"""Players have more than a name: what a narrow screen calls them, the flag beside it, and their handicap."""

from typing import Final

import sqlalchemy as sa
from alembic import op

from tracker.store.database.schema import WHOLE

revision: Final = "0003"
down_revision: Final = "0002"


def upgrade() -> None:
    """Give players what a club knows of them; who is there already has none of it."""
    for column in ("short_name", "country"):
        op.add_column("players", sa.Column(column, sa.Text, nullable=False, server_default=""))
    op.add_column("players", sa.Column("handicap", WHOLE, nullable=False, server_default="0"))
