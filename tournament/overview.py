"""Everything an organiser asks at once: sheets, standings, what is open, and whether pages in equals results out."""

import gzip
import json
import threading
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from typing import Any

from q4.sheet_verdict import SheetVerdict as Q4SheetVerdict
from referee.evidence import Evidence
from referee.judge import judge
from referee.options import Options
from referee.verdict import SheetVerdict
from tournament import q4_sheets
from tournament.decisions import Decisions, by_sheet, ruled_options, rulings_of, standing
from tournament.entities import Absence, LogEntry, Place, Player, Rejected, Row, SheetResult, Summary, TeamPlace
from tournament.records import StoredPage, Tournament
from tournament.repeats import mark
from tournament.roster import absences
from tournament.sheet_judging import judged_sheet
from tournament.sheet_rows import Remembered, SheetRows
from tournament.standings import all_rounds, standings, team_standings
from tournament.store import Store
from tournament.tournament_errors import WordListChanged
from tournament.word_list import list_changed

REMEMBERED = 20_000  # sheets judged again that are remembered
WHOLE = {
    "disputed",
    "conflict",
    "repeated",
    "nameless",
    "identity",
    "unknown-player",
}  # they risk a whole total


@dataclass(frozen=True)
class Overview:
    """A tournament as it stands at one moment."""

    tournament: Tournament
    rows: tuple[Row, ...]
    rejected: tuple[Rejected, ...]
    summary: Summary
    published: bool
    roster: tuple[Player, ...] = ()
    log: tuple[LogEntry, ...] = ()  # what still stands
    outdated: bool = False  # another word list is installed than the one that judged the sheets

    @property
    def final(self) -> bool:
        """Whether the standings were published and nothing is open any more."""
        return self.published and not (self.summary.doubtful or self.summary.pending)

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """The ranking of the players."""
        return standings(self.rows, self.roster, self.tournament.spec.tie_break)

    @cached_property
    def teams(self) -> tuple[TeamPlace, ...]:
        """The ranking of the teams."""
        return team_standings(self.places)

    @cached_property
    def missing(self) -> tuple[Absence, ...]:
        """Who of the roster has no sheet in a round."""
        return absences(self.rows, self.roster, self.tournament.spec.rounds)

    @cached_property
    def standings_document(self) -> dict[str, Any]:
        """The ranking as a JSON document."""
        return {
            "tournament": self.tournament.name,
            "final": self.final,
            "published": self.published,
            "rounds": all_rounds(self.places),
            "places": [vars(place) | {"rounds": {**place.rounds}, "sheets": {**place.sheets}} for place in self.places],
            "teams": [asdict(team) for team in self.teams],
            "summary": asdict(self.summary),
        }

    @cached_property
    def standings_json(self) -> bytes:
        """The ranking as JSON text, made once however many ask for it."""
        return json.dumps(self.standings_document, ensure_ascii=False, separators=(",", ":")).encode()

    @cached_property
    def standings_packed(self) -> bytes:
        """The same compressed (gzip)."""
        return gzip.compress(self.standings_json, compresslevel=4, mtime=0)

    @cached_property
    def by_key(self) -> Mapping[str, Row]:
        """The sheets by their keys."""
        return {row.key: row for row in self.rows}

    @cached_property
    def queue(self) -> tuple[Row, ...]:
        """The sheets a person must look at, the one with the greatest expected damage first."""
        waiting = [row for row in self.rows if row.open]
        return tuple(sorted(waiting, key=lambda row: (-weight(row), row.order, row.index)))


def weight(row: Row) -> float:
    """How much a sheet left unreviewed may cost: whole totals where player or letters are undecided."""
    return row.result.damage + (row.total if WHOLE & set(row.open) else 0)


