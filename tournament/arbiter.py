"""The arbiters' arbiter: every correction and ruling is a line in the log, and the standings follow at once."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import lexicons
from scoring import Grid, ScoringError
from sheets.identity_code import Identity, tidy
from tournament.entities import LogEntry, Row
from tournament.errors import BadCorrection, UnknownSheet
from tournament.overview import overview
from tournament.state import Decisions, TournamentState, find_sheet
from tournament.store import Store

CELL = re.compile(r"^\s*([1-5])\s*,\s*([1-5])\s*=\s*(\S)\s*$")


@dataclass(frozen=True)
class Change:
    """A total that a ruling or correction changed."""

    sheet: str
    page: str
    player: str
    before: int
    after: int


@dataclass(frozen=True)
class Disagreement:
    """A cell that two arbiters see differently, or a sheet only one has looked at."""

    sheet: str
    page: str
    player: str
    row: int
    column: int
    letters: Mapping[str, str]  # who → letter


class Arbiter:
    """What one person does at the arbiter of a tournament."""

    def __init__(self, store: Store, id: str, who: str) -> None:
        self._store, self._id = store, id
        self._who = tidy(who)
        if not self._who:
            raise BadCorrection("Nobody signs this.", "Say who you are: --who NAME.")

    def letters(self, sheet: str | Row, cells: Iterable[str], why: str = "") -> Row:
        """Correct single cells, each given as ROW,COLUMN=LETTER."""
        row = self.find(sheet)
        return self._say(row, "letters", _listed(_cells(cells)), why)

    def grid(self, sheet: str | Row, grid: str, why: str = "", settle: bool = False) -> Row:
        """Enter all 25 letters of a sheet; `settle` ends a disagreement."""
        row = self.find(sheet)
        try:
            rows = Grid.parse(grid, fold=lambda text: lexicons.fold(text, row.language)).rows
        except ScoringError as error:
            raise BadCorrection(str(error)) from error
        return self._say(row, "settle" if settle else "letters", _listed(_all_cells(rows)), why)

    def confirm(self, sheet: str | Row, why: str = "") -> Row:
        """Confirm that the sheet says what stands there, by this arbiter's own corrections or else as it was read."""
        row = self.find(sheet)
        state = TournamentState(self._store, self._store.tournament(self._id))
        mine = state.said.get(row.key, Decisions()).views.get(self._who, {})
        return self._say(row, "confirm", _listed({**_all_cells(row.grid), **mine}), why)

    def player(self, sheet: str | Row, player: str, round: str = "", table: str = "", why: str = "") -> Row:
        """Say who played a sheet."""
        row = self.find(sheet)
        who = Identity(tidy(player), tidy(round) or row.identity.round, tidy(table) or row.identity.table)
        what = {"player": who.player or row.identity.player, "round": who.round, "table": who.table}
        return self._say(row, "player", what, why)

    def side(self, sheet: str | Row, side: str | None, rules: str | None, why: str = "") -> Row:
        """Say which side a sheet shows or which rules it was played by."""
        return self._say(self.find(sheet), "side", {"side": side, "rules": rules}, why)

    def withdraw(self, sheet: str | Row, why: str = "", restore: bool = False) -> Row:
        """Take a sheet out of the standings, or bring it back."""
        return self._say(self.find(sheet), "restore" if restore else "withdraw", {}, why)

    def rule(self, word: str, allow: bool, why: str = "") -> tuple[Change, ...]:
        """Rule on a word for all sheets, and say which totals that changes."""
        lang = self._store.tournament(self._id).recipe.lang
        letters = lexicons.fold(word, lang)
        if not 2 <= len(letters) <= 5:
            raise BadCorrection(f"{word} has {len(letters)} letters.", "Words have 2 to 5 letters.")
        before = self._rows()
        self._store.append(self._id, self._who, "ruling", "", {"word": letters, "allow": allow}, why)
        return _changes(before, self._rows())

    def publish(self, publish: bool = True, why: str = "") -> LogEntry:
        """Declare the standings public, or take that back."""
        return self._store.append(self._id, self._who, "publish" if publish else "unpublish", "", {}, why)

    def disagreements(self) -> tuple[Disagreement, ...]:
        """Every cell that arbiters see differently."""
        return disagreements(self._store, self._id)

    def find(self, sheet: str | Row) -> Row:
        """The one sheet that is meant; a sheet that was found before needs no search."""
        return sheet if isinstance(sheet, Row) else find_one(self._rows(), sheet)

    def _rows(self) -> tuple[Row, ...]:
        return overview(self._store, self._id).rows

    def _say(self, row: Row, kind: str, what: Mapping[str, object], why: str) -> Row:
        self._store.append(self._id, self._who, kind, row.key, what, why)
        return next(now for now in self._rows() if (now.key, now.page) == (row.key, row.page))


def find_one(rows: Iterable[Row], sheet: str) -> Row:
    """The one sheet with this id, or on this page."""
    found = find_sheet(rows, sheet)
    if not found:
        raise UnknownSheet(sheet)
    if len({row.key for row in found}) > 1:
        raise UnknownSheet(f"{sheet} may be {', '.join(row.id for row in found[:5])}", "Give more of its id.")
    return found[0]


def disagreements(store: Store, id: str) -> tuple[Disagreement, ...]:
    """Every cell of every sheet that arbiters see differently."""
    state = TournamentState(store, store.tournament(id))
    found = []
    for row, _ in state.sheets():
        said = state.said.get(row.key)
        for cell in sorted(said.disputed()) if said else ():
            letters = {who: view[cell] for who, view in said.views.items() if cell in view} if said else {}
            found.append(Disagreement(row.id, row.page, row.identity.player, *cell, letters))
    return tuple(found)


def _cells(texts: Iterable[str]) -> dict[tuple[int, int], str]:
    cells: dict[tuple[int, int], str] = {}
    for text in texts:
        match = CELL.match(text)
        letter = match.group(3).upper() if match else ""
        if not match or not (letter == "." or "A" <= letter <= "Z"):
            raise BadCorrection(f"{text!r} is not a cell")
        cells[int(match.group(1)), int(match.group(2))] = letter
    if not cells:
        raise BadCorrection("No cell was given.")
    return cells


def _all_cells(rows: Iterable[str]) -> dict[tuple[int, int], str]:
    return {(r, c): letter for r, letters in enumerate(rows, 1) for c, letter in enumerate(letters, 1)}


def _listed(cells: Mapping[tuple[int, int], str]) -> dict[str, object]:
    return {"cells": [[row, column, letter] for (row, column), letter in cells.items()]}


def _changes(before: Iterable[Row], after: Iterable[Row]) -> tuple[Change, ...]:
    old = {(row.key, row.page): row.total for row in before}
    return tuple(
        Change(row.id, row.page, row.identity.player, old[row.key, row.page], row.total)
        for row in after
        if old.get((row.key, row.page), row.total) != row.total
    )
