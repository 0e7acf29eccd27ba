"""What arbiters do: every correction and ruling is a line in the log and can be undone; standings follow at once."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

import lexicons
from lexicons import LexiconError
from referee.referee_errors import UnusableInput
from referee.values import Answer
from scoring import ScoringError
from sheets.identity_code import Identity, tidy
from tournament.decisions import LETTER_KINDS, Decisions, by_sheet, decisions_on, word_language
from tournament.entities import LogEntry, Row
from tournament.overview import Overview, TournamentView, find_sheet
from tournament.published import MOVED, note_moves, what_is_published
from tournament.tournament_errors import BadCorrection, StillOpen, UnknownSheet, WordListChanged

FORGET, REJUDGE = "forget", "rejudge"  # the kinds of lines that cannot be undone
JUDGED = (
    *LETTER_KINDS,
    "side",
    "language",
    "score",
    "answer",
    "ruling",
)  # the kinds of lines after which sheets are judged again
EVERYONE = ""  # the sheet of a line that is about the whole tournament


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
    """What one person does to a tournament."""

    def __init__(self, view: TournamentView, who: str) -> None:
        self._view = view
        self._who = tidy(who)
        self.said: list[LogEntry] = []  # by this person, just now
        if not self._who:
            raise BadCorrection("Nobody signs this.", "Say who you are: --who NAME.")

    def letters(self, sheet: str | Row, cells: Iterable[str | Answer], why: str = "") -> Row:
        """Correct single cells, each given as ROW,COLUMN=LETTER."""
        row = self.find(sheet)
        return self._say(row, "letters", _listed(self._cells(row, cells)), why)

    def grid(self, sheet: str | Row, grid: str, why: str = "", settle: bool = False) -> Row:
        """Enter all letters of a sheet; `settle` ends a disagreement."""
        row = self.find(sheet)
        try:
            rows = self._view.overview().tournament.scoring.playing.rows(grid, row.result)
        except (ScoringError, LexiconError, UnusableInput) as error:
            raise BadCorrection(str(error), getattr(error, "hint", "")) from error
        return self._say(row, "settle" if settle else "letters", _listed(_all_cells(rows)), why)

    def answer(self, sheet: str | Row, answer: str | Answer, why: str = "") -> Row:
        """Say what stands on a sheet beside its letters: its side, its language, a mark, the score …"""
        row = self.find(sheet)
        said = self._checked(row, answer)
        if said.kind in ("language", "score"):
            return self._say(row, said.kind, {said.kind: said.value}, why)
        if said.kind in ("side", "rules"):
            now = decisions_on(row.key, self._view.overview().log).others
            stood = {name: now[name, ()].value for name in ("side", "rules") if (name, ()) in now}
            both = {"side": None, "rules": None, **stood, said.kind: said.value}
            return self._say(row, "side", both, why)
        return self._say(row, "answer", {"kind": said.kind, "place": list(said.place), "value": said.value}, why)

    def _checked(self, row: Row, answer: str | Answer) -> Answer:
        """What was said, as the game spells it."""
        try:
            said = Answer.typed(answer) if isinstance(answer, str) else answer
            return self._view.overview().tournament.scoring.playing.answer(said, row.result)
        except (UnusableInput, LexiconError) as error:
            raise BadCorrection(str(error), error.hint) from error

    def _cells(self, row: Row, cells: Iterable[str | Answer]) -> dict[tuple[int, int], str]:
        said = [self._checked(row, cell) for cell in cells]
        if not said or any(answer.kind != "letter" for answer in said):
            raise BadCorrection("No cell was given.")
        return {(answer.place[0], answer.place[1]): answer.value for answer in said}

    def settle(self, sheet: str | Row, cells: Iterable[str | Answer], why: str = "") -> Row:
        """End a disagreement: the sheet says what stands there, with these cells."""
        row = self.find(sheet)
        return self._say(row, "settle", _listed({**_all_cells(row.result.grid), **self._cells(row, cells)}), why)

    def confirm(self, sheet: str | Row, why: str = "") -> Row:
        """Confirm that the sheet says what stands there, by this arbiter's own corrections or else as it was read."""
        row = self.find(sheet)
        mine = decisions_on(row.key, self._view.overview().log).view(self._who)
        return self._say(row, "confirm", _listed({**_all_cells(row.result.grid), **mine}), why)

    def player(self, sheet: str | Row, player: str, round: str = "", table: str = "", why: str = "") -> Row:
        """Say who played a sheet."""
        row = self.find(sheet)
        who = Identity(tidy(player), tidy(round) or row.identity.round, tidy(table) or row.identity.table)
        what = {"player": who.player or row.identity.player, "round": who.round, "table": who.table}
        return self._say(row, "player", what, why)

    def side(self, sheet: str | Row, side: str | None, rules: str | None, why: str = "") -> Row:
        """Say which side a sheet shows or which rules it was played by."""
        row = self.find(sheet)
        for kind, value in (("side", side), ("rules", rules)):
            if value:
                self._checked(row, Answer(kind, (), value))
        return self._say(row, "side", {"side": side, "rules": rules}, why)

    def withdraw(self, sheet: str | Row, why: str = "", restore: bool = False) -> Row:
        """Take a sheet out of the standings, or bring it back."""
        return self._say(self.find(sheet), "restore" if restore else "withdraw", {}, why)

    def rule(self, word: str, allow: bool, why: str = "") -> tuple[Change, ...]:
        """Rule on a word for all sheets, and say which totals that changes."""
        self._one_list("ruling")
        what = {"word": self._word(word), "allow": allow}
        self._view.prepare(self._ahead("ruling", what, why))
        before = self._view.overview()
        self._append("ruling", EVERYONE, what, why)
        return changes(before.rows, self._view.overview().rows)

    def preview(self, word: str, allow: bool, why: str = "") -> tuple[Change, ...]:
        """Which totals a ruling would change, without ruling."""
        self._one_list("ruling")
        what = {"word": self._word(word), "allow": allow}
        return changes(self._view.overview().rows, self._view.preview(self._ahead("ruling", what, why)))

    def _ahead(self, kind: str, what: Mapping[str, object], why: str = "") -> LogEntry:
        """A line of the log that is not written yet."""
        return LogEntry(2**62, "", self._who, kind, EVERYONE, what, why)

    def undo(self, entry: int, why: str = "") -> LogEntry:
        """Take back one line of the log; both lines stay in it."""
        found = next((line for line in self._view.overview().log if line.id == entry), None)
        if found and found.kind == FORGET:
            raise BadCorrection("A photo that was deleted cannot be brought back.", "Photograph the sheet again.")
        if found and found.kind == REJUDGE:
            raise BadCorrection("The word list of before is not there any more.", "Rule on the words that matter.")
        if found and found.kind == MOVED:
            raise BadCorrection("This line only tells what a change did.", "Undo the correction or ruling before it.")
        if found is None:
            raise BadCorrection(f"Line {entry} of the log does not stand.", "The log numbers its lines; undo one once.")
        self._one_list(found.kind)
        if found.kind == "ruling":
            self._view.prepare(self._ahead("undo", {"entry": entry}))
        self._append("undo", found.sheet, {"entry": entry, "kind": found.kind}, why)
        return found

    def publish(self, publish: bool = True, why: str = "", anyway: bool = True) -> LogEntry:
        """Declare the standings public, or take that back; open cases are refused unless they are known."""
        view = self._view.overview()
        if publish and not anyway and (view.summary.doubtful or view.summary.pending):
            raise StillOpen(f"Open sheets: {view.summary.doubtful}; pages not yet scored: {view.summary.pending}.")
        what = what_is_published(view.places, view.rows) if publish else {}
        entry = self._append("publish" if publish else "unpublish", EVERYONE, what, why)
        if self._view.overview().final:
            self._view.store.drop_crops(self._view.id)
        return entry

    def forget_photos(self, photos: Path, sheet: str | Row = "", why: str = "") -> tuple[Row, ...]:
        """Delete the photo of a sheet, or all photos, with the pictures of doubtful cells; gives the sheets concerned.

        A photo may show several sheets: each gets its line in the log. What was read of them stays.
        """
        rows = self._view.overview().rows
        content = self.find(sheet).key.rpartition("-")[0] if sheet else ""
        concerned = tuple(
            {row.key: row for row in rows if row.key.rpartition("-")[0] == content or not content}.values()
        )
        for key in [row.key for row in concerned] if content else [EVERYONE]:
            self._append(FORGET, key, {}, why)
        self._view.store.drop_crops(self._view.id, content)
        for picture in photos.glob(f"{content}*"):
            picture.unlink(missing_ok=True)
        return concerned

    def find(self, sheet: str | Row) -> Row:
        """The one sheet that is meant; a sheet that was found before needs no search."""
        return sheet if isinstance(sheet, Row) else find_one(self._view.overview(), sheet)

    def _word(self, word: str) -> str:
        try:
            letters = lexicons.fold(word, word_language(self._view.overview().tournament.scoring))
        except LexiconError as error:
            raise BadCorrection(str(error)) from error
        most = self._view.overview().tournament.scoring.playing.longest_word
        if not 2 <= len(letters) <= most:
            raise BadCorrection(f"A word has 2 to {most} letters, {word} has {len(letters)}.")
        return letters

    def _say(self, row: Row, kind: str, what: Mapping[str, object], why: str) -> Row:
        self._append(kind, row.key, what, why)
        view = self._view.overview()
        now = view.by_id[row.id]
        same_photo = (other for other in view.rows if (other.key, other.page) == (row.key, row.page))
        return now if now.page == row.page else next(same_photo)

    def _one_list(self, kind: str) -> None:
        """Refuse what would be judged by another word list than all the rest."""
        if kind in JUDGED and self._view.overview().outdated:
            raise WordListChanged

    def _append(self, kind: str, sheet: str, what: Mapping[str, object], why: str) -> LogEntry:
        self._one_list(kind)
        entry = self._view.store.append(self._view.id, self._who, kind, sheet, what, why)
        self.said.append(entry)
        self._view.overview()  # whoever looks after this was answered sees it, also who is not patient
        note_moves(self._view, self._who)
        return entry


