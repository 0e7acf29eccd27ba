"""The store: SQLite in the output folder by default, PostgreSQL by URL. Every write is one transaction."""

import json
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from tournament.database import make_engine
from tournament.entities import LogEntry, Player
from tournament.page_store import PageStore
from tournament.records import Tournament, to_log_entry, to_tournament, tournament_values
from tournament.tables import crops, judged, log, pages, players, results, tournaments
from tournament.tournament_errors import StoreUnavailable, UnknownTournament

MIGRATIONS = Path(__file__).parent / "migrations"
NEWEST = "0005"  # the last migration; a test compares it with the folder
MIGRATION_LOCK = 7_102_025  # PostgreSQL advisory lock, so that two programs do not migrate at once


class Store(PageStore):
    """Tournaments with their rosters, pages, results and logs in one database."""

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
        """Create a tournament or change what is agreed for it; its beginning, tokens and secret stay."""
        made = replace(
            tournament, created=tournament.created or now(), secret=tournament.secret or secrets.token_hex(16)
        )
        values = tournament_values(made)
        fixed = ("id", "created", "token_sha256", "arbiter_sha256", "secret", "revision", "roster_changed")
        kept = {name: value for name, value in values.items() if name not in fixed}
        statement = self._insert(tournaments).values(values).on_conflict_do_update(index_elements=["id"], set_=kept)
        with self._engine.begin() as connection:
            connection.execute(statement)
            self._changed(connection, tournament.id)
        return self.tournament(tournament.id)

    def tournament(self, id: str) -> Tournament:
        """One tournament."""
        with self._engine.connect() as connection:
            row = connection.execute(sa.select(tournaments).where(tournaments.c.id == id)).one_or_none()
        if row is None:
            raise UnknownTournament(id)
        return to_tournament(row)

    def has(self, id: str) -> bool:
        """Whether there is such a tournament."""
        with self._engine.connect() as connection:
            return connection.execute(sa.select(tournaments.c.id).where(tournaments.c.id == id)).first() is not None

    def revision(self, id: str) -> int:
        """A number that grows with every change of the tournament."""
        with self._engine.connect() as connection:
            found = connection.execute(sa.select(tournaments.c.revision).where(tournaments.c.id == id)).scalar()
        if found is None:
            raise UnknownTournament(id)
        return int(found)

    def tournaments(self) -> list[Tournament]:
        """All tournaments, the newest first."""
        order = sa.select(tournaments).order_by(tournaments.c.created.desc(), tournaments.c.id)
        with self._engine.connect() as connection:
            return [to_tournament(row) for row in connection.execute(order)]

    def delete(self, id: str) -> None:
        """Forget a tournament with all that belongs to it."""
        with self._engine.begin() as connection:
            self._changed(connection, id)
            for table in (crops, judged, results, pages, players, log):
                connection.execute(sa.delete(table).where(table.c.tournament == id))
            connection.execute(sa.delete(tournaments).where(tournaments.c.id == id))

    def set_players(self, id: str, roster: Sequence[Player]) -> None:
        """Replace the roster."""
        values = [
            {"tournament": id, "number": number, "name": player.name, "team": player.team, "seat": player.table}
            for number, player in enumerate(roster, start=1)
        ]
        with self._engine.begin() as connection:
            change = self._changed(connection, id)
            known = sa.update(tournaments).where(tournaments.c.id == id)
            connection.execute(known.values(roster_changed=change))
            connection.execute(sa.delete(players).where(players.c.tournament == id))
            if values:
                connection.execute(sa.insert(players), values)

    def players(self, id: str) -> tuple[Player, ...]:
        """The roster in its own order."""
        query = sa.select(players).where(players.c.tournament == id).order_by(players.c.number)
        with self._engine.connect() as connection:
            return tuple(Player(row.name, row.team, row.seat) for row in connection.execute(query))

    def append(self, id: str, who: str, kind: str, sheet: str, what: Mapping[str, Any], why: str) -> LogEntry:
        """Add a line to the log; lines are never changed."""
        with self._engine.begin() as connection:
            self._changed(connection, id)
            return _append(connection, id, LogEntry(0, now(), who, kind, sheet, what, why))

    def adopt(self, tournament: Tournament, fingerprint: str, line: LogEntry | None = None) -> None:
        """Let results that were written by a new word list count, all at once; the older ones go."""
        mine = pages.c.tournament == tournament.id
        with self._engine.begin() as connection:
            change = self._changed(connection, tournament.id)
            versions = json.dumps(dict(tournament.versions))
            connection.execute(
                sa.update(tournaments).where(tournaments.c.id == tournament.id).values(versions=versions)
            )
            read = sa.update(pages).where(mine, pages.c.content.is_not(None))
            connection.execute(read.values(fingerprint=fingerprint, changed=change))
            old = (results.c.tournament == tournament.id) & (results.c.fingerprint != fingerprint)
            connection.execute(sa.delete(results).where(old))
            connection.execute(sa.delete(judged).where(judged.c.tournament == tournament.id))
            if line:
                _append(connection, tournament.id, line)

    def log(self, id: str, after: int = 0) -> list[LogEntry]:
        """The lines of the log, all or those after one, in the order they were written."""
        query = sa.select(log).where(log.c.tournament == id, log.c.id > after).order_by(log.c.id)
        with self._engine.connect() as connection:
            return [to_log_entry(row) for row in connection.execute(query)]


def _append(connection: sa.Connection, id: str, line: LogEntry) -> LogEntry:
    why = line.why.replace("\0", " ")  # PostgreSQL takes no NUL
    values = {name: getattr(line, name) for name in ("at", "who", "kind", "sheet")}
    values |= {"tournament": id, "what": json.dumps(line.what, ensure_ascii=False), "why": why}
    number = connection.execute(sa.insert(log).values(values).returning(log.c.id)).scalar_one()
    return replace(line, id=number, why=why)


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
        else:  # its driver begins no transaction before tables are made: a kill would leave half of them
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
