"""The tables of the store. The migrations create them; this describes them to the queries."""

from sqlalchemy import Column, Float, ForeignKey, Integer, LargeBinary, MetaData, Table, Text

metadata = MetaData()

tournaments = Table(
    "tournaments",
    metadata,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("created", Text, nullable=False),
    Column("scoring", Text, nullable=False),  # JSON: how sheets are read and judged
    Column("versions", Text, nullable=False),  # JSON: program, lexicon and models the results come from
    Column("double_entry", Integer, nullable=False),
    Column("keep_photos", Integer, nullable=False),
    Column("tie_break", Text, nullable=False),
    Column("rounds", Integer, nullable=False),
    Column("token_sha256", Text),  # the organiser's
    Column("arbiter_sha256", Text),
    Column("secret", Text, nullable=False),  # what the players' codes are made with
    Column("revision", Integer, nullable=False),  # counts every change, so that readers know when to look again
    Column("roster_changed", Integer, nullable=False, server_default="0"),  # the revision that last changed the roster
)

players = Table(
    "players",
    metadata,
    Column("tournament", Text, ForeignKey("tournaments.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("name", Text, nullable=False),
    Column("team", Text, nullable=False),
    Column("seat", Text, nullable=False),  # the table; that word means something else here
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
    Column("fingerprint", Text),  # of all that its result was made with
    Column("identities", Text, nullable=False),  # JSON: what manifest and file name say
    Column("changed", Integer, nullable=False),  # the revision of the tournament that last changed it
)

results = Table(
    "results",
    metadata,
    Column("tournament", Text, ForeignKey("tournaments.id"), primary_key=True),
    Column("content", Text, primary_key=True),
    Column("fingerprint", Text, primary_key=True),
    Column("state", Text, nullable=False),
    Column("sheets", Text, nullable=False),  # JSON: the figures of each sheet as it was read
    Column("document", Text, nullable=False),  # JSON: the contract's document with the whole evidence, or the fault
    Column("seconds", Float, nullable=False),
)

crops = Table(
    "crops",
    metadata,
    Column("tournament", Text, ForeignKey("tournaments.id"), primary_key=True),
    Column("content", Text, primary_key=True),
    Column("sheet", Integer, primary_key=True),
    Column("cell", Integer, primary_key=True),  # row by row, from 0
    Column("jpeg", LargeBinary, nullable=False),
)

judged = Table(
    "judged",
    metadata,
    Column("tournament", Text, ForeignKey("tournaments.id"), primary_key=True),
    Column("content", Text, primary_key=True),
    Column("sheet", Integer, primary_key=True),  # number on its page, from 1
    Column("basis", Text, nullable=False),  # hash of all that it was judged by: word list, rulings, answers
    Column("figures", Text, nullable=False),  # JSON: those of the sheet as it stands
    Column("document", Text, nullable=False),  # JSON: the contract's document, without the evidence
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
