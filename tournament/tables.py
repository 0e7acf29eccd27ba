"""The tables of the store. The migrations create them; this describes them to the queries."""

from sqlalchemy import Column, Float, ForeignKey, Integer, MetaData, Table, Text

metadata = MetaData()

tournaments = Table(
    "tournaments",
    metadata,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("created", Text, nullable=False),
    Column("recipe", Text, nullable=False),  # JSON
    Column("double_entry", Integer, nullable=False),
    Column("keep_photos", Integer, nullable=False),
    Column("token_sha256", Text),
)

pages = Table(
    "pages",
    metadata,
    Column("tournament", Text, ForeignKey("tournaments.id"), primary_key=True),
    Column("location", Text, primary_key=True),
    Column("ordinal", Integer, nullable=False),
    Column("name", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("path", Text, nullable=False),
    Column("part", Text, nullable=False),
    Column("fault", Text),  # JSON: code and hint
    Column("content", Text),  # hash; null until it was read
    Column("fingerprint", Text),  # of the recipe its result was made with
    Column("identities", Text, nullable=False),  # JSON: what manifest and file name say
)

results = Table(
    "results",
    metadata,
    Column("tournament", Text, ForeignKey("tournaments.id"), primary_key=True),
    Column("content", Text, primary_key=True),
    Column("fingerprint", Text, primary_key=True),
    Column("state", Text, nullable=False),
    Column("document", Text, nullable=False),  # JSON
    Column("seconds", Float, nullable=False),
)

log = Table(
    "log",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("tournament", Text, ForeignKey("tournaments.id"), nullable=False, index=True),
    Column("at", Text, nullable=False),
    Column("who", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("sheet", Text, nullable=False),
    Column("what", Text, nullable=False),  # JSON
    Column("why", Text, nullable=False),
)
