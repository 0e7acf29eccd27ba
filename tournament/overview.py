"""Everything an organiser asks at once: sheets, standings, what is open, and whether pages in equals results out."""

import json
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any, TypeVar

from referee.scoring_spec import ScoringSpec
from referee.values import Answer, Evidence, Figures, SheetVerdict
from tournament.decisions import decisions_on, rulings_of, standing
from tournament.entities import Absence, LogEntry, Place, Player, Rejected, Row, Summary, TeamPlace
from tournament.identity import player_key
from tournament.judged_sheets import JudgedSheets, judged_sheet
from tournament.published import changed_since, publication
from tournament.records import StoredPage, Tournament
from tournament.roster import absences
from tournament.sheet_ranking import Ranking
from tournament.sheet_rows import RowMemory, SheetRows
from tournament.standings import all_rounds, round_names, team_standings
from tournament.store import Store
from tournament.tournament_errors import WordListChanged
from tournament.word_list import list_changed

WHOLE = {
    "disputed",
    "conflict",
    "repeated",
    "nameless",
    "identity",
    "unknown-player",
}  # they risk a whole total

Made = TypeVar("Made")


@dataclass(frozen=True)
class Overview:
    """A tournament as it stands at one moment."""

    tournament: Tournament
    rows: tuple[Row, ...]
    rejected: tuple[Rejected, ...]
    summary: Summary
    published: bool
    places: tuple[Place, ...]  # the ranking of the players
    missing: tuple[Absence, ...]  # who of the roster has no sheet in a round
    roster: tuple[Player, ...] = ()
    pages: tuple[StoredPage, ...] = ()
    log: tuple[LogEntry, ...] = ()  # what still stands
    history: tuple[LogEntry, ...] = ()  # all that was ever said
    outdated: bool = False  # another word list is installed than the one that judged the sheets

    def once(self, name: str, make: Callable[[], Made]) -> Made:
        """What a door makes of this moment, made once however many ask."""
        if name not in self._made:
            self._made[name] = make()
        made: Made = self._made[name]
        return made

    @cached_property
    def _made(self) -> dict[str, Any]:
        return {}

    @property
    def final(self) -> bool:
        """Whether the standings were published, nothing is open any more, and nothing has changed since."""
        return self.published and not (self.summary.doubtful or self.summary.pending) and not self.changed

    @cached_property
    def changed(self) -> bool:
        """Whether what stands is not what was published."""
        said = publication(self.log)
        return said is not None and changed_since(said, self.log, self.places, self.rows)

    @cached_property
    def teams(self) -> tuple[TeamPlace, ...]:
        """The ranking of the teams."""
        return team_standings(self.places)

    @cached_property
    def standings_document(self) -> dict[str, Any]:
        """The ranking as a JSON document."""
        document = self.head_document
        document["places"] = [place.document for place in self.places]
        return document

    @property
    def head_document(self) -> dict[str, Any]:
        """The same without the places, whose number makes it large."""
        return {
            "tournament": self.tournament.name,
            "final": self.final,
            "published": self.published,
            "rounds": all_rounds(self.places),
            "places": [],
            "teams": [asdict(team) for team in self.teams],
            "summary": asdict(self.summary),
        }

    @cached_property
    def standings_json(self) -> bytes:
        """The ranking as JSON text, made once however many ask for it; each place is written when it changes."""
        head = json.dumps(self.head_document, ensure_ascii=False, separators=(",", ":"))
        before, mark, after = head.partition('"places":[')
        return f"{before}{mark}{','.join([place.json for place in self.places])}{after}".encode()

    @cached_property
    def by_key(self) -> Mapping[str, Row]:
        """The sheets by their keys."""
        return {row.key: row for row in self.rows}

    @cached_property
    def by_id(self) -> Mapping[str, Row]:
        """The sheets by their short ids; of a photo that came twice the sheet that came first."""
        return {row.id: row for row in reversed(self.rows)}

    @cached_property
    def queue(self) -> tuple[Row, ...]:
        """The sheets a person must look at, the one with the greatest expected damage first."""
        waiting = [row for row in self.rows if row.open]
        return tuple(sorted(waiting, key=lambda row: (-weight(row), row.order, row.index)))


