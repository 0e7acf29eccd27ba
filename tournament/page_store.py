"""The pages of tournaments in the store: what came in, what was read of it, the crops of doubtful cells."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, TypeVar

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from referee.values import Figures, Place
from tournament.entities import Known, Outcome, Page
from tournament.records import (
    StoredPage,
    crop_key,
    crop_values,
    figures_json,
    page_values,
    result_values,
    to_known,
    to_page,
    to_sheets,
    to_stored_page,
)
from tournament.tables import crops, judged, pages, results, tournaments
from tournament.tournament_errors import QuotaReached, UnknownSheet, UnknownTournament

Item = TypeVar("Item")

_of_page = (results.c.tournament == pages.c.tournament) & (results.c.content == pages.c.content)
_current = _of_page & (results.c.fingerprint == pages.c.fingerprint)


class PageStore:
    """Pages, results and crops in one database."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine
        self._insert: Any = postgresql.insert if engine.dialect.name == "postgresql" else sqlite.insert

    def add_pages(self, id: str, found: Iterable[tuple[Page, Known]], quota: int = 0) -> None:
        """Enter pages with what manifest and file name say of them; a page already known keeps its place and result.

        With a quota, their sender may have sent so many pages in all; it is counted where nobody can come in between.

        Who played stays as it was where nothing new is said of it: a later run need not name the manifest again.
        """
        with self._engine.begin() as connection:
            change = self._changed(connection, id)
            if quota:
                found = list(found)
                self._keep_quota(connection, id, found, quota)
            most = sa.select(sa.func.max(pages.c.ordinal)).where(pages.c.tournament == id)
            last = connection.execute(most).scalar() or 0
            known = set(connection.execute(sa.select(pages.c.location).where(pages.c.tournament == id)).scalars())
            statement = self._insert(pages)
            fresh = {name: statement.excluded[name] for name in ("name", "kind", "fault", "changed")}
            listed = statement.excluded.identities.contains('"manifest"')
            who = sa.case((listed, statement.excluded.identities), else_=pages.c.identities)
            keys = ["tournament", "location"]
            statement = statement.on_conflict_do_update(index_elements=keys, set_={**fresh, "identities": who})
            for part in _chunks(found, 500):
                values = []
                for page, said in part:
                    last += page.location not in known
                    values.append({**page_values(id, page, said, last), "changed": change})
                connection.execute(statement, values)

    def _keep_quota(self, connection: sa.Connection, id: str, found: Sequence[tuple[Page, Known]], quota: int) -> None:
        """Raise where whoever sends these pages would have sent more than so many."""
        senders = {who.player for _, known in found for who in known.listed.values()}
        said = connection.execute(sa.select(pages.c.identities).where(pages.c.tournament == id)).scalars()
        sent = sum(any(who.player in senders for who in to_known(text).listed.values()) for text in said)
        if sent + len(found) > quota:
            raise QuotaReached(f"{', '.join(sorted(senders))}: {sent} of {quota} sent, {len(found)} more")

    def known_contents(self, id: str, fingerprint: str, rejected: bool = True) -> set[str]:
        """The hashes of all pages that have a result by this fingerprint, with or without the rejected ones."""
        which = sa.select(results.c.content).where(results.c.tournament == id, results.c.fingerprint == fingerprint)
        if not rejected:
            which = which.where(results.c.state == "done")
        with self._engine.connect() as connection:
            return set(connection.execute(which).scalars())

    def record(
        self, id: str, fingerprint: str, outcomes: Sequence[Outcome], places: Sequence[tuple[Page, str]]
    ) -> None:
        """Write results, and which page each belongs to, in one transaction; doing so twice changes nothing."""
        if not outcomes and not places:
            return
        with self._engine.begin() as connection:
            change = self._changed(connection, id)
            if outcomes:
                values = [result_values(id, fingerprint, outcome) for outcome in outcomes]
                statement = self._insert(results)
                fresh = {name: statement.excluded[name] for name in ("state", "sheets", "document", "seconds")}
                keys = ["tournament", "content", "fingerprint"]
                connection.execute(statement.on_conflict_do_update(index_elements=keys, set_=fresh), values)
            if pictures := [crop for outcome in outcomes for crop in crop_values(id, outcome)]:
                connection.execute(self._insert(crops).on_conflict_do_nothing(), pictures)
            if places:
                self._place(connection, id, fingerprint, places)
            read = pages.c.content == sa.bindparam("hash")  # also pages elsewhere that show the same
            touched = sa.update(pages).where(pages.c.tournament == id, read).values(changed=change)
            contents = {content for _, content in places} | {outcome.content for outcome in outcomes}
            connection.execute(touched, [{"hash": content} for content in contents])

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

    def pages(self, id: str, after: int = -1) -> Iterator[StoredPage]:
        """The pages that changed after a revision, or all, in order, each with its figures; read in pieces."""
        fault = sa.case((results.c.state == "rejected", results.c.document), else_=None).label("fault_document")
        query = (
            sa.select(pages, results.c.state, results.c.sheets, fault)
            .select_from(pages.outerjoin(results, _current))
            .where(pages.c.tournament == id, pages.c.changed > after)
            .order_by(pages.c.ordinal, pages.c.location)
            .execution_options(yield_per=500)
        )
        with self._engine.connect() as connection, connection.execute(query) as rows:
            for row in rows:
                yield to_stored_page(row)

    def page_count(self, id: str) -> int:
        """How many pages there are."""
        query = sa.select(sa.func.count()).select_from(pages).where(pages.c.tournament == id)
        with self._engine.connect() as connection:
            return int(connection.execute(query).scalar_one())

    def documents(self, id: str) -> Iterator[tuple[str, str]]:
        """The content and the whole document of every page that was read or rejected, in the order of the pages."""
        query = (
            sa.select(pages.c.content, results.c.document)
            .select_from(pages.join(results, _current))
            .where(pages.c.tournament == id)
            .order_by(pages.c.ordinal, pages.c.location)
            .execution_options(yield_per=100)
        )
        with self._engine.connect() as connection, connection.execute(query) as rows:
            for content, document in rows:
                yield str(content), str(document)

    def document(self, id: str, content: str) -> str:
        """The whole document of one page."""
        query = sa.select(results.c.document).select_from(pages.join(results, _current))
        query = query.where(pages.c.tournament == id, pages.c.content == content).limit(1)
        with self._engine.connect() as connection:
            found = connection.execute(query).scalar_one_or_none()
        if found is None:
            raise UnknownSheet(content)
        return str(found)

    def judged(self, id: str) -> dict[tuple[str, int], tuple[str, Figures]]:
        """What people's words made of sheets, by photo and number: the basis it was judged by, and the figures."""
        query = sa.select(judged.c.content, judged.c.sheet, judged.c.basis, judged.c.figures)
        with self._engine.connect() as connection:
            rows = connection.execute(query.where(judged.c.tournament == id))
            return {(row.content, row.sheet): (row.basis, to_sheets(row.figures)[0]) for row in rows}

    def judged_document(self, id: str, content: str, sheet: int, basis: str = "") -> str | None:
        """The document of a sheet that people spoke of, as it was judged, by this basis or any, less its evidence."""
        which = (judged.c.tournament == id) & (judged.c.content == content) & (judged.c.sheet == sheet)
        which = which & (judged.c.basis == basis) if basis else which
        with self._engine.connect() as connection:
            return connection.execute(sa.select(judged.c.document).where(which)).scalar_one_or_none()

    def keep_judged(self, id: str, found: Mapping[tuple[str, int], tuple[str, Figures, str]]) -> None:
        """Keep what was judged: basis, figures and document. It changes nothing that anyone sees now."""
        values = [
            {"tournament": id, "content": content, "sheet": sheet, "basis": basis, "figures": figures_json([result])}
            | {"document": document}
            for (content, sheet), (basis, result, document) in found.items()
        ]
        statement = self._insert(judged)
        fresh = {name: statement.excluded[name] for name in ("basis", "figures", "document")}
        statement = statement.on_conflict_do_update(index_elements=["tournament", "content", "sheet"], set_=fresh)
        with self._engine.begin() as connection:
            connection.execute(statement, values)

    def pending(self, id: str, fingerprint: str) -> list[Page]:
        """The pages that have no result by this fingerprint yet."""
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
        state = sa.func.coalesce(results.c.state, "pending").label("state")
        query = (
            sa.select(state, sa.func.count())
            .select_from(pages.outerjoin(results, _current))
            .where(pages.c.tournament == id)
            .group_by(state)
        )
        with self._engine.connect() as connection:
            found = {str(name): int(count) for name, count in connection.execute(query)}
        return {name: found.get(name, 0) for name in ("done", "rejected", "pending")}

    def crop(self, id: str, content: str, sheet: int, place: Place) -> bytes | None:
        """The picture of a doubtful cell, while it is kept."""
        where = (crops.c.tournament == id) & (crops.c.content == content) & (crops.c.sheet == sheet)
        earlier = (place[0] - 1) * 5 + place[1] - 1  # 0.2 numbered the 25 cells
        query = sa.select(crops.c.jpeg).where(where, crops.c.cell.in_([crop_key(place), earlier]))
        with self._engine.connect() as connection:
            found = connection.execute(query).scalar_one_or_none()
        return bytes(found) if found is not None else None

    def drop_crops(self, id: str, content: str = "") -> None:
        """Forget the crops of one photo, or all of a tournament."""
        which = (crops.c.tournament == id) & (crops.c.content == content) if content else crops.c.tournament == id
        with self._engine.begin() as connection:
            connection.execute(sa.delete(crops).where(which))

    def _changed(self, connection: sa.Connection, id: str) -> int:
        """Count a change, and give its number. Said first in a transaction, it puts changes in one order for all
        readers, and keeps results from being written to a tournament that was just deleted."""
        more = sa.update(tournaments).where(tournaments.c.id == id).values(revision=tournaments.c.revision + 1)
        number = connection.execute(more.returning(tournaments.c.revision)).scalar()
        if number is None:
            raise UnknownTournament(id)
        return int(number)


def _chunks(values: Iterable[Item], size: int) -> Iterator[list[Item]]:
    rest = iter(values)
    while part := list(islice(rest, size)):
        yield part
