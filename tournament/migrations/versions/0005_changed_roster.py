"""A tournament knows the change that last concerned its roster, so that readers fetch it only when it is new."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column; what is stored already counts as unchanged."""
    op.add_column("tournaments", sa.Column("roster_changed", sa.Integer, nullable=False, server_default="0"))