def weight(row: Row) -> float:
    """How much a sheet left unreviewed may cost: whole totals where player or letters are undecided."""
    return row.result.expected_error + (row.total if WHOLE & set(row.open) else 0)


class TournamentView:
    """One tournament, read again only when it has changed; what was judged once is remembered."""

    def __init__(self, store: Store, id: str) -> None:
        self.store, self.id = store, id
        self._lock = threading.Lock()
        self.noting = threading.Lock()  # whoever holds it compares the places with what the log tells of them
        self.latest: Overview | None = None
        self._judged = JudgedSheets(store, id)
        self._ahead: JudgedSheets | None = None  # what the last preview found
        self._memory = RowMemory()
        self._ranking = Ranking()
        self._log: list[LogEntry] = []  # all lines
        self._roster: tuple[Player, ...] = ()
        self._roster_at = -1  # the revision that had changed it
        self._listed: list[tuple[str, Player]] = []  # the same by the players' keys
        self._pages: dict[str, StoredPage] = {}  # by location, in order
        self._pages_at = -1  # the revision they were read at

    def overview(self, patient: bool = True) -> Overview:
        """How the tournament stands; whoever is not patient takes the last picture while a new one is being made."""
        revision = self.store.revision(self.id)
        latest = self.latest
        if latest and latest.tournament.revision == revision:
            return latest
        if latest and not patient and self._lock.locked():
            return latest
        with self._lock:
            if self.latest is None or self.latest.tournament.revision != self.store.revision(self.id):
                self.latest = self._read()
            return self.latest

    def preview(self, entry: LogEntry) -> tuple[Row, ...]:
        """The sheets as they would stand with one more line in the log; nobody else waits for it."""
        with self._lock:
            judged, memory, pages = self._judged.ahead(self._ahead), self._memory.aside(), self._pages
            log, roster = standing([*self._log, entry]), self._roster
        sheets = SheetRows(judged, self.store.tournament(self.id), log, roster, memory)
        rows = tuple(row for rows in sheets.by_page(pages).values() for row in rows)
        judged.only(sheets.asked)
        self._ahead = judged
        return rows

    def prepare(self, entry: LogEntry) -> None:
        """Judge what a line is going to change before it is written: a ruling may concern thousands of sheets."""
        self.preview(entry)
        with self._lock:
            if self._ahead:
                self._judged.adopt(self._ahead)
            self._ahead = None

    def verdict(self, row: Row, pictures: Any = None) -> SheetVerdict:
        """The whole verdict of a sheet as it stands: its evidence, judged with all that people said."""
        scoring, options, answers = self._said(row)
        evidence = Evidence(scoring.game, self._as_read(row)["evidence"])
        verdict = scoring.playing.judge(evidence, options, answers, pictures=pictures)
        if self.overview().outdated and verdict.figures.total != row.total:
            raise WordListChanged  # what would be shown is not what stands
        return verdict

    def sheet_document(self, row: Row) -> dict[str, Any]:
        """What the contract's document says of a sheet as it stands."""
        read = self._as_read(row)
        if row.result is row.read:  # nobody has spoken of it
            return {name: value for name, value in read.items() if name != "code"}
        content, _, number = row.key.rpartition("-")
        basis = "" if self.overview().outdated else row.basis  # by its own list where that is not installed
        if kept := self.store.judged_document(self.id, content, int(number), basis):
            return {**json.loads(kept), "evidence": read["evidence"]}
        scoring, options, answers = self._said(row)
        return judged_sheet(scoring, options, read, row.page, answers)[1]

    def judged_now(self, row: Row) -> Figures:
        """The figures of a sheet as it stands, but by the word list that is installed."""
        scoring, options, answers = self._said(row)
        return judged_sheet(scoring, options, self._as_read(row), row.page, answers)[0].figures

    def _said(self, row: Row) -> tuple[ScoringSpec, Any, tuple[Answer, ...]]:
        """How a sheet is judged: by what, with the rulings that stand, and what people said of it."""
        view = self.overview()
        answers = decisions_on(row.key, view.log).answers(view.tournament.spec.double_entry)
        return view.tournament.scoring, view.tournament.scoring.options(rulings_of(view.log)), answers

    def _as_read(self, row: Row) -> dict[str, Any]:
        """The document of a sheet as it was read."""
        content, _, number = row.key.rpartition("-")
        return _read(self.store.document(self.id, content), int(number))

    def _read(self) -> Overview:
        tournament = self.store.tournament(self.id)
        self._log += self.store.log(self.id, self._log[-1].id if self._log else 0)
        log = tuple(standing(self._log))
        roster = self._current_roster(tournament.roster_changed)
        pages = self._current_pages(tournament.revision)
        sheets = SheetRows(self._judged, tournament, log, roster, self._memory)
        if self._ranking.tie_break != tournament.spec.tie_break:
            self._ranking = Ranking(tournament.spec.tie_break)
        rows = self._ranking.take(sheets.by_page(pages))
        self._judged.keep(sheets.asked)
        places = self._ranking.places(roster)
        missing = absences(self._ranking.rounds, all_rounds(places), self._listed, tournament.spec.rounds)
        return Overview(
            tournament,
            rows,
            rejected=tuple(
                Rejected(page.page.name, page.fault.code, page.fault.hint, page.content)
                for page in pages.values()
                if page.fault
            ),
            summary=_summary(pages.values(), rows, len(missing)),
            published=publication(log) is not None,
            places=places,
            missing=missing,
            roster=roster,
            pages=tuple(pages.values()),
            log=log,
            history=tuple(self._log),
            outdated=bool(rows) and list_changed(tournament),
        )

    def _current_roster(self, changed: int) -> tuple[Player, ...]:
        """The roster; it is read again only when it has changed."""
        if changed != self._roster_at:
            self._roster, self._roster_at = self.store.players(self.id), changed
            self._listed = [(player_key(player.name), player) for player in self._roster]
        return self._roster

    def _current_pages(self, revision: int) -> dict[str, StoredPage]:
        """All pages in order, by location; only those that changed since the last time are read."""
        fresh = {page.page.location: page for page in self.store.pages(self.id, self._pages_at)}
        known = {**self._pages, **fresh}
        if len(known) != self.store.page_count(self.id):  # some are gone, or came this very moment
            known = {page.page.location: page for page in self.store.pages(self.id)}
        elif fresh:
            known = dict(sorted(known.items(), key=lambda item: (item[1].ordinal, item[0])))
        self._pages, self._pages_at = known, revision
        return known


