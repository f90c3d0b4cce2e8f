"""A calibration says how it came to be and who set it, so that one can go back to an earlier one."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0005"
down_revision: Final = "0004"


def upgrade() -> None:
    """Give calibrations how they were made, and by whom; those that are kept already were found by the eyes."""
    op.add_column("calibrations", sa.Column("how", sa.Text, nullable=False, server_default="eyes"))
    op.add_column("calibrations", sa.Column("set_by", sa.Text, nullable=False, server_default=""))
