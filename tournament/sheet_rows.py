"""Stored pages → rows: what was read of each sheet, with all that people said applied on top."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256

from referee.values import Figures
from tournament.decisions import Decisions, decisions, rulings_of
from tournament.entities import Known, LogEntry, Player, Row
from tournament.identity import identify, player_key
from tournament.judged_sheets import JudgedSheets, Key
from tournament.records import StoredPage, Tournament
from tournament.roster import suggestions

SHORT = 10  # hex digits of a sheet's id: unique among millions of photos, short enough to type


@dataclass(frozen=True)
class Remembered:
    """The rows of a page, and what they were made from."""

    page: StoredPage
    said: tuple[LogEntry, ...]  # the lines of the log on its sheets
    rows: tuple[Row, ...]


@dataclass
class RowMemory:
    """The rows of all pages as they were made last, and by what."""

    pages: dict[str, Remembered] = field(default_factory=dict)
    agreed: object = None  # settings, word list and players
    ruled: str = ""

    def aside(self) -> "RowMemory":
        """The same, to be changed without a trace."""
        return RowMemory(dict(self.pages), self.agreed, self.ruled)

    def outlive(self, agreed: object, ruled: str, words: frozenset[str]) -> None:
        """Forget what other settings, players or rulings make otherwise."""
        if agreed != self.agreed:
            self.pages.clear()
        elif ruled != self.ruled:
            self.pages = {key: kept for key, kept in self.pages.items() if not _ruled(kept.rows, words)}
        self.agreed, self.ruled = agreed, ruled


def _ruled(rows: Iterable[Row], words: frozenset[str]) -> bool:
    """Whether rulings have, or may have, a part in what stands."""
    return any(row.result is not row.read or may_hold_any(row.read, words) for row in rows)


class SheetRows:
    """Turns stored pages into rows: what was read, with all that people said applied."""

    def __init__(
        self,
        judged: JudgedSheets,
        tournament: Tournament,
        log: Sequence[LogEntry],
        roster: Sequence[Player],
        memory: RowMemory,
    ) -> None:
        self._judged, self._tournament, self._double = judged, tournament, tournament.spec.double_entry
        self._memory, self._roster = memory, roster
        self._lines = _by_photo(log)
        rulings = rulings_of(log)
        self._options = tournament.scoring.options(rulings)
        self._ruled = frozenset(ruling.word for ruling in rulings)
        self._suggested: dict[str, tuple[str, ...]] = {}
        self._players = frozenset(player_key(player.name) for player in roster)
        lexicon = tournament.versions.get("lexicon", "")
        self._by = repr((lexicon, tournament.scoring.chosen, rulings))
        memory.outlive((lexicon, tournament.spec, self._players), self._by, self._ruled)
        self.asked: list[Key] = []  # what was judged again

    def by_page(self, pages: Mapping[str, StoredPage]) -> dict[str, tuple[Row, ...]]:
        """The sheets of each page that was read; remembered until what they are made from changes."""
        kept, lines, made = self._memory.pages, self._lines, {}
        for location, page in pages.items():
            if page.state == "done":
                found, said = kept.get(location), lines.get(page.content, ())
                if found is None or found.page is not page or found.said != said:
                    found = kept[location] = Remembered(page, said, tuple(self._made(page, said)))
                made[location] = found.rows
        return made

    def _made(self, page: StoredPage, lines: Sequence[LogEntry]) -> Iterable[Row]:
        written = [number for number, read in enumerate(page.sheets, start=1) if not read.blank]
        for number, read in enumerate(page.sheets, start=1):
            key = f"{page.content}-{number}"
            own = [line for line in lines if line.sheet == key]
            said = decisions(own) if own else None
            now, basis = self._now(page.content, number, read, said)
            known, place = (Known(), 0) if read.blank else (page.known, written.index(number) + 1)
            found = identify(known, place, len(written), read.code)
            who = said.identity if said and said.identity else found.identity
            rival = found.rival if not (said and said.identity) else None
            offered = (rival.player or who.player,) if rival else self._suggestions(who.player)
            yield Row(
                key=key,
                id=short_id(key),
                page=page.page.name,
                index=number,
                order=page.ordinal,
                identity=who,
                result=now,
                read=read,
                open=self._open(who.player, now, said or Decisions(), bool(rival)),
                withdrawn=bool(said and said.withdrawn),
                corrected=now.grid != read.grid or bool(said and said.others),
                suggestions=offered,
                seen_by=tuple(said.views) if said else (),
                coded=rival,
                basis=basis,
            )

    def _now(self, content: str, number: int, read: Figures, said: Decisions | None) -> tuple[Figures, str]:
        """The figures of a sheet, and by what it was judged where not only by what was read."""
        answers = said.answers(self._double) if said else ()
        if not answers and not may_hold_any(read, self._ruled):
            return read, ""
        heard = [(answer.kind, answer.place, answer.value) for answer in answers]
        basis = sha256(f"{self._by}{heard}".encode()).hexdigest()
        self.asked.append((content, number, basis))
        scoring = self._tournament.scoring
        return self._judged.result(content, number, basis, scoring, self._options, answers), basis

    def _suggestions(self, player: str) -> tuple[str, ...]:
        if not self._unknown(player):
            return ()
        if player not in self._suggested:
            self._suggested[player] = suggestions(player, self._roster)
        return self._suggested[player]

    def _open(self, player: str, now: Figures, said: Decisions, rival: bool) -> tuple[str, ...]:
        """Why a person must look at this sheet."""
        if now.empty or said.withdrawn:
            return ()
        reasons = []
        complete = said.complete(self._double, sum(map(len, now.grid)))
        if now.reasons and not complete:
            reasons.append("doubt")
        if said.disputed():
            reasons.append("disputed")
        elif self._double and not complete and _one_sided(said, now):
            reasons.append("second-arbiter")
        if not player:
            reasons.append("nameless")
        elif rival:
            reasons.append("identity")
        elif not said.identity and self._unknown(player):
            reasons.append("unknown-player")
        return tuple(reasons)

    def _unknown(self, player: str) -> bool:
        return bool(player and self._players) and player_key(player) not in self._players


def may_hold_any(read: Figures, words: Iterable[str]) -> bool:
    """Whether any ruling is on a word that may stand here: it may score, or have a part in what is said of it."""
    return any(read.may_hold(word) for word in words)


def _by_photo(log: Iterable[LogEntry]) -> dict[str, tuple[LogEntry, ...]]:
    """The lines of the log on the sheets of each photo."""
    found: dict[str, list[LogEntry]] = {}
    for entry in log:
        if entry.sheet:
            found.setdefault(entry.sheet.rpartition("-")[0], []).append(entry)
    return {content: tuple(lines) for content, lines in found.items()}


def _one_sided(said: Decisions, now: Figures) -> bool:
    """Whether someone gave letters that do not count yet: they settle a doubt, or differ from what stands."""
    given = [item for view in said.views.values() for item in view.items()]
    differ = any(now.grid[row - 1][column - 1] != letter for (row, column), letter in given)
    return bool(said.views) and (bool(now.reasons) or differ)


def short_id(key: str) -> str:
    """The form of a sheet's key that people type."""
    content, _, number = key.rpartition("-")
    return f"{content[:SHORT]}-{number}"