def _read(document: str, number: int) -> dict[str, Any]:
    """A sheet as it was read."""
    read: dict[str, Any] = json.loads(document)["sheets"][number - 1]
    return read


def _summary(pages: Iterable[StoredPage], rows: Sequence[Row], missing: int) -> Summary:
    states = [page.state for page in pages]
    waiting = [row.open for row in rows if row.open]
    return Summary(
        pages=len(states),
        scored=states.count("done"),
        rejected=states.count("rejected"),
        pending=states.count("pending"),
        sheets=len(rows),
        doubtful=len(waiting),
        nameless=sum("nameless" in reasons for reasons in waiting),
        repeated=sum(bool(row.same_as) for row in rows),
        empty=sum(row.result.empty for row in rows),
        missing=missing,
        certain_then_corrected=sum(row.outcome == "certain-then-corrected" for row in rows),
        asked_but_right=sum(row.outcome == "asked-but-right" for row in rows),
    )


def open_rounds(view: Overview) -> tuple[str, ...]:
    """The rounds that are agreed, or begun by a sheet that no player sent or that a person placed there."""
    agreed = [str(number) for number in range(1, view.tournament.spec.rounds + 1)]
    sent = {page.ordinal for page in view.pages if page.known.rounds is not None}
    placed = (row for row in view.rows if row.order not in sent or row.identity.how == "ruling")
    return tuple(round_names([*agreed, *(row.identity.round for row in placed if not row.result.empty)]))


def find_sheet(view: Overview, id: str) -> list[Row]:
    """The sheet of this id or key; else those whose id or key begins as given, or whose page is called so."""
    text = id.strip().lower()
    if found := view.by_id.get(text) or view.by_key.get(text):
        return [found]
    return [row for row in view.rows if row.key.startswith(text) or row.id.startswith(text) or row.page.lower() == text]
