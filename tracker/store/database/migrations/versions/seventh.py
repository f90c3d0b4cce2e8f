"""A player may have a badge, which stands in place of the flag."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0007"
down_revision: Final = "0006"


def upgrade() -> None:
    """Give players a badge; none has one yet."""
    op.add_column("players", sa.Column("badge", sa.Text, nullable=False, server_default=""))
