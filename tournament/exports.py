"""A tournament's files: results, standings, review queue, rejected pages. All are written anew and swapped in whole."""

import csv
import io
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from referee.files import replacing_text, write_atomically
from report.document import SCHEMA
from texts import FALLBACK, percent
from tournament.entities import Row
from tournament.overview import Overview, TournamentView, weight
from tournament.standings import all_rounds
from tournament.standings_page import standings_page
from tournament.store import Store
from tournament.workbook import starts_formula, workbook

Cell = str | int | float
Line = Sequence[Cell]
Table = tuple[Sequence[str], Sequence[Line]]

RESULT_COLUMNS = (
    "sheet", "page", "number", "player", "round", "table", "known by", "side", "rules", "grid", "total", "claimed",
    "read as", "bonus", "certainty", "expected damage", "open", "same as", "corrected", "withdrawn", "empty",
    "findings",
)  # fmt: skip
BOM = "\ufeff"  # without it Excel takes UTF-8 for something else
SHEETS = ("standings", "results", "review", "rejected")  # of the workbook
LISTS = ("results", "standings", "review", "rejected", "nameless", "repeated", "missing", "teams", "log")
OTHERS = ("results.jsonl", "results.xlsx", "standings.json", "standings.html", "summary.json")
FILES = (*(f"{name}.csv" for name in LISTS), *OTHERS)  # all that is written into a folder
INNER_FORMULA = re.compile(r"([;\t])([=+@＝＋＠－-])")  # where a spreadsheet takes semicolons for the ends of cells


def export_all(tournament: TournamentView, out: Path) -> Overview:
    """Write all files of a tournament into a folder, and give the overview they were made from."""
    view = tournament.overview()
    _write_json_lines(out / "results.jsonl", json_lines(tournament, view))
    tables = {
        "results": results_table(view),
        "standings": standings_table(view),
        "review": review_table(view),
        "rejected": rejected_table(view),
        "nameless": nameless_table(view),
        "repeated": repeated_table(view),
        "missing": missing_table(view),
        "teams": teams_table(view),
        "log": log_table(tournament.store, tournament.id),
    }
    before = _marks(out)
    for name, table in tables.items():
        _write_text(out / f"{name}.csv", BOM + csv_text(table))
    if _marks(out) != before or not (out / "results.xlsx").exists():  # a workbook holds the time at which it was made
        write_atomically(out / "results.xlsx", workbook({name: tables[name] for name in SHEETS}))
    _write_text(out / "standings.json", json.dumps(view.standings_document, ensure_ascii=False, indent=1))
    _write_text(out / "standings.html", standings_page(view))
    _write_text(out / "summary.json", json.dumps(asdict(view.summary), indent=1))
    return view


def _marks(out: Path) -> list[int]:
    """What tells whether the tables of the workbook were written anew."""
    found = (out / f"{name}.csv" for name in SHEETS)
    return [path.stat().st_ino for path in found if path.exists()]


def json_lines(tournament: TournamentView, view: Overview) -> Iterator[dict[str, Any]]:
    """One line for each sheet and each rejected page, in the order of the pages."""
    rows: dict[str, list[Row]] = {}
    for row in view.rows:
        rows.setdefault(row.key.rpartition("-")[0], []).append(row)
    refused = {page.content: page.page for page in view.rejected}
    for content, text in dict(tournament.store.documents(tournament.id)).items():
        found = json.loads(text)
        if "error" in found:
            yield {"page": refused.get(content, ""), "schema": SCHEMA, "photo": {"sha256": content}, **found}
        for row in rows.get(content, ()):
            read = found["sheets"][row.index - 1]
            sheet = read if as_read(row) else _judged_again(tournament, row, read)
            yield {**sheet_head(row), "photo": found["photo"], **sheet}


def _judged_again(tournament: TournamentView, row: Row, read: dict[str, Any]) -> dict[str, Any]:
    """The sheet as it stands now; only the code printed on it is taken from what was read."""
    return tournament.sheet_document(row) | {name: read[name] for name in ("code",) if name in read}


def as_read(row: Row) -> bool:
    """Whether a sheet stands as it was read; nobody has spoken and no ruling touches it."""
    return row.result is row.read


def sheet_head(row: Row) -> dict[str, Any]:
    """What a tournament adds to the verdict of a sheet."""
    return {
        "sheet": row.id,
        "page": row.page,
        "number": row.index,
        "player": row.identity.player or None,
        "round": row.identity.round,
        "table": row.identity.table or None,
        "known_by": row.identity.how or None,
        "open": list(row.open),
        "same_as": row.same_as or None,
        "corrected": row.corrected,
        "withdrawn": row.withdrawn,
        "read_total": row.read.total,
    }


