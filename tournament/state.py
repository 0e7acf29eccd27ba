"""The tournament as it stands: what was read, with everything people said since applied on top."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from json import loads
from typing import Any

from sheets.identity_code import Identity, decode_identity
from tournament.entities import Document, LogEntry, Rejected, Row
from tournament.identity import players_of
from tournament.records import StoredPage, Tournament
from tournament.rejudge import Rejudge
from tournament.store import Store

SHORT = 10  # hex digits of a sheet's id: unique among millions of photos, short enough to type
OTHER_REASON_DAMAGE = 5.0  # points; a sheet read the wrong way up is wrong in most lines, and its totals do not show it

Cells = dict[tuple[int, int], str]


@dataclass
class Decisions:
    """What people said of one sheet, in the order of the log."""

    views: dict[str, Cells] = field(default_factory=dict)  # each arbiter's letters
    settled: Cells | None = None
    latest: Cells = field(default_factory=dict)
    identity: Identity | None = None
    side: str | None = None
    rules: str | None = None
    withdrawn: bool = False

    def add(self, entry: LogEntry) -> None:
        """Take in one line of the log."""
        what = entry.what
        if entry.kind in ("letters", "confirm", "settle"):
            cells = {(int(row), int(column)): str(letter) for row, column, letter in what["cells"]}
            if entry.kind == "settle":
                self.settled = cells
                self.views = {}
            else:
                self.views[entry.who] = {**self.views.get(entry.who, {}), **cells}
            self.latest = {**self.latest, **cells}
        elif entry.kind == "player":
            self.identity = Identity(what["player"], what.get("round", ""), what.get("table", ""), "ruling")
        elif entry.kind == "side":
            self.side, self.rules = what.get("side"), what.get("rules")
        elif entry.kind in ("withdraw", "restore"):
            self.withdrawn = entry.kind == "withdraw"

    def disputed(self) -> Cells:
        """The cells two arbiters see differently."""
        found: Cells = {}
        views = list(self.views.values())
        for number, view in enumerate(views):
            for other in views[number + 1 :]:
                found |= {cell: letter for cell, letter in view.items() if other.get(cell, letter) != letter}
        return found

    def agreed(self, double: bool) -> Cells:
        """The letters that count: the latest ones, or with double entry those two arbiters gave alike."""
        if not double:
            return self.latest
        counts: dict[tuple[tuple[int, int], str], int] = {}
        for view in self.views.values():
            for item in view.items():
                counts[item] = counts.get(item, 0) + 1
        alike = {cell: letter for (cell, letter), count in counts.items() if count > 1}
        return {**(self.settled or {}), **alike}

    def complete(self, double: bool) -> bool:
        """Whether enough arbiters have spoken on the whole sheet."""
        if self.settled is not None:
            return True
        return sum(len(view) == 25 for view in self.views.values()) >= (2 if double else 1)


class TournamentState:
    """All sheets of one tournament as they stand now."""

    def __init__(self, store: Store, tournament: Tournament) -> None:
        self.store = store
        self.tournament = tournament
        self.log = store.log(tournament.id)
        self.said: dict[str, Decisions] = {}
        for entry in self.log:
            if entry.sheet:
                self.said.setdefault(entry.sheet, Decisions()).add(entry)
        self.rulings = [entry for entry in self.log if entry.kind == "ruling"]
        self._rejudge = Rejudge(tournament.recipe, self.rulings)

    def sheets(self) -> Iterator[tuple[Row, Document]]:
        """Every sheet with its document, one by one; flags that need all sheets are not set yet."""
        for page in self.store.pages(self.tournament.id):
            if page.state == "done":
                yield from self.page_sheets(page)

    def page_sheets(self, page: StoredPage) -> Iterator[tuple[Row, Document]]:
        """The sheets of one page."""
        sheets = loads(page.document)["sheets"]
        for number, sheet in enumerate(sheets, start=1):
            key = f"{page.content}-{number}"
            said = self.said.get(key, Decisions())
            now = self._now(sheet, said)
            who = said.identity or identify(page, number, len(sheets), sheet)
            yield make_row(page, number, who, sheet, now, said, self._open(who, now, said)), now

    def rejected(self) -> Iterator[Rejected]:
        """Every page that could not be scored."""
        for page in self.store.pages(self.tournament.id):
            if page.state == "rejected":
                error = loads(page.document)["error"]
                yield Rejected(page.page.name, error["code"], error["hint"], page.content or "")

    def _now(self, sheet: Document, said: Decisions) -> Document:
        fixed = said.agreed(self.tournament.double_entry)
        if not (fixed or said.side or said.rules or self._rejudge.touches(sheet)):
            return sheet
        return self._rejudge.sheet(sheet, fixed, said.side, said.rules)

    def _open(self, who: Identity, now: Document, said: Decisions) -> tuple[str, ...]:
        """Why a human must look at this sheet."""
        if now.get("empty") or said.withdrawn:
            return ()
        double = self.tournament.double_entry
        reasons = []
        if now["needs_review"] and not said.complete(double):
            reasons.append("doubt")
        if said.disputed():
            reasons.append("disputed")
        elif double and said.views and not said.complete(double):
            reasons.append("second-arbiter")
        if not who.player:
            reasons.append("nameless")
        return tuple(reasons)


def make_row(
    page: StoredPage, number: int, who: Identity, read: Document, now: Document, said: Decisions, open: tuple[str, ...]
) -> Row:
    """The slim form of a sheet, from how it was read and how it stands now."""
    key = f"{page.content}-{number}"
    claimed = now["claimed"] or {}
    return Row(
        key=key,
        id=short_id(key),
        page=page.page.name,
        index=number,
        order=page.ordinal,
        identity=who,
        language=now["language"],
        side=now["side"] or "",
        rules=now["rules"],
        grid=tuple(now["grid"]),
        claims=claims_line(claimed),
        total=now["total"],
        read_total=read["total"],
        claimed_total=claimed.get("total", ""),
        bonus=now["bonus"],
        certainty=now["certainty"],
        damage=expected_damage(now),
        empty=bool(now.get("empty")),
        open=open,
        withdrawn=said.withdrawn,
        corrected=now["grid"] != read["grid"] or bool(said.side or said.rules),
        findings=len(now["findings"]),
        doubts=tuple(
            (d["row"] or 0, d["column"] or 0, d["letter"], d["or"], d["p"], d["total_if"]) for d in now["doubts"]
        ),
    )


def short_id(key: str) -> str:
    """The form of a sheet's key that people type."""
    content, _, number = key.rpartition("-")
    return f"{content[:SHORT]}-{number}"


