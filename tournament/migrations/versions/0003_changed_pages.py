"""Every page knows the change it was last part of, so that readers fetch only what is new to them."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column; what is stored already counts as unchanged."""
    op.add_column("pages", sa.Column("changed", sa.Integer, nullable=False, server_default="0"))
    op.create_index("pages_changed", "pages", ["tournament", "changed"])