def results_table(view: Overview) -> Table:
    """Every sheet in one line."""
    return RESULT_COLUMNS, [_result(row) for row in view.rows]


def _result(row: Row) -> Line:
    who, now = row.identity, row.result
    side, rules, bonus = (now.columns.get(name, "") for name in ("side", "rules", "bonus"))
    return [
        row.id, row.page, row.index, who.player, who.round, who.table, who.how, side, rules,
        "/".join(now.grid), now.total, now.claimed, row.read.total, bonus, now.certainty, now.expected_error,
        " ".join(row.open), row.same_as, int(row.corrected), int(row.withdrawn), int(now.empty), now.findings,
    ]  # fmt: skip


def standings_table(view: Overview) -> Table:
    """The ranking with a column for each round."""
    rounds = all_rounds(view.places)
    head = ("place", "player", *(f"round {number}" for number in rounds), "total", "open", "team", "table")
    lines: list[Line] = [
        [p.place, p.player, *(p.rounds.get(number, "") for number in rounds), p.total, p.open, p.team, p.table]
        for p in view.places
    ]
    return head, lines


def teams_table(view: Overview) -> Table:
    """The ranking of the teams."""
    rounds = all_rounds(view.places)
    head = ("place", "team", *(f"round {number}" for number in rounds), "total", "players")
    lines: list[Line] = [
        [t.place, t.team, *(t.rounds.get(number, "") for number in rounds), t.total, t.players] for t in view.teams
    ]
    return head, lines


def missing_table(view: Overview) -> Table:
    """Who of the roster has no sheet in a round."""
    return ("round", "player", "team", "table"), [[a.round, a.player, a.team, a.table] for a in view.missing]


def review_table(view: Overview) -> Table:
    """The review queue, the greatest expected damage first."""
    head = ("sheet", "page", "player", "round", "why", "total", "certainty", "expected damage", "doubts")
    return head, [_review(row) for row in view.queue]


def _review(row: Row) -> Line:
    who, why, damage = row.identity, " ".join(row.open), round(weight(row), 4)
    certainty = row.result.certainty
    return [row.id, row.page, who.player, who.round, why, row.total, certainty, damage, "; ".join(doubt_text(row))]


def doubt_text(row: Row) -> Iterator[str]:
    """The doubts of a sheet in words, worst first."""
    for doubt in row.result.doubts:
        row_, column = doubt.cell
        where = f"row {row_} column {column}: " if row_ else "" if doubt.place else f"{doubt.kind}: "
        yield f"{where}{doubt.subject} or {doubt.other} ({percent(doubt.p, FALLBACK)}) would make {doubt.total_if}"


def rejected_table(view: Overview) -> Table:
    """The pages that could not be scored, each with the next step."""
    return ("page", "code", "hint"), [[page.page, page.code, page.hint] for page in view.rejected]


def nameless_table(view: Overview) -> Table:
    """The sheets nobody is named on."""
    rows = [row for row in view.rows if "nameless" in row.open]
    head = ("sheet", "page", "number", "round", "total")
    return head, [[row.id, row.page, row.index, row.identity.round, row.total] for row in rows]


def repeated_table(view: Overview) -> Table:
    """The sheets that were photographed twice."""
    first = {row.id: row for row in view.rows if not row.same_as}
    head = ("sheet", "page", "player", "repeats", "its page", "its player", "same claims")
    return head, [_repeated(row, first[row.same_as]) for row in view.rows if row.same_as in first]


def _repeated(row: Row, first: Row) -> Line:
    same = int(row.result.claims == first.result.claims)
    return [row.id, row.page, row.identity.player, first.id, first.page, first.identity.player, same]


def log_table(store: Store, id: str) -> Table:
    """The log of corrections and rulings."""
    lines: list[Line] = [
        [e.id, e.at, e.who, e.kind, e.sheet, json.dumps(dict(e.what), ensure_ascii=False), e.why] for e in store.log(id)
    ]
    return ("number", "at", "who", "kind", "sheet", "what", "why"), lines


def csv_text(table: Table) -> str:
    """A table as CSV; names that a spreadsheet would run as a formula are disarmed."""
    head, lines = table
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(head)
    writer.writerows([[disarm(cell) for cell in line] for line in lines])
    return stream.getvalue()


def disarm(cell: Cell) -> Cell:
    """Text that starts like a formula gets an apostrophe in front."""
    if not isinstance(cell, str):
        return cell
    if len(cell) > 1 and starts_formula(cell):
        cell = "'" + cell
    return INNER_FORMULA.sub(r"\1'\2", cell)


def _write_text(path: Path, text: str) -> None:
    with replacing_text(path) as stream:
        stream.write(text)


def _write_json_lines(path: Path, lines: Iterable[dict[str, Any]]) -> None:
    with replacing_text(path) as stream:
        for line in lines:
            stream.write(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n")
