"""What the store keeps, as values, and how it lies in rows. JSON is written and read here and nowhere else."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import lru_cache
from typing import Any

from referee.scoring_spec import ScoringSpec
from referee.values import Doubt, Figures, Place
from sheets.identity_code import Identity
from tournament.entities import Fault, Known, LogEntry, Outcome, Page, TournamentSpec

COLUMNS = 1000  # more than any sheet has
REMEMBERED = 20_000  # decoded rows that are kept, since most of a tournament is the same at the next look


@dataclass(frozen=True)
class Tournament:
    """A stored tournament: what is agreed, what its results come from, and who may change it."""

    id: str
    spec: TournamentSpec
    versions: Mapping[str, str] = field(default_factory=dict)  # program, lexicon, models
    created: str = ""
    token_sha256: str | None = None
    arbiter_sha256: str | None = None
    secret: str = ""
    revision: int = 0
    roster_changed: int = 0  # the revision that last changed the roster

    @property
    def name(self) -> str:
        """What people call it."""
        return self.spec.name

    @property
    def scoring(self) -> ScoringSpec:
        """How its sheets are read and judged."""
        return self.spec.scoring


@dataclass(frozen=True)
class StoredPage:
    """A page as stored, with the figures of its sheets if it was read, or the fault if it could not be."""

    page: Page
    ordinal: int
    content: str
    known: Known
    state: str  # "pending", "done" or "rejected"
    sheets: tuple[Figures, ...] = ()
    fault: Fault | None = None


def to_tournament(row: Any) -> Tournament:
    """A tournament from its row."""
    spec = TournamentSpec(
        row.name,
        ScoringSpec.from_json(json.loads(row.scoring)),
        bool(row.double_entry),
        bool(row.keep_photos),
        row.tie_break,
        row.rounds,
    )
    versions = json.loads(row.versions)
    return Tournament(
        row.id,
        spec,
        versions,
        row.created,
        row.token_sha256,
        row.arbiter_sha256,
        row.secret,
        row.revision,
        row.roster_changed,
    )


def tournament_values(tournament: Tournament) -> dict[str, Any]:
    """The row of a tournament."""
    spec = tournament.spec
    return {
        "id": tournament.id,
        "name": spec.name,
        "created": tournament.created,
        "scoring": json.dumps(spec.scoring.to_json(), ensure_ascii=False),
        "versions": json.dumps(dict(tournament.versions)),
        "double_entry": int(spec.double_entry),
        "keep_photos": int(spec.keep_photos),
        "tie_break": spec.tie_break,
        "rounds": spec.rounds,
        "token_sha256": tournament.token_sha256,
        "arbiter_sha256": tournament.arbiter_sha256,
        "secret": tournament.secret,
        "revision": tournament.revision,
        "roster_changed": tournament.roster_changed,
    }


def page_values(id: str, page: Page, known: Known, ordinal: int) -> dict[str, Any]:
    """The row of a page."""
    said: dict[str, Any] = {"name": _identity_values(known.name)}
    if known.listed:
        said["manifest"] = {str(sheet): _identity_values(who) for sheet, who in known.listed.items()}
    if known.rounds is not None:
        said["rounds"] = known.rounds
    return {
        "tournament": id,
        "location": page.location,
        "ordinal": ordinal,
        "name": page.name,
        "kind": page.kind,
        "path": page.path,
        "part": page.part,
        "fault": json.dumps(page.fault) if page.fault else None,
        "identities": json.dumps(said, ensure_ascii=False),
    }


def result_values(id: str, fingerprint: str, outcome: Outcome) -> dict[str, Any]:
    """The row of a result."""
    fault = outcome.fault
    return {
        "tournament": id,
        "content": outcome.content,
        "fingerprint": fingerprint,
        "state": "rejected" if fault else "done",
        "sheets": figures_json(outcome.sheets),
        "document": json.dumps({"error": asdict(fault)}, ensure_ascii=False) if fault else outcome.document,
        "seconds": outcome.seconds,
    }


def figures_json(sheets: Sequence[Figures]) -> str:
    """The figures of sheets as text."""
    return json.dumps([asdict(sheet) for sheet in sheets], ensure_ascii=False, separators=(",", ":"))


def crop_values(id: str, outcome: Outcome) -> list[dict[str, Any]]:
    """The rows of a page's crops."""
    return [
        {
            "tournament": id,
            "content": outcome.content,
            "sheet": crop.sheet,
            "cell": crop_key(crop.place),
            "jpeg": crop.jpeg,
        }
        for crop in outcome.crops
    ]


def crop_key(place: Place) -> int:
    """The number of a cell among those of any sheet."""
    row, column = place
    return row * COLUMNS + column


def to_page(row: Any) -> Page:
    """A page from its row."""
    fault = json.loads(row.fault) if row.fault else None
    return Page(row.name, row.kind, row.path, row.part, (fault[0], fault[1]) if fault else None)


def to_stored_page(row: Any) -> StoredPage:
    """A page with its result from their row."""
    state = row.state or "pending"
    fault = Fault(**json.loads(row.fault_document)["error"]) if state == "rejected" else None
    sheets = to_sheets(row.sheets) if state == "done" else ()
    return StoredPage(to_page(row), row.ordinal, row.content or "", to_known(row.identities), state, sheets, fault)


@lru_cache(maxsize=REMEMBERED)
def to_sheets(text: str) -> tuple[Figures, ...]:
    """The figures of a page's sheets."""
    return tuple(_to_sheet(data) for data in json.loads(text))


def _to_sheet(data: dict[str, Any]) -> Figures:
    if "columns" not in data:  # as 0.2 wrote them
        renamed = {"expected_error": data.pop("damage"), "claimed": data.pop("claimed_total")}
        data |= renamed | {"columns": {name: data.pop(name) for name in ("language", "side", "rules", "bonus")}}
    doubts = tuple(_to_doubt(doubt) for doubt in data["doubts"])
    lists = {name: tuple(data[name]) for name in ("grid", "possible", "reasons")}
    return Figures(**{**data, **lists, "doubts": doubts})


def _to_doubt(data: dict[str, Any]) -> Doubt:
    if "kind" in data:
        alike = tuple(tuple(place) for place in data["alike"])
        return Doubt(**{**data, "place": tuple(data["place"]), "alike": alike})
    row, column, now = data.pop("row"), data.pop("column"), data.pop("letter")  # as 0.2 wrote them
    kind, *places, now = ("letter" if row else "side", now) if " " not in now else now.split()
    place = (row, column) if row else tuple(int(number) for pair in places for number in pair.split(","))
    return Doubt(kind, place, now, **data)


@lru_cache(maxsize=REMEMBERED)
def to_known(text: str) -> Known:
    """What is known of who played."""
    data = json.loads(text)
    listed = {int(sheet): _to_identity(who, "manifest") for sheet, who in data.get("manifest", {}).items()}
    rounds = tuple(data["rounds"]) if "rounds" in data else None
    return Known(_to_identity(data.get("name", ()), ""), listed, rounds)


def to_log_entry(row: Any) -> LogEntry:
    """A line of the log from its row."""
    return LogEntry(row.id, row.at, row.who, row.kind, row.sheet, json.loads(row.what), row.why)


def _identity_values(who: Identity) -> list[str]:
    return [who.player, who.round, who.table, who.how]


def _to_identity(values: Any, how: str) -> Identity:
    player, number, table, *more = (*values, "", "", "")[: max(4, len(values))]
    return Identity(player, number, table, more[0] or how)
