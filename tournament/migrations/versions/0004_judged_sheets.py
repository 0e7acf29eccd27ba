"""What people's words made of a sheet is kept as it was judged, so that a newer word list does not move it."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the table; sheets of older tournaments come into it when they are judged the next time."""
    op.create_table(
        "judged",
        sa.Column("tournament", sa.Text, sa.ForeignKey("tournaments.id"), primary_key=True),
        sa.Column("content", sa.Text, primary_key=True),
        sa.Column("sheet", sa.Integer, primary_key=True),
        sa.Column("basis", sa.Text, nullable=False),
        sa.Column("figures", sa.Text, nullable=False),
        sa.Column("document", sa.Text, nullable=False),
    )