def expected_damage(sheet: Document) -> float:
    """By how many points the total is wrong on average, given what is in doubt."""
    damage = sum(float(p) * abs(int(total) - sheet["total"]) for total, p in sheet["totals"])
    if any(reason != "certainty" for reason in sheet.get("reasons", ())):
        damage += OTHER_REASON_DAMAGE
    return round(float(damage), 4)


def claims_line(claimed: dict[str, Any]) -> str:
    """What the player wrote, as one line that can be compared."""
    if not claimed:
        return ""
    written = [*claimed["rows"], *claimed["columns"], claimed["total"]]
    return " ".join(text or "_" for text in written) + f" bonus={claimed['bonus']}"


def identify(page: StoredPage, number: int, count: int, sheet: Document) -> Identity:
    """Who played: the manifest says, else the QR code on the sheet, else the file name; each may fill in the others."""
    listed: dict[str, Any] = page.identities.get("manifest", {})
    said = [str(text) for text in listed.get(str(number)) or listed.get("0") or ("", "", "")]
    code = decode_identity(sheet.get("code", "")) or Identity()
    named = Identity(*page.identities.get("name", ("", "", "", "")))
    name = named.player if count == 1 else ""
    if count > 1 and len(players := players_of(named)) == count:
        name = players[number - 1]
    who = ((said[0], "manifest"), (code.player, "qr"), (name, "name"))
    player, how = next(((player, how) for player, how in who if player), ("", ""))
    turn = said[1] or code.round or named.round or "1"
    return Identity(player, turn, said[2] or code.table or named.table, how)


def find_sheet(rows: Iterable[Row], id: str) -> list[Row]:
    """The sheets whose id, key or page name begins as given; a page name must be whole."""
    text = id.strip().lower()
    return [row for row in rows if row.key.startswith(text) or row.id.startswith(text) or row.page.lower() == text]
