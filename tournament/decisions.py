"""What people said since the sheets were read: the log, without what was undone, sheet by sheet."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import lexicons
from lexicons import House
from lexicons.house import Ruling
from referee.scoring_spec import ScoringSpec
from referee.values import Answer, Place
from sheets.identity_code import Identity
from tournament.entities import LogEntry
from tournament.identity import player_key

Cells = dict[tuple[int, int], str]
LETTER_KINDS = ("letters", "confirm", "settle")


def standing(log: Sequence[LogEntry]) -> list[LogEntry]:
    """The lines that still stand: an undo takes one earlier line away, and may itself be undone."""
    void: set[int] = set()
    kept = []
    for entry in reversed(log):
        if entry.id in void:
            continue
        if entry.kind == "undo":
            void.add(int(entry.what["entry"]))
        else:
            kept.append(entry)
    return kept[::-1]


@dataclass
class Decisions:
    """What people said of one sheet, in the order of the log."""

    views: dict[str, Cells] = field(default_factory=dict)  # each arbiter's letters, by the name first signed
    settled: Cells | None = None
    latest: Cells = field(default_factory=dict)
    identity: Identity | None = None
    others: dict[tuple[str, Place], Answer] = field(default_factory=dict)  # the side, a mark …: all but letters
    withdrawn: bool = False

    def add(self, entry: LogEntry) -> None:
        """Take in one line of the log."""
        what = entry.what
        if entry.kind in LETTER_KINDS:
            cells = {(int(row), int(column)): str(letter) for row, column, letter in what["cells"]}
            if entry.kind == "settle":
                self.settled = cells
                self.views = {}
            else:
                self.views[self._named(entry.who)] = {**self.view(entry.who), **cells}
            self.latest = {**self.latest, **cells}
        elif entry.kind == "player":
            self.identity = Identity(what["player"], what.get("round", ""), what.get("table", ""), "ruling")
        elif entry.kind == "side":
            for name in ("side", "rules"):
                self._answer(name, (), what.get(name))
        elif entry.kind in ("language", "score"):
            self._answer(entry.kind, (), what[entry.kind])
        elif entry.kind == "answer":
            self._answer(str(what["kind"]), tuple(what["place"]), what["value"])
        elif entry.kind in ("withdraw", "restore"):
            self.withdrawn = entry.kind == "withdraw"

    def _answer(self, kind: str, place: Place, value: object) -> None:
        self.others.pop((kind, place), None)
        if value is not None:
            self.others[kind, place] = Answer(kind, place, str(value))

    def view(self, who: str) -> Cells:
        """The letters that one arbiter gave."""
        return self.views.get(self._named(who), {})

    def _named(self, who: str) -> str:
        """An arbiter's name as it was first signed: `eve` and `Eve` are one person, and make no double entry."""
        return next((name for name in self.views if player_key(name) == player_key(who)), who)

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

    def answers(self, double: bool) -> tuple[Answer, ...]:
        """What the judge is told of this sheet."""
        letters = (Answer("letter", place, letter) for place, letter in sorted(self.agreed(double).items()))
        return (*letters, *(self.others[key] for key in sorted(self.others)))

    def complete(self, double: bool, cells: int) -> bool:
        """Whether enough arbiters have spoken on the whole sheet of so many cells."""
        if self.settled is not None:
            return True
        return sum(len(view) == cells for view in self.views.values()) >= (2 if double else 1)


def decisions(entries: Iterable[LogEntry]) -> Decisions:
    """What some lines of the log on one sheet decide."""
    said = Decisions()
    for entry in entries:
        said.add(entry)
    return said


def decisions_on(sheet: str, entries: Iterable[LogEntry]) -> Decisions:
    """The decisions on one sheet."""
    return decisions(entry for entry in entries if entry.sheet == sheet)


def by_sheet(entries: Iterable[LogEntry]) -> dict[str, Decisions]:
    """The decisions on every sheet anyone spoke of."""
    said: dict[str, Decisions] = {}
    for entry in entries:
        if entry.sheet:
            said.setdefault(entry.sheet, Decisions()).add(entry)
    return said


def rulings_of(entries: Iterable[LogEntry]) -> tuple[Ruling, ...]:
    """The rulings on words, in the order in which they were made."""
    return tuple(
        Ruling(str(entry.what["word"]), bool(entry.what["allow"]), f"{entry.who}: {entry.why}".rstrip(": "))
        for entry in entries
        if entry.kind == "ruling"
    )


def house_of_log(log: Sequence[LogEntry], name: str) -> House:
    """The rulings that stand in a log, signed, as a table would write them down; the last one on a word counts."""
    latest = {str(entry.what["word"]).upper(): entry for entry in standing(log) if entry.kind == "ruling"}
    return House(tuple(Ruling(word, bool(e.what["allow"]), e.why, e.who, e.at) for word, e in latest.items()), name)


def word_language(scoring: ScoringSpec) -> str:
    """The language in which rulings are folded to letters."""
    return scoring.lang if scoring.lang in lexicons.LANGUAGES else "en"