class TournamentView:
    """One tournament, read again only when it has changed; what was judged once is remembered."""

    def __init__(self, store: Store, id: str) -> None:
        self.store, self.id = store, id
        self._lock = threading.Lock()
        self._latest: Overview | None = None
        self._judged: dict[tuple[str, int, str], SheetResult] = {}  # by photo, number and basis
        self._fresh: dict[tuple[str, int, str], tuple[str, SheetResult, str]] = {}  # not kept in the store yet
        self._asked: list[tuple[str, int, str]] = []
        self._kept: dict[tuple[str, int], tuple[str, SheetResult]] | None = None
        self._remembered: dict[str, Remembered] = {}
        self._pages: dict[str, StoredPage] = {}  # by location, in order
        self._pages_at = -1  # the revision they were read at

    def overview(self, patient: bool = True) -> Overview:
        """How the tournament stands; whoever is not patient takes the last picture while a new one is being made."""
        revision = self.store.revision(self.id)
        latest = self._latest
        if latest and latest.tournament.revision == revision:
            return latest
        if latest and not patient and self._lock.locked():
            return latest
        with self._lock:
            if self._latest is None or self._latest.tournament.revision != self.store.revision(self.id):
                self._latest = self._read()
            return self._latest

    def preview(self, entry: LogEntry) -> Overview:
        """How it would stand with one more line in the log."""
        with self._lock:
            return self._read((entry,))

    def verdict(self, row: Row) -> SheetVerdict:
        """The whole verdict of a sheet as it stands: its evidence, judged with all that people said."""
        view = self.overview()
        said = by_sheet(view.log).get(row.key, Decisions())
        options = ruled_options(view.tournament.scoring, rulings_of(view.log))
        verdict = judge(self.evidence(row), options, said.answers(view.tournament.spec.double_entry))
        if view.outdated and verdict.card.total != row.total:
            raise WordListChanged  # what would be shown is not what stands
        return verdict

    def sheet_document(self, row: Row) -> dict[str, Any]:
        """What the contract's document says of a sheet as it stands."""
        if self.overview().outdated and (stood := self._as_stood(row)):
            return stood
        return self._judge_now(row)[1]

    def judged_now(self, row: Row) -> SheetResult:
        """The figures of a sheet as it stands, but by the word list that is installed."""
        return self._judge_now(row)[0]

    def _judge_now(self, row: Row) -> tuple[SheetResult, dict[str, Any]]:
        view = self.overview()
        scoring, double = view.tournament.scoring, view.tournament.spec.double_entry
        said = by_sheet(view.log).get(row.key, Decisions())
        options = ruled_options(scoring, rulings_of(view.log))
        return judged_sheet(scoring, options, self._as_read(row), row.page, said, double)

    def _as_stood(self, row: Row) -> dict[str, Any] | None:
        """The document of a sheet as it was judged by the tournament's own list, where that is not installed."""
        read = self._as_read(row)
        if row.result is row.read:
            return read
        content, _, number = row.key.rpartition("-")
        kept = self.store.judged_document(self.id, content, int(number))
        return json.loads(kept) | {"evidence": read["evidence"]} if kept else None

    def q4_verdict(self, row: Row) -> Q4SheetVerdict:
        """The whole verdict of a sheet of Q4 as it stands."""
        view = self.overview()
        said = by_sheet(view.log).get(row.key, Decisions())
        options = ruled_options(view.tournament.scoring, rulings_of(view.log))
        words = q4_sheets.q4_words(view.tournament.scoring, options.house)
        return q4_sheets.judged_again(self._as_read(row), words, said, view.tournament.spec.double_entry)

    def _as_read(self, row: Row) -> dict[str, Any]:
        """The document of a sheet as it was read."""
        content, _, number = row.key.rpartition("-")
        return _read(self.store.document(self.id, content), int(number))

    def evidence(self, row: Row) -> Evidence:
        """What was read of a sheet, before anyone judged it."""
        return Evidence.from_json(self._as_read(row)["evidence"])

    def _read(self, more: Sequence[LogEntry] = ()) -> Overview:
        tournament = self.store.tournament(self.id)
        log = tuple(standing([*self.store.log(self.id), *more]))
        roster = self.store.players(self.id)
        pages = self._current_pages(tournament.revision)
        memory = {} if more else self._remembered  # a preview must not leave its rows behind
        self._asked = []
        sheets = SheetRows(self.rejudged, tournament, log, roster, memory)
        rows = tuple(mark([row for page in pages if page.state == "done" for row in sheets.rows(page)]))
        rejected = tuple(
            Rejected(page.page.name, page.fault.code, page.fault.hint, page.content) for page in pages if page.fault
        )
        published = next((entry.kind == "publish" for entry in reversed(log) if "publish" in entry.kind), False)
        outdated = bool(rows) and list_changed(tournament)
        if not more:
            self._keep_judged()
        view = Overview(tournament, rows, rejected, _summary(pages, rows), published, roster, log, outdated)
        return replace(view, summary=replace(view.summary, missing=len(view.missing)))

    def _current_pages(self, revision: int) -> list[StoredPage]:
        """All pages in order; only those that changed since the last time are read."""
        fresh = {page.page.location: page for page in self.store.pages(self.id, self._pages_at)}
        known = {**self._pages, **fresh}
        if len(known) != self.store.page_count(self.id):  # some are gone, or came this very moment
            known = {page.page.location: page for page in self.store.pages(self.id)}
        elif fresh:
            known = dict(sorted(known.items(), key=lambda item: (item[1].ordinal, item[0])))
        self._pages, self._pages_at = known, revision
        return list(known.values())

    def rejudged(
        self, content: str, number: int, basis: str, options: Options, said: Decisions, tournament: Tournament
    ) -> SheetResult:
        """The figures of a sheet judged again; remembered by all that decides them, also in the store."""
        key = (content, number, basis)
        self._asked.append(key)
        if key not in self._judged:
            if len(self._judged) > REMEMBERED:
                self._judged.clear()
            if self._kept is None:
                self._kept = self.store.judged(self.id)
            kept_basis, kept = self._kept.get((content, number), ("", None))
            if kept is None or kept_basis != basis:
                page = json.loads(self.store.document(self.id, content))
                read, name, double = page["sheets"][number - 1], page["photo"]["name"], tournament.spec.double_entry
                kept, document = judged_sheet(tournament.scoring, options, read, name, said, double)
                document.pop("evidence")  # lies with what was read
                self._fresh[key] = (basis, kept, json.dumps(document, ensure_ascii=False, separators=(",", ":")))
            self._judged[key] = kept
        return self._judged[key]

    def _keep_judged(self) -> None:
        """Keep what was judged anew for what stands now; a preview that came to nothing is forgotten."""
        found = {(key[0], key[1]): self._fresh[key] for key in self._asked if key in self._fresh}
        self._fresh.clear()
        if found:
            self.store.keep_judged(self.id, found)
            self._kept = {**(self._kept or {}), **{key: (basis, result) for key, (basis, result, _) in found.items()}}


def _read(document: str, number: int) -> dict[str, Any]:
    """A sheet as it was read."""
    read: dict[str, Any] = json.loads(document)["sheets"][number - 1]
    return read


def _summary(pages: Sequence[StoredPage], rows: Sequence[Row]) -> Summary:
    states = [page.state for page in pages]
    return Summary(
        pages=len(pages),
        scored=states.count("done"),
        rejected=states.count("rejected"),
        pending=states.count("pending"),
        sheets=len(rows),
        doubtful=sum(bool(row.open) for row in rows),
        nameless=sum("nameless" in row.open for row in rows),
        repeated=sum(bool(row.same_as) for row in rows),
        empty=sum(row.result.empty for row in rows),
    )


def find_sheet(rows: Iterable[Row], id: str) -> list[Row]:
    """The sheets whose id, key or page name begins as given; a page name must be whole."""
    text = id.strip().lower()
    return [row for row in rows if row.key.startswith(text) or row.id.startswith(text) or row.page.lower() == text]
