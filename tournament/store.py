"""The store: SQLite in the output folder by default, PostgreSQL by URL. Every write is one transaction."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import SQLAlchemyError

from tournament.database import make_engine
from tournament.entities import LogEntry, Outcome, Page
from tournament.errors import StoreUnavailable, UnknownTournament
from tournament.records import (
    StoredPage,
    Tournament,
    page_values,
    result_values,
    to_page,
    to_stored_page,
    to_tournament,
)
from tournament.tables import log, pages, results, tournaments

MIGRATIONS = Path(__file__).parent / "migrations"
NEWEST = "0001"  # the last migration; a test compares it with the folder
MIGRATION_LOCK = 7_102_025  # PostgreSQL advisory lock, so that two programs do not migrate at once

Item = TypeVar("Item")

_of_page = (results.c.tournament == pages.c.tournament) & (results.c.content == pages.c.content)


class Store:
    """Tournaments, their pages, results and log in one database."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine
        self._insert: Any = postgresql.insert if engine.dialect.name == "postgresql" else sqlite.insert

    @staticmethod
    def open(url: str) -> "Store":
        """Connect, and bring the tables to the newest form."""
        try:
            engine = make_engine(url)
            _migrate(engine)
        except (SQLAlchemyError, ImportError, OSError, ValueError) as error:
            raise StoreUnavailable(str(error).splitlines()[0]) from error
        return Store(engine)

    def close(self) -> None:
        """Give back all connections."""
        self._engine.dispose()

    def save(self, tournament: Tournament) -> Tournament:
        """Create a tournament or change what is agreed for it."""
        created = tournament.created or now()
        values = {
            "id": tournament.id,
            "name": tournament.name,
            "created": created,
            "recipe": json.dumps(tournament.recipe.as_dict(), ensure_ascii=False),
            "double_entry": int(tournament.double_entry),
            "keep_photos": int(tournament.keep_photos),
            "token_sha256": tournament.token_sha256,
        }
        kept = {name: values[name] for name in ("name", "recipe", "double_entry", "keep_photos")}
        statement = self._insert(tournaments).values(values).on_conflict_do_update(index_elements=["id"], set_=kept)
        with self._engine.begin() as connection:
            connection.execute(statement)
        return self.tournament(tournament.id)

    def tournament(self, id: str) -> Tournament:
        """One tournament."""
        with self._engine.connect() as connection:
            row = connection.execute(sa.select(tournaments).where(tournaments.c.id == id)).one_or_none()
        if row is None:
            raise UnknownTournament(id)
        return to_tournament(row)

    def tournaments(self) -> list[Tournament]:
        """All tournaments, the newest first."""
        order = sa.select(tournaments).order_by(tournaments.c.created.desc(), tournaments.c.id)
        with self._engine.connect() as connection:
            return [to_tournament(row) for row in connection.execute(order)]

    def add_pages(self, id: str, found: Iterable[tuple[Page, Mapping[str, Any]]]) -> None:
        """Enter pages with what manifest and file name say of them; a page already known keeps its place and result.

        Who played stays as it was where nothing new is said of it: a later run need not name the manifest again.
        """
        with self._engine.begin() as connection:
            most = sa.select(sa.func.max(pages.c.ordinal)).where(pages.c.tournament == id)
            last = connection.execute(most).scalar() or 0
            known = set(connection.execute(sa.select(pages.c.location).where(pages.c.tournament == id)).scalars())
            statement = self._insert(pages)
            fresh = {name: statement.excluded[name] for name in ("name", "kind", "fault")}
            listed = statement.excluded.identities.contains('"manifest"')
            who = sa.case((listed, statement.excluded.identities), else_=pages.c.identities)
            keys = ["tournament", "location"]
            statement = statement.on_conflict_do_update(index_elements=keys, set_={**fresh, "identities": who})
            for part in _chunks(found, 500):
                values = []
                for page, identities in part:
                    last += page.location not in known
                    values.append(page_values(id, page, identities, last))
                connection.execute(statement, values)

    def known_contents(self, id: str, fingerprint: str) -> set[str]:
        """The hashes of all pages that have a result by this recipe."""
        which = sa.select(results.c.content).where(results.c.tournament == id, results.c.fingerprint == fingerprint)
        with self._engine.connect() as connection:
            return set(connection.execute(which).scalars())

    def record(
        self, id: str, fingerprint: str, outcomes: Sequence[Outcome], places: Sequence[tuple[Page, str]]
    ) -> None:
        """Write results, and which page each belongs to, in one transaction; doing so twice changes nothing."""
        with self._engine.begin() as connection:
            if outcomes:
                values = [result_values(id, fingerprint, outcome) for outcome in outcomes]
                statement = self._insert(results)
                fresh = {name: statement.excluded[name] for name in ("state", "document", "seconds")}
                keys = ["tournament", "content", "fingerprint"]
                connection.execute(statement.on_conflict_do_update(index_elements=keys, set_=fresh), values)
            if places:
                self._place(connection, id, fingerprint, places)

    def _place(self, connection: sa.Connection, id: str, fingerprint: str, places: Sequence[tuple[Page, str]]) -> None:
        key = (pages.c.tournament == id) & (pages.c.location == sa.bindparam("at"))
        change = sa.update(pages).where(key).values(content=sa.bindparam("hash"), fingerprint=fingerprint)
        connection.execute(change, [{"at": page.location, "hash": content} for page, content in places])
        # A folder that was moved brings the same page under the same name again: the old entry gives way.
        moved = (
            (pages.c.tournament == id)
            & (pages.c.name == sa.bindparam("called"))
            & (pages.c.content == sa.bindparam("hash"))
            & (pages.c.location != sa.bindparam("at"))
        )
        values = [{"called": page.name, "hash": content, "at": page.location} for page, content in places]
        connection.execute(sa.delete(pages).where(moved), values)

    def pages(self, id: str) -> Iterator[StoredPage]:
        """All pages in order, each with its result; read in pieces, so that thousands need no more memory than ten."""
        mine = _of_page & (results.c.fingerprint == pages.c.fingerprint)
        query = (
            sa.select(pages, results.c.state, results.c.document)
            .select_from(pages.outerjoin(results, mine))
            .where(pages.c.tournament == id)
            .order_by(pages.c.ordinal, pages.c.location)
            .execution_options(yield_per=200)
        )
        with self._engine.connect() as connection, connection.execute(query) as rows:
            for row in rows:
                yield to_stored_page(row)

    def pending(self, id: str, fingerprint: str) -> list[Page]:
        """The pages that have no result by this recipe yet."""
        mine = _of_page & (results.c.fingerprint == fingerprint)
        query = (
            sa.select(pages)
            .select_from(pages.outerjoin(results, mine))
            .where(pages.c.tournament == id, results.c.state.is_(None))
            .order_by(pages.c.ordinal)
        )
        with self._engine.connect() as connection:
            return [to_page(row) for row in connection.execute(query)]

    def counts(self, id: str) -> dict[str, int]:
        """How many pages are done, rejected and pending."""
        mine = _of_page & (results.c.fingerprint == pages.c.fingerprint)
        state = sa.func.coalesce(results.c.state, "pending").label("state")
        query = (
            sa.select(state, sa.func.count())
            .select_from(pages.outerjoin(results, mine))
            .where(pages.c.tournament == id)
            .group_by(state)
        )
        with self._engine.connect() as connection:
            found = {str(name): int(count) for name, count in connection.execute(query)}
        return {name: found.get(name, 0) for name in ("done", "rejected", "pending")}

    def append(self, id: str, who: str, kind: str, sheet: str, what: Mapping[str, Any], why: str) -> LogEntry:
        """Add a line to the log; lines are never changed."""
        values = {
            "tournament": id,
            "at": now(),
            "who": who,
            "kind": kind,
            "sheet": sheet,
            "what": json.dumps(what, ensure_ascii=False),
            "why": why,
        }
        with self._engine.begin() as connection:
            number = connection.execute(sa.insert(log).values(values).returning(log.c.id)).scalar_one()
        return LogEntry(number, str(values["at"]), who, kind, sheet, what, why)

    def log(self, id: str) -> list[LogEntry]:
        """All lines of the log, in the order they were written."""
        query = sa.select(log).where(log.c.tournament == id).order_by(log.c.id)
        with self._engine.connect() as connection:
            return [
                LogEntry(row.id, row.at, row.who, row.kind, row.sheet, json.loads(row.what), row.why)
                for row in connection.execute(query)
            ]


def now() -> str:
    """The time, to the second, in UTC."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def _migrate(engine: sa.Engine) -> None:
    with engine.connect() as connection:
        version: sa.Select[Any] = sa.select(sa.column("version_num")).select_from(sa.table("alembic_version"))
        if sa.inspect(connection).has_table("alembic_version") and connection.scalar(version) == NEWEST:
            return
    from alembic import command  # late: it takes longer to import than most commands take
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            connection.execute(sa.select(sa.func.pg_advisory_xact_lock(MIGRATION_LOCK)))
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def _chunks(values: Iterable[Item], size: int) -> Iterator[list[Item]]:
    rest = iter(values)
    while part := list(islice(rest, size)):
        yield part
