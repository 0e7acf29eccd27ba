"""A connection to the store's database whose failures are our own errors, without a word of what was being written."""

import os
from contextlib import suppress
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from tournament.tournament_errors import StoreUnavailable

BUSY_SECONDS = 30  # how long SQLite waits for another writer
POSTGRES_PORT = 5432  # where nothing else is said
SECRETS = ("password", "sslpassword")  # what of a URL's query is nobody else's business
CONNECT_SECONDS = 5  # how long PostgreSQL may take to answer at all
# What drivers call it when the database is away, full, read-only or damaged; and what is no outage, but a wrong value.
OUTAGES = frozenset({"DatabaseError", "InterfaceError"})
OWN_FAULTS = frozenset({"DataError", "IntegrityError", "ProgrammingError", "NotSupportedError"})


def make_engine(url: str) -> sa.Engine:
    """An engine for SQLite or PostgreSQL that notices when the database is back."""
    known = _parsed(url)
    more = {"connect_timeout": CONNECT_SECONDS} if known.get_backend_name() == "postgresql" else {}
    if known.get_backend_name() == "sqlite" and known.database and not known.database.startswith((":", "file:")):
        _begin_private(Path(known.database))
    # Parameters are names and letters: they belong in no message. A ping finds connections that died with a restart.
    engine = sa.create_engine(known, hide_parameters=True, pool_pre_ping=True, connect_args=more)
    if engine.dialect.name == "sqlite":
        sa.event.listen(engine, "connect", _prepare_sqlite)
    sa.event.listen(engine, "handle_error", _translate)
    return engine


def _parsed(url: str) -> sa.URL:
    for scheme in ("postgresql://", "postgres://"):
        url = url.replace(scheme, "postgresql+psycopg://", 1)
    return sa.make_url(url)


def address(url: str) -> str:
    """Where a database is, without any password."""
    try:
        known = _parsed(url)
    except sa.exc.ArgumentError as error:
        raise StoreUnavailable("The store's URL cannot be read.") from error
    if known.get_backend_name() == "sqlite" and known.database:
        known = known.set(database=str(Path(known.database).resolve()))
    open_ = known.set(drivername=known.get_backend_name()).difference_update_query(SECRETS)
    return sa.URL.create(
        open_.drivername, open_.username, None, open_.host, open_.port, open_.database, open_.query
    ).render_as_string()


def same_database(url: str, other: str) -> bool:
    """Whether two addresses are of one database, whoever connects."""
    return _place(url) == _place(other)


def _place(url: str) -> tuple[object, ...]:
    known = sa.make_url(address(url))
    host, port = known.host or known.query.get("host"), known.port or known.query.get("port") or POSTGRES_PORT
    return known.drivername, host, str(port), known.database or known.username


def _begin_private(path: Path) -> None:
    """Begin a database that only its owner may read: it holds the key of all players' codes."""
    with suppress(OSError):  # it is there already, or SQLite says in its own words why it cannot be
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))


def _translate(context: Any) -> StoreUnavailable | None:
    """What the engine raises in place of what the driver said, if it is an outage."""
    kinds = {kind.__name__ for kind in type(context.original_exception).__mro__}
    if context.is_pre_ping or not kinds & OUTAGES or kinds & OWN_FAULTS:
        return None
    lines = str(context.original_exception).strip().splitlines()
    return StoreUnavailable(lines[0] if lines else "")


def _prepare_sqlite(connection: Any, _record: Any) -> None:
    for pragma in ("journal_mode=WAL", "synchronous=NORMAL", f"busy_timeout={BUSY_SECONDS * 1000}", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")