def find_one(view: Overview, sheet: str) -> Row:
    """The one sheet with this id, or on this page."""
    found = find_sheet(view, sheet)
    if not found:
        raise UnknownSheet(sheet)
    if len({row.key for row in found}) > 1:
        raise UnknownSheet(f"{sheet} may be {', '.join(row.id for row in found[:5])}", "Give more of its id.")
    return found[0]


def disagreements(view: Overview) -> tuple[Disagreement, ...]:
    """Every cell of every sheet that arbiters see differently."""
    said = by_sheet(view.log)
    found = []
    for row in view.rows:
        of_sheet = said.get(row.key, Decisions())
        for cell in sorted(of_sheet.disputed()):
            letters = {who: cells[cell] for who, cells in of_sheet.views.items() if cell in cells}
            found.append(Disagreement(row.id, row.page, row.identity.player, *cell, letters))
    return tuple(found)


def changes(before: Iterable[Row], after: Iterable[Row]) -> tuple[Change, ...]:
    """The totals that differ between two moments."""
    old = {(row.key, row.page): row.total for row in before}
    return tuple(
        Change(row.id, row.page, row.identity.player, old[row.key, row.page], row.total)
        for row in after
        if old.get((row.key, row.page), row.total) != row.total
    )


def _all_cells(rows: Iterable[str]) -> dict[tuple[int, int], str]:
    return {(r, c): letter for r, letters in enumerate(rows, 1) for c, letter in enumerate(letters, 1)}


def _listed(cells: Mapping[tuple[int, int], str]) -> dict[str, object]:
    return {"cells": [[row, column, letter] for (row, column), letter in cells.items()]}
